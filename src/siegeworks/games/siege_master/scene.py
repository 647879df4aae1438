"""What a seat sees of a position: everything, since nothing is hidden."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import numpy as np

from siegeworks.core.contract import CHANCE, TERMINAL, Observation
from siegeworks.core.scene import Cell, Piece, Scene, Tray
from siegeworks.core.text import counted
from siegeworks.games.siege_master.notation import SEAT_TITLES, army_text, place_text
from siegeworks.games.siege_master.params import members
from siegeworks.games.siege_master.rules import held
from siegeworks.games.siege_master.state import BLUE, NOWHERE, RED, SEAT_NAMES


def scene(params: Any, seen: Observation) -> Scene:
    """The map with its fortresses and armies, who holds what, and what to do now."""
    bare = bare_map(params.row.tobytes(), params.column.tobytes())[: params.hexes]
    chains = tuple(
        tuple(bare[number].name for number in params.path[army].tolist())
        for army in members(seen.armies)
    )
    return Scene(
        "hexes", cells(seen, bare), tuple(trays(params, seen)), chains, tuple(notes(params, seen))
    )


@lru_cache(maxsize=16)
def bare_map(rows: bytes, columns: bytes) -> tuple[Cell, ...]:
    """The empty hexes of a map, cached because they are drawn again and again."""
    down, right = np.frombuffer(rows, "i4").tolist(), np.frombuffer(columns, "i4").tolist()
    return tuple(
        Cell(place_text((row, column)), float(column), float(row), "land")
        for row, column in zip(down, right, strict=True)
    )


def cells(seen: Observation, bare: tuple[Cell, ...]) -> tuple[Cell, ...]:
    """The hexes: bare land, land under an army, or a fortress and the seat that captured it."""
    found, walls = list(bare), set(members(seen.walls))
    for number in members(seen.neutral):
        found[number] = on(bare[number], "fortress", None)
    for seat in (RED, BLUE):
        for number in members(seen.owned[seat]):
            if number in walls:
                found[number] = on(bare[number], "land", None, Piece("army", SEAT_NAMES[seat]))
            else:
                found[number] = on(bare[number], "fortress", SEAT_NAMES[seat])
    return tuple(found)


def on(bare: Cell, ground: str, seat: str | None, piece: Piece | None = None) -> Cell:
    """A hex with something on it."""
    return Cell(bare.name, bare.x, bare.y, ground, seat, piece)


def trays(params: Any, seen: Observation) -> Iterator[Tray]:
    """The fortresses of each seat, and those still neutral."""
    for seat in (RED, BLUE):
        fortresses = int(held(seen, seat))
        pieces = (Piece("fortress", SEAT_NAMES[seat]),) * fortresses
        yield Tray("Fortresses", pieces, SEAT_NAMES[seat], f"{fortresses} of {params.fortresses}")
    neutral = len(members(seen.neutral))
    yield Tray("Neutral", (Piece("fortress", None),) * neutral, None, f"{neutral} left")


def notes(params: Any, seen: Observation) -> Iterator[str]:
    """What to do now, and what binds the seat to act."""
    if seen.to_act == TERMINAL:
        return
    if seen.binds == NOWHERE:
        who = "Chance" if seen.to_act == CHANCE else SEAT_TITLES[seen.to_act]
        number = len(members(seen.neutral)) + 1
        yield f"{who} places fortress {number} of {params.fortresses} (R3)"
        return
    seat = int(seen.to_act)
    what = "places an army" + (" or swaps (R5)" if seen.may_swap else "")
    if seen.binds == seen.last:
        yield f"{SEAT_TITLES[seat]} {what}, beside {army_text(params, int(seen.last))} (R7)"
    else:
        yield f"{SEAT_TITLES[seat]} {what}, anywhere on free land (R4)"
    if seen.captured:
        what = counted(int(seen.captured), "fortress", "fortresses")
        army = army_text(params, int(seen.last))
        yield f"{SEAT_TITLES[1 - seat]} captured {what} with {army} (R6)"
