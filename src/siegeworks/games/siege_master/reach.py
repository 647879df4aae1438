"""How far areas reach, and where the next army must touch the last one (R6, R7)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

import numpy as np

from siegeworks.core.contract import Observation
from siegeworks.core.records import Tables
from siegeworks.core.scene import Reach
from siegeworks.core.text import counted
from siegeworks.games.siege_master.notation import hex_text
from siegeworks.games.siege_master.params import members
from siegeworks.games.siege_master.state import MAX_PLACEMENTS, NO_ARMY

MARKED = 24  # hexes of an area at most: marks on more would cover the board


def reaches(params: Any, seen: Observation) -> Iterator[Reach]:
    """The areas of the neutral fortresses, and where the next army touches the last one."""
    walls = as_number(seen.walls)
    for fortress in members(seen.neutral):
        area = list(area_of(params, walls, fortress))
        marked = names(params, area) if len(area) <= MARKED else []
        yield Reach(hex_text(params, fortress), tuple(marked), size_of(params, seen, area))
    if seen.last != NO_ARMY and seen.binds == seen.last:
        first = hex_text(params, int(params.path[seen.last, 0]))
        yield Reach(first, tuple(names(params, beside_army(params, seen, int(seen.last)))))


def names(params: Any, hexes: Iterable[int]) -> list[str]:
    """The names of these hexes, in the order of the map."""
    return [hex_text(params, hex) for hex in sorted(hexes)]


def as_number(words: Any) -> int:
    """The words of a set as one number."""
    return int.from_bytes(words.tobytes(), "little")


def area_of(params: Any, walls: int, start: int) -> Iterator[int]:
    """R6: the hexes that are reached from this one without crossing an army, one after another."""
    area, ahead = {start}, [start]
    while ahead:
        here = ahead.pop()
        yield here
        near = [other for other in members(params.neighbours[here]) if other not in area]
        new = [other for other in near if not walls >> other & 1]
        area.update(new)
        ahead += new


def size_of(params: Any, seen: Observation, area: list[int]) -> str:
    """R4, R6: how large an area is, and in how many places an army fits into it."""
    fitting = np.bitwise_or.reduce(params.through[area]) & seen.free
    places = counted(len(members(fitting)), "place")
    return f"Its area: {counted(len(area), 'hex', 'hexes')}, and {places} for an army."


def beside_army(params: Any, seen: Observation, army: int) -> list[int]:
    """R7: the free hexes beside an army."""
    near = np.bitwise_or.reduce(params.neighbours[params.path[army]])
    fortresses = seen.neutral | seen.owned[0] | seen.owned[1]
    return members(near & ~seen.walls & ~fortresses)


def closed_land(params: Any, seen: Observation) -> tuple[int, ...]:
    """R6: the hexes of the areas that no army fits into."""
    land = Tables(params.row.tobytes() + params.column.tobytes(), params)
    return _closed_land(land, seen.free.tobytes(), seen.walls.tobytes())


@lru_cache(256)  # a position is drawn again and again
def _closed_land(land: Tables, free: bytes, walls: bytes) -> tuple[int, ...]:
    params = land.params
    fits = np.unpackbits(np.frombuffer(free, np.uint8), bitorder="little", count=MAX_PLACEMENTS)
    open_land = np.bitwise_or.reduce(params.covers[fits.astype(bool)], axis=0)
    walled = members(np.frombuffer(walls, np.uint64))
    rest = set(range(int(params.hexes))) - set(walled) - set(members(open_land))
    reached = {number for number in rest if (params.neighbours[number] & open_land).any()}
    while reached:
        rest -= reached
        near = {other for number in reached for other in members(params.neighbours[number])}
        reached = near & rest
    return tuple(sorted(rest))
