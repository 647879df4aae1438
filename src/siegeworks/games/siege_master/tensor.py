"""A position of Siege Master as planes of the map's rows and columns.

A plane has the rows of the map and half the text columns of its file: the hex in text column c of
its row, counted from 0 at the left end of the map, stands in column c / 2 rounded down (offset
coordinates), so that its column is its number in its name less 1. Of two rows, the one with hexes
in odd text columns is shifted by half a hex to the right. The default map has 17 × 17 places for
its 217 hexes; places where the map has no hex are 0 in every plane but those that are the same
everywhere.

A plane is the viewer's own or the enemy's, never red's or blue's: what a seat sees does not depend
on its colour. Nothing is hidden here.
"""

from typing import Any

import numpy as np

from siegeworks.core.bits import NONE, count_bits, lowest_bit, without_lowest
from siegeworks.core.jit import rule
from siegeworks.core.tensor import Plane, Tensor, fill_plane, sign_of, viewpoint
from siegeworks.games.siege_master.state import HEX_WORDS, MAX_PLACEMENTS, NO_ARMY, WORDS

PLANES = (
    Plane("hexes", "1 on the hexes of the map; 0 elsewhere"),
    Plane("own armies", "1 under the viewer's armies"),
    Plane("enemy armies", "1 under the enemy's armies"),
    Plane("own fortresses", "1 on the fortresses that the viewer has captured"),
    Plane("enemy fortresses", "1 on the fortresses that the enemy has captured"),
    Plane("neutral fortresses", "1 on the fortresses that nobody has captured"),
    Plane("free fortresses", "1 on those of them beside which an army fits"),
    Plane("armies along rows", "1 under armies that lie along a row of the map"),
    Plane("armies to the left", "1 under armies whose lower end is at the left"),
    Plane("armies to the right", "1 under armies whose lower end is at the right"),
    Plane("last army", "1 under the army placed last"),
    Plane("binding army", "1 under the army that the next one must touch (R7)"),
    Plane("sites", "1 where the next fortress may be placed (R3)"),
    Plane("turn", "everywhere 1: the viewer is to act; −1: the enemy; 0: chance, or the end"),
    Plane("swap", "1 everywhere while the seat to act may swap (R5)"),
    Plane("fell last", "everywhere the fortresses that fell to the army placed last, each 1/256"),
    Plane("own share", "everywhere the fortresses that the viewer has captured, 1 being all"),
    Plane("enemy share", "everywhere the fortresses that the enemy has captured, 1 being all"),
)

HEXES, ARMIES, FORTRESSES, NEUTRAL, FREE, DIRECTION = 0, 1, 3, 5, 6, 7
LAST, BINDING, SITES, TURN, SWAP, FELL, SHARE = range(10, 17)

MOST_HEXES = 256


@rule
def write_hexes(params: Any, out: Any, plane: int, base: int, hexes: Any) -> None:
    """1 on each hex of one word of a set, the hexes from `base` on."""
    while hexes != NONE:
        place = base + lowest_bit(hexes)
        out[plane, params.row[place], params.column[place] >> 1] = 1
        hexes = without_lowest(hexes)


@rule
def write_army(params: Any, out: Any, plane: int, army: int) -> None:
    """1 on the four hexes of an army."""
    for i in range(4):
        place = params.path[army, i]
        out[plane, params.row[place], params.column[place] >> 1] = 1


@rule
def direction_of(params: Any, army: int) -> int:
    """0: along a row; 1: down to the left; 2: down to the right."""
    start, after = params.path[army, 0], params.path[army, 1]
    if params.row[start] == params.row[after]:
        return 0
    return 1 if params.column[after] < params.column[start] else 2


@rule
def write_directions(params: Any, seen: Any, out: Any) -> None:
    """How each army lies, which tells one from the next."""
    for w in range(WORDS):
        armies = seen.armies[w]
        while armies != NONE:
            army = 64 * w + lowest_bit(armies)
            write_army(params, out, DIRECTION + direction_of(params, army), army)
            armies = without_lowest(armies)


@rule
def write_side(params: Any, seen: Any, out: Any, seat: int, side: int) -> None:
    """What is the viewer's own (side 0) or the enemy's (1)."""
    held = 0
    for w in range(HEX_WORDS):
        owned = seen.owned[seat, w]
        write_hexes(params, out, ARMIES + side, 64 * w, owned & seen.walls[w])
        write_hexes(params, out, FORTRESSES + side, 64 * w, owned & ~seen.walls[w])
        held += count_bits(owned & ~seen.walls[w])
    fill_plane(out, SHARE + side, held / params.fortresses)


@rule
def write(params: Any, seen: Any, out: Any) -> None:
    viewer = viewpoint(seen)
    for place in range(params.hexes):
        out[HEXES, params.row[place], params.column[place] >> 1] = 1
    for side in range(2):
        write_side(params, seen, out, viewer ^ side, side)
    for w in range(HEX_WORDS):
        write_hexes(params, out, NEUTRAL, 64 * w, seen.neutral[w])
        write_hexes(params, out, FREE, 64 * w, seen.open[w])
        write_hexes(params, out, SITES, 64 * w, seen.sites[w])
    write_directions(params, seen, out)
    if seen.last != NO_ARMY:
        write_army(params, out, LAST, seen.last)
        if seen.binds < MAX_PLACEMENTS:
            write_army(params, out, BINDING, seen.binds)
    fill_plane(out, TURN, sign_of(np.int64(seen.to_act), viewer))
    fill_plane(out, SWAP, np.int64(seen.may_swap))
    fill_plane(out, FELL, seen.captured / MOST_HEXES)


def tensor_of(params: Any) -> Tensor:
    """The planes of this board's map: so many rows and halved columns."""
    hexes = int(params.hexes)
    rows, columns = int(params.row[:hexes].max()) + 1, int(params.column[:hexes].max()) // 2 + 1
    return Tensor(PLANES, rows, columns, write)
