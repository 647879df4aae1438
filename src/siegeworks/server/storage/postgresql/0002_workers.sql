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
CREATE TABLE job (
    name TEXT PRIMARY KEY,
    report BYTEA NOT NULL,  -- how far it is, as JSON
    reported DOUBLE PRECISION NOT NULL,  -- when, in seconds since 1970
    is_asked BIGINT NOT NULL,  -- 1: since then a client of another worker has asked
    is_stopped BIGINT NOT NULL  -- 1: nobody wants it any more
);
