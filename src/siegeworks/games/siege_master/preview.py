"""What a move would do"""

from __future__ import annotations

from typing import Any

from siegeworks.core.contract import Action, Observation
from siegeworks.core.effects import Capture, Effects
from siegeworks.core.narration import SeenStep, listed
from siegeworks.core.text import counted
from siegeworks.games.siege_master.notation import hex_text
from siegeworks.games.siege_master.params import holds, members
from siegeworks.games.siege_master.reach import area_of, as_number, names
from siegeworks.games.siege_master.rules import held
from siegeworks.games.siege_master.state import NOWHERE, RED, SEAT_NAMES


def preview(params: Any, seen: Observation, action: Action, after: Observation | None) -> Effects:
    """The areas that an army closes and the fortresses that it captures, or the swap (R5, R6)."""
    assert after is not None  # nothing is hidden
    if action > params.placements:
        return Effects()
    if action == params.placements:
        return Effects(swapped(int(held(seen, RED))))
    closed = closed_by(params, seen, after, action)
    captured = [hex_text(params, hex) for hex in members(seen.neutral & ~after.neutral)]
    seat = int(seen.to_act)
    if captured:
        now = counted(int(held(after, seat)), "fortress", "fortresses")
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
    fortresses = counted(captured, "fortress", "fortresses")
    return f"Red's army and {fortresses} become yours, and Red moves again."


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
