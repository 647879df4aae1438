"""How far the dice carry each piece (R7)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from siegeworks.core.bits import bit, numbers_in
from siegeworks.core.contract import Observation, Seat
from siegeworks.core.scene import Reach
from siegeworks.core.text import counted
from siegeworks.games.siege_by_number.notation import names
from siegeworks.games.siege_by_number.rules import beside, highest_die, occupied, way
from siegeworks.games.siege_by_number.state import COINS

HIGHEST_DIE = COINS - 1  # steps
MOVED = "It has been chosen this turn, and cannot move again (R7)."
NO_DIE = "No die left can move it."


def reaches(params: Any, seen: Observation) -> Iterator[Reach]:
    """Where each piece on the board can walk with the best die left, or with the best roll."""
    for seat in range(params.seats):
        is_rolled = bool(seen.rolled) and seat == seen.turn
        longest = int(highest_die(seen)) if is_rolled else HIGHEST_DIE
        for number in numbers_in(seen.pieces[seat]):
            piece = 1 << number
            (place,) = names(piece)
            if seat == seen.turn and int(seen.moved) & piece:
                yield Reach(place, (), MOVED)
            elif longest == 0:
                yield Reach(place, (), NO_DIE)
            else:
                spaces = walks(params, seen, seat, number, longest)
                yield Reach(place, tuple(names(spaces)), carried(longest, is_rolled))


def walks(params: Any, seen: Observation, seat: Seat, number: int, longest: int) -> int:
    """R7: the empty spaces that a piece reaches within a number of steps."""
    piece = bit(number)
    empty = params.spaces & ~occupied(seen)
    walkable, reached = way(empty, seen.pieces[seat], seen.commanders, piece), piece
    for _ in range(longest):
        reached |= beside(reached) & walkable
    return int(reached & empty)


def carried(steps: int, is_rolled: bool) -> str:
    """What the dice left, or the best roll, do for a piece."""
    far = counted(steps, "step")
    if is_rolled:
        return f"The highest die left carries it up to {far}."
    return f"The best roll would carry it {far}."
