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
CREATE TABLE job (
    name TEXT PRIMARY KEY,
    report BLOB NOT NULL,  -- how far it is, as JSON
    reported REAL NOT NULL,  -- when, in seconds since 1970
    is_asked INTEGER NOT NULL,  -- 1: since then a client of another worker has asked
    is_stopped INTEGER NOT NULL  -- 1: nobody wants it any more
) STRICT, WITHOUT ROWID;
