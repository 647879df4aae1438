CREATE TABLE lease (
    name TEXT PRIMARY KEY,
    holder TEXT NOT NULL,
    expires DOUBLE PRECISION NOT NULL,  -- seconds since 1970
    fence BIGINT NOT NULL  -- grows with every new holder
);
CREATE TABLE worker (
    id TEXT PRIMARY KEY,
    seen DOUBLE PRECISION NOT NULL  -- when it stored its last heartbeat, in seconds since 1970
);
CREATE TABLE presence (
    worker TEXT NOT NULL,
    game_table TEXT NOT NULL,
    seats TEXT NOT NULL,  -- numbers of those whose players are connected, separated by spaces
    spectators BIGINT NOT NULL,
    PRIMARY KEY (worker, game_table)
);
CREATE INDEX present ON presence (game_table);
