"""`bench/ratings.py` works out how strong levels are, and how certain that is."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from siegeworks.server.people.ratings.levels import POINTS_OF_LEVELS

FILE = Path(__file__).parents[3] / "bench" / "ratings.py"
GAME = "expansion"


@pytest.fixture(scope="module")
def ratings() -> ModuleType:
    spec = importlib.util.spec_from_file_location("bench_ratings", FILE)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def results(games: int, levels: range) -> str:
    """A section in which every level scores 70%, with an interval of 20 points."""
    rows = "\n".join(
        f"| {GAME} | level:{level} | level:{level - 1} | {games} | 70% (60% to 80%) | … | … | yes |"
        for level in levels
    )
    return f"<!-- levels:begin -->\n{rows}\n<!-- levels:end -->"


def test_a_level_is_the_less_certain_the_farther_it_is_from_level_4(ratings: ModuleType) -> None:
    steps = ratings.measured(results(120, range(2, 9)))[GAME]
    levels = ratings.levels_of(GAME, steps)
    assert not levels.estimated and levels.points[3] == 1500
    errors = levels.uncertainty
    assert errors[0] == errors[6] > errors[1] == errors[5] > errors[2] == errors[4] > errors[3]
    assert errors[7] == max(errors) and errors[3] == 60


def test_a_game_whose_levels_were_not_all_measured_keeps_its_points_as_estimates(
    ratings: ModuleType,
) -> None:
    steps = ratings.measured(results(120, range(2, 8)))[GAME]
    levels = ratings.levels_of(GAME, steps)
    assert levels.estimated and levels.points == POINTS_OF_LEVELS[GAME].points
    measured = ratings.levels_of(GAME, ratings.measured(results(120, range(2, 9)))[GAME])
    assert levels.uncertainty[0] > measured.uncertainty[0]
