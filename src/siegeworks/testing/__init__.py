"""The test kit for games: the laws that hold for every game, whatever its rules are.

A package with a game needs two files in its tests. `facts.py` says what a game's rules do not:

    FACTS = Facts("breakthrough", Path(__file__).parent)

and `test_laws.py` runs every law on it:

    from facts import FACTS
    from siegeworks.testing import GameLaws

    class TestLaws(GameLaws):
        tested = (FACTS,)

Needs pytest and hypothesis. What RULES.md must contain is said in `siegeworks.testing.rulebook`.
"""

import pytest

# Before the laws are imported: their assertions then say what they compared.
pytest.register_assert_rewrite("siegeworks.testing.laws", "siegeworks.testing.walks")

from siegeworks.core.traversal.playouts import random_choice  # noqa: E402
from siegeworks.testing.facts import ActionRange, Facts, Options, Symmetry, next_seats  # noqa: E402
from siegeworks.testing.law import Laws, law  # noqa: E402
from siegeworks.testing.laws import GameLaws  # noqa: E402
from siegeworks.testing.walks import label, law_sets, option_sets, random_walk  # noqa: E402

__all__ = [
    "ActionRange",
    "Facts",
    "GameLaws",
    "Laws",
    "Options",
    "Symmetry",
    "label",
    "law",
    "law_sets",
    "next_seats",
    "option_sets",
    "random_choice",
    "random_walk",
]
