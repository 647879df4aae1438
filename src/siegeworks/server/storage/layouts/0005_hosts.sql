-- Comments stand outside of what they explain: SQLite stores it with its comments.

-- `is_gone` of a table is 2 once the host has closed it.
CREATE INDEX closed ON game_table (id) WHERE is_gone = 2;

-- Networks whose requests are refused, such as 203.0.113.7/32 or 2001:db8::/64, since when in
-- seconds since 1970.
CREATE TABLE block (
    network TEXT PRIMARY KEY,
    since REAL NOT NULL
) STRICT, WITHOUT ROWID;

-- Addresses that ask for much, as long as they do: WebSockets open now; since the worker started,
-- tables opened, seats taken and records sent in (`posted`), and events stored (`stored`).
CREATE TABLE address_use (
    worker TEXT NOT NULL,
    address TEXT NOT NULL,
    websockets INTEGER NOT NULL,
    posted REAL NOT NULL,
    stored REAL NOT NULL,
    PRIMARY KEY (worker, address)
) STRICT, WITHOUT ROWID;

-- Who waits for an opponent at a worker, as JSON.
ALTER TABLE worker ADD COLUMN lobby TEXT NOT NULL DEFAULT '[]';

-- How a game between people began that is played there now, as a digest; empty: none is.
ALTER TABLE presence ADD COLUMN opening TEXT NOT NULL DEFAULT '';
CREATE INDEX in_play ON presence (opening) WHERE opening <> '';
