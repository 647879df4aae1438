"""Breakthrough, in the order of RULES.md."""

import numpy as np

from siegeworks.core.bits import (
    NONE,
    bit,
    count_bits,
    down,
    has,
    lowest_bit,
    nth_bit,
    up,
    without_lowest,
)
from siegeworks.core.contract import FIRST_ENDING, HEADER, Rules, finish
from siegeworks.core.jit import rule
from siegeworks_breakthrough.params import BLACK, LEFT, SIZE, STRAIGHT, WAYS, WHITE

BROKE_THROUGH, ALL_CAPTURED = FIRST_ENDING, FIRST_ENDING + 1
ENDINGS = (
    "a piece reached the far rank (R6)",
    "a player's last piece was captured (R7)",
)

STATE = np.dtype([*HEADER, ("pieces", "u8", 2)])  # the squares of White's pieces, and of Black's

# R1 Board -----------------------------------------------------------------------------------------

RANK = (1 << SIZE) - 1  # the squares of rank 1
ALL = np.uint64((1 << SIZE * SIZE) - 1)
FILE_A = np.uint64(sum(1 << SIZE * rank for rank in range(SIZE)))
FILE_F = np.uint64(sum(1 << SIZE * rank + SIZE - 1 for rank in range(SIZE)))
FIRST_RANKS = np.uint64(RANK | RANK << SIZE)
LAST_RANKS = np.uint64((RANK | RANK << SIZE) << SIZE * (SIZE - 2))
FAR_RANK = np.array([RANK << SIZE * (SIZE - 1), RANK], np.uint64)  # of White and of Black


# R2 Set-up ----------------------------------------------------------------------------------------


@rule
def set_up(params, s):
    """Twelve pieces each on the two ranks nearest to their player. White begins (R3)."""
    s.pieces[WHITE] = FIRST_RANKS
    s.pieces[BLACK] = LAST_RANKS
    s.first = s.to_act = WHITE


# R3 Turn, R4 Move, R5 Capture ---------------------------------------------------------------------


@rule
def movers(s, way):
    """The squares of the pieces that the seat to act may move in this direction."""
    own = s.pieces[s.to_act]
    if way == STRAIGHT:  # R4: to an empty square, R5: a piece straight ahead blocks
        return own & backward(s.to_act, ~(own | s.pieces[1 - s.to_act]), 0)
    edge = FILE_A if way == LEFT else FILE_F
    return own & ~edge & backward(s.to_act, ~own, way - 1)  # R4, R5: empty or an opponent's


@rule
def backward(seat, targets, aside):
    """The squares from which a move of `seat` one file `aside` enters one of these squares."""
    targets &= ALL
    if seat == WHITE:
        return down(targets, SIZE + aside)
    return up(targets, SIZE - aside)


@rule
def legal_actions(params, s, out):
    """Every move of every piece of the seat to act."""
    n = 0
    for way in range(WAYS):
        pieces = movers(s, way)
        while pieces != NONE:
            out[n] = params.action[s.to_act, way, lowest_bit(pieces)]
            pieces = without_lowest(pieces)
            n += 1
    return n


@rule
def num_legal(params, s):
    """How many moves there are."""
    n = 0
    for way in range(WAYS):
        n += count_bits(movers(s, way))
    return n


@rule
def nth_legal(params, s, k):
    """The k-th of them."""
    way = 0
    pieces = movers(s, way)
    while k >= count_bits(pieces):
        k -= count_bits(pieces)
        way += 1
        pieces = movers(s, way)
    return np.int64(params.action[s.to_act, way, nth_bit(pieces, k)])


@rule
def apply_action(params, s, action):
    """R4 The piece moves; R5 an opponent's piece on its square is removed."""
    seat = np.int64(s.to_act)
    target = params.target[action]
    s.pieces[seat] = (s.pieces[seat] & ~bit(params.origin[action])) | bit(target)
    s.pieces[1 - seat] &= ~bit(target)
    if s.pieces[seat] & FAR_RANK[seat] != NONE:
        finish(s, 1 << seat, BROKE_THROUGH)  # R6
    elif s.pieces[1 - seat] == NONE:
        finish(s, 1 << seat, ALL_CAPTURED)  # R7
    else:
        s.to_act = 1 - seat


@rule
def is_capture(params, s, action):
    """R5: does this move remove an opponent's piece?"""
    return has(s.pieces[1 - s.to_act], params.target[action])


RULES = Rules(
    set_up=set_up,
    legal_actions=legal_actions,
    apply_action=apply_action,
    num_legal=num_legal,
    nth_legal=nth_legal,
)
