"""How hard a puzzle is: which bots find its solution, and how often"""

from __future__ import annotations

from typing import NamedTuple

from siegeworks.bots.levels import bot_of
from siegeworks.core.contract import Action, State
from siegeworks.core.game import Game
from siegeworks.core.random import new_rng

TRIES = {"weak": 12, "fair": 8, "strong": 4}  # by judge
SELDOM = 1 / 3  # the weak one finds it less often: it is not of grade 1
HALF = 0.5  # the fair one finds it less often: it is of grade 3
SURE = 0.9  # the strong one must find it more often


class Graded(NamedTuple):
    """How hard a puzzle is."""

    grade: int  # 1 to 3
    found_by: dict[str, float]  # by judge: the share of tries in which it plays the solution


def graded(game: Game, state: State, solution: Action, seed: int) -> Graded | None:
    """The grade; None for what no bot finds reliably."""
    seen = game.observe(state, int(state.to_act))

    def found_by(judge: str) -> float:
        hits = 0
        strength = getattr(game.advice.judges, judge)
        stream = 100 * list(TRIES).index(judge)
        for number in range(TRIES[judge]):
            bot = bot_of(game, new_rng(seed, stream + number), strength)
            hits += bot.choose(seen) == solution
        return round(hits / TRIES[judge], 2)

    strong = found_by("strong")
    if strong <= SURE:
        return None
    shares = {"weak": found_by("weak"), "fair": found_by("fair"), "strong": strong}
    grade = 1 if shares["weak"] >= SELDOM else 2 if shares["fair"] >= HALF else 3
    return Graded(grade, shares)
