"""The store's tests run over both databases."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from siegeworks.server.storage.opening import open_store
from siegeworks.server.storage.sqlite_store import SqliteStore
from siegeworks.server.storage.store import Store


@pytest.fixture
def store(tmp_path: Path, database: str | None) -> Iterator[Store]:
    """A store, of both kinds."""
    store = open_store(tmp_path, database)
    yield store
    store.close()


@pytest.fixture
def sqlite_store(tmp_path: Path) -> Iterator[SqliteStore]:
    """A store in a file."""
    store = SqliteStore(tmp_path)
    yield store
    store.close()
