"""What the tests of the command line share."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True, scope="session")
def nobody_is_told_that_it_takes_a_while(prepared_games: None) -> None:
    """Whoever comes first to a game that is not compiled is told so on standard error."""
