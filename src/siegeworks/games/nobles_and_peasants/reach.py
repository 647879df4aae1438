"""What towers see (R5), and which of them score for a stone at the end (R7)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from siegeworks.core.bits import numbers_in
from siegeworks.core.contract import Observation, Seat
from siegeworks.core.scene import Reach
from siegeworks.games.nobles_and_peasants.params import COLOUR_NAMES, NAMES
from siegeworks.games.nobles_and_peasants.preview import first_tower, sight, tower_owner
from siegeworks.games.nobles_and_peasants.state import NO_STONE, NUM_DIRECTIONS

LAST_SCORE = 2  # for each peasant that a tower sees (R7)


def reaches(params: Any, seen: Observation) -> Iterator[Reach]:
    """The empty circles that each tower sees, and the towers that see each peasant."""
    for seat in range(int(params.seats)):
        for circle in numbers_in(seen.towers[seat]):
            yield in_sight(params, seen, seat, circle)
    for colour in range(NO_STONE + 1, len(COLOUR_NAMES)):
        for circle in numbers_in(seen.stones[colour]):
            yield Reach(NAMES[circle], scored_by(params, seen, colour, circle))


def in_sight(params: Any, seen: Observation, seat: Seat, circle: int) -> Reach:
    """R5, R7: where a stone would score, and what the tower adds at the end."""
    directions = range(NUM_DIRECTIONS)
    circles = {c for d in directions for c in sight(params, seen.all_towers, circle, d)}
    empty = sorted(circles & set(numbers_in(seen.empty)))
    colour = int(params.peasant[seat])
    points = LAST_SCORE * len(circles & set(numbers_in(seen.stones[colour])))
    name = COLOUR_NAMES[colour]
    last = f"At the end it adds {LAST_SCORE} for each {name} stone in its sight: now {points} (R7)."
    return Reach(NAMES[circle], tuple(NAMES[c] for c in empty), last)


def scored_by(params: Any, seen: Observation, colour: int, circle: int) -> tuple[str, ...]:
    """R7: the towers that see this stone and whose peasant it is."""
    ahead = (first_tower(params, seen.all_towers, circle, d) for d in range(NUM_DIRECTIONS))
    owners = {tower: tower_owner(params, seen, tower) for tower in ahead if tower is not None}
    return tuple(
        NAMES[tower]
        for tower, seat in owners.items()
        if seat is not None and params.peasant[seat] == colour
    )
