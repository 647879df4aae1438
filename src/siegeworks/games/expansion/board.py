"""The tables that the rules of Expansion look things up in, made once."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from siegeworks.games.expansion.rules import (
    ACE,
    BOARD,
    KINDS,
    NO_TILE,
    QUIET_TO_END,
    WALKS,
)

# R1 Board
FILES, RANKS = "abcdef", "123456"
VALUE_TEXTS = "?0A2345"  # by code of value
ALL_VALUES = "5432A0"  # R3: in the order of placing

# R2: the cells of the suns, as many as they have minions; where there is no rank 3, c2 for a3.
HOMES = ("a1", "b1", "a2", "b2", "c1", "a3", "c2")

# Step of each kind of move, in files and ranks, in the order of rules.STEPS.
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


def places(board: Any) -> Iterator[int]:
    """All places that are on the board, ascending."""
    for rank in range(board.ranks):
        yield from range(8 * rank, 8 * rank + int(board.files))


def cells(board: Any) -> tuple[str, ...]:
    """The names of all cells, in order of place."""
    return tuple(name_of(place) for place in places(board))


def homes(board: Any, seat: int) -> tuple[str, ...]:
    """R2: the cells where the minions of a seat stand at the start, in order."""
    return tuple(name_of(int(place)) for place in board.home[seat, : board.minions])


def tile_name(board: Any, tile: int) -> str:
    """A tile is named by its lower left cell."""
    rank, file = divmod(tile, int(board.files) // 2)
    return name_of(16 * rank + 2 * file)


def values(board: Any) -> str:
    """R3: the values of a seat's minions, in the order of placing."""
    return "".join(VALUE_TEXTS[code] for code in reversed(board.codes[: board.minions]))


def make_board(
    random: bool = False,
    notes: bool = True,
    tiles: tuple[int, int] = (3, 3),
    values: str = ALL_VALUES,
    quiet: int = QUIET_TO_END,
) -> Any:
    """The constant tables of the game with these options, as one record.

    Args:
        random: whether chance gives the minions their values.
        notes: whether the page shows what its viewer knows.
        tiles: how many from left to right and from bottom to top.
        values: of a seat's minions, in the order of placing.
        quiet: so many moves without combat and capture end the game.
    """
    board = np.zeros(1, BOARD).view(np.recarray)[0]
    board.random = random
    board.notes = notes
    lay_tiles(board, *tiles)
    board.quiet_to_end = quiet
    board.minions = len(values)
    board.set_up_steps = 2 * len(values)
    board.homes = (1 << len(values)) - 1
    for i, value in enumerate(reversed(values)):
        board.codes[i] = VALUE_TEXTS.index(value)
        board.values |= np.uint64(1 << board.codes[i])
    stand_minions(board)
    number_moves(board)
    board.first_placing = board.passing + 1
    board.first_is = board.set_up_steps * board.minions
    return board


def lay_tiles(board: Any, wide: int, high: int) -> None:
    """R1: so many tiles of four cells from left to right, and from bottom to top."""
    board.files, board.ranks, board.tiles = 2 * wide, 2 * high, wide * high
    board.centre = board.tiles // 2 if wide % 2 and high % 2 else NO_TILE
    board.tiles_to_end = board.tiles // 2 + 1
    for digit, place in enumerate(places(board)):
        tile = place // 16 * wide + place % 8 // 2
        board.tile_of[place] = tile
        board.tile_cells[tile] |= np.uint64(1 << place)
        board.on_board |= np.uint64(1 << place)
        for seat in range(2):
            board.digit[seat, place] = (seat + 1) * 3**digit


def stand_minions(board: Any) -> None:
    """R2: the suns bottom left, and the moons as the suns do with the board turned round."""
    last = 8 * (int(board.ranks) - 1) + int(board.files) - 1
    on_board = [place_of(cell) for cell in HOMES if cell in cells(board)]
    for home, place in enumerate(on_board[: board.minions]):
        board.home[:, home] = place, last - place
    for seat in range(2):
        for place in board.home[seat, : board.minions]:
            board.start[seat] |= np.uint64(1 << int(place))
            board.start_number += board.digit[seat, place]


def number_moves(board: Any) -> None:
    """R5: all walks and jumps that stay on the board, by kind and then by place."""
    action = 0
    for kind in range(KINDS):
        reach = 1 if kind < WALKS else 2
        files, ranks = (reach * step for step in DIRECTIONS[kind])
        for place in places(board):
            if 0 <= place % 8 + files < board.files and 0 <= place // 8 + ranks < board.ranks:
                board.origin[action] = place
                board.target[action] = place + files + 8 * ranks
                board.move[kind, board.target[action]] = action
                action += 1
    board.passing = action


# How large a game is -----------------------------------------------------------------------------


def num_actions(board: Any) -> int:
    """Moves, pass, and placings."""
    return int(board.first_placing + board.set_up_steps * board.minions)


def num_outcomes(board: Any) -> int:
    """Values given by chance, and who begins."""
    return int(board.first_is + 2)


def max_legal(board: Any) -> int:
    """No seat has more minions than it began with."""
    return int(board.minions) * KINDS


def max_steps(board: Any) -> int:
    """No game is longer.

    Captures that do not end the game: of all tiles that are no corners but one, for the last one
    ends it (R8.1, R8.6). Combats that do not end it leave one seat two minions and the other none
    (R8.2); its ace took an enemy along. Before each are at most quiet_to_end − 1 quiet moves, and
    at most quiet_to_end moves follow the last (R8.4).
    """
    captures = board.tiles - 3
    combats = board.set_up_steps - 2 - (int(board.values) >> ACE & 1)
    return int(board.set_up_steps + 1 + (captures + combats + 1) * board.quiet_to_end)
