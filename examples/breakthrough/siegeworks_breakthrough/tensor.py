"""A position of Breakthrough as planes of six rows and six columns.

The board is turned for Black, so that the viewer's own pieces always move towards row 0: the square
c2 of White stands in row 4, column 2, the square d5 of Black does too. Nothing is hidden here.
"""

from typing import Any

from siegeworks.core.bits import NONE, lowest_bit, without_lowest
from siegeworks.core.jit import rule
from siegeworks.core.tensor import Plane, Tensor, fill_plane, viewpoint
from siegeworks_breakthrough.params import SIZE, SQUARES, WHITE

PLANES = (
    Plane("own pieces", "1 on the viewer's pieces; 0 elsewhere"),
    Plane("enemy pieces", "1 on the enemy's pieces"),
    Plane("turn", "everywhere 1: the viewer is to act; −1: the enemy; 0: the end"),
)
OWN, ENEMY, TURN = range(3)


@rule
def write_pieces(out: Any, plane: int, pieces: Any, viewer: int) -> None:
    """1 on each of these squares, as the viewer sees the board."""
    while pieces != NONE:
        square = lowest_bit(pieces)
        seen = square if viewer == WHITE else SQUARES - 1 - square
        out[plane, SIZE - 1 - seen // SIZE, seen % SIZE] = 1
        pieces = without_lowest(pieces)


@rule
def write(params: Any, seen: Any, out: Any) -> None:
    """All planes of a position."""
    viewer = viewpoint(seen)
    write_pieces(out, OWN, seen.pieces[viewer], viewer)
    write_pieces(out, ENEMY, seen.pieces[1 - viewer], viewer)
    if seen.to_act >= 0:
        fill_plane(out, TURN, 1 if seen.to_act == viewer else -1)


TENSOR = Tensor(PLANES, SIZE, SIZE, write)
