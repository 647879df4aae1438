"""What a move would do, and how far pieces reach"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

import numpy as np

from siegeworks.core.bits import numbers_in
from siegeworks.core.contract import Action, Observation
from siegeworks.core.effects import Capture, Effects, SeenStep
from siegeworks.core.scene import Reach
from siegeworks.core.text import counted, listed
from siegeworks.games.siege_master.notation import fortresses, hex_text
from siegeworks.games.siege_master.params import holds, members
from siegeworks.games.siege_master.rules import held
from siegeworks.games.siege_master.state import (
    HEX_WORDS,
    MAX_PLACEMENTS,
    NO_ARMY,
    NOWHERE,
    RED,
    SEAT_NAMES,
)


def preview(params: Any, seen: Observation, action: Action, after: Observation | None) -> Effects:
    """The areas that an army closes and the fortresses that it captures, or the swap (R5, R6)."""
    assert after is not None  # nothing is hidden
    if action > params.placements:
        return Effects()
    if action == params.placements:
        return Effects(swapped(int(held(seen, RED))))
    closed = closed_by(params, seen, after, action)
    captured = names(params, members(seen.neutral & ~after.neutral))
    seat = int(seen.to_act)
    if captured:
        now = fortresses(int(held(after, seat)))
        sentence = f"This army captures {listed(captured)}: you would hold {now}."
    elif closed:
        land = counted(len(closed), "hex", "hexes")
        sentence = f"This army closes off {land} and captures nothing."
    else:
        sentence = "This army captures nothing."
    captures = tuple(Capture(place, SEAT_NAMES[seat]) for place in captured)
    return Effects(sentence, closed=tuple(closed), captures=captures)


def done(params: Any, step: SeenStep) -> Effects:
    """The hexes of an army, the fortresses that it has captured and the areas around them."""
    if step.before.binds == NOWHERE:
        return Effects()
    army = int(step.after.last)
    way = tuple(hex_text(params, hex) for hex in params.path[army])
    captured = members(step.before.neutral & ~step.after.neutral)
    closed: set[int] = set()
    for fortress in captured:
        closed |= closed_area(params, step.after, fortress)
    captures = tuple(Capture(hex_text(params, hex), step.actor) for hex in captured)
    return Effects(way=way, captures=captures, closed=tuple(names(params, closed)))


def swapped(captured: int) -> str:
    """R5: what the swap gains."""
    if not captured:
        return "Red's army becomes yours, and Red moves again."
    return f"Red's army and {fortresses(captured)} become yours, and Red moves again."


def closed_by(params: Any, seen: Observation, after: Observation, army: Action) -> list[str]:
    """R6: the hexes of the areas beside this army into which armies fitted so far."""
    hexes: set[int] = set()
    for start in {
        neighbour for hex in params.path[army] for neighbour in members(params.neighbours[hex])
    }:
        if start not in hexes and not holds(after.walls, start):
            area = closed_area(params, after, start)
            if area and not closed_area(params, seen, start):
                hexes |= area
    return names(params, hexes)


def closed_area(params: Any, seen: Observation, start: int) -> set[int]:
    """R6: the area of this hex; empty if an army fits into it."""
    free, area = as_number(seen.free), set[int]()
    for here in area_of(params, as_number(seen.walls), start):
        if as_number(params.through[here]) & free:
            return set()
        area.add(here)
    return area


# How far pieces reach -----------------------------------------------------------------------------

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


def closed_land(params: Any, seen: Observation) -> list[int]:
    """R6: the hexes of the areas that no army fits into."""
    packed = np.frombuffer(seen.free.tobytes(), np.uint8)
    fits = np.unpackbits(packed, bitorder="little", count=MAX_PLACEMENTS).astype(bool)
    land = (1 << int(params.hexes)) - 1 & ~as_number(seen.walls)
    reached = land & as_number(np.bitwise_or.reduce(params.covers[fits], axis=0))
    closed, near = [*numbers_in(land & ~reached)], neighbours_of(params.neighbours.tobytes())
    while reached:  # from the hexes where armies fit, area by area
        new = [number for number in closed if near[number] & reached]
        reached = sum(1 << number for number in new)
        closed = [number for number in closed if not reached >> number & 1]
    return closed


@lru_cache(16)
def neighbours_of(sets: bytes) -> tuple[int, ...]:
    """By hex of a map, its neighbours as one number; cached, as maps are drawn again and again."""
    return tuple(as_number(row) for row in np.frombuffer(sets, np.uint64).reshape(-1, HEX_WORDS))
