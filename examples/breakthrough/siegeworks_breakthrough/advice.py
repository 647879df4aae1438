"""Hints for bots; never rules."""

from typing import Any

import numpy as np

from siegeworks.core.advice import Advice, Settings
from siegeworks.core.bits import NONE, count_bits, down, lowest_bit, up, without_lowest
from siegeworks.core.contract import Action, Observation, Seat, State
from siegeworks.core.jit import rule
from siegeworks_breakthrough.notation import NAMES, square_text
from siegeworks_breakthrough.params import SIZE, SQUARES, WHITE
from siegeworks_breakthrough.rules import ALL, FILE_A, FILE_F, RULES, is_capture

# By hand: a piece, a step of the piece that has come farthest, the turn; in log-odds of winning.
PIECE, STEP, TURN = 0.5, 0.3, 0.2
WINS_NEXT = 6.0  # a piece one step from the far rank, and it is its turn


@rule
def evaluate(params: Any, s: State, win_probabilities: Any) -> None:
    """Pieces ahead, and how far the most advanced ones have come."""
    seat = np.int64(s.to_act)
    own, theirs = farthest(s, seat), farthest(s, 1 - seat)
    ahead = count_bits(s.pieces[seat]) - count_bits(s.pieces[1 - seat])
    score = PIECE * ahead + STEP * (own - theirs) + TURN
    if own == SIZE - 2:  # R6: nothing stops it; if it is blocked ahead, a diagonal is open
        score = WINS_NEXT
    win_probabilities[seat] = 1 / (1 + np.exp(-score))
    win_probabilities[1 - seat] = 1 - win_probabilities[seat]


@rule
def farthest(s: State, seat: Any) -> int:
    """How many ranks a seat's most advanced piece is away from its own side."""
    pieces = s.pieces[seat]
    most = 0
    while pieces != NONE:
        rank = lowest_bit(pieces) // SIZE
        most = max(most, rank if seat == WHITE else SIZE - 1 - rank)
        pieces = without_lowest(pieces)
    return most


@rule
def urgency(params: Any, s: State, action: Action) -> float:
    """Captures first, then pieces that are far ahead."""
    rank = params.target[action] // SIZE
    steps = rank if s.to_act == WHITE else SIZE - 1 - rank
    return (0.3 if is_capture(params, s, action) else 0.0) + 0.05 * steps


# What a move does, in words -----------------------------------------------------------------------


def comment(params: Any, seen: Observation, action: Action) -> str:
    """What the move does at once."""
    seat = int(seen.to_act)
    after = seen.copy()
    RULES.apply_action(params, after, action)
    if int(after.winners) >> seat & 1:
        return "wins at once"
    captures = "captures a piece" if is_capture(params, seen, action) else ""
    target = int(params.target[action])
    if attacked(after, seat, target):
        risk = f"lets {NAMES[1 - seat]} capture it on {square_text(target)}"
        return f"{captures} but {risk}" if captures else risk
    return captures


def attacked(s: Observation, seat: Seat, square: int) -> bool:
    """Could the other seat capture a piece of `seat` on this square (R5)?"""
    place = np.uint64(1 << square)
    beside = (down(place & ~FILE_A, 1) | up(place & ~FILE_F, 1)) & ALL
    ahead = up(beside, SIZE) if seat == WHITE else down(beside, SIZE)
    return bool(ahead & s.pieces[1 - seat])


# For one-step bots --------------------------------------------------------------------------------


def score(params: Any, seen: Observation, seat: Seat) -> float:
    """How many pieces the seat is ahead, and how much farther its most advanced piece has come."""
    ahead = count_bits(seen.pieces[seat]) - count_bits(seen.pieces[1 - seat])
    return float(ahead) + (farthest(seen, seat) - farthest(seen, 1 - seat)) / SQUARES


ADVICE = Advice(
    evaluate=evaluate,
    urgency=urgency,
    settings=Settings(
        exploration=0.3, prior_weight=2, playout_plies=8, candidates=2, evaluation=0.5
    ),
    comment=comment,
    unit=("piece", "pieces"),
)
