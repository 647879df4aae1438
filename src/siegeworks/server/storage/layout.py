"""The database file: its SQL tables, its permissions, its layout, and its health"""

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from siegeworks.core.errors import SiegeworksError
from siegeworks.server.storage.checksums import is_damage, row_checksum

PROGRAM = int.from_bytes(b"SGWK")  # SQLite's `application_id`
UNRELEASED = int.from_bytes(b"SIEG")  # in files from before the first release, numbered otherwise
FILE = "tables.sqlite"
LOCK = "server.lock"
COUNT = "tables.count"  # how many transactions were written, stored separately from the database
SQLITE_SUFFIXES = ("-wal", "-shm", "-journal")  # of files that SQLite adds
OWN_FILES = {LOCK, f"{LOCK}-journal", COUNT, FILE, *(FILE + end for end in SQLITE_SUFFIXES)}
WAL_BYTES = 16 << 20  # to which the write-ahead log is truncated once it was emptied

MAX_COMPLAINTS = 20  # of SQLite about one file

SCRIPTS = Path(__file__).with_name("layouts")  # each makes a layout from the one before


class SqliteConnection(sqlite3.Connection):
    """A connection to the file. Only one at a time writes, so that no row needs a lock."""

    lock = ""

    def now(self) -> float:
        """Seconds since 1970: the clock of this machine is the database's."""
        return time.time()

    def notify(self, table: str, version: int) -> None:
        """There is no other worker to tell."""


def connect(path: Path) -> SqliteConnection:
    """A connection for one thread at a time; transactions are begun explicitly.

    Raises:
        SiegeworksError: another version of this program wrote the file, or another program.
        sqlite3.Error: the file cannot be used.
    """
    with _opened(path) as db:
        check_layout(db, path)  # before anything changes a file that is not ours
        db.execute("PRAGMA auto_vacuum = INCREMENTAL")  # for a new file
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        db.execute("PRAGMA foreign_keys = ON")
        db.execute("PRAGMA cell_size_check = ON")  # finds damage early
        db.execute(f"PRAGMA journal_size_limit = {WAL_BYTES}")
        return db


def connect_read_only(path: Path) -> SqliteConnection:
    """A connection that changes nothing; a server may be running meanwhile.

    Raises:
        sqlite3.Error: the file cannot be read.
    """
    uri = f"{path.resolve().as_uri()}?mode=ro"
    with _opened(uri, uri=True) as db:
        db.execute("PRAGMA cell_size_check = ON")
        return db


@contextmanager
def _opened(file: Path | str, *, uri: bool = False) -> Iterator[SqliteConnection]:
    """A connection, which is closed if it cannot be set up."""
    db = sqlite3.connect(
        *(file, 10),
        uri=uri,
        isolation_level=None,
        check_same_thread=False,
        factory=SqliteConnection,
    )
    try:
        yield db
    except BaseException:
        db.close()
        raise


def make_one_file(db: sqlite3.Connection) -> None:
    """Leave a copy that is complete in itself: SQLite would put files beside it that a reader
    cannot remove. A server that uses it changes that again."""
    db.execute("PRAGMA journal_mode = DELETE")


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


def check_layout(db: SqliteConnection, path: Path) -> int:
    """The layout of the file; 0: nothing is written in it yet.

    Raises:
        SiegeworksError: another version of this program wrote the file, or another program.
        sqlite3.Error: the file cannot be read.
    """
    (program,) = db.execute("PRAGMA application_id").fetchone()
    (layout,) = db.execute("PRAGMA user_version").fetchone()
    if program == UNRELEASED:
        raise SiegeworksError(
            f"{path}: written by an earlier version of siegeworks, whose tables this one cannot "
            "read. Start with an empty folder: --data."
        )
    if program not in (0, PROGRAM) or (program == 0 and layout) or layout < 0:
        raise SiegeworksError(f"{path}: this file was not written by siegeworks.")
    if layout > newest_layout():
        raise SiegeworksError(written_by_newer(path, layout))
    return int(layout)


def written_by_newer(where: object, layout: int) -> str:
    """What is said of tables in a layout that this version does not know."""
    return (
        f"{where}: written by a newer version of siegeworks (layout {layout}; this one knows "
        f"{newest_layout()}). Update siegeworks to use it."
    )


def create(db: SqliteConnection, path: Path) -> None:
    """Create the SQL tables of a new file; bring those of an older layout to this one.

    Raises:
        SiegeworksError: a newer version of this program wrote the file, or another program.
        sqlite3.Error: the disk is full or broken.
    """
    layout = check_layout(db, path)
    db.execute(f"PRAGMA application_id = {PROGRAM}")  # first: no layout without it
    for number, script in scripts_after(layout):
        db.executescript(f"BEGIN IMMEDIATE;\n{script}\nPRAGMA user_version = {number};\nCOMMIT;")


def scripts_after(layout: int) -> list[tuple[int, str]]:
    """The numbered scripts `0001_….sql` that bring this layout to the newest, in order, as
    SQLite reads them."""
    numbered = sorted((int(path.name[:4]), path) for path in SCRIPTS.glob("*.sql"))
    return [(number, path.read_text("utf-8")) for number, path in numbered if number > layout]


def newest_layout() -> int:
    """The layout that this version of the program reads and writes."""
    return max(int(path.name[:4]) for path in SCRIPTS.glob("*.sql"))


# Health ------------------------------------------------------------------------------------------


def transactions_of(db: sqlite3.Connection) -> int | None:
    """How many transactions were written to this file; None if the number is damaged.

    Raises:
        sqlite3.DatabaseError: the file cannot be read.
    """
    row = db.execute("SELECT transactions FROM written").fetchone()
    return row[0] if row is not None and isinstance(row[0], int) else None


def complaints_of(db: sqlite3.Connection, *, thorough: bool = False) -> list[str]:
    """What SQLite finds wrong with the structure of the file; `thorough`: with its indexes too."""
    pragma = "integrity_check" if thorough else "quick_check"
    try:
        rows = db.execute(f"PRAGMA {pragma}({MAX_COMPLAINTS})").fetchall()
    except sqlite3.DatabaseError as error:
        if not is_damage(error):
            raise
        return [str(error)]
    lines = (line for (complaint,) in rows for line in str(complaint).splitlines())
    return [line for line in lines if line != "ok" and not line.startswith("***")]


class CountFile:
    """The number of transactions written, in a separate file.

    If SQLite finds its write-ahead log truncated or missing, it continues with what is left, as if
    nothing more had ever been written; this number shows the loss. It is written after each
    transaction without waiting for the disk: after a power cut it may be too small, which causes no
    alarm, but never too large.
    """

    def __init__(self, path: Path) -> None:
        self._file = path.open("r+b", buffering=0)

    def write(self, number: int) -> None:
        """Set it; a failure does not stop the server."""
        with suppress(OSError):
            self._file.seek(0)
            self._file.write(f"{number} {row_checksum(str(number))}".ljust(40).encode())

    def close(self) -> None:
        self._file.close()


def read_count(path: Path) -> int:
    """How many transactions were written, according to that file; 0 if it cannot be read."""
    try:
        text = path.read_bytes()[:64].decode("ascii", "replace").split()
    except OSError:
        return 0
    if len(text) == 2 and text[0].isdigit() and text[1] == str(row_checksum(text[0])):
        return int(text[0])
    return 0
