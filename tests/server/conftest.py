"""What the tests of the server share."""

from __future__ import annotations

import pytest

from siegeworks.server.refusal_log import RefusalLog


@pytest.fixture(autouse=True, scope="session")
def the_loop_compiles_nothing(prepared_games: None) -> None:
    """The servers of these tests compile in their loop, and while they do nobody is answered."""


@pytest.fixture(autouse=True)
def a_log_of_refusals_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """What other tests were refused does not count against the rate."""
    monkeypatch.setattr("siegeworks.server.refusal_log.log", RefusalLog())
