-- Comments stand outside of what they explain: SQLite stores it with its comments.

-- 1 where a program has taken the seat, which everybody is shown.
ALTER TABLE seat ADD COLUMN is_bot INTEGER NOT NULL DEFAULT 0;

-- Personal tokens of accounts, by their SHA-256. `scopes` has a space between any two. Times are in
-- seconds since 1970; `used` is NULL if the token was never used.
CREATE TABLE personal_token (
    token_hash BLOB PRIMARY KEY,
    account TEXT NOT NULL REFERENCES account,
    label TEXT NOT NULL,
    scopes TEXT NOT NULL,
    created REAL NOT NULL,
    expires REAL NOT NULL,
    used REAL
) STRICT, WITHOUT ROWID;
CREATE INDEX personal_tokens_of ON personal_token (account);
