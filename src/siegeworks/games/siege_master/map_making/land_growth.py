"""Random land: heights on a grid of hexes, and a coast that is grown from the top and then cleaned.

All numbers are whole, so that a seed gives the same land on every machine.
"""

from collections.abc import Callable, Iterable
from heapq import heapify, heappop, heappush
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from siegeworks.core.random import random_below

Cell = tuple[int, int]  # row and text column
Heights = dict[Cell, int]

ROUND = ((0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1))  # the neighbours, clockwise
COLUMN, ROW = 4, 7  # from one to the next, in steps of a quarter of a column: √3 is nearly 7/4
SCALE = 1024
LARGEST_LAKE = 2  # hexes of a lake that is filled


class Blob(NamedTuple):
    """A round part of the land, or a straight one from a place to another."""

    ends: tuple[tuple[int, int], tuple[int, int]]  # across and down from the middle
    radius: int
    hollow: int = 0  # the radius of the circle that it follows instead of its middle; 0: none


# Heights -----------------------------------------------------------------------------------------


def grid(rows: int, columns: int) -> list[Cell]:
    """All hexes of a rectangle; the middle one is at half its rows and columns."""
    shift = (rows // 2 + columns // 2) % 2
    return [(r, c) for r in range(rows) for c in range((r + shift) % 2, columns, 2)]


def heights(cells: list[Cell], blobs: list[Blob], roughness: int, rng: Any) -> NDArray[np.int64]:
    """A smooth random height of each hex of a grid: high inside the blobs, low far from them.
    `roughness` is how far the coast strays from their outline, in quarters of a column."""
    rows, columns = np.array(cells, np.int64).T
    x = (columns - columns.max() // 2) * COLUMN
    y = (rows - rows.max() // 2) * ROW
    outline: NDArray[np.int64] = np.max([inside(blob, x, y) for blob in blobs], axis=0)
    coarse, fine = noise(x, y, 44, rng), noise(x, y, 20, rng)
    # The edge of the grid is deep sea, or it would show as a straight coast.
    depth = np.minimum(np.minimum(rows, rows.max() - rows), columns.max() - columns)
    edge = np.maximum(0, 2 - np.minimum(depth, columns))
    total: NDArray[np.int64] = SCALE * outline + roughness * (coarse + fine * 2 // 3)
    total -= 12 * SCALE * edge
    return total


def inside(blob: Blob, x: NDArray[np.int64], y: NDArray[np.int64]) -> NDArray[np.int64]:
    """How far places lie inside a blob; negative outside."""
    (x1, y1), (x2, y2) = blob.ends
    across, down = x2 - x1, y2 - y1
    length = max(1, across * across + down * down)
    along = np.clip((x - x1) * across + (y - y1) * down, 0, length)  # of the nearest point
    away_x, away_y = x - x1 - along * across // length, y - y1 - along * down // length
    away: NDArray[np.int64] = np.sqrt(away_x**2 + away_y**2).astype(np.int64)  # exact to the bit
    return blob.radius - np.abs(away - blob.hollow)


def noise(x: NDArray[np.int64], y: NDArray[np.int64], mesh: int, rng: Any) -> NDArray[np.int64]:
    """Smooth noise from −SCALE to SCALE: random numbers on a square mesh, and between them a smooth
    step (Perlin's value noise)."""
    i, u = np.divmod(x - x.min() + random_below(rng, mesh), mesh)
    j, v = np.divmod(y - y.min() + random_below(rng, mesh), mesh)
    shape = int(i.max()) + 2, int(j.max()) + 2
    knots = np.array(
        [random_below(rng, 2 * SCALE + 1) - SCALE for _ in range(shape[0] * shape[1])], np.int64
    ).reshape(shape)
    u, v = smooth(u, mesh), smooth(v, mesh)
    low = knots[i, j] * (SCALE - u) + knots[i + 1, j] * u
    high = knots[i, j + 1] * (SCALE - u) + knots[i + 1, j + 1] * u
    mixed: NDArray[np.int64] = (low * (SCALE - v) + high * v) // SCALE**2
    return mixed


def smooth(t: NDArray[np.int64], mesh: int) -> NDArray[np.int64]:
    """The smooth step 3t² − 2t³ of t / mesh, from 0 to SCALE."""
    step: NDArray[np.int64] = SCALE * t * t * (3 * mesh - 2 * t) // mesh**3
    return step


# Land --------------------------------------------------------------------------------------------


class Land:
    """Land that grows. With an image each hex comes and goes together with its image."""

    def __init__(self, height: Heights, image: Callable[[Cell], Cell]) -> None:
        """Sea only."""
        self.height, self.image = height, image
        self.hexes: set[Cell] = set()

    def orbit(self, cell: Cell) -> set[Cell]:
        """The hex and its image."""
        return {cell, self.image(cell)}

    def grow(self, start: Cell, size: int, allowed: Callable[[Cell], bool]) -> None:
        """A new piece of land: from its start on, the highest hex beside it that is allowed is
        added again and again, so that it hangs together. It is smaller where no more are
        allowed."""
        piece: set[Cell] = set()
        waiting = [(-self.height[start], start)]
        seen = {start}
        while waiting and len(piece) < size:
            _, cell = heappop(waiting)
            orbit = self.orbit(cell)
            if cell in piece or len(piece) + len(orbit) > size:
                continue
            piece |= orbit
            for near in {near for cell in orbit for near in around(cell)} - seen:
                seen.add(near)
                if near in self.height and allowed(near):
                    heappush(waiting, (-self.height[near], near))
        self.hexes |= piece

    def clean(self, size: int) -> bool:
        """Fill puddles, remove spurs, and come to this size, or with an image as near as it can be;
        was there anything to fill or to remove?"""
        before = len(self.hexes)
        self.fill_lakes()
        self.remove_spurs()
        is_changed = len(self.hexes) != before
        self.trim(size)
        self.top_up(size)
        return is_changed

    def fill_lakes(self) -> None:
        """Fill lakes of a hex or two."""
        for lake in pieces(set(self.height) - self.hexes):
            is_open = any(near not in self.height for cell in lake for near in around(cell))
            if not is_open and len(lake) <= LARGEST_LAKE:
                self.hexes |= lake

    def remove_spurs(self) -> None:
        """Remove hexes that hang by one edge, until there are none."""
        waiting = sorted(self.hexes)
        while waiting:
            cell = waiting.pop()
            beside = [near for near in around(cell) if near in self.hexes]
            if cell in self.hexes and len(beside) <= 1:
                self.hexes -= self.orbit(cell)
                waiting += beside

    def trim(self, size: int) -> None:
        """Remove the lowest hexes of the coast, without breaking anything apart."""
        waiting = [(self.height[cell], cell) for cell in self.hexes]
        heapify(waiting)
        while waiting and len(self.hexes) > size:
            _, cell = heappop(waiting)
            if cell in self.hexes and self.is_smooth(cell, least=2, most=4):
                self.hexes -= self.orbit(cell)
                near = (neighbour for neighbour in around(cell) if neighbour in self.hexes)
                for neighbour in near:
                    heappush(waiting, (self.height[neighbour], neighbour))

    def top_up(self, size: int) -> None:
        """Add the highest hexes along the coast, without joining or closing in anything."""
        beside = {near for cell in self.hexes for near in around(cell)}
        waiting = [(-self.height[c], c) for c in beside if c in self.height]
        heapify(waiting)
        while waiting and len(self.hexes) < size:
            _, cell = heappop(waiting)
            orbit = self.orbit(cell)
            is_free = cell not in self.hexes and len(self.hexes) + len(orbit) <= size
            if is_free and self.is_smooth(cell, least=2, most=5):
                self.hexes |= orbit
                for near in {near for cell in orbit for near in around(cell)} - self.hexes:
                    if near in self.height:
                        heappush(waiting, (-self.height[near], near))

    def is_smooth(self, cell: Cell, least: int, most: int) -> bool:
        """Is the land around a hex in one run, of at least and at most so many hexes? Then nothing
        is joined or broken apart with it."""
        land = [near in self.hexes for near in around(cell)]
        changes = sum(land[i] != land[i - 1] for i in range(6))
        return changes == 2 and least <= sum(land) <= most


def around(cell: Cell) -> list[Cell]:
    """The neighbours of a hex, clockwise."""
    row, column = cell
    return [(row + down, column + right) for down, right in ROUND]


def pieces(hexes: Iterable[Cell]) -> list[set[Cell]]:
    """The largest sets of hexes that hang together, in reading order."""
    left, pieces = set(hexes), []
    for start in sorted(left):
        if start not in left:
            continue
        piece, edge = {start}, [start]
        while edge:
            new = left.intersection(around(edge.pop())) - piece
            piece |= new
            edge += new
        left -= piece
        pieces.append(piece)
    return pieces
