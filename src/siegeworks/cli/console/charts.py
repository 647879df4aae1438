"""Curves and histograms made of block characters, or of # on terminals without them"""

from collections.abc import Collection, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from siegeworks.core.text import capitalized
from siegeworks.lab.analysis import AnalysedPosition

ROWS = 5
UPWARDS = " ▁▂▃▄▅▆▇█"  # eighths
LABELS = {0: "100%", ROWS // 2: " 50%", ROWS - 1: "  0%"}


def curve(
    positions: Sequence[AnalysedPosition],
    seats: Sequence[str],
    turns: int,
    marks: Collection[int],
    *,
    width: int,
    plain: bool = False,
) -> Iterator[str]:
    """Lines of text: for each seat its chances over the game, from left to right.

    Args:
        positions: what is known, in the order of the game.
        seats: whose curves to draw: the first ones of the game.
        turns: of the whole game.
        marks: the numbers of turns that get a `?` below.
        width: columns at most; of a longer game, a column stands for several turns.
        plain: use ASCII only.
    """
    columns = min(width, turns + 1)
    for number, seat in enumerate(seats):
        yield capitalized(seat)
        heights = [
            _chance_at(positions, number, round(c * turns / max(1, columns - 1)))
            for c in range(columns)
        ]
        for row in range(ROWS):
            cells = "".join(_cell(height, ROWS - 1 - row, plain) for height in heights)
            yield f"{LABELS.get(row, '    ')} {cells}".rstrip()
    below = [" "] * columns
    for turn in marks:
        below[round(turn * (columns - 1) / max(1, turns))] = "?"
    if marks:
        yield f"     {''.join(below).rstrip()}"
    last = f"turn {turns}"
    yield f"     start{last:>{max(1, columns - len('start'))}}"


def _chance_at(positions: Sequence[AnalysedPosition], seat: int, turn: int) -> float | None:
    """What was last known of a seat; None: nothing yet, or the search did not get so far."""
    if not positions or turn > positions[-1].turns:
        return None
    known = (p.chances[seat] for p in reversed(positions) if p.turns <= turn)
    return next((chance for chance in known if chance is not None), None)


def _cell(chance: float | None, level: int, plain: bool) -> str:
    """The part of a column at this level; 0 is the lowest."""
    if chance is None:
        return " "
    part = min(1.0, max(0.0, chance * ROWS - level))
    if plain:
        return "#" if part >= 0.5 else " "
    return UPWARDS[round(part * 8)]


MOST_ROWS = 16
TAIL = 0.01  # the share of all values at each end that is merged into the outermost row
ACROSS = " ▏▎▍▌▋▊▉█"  # eighths


def histogram(counts: NDArray[np.int64], width: int, plain: bool = False) -> list[str]:
    """One line per range of values: the range, a bar of at most `width` columns, and its share of
    all. The value k occurs `counts[k]` times, some value at least once. `plain`: in ASCII only."""
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
    return f"{'█' * full + ACROSS[eighths].strip():{width}}"
