"""A file that one process at a time may hold."""

from __future__ import annotations

import sqlite3
from pathlib import Path


def hold(path: Path, patience: float = 0) -> sqlite3.Connection:
    """Hold this file until the connection is closed; the system lets it go when the process ends,
    however it ends.

    Args:
        path: made where it is missing.
        patience: seconds to wait for another process that holds it.

    Raises:
        sqlite3.Error: SQLITE_BUSY where another process still holds it; else the disk is full or
            broken, or this is another kind of file.
    """
    lock = sqlite3.connect(path, patience, isolation_level=None, check_same_thread=False)
    try:
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error:
        lock.close()
        raise
    return lock
