"""Fixtures for the tests of the command line."""

import pytest


@pytest.fixture(autouse=True, scope="session")
def no_compile_notices(prepared_games: None) -> None:
    """The first use of a game that is not compiled would print a notice on standard error."""
