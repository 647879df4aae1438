"""Fixtures for the server's tests."""

import os
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest

from siegeworks.server.http.logs import RefusalLog
from tests.server.helpers import Greedy
from tests.server.postgresql import CleanDatabases, shared


@pytest.fixture(autouse=True, scope="session")
def prepared_rules(prepared_games: None) -> None:
    """The servers of these tests compile in their loop, and while they do nobody is answered."""


@pytest.fixture(autouse=True)
def fresh_refusal_log(monkeypatch: pytest.MonkeyPatch) -> None:
    """What other tests were refused does not count against the rate."""
    monkeypatch.setattr("siegeworks.server.http.logs.log", RefusalLog())


@pytest.fixture
def quick_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots that need no search to be compiled."""
    monkeypatch.setattr("siegeworks.server.jobs.bot_worker.make_bot", Greedy)


@pytest.fixture
def quick_advice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hints that need no search."""

    async def none(*arguments: Any) -> list[Any]:
        return []

    monkeypatch.setattr("siegeworks.server.jobs.bot_pool.BotPool.hints", none)


@pytest.fixture(scope="session")
def postgresql_server(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The URL of a PostgreSQL that all workers of this test run share."""
    base = tmp_path_factory.getbasetemp()
    alone = "PYTEST_XDIST_WORKER" not in os.environ
    return shared(base if alone else base.parent, os.getpid() if alone else os.getppid())


@pytest.fixture(scope="session")
def clean_databases(postgresql_server: str) -> Iterator[CleanDatabases]:
    """The databases of this worker."""
    with closing(CleanDatabases(postgresql_server)) as databases:
        yield databases


@pytest.fixture
def postgresql(clean_databases: CleanDatabases) -> Iterator[str]:
    """The URL of a database of the test's own, with empty tables."""
    with clean_databases.borrowed() as url:
        yield url


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest) -> str | None:
    """Where the tables are: the URL of a database of the test's own; None: in a file."""
    return request.getfixturevalue("postgresql") if request.param == "postgresql" else None
