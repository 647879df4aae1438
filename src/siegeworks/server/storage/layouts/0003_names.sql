ALTER TABLE seat RENAME COLUMN token_hash TO key_hash;  -- SHA-256 of the seat key
ALTER TABLE game_table RENAME COLUMN land TO map_rows;
