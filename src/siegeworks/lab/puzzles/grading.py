"""How hard a puzzle is: which levels of bots find its solution, and how often"""

from __future__ import annotations

from typing import NamedTuple

from siegeworks.bots.levels import level_bot
from siegeworks.core.contract import Action, State
from siegeworks.core.game import Game
from siegeworks.core.random import new_rng

TRIES = {1: 12, 4: 8, 8: 4}  # by level
SELDOM = 1 / 3  # level 1 finds it less often: it is not of grade 1
HALF = 0.5  # level 4 finds it less often: it is of grade 3
SURE = 0.9  # level 8 must find it more often


class Graded(NamedTuple):
    """How hard a puzzle is."""

    grade: int  # 1 to 3
    found_by: dict[int, float]  # by level: the share of tries in which it plays the solution


def graded(game: Game, state: State, solution: Action, seed: int) -> Graded | None:
    """The grade; None for what no level finds reliably."""
    seen = game.observe(state, int(state.to_act))

    def found_by(level: int) -> float:
        hits = 0
        for number in range(TRIES[level]):
            bot = level_bot(game, new_rng(seed, 100 * level + number), str(level))
            hits += bot.choose(seen) == solution
        return round(hits / TRIES[level], 2)

    shares = {8: found_by(8)}
    if shares[8] <= SURE:
        return None
    shares = {1: found_by(1), 4: found_by(4), 8: shares[8]}
    grade = 1 if shares[1] >= SELDOM else 2 if shares[4] >= HALF else 3
    return Graded(grade, shares)
