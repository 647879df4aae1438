CREATE TABLE lease (
    name TEXT PRIMARY KEY,
    holder TEXT NOT NULL,
    expires REAL NOT NULL,  -- seconds since 1970
    fence INTEGER NOT NULL  -- grows with every new holder
) STRICT, WITHOUT ROWID;
CREATE TABLE worker (
    id TEXT PRIMARY KEY,
    seen REAL NOT NULL  -- when it stored its last heartbeat, in seconds since 1970
) STRICT, WITHOUT ROWID;
CREATE TABLE presence (
    worker TEXT NOT NULL,
    game_table TEXT NOT NULL,
    seats TEXT NOT NULL,  -- numbers of those whose players are connected, separated by spaces
    spectators INTEGER NOT NULL,
    PRIMARY KEY (worker, game_table)
) STRICT, WITHOUT ROWID;
CREATE INDEX present ON presence (game_table);
