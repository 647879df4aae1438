"""What a seat sees of a position."""

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import product
from typing import Any, NamedTuple

from siegeworks.core.bits import holds, numbers_in
from siegeworks.core.contract import CHANCE, TERMINAL, Observation, Seat
from siegeworks.core.scene import Cell, Piece, Scene, Tray, with_piece
from siegeworks.core.text import capitalized, counted
from siegeworks.games.expansion.knowledge import shown_values
from siegeworks.games.expansion.params import VALUE_TEXTS, name_of, name_of_tile
from siegeworks.games.expansion.rules import (
    in_set_up,
    leader,
    must_pass,
    next_value,
    placed_by_now,
    placing_seat,
    times_before,
)
from siegeworks.games.expansion.state import (
    ACE,
    FIVE,
    MOONS,
    NO_TILE,
    NULL,
    SEAT_NAMES,
    SUNS,
    UNKNOWN,
)

SEAT_TITLES = tuple(map(capitalized, SEAT_NAMES))
FACE_DOWN = "?"  # the text of a minion whose value the viewer does not see
QUIET_WARNING = 30  # moves left from which on a note warns of the end (R8)


def scene(params: Any, seen: Observation) -> Scene:
    """The tiles with their minions, and what each seat has captured and lost."""
    seats = range(len(SEAT_NAMES))
    trays = [captured(params, seen, seat) for seat in seats]
    trays += [  # the minions that have left lie face up beside the board
        Tray("Left the game", minions(seat, int(seen.fallen[seat])), SEAT_NAMES[seat])
        for seat in seats
    ]
    if params.notes and not in_set_up(params, seen) and seen.to_act != TERMINAL:  # else public
        trays += [not_shown(params, seen, seat) for seat in seats]
    texts = tuple(notes(params, seen)), goal(params, seen), task(params, seen)
    return Scene("tiles", drawn(params, seen), tuple(trays), (), *texts)


def drawn(params: Any, seen: Observation) -> tuple[Cell, ...]:
    """The cells: bare, or with the minion there and the seat that captured their tile."""
    board = empty_board(int(params.files), int(params.ranks), int(params.centre))
    cells = list(board.bare)
    for seat in range(len(SEAT_NAMES)):
        for tile in numbers_in(seen.tiles[seat]):
            for number in board.of_tile[tile]:
                cells[number] = board.captured[seat][number]
    for seat in range(len(SEAT_NAMES)):
        for place, piece in minions_of(params, seen, seat):
            number = board.number[place]
            cells[number] = with_piece(cells[number], piece)
    return tuple(cells)


class EmptyBoard(NamedTuple):
    """The cells without minions, in order of place."""

    bare: tuple[Cell, ...]
    captured: tuple[tuple[Cell, ...], ...]  # the same, by the seat that captured their tiles
    number: dict[int, int]  # which cell is at a place
    of_tile: dict[int, list[int]]  # which cells a tile has


@cache
def empty_board(files: int, ranks: int, centre: int) -> EmptyBoard:
    """The board of this size, with the strong lines of its tiles."""
    bare, numbers, of_tile = list[Cell](), dict[int, int](), dict[int, list[int]]()
    for rank, file in product(range(ranks), range(files)):
        place, tile = 8 * rank + file, rank // 2 * (files // 2) + file // 2
        numbers[place] = len(bare)
        of_tile.setdefault(tile, []).append(len(bare))
        sides = ("left" if file % 2 == 0 else "right", "bottom" if rank % 2 == 0 else "top")
        ground = "centre" if tile == centre else "tile"
        where = float(file), float(ranks - 1 - rank)
        bare.append(Cell(name_of(place), *where, ground, border=frozenset(sides)))
    captured = tuple(tuple(cell._replace(seat=seat) for cell in bare) for seat in SEAT_NAMES)
    return EmptyBoard(tuple(bare), captured, numbers, of_tile)


def minion(params: Any, seen: Observation, place: int) -> Piece | None:
    """The minion on a place, with its value if the page shows what the viewer knows."""
    seat = next((seat for seat in (SUNS, MOONS) if holds(seen.cells[seat], place)), None)
    return None if seat is None else dict(minions_of(params, seen, seat))[place]


def minions_of(params: Any, seen: Observation, seat: Seat) -> Iterator[tuple[int, Piece]]:
    """The minions of a seat by their places, with their values if the page shows what the viewer
    knows."""
    name, values, shown = SEAT_NAMES[seat], seen.value.tolist(), int(seen.shown)
    is_told = bool(params.notes) or (in_set_up(params, seen) and placing_seat(params, seen) == seat)
    is_new = seat == seen.viewer and in_set_up(params, seen)
    for place in numbers_in(seen.cells[seat]):
        code = values[place]
        if is_new and code == UNKNOWN:
            yield place, a_minion(name)  # its value is still to be placed
        else:
            known = code != UNKNOWN and is_told
            face_down = not (known and holds(shown, place))
            yield place, a_minion(name, VALUE_TEXTS[code] if known else FACE_DOWN, face_down)


@cache
def a_minion(seat: str, text: str = "", face_down: bool = False) -> Piece:
    return Piece("minion", seat, text, face_down)


def captured(params: Any, seen: Observation, seat: Seat) -> Tray:
    pieces = tiles(int(params.files), seat, int(seen.tiles[seat]))
    note = f"{len(pieces)} of {params.tiles_to_end}"
    return Tray("Captured tiles", pieces, SEAT_NAMES[seat], note)


@lru_cache(4096)
def tiles(files: int, seat: Seat, captured: int) -> tuple[Piece, ...]:
    """The tiles that a seat has captured, on a board with so many files."""
    return tuple(
        Piece("tile", SEAT_NAMES[seat], name_of_tile(files, tile)) for tile in numbers_in(captured)
    )


def not_shown(params: Any, seen: Observation, seat: Seat) -> Tray:
    """The values of a seat that the other has not seen."""
    shown = int(seen.fallen[seat]) | int(shown_values(seen, seat))
    return Tray("Not yet shown", minions(seat, int(params.values) & ~shown), SEAT_NAMES[seat])


@lru_cache(4096)
def minions(seat: Seat, codes: int) -> tuple[Piece, ...]:
    """The minions of a seat whose codes are in the set, highest first."""
    values = [VALUE_TEXTS[code] for code in range(FIVE, NULL - 1, -1) if codes >> code & 1]
    return tuple(a_minion(SEAT_NAMES[seat], value) for value in values)


def goal(params: Any, seen: Observation) -> str:
    """R7, R8: how many tiles end the game, and how many each seat has."""
    most = counted(int(params.tiles_to_end), "tile")
    what = f"First to {most} wins; two minions more than the enemy capture a tile"
    return f"{what}: {tiles_captured(seen)}"


def tiles_captured(seen: Observation) -> str:
    """How many tiles each seat has captured: "Suns 1, Moons 2"."""
    return ", ".join(
        f"{name} {int(seen.tiles[seat]).bit_count()}" for seat, name in enumerate(SEAT_TITLES)
    )


def task(params: Any, seen: Observation) -> str:
    if seen.to_act < 0:
        return ""
    if in_set_up(params, seen):
        return placing_note(params, seen) if seen.viewer == seen.to_act else ""
    if must_pass(seen):
        return "You have no minion left: pass (R5)"
    if not seen.begun:
        return "Walk with a minion; the very first move may not jump (R5)"
    return "Walk with a minion, or jump over one beside it; onto an enemy means combat (R5, R6)"


def notes(params: Any, seen: Observation) -> Iterator[str]:
    """What happens now, and the rules that apply or will soon end the game."""
    if seen.to_act == TERMINAL:
        return
    if in_set_up(params, seen):
        if seen.viewer != seen.to_act:
            yield placing_note(params, seen)
        return
    if seen.to_act == CHANCE:
        yield "The dice decide who begins (R4)"
        return
    if must_pass(seen):
        yield f"The {SEAT_TITLES[int(seen.to_act)]} have no minion left and pass (R5)"
    if times_before(seen) == 1:
        yield "This is the second time for this board; the third ends the game (R8)"
    left = int(params.quiet_to_end) - int(seen.quiet)
    if left <= QUIET_WARNING:
        moves = "move ends" if left == 1 else "moves end"
        yield f"Without combat or capture {left} more {moves} the game (R8)"
    if seen.begun:
        yield standing(params, seen)


def placing_note(params: Any, seen: Observation) -> str:
    seat = int(placing_seat(params, seen))
    if seen.viewer == seen.to_act == seat:
        value = int(next_value(params, seen))
        ace = "an ace takes its enemy with it"
        worth = ace if value == ACE else "the higher value wins a fight"
        due = VALUE_TEXTS[value]
        return f"Choose, in secret, which of your minions is the {due}: {worth} (R3, R6)"
    done = int(placed_by_now(params, seen))
    return f"The {SEAT_TITLES[seat]} are placed, face down: {done} of {params.minions} (R3)"


def standing(params: Any, seen: Observation) -> str:
    """Who would win if the tiles were counted now."""
    suns, moons = (int(seen.tiles[seat]).bit_count() for seat in range(2))
    ahead = int(leader(params, seen))
    if suns != moons:
        most = max(suns, moons)
        why = f"{counted(most, 'tile')} to {min(suns, moons)}"
    else:
        why = f"{counted(suns, 'tile')} each, "
        if holds(seen.tiles[ahead], params.centre):
            why += "and the centre"
        elif params.centre == NO_TILE:
            why += f"and the {SEAT_TITLES[1 - ahead]} began"
        else:
            why += f"nobody holds the centre, and the {SEAT_TITLES[1 - ahead]} began"
    return f"If the game ended now, the {SEAT_TITLES[ahead]} would win: {why} (R9)"
