"""The constant tables: which number is which move."""

from typing import Any

import numpy as np

from siegeworks.core.records import blank_record

SIZE = 6  # ranks and files (R1)
SQUARES = SIZE * SIZE
WHITE, BLACK = 0, 1
LEFT, STRAIGHT, RIGHT = range(3)  # directions of a move; left is towards file a for both players
WAYS = 3
ACTIONS = 160  # 80 for each seat: 25 to the left, 30 straight ahead, 25 to the right
MOST_PLIES = 85  # 12 pieces a side make at most 42 moves without reaching the far rank; one wins

# Squares are numbered along the ranks: a1 is 0, b1 is 1, f6 is 35. Actions are numbered by seat,
# then by direction, then by the square that the piece leaves.
PARAMS = np.dtype(
    [
        ("origin", "i4", ACTIONS),  # the square that the piece leaves
        ("target", "i4", ACTIONS),  # the square that it enters
        ("action", "i4", (2, WAYS, SQUARES)),  # by seat, direction and origin; -1: off the board
    ]
)


def make_params() -> Any:
    """The record of tables, the same in every game."""
    params = blank_record(PARAMS)
    params.action[:] = -1
    number = 0
    for seat, forward in ((WHITE, 1), (BLACK, -1)):
        for way in range(WAYS):
            for origin in range(SQUARES):
                rank, file = origin // SIZE + forward, origin % SIZE + way - 1
                if 0 <= rank < SIZE and 0 <= file < SIZE:
                    params.origin[number] = origin
                    params.target[number] = SIZE * rank + file
                    params.action[seat, way, origin] = number
                    number += 1
    assert number == ACTIONS
    return params
