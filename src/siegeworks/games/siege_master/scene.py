"""What is seen of a position: everything, for nothing is hidden."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from siegeworks.core.game import CHANCE, TERMINAL, Observation
from siegeworks.core.scene import Cell, Piece, Scene, Tray
from siegeworks.games.siege_master.board import NOWHERE, holds, members
from siegeworks.games.siege_master.notation import (
    NAMES,
    SEATS,
    army_text,
    hex_text,
    owner,
    place_of,
)
from siegeworks.games.siege_master.rules import BLUE, RED, held


def scene(board: Any, seen: Observation) -> Scene:
    """The map with its fortresses and armies; who holds what; what must be done now."""
    cells = tuple(cell(board, seen, number) for number in range(board.hexes))
    chains = tuple(
        tuple(hex_text(board, number) for number in board.path[army])
        for army in members(seen.armies)
    )
    return Scene("hexes", cells, tuple(trays(board, seen)), chains, tuple(notes(board, seen)))


def cell(board: Any, seen: Observation, number: int) -> Cell:
    """One hex: land under an army or bare, or a fortress and who captured it."""
    row, column = place_of(board, number)
    seat = owner(seen, number)
    whose = None if seat is None else SEATS[seat]
    name, x, y = hex_text(board, number), float(column), float(row)
    if holds(seen.walls, number):
        return Cell(name, x, y, "land", piece=Piece("army", whose))
    fortress = seat is not None or holds(seen.neutral, number)
    return Cell(name, x, y, "fortress" if fortress else "land", whose)


def trays(board: Any, seen: Observation) -> Iterator[Tray]:
    """The fortresses of each seat, and those still neutral."""
    for seat in (RED, BLUE):
        fortresses = int(held(seen, seat))
        pieces = (Piece("fortress", SEATS[seat]),) * fortresses
        yield Tray("Fortresses", pieces, SEATS[seat], f"{fortresses} of {board.fortresses}")
    neutral = len(members(seen.neutral))
    yield Tray("Neutral", (Piece("fortress", None),) * neutral, None, f"{neutral} left")


def notes(board: Any, seen: Observation) -> Iterator[str]:
    """What must be done now, and what binds the seat that does it."""
    if seen.to_act == TERMINAL:
        return
    if seen.binds == NOWHERE:
        who = "Chance" if seen.to_act == CHANCE else NAMES[seen.to_act]
        number = len(members(seen.neutral)) + 1
        yield f"{who} places fortress {number} of {board.fortresses} (R3)"
        return
    seat = int(seen.to_act)
    what = "places an army" + (" or swaps (R5)" if seen.may_swap else "")
    if seen.binds == seen.last:
        yield f"{NAMES[seat]} {what}, beside {army_text(board, int(seen.last))} (R7)"
    else:
        yield f"{NAMES[seat]} {what}, anywhere on free land (R4)"
    if seen.captured:
        what = "1 fortress" if seen.captured == 1 else f"{seen.captured} fortresses"
        army = army_text(board, int(seen.last))
        yield f"{NAMES[1 - seat]} captured {what} with {army} (R6)"
