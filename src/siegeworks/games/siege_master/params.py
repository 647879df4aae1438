"""The constant tables that the rules of Siege Master look things up in."""

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from siegeworks.core.records import blank_record
from siegeworks.games.siege_master.maps import Map
from siegeworks.games.siege_master.state import ANYWHERE, BY_MAP, HEX_WORDS, PARAMS, WORDS

# The ways that a straight row runs from its first hex, the upper or left one (R4), as steps (down,
# to the right): to the right, down to the left, down to the right.
DIRECTIONS = ((0, 2), (1, -1), (1, 1))


def make_params(drawn: Map, placed_by: int, count: int, free_play: bool, pacifist: bool) -> Any:
    """The record of tables of one map with one choice of options: who places the fortresses
    (BY_MAP, BY_CHANCE or BY_SEATS), how many there will be, and the variants of R9."""
    rows = straight_rows(drawn.hexes)
    n, m = len(drawn.hexes), len(rows)
    # A placement meets what any of its four hexes meets. This is not done by multiplying matrices:
    # NumPy does that in threads of its own, which costs more than it saves and is not safe in every
    # thread of a server (docs/decisions/server/0012-server.md).
    covers = np.zeros((m, n), np.bool_)  # placement covers hex
    covers[np.arange(m)[:, None], rows] = True
    apart = distances(drawn.hexes)
    near = apart == 1
    beside = near[rows].any(axis=1).T  # hex is a neighbour of a covered one
    conflicts = np.logical_or.reduce(covers[:, rows], axis=2)
    touching = np.logical_or.reduce(beside[rows], axis=1)
    reached = np.array([beside[:, through].any(axis=1) for through in covers.T])  # from each hex
    disturbs = np.logical_or.reduce(reached[rows], axis=1)
    fortresses = np.isin(np.arange(n), drawn.fortresses) & (placed_by == BY_MAP)
    inside = [(area, np.logical_and.reduce(area[rows], axis=1)) for area in areas_of(near)]
    inside = [(area, fitting) for area, fitting in inside if fitting.any()]

    params = blank_record(PARAMS)
    params.hexes, params.placements, params.areas = n, m, len(inside)
    params.fortresses, params.placed_by = count, placed_by
    params.free_play, params.pacifist = free_play, pacifist
    params.row[:n], params.column[:n] = np.array(drawn.hexes).T
    params.path[:m] = rows
    params.covers[:m] = words(covers, HEX_WORDS)
    params.conflicts[:m] = words(conflicts, WORDS)
    params.touching[:m] = words(touching, WORDS)
    params.touching[ANYWHERE] = ~np.uint64(0)
    params.disturbs[:m] = words(disturbs, HEX_WORDS)
    params.through[:n] = words(covers.T, WORDS)
    params.beside[:n] = words(beside, WORDS)
    params.neighbours[:n] = words(near, HEX_WORDS)
    params.within_two[:n] = words(apart <= 2, HEX_WORDS)
    for i, (area, fitting) in enumerate(inside):
        params.area_hexes[i] = words(area[None], HEX_WORDS)[0]
        params.area_placements[i] = words(fitting[None], WORDS)[0]
    params.free[:] = words(~np.logical_or.reduce(fortresses[rows], axis=1)[None], WORDS)[0]
    params.neutral[:] = words(fortresses[None], HEX_WORDS)[0]
    return params


def straight_rows(hexes: list[tuple[int, int]]) -> NDArray[np.int64]:
    """R4: every straight row of four, as numbers of hexes from the first end; shape (rows, 4)."""
    number = {place: i for i, place in enumerate(hexes)}
    armies = []
    for row, column in hexes:
        for down, right in DIRECTIONS:
            places = [(row + i * down, column + i * right) for i in range(4)]
            if all(place in number for place in places):
                armies.append([number[place] for place in places])
    return np.array(armies, np.int64).reshape(-1, 4)


def distances(hexes: list[tuple[int, int]]) -> NDArray[np.int64]:
    """R3: steps between any two hexes on the endless grid, across gaps too; shape (n, n)."""
    row, column = np.array(hexes, np.int64).T
    down = np.abs(row[:, None] - row)
    right = np.abs(column[:, None] - column)
    # A step down also moves one column sideways; the remaining columns take two per step.
    steps: NDArray[np.int64] = down + np.maximum(0, right - down) // 2
    return steps


def areas_of(near: NDArray[np.bool_]) -> list[NDArray[np.bool_]]:
    """R6: the areas of the bare map, each as truth values of its hexes."""
    left = np.ones(len(near), np.bool_)
    areas = []
    while left.any():
        area = np.zeros_like(left)
        edge = np.array([left.argmax()])  # the hexes that were reached last
        while len(edge):
            area[edge] = True
            edge = np.flatnonzero(near[edge].any(axis=0) & ~area)
        areas.append(area)
        left &= ~area
    return areas


def words(members: NDArray[Any], width: int) -> NDArray[np.uint64]:
    """Sets as rows of `width` words, from truth values of shape (sets, numbers)."""
    padded = np.zeros((len(members), width * 64), np.bool_)
    padded[:, : members.shape[1]] = members
    return np.packbits(padded, axis=1, bitorder="little").view("<u8")


def holds(row: NDArray[np.uint64], number: int) -> bool:
    return bool(int(row[number >> 6]) >> (number & 63) & 1)


def members(row: NDArray[np.uint64]) -> list[int]:
    """The numbers in a set, ascending."""
    return [*_members(row.tobytes())]


@lru_cache(4096)
def _members(row: bytes) -> tuple[int, ...]:
    bits = np.unpackbits(np.frombuffer(row, np.uint8), bitorder="little")
    return tuple(np.flatnonzero(bits).tolist())
