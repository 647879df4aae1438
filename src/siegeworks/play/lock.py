"""A folder that one process at a time may write to."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from siegeworks.core.game import SiegeworksError
from siegeworks.core.lock import hold


def locked(path: Path, taken: str) -> sqlite3.Connection:
    """Hold this file until the connection is closed; the system lets it go when the process ends,
    however it ends.

    Args:
        path: made where it is missing.
        taken: what to say where another process holds it.

    Raises:
        SiegeworksError: it does.
        sqlite3.Error: the disk is full or broken, or this is another kind of file.
    """
    try:
        return hold(path)
    except sqlite3.Error as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
            raise
        raise SiegeworksError(taken) from None
