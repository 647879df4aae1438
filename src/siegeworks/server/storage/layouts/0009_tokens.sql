-- Comments stand outside of what they explain: SQLite stores it with its comments.

-- 1 where a program has taken the seat, which everybody is shown.
ALTER TABLE seat ADD COLUMN is_bot INTEGER NOT NULL DEFAULT 0;
