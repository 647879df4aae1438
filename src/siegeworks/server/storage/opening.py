"""Opening the store that the options name."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

from siegeworks.core.errors import SiegeworksError
from siegeworks.core.extras import how_to_install
from siegeworks.server.storage.database import Database
from siegeworks.server.storage.sqlite_store import SqliteStore
from siegeworks.server.storage.store import Store


def open_store(folder: Path, database: str | None = None) -> Store:
    """The tables of a PostgreSQL database if one is named, otherwise of an SQLite file in a folder.

    Raises:
        SiegeworksError: they cannot be used, or a package is missing.
    """
    if database is None:
        return SqliteStore(folder)
    with _needs_psycopg():
        from siegeworks.server.storage.postgresql.store import PostgresqlStore  # noqa: PLC0415
    return PostgresqlStore(database)


def read_postgresql(database: str) -> AbstractContextManager[Database]:
    """A snapshot of a PostgreSQL database that nobody writes to.

    Raises:
        SiegeworksError: it cannot be read, or a package is missing.
    """
    with _needs_psycopg():
        from siegeworks.server.storage.postgresql.store import read_only  # noqa: PLC0415
    return read_only(database)


def change_postgresql(database: str) -> AbstractContextManager[Database]:
    """A PostgreSQL database in one transaction, with the tables of the newest layout.

    Raises:
        SiegeworksError: it cannot be used, or a package is missing.
    """
    with _needs_psycopg():
        from siegeworks.server.storage.postgresql.store import in_transaction  # noqa: PLC0415
    return in_transaction(database)


def database_shown(database: str) -> str:
    """A database in words for people, without its password.

    Raises:
        SiegeworksError: it is not an address of a database, or a package is missing.
    """
    with _needs_psycopg():
        from siegeworks.server.storage.postgresql.layout import shown  # noqa: PLC0415
    return shown(database)


@contextmanager
def _needs_psycopg() -> Iterator[None]:
    try:
        yield
    except ImportError:
        raise SiegeworksError(
            f"--database needs the package psycopg: {how_to_install('psycopg', 'postgresql')}"
        ) from None
