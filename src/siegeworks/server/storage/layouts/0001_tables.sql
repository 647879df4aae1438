-- All that a server stores. Times are in seconds since 1970, unless another unit is named. Comments
-- stand above what they explain, as SQLite keeps those inside of a definition.

-- Tables and their logs ---------------------------------------------------------------------------

-- Tables. `options` is a JSON object, `touched` when somebody was last there, to the hour,
-- `length` the number of events and `tail` the checksum of the last one. `is_gone` is 1 while its
-- events are being deleted, and 2 once the host has closed it. `map_rows` are the rows of its map,
-- one a line, if it is not a shipped one. `clock` is in milliseconds: reserve, increment, per
-- move; empty: none.
CREATE TABLE game_table (
    id TEXT COLLATE BINARY PRIMARY KEY,
    game TEXT NOT NULL,
    options TEXT NOT NULL,
    ruleset INTEGER NOT NULL,
    seats INTEGER NOT NULL,
    opened REAL NOT NULL,
    touched REAL NOT NULL,
    length INTEGER NOT NULL,
    tail INTEGER NOT NULL,
    is_gone INTEGER NOT NULL,
    row_check INTEGER NOT NULL,
    map_rows TEXT NOT NULL DEFAULT '',
    clock TEXT NOT NULL DEFAULT ''
) STRICT, WITHOUT ROWID;
CREATE INDEX oldest ON game_table (touched);
CREATE INDEX going ON game_table (id) WHERE is_gone = 1;
CREATE INDEX closed ON game_table (id) WHERE is_gone = 2;

-- Seats. `who` is person, bot, open or friend. Hashes are SHA-256: `key_hash` of the seat key,
-- `code_hash` of an invitation's code, `next_hash` of the seat key that replaces it, once that is
-- used, `request_hash` of the request that took the seat, until its key is used. `used` is roughly
-- when the key was last used. `is_bot` is 1 where a program has taken the seat, which everybody is
-- shown.
CREATE TABLE seat (
    game_table TEXT NOT NULL REFERENCES game_table,
    seat INTEGER NOT NULL,
    who TEXT NOT NULL,
    level INTEGER NOT NULL,
    name TEXT NOT NULL,
    color TEXT NOT NULL,
    key_hash BLOB,
    code_hash BLOB UNIQUE,
    used REAL,
    next_hash BLOB,
    request_hash BLOB,
    row_check INTEGER NOT NULL,
    is_bot INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (game_table, seat)
) STRICT, WITHOUT ROWID;

-- What happened at a table: `version` counts from 1 on, without gaps; `chain` is the checksum of
-- this event and all before it. Where a clock runs, `at` is when, in milliseconds since 1970, and
-- `spent` the milliseconds of thinking that the seat to act was charged.
CREATE TABLE event (
    game_table TEXT NOT NULL REFERENCES game_table,
    version INTEGER NOT NULL,
    kind TEXT NOT NULL,
    actor TEXT NOT NULL,
    token TEXT NOT NULL,
    request TEXT,
    chain INTEGER NOT NULL,
    at INTEGER,
    spent INTEGER,
    PRIMARY KEY (game_table, version)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX once ON event (game_table, request) WHERE request IS NOT NULL;

-- How each table stands; may be missing, and is then made again. `version` is the length of the
-- log that it was made from, `moved` when somebody last acted, `turns` those of the history,
-- `seats` all names, in turn order, separated by spaces, `asked` the seats that an offer waits
-- for.
CREATE TABLE status (
    game_table TEXT PRIMARY KEY REFERENCES game_table,
    version INTEGER NOT NULL,
    moved REAL NOT NULL,
    turns INTEGER NOT NULL,
    seats TEXT NOT NULL,
    to_act TEXT NOT NULL,
    asked TEXT NOT NULL,
    result TEXT NOT NULL,
    ending TEXT NOT NULL,
    row_check INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- When the flag of each table with a running clock falls, unless something happens, in
-- milliseconds since 1970.
CREATE TABLE flag (
    game_table TEXT PRIMARY KEY REFERENCES game_table,
    falls INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX falling ON flag (falls);

-- Times in which some worker could take moves, in milliseconds since 1970.
CREATE TABLE served (
    started INTEGER PRIMARY KEY,
    ended INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE written (transactions INTEGER NOT NULL) STRICT;  -- SQLite only
INSERT INTO written VALUES (0);  -- SQLite only

-- Workers -----------------------------------------------------------------------------------------

-- What only one worker does at a time. `fence` grows with every new holder.
CREATE TABLE lease (
    name TEXT PRIMARY KEY,
    holder TEXT NOT NULL,
    expires REAL NOT NULL,
    fence INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Workers: `seen` is when each stored its last heartbeat, `lobby` who waits for an opponent there,
-- as JSON.
CREATE TABLE worker (
    id TEXT PRIMARY KEY,
    seen REAL NOT NULL,
    lobby TEXT NOT NULL DEFAULT '[]'
) STRICT, WITHOUT ROWID;

-- Who is connected to a table at a worker: `seats` are the numbers of those whose players are,
-- separated by spaces, `watching` the names of spectators who gave one, as a JSON list. `opening`
-- is how a game between people began that is played there now, as a digest; empty: none is.
CREATE TABLE presence (
    worker TEXT NOT NULL,
    game_table TEXT NOT NULL,
    seats TEXT NOT NULL,
    spectators INTEGER NOT NULL,
    opening TEXT NOT NULL DEFAULT '',
    watching TEXT NOT NULL DEFAULT '[]',
    PRIMARY KEY (worker, game_table)
) STRICT, WITHOUT ROWID;
CREATE INDEX present ON presence (game_table);
CREATE INDEX in_play ON presence (opening) WHERE opening <> '';

-- Jobs that clients ask about again and again: `report` is how far it is, as JSON. `is_asked` is 1
-- if a client of another worker has asked since `reported`, `is_stopped` if nobody wants it any
-- more.
CREATE TABLE job (
    name TEXT PRIMARY KEY,
    report BLOB NOT NULL,
    reported REAL NOT NULL,
    is_asked INTEGER NOT NULL,
    is_stopped INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Tables whose seats were changed by a process that does not play there, such as `siegeworks
-- admin`: workers that have one in memory read its seats again. Forgotten after a minute.
CREATE TABLE reseated (
    id TEXT PRIMARY KEY,
    since REAL NOT NULL
) STRICT, WITHOUT ROWID;

-- Networks whose requests are refused, such as 203.0.113.7/32 or 2001:db8::/64, since when.
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

-- Chat and calls ----------------------------------------------------------------------------------

-- What is said at a table, from number 1 on; `seat` is -1 for a spectator, who has a `name`. A
-- line is one of the preset sentences, whose key is stored, or a text. `request` makes a request
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

-- Who is called when it is his turn: a browser that takes pushes (`target` is its subscription, as
-- JSON), or a mail address. `id` is the kind and the SHA-256 of what it is known by, `page` the
-- address that links lead to. A code that confirms a mail address was last sent at `asked`.
CREATE TABLE receiver (
    id TEXT PRIMARY KEY,
    target TEXT NOT NULL,
    page TEXT NOT NULL,
    is_confirmed INTEGER NOT NULL,
    asked REAL NOT NULL,
    called REAL NOT NULL
) STRICT, WITHOUT ROWID;

-- For which seats, as long as `key_hash` is that of the seat: a new seat key ends all calls.
-- `turn` is the version with which the turn began that the receiver was called for last (-1:
-- never), `version` that of the table when this was last looked at, `reminded` the turn for which
-- there was a reminder. `code_hash` is the SHA-256 of the code that confirms it.
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

-- What a seat plays if the others go on as it expects: tokens after the first `after` steps, in
-- turn and separated by spaces. Only its own player sees it.
CREATE TABLE planned_line (
    game_table TEXT NOT NULL REFERENCES game_table,
    seat INTEGER NOT NULL,
    after INTEGER NOT NULL,
    tokens TEXT NOT NULL,
    PRIMARY KEY (game_table, seat)
) STRICT, WITHOUT ROWID;

-- Accounts ----------------------------------------------------------------------------------------

-- Accounts. `skeleton` is the name as it looks (people/accounts/names.py): no two accounts have
-- names that can be mistaken for each other.
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

-- Browsers that are signed in, by the SHA-256 of the token in their cookie; `browser` says which,
-- in words.
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

-- Whose seats these are. `counts` is 1 if the account had the seat from the beginning of the game:
-- only then does the result count for it.
CREATE TABLE seat_owner (
    game_table TEXT NOT NULL REFERENCES game_table,
    seat INTEGER NOT NULL,
    account TEXT NOT NULL REFERENCES account,
    since REAL NOT NULL,
    counts INTEGER NOT NULL,
    PRIMARY KEY (game_table, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX seats_of ON seat_owner (account);

-- Further seat keys, by their SHA-256: for other devices of the seat's owner. They are valid as
-- long as `key_hash` is that of the seat: a new seat key ends them. `made_for` is the session that
-- asked, or empty; its end ends them too.
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
-- deleted. `account` is NULL for a bot, whose `level` is not 0, and for who has none. `place` is 1
-- for the best of `seats`; seats with the same result share a place. `pace` is "" without a clock.
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

-- Personal tokens of accounts, by their SHA-256. `scopes` has a space between any two; `used` is
-- NULL if the token was never used.
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

-- Challenges of accounts to each other, one at most from the first to the second. `options` is a
-- JSON object, `seat` that of the challenger (empty: drawn by lot). Who has the other seats in a
-- game of three or four says `others`: 'open' to anybody, or bots, such as 'level:4'. An accepted
-- challenge is deleted; one that was declined at `declined` (0: not) stays a while.
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
    declined REAL NOT NULL,
    others TEXT NOT NULL DEFAULT ''
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX one_challenge ON game_challenge (challenger, challenged);
CREATE INDEX challenges_to ON game_challenge (challenged);

-- What an account is told: that it was challenged (`about` is the challenge), or that a game waits
-- for it (`about` is the table). `is_called` is 1 once its receivers were called.
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

-- Ratings and tournaments -------------------------------------------------------------------------

-- How strong an account is taken for, in a game at a pace ("quick", "calm", "days"), after so many
-- rated games, the last at `played`: a normal distribution.
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

-- Tables whose games are to count. A game counts once: who sets `counted` (0: not yet) changes the
-- ratings. `refusal` says why a game did not count; empty: it did. From `lowest` to `highest`
-- points one may take an open seat; NULL: anybody may.
CREATE TABLE rated_game (
    game_table TEXT PRIMARY KEY REFERENCES game_table,
    pace TEXT NOT NULL,
    counted REAL NOT NULL,
    refusal TEXT NOT NULL,
    lowest INTEGER,
    highest INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX not_counted ON rated_game (counted);

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

-- Tournaments. `kind` is "round-robin", "swiss" or "arena", `state` "open", "running", "over" or
-- "cancelled". `rounds` is 0 where it follows from who comes; an arena lasts `minutes`. A seat
-- that has not come after `patience` seconds loses.
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

-- The games of a tournament: `seats` are numbers of entrants in turn order, `points` what each
-- got, both separated by spaces. Without points a game is not over, without a table none was
-- opened yet. The table was opened at `opened`; it may be deleted later.
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
CREATE INDEX paired_at ON pairing (game_table);
