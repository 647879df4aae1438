"""Where each minion can walk or jump (R5)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from siegeworks.core.bits import bit, numbers_in
from siegeworks.core.contract import Observation
from siegeworks.core.scene import Reach
from siegeworks.games.expansion.params import name_of
from siegeworks.games.expansion.rules import in_set_up, targets, turned
from siegeworks.games.expansion.state import KINDS, MOONS, STEPS, SUNS, WALKS

MOVE = "Walks one cell along its rank or file, or jumps over a neighbour in any direction (R5)."
FIRST = "The very first move of the game is a walk of one cell along its rank or file (R5)."


def reaches(params: Any, seen: Observation) -> Iterator[Reach]:
    """The cells that each minion on the board reaches, as if its seat were to act."""
    if in_set_up(params, seen):
        return
    for seat in (SUNS, MOONS):
        acting = seen.copy()
        acting.to_act = seat
        kinds = range(KINDS if seen.begun else WALKS)
        reached = {kind: targets(params, acting, kind) for kind in kinds}
        for place in numbers_in(seen.cells[seat]):
            cells = 0
            for kind, there in reached.items():
                cells |= int(landing(bit(place), kind) & there)
            places = tuple(name_of(cell) for cell in numbers_in(cells))
            yield Reach(name_of(place), places, MOVE if seen.begun else FIRST)


def landing(minion: Any, kind: int) -> Any:
    """Where a walk or a jump of this kind ends."""
    once = turned(minion, STEPS[kind])
    return once if kind < WALKS else turned(once, STEPS[kind])
