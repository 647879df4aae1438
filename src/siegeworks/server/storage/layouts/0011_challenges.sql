-- Comments stand outside of what they explain: SQLite stores it with its comments.

-- Who has the other seats if a challenge is to a game of three or four: 'open' to anybody, or bots, such as
-- 'level:4'.
ALTER TABLE game_challenge ADD COLUMN others TEXT NOT NULL DEFAULT '';

-- Tables whose seats were changed by a process that does not play there, such as `siegeworks admin`: workers that
-- have one in memory read its seats again. Forgotten after a minute.
CREATE TABLE reseated (
    id TEXT PRIMARY KEY,
    since REAL NOT NULL
) STRICT, WITHOUT ROWID;
