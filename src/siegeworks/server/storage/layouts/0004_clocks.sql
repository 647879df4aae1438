ALTER TABLE game_table ADD COLUMN clock TEXT NOT NULL DEFAULT '';  -- milliseconds: reserve, increment, per move; empty: none
ALTER TABLE event ADD COLUMN at INTEGER;  -- where a clock runs: when, in milliseconds since 1970
ALTER TABLE event ADD COLUMN spent INTEGER;  -- milliseconds of thinking that the seat to act was charged
CREATE TABLE flag (  -- of each table where a clock runs
    game_table TEXT PRIMARY KEY REFERENCES game_table,
    falls INTEGER NOT NULL  -- when, unless something happens, in milliseconds since 1970
) STRICT, WITHOUT ROWID;
CREATE INDEX falling ON flag (falls);
CREATE TABLE served (  -- times in which some worker could take moves
    started INTEGER PRIMARY KEY,  -- milliseconds since 1970
    ended INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
