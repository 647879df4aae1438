"""The example for PettingZoo, pettingzoo_monte_carlo.py, beats random play, at a size for tests."""

import pettingzoo  # noqa: F401  (the example needs it: left out where it cannot be had)
import pytest

from tests.adapters.test_learners import example, low_end


@pytest.mark.long  # its own kernel takes ten seconds to compile
def test_a_searching_player_beats_random(capsys: pytest.CaptureFixture[str]) -> None:
    example("pettingzoo_monte_carlo").main(games=16, playouts=200)
    assert low_end(capsys) > 50
