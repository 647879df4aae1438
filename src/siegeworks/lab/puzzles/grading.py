"""How hard a puzzle is: which levels of bots find its solution, and how often"""

from __future__ import annotations

from siegeworks.bots.levels import level_bot
from siegeworks.core.contract import Action, State
from siegeworks.core.game import Game
from siegeworks.core.random import new_rng

TRIES = {8: 4, 1: 12, 4: 8}  # by level; the strongest first, which settles most
SELDOM = 1 / 3  # level 1 finds it less often: it is not of grade 1
SURE = 0.9  # level 8 must find it more often if it is not of grade 1


def found_by(game: Game, state: State, solution: Action, seed: int) -> dict[int, float]:
    """By level: the share of tries in which it plays the solution."""
    seen = game.observe(state, int(state.to_act))
    found = {}
    for level, tries in TRIES.items():
        hits = 0
        for number in range(tries):
            bot = level_bot(game, new_rng(seed, 100 * level + number), str(level))
            hits += bot.choose(seen) == solution
        found[level] = round(hits / tries, 2)
    return dict(sorted(found.items()))


def grade_of(found: dict[int, float]) -> int | None:
    """The grade, 1 to 3; None for what no level finds reliably."""
    if found[8] <= SURE:
        return None
    if found[1] >= SELDOM:
        return 1
    return 2 if found[4] >= 0.5 else 3
