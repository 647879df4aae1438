"""Opening the store that the options name."""

from __future__ import annotations

from pathlib import Path

from siegeworks.core.errors import SiegeworksError
from siegeworks.core.extras import how_to_install
from siegeworks.server.storage.sqlite_store import SqliteStore
from siegeworks.server.storage.store import Store


def open_store(folder: Path, database: str | None = None) -> Store:
    """The tables of a PostgreSQL database if one is named, otherwise of an SQLite file in a folder.

    Raises:
        SiegeworksError: they cannot be used, or a package is missing.
    """
    if database is None:
        return SqliteStore(folder)
    try:
        from siegeworks.server.storage.postgresql_store import PostgresqlStore  # noqa: PLC0415
    except ImportError:
        raise SiegeworksError(
            f"--database needs the package psycopg: {how_to_install('psycopg', 'postgresql')}"
        ) from None
    return PostgresqlStore(database)
