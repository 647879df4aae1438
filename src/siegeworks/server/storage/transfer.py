"""Moving tables from one store to another, and reading them while a server uses them."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple

from siegeworks.core.errors import SiegeworksError
from siegeworks.server.storage.checksums import Damaged
from siegeworks.server.storage.database import Database
from siegeworks.server.storage.layout import FILE, check_layout, connect_read_only
from siegeworks.server.storage.opening import open_store, read_postgresql
from siegeworks.server.storage.rows import names_after, read_whole_table
from siegeworks.server.storage.sqlite_store import SqliteStore
from siegeworks.server.storage.store import Conflict, Store

BATCH = 100  # tables that are listed at once
Progress = Callable[[int, int], object]  # called with how much is done, of how much


class Moved(NamedTuple):
    """What was moved."""

    tables: int
    events: int
    known: int  # tables that were there already, just so
    damaged: dict[str, str]  # tables that could not be read, and why
    different: list[str]  # tables of these names were there already, and are not the same


@contextmanager
def reading(folder: Path, database: str | None) -> Iterator[Database]:
    """A snapshot of the tables of a folder or a database, also while a server uses them.

    Raises:
        SiegeworksError: there are none, or they cannot be read.
    """
    if database is not None:
        with read_postgresql(database) as db:
            yield db
        return
    path = folder if folder.is_file() else folder / FILE
    if not path.is_file():
        raise SiegeworksError(f"{path}: there are no tables here. Name another folder: --data.")
    with closing(connect_read_only(path)) as file:
        file.execute("BEGIN")
        if not check_layout(file, path):
            raise SiegeworksError(f"{path}: this file was not written by siegeworks.")
        yield file


def number_of_tables(db: Database) -> int:
    """How many tables there are; with those that are being deleted."""
    return int(db.execute("SELECT count(*) FROM game_table").fetchone()[0])


def export_tables(
    folder: Path, database: str | None, target: Path, progress: Progress = lambda done, of: None
) -> Moved:
    """Copy all tables into a new file, an SQLite database.

    Args:
        folder: of the tables, if they are in a file.
        database: the URL of their database, if they are in one.
        target: the new file.
        progress: told how many tables are done.

    Raises:
        SiegeworksError: there are none, or the file exists.
        OSError: it cannot be written.
    """
    if target.exists():
        raise SiegeworksError(f"{target}: this already exists. Name a new file.")
    with (
        tempfile.TemporaryDirectory(dir=target.parent, prefix=f".{target.name}.") as own,
        reading(folder, database) as source,
    ):
        moved = _copy(source, SqliteStore(Path(own)), progress)
        shutil.move(Path(own) / FILE, target)
    return moved


def import_tables(
    source: Path, folder: Path, database: str | None, progress: Progress = lambda done, of: None
) -> Moved:
    """Copy all tables of an exported file into a folder or a database. What is there stays; a table
    comes whole or not at all, so that this can be repeated after it was interrupted.

    Args:
        source: the file.
        folder: for the tables, if they shall be in a file; no server may use it.
        database: the URL of their database, if they shall be in one.
        progress: told how many tables are done.

    Raises:
        SiegeworksError: it was not written by siegeworks, or the target cannot be used.
    """
    if not source.is_file():
        raise SiegeworksError(f"{source}: there is no such file.")
    with reading(source, None) as tables:
        return _copy(tables, open_store(folder, database), progress)


def _copy(source: Database, target: Store, progress: Progress) -> Moved:
    try:
        return asyncio.run(_copy_all(source, target, progress))
    finally:
        target.close()


async def _copy_all(source: Database, target: Store, progress: Progress) -> Moved:
    total, tables, events, known = number_of_tables(source), 0, 0, 0
    damaged, different = dict[str, str](), list[str]()
    for number, name in enumerate(names(source), 1):
        try:
            whole = read_whole_table(source, name)
            if whole is not None and await target.add_table(whole):
                tables, events = tables + 1, events + len(whole.events)
            elif whole is not None:
                known += 1
        except Damaged as error:
            damaged[name] = error.why
        except Conflict:
            different.append(name)
        progress(number, max(total, number))
    return Moved(tables, events, known, damaged, different)


def names(db: Database) -> Iterator[str]:
    """The names of all tables, in order."""
    last = ""
    while batch := names_after(db, last, BATCH):
        yield from batch
        last = batch[-1]
