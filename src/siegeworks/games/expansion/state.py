"""What a state of Expansion holds, and the numbers that the rules use.

A set of cells is one word, a bit for each place: place = 8 · rank + file, both counted from 0.
Files 6 and 7 and ranks 6 and 7 lie outside the board and are always empty. So rotating a word moves
every minion of the set one step in a direction, and a minion that leaves the board lands outside.
On smaller boards more lies outside. Names in capitals are for the largest game or for all games;
what the options make smaller is in PARAMS.
"""

import numpy as np

from siegeworks.core.contract import FIRST_ENDING, HEADER

SUNS, MOONS = 0, 1
NOBODY = -1
SEAT_NAMES = ("suns", "moons")

# Codes of values (R3); null is the lowest, the ace is never compared.
UNKNOWN, NULL, ACE, FIVE = 0, 1, 2, 6
MINIONS = 6  # a seat's, one of each value

PLACES = 48  # 8 · 6: the ranks of the board, guard files included
TILES = 9
SUNS_CORNER = 0  # R2; the corner of the moons is the last tile
NO_TILE = 63  # stands for the centre of a board without a middle tile

# Kinds of moves (R5), walks first, then jumps: how many bits to rotate a word left to move all its
# minions one step.
WALKS, KINDS = 4, 12
STEPS = np.array([1, 8, 63, 56, 1, 9, 8, 7, 63, 55, 56, 57], np.uint64)

# Actions: the moves that stay on the board, by kind and then by place; pass; the placings, by seat,
# then by value from 5 to 0, then by home cell in the order of R2.
MOVES = 280  # on 6×6 cells

# Outcomes: values ascending by home cell of either seat (R3, setup=random), then who begins (R4).

# Codes of what a combat shows (R6): the mover's code of value, then the other's, in base 7.
NUM_SHOWN = (FIVE + 1) ** 2

TIMES_BEFORE = 2  # R8.3: now for the third time
SOONEST_END = 8  # R8.3: a board needs at least eight quiet moves to recur twice
QUIET_TO_END = 100  # R8.4

MOST_TILES, FEW_MINIONS, SAME_BOARD, QUIET, AGREED, ALL_TILES = range(
    FIRST_ENDING, FIRST_ENDING + 6
)

STATE = np.dtype(
    [
        *HEADER,
        ("placed", "u1"),  # steps of the set-up taken, 0 … 12: the suns' six first
        ("begun", "u1"),  # 1 once the first move is made
        ("quiet", "u1"),  # moves since the last combat or capture, 0 … 100
        ("cells", "u8", 2),  # bit a place: where the minions of each seat stand, from the start on
        ("tiles", "u8", 2),  # bit a tile, 0 = a1, 1 = c1 … 8 = e5: what each seat has captured
        ("fallen", "u8", 2),  # bit a code of value: which minions of each seat have left the game
        ("shown", "u8"),  # bit a place: a minion there was shown in combat; follows it as it moves
        ("value", "u1", PLACES),  # code of value of the minion on a place; 0: none, or not known
        # The boards since the last combat or capture: [q] is the one after q quiet moves. Each is
        # one number in base 3, a digit a cell: 0 empty, 1 suns, 2 moons. Past `quiet` all are 0.
        ("boards", "u8", QUIET_TO_END + 1),
    ]
)

PARAMS = np.dtype(
    [
        ("random", "u1"),  # 1: setup=random
        ("notes", "u1"),  # 1: notes=on; for the scene only
        ("files", "i8"),  # cells from left to right
        ("ranks", "i8"),  # cells from bottom to top
        ("on_board", "u8"),  # bit a place: all cells
        ("tiles", "i8"),
        ("centre", "i8"),  # the tile in the middle, or NO_TILE
        ("tiles_to_end", "i8"),  # R8.1, the corner included
        ("quiet_to_end", "i8"),  # R8.4
        ("minions", "i8"),  # a seat's
        ("codes", "i8", MINIONS),  # of their values, ascending
        ("values", "u8"),  # bit a code: the same as a set
        ("set_up_steps", "i8"),
        ("passing", "i8"),  # the action that passes: the number of moves
        ("first_placing", "i8"),  # the first action that places
        ("first_is", "i8"),  # the first outcome that says who begins
        ("home", "u1", (2, MINIONS)),  # places of each seat at the start, in the order of R2
        ("start", "u8", 2),  # the same as a set
        ("homes", "u8"),  # bit a home cell of a seat, 0 … minions − 1
        ("start_number", "u8"),  # the board at the start, in base 3
        ("digit", "u8", (2, PLACES)),  # what a seat's minion on a place adds to the board's number
        ("tile_of", "u1", PLACES),
        ("tile_cells", "u8", TILES),
        ("origin", "u1", MOVES),  # place that a move leaves
        ("target", "u1", MOVES),  # place that it goes to
        ("move", "u2", (KINDS, PLACES)),  # the move of this kind to this place
    ]
)
