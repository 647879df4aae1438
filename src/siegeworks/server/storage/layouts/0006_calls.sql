-- Comments stand outside of what they explain: SQLite stores it with its comments.

-- What is said at a table, from number 1 on; `seat` is -1 for a spectator, who has a `name`.
-- A line is one of the preset sentences, whose key is stored, or a text. `request` makes a request
-- that is sent twice count once.
CREATE TABLE chat (
    game_table TEXT NOT NULL REFERENCES game_table,
    number INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    name TEXT NOT NULL,
    preset TEXT NOT NULL,
    text TEXT NOT NULL,
    said REAL NOT NULL,
    request TEXT NOT NULL,
    PRIMARY KEY (game_table, number)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX said_once ON chat (game_table, request);

-- The seats whose players want to read and write texts, and not only preset sentences.
CREATE TABLE chat_consent (
    game_table TEXT NOT NULL REFERENCES game_table,
    seat INTEGER NOT NULL,
    PRIMARY KEY (game_table, seat)
) STRICT, WITHOUT ROWID;

-- Lines that somebody has reported to the host; `seat` is -1 for a spectator.
CREATE TABLE chat_report (
    game_table TEXT NOT NULL REFERENCES game_table,
    number INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    reported REAL NOT NULL,
    PRIMARY KEY (game_table, number, seat)
) STRICT, WITHOUT ROWID;

-- The names of spectators who gave one, as a JSON list.
ALTER TABLE presence ADD COLUMN watching TEXT NOT NULL DEFAULT '[]';

-- Who is called when it is his turn: a browser that takes pushes (`target` is its subscription, as
-- JSON), or a mail address. `id` is the kind and the SHA-256 of what it is known by, `page` the
-- address that links lead to. A code that confirms a mail address was last sent at `asked`. Times are
-- in seconds since 1970.
CREATE TABLE receiver (
    id TEXT PRIMARY KEY,
    target TEXT NOT NULL,
    page TEXT NOT NULL,
    is_confirmed INTEGER NOT NULL,
    asked REAL NOT NULL,
    called REAL NOT NULL
) STRICT, WITHOUT ROWID;

-- For which seats, as long as `key_hash` is that of the seat: a new seat key ends all calls. `turn`
-- is the version with which the turn began that the receiver was called for last (-1: never),
-- `version` that of the table when this was last looked at, `reminded` the turn for which there was
-- a reminder. `code_hash` is the SHA-256 of the code that confirms it.
CREATE TABLE called_seat (
    receiver TEXT NOT NULL REFERENCES receiver,
    game_table TEXT NOT NULL REFERENCES game_table,
    seat INTEGER NOT NULL,
    key_hash BLOB NOT NULL,
    is_confirmed INTEGER NOT NULL,
    code_hash BLOB,
    turn INTEGER NOT NULL,
    version INTEGER NOT NULL,
    reminded INTEGER NOT NULL,
    PRIMARY KEY (receiver, game_table, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX called_at ON called_seat (game_table);

-- Made once for a database: the private key that signs pushes (VAPID), and what links that need no
-- key are derived from.
CREATE TABLE call_secret (
    name TEXT PRIMARY KEY,
    secret TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- What a seat plays if the others go on as it expects: tokens after the first `after` steps, in turn
-- and separated by spaces. Only its own player sees it.
CREATE TABLE planned_line (
    game_table TEXT NOT NULL REFERENCES game_table,
    seat INTEGER NOT NULL,
    after INTEGER NOT NULL,
    tokens TEXT NOT NULL,
    PRIMARY KEY (game_table, seat)
) STRICT, WITHOUT ROWID;
