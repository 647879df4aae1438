"""The database file: its SQL tables, its permissions, its older layouts."""

from __future__ import annotations

import os
import sqlite3
import time
from contextlib import suppress
from pathlib import Path

from siegeworks.core.errors import SiegeworksError
from siegeworks.server.checksums import first_checksum, next_checksum, row_checksum

LAYOUT = 4  # incremented when SCHEMA changes
FILE = "tables.sqlite"
LOCK = "server.lock"
COUNT = "tables.count"  # how many transactions were written, stored separately from the database
SQLITE_SUFFIXES = ("-wal", "-shm", "-journal")  # of files that SQLite adds
OWN_FILES = {LOCK, f"{LOCK}-journal", COUNT, FILE, *(FILE + end for end in SQLITE_SUFFIXES)}
WAL_BYTES = 16 << 20  # to which the write-ahead log is truncated once it was emptied

SCHEMA = """
CREATE TABLE IF NOT EXISTS game_table (
    id TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    options TEXT NOT NULL,  -- a JSON object
    ruleset INTEGER NOT NULL,
    seats INTEGER NOT NULL,  -- how many
    opened REAL NOT NULL,  -- seconds since 1970
    touched REAL NOT NULL,  -- when somebody was last there, to the hour
    length INTEGER NOT NULL,  -- number of events
    tail INTEGER NOT NULL,  -- the checksum of the last event
    is_gone INTEGER NOT NULL,  -- 1 while its events are being deleted
    row_check INTEGER NOT NULL,
    land TEXT NOT NULL DEFAULT ''  -- the rows of its map, one a line, if it is not a shipped one
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS oldest ON game_table (touched);
CREATE INDEX IF NOT EXISTS going ON game_table (id) WHERE is_gone = 1;
CREATE TABLE IF NOT EXISTS seat (
    game_table TEXT NOT NULL REFERENCES game_table,
    seat INTEGER NOT NULL,
    who TEXT NOT NULL,  -- person, bot, open or friend
    level INTEGER NOT NULL,
    name TEXT NOT NULL,
    color TEXT NOT NULL,
    token_hash BLOB,  -- SHA-256 of the token that proves the seat
    code_hash BLOB UNIQUE,  -- SHA-256 of an invitation's code
    used REAL,  -- roughly when the token was last used, in seconds since 1970
    next_hash BLOB,  -- SHA-256 of the token that replaces it, once it is used
    request_hash BLOB,  -- SHA-256 of the request that took the seat, until its token is used
    row_check INTEGER NOT NULL,
    PRIMARY KEY (game_table, seat)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS event (
    game_table TEXT NOT NULL REFERENCES game_table,
    version INTEGER NOT NULL,  -- from 1 on, without gaps
    kind TEXT NOT NULL,
    actor TEXT NOT NULL,
    token TEXT NOT NULL,
    request TEXT,
    chain INTEGER NOT NULL,  -- the checksum of this event and all before it
    PRIMARY KEY (game_table, version)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX IF NOT EXISTS once ON event (game_table, request) WHERE request IS NOT NULL;
CREATE TABLE IF NOT EXISTS status (  -- of each table: may be missing, and is then made again
    game_table TEXT PRIMARY KEY REFERENCES game_table,
    version INTEGER NOT NULL,  -- the length of the log that it was made from
    moved REAL NOT NULL,  -- when somebody last acted, in seconds since 1970
    turns INTEGER NOT NULL,  -- of the history
    seats TEXT NOT NULL,  -- all names, in turn order, separated by spaces
    to_act TEXT NOT NULL,
    asked TEXT NOT NULL,  -- seats that an offer waits for
    result TEXT NOT NULL,
    ending TEXT NOT NULL,
    row_check INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS written (transactions INTEGER NOT NULL) STRICT;
INSERT INTO written SELECT 0 WHERE NOT EXISTS (SELECT 1 FROM written);
"""

FROM_1_TO_2 = (
    "ALTER TABLE game_table ADD COLUMN seats INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE game_table ADD COLUMN touched REAL NOT NULL DEFAULT 0",
    "ALTER TABLE game_table ADD COLUMN length INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE game_table ADD COLUMN tail INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE game_table ADD COLUMN is_gone INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE game_table ADD COLUMN row_check INTEGER NOT NULL DEFAULT 0",
    "DROP INDEX IF EXISTS newest",
    "DROP INDEX IF EXISTS open_seat",
    "ALTER TABLE seat ADD COLUMN used REAL",
    "ALTER TABLE seat ADD COLUMN next_hash BLOB",
    "ALTER TABLE seat ADD COLUMN request_hash BLOB",
    "ALTER TABLE seat ADD COLUMN row_check INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE event ADD COLUMN chain INTEGER NOT NULL DEFAULT 0",
)
# The checksum of a table without a land stays as it is (rows.py), and so does all damage.
FROM_2_TO_3 = "ALTER TABLE game_table ADD COLUMN land TEXT NOT NULL DEFAULT ''"
WITH_LANDS = 3  # the first layout that has that column; layout 4 only adds an SQL table
WITH_CHECKSUMS = 2  # the first layout that has them


def connect(path: Path) -> sqlite3.Connection:
    """A connection for one thread at a time; transactions are begun explicitly.

    Raises:
        sqlite3.Error: the file cannot be used.
    """
    db = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=10)
    return _configured(
        db,
        "auto_vacuum = INCREMENTAL",  # for a new file; an older one is vacuumed once
        "journal_mode = WAL",
        "synchronous = FULL",
        "foreign_keys = ON",
        "cell_size_check = ON",  # finds damage early
        f"journal_size_limit = {WAL_BYTES}",
    )


def connect_read_only(path: Path) -> sqlite3.Connection:
    """A connection that changes nothing; a server may be running meanwhile.

    Raises:
        sqlite3.Error: the file cannot be read.
    """
    uri = f"{path.resolve().as_uri()}?mode=ro"
    db = sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False, timeout=10)
    return _configured(db, "cell_size_check = ON")


def _configured(db: sqlite3.Connection, *pragmas: str) -> sqlite3.Connection:
    """The connection with these settings; closed if one of them fails."""
    try:
        for pragma in pragmas:
            db.execute(f"PRAGMA {pragma}")
    except sqlite3.Error:
        db.close()
        raise
    return db


def make_private(folder: Path) -> None:
    """Keep other users of this machine from reading the tables in this folder.

    Files become readable by their owner alone. So does the folder, if it is new or contains only
    our own files; otherwise its permissions stay as they are.

    Raises:
        OSError: the folder or a file cannot be used.
    """
    folder.mkdir(0o700, parents=True, exist_ok=True)
    if {path.name for path in folder.iterdir()} <= OWN_FILES:
        _restrict(folder, 0o700)
    for name in (FILE, LOCK, COUNT):
        # SQLite gives its additional files the same permissions as the database.
        os.close(os.open(folder / name, os.O_RDWR | os.O_CREAT, 0o600))
    for path in folder.iterdir():
        if path.name in OWN_FILES:
            _restrict(path, 0o600)


def _restrict(path: Path, mode: int) -> None:
    with suppress(PermissionError):  # it belongs to somebody else, who lets us write here
        path.chmod(mode)


def layout_of(db: sqlite3.Connection) -> int:
    """The layout of the file; 0: it is new."""
    (layout,) = db.execute("PRAGMA user_version").fetchone()
    return int(layout)


def check_layout(layout: int, path: Path) -> None:
    """Can this version read the layout?

    Raises:
        SiegeworksError: a later version of this program wrote the file.
    """
    if not 0 <= layout <= LAYOUT:
        raise SiegeworksError(
            f"{path}: written by another version of siegeworks (layout {layout}; this one knows "
            f"{LAYOUT}). Use that version, or another folder: --data."
        )


def create_or_upgrade(db: sqlite3.Connection, path: Path) -> None:
    """Create the SQL tables of a new file, or upgrade those of an older one.

    Raises:
        SiegeworksError: a later version of this program wrote the file.
        sqlite3.Error: the disk is full or broken.
    """
    layout = layout_of(db)
    check_layout(layout, path)
    if layout == 1:
        _from_1_to_2(db)
    if layout in (1, 2):
        _from_2_to_3(db)
    db.executescript(SCHEMA)
    db.execute(f"PRAGMA user_version = {LAYOUT}")
    if db.execute("PRAGMA auto_vacuum").fetchone() != (2,):
        # Once, for a file of layout 1. Without it, deleting tables does not shrink the file.
        with suppress(sqlite3.Error):
            db.execute("PRAGMA auto_vacuum = INCREMENTAL")
            db.execute("VACUUM")


def _from_1_to_2(db: sqlite3.Connection) -> None:
    """Add checksums; what is there is assumed to be undamaged. All or nothing."""
    db.execute("BEGIN IMMEDIATE")
    try:
        for command in FROM_1_TO_2:
            db.execute(command)
        tables = db.execute("SELECT id, game, options, ruleset, opened FROM game_table").fetchall()
        for table in tables:
            with suppress(sqlite3.DatabaseError):  # damaged: it is refused when somebody opens it
                _add_checksums(db, table)
        db.execute("PRAGMA user_version = 2")
        db.execute("COMMIT")
    except BaseException:
        db.execute("ROLLBACK")
        raise


def _from_2_to_3(db: sqlite3.Connection) -> None:
    """Give every table a land, an empty one. All or nothing."""
    db.execute("BEGIN IMMEDIATE")
    try:
        db.execute(FROM_2_TO_3)
        db.execute("PRAGMA user_version = 3")
        db.execute("COMMIT")
    except BaseException:
        db.execute("ROLLBACK")
        raise


def _add_checksums(db: sqlite3.Connection, row: tuple[str, str, str, int, float]) -> None:
    table, now = row[0], time.time()
    db.execute(  # so that no token without a date expires now
        "UPDATE seat SET used = ? WHERE game_table = ? AND token_hash IS NOT NULL", (now, table)
    )
    seats = db.execute(
        "SELECT seat, who, level, name, color, token_hash, code_hash, used, next_hash, "
        "request_hash FROM seat WHERE game_table = ?",
        (table,),
    )
    found = seats.fetchall()
    for seat in found:
        db.execute(
            "UPDATE seat SET row_check = ? WHERE game_table = ? AND seat = ?",
            (row_checksum(table, *seat), table, seat[0]),
        )
    events = db.execute(
        "SELECT version, kind, actor, token, request FROM event WHERE game_table = ? "
        "ORDER BY version",
        (table,),
    )
    length, tail, chain = 0, first_checksum(table), []
    for version, *event in events:
        length, tail = length + 1, next_checksum(tail, version, event)
        chain.append((tail, table, version))
    db.executemany("UPDATE event SET chain = ? WHERE game_table = ? AND version = ?", chain)
    *head, opened = row
    check = row_checksum(*head, len(found), opened, now, length, tail, 0)
    db.execute(  # so that no table without a date is deleted as unused now
        "UPDATE game_table SET seats = ?, touched = ?, length = ?, tail = ?, row_check = ? "
        "WHERE id = ?",
        (len(found), now, length, tail, check, table),
    )
