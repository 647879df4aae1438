"""What a seat has got from one position to a later one, in words. Hints, never rules."""

from __future__ import annotations

from typing import Any

from siegeworks.core.advice import Gain
from siegeworks.core.bits import holds, numbers_in
from siegeworks.core.contract import Observation, Seat
from siegeworks.core.narration import listed
from siegeworks.core.text import counted
from siegeworks.games.expansion.comments import (
    VALUE_NAMES,
    capturable,
    names_of,
    nearest_free_tile,
    standing_on,
)
from siegeworks.games.expansion.params import tile_name
from siegeworks.games.expansion.rules import in_set_up
from siegeworks.games.expansion.state import UNKNOWN

A_TILE = 1.0
A_MINION = 0.5
IN_REACH = 0.3  # a tile that can be captured next
A_LEAD = 0.2
A_STEP = 0.02  # of a minion, towards a tile
A_VALUE = 0.1  # that is known
PLACED = 0.01


def gains(params: Any, before: Observation, after: Observation, seat: Seat) -> list[Gain]:
    """Tiles, minions, leads on tiles, and the way to them."""
    if in_set_up(params, before):
        return placed(params, before, after, seat)
    other = 1 - seat
    tiles = names_of(params, int(after.tiles[seat]) & ~int(before.tiles[seat]))
    beaten = int(before.cells[other]).bit_count() - int(after.cells[other]).bit_count()
    return [
        Gain("tiles", A_TILE * len(tiles), f"capture {named(tiles)}", named(tiles)),
        Gain("minions", A_MINION * beaten, f"take out {counted(beaten, 'minion')}", str(beaten)),
        *next_capture(params, before, after, seat),
        *leads(params, before, after, seat),
        *values_known(before, after, other),
        *way(params, before, after, seat),
    ]


def named(tiles: list[str]) -> str:
    """Tiles by their names."""
    return f"{'tile' if len(tiles) == 1 else 'tiles'} {listed(tiles)}" if tiles else ""


def next_capture(params: Any, before: Observation, after: Observation, seat: Seat) -> list[Gain]:
    """R7: tiles that the seat can capture without combat when it moves next."""
    tiles = names_of(params, capturable(params, after, seat) & ~capturable(params, before, seat))
    words = f"threaten to capture tile {' or '.join(tiles)}"
    return [Gain("threat", IN_REACH, words, f"tile {' or '.join(tiles)}")] if tiles else []


def leads(params: Any, before: Observation, after: Observation, seat: Seat) -> list[Gain]:
    """R7: tiles on which the seat leads and did not before."""
    captured = int(after.tiles[0]) | int(after.tiles[1])
    new = [
        tile_name(params, tile)
        for tile in range(params.tiles)
        if not captured >> tile & 1
        and lead_on(params, after, tile, seat) > 0 >= lead_on(params, before, tile, seat)
    ]
    return [Gain("leads", A_LEAD * len(new), f"take the lead on {named(new)}", f"on {named(new)}")]


def lead_on(params: Any, s: Observation, tile: int, seat: Seat) -> int:
    """How many more minions than the other a seat has on a tile."""
    own, other = int(s.cells[seat]), int(s.cells[1 - seat])
    cells = int(params.tile_cells[tile])
    return (own & cells).bit_count() - (other & cells).bit_count()


def values_known(before: Observation, after: Observation, other: Seat) -> list[Gain]:
    """R6: values of the other's minions that were shown."""
    known = [
        int(s.cells[other] & s.shown).bit_count() + int(s.fallen[other]).bit_count()
        for s in (before, after)
    ]
    more = known[1] - known[0]
    return [Gain("values", A_VALUE * more, f"learn {counted(more, 'hidden value')}", str(more))]


def way(params: Any, before: Observation, after: Observation, seat: Seat) -> list[Gain]:
    """R5: how much nearer the seat's minions are to tiles not captured yet."""
    near = [
        sum(nearest_free_tile(params, s, place)[0] for place in standing_on(params, s.cells[seat]))
        for s in (before, after)
    ]
    steps = near[0] - near[1]
    if int(before.cells[seat]).bit_count() > int(after.cells[seat]).bit_count():
        return []  # the way of who has fallen does not count
    words = f"get {counted(steps, 'step')} closer to uncaptured tiles"
    return [Gain("way", A_STEP * steps, words, counted(steps, "step"))]


def placed(params: Any, before: Observation, after: Observation, seat: Seat) -> list[Gain]:
    """R3: where the next value stands."""
    home = int(before.cells[seat])
    new = [
        place
        for place in numbers_in(home)
        if int(before.value[place]) == UNKNOWN != int(after.value[place])
    ]
    if not new:
        return []
    place = max(new, key=lambda each: int(after.value[each]))
    value = VALUE_NAMES[int(after.value[place])]
    if holds(before.tiles[seat], int(params.tile_of[place])):
        return [Gain("kept back", PLACED, f"keep the {value} safe in the corner", "")]
    tile = tile_name(params, int(params.tile_of[place]))
    return [
        Gain(
            "in front", PLACED, f"begin with the {value} in front on tile {tile}", f"on tile {tile}"
        )
    ]
