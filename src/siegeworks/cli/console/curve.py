"""Curves of winning chances made of block characters, or of # on terminals without them"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from siegeworks.core.narration import title_of
from siegeworks.lab.analysis import AnalysedPosition

ROWS = 5
EIGHTHS = " ▁▂▃▄▅▆▇█"
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
        yield title_of(seat)
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
    return EIGHTHS[round(part * 8)]
