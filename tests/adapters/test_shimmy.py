"""Our OpenSpiel games, seen through Shimmy, pass PettingZoo's suite."""

import pyspiel
import pytest
import shimmy

import siegeworks.adapters.openspiel  # noqa: F401  (registers the games)
from siegeworks.games import NAMES
from tests.adapters.judges import api_test

pytestmark = pytest.mark.filterwarnings(
    # Shimmy's own ways: numbers without bounds, and observations that PettingZoo advises against.
    "ignore::UserWarning"
)


@pytest.mark.parametrize("name", NAMES)
def test_api_test_passes_through_shimmy(name: str) -> None:
    game = pyspiel.load_game(f"siegeworks_{name.replace('-', '_')}")
    api_test(shimmy.OpenSpielCompatibilityV0(env=game), num_cycles=60)
