"""The tables that the rules of Expansion look things up in, made once."""

from typing import Any

import numpy as np

from siegeworks.games.expansion.rules import BOARD, KINDS, MINIONS, TILES, WALKS

# R1 Board
SIDE = 6  # cells along an edge
FILES, RANKS = "abcdef", "123456"
HOMES = (("a1", "b1", "a2", "b2", "c1", "a3"), ("f6", "e6", "f5", "e5", "d6", "f4"))  # R2
TILE_NAMES = ("a1", "c1", "e1", "a3", "c3", "e3", "a5", "c5", "e5")
VALUE_TEXTS = "?0A2345"  # by code of value

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


CELLS = tuple(file + rank for rank in RANKS for file in FILES)  # in order of place
PLACES_OF_CELLS = tuple(place_of(cell) for cell in CELLS)
HOME_PLACES = tuple(tuple(place_of(cell) for cell in cells) for cells in HOMES)


def make_board(random: bool, notes: bool) -> Any:
    """The constant tables of the game with these options, as one record."""
    board = np.zeros(1, BOARD).view(np.recarray)[0]
    board.random = random
    board.notes = notes
    for digit, place in enumerate(PLACES_OF_CELLS):
        tile = place // 16 * 3 + place % 8 // 2
        board.tile_of[place] = tile
        board.tile_cells[tile] |= np.uint64(1 << place)
        for seat in range(2):
            board.digit[seat, place] = (seat + 1) * 3**digit
    for seat in range(2):
        for home in range(MINIONS):
            place = HOME_PLACES[seat][home]
            board.home[seat, home] = place
            board.start[seat] |= np.uint64(1 << place)
            board.start_number += board.digit[seat, place]
    number_moves(board)
    assert np.count_nonzero(board.tile_cells) == TILES
    return board


def number_moves(board: Any) -> None:
    """R5: all walks and jumps that stay on the board, by kind and then by place."""
    action = 0
    for kind in range(KINDS):
        reach = 1 if kind < WALKS else 2
        files, ranks = (reach * step for step in DIRECTIONS[kind])
        for place in PLACES_OF_CELLS:
            if 0 <= place % 8 + files < SIDE and 0 <= place // 8 + ranks < SIDE:
                board.origin[action] = place
                board.target[action] = place + files + 8 * ranks
                board.move[kind, board.target[action]] = action
                action += 1
    assert action == len(board.origin)
