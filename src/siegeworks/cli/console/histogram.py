"""Histograms made of block characters, or of # on terminals without them."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

MOST_ROWS = 16
TAIL = 0.01  # the share of all values at each end that is merged into the outermost row
EIGHTHS = " ▏▎▍▌▋▊▉█"


def histogram(counts: NDArray[np.int64], width: int, plain: bool = False) -> list[str]:
    """One line per range of values: the range, a bar, and its share of all.

    Args:
        counts: how often each value occurs, `counts[k]` times for the value k; not all 0.
        width: the columns of the longest bar.
        plain: use ASCII only.
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
    """The first value of each row: round numbers at equal distances, at most MOST_ROWS."""
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
    """The range of each row in words; the outermost rows include everything beyond them."""
    labels = [str(a) if edges.step == 1 else f"{a} to {a + edges.step - 1}" for a in edges]
    if shortest < edges[0]:
        labels[0] = f"{edges[0] + edges.step - 1} or less"
    if longest >= edges[-1] + edges.step:
        labels[-1] = f"{edges[-1]} or more"
    return labels


def bar(part: float, width: int, plain: bool) -> str:
    """A bar of `part` (0 to 1) of `width` columns, padded with spaces."""
    if plain:
        return f"{'#' * round(part * width):{width}}"
    full, eighths = divmod(round(part * width * 8), 8)
    return f"{'█' * full + EIGHTHS[eighths].strip():{width}}"
