"""How an observation is laid out as numbers, for a learner."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from siegeworks.core.jit import rule


class Plane(NamedTuple):
    """One layer of a tensor: a number for every place of the board."""

    name: str  # "own minions"
    meaning: str  # a sentence with the unit: "1 where …; 0 elsewhere", "quiet moves, in hundredths"


class Tensor(NamedTuple):
    """An observation as planes laid out by the board's geometry, for a learner."""

    planes: tuple[Plane, ...]
    height: int  # rows of a plane
    width: int  # columns of a plane
    write: Callable[..., None]
    """write(params, seen, out): a `@rule`; fill `out`, float32 zeros of shape (planes, height,
    width), from an observation, from the side of its `viewpoint` where the game is symmetric. All
    values lie between −1 and 1."""

    @property
    def shape(self) -> tuple[int, int, int]:
        """Planes, rows, columns."""
        return len(self.planes), self.height, self.width


@rule
def viewpoint(seen: Any) -> int:
    """The seat from whose side a tensor is written: the viewer. If that is not a seat, as in a game
    without secrets: the seat to act, or seat 0 if none is."""
    if seen.viewer >= 0:
        return int(seen.viewer)
    return int(seen.to_act) if seen.to_act >= 0 else 0


@rule
def fill_plane(out: Any, plane: Any, value: Any) -> None:
    """Set a whole plane, which is all zeros, to this value."""
    if value != 0:
        for row in range(out.shape[1]):
            for column in range(out.shape[2]):
                out[plane, row, column] = value
