"""Checking the stored tables for damage, and backing them up, while a server may be running."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from siegeworks.core.errors import SiegeworksError
from siegeworks.server.storage.checksums import Damaged, is_damage
from siegeworks.server.storage.database import Database
from siegeworks.server.storage.file_health import complaints_of, read_count, transactions_of
from siegeworks.server.storage.layout import (
    COUNT,
    FILE,
    LAYOUT,
    SqliteConnection,
    check_layout,
    connect_read_only,
)
from siegeworks.server.storage.opening import database_shown
from siegeworks.server.storage.rows import check_table, names_after
from siegeworks.server.storage.sqlite_store import UNCOUNTED
from siegeworks.server.storage.transfer import names, number_of_tables, reading

BATCH = 100  # tables that are listed at once
PAGES_BATCH = 1_000  # pages copied between two checks for Ctrl-C
Progress = Callable[[int, int], object]  # called with how much is done, of how much


class Findings(NamedTuple):
    """What is stored, and what of it is damaged."""

    path: str
    layout: int
    tables: int
    events: int
    damaged: dict[str, str]  # tables that cannot be read, and why
    complaints: list[str]  # of SQLite about the file's structure
    lost: int  # transactions that were written and are missing

    @property
    def is_ok(self) -> bool:
        """Nothing is damaged or lost."""
        return not (self.damaged or self.complaints or self.lost)


def check_database(url: str, progress: Progress = lambda done, of: None) -> Findings:
    """Check the tables of a PostgreSQL database for damage.

    Raises:
        SiegeworksError: it cannot be read.
    """
    with reading(Path(), url) as db:
        total, damaged, events = number_of_tables(db), dict[str, str](), 0
        done = 0
        for done, name in enumerate(names(db), 1):
            try:
                events += check_table(db, name)
            except Damaged as error:
                damaged[name] = error.why
            progress(done, max(done, total))
    return Findings(database_shown(url), LAYOUT, done, events, damaged, [], 0)


def check(folder: Path, progress: Progress = lambda done, of: None) -> Findings:
    """Check the tables of this folder for damage.

    Raises:
        SiegeworksError: there are none.
        OSError: they cannot be read.
    """
    path = _database(folder)
    count = read_count(folder / COUNT)  # first, since a server writes it last
    return _check_file(path, count, progress)


def backup(folder: Path, target: Path, progress: Progress = lambda done, of: None) -> Findings:
    """Copy a snapshot of the tables of this folder into a new file, and check the copy for damage.

    Raises:
        SiegeworksError: there are no tables, or the file exists.
        OSError: they cannot be read, or the copy cannot be written.
    """
    path = _database(folder)
    count = read_count(folder / COUNT)  # first, since a server writes it last
    if target.is_dir():
        raise SiegeworksError(f"{target}: this is a folder. Name a new file.")
    if target.exists():
        raise SiegeworksError(f"{target}: this file already exists. Name a new one.")
    handle, name = tempfile.mkstemp(
        dir=target.parent, prefix=f".{target.name}."
    )  # readable by us alone
    os.close(handle)
    part = Path(name)
    try:
        with _read_errors(path):
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
    with closing(connect_read_only(path)) as source, closing(sqlite3.connect(part)) as copy:
        # From here on everything is read from this snapshot, whatever a server writes.
        source.execute("BEGIN")
        source.execute("SELECT count(*) FROM sqlite_master").fetchone()
        source.backup(
            copy,
            pages=PAGES_BATCH,
            progress=lambda status, remaining, total: progress(total - remaining, total),
        )


def _database(folder: Path) -> Path:
    path = folder / FILE
    if not path.is_file():
        raise SiegeworksError(f"{path}: there are no tables here. Name another folder: --data.")
    return path


@contextmanager
def _read_errors(path: Path) -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        raise OSError(0, f"cannot read this file: {error}", str(path)) from None


def _check_file(path: Path, count: int, progress: Progress) -> Findings:
    with _read_errors(path), closing(connect_read_only(path)) as db:
        try:
            db.execute("BEGIN")
            layout = check_layout(db, path)
        except sqlite3.DatabaseError as error:
            if not is_damage(error):
                raise
            # It is no longer an SQLite file.
            return Findings(str(path), 0, 0, 0, {}, [str(error)], 0)
        if not layout:
            raise SiegeworksError(f"{path}: this file was not written by siegeworks.")
        complaints = complaints_of(db, thorough=True)
        return _with_tables(db, Findings(str(path), layout, 0, 0, {}, complaints, count), progress)


def _tables(db: Database) -> int:
    try:
        return int(db.execute("SELECT count(*) FROM game_table").fetchone()[0])
    except sqlite3.DatabaseError:  # SQLite has already complained about it
        return 0


def _with_tables(db: SqliteConnection, findings: Findings, progress: Progress) -> Findings:
    """The findings, with every table checked."""
    total, events, damaged, last = _tables(db), 0, dict(findings.damaged), ""
    done, complaints, lost = 0, list(findings.complaints), 0
    while True:
        try:
            names = names_after(db, last, BATCH)
        except sqlite3.DatabaseError:
            complaints.append("not all tables can be listed")
            break
        if not names:
            break
        last = names[-1]
        for name in names:
            try:
                events += check_table(db, name)
            except Damaged as error:
                damaged[name] = error.why
            except (sqlite3.DatabaseError, ValueError) as error:
                if not is_damage(error):
                    raise
                damaged[name] = "it cannot be read"
            done += 1
            progress(done, max(done, total))
    stored = None
    with suppress(sqlite3.DatabaseError):
        stored = transactions_of(db)
    if stored is None:
        complaints.append(UNCOUNTED)
    else:
        lost = max(0, findings.lost - stored)
    return Findings(findings.path, findings.layout, done, events, damaged, complaints, lost)
