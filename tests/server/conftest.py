"""What the tests of the server share."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True, scope="session")
def the_loop_compiles_nothing(prepared_games: None) -> None:
    """The servers of these tests compile in their loop, and while they do nobody is answered."""
