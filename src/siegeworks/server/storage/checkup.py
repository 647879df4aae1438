"""Checking the stored tables for damage, and backing them up, while a server may be running."""

import os
import sqlite3
import tempfile
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from typing import NamedTuple

from siegeworks.core.errors import SiegeworksError
from siegeworks.server.storage import layout, opening
from siegeworks.server.storage.checksums import is_damage
from siegeworks.server.storage.layout import COUNT
from siegeworks.server.storage.opening import Progress
from siegeworks.server.storage.rows import check_table
from siegeworks.server.storage.sqlite_store import UNCOUNTED

PAGES_BATCH = 1_000  # pages copied between two checks for Ctrl-C


class Findings(NamedTuple):
    """What is stored, and what of it is damaged."""

    path: str
    layout: int
    # As `opening.Visited` has them.
    tables: int
    events: int
    damaged: dict[str, str]  # tables that cannot be read, and why
    complaints: list[str]  # of SQLite about the file's structure
    lost: int  # transactions that were written and are missing

    @property
    def is_ok(self) -> bool:
        return not (self.damaged or self.complaints or self.lost)


def check_database(url: str, progress: Progress = lambda done, of: None) -> Findings:
    """Check the tables of a PostgreSQL database for damage.

    Raises:
        SiegeworksError: it cannot be read.
    """
    with opening.reading(Path(), url) as db:
        checked = opening.each_table(db, partial(check_table, db), progress)
    return Findings(opening.database_shown(url), layout.newest_layout(), *checked, lost=0)


def check(folder: Path, progress: Progress = lambda done, of: None) -> Findings:
    """Check the tables of this folder for damage.

    Raises:
        SiegeworksError: there are none.
        OSError: they cannot be read.
    """
    path = opening.existing_file(folder)
    count = layout.read_count(folder / COUNT)  # first, since a server writes it last
    return _check_file(path, count, progress)


def backup(folder: Path, target: Path, progress: Progress = lambda done, of: None) -> Findings:
    """Copy a snapshot of the tables of this folder into a new file, and check the copy for damage.

    Raises:
        SiegeworksError: there are no tables, or the file exists.
        OSError: they cannot be read, or the copy cannot be written.
    """
    path = opening.existing_file(folder)
    count = layout.read_count(folder / COUNT)  # first, since a server writes it last
    opening.check_new_file(target)
    with opening.reading(folder, None):
        pass  # what this version cannot read is not copied
    # Readable by us alone.
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    os.close(handle)
    part = Path(name)
    try:
        with opening.read_errors(path):
            _copy(path, part, progress)
        findings = _check_file(part, count, lambda done, of: None)
        with part.open("rb") as file:
            os.fsync(file.fileno())
        part.replace(target)
    finally:
        for leftover in part.parent.glob(f"{part.name}*"):
            leftover.unlink()
    return findings._replace(path=str(target))


def _copy(path: Path, part: Path, progress: Progress) -> None:
    with closing(layout.connect_read_only(path)) as source, closing(sqlite3.connect(part)) as copy:
        # From here on everything is read from this snapshot, whatever a server writes.
        source.execute("BEGIN")
        source.execute("SELECT count(*) FROM sqlite_master").fetchone()
        source.backup(
            copy,
            pages=PAGES_BATCH,
            progress=lambda status, remaining, total: progress(total - remaining, total),
        )
        layout.make_one_file(copy)


def _check_file(path: Path, count: int, progress: Progress) -> Findings:
    with opening.read_errors(path), closing(layout.connect_read_only(path)) as db:
        try:
            db.execute("BEGIN")
            number = layout.check_layout(db, path)
        except sqlite3.DatabaseError as error:
            if not is_damage(error):
                raise
            return Findings(str(path), 0, 0, 0, {}, [str(error)], 0)  # no SQLite file any more
        if not number:
            raise SiegeworksError(f"{path}: this file was not written by siegeworks.")
        complaints = layout.complaints_of(db, thorough=True)
        checked = opening.each_table(db, partial(check_table, db), progress)
        complaints += checked.complaints
        stored = None
        with suppress(sqlite3.DatabaseError):
            stored = layout.transactions_of(db)
        if stored is None:
            complaints.append(UNCOUNTED)
        lost = 0 if stored is None else max(0, count - stored)
        return Findings(str(path), number, *checked._replace(complaints=complaints), lost=lost)
