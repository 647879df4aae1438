"""Fixtures for the server's tests."""

from __future__ import annotations

import pytest

from siegeworks.server.http.refusal_log import RefusalLog


@pytest.fixture(autouse=True, scope="session")
def prepared_rules(prepared_games: None) -> None:
    """The servers of these tests compile in their loop, and while they do nobody is answered."""


@pytest.fixture(autouse=True)
def fresh_refusal_log(monkeypatch: pytest.MonkeyPatch) -> None:
    """What other tests were refused does not count against the rate."""
    monkeypatch.setattr("siegeworks.server.http.refusal_log.log", RefusalLog())
