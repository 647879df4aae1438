"""The constant tables of a game of King's Ransom, made once."""

from collections.abc import Iterator
from itertools import combinations_with_replacement, product
from typing import Any

import numpy as np

from siegeworks.games.kings_ransom.rules import BOARD, KINDS, PIPS, PLACES

COLUMNS = range(4)
OUTER, MIDDLE = (0, 3), (1, 2)
Heights = tuple[int, ...]  # tiles in each of the columns a … d


def make_board(secret: bool) -> Any:
    """The tables for a game, as one record."""
    board = np.zeros(1, BOARD).view(np.recarray)[0]
    board.secret = secret
    for number, pips in enumerate(payments()):
        board.payments[number] = [pips.count(PIPS[kind]) for kind in range(KINDS)]
    for place in range(PLACES):
        board.beside[place] = sum(1 << other for other in beside(place))
    for heights in product(range(5), repeat=4):
        move = next_move_sideways(heights)
        if move is not None:
            source, target, rank = move
            tiles = tiles_of(heights)
            board.moves_from[tiles] = place_of(source, rank)
            board.moves_to[tiles] = place_of(target, rank)
    return board


def place_of(column: int, rank: int) -> int:
    """The number of a place: columns count from 0, ranks from 1 (R2)."""
    return 4 * (rank - 1) + column


def tiles_of(heights: Heights) -> int:
    """The set of places that are taken in a formation without gaps."""
    return sum(
        1 << place_of(column, rank) for column in COLUMNS for rank in range(1, heights[column] + 1)
    )


def beside(place: int) -> Iterator[int]:
    """The places orthogonally next to a place of the same army (R5.4)."""
    column, row = place % 4, place // 4
    for other in range(PLACES):
        if abs(other % 4 - column) + abs(other // 4 - row) == 1:
            yield other


def is_finished(heights: Heights) -> bool:
    """R6.1: has this formation closed its ranks?"""
    level = max(heights) - min(heights) <= 1
    return level and not any(heights[o] > heights[m] for o in OUTER for m in MIDDLE)


def needs_filling(heights: Heights, column: int) -> bool:
    """R6.2: must a tile come to the first free place of this column?"""
    far_behind = max(heights) >= heights[column] + 2
    passed_by_outer = column in MIDDLE and any(heights[o] > heights[column] for o in OUTER)
    return far_behind or passed_by_outer


def neighbours_that_can_give(heights: Heights, column: int) -> list[int]:
    """R6.2: the neighbouring columns with a tile at the rank of this column's first free place."""
    around = [other for other in (column - 1, column + 1) if other in COLUMNS]
    return [other for other in around if heights[other] >= heights[column] + 1]


def next_move_sideways(heights: Heights) -> tuple[int, int, int] | None:
    """R6.1 to R6.3: the next tile that moves sideways: its column, the column it goes to, its rank.

    None where the formation is finished. Some formations that cannot arise would never come to an
    end; those that can do, which a test goes through.
    """
    if is_finished(heights):
        return None
    gaps = [
        column
        for column in COLUMNS
        if needs_filling(heights, column) and neighbours_that_can_give(heights, column)
    ]
    if not gaps:
        return None
    # R6.2: the front-most; of equals a middle column before an outer, then the nearest to column a.
    target = min(gaps, key=lambda column: (heights[column], column in OUTER, column))
    # R6.3: from the higher neighbour; of equally high ones, from the outer.
    givers = neighbours_that_can_give(heights, target)
    source = max(givers, key=lambda column: (heights[column], column in OUTER))
    return source, target, heights[target] + 1


def payments() -> list[tuple[int, ...]]:
    """R9: every way to pay 5 pips or more with no tile superfluous, as pips from high to low.

    The King is never part of one: who may pay has lost his own and does not hold the other.
    """
    return [
        pips
        for tiles in range(1, 6)
        for pips in combinations_with_replacement((6, 4, 3, 2, 1), tiles)
        if sum(pips) >= 5 and sum(pips) - pips[-1] < 5
    ]
