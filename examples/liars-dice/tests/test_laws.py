"""The laws that hold for every game."""

from facts import FACTS

from siegeworks.testing import GameLaws


class TestLaws(GameLaws):
    """All of them."""

    tested = (FACTS,)
