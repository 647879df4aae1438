"""The constant tables that the rules of King's Ransom look things up in."""

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement, product
from typing import Any

from siegeworks.core.records import blank_record
from siegeworks.games.kings_ransom.state import KINDS, PARAMS, PIPS, PLACES

Heights = tuple[int, ...]  # tiles in each of the columns a … d, or of the fewer ones (R11)


def make_params(secret: bool, columns: int, tiles_of: Sequence[int]) -> Any:
    """The tables for a game, as one record; the tiles of an army fill its ranks."""
    params = blank_record(PARAMS)
    tiles, ranks = sum(tiles_of), sum(tiles_of) // columns
    params.secret = secret
    params.columns, params.ranks, params.tiles_of = columns, ranks, tiles_of
    params.formation = tiles_of_formation((ranks,) * columns)
    spots = [place_of(c, rank) for rank in range(1, ranks + 1) for c in range(columns)]
    spots += [PLACES + place for place in spots]  # south's, then north's
    for number, spot in enumerate(spots):
        params.next_spot[spot] = [*spots, 2 * PLACES][number + 1]
        params.cases[spot] = tiles - number % tiles
    params.cases[2 * PLACES] = 2
    for number, pips in enumerate(payments()):
        params.payments[number] = [pips.count(PIPS[kind]) for kind in range(KINDS)]
    for place in range(PLACES):
        params.beside[place] = sum(1 << other for other in beside(place))
    for heights in product(range(ranks + 1), repeat=columns):
        move = next_move_sideways(heights)
        if move is not None:
            source, target, rank = move
            action = tiles_of_formation(heights)
            params.moves_from[action] = place_of(source, rank)
            params.moves_to[action] = place_of(target, rank)
    return params


def place_of(column: int, rank: int) -> int:
    """The number of a place: columns count from 0, ranks from 1 (R2)."""
    return 4 * (rank - 1) + column


def tiles_of_formation(heights: Heights) -> int:
    """The set of places with a tile in a formation without gaps."""
    return sum(
        1 << place_of(column, rank)
        for column, height in enumerate(heights)
        for rank in range(1, height + 1)
    )


def beside(place: int) -> Iterator[int]:
    """The places orthogonally next to a place of the same army (R5.4)."""
    column, row = place % 4, place // 4
    for other in range(PLACES):
        if abs(other % 4 - column) + abs(other // 4 - row) == 1:
            yield other


def is_outer(heights: Heights, column: int) -> bool:
    """R6, R11: is this the first or the last column? Those in between are middle ones."""
    return column in (0, len(heights) - 1)


def is_passed_by_outer(heights: Heights, column: int) -> bool:
    """R6.1, R6.2: is this a middle column, and is an outer one longer?"""
    return not is_outer(heights, column) and max(heights[0], heights[-1]) > heights[column]


def is_finished(heights: Heights) -> bool:
    """R6.1: has this formation closed its ranks?"""
    level = max(heights) - min(heights) <= 1
    return level and not any(is_passed_by_outer(heights, c) for c in range(len(heights)))


def needs_filling(heights: Heights, column: int) -> bool:
    """R6.2: does the first free place of this column need filling?"""
    return max(heights) >= heights[column] + 2 or is_passed_by_outer(heights, column)


def neighbours_that_can_give(heights: Heights, column: int) -> list[int]:
    """R6.2: the neighbouring columns with a tile at the rank of this column's first free place."""
    around = [other for other in (column - 1, column + 1) if 0 <= other < len(heights)]
    return [other for other in around if heights[other] >= heights[column] + 1]


def next_move_sideways(heights: Heights) -> tuple[int, int, int] | None:
    """R6.1 to R6.3: the next tile that moves sideways: its column, the column it goes to, its rank.

    None if the formation is finished. Some formations that cannot arise would never be finished; a
    test checks that all that can arise are.
    """
    if is_finished(heights):
        return None
    gaps = [
        column
        for column in range(len(heights))
        if needs_filling(heights, column) and neighbours_that_can_give(heights, column)
    ]
    if not gaps:
        return None
    # R6.2: the front-most; then a middle column before an outer one; then the nearest to column a.
    target = min(gaps, key=lambda column: (heights[column], is_outer(heights, column), column))
    # R6.3: from the longer neighbour; on a tie from the outer one; R11: from the first.
    givers = neighbours_that_can_give(heights, target)
    source = max(givers, key=lambda column: (heights[column], is_outer(heights, column)))
    return source, target, heights[target] + 1


def payments() -> list[tuple[int, ...]]:
    """R9: every way to pay 5 pips or more with no tile superfluous, as pips from high to low.

    The King is never part of one: the seat that pays has lost its own and does not hold the other.
    """
    return [
        pips
        for tiles in range(1, 6)
        for pips in combinations_with_replacement((6, 4, 3, 2, 1), tiles)
        if sum(pips) >= 5 and sum(pips) - pips[-1] < 5
    ]


# A turn of one choice removes at least one tile other than a King, a turn of two choices two, and
# before the last turn each army still has one of its 15. So there are 33 steps of set-up, 28
# choices before the last turn, at most two in it, and a ransom.
MAX_TURNS = 29


def max_steps(tiles: int) -> int:
    """The most steps of a game with this many tiles in an army (R7, R11)."""
    return (2 * tiles + 1) + (2 * tiles - 4) + 2 + 1


MAX_STEPS = max_steps(PLACES)
# 15 tiles may flee, 3 Spies look at 16 places, and no formation has more attacks than 24 (tested).
MAX_LEGAL = 15 + 3 * 16 + 24
