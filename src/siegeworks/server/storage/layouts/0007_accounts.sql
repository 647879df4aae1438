-- Comments stand outside of what they explain: SQLite stores it with its comments.

-- Accounts. `skeleton` is the name as it looks (people/accounts/names.py): no two accounts have names
-- that can be mistaken for each other. Times are in seconds since 1970.
CREATE TABLE account (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    skeleton TEXT NOT NULL UNIQUE,
    created REAL NOT NULL
) STRICT, WITHOUT ROWID;

-- Passkeys: `rp_id` is the host name for which the browser made it, `public_key` is in COSE, and
-- `sign_count` is what its device counted when it was last used.
CREATE TABLE passkey (
    id BLOB PRIMARY KEY,
    account TEXT NOT NULL REFERENCES account,
    rp_id TEXT NOT NULL,
    public_key BLOB NOT NULL,
    sign_count INTEGER NOT NULL,
    label TEXT NOT NULL,
    created REAL NOT NULL,
    used REAL NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX passkey_of ON passkey (account);

-- What passkeys are asked to sign, once and until `expires`; `account` and `name` say for whom, if
-- that is known.
CREATE TABLE challenge (
    challenge TEXT PRIMARY KEY,
    purpose TEXT NOT NULL,
    account TEXT NOT NULL,
    name TEXT NOT NULL,
    expires REAL NOT NULL
) STRICT, WITHOUT ROWID;

-- Browsers that are signed in, by the SHA-256 of the token in their cookie; `browser` says which, in
-- words.
CREATE TABLE session (
    token_hash BLOB PRIMARY KEY,
    account TEXT NOT NULL REFERENCES account,
    browser TEXT NOT NULL,
    created REAL NOT NULL,
    seen REAL NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX session_of ON session (account);

-- The SHA-256 of codes that sign somebody in once; `used` is when that was.
CREATE TABLE recovery_code (
    account TEXT NOT NULL REFERENCES account,
    code_hash BLOB NOT NULL,
    used REAL,
    PRIMARY KEY (account, code_hash)
) STRICT, WITHOUT ROWID;

-- Links that sign another device in, once and until `expires`; `browser` made it.
CREATE TABLE sign_in_link (
    code_hash BLOB PRIMARY KEY,
    account TEXT NOT NULL REFERENCES account,
    browser TEXT NOT NULL,
    expires REAL NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sign_in_link_of ON sign_in_link (account);

-- Whose seats these are. `counts` is 1 if the account had the seat from the beginning of the game: only
-- then does the result count for it.
CREATE TABLE seat_owner (
    game_table TEXT NOT NULL REFERENCES game_table,
    seat INTEGER NOT NULL,
    account TEXT NOT NULL REFERENCES account,
    since REAL NOT NULL,
    counts INTEGER NOT NULL,
    PRIMARY KEY (game_table, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX seats_of ON seat_owner (account);

-- Further seat keys, by their SHA-256: for other devices of the seat's owner. They are valid as long
-- as `key_hash` is that of the seat: a new seat key ends them. `made_for` is the session that asked, or
-- empty; its end ends them too.
CREATE TABLE further_key (
    further_hash BLOB PRIMARY KEY,
    game_table TEXT NOT NULL REFERENCES game_table,
    seat INTEGER NOT NULL,
    key_hash BLOB NOT NULL,
    made_for TEXT NOT NULL,
    made REAL NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX further_keys_of ON further_key (game_table, seat);
CREATE INDEX further_keys_for ON further_key (made_for) WHERE made_for <> '';

-- How games ended in which accounts took part: a row for each seat. It stays when the table is
-- deleted. `account` is NULL for a bot, whose `level` is not 0, and for who has none. `place` is 1 for
-- the best of `seats`; seats with the same result share a place. `pace` is "" without a clock.
CREATE TABLE result (
    game_table TEXT NOT NULL,
    seat INTEGER NOT NULL,
    account TEXT REFERENCES account,
    level INTEGER NOT NULL,
    game TEXT NOT NULL,
    pace TEXT NOT NULL,
    place INTEGER NOT NULL,
    seats INTEGER NOT NULL,
    finished REAL NOT NULL,
    PRIMARY KEY (game_table, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX results_of ON result (account, finished);
CREATE INDEX results_since ON result (finished);

-- What an account thinks of another: `friend` (they are friends once both say so) or `block`.
CREATE TABLE relation (
    account TEXT NOT NULL REFERENCES account,
    other TEXT NOT NULL REFERENCES account,
    kind TEXT NOT NULL,
    since REAL NOT NULL,
    PRIMARY KEY (account, other)
) STRICT, WITHOUT ROWID;
CREATE INDEX related_to ON relation (other);

-- What browsers keep for their user, such as solved puzzles and settings, as JSON.
CREATE TABLE progress (
    account TEXT PRIMARY KEY REFERENCES account,
    document TEXT NOT NULL,
    version INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
