CREATE TABLE game_table (
    id TEXT COLLATE BINARY PRIMARY KEY,
    game TEXT NOT NULL,
    options TEXT NOT NULL,  -- a JSON object
    ruleset INTEGER NOT NULL,
    seats INTEGER NOT NULL,  -- how many
    opened REAL NOT NULL,  -- seconds since 1970
    touched REAL NOT NULL,  -- when somebody was last there, to the hour
    length INTEGER NOT NULL,  -- number of events
    tail INTEGER NOT NULL,  -- the checksum of the last event
    is_gone INTEGER NOT NULL,  -- 1 while its events are being deleted
    row_check INTEGER NOT NULL,
    land TEXT NOT NULL DEFAULT ''  -- the rows of its map, one a line, if it is not a shipped one
) STRICT, WITHOUT ROWID;
CREATE INDEX oldest ON game_table (touched);
CREATE INDEX going ON game_table (id) WHERE is_gone = 1;
CREATE TABLE seat (
    game_table TEXT NOT NULL REFERENCES game_table,
    seat INTEGER NOT NULL,
    who TEXT NOT NULL,  -- person, bot, open or friend
    level INTEGER NOT NULL,
    name TEXT NOT NULL,
    color TEXT NOT NULL,
    token_hash BLOB,  -- SHA-256 of the token that proves the seat
    code_hash BLOB UNIQUE,  -- SHA-256 of an invitation's code
    used REAL,  -- roughly when the token was last used, in seconds since 1970
    next_hash BLOB,  -- SHA-256 of the token that replaces it, once it is used
    request_hash BLOB,  -- SHA-256 of the request that took the seat, until its token is used
    row_check INTEGER NOT NULL,
    PRIMARY KEY (game_table, seat)
) STRICT, WITHOUT ROWID;
CREATE TABLE event (
    game_table TEXT NOT NULL REFERENCES game_table,
    version INTEGER NOT NULL,  -- from 1 on, without gaps
    kind TEXT NOT NULL,
    actor TEXT NOT NULL,
    token TEXT NOT NULL,
    request TEXT,
    chain INTEGER NOT NULL,  -- the checksum of this event and all before it
    PRIMARY KEY (game_table, version)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX once ON event (game_table, request) WHERE request IS NOT NULL;
CREATE TABLE status (  -- of each table: may be missing, and is then made again
    game_table TEXT PRIMARY KEY REFERENCES game_table,
    version INTEGER NOT NULL,  -- the length of the log that it was made from
    moved REAL NOT NULL,  -- when somebody last acted, in seconds since 1970
    turns INTEGER NOT NULL,  -- of the history
    seats TEXT NOT NULL,  -- all names, in turn order, separated by spaces
    to_act TEXT NOT NULL,
    asked TEXT NOT NULL,  -- seats that an offer waits for
    result TEXT NOT NULL,
    ending TEXT NOT NULL,
    row_check INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE written (transactions INTEGER NOT NULL) STRICT;  -- SQLite only
INSERT INTO written VALUES (0);  -- SQLite only
