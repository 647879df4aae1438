"""What the tests of the command line share."""

from __future__ import annotations

import pytest

from siegeworks.games import NAMES, load
from siegeworks.play.prepare import prepare


@pytest.fixture(autouse=True, scope="session")
def all_games_are_prepared() -> None:
    """Compiled beforehand, or whoever comes first says on standard error that it takes a while."""
    for name in NAMES:
        prepare(load(name))
