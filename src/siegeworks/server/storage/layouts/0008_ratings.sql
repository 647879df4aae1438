-- How strong an account is taken for, in a game at a pace ("quick", "calm", "days"), after so many
-- rated games, the last at `played` (seconds since 1970): a normal distribution.
CREATE TABLE rating (
    account TEXT NOT NULL,
    game TEXT NOT NULL,
    pace TEXT NOT NULL,
    mu REAL NOT NULL,
    sigma REAL NOT NULL,
    games INTEGER NOT NULL,
    played REAL NOT NULL,
    PRIMARY KEY (account, game, pace)
) STRICT, WITHOUT ROWID;
CREATE INDEX best ON rating (game, pace, mu);

-- Tables whose games are to count. A game counts once: who sets `counted` (seconds since 1970; 0:
-- not yet) changes the ratings. `refusal` says why a game did not count; empty: it did.
CREATE TABLE rated_game (
    game_table TEXT PRIMARY KEY REFERENCES game_table,
    pace TEXT NOT NULL,
    counted REAL NOT NULL,
    refusal TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX not_counted ON rated_game (counted);

-- Tournaments. `kind` is "round-robin", "swiss" or "arena", `state` "open", "running", "over" or
-- "cancelled". `rounds` is 0 where it follows from who comes; an arena lasts `minutes`. A seat that
-- has not come after `patience` seconds loses. Times are in seconds since 1970.
CREATE TABLE tournament (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    kind TEXT NOT NULL,
    game TEXT NOT NULL,
    options TEXT NOT NULL,
    seats INTEGER NOT NULL,
    clock TEXT NOT NULL,
    is_rated INTEGER NOT NULL,
    rounds INTEGER NOT NULL,
    minutes INTEGER NOT NULL,
    patience INTEGER NOT NULL,
    opened_by TEXT NOT NULL,
    starts REAL NOT NULL,
    ended REAL NOT NULL,
    state TEXT NOT NULL,
    round INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX tournament_state ON tournament (state, starts);

-- Who plays in a tournament, by order of entry; `rating` are points when it began.
CREATE TABLE entrant (
    tournament TEXT NOT NULL REFERENCES tournament,
    number INTEGER NOT NULL,
    account TEXT NOT NULL,
    rating REAL NOT NULL,
    is_gone INTEGER NOT NULL,
    PRIMARY KEY (tournament, number)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX enters_once ON entrant (tournament, account);

-- The games of a tournament: `seats` are numbers of entrants in turn order, `points` what each got,
-- both separated by spaces. Without points a game is not over, without a table none was opened yet.
-- The table was opened at `opened`; it may be deleted later.
CREATE TABLE pairing (
    tournament TEXT NOT NULL REFERENCES tournament,
    round INTEGER NOT NULL,
    board INTEGER NOT NULL,
    seats TEXT NOT NULL,
    points TEXT NOT NULL,
    game_table TEXT NOT NULL,
    opened REAL NOT NULL,
    PRIMARY KEY (tournament, round, board)
) STRICT, WITHOUT ROWID;
