"""The example for OpenSpiel, openspiel_mcts.py, runs, smaller than as it is shipped."""

import pyspiel  # noqa: F401  (the example needs it: left out where it cannot be had)
import pytest

from tests.adapters.test_learners import example


@pytest.mark.parametrize(
    ("games", "simulations"), [(1, 5), pytest.param(4, 100, marks=pytest.mark.long)]
)
def test_a_search_of_openspiel_plays_and_beats_random_moves(
    games: int, simulations: int, capsys: pytest.CaptureFixture[str]
) -> None:
    module = example("openspiel_mcts")
    module.GAMES, module.SIMULATIONS = games, simulations  # type: ignore[attr-defined]
    module.main()
    words = capsys.readouterr().out.split()
    assert words[:2] == ["search", "won"]
    assert games == 1 or float(words[2]) > games / 2
    assert "interval" in words
