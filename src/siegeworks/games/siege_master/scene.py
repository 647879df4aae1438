"""What a seat sees of a position: everything, since nothing is hidden."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from siegeworks.core.contract import CHANCE, TERMINAL, Observation
from siegeworks.core.maps import place_name
from siegeworks.core.scene import Cell, Piece, Scene, Tray
from siegeworks.games.siege_master.notation import (
    SEAT_TITLES,
    army_text,
    fortresses,
    least_distance,
)
from siegeworks.games.siege_master.params import members
from siegeworks.games.siege_master.preview import closed_land
from siegeworks.games.siege_master.rules import held
from siegeworks.games.siege_master.state import BLUE, NO_ARMY, NOWHERE, RED, SEAT_NAMES


def scene(params: Any, seen: Observation) -> Scene:
    """The map with its fortresses and armies, who holds what, and what to do now."""
    looks = looks_of_map(params.row.tobytes(), params.column.tobytes())[: params.hexes]
    chains = tuple(
        tuple([looks[number].bare.name for number in params.path[army].tolist()])
        for army in members(seen.armies)
    )
    return Scene(
        "hexes",
        cells(params, seen, looks),
        tuple(trays(params, seen)),
        chains,
        tuple(notes(params, seen)),
        goal(params, seen),
        task(params, seen),
    )


class Looks(NamedTuple):
    """All that a hex can look like, but for places where no fortress may stand."""

    bare: Cell
    neutral: Cell  # a fortress that nobody has captured
    captured: tuple[Cell, ...]  # a fortress, by the seat that captured it
    army: tuple[Cell, ...]  # land under an army, by its seat


@lru_cache(maxsize=16)
def looks_of_map(rows: bytes, columns: bytes) -> tuple[Looks, ...]:
    """The looks of the hexes of a map, cached because they are drawn again and again."""
    down, right = np.frombuffer(rows, "i4").tolist(), np.frombuffer(columns, "i4").tolist()
    looks = []
    for row, column in zip(down, right, strict=True):
        where = place_name(row, column), float(column), float(row)
        captured = tuple(Cell(*where, "fortress", seat) for seat in SEAT_NAMES)
        army = tuple(Cell(*where, "land", piece=Piece("army", seat)) for seat in SEAT_NAMES)
        looks.append(Looks(Cell(*where, "land"), Cell(*where, "fortress"), captured, army))
    return tuple(looks)


def cells(params: Any, seen: Observation, looks: tuple[Looks, ...]) -> tuple[Cell, ...]:
    """The hexes: bare land, land under an army, or a fortress and the seat that captured it.

    While the seats place fortresses, the hexes where none may stand are barred (R3). Areas that no
    army fits into are closed (R6).
    """
    cells, walls = [look.bare for look in looks], set(members(seen.walls))
    if seen.to_act >= 0 and (sites := set(members(seen.sites))):
        cells = [cell._replace(barred=number not in sites) for number, cell in enumerate(cells)]
    for number in members(seen.neutral):
        cells[number] = looks[number].neutral
    for seat in (RED, BLUE):
        for number in members(seen.owned[seat]):
            look = looks[number]
            cells[number] = look.army[seat] if number in walls else look.captured[seat]
    for number in closed_land(params, seen):
        cells[number] = closed(cells[number])
    return tuple(cells)


@lru_cache(4096)
def closed(cell: Cell) -> Cell:
    """The same in a closed area; equal ones are the same object."""
    return cell._replace(closed=True)


def trays(params: Any, seen: Observation) -> Iterator[Tray]:
    """The fortresses of each seat, and those still neutral."""
    for seat, name in enumerate(SEAT_NAMES):
        number = int(held(seen, seat))
        pieces = (Piece("fortress", name),) * number
        yield Tray("Fortresses", pieces, name, f"{number} of {params.fortresses}")
    neutral = len(members(seen.neutral))
    yield Tray("Neutral", (Piece("fortress", None),) * neutral, None, f"{neutral} left")


def goal(params: Any, seen: Observation) -> str:
    """R8, R9: how many fortresses decide, and how many each seat holds."""
    most = fortresses(int(params.fortresses) // 2 + 1)
    what = f"The one that captures {most} loses" if params.pacifist else f"First to {most} wins"
    return f"{what}: {standing(seen)}"


def standing(seen: Observation) -> str:
    """How many fortresses each seat holds."""
    return ", ".join(f"{SEAT_TITLES[seat]} {int(held(seen, seat))}" for seat in (RED, BLUE))


def task(params: Any, seen: Observation) -> str:
    """What the seat to act does, and what binds it."""
    if seen.to_act < 0:
        return ""
    if seen.binds == NOWHERE:
        return f"Place {next_fortress(params, seen)}"
    if seen.last == NO_ARMY:
        return "Place an army anywhere on free land (R4)"
    army = army_text(params, int(seen.last))
    if seen.captured:
        what = fortresses(int(seen.captured))
        return f"Place an army anywhere on free land, because the last one captured {what} (R7)"
    if seen.binds != seen.last:
        return "Place an army anywhere on free land, because none fits beside the last one (R7)"
    return f"Place an army beside the last one, {army}, because it captured nothing (R7)"


def next_fortress(params: Any, seen: Observation) -> str:
    number, apart = len(members(seen.neutral)) + 1, least_distance(params, seen)
    where = f", at least {apart} hexes from the others" if apart > 1 else ""
    return f"fortress {number} of {params.fortresses}{where} (R3)"


def notes(params: Any, seen: Observation) -> Iterator[str]:
    """What else may be done, and what comes next."""
    if seen.to_act == TERMINAL:
        return
    if seen.binds == NOWHERE:
        if seen.to_act == CHANCE:
            yield f"Chance places {next_fortress(params, seen)}"
        yield f"After the last fortress, {SEAT_TITLES[RED]} places the first army (R5)"
        return
    if seen.may_swap:
        yield "Or Blue swaps sides: Red's army and what it captured become Blue's (R5)"
