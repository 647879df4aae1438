"""Opening the stored tables: the store that the options name, or a snapshot of it to read"""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from siegeworks.core.errors import SiegeworksError
from siegeworks.core.extras import how_to_install
from siegeworks.server.runtime.settings import DEFAULTS, StoreLimits
from siegeworks.server.storage.checksums import Damaged, is_damage
from siegeworks.server.storage.database import Database
from siegeworks.server.storage.layout import FILE, check_layout, connect_read_only
from siegeworks.server.storage.rows import names_after
from siegeworks.server.storage.sqlite_store import SqliteStore
from siegeworks.server.storage.store import Store

BATCH = 100  # tables that are listed at once
Progress = Callable[[int, int], object]  # called with how much is done, of how much


class Visited(NamedTuple):
    """What came of visiting every table."""

    tables: int
    events: int  # of all these, as the visits say
    damaged: dict[str, str]  # those that cannot be read, and why
    complaints: list[str]  # about all of them together


def open_store(
    folder: Path, database: str | None = None, limits: StoreLimits = DEFAULTS.store
) -> Store:
    """The tables of a PostgreSQL database if one is named, otherwise of an SQLite file in a folder.

    Raises:
        SiegeworksError: they cannot be used, or a package is missing.
    """
    if database is None:
        return SqliteStore(folder, limits=limits)
    with needs_psycopg():
        from siegeworks.server.storage.postgresql.store import PostgresqlStore  # noqa: PLC0415
    return PostgresqlStore(database, limits)


def database_shown(database: str) -> str:
    """A database in words for people, without its password.

    Raises:
        SiegeworksError: it is not an address of a database, or a package is missing.
    """
    with needs_psycopg():
        from siegeworks.server.storage.postgresql.layout import shown  # noqa: PLC0415
    return shown(database)


@contextmanager
def needs_psycopg() -> Iterator[None]:
    """What is imported here needs that package, and says so if it is missing."""
    try:
        yield
    except ImportError:
        raise SiegeworksError(
            f"--database needs the package psycopg: {how_to_install('psycopg', 'postgresql')}"
        ) from None


@contextmanager
def reading(folder: Path, database: str | None) -> Iterator[Database]:
    """A snapshot of the tables of a folder or its file, or of the database with this URL, while a
    server may be using them.

    Raises:
        SiegeworksError: there are none, they cannot be read, or a package is missing.
        OSError: the file cannot be read.
    """
    if database is not None:
        with needs_psycopg():
            from siegeworks.server.storage.postgresql.store import read_only  # noqa: PLC0415
        with read_only(database) as db:
            yield db
        return
    path = folder if folder.is_file() else existing_file(folder)
    with read_errors(path), closing(connect_read_only(path)) as file:
        file.execute("BEGIN")
        if not check_layout(file, path):
            raise SiegeworksError(f"{path}: this file was not written by siegeworks.")
        yield file


def existing_file(folder: Path) -> Path:
    """The file with the tables of a folder.

    Raises:
        SiegeworksError: there is none.
    """
    path = folder / FILE
    if not path.is_file():
        raise SiegeworksError(f"{path}: there are no tables here. Name another folder: --data.")
    return path


def check_new_file(target: Path) -> None:
    """Can a new file be made here?

    Raises:
        SiegeworksError: there is one, or its folder is missing.
    """
    if target.is_dir():
        raise SiegeworksError(f"{target}: this is a folder. Name a new file.")
    if target.exists():
        raise SiegeworksError(f"{target}: this file already exists. Name a new one.")
    if not target.parent.is_dir():
        raise SiegeworksError(f"{target}: there is no folder {target.parent}. Make it first.")


@contextmanager
def read_errors(path: Path) -> Iterator[None]:
    """SQLite's errors as those of a file.

    Raises:
        SiegeworksError: it is damaged.
        OSError: it cannot be read.
    """
    try:
        yield
    except sqlite3.Error as error:
        if is_damage(error):
            raise SiegeworksError(
                f"{path}: this file is damaged or was not copied whole ({error}). Put a backup in "
                "its place, or copy it again."
            ) from None
        raise OSError(0, f"cannot read this file: {error}", str(path)) from None


def each_table(db: Database, visit: Callable[[str], int], progress: Progress) -> Visited:
    """Visit every table by its name, in order; those whose visit finds damage are noted."""
    total, done, events, last = 0, 0, 0, ""
    with suppress(sqlite3.DatabaseError):  # SQLite complains about it elsewhere
        (total,) = db.execute("SELECT count(*) FROM game_table").fetchone()
    damaged, complaints = dict[str, str](), list[str]()
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
                events += visit(name)
            except Damaged as error:
                damaged[name] = error.why
            except (sqlite3.DatabaseError, ValueError) as error:
                if not is_damage(error):
                    raise
                damaged[name] = "it cannot be read"
            done += 1
            progress(done, max(done, total))
    return Visited(done, events, damaged, complaints)
