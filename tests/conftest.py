"""What several folders of tests share."""

from __future__ import annotations

from importlib.metadata import EntryPoint, entry_points

import pytest

from siegeworks import games
from siegeworks.games import NAMES, load
from siegeworks.play.precompile import precompile

# Games that happen to be installed are not tested here; packages that a test makes are.
INSTALLED = frozenset(entry_points(group=games.GROUP))


def made_by_tests(group: str) -> list[EntryPoint]:
    """The entry points that were not there when the tests began."""
    return [entry for entry in entry_points(group=group) if entry not in INSTALLED]


games.entry_points = made_by_tests  # type: ignore[assignment]
games._installed.cache_clear()


@pytest.fixture(scope="session")
def prepared_games() -> None:
    """All games are compiled beforehand: who comes first waits no longer than the others."""
    for name in NAMES:
        precompile(load(name))


@pytest.fixture(scope="session")
def prepared_searches() -> None:
    """All games are compiled beforehand, and their searches too."""
    for name in NAMES:
        precompile(load(name), with_search=True)
