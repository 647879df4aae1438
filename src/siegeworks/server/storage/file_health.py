"""The health of the database file as a whole: its structure, and whether transactions are lost."""

from __future__ import annotations

import sqlite3
from contextlib import suppress
from pathlib import Path

from siegeworks.server.storage.checksums import is_damage, row_checksum

MAX_COMPLAINTS = 20  # of SQLite about one file


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
        """Close the file."""
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
