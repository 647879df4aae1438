"""The constant tables that the rules of Expansion look things up in."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from siegeworks.core.records import blank_record
from siegeworks.games.expansion.state import ACE, KINDS, NO_TILE, PARAMS, QUIET_TO_END, WALKS

# R1 Board
FILES, RANKS = "abcdef", "123456"
VALUE_TEXTS = "?0A2345"  # by code of value
ALL_VALUES = "5432A0"  # R3: in the order of placing

# R2: the cells of the suns, one for each minion; on boards without rank 3, c2 replaces a3.
HOMES = ("a1", "b1", "a2", "b2", "c1", "a3", "c2")

# The step of each kind of move, in files and ranks, in the order of state.STEPS.
DIRECTIONS = (
    *((1, 0), (0, 1), (-1, 0), (0, -1)),
    *((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)),
)


def place_of(cell: str) -> int:
    """The place of a cell that is on the board."""
    return 8 * RANKS.index(cell[1]) + FILES.index(cell[0])


def name_of(place: int) -> str:
    """The name of the cell at a place of the board."""
    return FILES[place % 8] + RANKS[place // 8]


def places(params: Any) -> Iterator[int]:
    """All places on the board, ascending."""
    for rank in range(params.ranks):
        yield from range(8 * rank, 8 * rank + int(params.files))


def cells(params: Any) -> tuple[str, ...]:
    """The names of all cells, in order of place."""
    return tuple(name_of(place) for place in places(params))


def homes(params: Any, seat: int) -> tuple[str, ...]:
    """R2: the cells where the minions of a seat stand at the start, in order."""
    return tuple(name_of(int(place)) for place in params.home[seat, : params.minions])


def tile_name(params: Any, tile: int) -> str:
    """A tile is named by its lower left cell."""
    return name_of_tile(int(params.files), tile)


def name_of_tile(files: int, tile: int) -> str:
    rank, file = divmod(tile, files // 2)
    return name_of(16 * rank + 2 * file)


def values(params: Any) -> str:
    """R3: the values of a seat's minions, in the order of placing."""
    return "".join(VALUE_TEXTS[code] for code in reversed(params.codes[: params.minions]))


def make_params(
    random: bool = False,
    notes: bool = True,
    tiles: tuple[int, int] = (3, 3),
    values: str = ALL_VALUES,
    quiet: int = QUIET_TO_END,
) -> Any:
    """The constant tables of the game with these options, as one record.

    Args:
        random: chance gives the minions their values.
        notes: the page shows what the player knows.
        tiles: from left to right and from bottom to top.
        values: of a seat's minions, in the order of placing.
        quiet: how many moves in a row without combat and capture end the game.
    """
    params = blank_record(PARAMS)
    params.random = random
    params.notes = notes
    lay_tiles(params, *tiles)
    params.quiet_to_end = quiet
    params.minions = len(values)
    params.set_up_steps = 2 * len(values)
    params.homes = (1 << len(values)) - 1
    for i, value in enumerate(reversed(values)):
        params.codes[i] = VALUE_TEXTS.index(value)
        params.values |= np.uint64(1 << params.codes[i])
    stand_minions(params)
    number_moves(params)
    params.first_placing = params.passing + 1
    params.first_is = params.set_up_steps * params.minions
    return params


def lay_tiles(params: Any, wide: int, high: int) -> None:
    """R1: lay this many tiles of four cells from left to right and from bottom to top."""
    params.files, params.ranks, params.tiles = 2 * wide, 2 * high, wide * high
    params.centre = params.tiles // 2 if wide % 2 and high % 2 else NO_TILE
    params.tiles_to_end = params.tiles // 2 + 1
    for digit, place in enumerate(places(params)):
        tile = place // 16 * wide + place % 8 // 2
        params.tile_of[place] = tile
        params.tile_cells[tile] |= np.uint64(1 << place)
        params.on_board |= np.uint64(1 << place)
        for seat in range(2):
            params.digit[seat, place] = (seat + 1) * 3**digit


def stand_minions(params: Any) -> None:
    """R2: the suns start bottom left, the moons on the same cells with the board turned by 180°."""
    last = 8 * (int(params.ranks) - 1) + int(params.files) - 1
    on_board = [place_of(cell) for cell in HOMES if cell in cells(params)]
    for home, place in enumerate(on_board[: params.minions]):
        params.home[:, home] = place, last - place
    for seat in range(2):
        for place in params.home[seat, : params.minions]:
            params.start[seat] |= np.uint64(1 << int(place))
            params.start_number += params.digit[seat, place]


def number_moves(params: Any) -> None:
    """R5: all walks and jumps that stay on the board, by kind and then by place."""
    action = 0
    for kind in range(KINDS):
        reach = 1 if kind < WALKS else 2
        files, ranks = (reach * step for step in DIRECTIONS[kind])
        for place in places(params):
            if 0 <= place % 8 + files < params.files and 0 <= place // 8 + ranks < params.ranks:
                params.origin[action] = place
                params.target[action] = place + files + 8 * ranks
                params.move[kind, params.target[action]] = action
                action += 1
    params.passing = action


# How large a game is -----------------------------------------------------------------------------


def num_actions(params: Any) -> int:
    """Moves, pass, and placings."""
    return int(params.first_placing + params.set_up_steps * params.minions)


def num_outcomes(params: Any) -> int:
    """Values given by chance, and who begins."""
    return int(params.first_is + 2)


def max_legal(params: Any) -> int:
    """Every minion has at most one move of each kind, and no seat gains minions."""
    return int(params.minions) * KINDS


def max_steps(params: Any) -> int:
    """The most steps that a game can have.

    Captures that do not end the game: all tiles except the corners and one more, whose capture
    would end it (R8.1, R8.6). Combats that do not end it: they leave one seat two minions and the
    other none (R8.2), and an ace takes an enemy with it. At most quiet_to_end − 1 quiet moves come
    before each of these, and at most quiet_to_end moves after the last (R8.4).
    """
    captures = params.tiles - 3
    combats = params.set_up_steps - 2 - (int(params.values) >> ACE & 1)
    return int(params.set_up_steps + 1 + (captures + combats + 1) * params.quiet_to_end)
