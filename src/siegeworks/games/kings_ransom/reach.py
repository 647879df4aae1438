"""Which enemy tiles each tile reaches, as far as the viewer knows it (R4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from siegeworks.core.bits import numbers_in
from siegeworks.core.contract import Observation, Seat
from siegeworks.core.scene import Reach
from siegeworks.games.kings_ransom.rules import may_attack, may_reveal, places
from siegeworks.games.kings_ransom.scene import cell_name
from siegeworks.games.kings_ransom.state import (
    ARCHER,
    CAVALRY,
    ENGINEER,
    FACE_UP,
    INFANTRY,
    LAYING,
    PLACES,
    TILES,
)

REACHES_NONE = "From here it reaches no tile."


def reaches(params: Any, seen: Observation) -> Iterator[Reach]:
    """The enemy tiles that each known tile may attack, or turn up as a Spy."""
    if seen.phase == LAYING:
        return
    for seat in range(2):
        attacks, spies = int(may_attack(seen, seat)), int(may_reveal(seen, seat))
        attackers = 0
        for kind in (ARCHER, ENGINEER, CAVALRY, INFANTRY):
            attackers |= int(places(seen, seat, kind))
        hidden = int(places(seen, 1 - seat, TILES)) & ~int(places(seen, 1 - seat, FACE_UP))
        for place in numbers_in(attackers):
            targets = attacked(attacks, place)
            sentence = "" if targets else REACHES_NONE
            yield Reach(cell_name(seat, place), named(1 - seat, targets), sentence)
        for place in numbers_in(spies):
            yield Reach(cell_name(seat, place), named(1 - seat, numbers_in(hidden)))


def attacked(attacks: int, place: int) -> list[int]:
    """R4: the enemy places that the tile here may attack, of all attacks of its seat."""
    ranks = range(PLACES // 4)
    return [4 * rank + place % 4 for rank in ranks if attacks >> PLACES * rank + place & 1]


def named(seat: Seat, places: Iterable[int]) -> tuple[str, ...]:
    """The names of these places of a seat."""
    return tuple(cell_name(seat, place) for place in places)
