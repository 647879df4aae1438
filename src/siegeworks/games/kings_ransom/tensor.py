"""An observation of King's Ransom as planes of 8 rows and 4 columns: both armies as they stand.

Rows 0 to 3 are the enemy's ranks 4 to 1, rows 4 to 7 the viewer's own ranks 1 to 4, so that both
fronts meet in the middle; columns are a to d. Smaller games (R11) have fewer ranks and columns. So
what a seat sees does not depend on which of the two it is. "On a side" is: the same number in all
of the viewer's rows for the viewer, and in all of the enemy's rows for the enemy.
"""

from typing import Any

import numpy as np

from siegeworks.core.bits import lowest_bit, without_lowest
from siegeworks.core.jit import rule
from siegeworks.core.tensor import Plane, Tensor, fill_plane, sign_of, viewpoint
from siegeworks.games.kings_ransom.rules import places
from siegeworks.games.kings_ransom.state import (
    BATTLE,
    FACE_UP,
    KINDS,
    LAYING,
    NOT_KING,
    PLACES,
    TILES,
    TURN,
)

PLACES_OF_A_RANK = 4  # in the numbers of places, however many columns there are
NAMES = ("King", "Archers", "Engineers", "Cavalry", "Infantry", "Spies")  # in the order of kinds

MOST_TALLIED = 6  # of a kind, both seats' three
MOST_UNSEEN = 3

PLANES = (
    Plane("tiles", "1 where a tile lies; 0 elsewhere"),
    *(Plane(name, f"1 where the viewer knows a tile to be of the kind {name}") for name in NAMES),
    Plane("unknown", "1 where a tile lies whose kind the viewer does not know"),
    Plane("face up", "1 where a tile lies face up: both seats know it"),
    Plane("not the King", "1 where a tile lies that all can infer not to be the King (R5.4)"),
    Plane("attacker", "1 where the tile lies that attacks, while a call is awaited (R5.4)"),
    Plane("defender", "1 where the tile lies that is attacked, while a call is awaited (R5.4)"),
    *(
        Plane(f"{name} in tallies", f"on each side: {name} in that seat's tally, in sixths")
        for name in NAMES
    ),
    *(
        Plane(
            f"{name} unseen",
            f"on each side: {name} of that army, laid out or not, that the viewer does not see, "
            "in thirds",
        )
        for name in NAMES
    ),
    Plane("turn", "everywhere 1: the viewer is to act; −1: the enemy; 0: chance, or the end"),
    Plane("began", "everywhere 1: the viewer began; −1: the enemy; 0: not known yet"),
    Plane("laying", "1 everywhere while tiles are laid out (R3)"),
    Plane("battle", "1 everywhere while a call is awaited (R5.4)"),
    Plane("ransom", "1 everywhere while a ransom is asked for (R9)"),
    Plane(
        "laid",
        "everywhere the number of the place to be laid out next, 0 to 15 in the order of R3 with "
        "four columns, 16 more for north, 32 when all are laid out, in thirty-seconds",
    ),
)

KIND = 1
UNKNOWN = KIND + KINDS
IS_FACE_UP, IS_NOT_KING, ATTACKER, DEFENDER = range(UNKNOWN + 1, UNKNOWN + 5)
TALLY = DEFENDER + 1
UNSEEN = TALLY + KINDS
TO_ACT = UNSEEN + KINDS
BEGAN = TO_ACT + 1
PHASE = BEGAN + 1  # laying, battle, ransom
LAID = PHASE + 3


@rule
def row_of(place: Any, side: Any, ranks: int) -> Any:
    """The row of a place in the viewer's own army (side 0) or the enemy's (1)."""
    behind_front = place // PLACES_OF_A_RANK
    return ranks - 1 - behind_front if side else ranks + behind_front


@rule
def write_army(seen: Any, out: Any, seat: Any, side: Any, ranks: int) -> None:
    tiles = np.uint64(places(seen, seat, TILES))
    while tiles:
        place = lowest_bit(tiles)
        row, column = row_of(place, side, ranks), place % PLACES_OF_A_RANK
        out[0, row, column] = 1
        known = False
        for kind in range(KINDS):
            if (places(seen, seat, kind) >> place) & 1:
                out[KIND + kind, row, column] = 1
                known = True
        if not known:
            out[UNKNOWN, row, column] = 1
        out[IS_FACE_UP, row, column] = (places(seen, seat, FACE_UP) >> place) & 1
        out[IS_NOT_KING, row, column] = (places(seen, seat, NOT_KING) >> place) & 1
        tiles = without_lowest(tiles)


@rule
def spread_on_side(out: Any, plane: int, side: Any, value: float) -> None:
    """Set the half of a plane that belongs to a side to this value."""
    if value != 0:
        ranks = out.shape[1] // 2
        for row in range(ranks * (1 - side), ranks * (2 - side)):
            for column in range(out.shape[2]):
                out[plane, row, column] = value


@rule
def write(params: Any, seen: Any, out: Any) -> None:
    viewer = viewpoint(seen)
    ranks = out.shape[1] // 2
    for side in range(2):
        seat = viewer ^ side
        write_army(seen, out, seat, side, ranks)
        for kind in range(KINDS):
            spread_on_side(out, TALLY + kind, side, seen.tally[seat, kind] / MOST_TALLIED)
            spread_on_side(out, UNSEEN + kind, side, seen.unseen[seat, kind] / MOST_UNSEEN)
    phase = np.int64(seen.phase)
    if phase == BATTLE and seen.to_act >= 0:  # the seat to act defends
        side = viewer ^ int(seen.to_act)
        attacker, defender = np.int64(seen.attacker), np.int64(seen.defender)
        out[ATTACKER, row_of(attacker, 1 - side, ranks), attacker % PLACES_OF_A_RANK] = 1
        out[DEFENDER, row_of(defender, side, ranks), defender % PLACES_OF_A_RANK] = 1
    fill_plane(out, TO_ACT, sign_of(np.int64(seen.to_act), viewer))
    fill_plane(out, BEGAN, sign_of(np.int64(seen.first), viewer))
    if phase != TURN:
        fill_plane(out, PHASE if phase == LAYING else PHASE + phase - TURN, 1)
    fill_plane(out, LAID, seen.laid / (2 * PLACES))


def make_tensor(ranks: int, columns: int) -> Tensor:
    """The planes of a game with so many ranks and columns in each army."""
    return Tensor(PLANES, 2 * ranks, columns, write)
