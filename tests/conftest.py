"""What several folders of tests share."""

from __future__ import annotations

import pytest

from siegeworks.games import NAMES, load
from siegeworks.play.precompile import precompile


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
