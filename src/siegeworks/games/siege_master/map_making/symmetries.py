"""The symmetries of a map: turns and mirrors of the hexes, exact in whole numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from siegeworks.core.maps import HEXES_ONLY

Points = NDArray[np.int64]  # rows and text columns, shape (n, 2); row + column is even
Turn = tuple[int, bool]  # sixths of a turn clockwise, after a mirror left-right or not

# The mirrors other than the upright ones are named by their axis, counted anticlockwise from a
# horizontal one.
SYMMETRIES: Mapping[str, Turn] = MappingProxyType(
    {
        "turn by 180°": (3, False),
        "turn by 120°": (2, False),
        "turn by 60°": (1, False),
        "mirror left-right": (0, True),
        "mirror top-bottom": (3, True),
        "mirror at 30°": (2, True),
        "mirror at 60°": (1, True),
        "mirror at 120°": (5, True),
        "mirror at 150°": (4, True),
    }
)


def symmetries_of(
    hexes: Sequence[tuple[int, int]], fortresses: Sequence[int] = ()
) -> tuple[str, ...]:
    """The symmetries of a map by name; those that its fortresses lack say so.

    Args:
        hexes: rows and text columns.
        fortresses: numbers of the hexes that have one.
    """
    points = on_grid(np.array(hexes, np.int64).reshape(-1, 2))
    has_fortress = np.isin(np.arange(len(points)), fortresses)
    land, forts = placed(points), placed(points, points[has_fortress])
    symmetries = []
    for name, turn in SYMMETRIES.items():
        turned = turned_by(points, turn)
        if placed(turned) == land:
            is_whole = placed(turned, turned[has_fortress]) == forts
            symmetries.append(name if is_whole else name + HEXES_ONLY)
    return tuple(symmetries)


def on_grid(points: Points) -> Points:
    """The same hexes, moved by a column if need be so that row + column is even."""
    return points - (0, points[0].sum() % 2) if len(points) else points


def turned_by(points: Points, turn: Turn) -> Points:
    """The hexes mirrored and turned about the place (0, 0)."""
    sixths, is_mirrored = turn
    row, column = points[:, 0], -points[:, 1] if is_mirrored else points[:, 1]
    for _ in range(sixths):
        row, column = (column + row) // 2, (column - 3 * row) // 2
    return np.stack([row, column], axis=1)


def placed(points: Points, of: Points | None = None) -> set[tuple[int, int]]:
    """Some of the hexes, counted from the top left of all."""
    if not len(points):
        return set()
    some = (points if of is None else of) - points.min(axis=0)
    return set(map(tuple, some.tolist()))
