"""How an observation is laid out as numbers, for a learner."""

from collections.abc import Callable
from functools import cache
from math import prod
from typing import Any, NamedTuple

import numpy as np

from siegeworks.core.jit import rule


class Plane(NamedTuple):
    """One layer of a tensor: a number for every place of the board.

    Examples:
        >>> import siegeworks as sw
        >>> sw.load("siege-master").tensor.planes[0]
        Plane(name='hexes', meaning='1 on the hexes of the map; 0 elsewhere')
    """

    name: str  # "own minions"
    meaning: str  # a sentence with the unit: "1 where …; 0 elsewhere", "quiet moves, in hundredths"


WHOSE = ("own", "next seat", "second next seat", "third next seat")


class Tensor(NamedTuple):
    """An observation as planes laid out by the board's geometry, for a learner.

    Examples:
        >>> import siegeworks as sw
        >>> tensor = sw.load("siege-master").tensor
        >>> tensor.shape == (len(tensor.planes), tensor.height, tensor.width)
        True
        >>> tensor.shape
        (18, 17, 17)
    """

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
def sign_of(seat: Any, viewer: int) -> int:
    """1 for the viewer, −1 for another seat, 0 for nobody."""
    if seat < 0:
        return 0
    return 1 if seat == viewer else -1


@rule
def fill_plane(out: Any, plane: Any, value: Any) -> None:
    """Set a whole plane, which is all zeros, to this value."""
    if value != 0:
        for row in range(out.shape[1]):
            for column in range(out.shape[2]):
                out[plane, row, column] = value


def planes_of_seats(planes: tuple[Plane, ...], seats: int) -> tuple[Plane, ...]:
    """The same planes for each of so many seats, the viewer's own first."""
    return tuple(
        Plane(f"{whose}: {plane.name}", plane.meaning)
        for whose in WHOSE[:seats]
        for plane in planes
    )


# Planes made of an observation's fields, for games that lay out none of their own ----------------

Writer = Callable[[Any, Any, Any], None]  # (params, seen, out)
NEVER = ("viewer", "winners", "ending")  # who sees it is a plane of its own; no plane tells the end
VIEWER = Plane("viewer", "1 in the row of the seat from whose side this is")


class _Field(NamedTuple):
    name: str
    shape: tuple[int, ...]  # of its elements; empty: one number
    bits: int  # of each element
    is_word: bool  # too large for a signed number


@cache
def field_planes(state_type: np.dtype[Any], seats: int) -> Tensor | None:
    """A plane for each field: a row for each of its elements, a column for each bit, the lowest
    first. Two observations of a seat that differ have planes that differ.

    Args:
        state_type: the fields.
        seats: how many; with two nobody sees who has left, because that ends the game.

    Returns:
        None for fields that are not whole numbers, or lie in more than two dimensions.
    """
    left_out = (*NEVER, "resigned") if seats == 2 else NEVER
    fields = [_field(state_type, name) for name in state_type.names or () if name not in left_out]
    known = [field for field in fields if field is not None]
    if len(known) < len(fields):
        return None
    write: Writer = _write_viewer
    for plane, field in enumerate(known, 1):
        write = _both(write, _writer(field, plane))
    planes = [Plane(field.name, f"the bits of {field.name}, the lowest first") for field in known]
    height = max(seats, *(prod(field.shape) for field in known))
    return Tensor((VIEWER, *planes), height, max(field.bits for field in known), write)


def _field(state_type: np.dtype[Any], name: str) -> _Field | None:
    kind = state_type[name]
    if kind.base.kind not in "iub" or len(kind.shape) > 2:
        return None
    bits = 1 if kind.base.kind == "b" else 8 * kind.base.itemsize
    return _Field(name, kind.shape, bits, kind.base == np.uint64)


@rule
def _write_viewer(params: Any, seen: Any, out: Any) -> None:
    out[0, viewpoint(seen), 0] = 1


@rule
def _write_number(out: Any, plane: Any, row: Any, number: Any, bits: Any) -> None:
    for bit in range(bits):
        out[plane, row, bit] = (number >> bit) & 1


@rule
def _write_word(out: Any, plane: Any, row: Any, word: Any, bits: Any) -> None:
    for bit in range(bits):
        if (word >> np.uint64(bit)) & np.uint64(1) != np.uint64(0):
            out[plane, row, bit] = 1


def _both(first: Writer, second: Writer) -> Writer:
    @rule
    def write(params: Any, seen: Any, out: Any) -> None:
        first(params, seen, out)
        second(params, seen, out)

    return write


def _writer(field: _Field, plane: int) -> Writer:
    """What writes this field; compiled, so that names and numbers must be constants."""
    name, bits = field.name, field.bits
    write_one = _write_word if field.is_word else _write_number
    number = np.uint64 if field.is_word else np.int64

    @rule
    def write_scalar(params: Any, seen: Any, out: Any) -> None:
        write_one(out, plane, 0, number(seen[name]), bits)

    @rule
    def write_row(params: Any, seen: Any, out: Any) -> None:
        values = seen[name]
        for i in range(len(values)):
            write_one(out, plane, i, number(values[i]), bits)

    @rule
    def write_rows(params: Any, seen: Any, out: Any) -> None:
        values = seen[name]
        for i in range(values.shape[0]):
            for j in range(values.shape[1]):
                write_one(out, plane, i * values.shape[1] + j, number(values[i, j]), bits)

    return (write_scalar, write_row, write_rows)[len(field.shape)]
