"""An observation of Expansion as planes of ranks and files, seen from the viewer's corner.

The viewer's corner is at the bottom left: row 0 is the rank farthest from it. For the suns that is
the highest rank, and columns are files from a on; for the moons everything is turned by 180
degrees. So what a seat sees does not depend on which of the two it is. Smaller games (R10) have
fewer ranks and files.

Of the list of past boards a tensor tells only how often the present board was there before: that is
what R8.3 asks.
"""

from typing import Any

import numpy as np

from siegeworks.core.bits import NONE, has, lowest_bit, without_lowest
from siegeworks.core.jit import rule
from siegeworks.core.tensor import Plane, Tensor, fill_plane, sign_of, viewpoint
from siegeworks.games.expansion.rules import times_before
from siegeworks.games.expansion.state import NULL, TIMES_BEFORE, UNKNOWN

VALUES = ("0", "A", "2", "3", "4", "5")

PLANES = (
    Plane("own minions", "1 where a minion of the viewer stands; 0 elsewhere"),
    Plane("enemy minions", "1 where an enemy minion stands; 0 elsewhere"),
    *(Plane(f"own {v}", f"1 where the viewer's own minion of value {v} stands") for v in VALUES),
    *(
        Plane(
            f"enemy {v}", f"1 where an enemy minion stands that the viewer knows to be of value {v}"
        )
        for v in VALUES
    ),
    Plane(
        "unknown", "1 where a minion stands whose value the viewer does not know, or not yet has"
    ),
    Plane("shown", "1 where a minion stands that was shown in combat: both seats know its value"),
    Plane("own tiles", "1 on the cells of the tiles that the viewer has captured"),
    Plane("enemy tiles", "1 on the cells of the tiles that the enemy has captured"),
    *(Plane(f"own {v} fallen", f"1 everywhere once the viewer's {v} has fallen") for v in VALUES),
    *(Plane(f"enemy {v} fallen", f"1 everywhere once the enemy's {v} has fallen") for v in VALUES),
    Plane("turn", "everywhere 1: the viewer is to act; −1: the enemy; 0: chance, or the end"),
    Plane("began", "everywhere 1: the viewer began; −1: the enemy; 0: not known yet (R9)"),
    Plane("begun", "1 everywhere once the first move is made: jumps are allowed (R5)"),
    Plane("placed", "everywhere the steps of the set-up taken, 1 being all (R3)"),
    Plane(
        "quiet",
        "everywhere the moves since the last combat or capture, 1 being as many as end the game "
        "(R8.4)",
    ),
    Plane("seen before", "everywhere how often this board was there before, in halves (R8.3)"),
)

OWN_VALUE = 2
ENEMY_VALUE = OWN_VALUE + len(VALUES)
IS_UNKNOWN = ENEMY_VALUE + len(VALUES)
IS_SHOWN = IS_UNKNOWN + 1
CAPTURED = IS_SHOWN + 1
FALLEN = CAPTURED + 2
TURN = FALLEN + 2 * len(VALUES)
BEGAN, BEGUN, PLACED, IS_QUIET, BEFORE = range(TURN + 1, TURN + 6)


@rule
def row_of(out: Any, place: int, viewer: int) -> int:
    """The row of a cell as the viewer sees it."""
    return place // 8 if viewer else out.shape[1] - 1 - place // 8


@rule
def column_of(out: Any, place: int, viewer: int) -> int:
    """The column of a cell as the viewer sees it."""
    return out.shape[2] - 1 - place % 8 if viewer else place % 8


@rule
def write_minions(seen: Any, out: Any, viewer: int, side: int) -> None:
    """The minions of one side, 0 the viewer's own, with what the viewer knows of them."""
    cells = seen.cells[viewer ^ side]
    while cells != NONE:
        place = lowest_bit(cells)
        row, column = row_of(out, place, viewer), column_of(out, place, viewer)
        out[side, row, column] = 1
        value = np.int64(seen.value[place])
        if value == UNKNOWN:
            out[IS_UNKNOWN, row, column] = 1
        else:
            out[OWN_VALUE + len(VALUES) * side + value - NULL, row, column] = 1
        if has(seen.shown, place):
            out[IS_SHOWN, row, column] = 1
        cells = without_lowest(cells)


@rule
def write_tiles(params: Any, seen: Any, out: Any, viewer: int, side: int) -> None:
    tiles = seen.tiles[viewer ^ side]
    while tiles != NONE:
        cells = params.tile_cells[lowest_bit(tiles)]
        while cells != NONE:
            place = lowest_bit(cells)
            row, column = row_of(out, place, viewer), column_of(out, place, viewer)
            out[CAPTURED + side, row, column] = 1
            cells = without_lowest(cells)
        tiles = without_lowest(tiles)


@rule
def write(params: Any, seen: Any, out: Any) -> None:
    viewer = viewpoint(seen)
    for side in range(2):
        write_minions(seen, out, viewer, side)
        write_tiles(params, seen, out, viewer, side)
        fallen = seen.fallen[viewer ^ side]
        while fallen != NONE:
            fill_plane(out, FALLEN + len(VALUES) * side + lowest_bit(fallen) - NULL, 1)
            fallen = without_lowest(fallen)
    fill_plane(out, TURN, sign_of(np.int64(seen.to_act), viewer))
    fill_plane(out, BEGAN, sign_of(np.int64(seen.first), viewer))
    fill_plane(out, BEGUN, np.int64(seen.begun))
    fill_plane(out, PLACED, seen.placed / params.set_up_steps)
    fill_plane(out, IS_QUIET, seen.quiet / params.quiet_to_end)
    if seen.quiet > 1:
        fill_plane(out, BEFORE, times_before(seen) / TIMES_BEFORE)


def make_tensor(ranks: int, files: int) -> Tensor:
    """The planes of a board with so many ranks and files."""
    return Tensor(PLANES, ranks, files, write)
