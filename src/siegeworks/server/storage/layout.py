"""The database file: its SQL tables, its permissions, its layout."""

from __future__ import annotations

import os
import sqlite3
from contextlib import suppress
from pathlib import Path

from siegeworks.core.errors import SiegeworksError

LAYOUT = 1  # incremented when SCHEMA changes
PROGRAM = int.from_bytes(b"SIEG")  # SQLite's `application_id`
UNMARKED_LAYOUTS = range(1, 5)  # numbers in files from before the first release, without PROGRAM
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


def connect(path: Path) -> sqlite3.Connection:
    """A connection for one thread at a time; transactions are begun explicitly.

    Raises:
        sqlite3.Error: the file cannot be used.
    """
    db = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=10)
    return _configured(
        db,
        "auto_vacuum = INCREMENTAL",  # for a new file
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


def check_layout(db: sqlite3.Connection, path: Path) -> int:
    """The layout of the file; 0: nothing is written in it yet.

    Raises:
        SiegeworksError: another version of this program wrote the file, or another program.
        sqlite3.Error: the file cannot be read.
    """
    (program,) = db.execute("PRAGMA application_id").fetchone()
    (layout,) = db.execute("PRAGMA user_version").fetchone()
    if program == 0 and layout in UNMARKED_LAYOUTS:
        raise SiegeworksError(
            f"{path}: written by an earlier version of siegeworks, whose tables this one cannot "
            "read. Start with an empty folder: --data."
        )
    if program not in (0, PROGRAM) or (program == 0 and layout):
        raise SiegeworksError(f"{path}: this file was not written by siegeworks.")
    if not 0 <= layout <= LAYOUT:
        raise SiegeworksError(
            f"{path}: written by another version of siegeworks (layout {layout}; this one knows "
            f"{LAYOUT}). Use that version, or another folder: --data."
        )
    return int(layout)


def create(db: sqlite3.Connection, path: Path) -> None:
    """Create the SQL tables of a new file; those of an existing one are left alone.

    Raises:
        SiegeworksError: another version of this program wrote the file, or another program.
        sqlite3.Error: the disk is full or broken.
    """
    check_layout(db, path)
    db.executescript(SCHEMA)
    db.execute(f"PRAGMA application_id = {PROGRAM}")  # first: no layout without it
    db.execute(f"PRAGMA user_version = {LAYOUT}")
