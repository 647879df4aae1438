-- Comments stand outside of what they explain: SQLite stores it with its comments.

-- Who may take an open seat of a rated table, in points; NULL: anybody.
ALTER TABLE rated_game ADD COLUMN lowest INTEGER;
ALTER TABLE rated_game ADD COLUMN highest INTEGER;

-- What a rated game has changed: the points of an account before and after it, and how uncertain
-- they were then.
CREATE TABLE rating_change (
    game_table TEXT NOT NULL REFERENCES game_table,
    seat INTEGER NOT NULL,
    account TEXT NOT NULL,
    points_before INTEGER NOT NULL,
    points_after INTEGER NOT NULL,
    uncertainty INTEGER NOT NULL,
    PRIMARY KEY (game_table, seat)
) STRICT, WITHOUT ROWID;

-- Challenges of accounts to each other, one at most from the first to the second. `options` is a JSON
-- object, `seat` that of the challenger (empty: drawn by lot). An accepted challenge is deleted; one
-- that was declined at `declined` (0: not) stays a while. Times are in seconds since 1970.
CREATE TABLE game_challenge (
    id TEXT PRIMARY KEY,
    challenger TEXT NOT NULL REFERENCES account,
    challenged TEXT NOT NULL REFERENCES account,
    game TEXT NOT NULL,
    options TEXT NOT NULL,
    clock TEXT NOT NULL,
    is_rated INTEGER NOT NULL,
    seat TEXT NOT NULL,
    created REAL NOT NULL,
    declined REAL NOT NULL
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX one_challenge ON game_challenge (challenger, challenged);
CREATE INDEX challenges_to ON game_challenge (challenged);

-- What an account is told: that it was challenged (`about` is the challenge), or that a game waits for
-- it (`about` is the table). `is_called` is 1 once its receivers were called.
CREATE TABLE notice (
    account TEXT NOT NULL REFERENCES account,
    kind TEXT NOT NULL,
    about TEXT NOT NULL,
    since REAL NOT NULL,
    is_called INTEGER NOT NULL,
    PRIMARY KEY (account, kind, about)
) STRICT, WITHOUT ROWID;
CREATE INDEX not_called ON notice (is_called, since);

-- Receivers that are called for the notices of an account, and for its games that came by them.
-- `made_for` is the session of a browser, whose end ends them, or empty.
CREATE TABLE called_account (
    receiver TEXT NOT NULL REFERENCES receiver,
    account TEXT NOT NULL REFERENCES account,
    is_confirmed INTEGER NOT NULL,
    code_hash BLOB,
    made_for TEXT NOT NULL,
    PRIMARY KEY (receiver, account)
) STRICT, WITHOUT ROWID;
CREATE INDEX called_for ON called_account (account);
