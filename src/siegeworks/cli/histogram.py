"""A histogram in characters: blocks in eighths, or # where a terminal knows no blocks."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

MOST_ROWS = 16
TAIL = 0.01  # of all values at either end, at most so many share the outer row with others
EIGHTHS = " ▏▎▍▌▋▊▉█"


def histogram(counts: NDArray[np.int64], width: int, plain: bool = False) -> list[str]:
    """One line a range of values: the range, a bar, its part of all.

    Args:
        counts: `counts[k]` things have the value k; one thing at least.
        width: columns of the longest bar.
        plain: in ASCII.
    """
    edges = row_edges(counts)
    sums = np.add.reduceat(counts, [0, *edges[1:]])
    labels = row_labels(edges, *np.flatnonzero(counts)[[0, -1]])
    widest = max(map(len, labels))
    return [
        f"{label:>{widest}} {bar(n / sums.max(), width, plain)} {n / sums.sum():6.1%}"
        for label, n in zip(labels, sums, strict=True)
    ]


def row_edges(counts: NDArray[np.int64]) -> range:
    """Where each row begins: round numbers at equal distances, at most MOST_ROWS."""
    up_to = counts.cumsum()
    first = int(np.searchsorted(up_to, TAIL * up_to[-1], side="right"))
    last = int(np.searchsorted(up_to, (1 - TAIL) * up_to[-1]))
    for step in round_numbers():
        edges = range(first - first % step, last + 1, step)
        if len(edges) <= MOST_ROWS:
            return edges
    raise AssertionError("round numbers never end")


def round_numbers() -> Iterator[int]:
    """1, 2, 5, 10, 20, 50, 100 …"""
    power = 1
    while True:
        yield from (power, 2 * power, 5 * power)
        power *= 10


def row_labels(edges: range, shortest: int, longest: int) -> list[str]:
    """The values of each row in words; the outer rows hold what lies beyond them too."""
    labels = [str(a) if edges.step == 1 else f"{a} to {a + edges.step - 1}" for a in edges]
    if shortest < edges[0]:
        labels[0] = f"{edges[0] + edges.step - 1} or less"
    if longest >= edges[-1] + edges.step:
        labels[-1] = f"{edges[-1]} or more"
    return labels


def bar(part: float, width: int, plain: bool) -> str:
    """A bar as long as `part` (0 to 1) of `width` columns, filled up with blanks."""
    if plain:
        return f"{'#' * round(part * width):{width}}"
    full, eighths = divmod(round(part * width * 8), 8)
    return f"{'█' * full + EIGHTHS[eighths].strip():{width}}"
