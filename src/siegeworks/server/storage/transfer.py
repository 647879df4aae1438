"""Moving all that is stored from one store to another: tables, people and what they say"""

import asyncio
import shutil
import sqlite3
import tempfile
from collections import Counter
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import NamedTuple

from siegeworks.core.errors import SiegeworksError
from siegeworks.core.text import counted
from siegeworks.server.storage import opening, people_rows
from siegeworks.server.storage.database import Database
from siegeworks.server.storage.group_writer import Conflict
from siegeworks.server.storage.layout import FILE, make_one_file
from siegeworks.server.storage.opening import Progress
from siegeworks.server.storage.people_rows import OF_PEOPLE, OF_SERVERS, OF_TABLES, add_rows
from siegeworks.server.storage.rows import read_whole_table
from siegeworks.server.storage.sqlite_store import SqliteStore
from siegeworks.server.storage.store import Store

SQLITE = b"SQLite format 3\0"  # with which its files begin


class Moved(NamedTuple):
    """What was moved."""

    tables: int
    events: int
    known: int  # tables that were there already, just so
    damaged: dict[str, str]  # tables that could not be read, and why
    different: list[str]  # tables of these names were there already, and are not the same
    accounts: int = 0
    rows: int = 0  # of all else: passkeys, ratings, chat …
    taken: tuple[str, ...] = ()  # names that other accounts have there: no accounts were moved


def export_tables(
    folder: Path, database: str | None, target: Path, progress: Progress = lambda done, of: None
) -> Moved:
    """Copy all tables and accounts of a folder, or of the database with this URL, into a new file,
    an SQLite database.

    Raises:
        SiegeworksError: there are none, or the file exists.
        OSError: it cannot be written.
    """
    opening.check_new_file(target)
    with (
        tempfile.TemporaryDirectory(dir=target.parent, prefix=f".{target.name}.") as own,
        opening.reading(folder, database) as source,
    ):
        moved = _copy(source, SqliteStore(Path(own)), progress)
        with closing(sqlite3.connect(Path(own) / FILE)) as copy:
            make_one_file(copy)
        shutil.move(Path(own) / FILE, target)
    return moved


def import_tables(
    source: Path, folder: Path, database: str | None, progress: Progress = lambda done, of: None
) -> Moved:
    """Copy all tables and accounts of an exported file into a folder that no server uses, or into
    the database with this URL. What is there stays; a table comes whole or not at all, so that this
    can be repeated after it was interrupted.

    Raises:
        SiegeworksError: it was not written by siegeworks, or the target cannot be used.
    """
    if not source.is_file():
        raise SiegeworksError(f"{source}: there is no such file.")
    with source.open("rb") as file:
        if file.read(len(SQLITE)) != SQLITE:
            raise SiegeworksError(f"{source}: this file was not written by siegeworks.")
    with opening.reading(source, None) as tables:
        return _copy(tables, opening.open_store(folder, database), progress)


def _copy(source: Database, target: Store, progress: Progress) -> Moved:
    tables = known = 0
    different: list[str] = []
    target.answer_seconds = None  # a large table takes long, and nobody waits for it
    runner = asyncio.Runner()

    def copy_one(name: str) -> int:
        nonlocal tables, known
        whole = read_whole_table(source, name)
        if whole is None:  # it is being deleted
            return 0
        try:
            is_new = runner.run(target.add_table(whole))
        except Conflict:
            different.append(name)
            return 0
        tables, known = tables + is_new, known + (not is_new)
        return len(whole.events) if is_new else 0

    with runner, closing(target):
        visited = opening.each_table(source, copy_one, progress)
        if visited.complaints:
            raise SiegeworksError(
                f"Only {counted(visited.tables, 'table')} could be read: the file is damaged, and "
                "not all tables can be listed."
            )
        moved = Moved(tables, visited.events, known, visited.damaged, different)
        return runner.run(_copy_people(source, target, moved))


async def _copy_people(source: Database, target: Store, moved: Moved) -> Moved:
    """Copy what is kept beside the tables that were moved."""
    names = list[str]()
    for rows in people_rows.rows_of(source, OF_PEOPLE[0]):
        names += await target.read(partial(people_rows.taken_names, accounts=rows))
    added = Counter[str]()
    for kept in (*OF_SERVERS, *(() if names else OF_PEOPLE), *OF_TABLES):
        for rows in people_rows.rows_of(source, kept):
            job = partial(add_rows, kept=kept, rows=rows, without_tables=moved.different)
            added[kept.name] += await target.write(job)
    accounts = added.pop("account", 0)
    return moved._replace(accounts=accounts, rows=added.total(), taken=tuple(names))
