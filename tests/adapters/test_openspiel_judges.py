"""OpenSpiel's own suites pass on our games, as it runs them on its own."""

import random
import unittest
from typing import Any

import numpy as np
import pyspiel
import pytest
from absl import flags

from tests.adapters.openspiel_games import GAMES, SHRUNK
from tests.variants import long_where

every_game = pytest.mark.parametrize("name", GAMES)
SMALLEST = min(SHRUNK, key=lambda name: sum(SHRUNK[name]))
every_shrunk_game = pytest.mark.parametrize(
    "name", long_where(SHRUNK, lambda name: name != SMALLEST)
)


@pytest.fixture(autouse=True)
def _same_dice_every_time() -> None:
    """The suites draw from the global generators."""
    random.seed(1)
    np.random.seed(1)
    if not flags.FLAGS.is_parsed():
        flags.FLAGS(["tests"])


def verdict(base: type, name: str) -> unittest.TestResult:
    """What a class of tests of OpenSpiel's says about a game."""
    case: Any = type("Judge", (base,), {"game": pyspiel.load_game(name), "game_name": name})
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(case).run(result)
    assert result.testsRun >= 5
    return result


# A walk through every seat count takes half a minute; what it looks at is the same with two seats.
@pytest.mark.parametrize("name", long_where(GAMES, lambda name: "seats=" in name))
def test_random_sim_test(name: str) -> None:
    games = 1 if "by_number" in name else 3  # these are long
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=games, serialize=True, verbose=False)


@every_game
def test_sim_game(name: str) -> None:
    from open_spiel.python.tests import games_sim_test  # noqa: PLC0415  (heavy)

    class Simulation(games_sim_test.GamesSimTest):
        """For its one method `sim_game`; its tests are OpenSpiel's own games."""

        def runTest(self) -> None:
            """Asked for by unittest."""

    Simulation().sim_game(pyspiel.load_game(name))


@pytest.fixture
def api_test() -> Any:
    """OpenSpiel's tests of what every game of its promises."""
    from open_spiel.integration_tests import api_test  # noqa: PLC0415  (heavy)

    return api_test


@every_game
def test_api_on_a_part_of_the_tree(name: str, api_test: Any) -> None:
    result = verdict(api_test.EnforceAPIOnPartialTreeBase, name)
    assert not [why for _, why in (*result.failures, *result.errors)]


@every_shrunk_game
def test_api_on_the_full_tree(name: str, api_test: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    *nodes, information_sets = SHRUNK[name]
    monkeypatch.setitem(api_test.TOTAL_NUM_STATES, name, tuple(nodes))
    monkeypatch.setitem(api_test.PERFECT_RECALL_NUM_STATES, name, information_sets)
    result = verdict(api_test.EnforceAPIOnFullTreeBase, name)
    assert not [why for _, why in (*result.failures, *result.errors)]
