"""What a seat sees of a position."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from siegeworks.core.bits import has
from siegeworks.core.game import CHANCE, TERMINAL, Observation, Seat
from siegeworks.core.scene import Cell, Piece, Scene, Tray
from siegeworks.games.expansion.board import CELLS, SIDE, TILE_NAMES, VALUE_TEXTS, place_of
from siegeworks.games.expansion.rules import (
    CENTRE,
    FIVE,
    MINIONS,
    NULL,
    QUIET_TO_END,
    SEATS,
    SET_UP_STEPS,
    TILES,
    TILES_TO_END,
    UNKNOWN,
    in_set_up,
    leader,
    must_pass,
    next_value,
    placing_seat,
    shown_values,
    still_to_place,
    times_before,
)

FACE_DOWN = "?"  # a minion whose value the viewer does not see
QUIET_WARNING = 30  # so many moves before the end is near (R8)


def scene(board: Any, seen: Observation) -> Scene:
    """The tiles with their minions, and what each seat has captured and lost."""
    cells = tuple(cell(board, seen, name) for name in CELLS)
    seats = range(len(SEATS))
    trays = [captured(seen, seat) for seat in seats] + [left_the_game(seen, seat) for seat in seats]
    if board.notes and seen.placed == SET_UP_STEPS:
        trays += [not_shown(seen, seat) for seat in seats]
    return Scene("tiles", cells, tuple(trays), notes=tuple(notes(seen)))


def cell(board: Any, seen: Observation, name: str) -> Cell:
    """One cell, with the strong lines of its tile."""
    place = place_of(name)
    file, rank = place % 8, place // 8
    tile = int(board.tile_of[place])
    owner = next((seat for i, seat in enumerate(SEATS) if has(seen.tiles[i], tile)), None)
    sides = ("left" if file % 2 == 0 else "right", "bottom" if rank % 2 == 0 else "top")
    ground = "centre" if tile == CENTRE else "tile"
    piece = minion(board, seen, place)
    return Cell(name, float(file), float(SIDE - 1 - rank), ground, owner, piece, frozenset(sides))


def minion(board: Any, seen: Observation, place: int) -> Piece | None:
    """The minion on a place: with its value where the page shows what the viewer knows."""
    for seat, name in enumerate(SEATS):
        if has(seen.cells[seat], place):
            code = int(seen.value[place])
            if seat == seen.viewer and in_set_up(seen) and code == UNKNOWN:
                return Piece("minion", name)  # its value is still to be placed
            known = board.notes and code != UNKNOWN
            face_down = not (known and has(seen.shown, place))
            return Piece("minion", name, VALUE_TEXTS[code] if known else FACE_DOWN, face_down)
    return None


def captured(seen: Observation, seat: Seat) -> Tray:
    """The tiles of a seat."""
    tiles = [TILE_NAMES[tile] for tile in range(TILES) if has(seen.tiles[seat], tile)]
    pieces = tuple(Piece("tile", SEATS[seat], name) for name in tiles)
    return Tray("Captured tiles", pieces, SEATS[seat], f"{len(tiles)} of {TILES_TO_END}")


def left_the_game(seen: Observation, seat: Seat) -> Tray:
    """The minions of a seat that are out: they lie face up beside the board."""
    return Tray("Left the game", minions(seat, int(seen.fallen[seat])), SEATS[seat])


def not_shown(seen: Observation, seat: Seat) -> Tray:
    """The values of a seat that the other has not seen."""
    shown = int(seen.fallen[seat]) | int(shown_values(seen, seat))
    return Tray("Not yet shown", minions(seat, ~shown), SEATS[seat])


def minions(seat: Seat, codes: int) -> tuple[Piece, ...]:
    """The minions of a seat whose codes are in the set, highest first."""
    values = [VALUE_TEXTS[code] for code in range(FIVE, NULL - 1, -1) if codes >> code & 1]
    return tuple(Piece("minion", SEATS[seat], value) for value in values)


def notes(seen: Observation) -> Iterator[str]:
    """What must be done now, and the rules that bind or soon end the game."""
    if seen.to_act == TERMINAL:
        return
    if in_set_up(seen):
        yield placing_note(seen)
        return
    if seen.to_act == CHANCE:
        yield "The dice say who begins (R4)"
        return
    if not seen.begun:
        yield "The very first move is a walk, no jump (R5)"
    if must_pass(seen):
        yield f"The {SEATS[int(seen.to_act)]} have no minion left and pass (R5)"
    if board_was_before(seen):
        yield "This board is here for the second time; the third ends the game (R8)"
    if seen.quiet >= QUIET_TO_END - QUIET_WARNING:
        left = QUIET_TO_END - int(seen.quiet)
        moves = "move ends" if left == 1 else "moves end"
        yield f"Without combat or capture {left} more {moves} the game (R8)"
    if seen.begun:
        yield standing(seen)


def placing_note(seen: Observation) -> str:
    """Who places, and what."""
    seat = int(placing_seat(seen))
    if seen.viewer == seen.to_act == seat:
        return f"Place your {VALUE_TEXTS[next_value(seen)]} on one of your cells (R3)"
    done = MINIONS - int(still_to_place(seen))
    return f"The {SEATS[seat]} are placed, face down: {done} of {MINIONS} (R3)"


def board_was_before(seen: Observation) -> bool:
    """Is the board here for the second time?"""
    return bool(times_before(seen) == 1)


def standing(seen: Observation) -> str:
    """Who would win if the tiles were counted now."""
    suns, moons = (int(seen.tiles[seat]).bit_count() for seat in range(2))
    ahead = int(leader(seen))
    if suns != moons:
        why = f"{max(suns, moons)} tiles to {min(suns, moons)}"
    else:
        why = f"{suns} {'tile' if suns == 1 else 'tiles'} each, "
        if has(seen.tiles[ahead], CENTRE):
            why += "and the centre"
        else:
            why += f"nobody holds the centre, and the {SEATS[1 - ahead]} began"
    return f"Counted now, the {SEATS[ahead]} would win: {why} (R9)"
