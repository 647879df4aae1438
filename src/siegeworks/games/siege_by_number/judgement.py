"""What a network is told of a position, and what it has learned from games. Hints, never rules."""

from math import log
from typing import Any

from siegeworks.core.advice import Judgement, shipped_network
from siegeworks.core.bits import count_bits
from siegeworks.core.contract import State, has_left
from siegeworks.core.jit import rule
from siegeworks.games.siege_by_number.evaluation import WEIGHTS, evaluate, features, lock_on
from siegeworks.games.siege_by_number.state import COINS, NOWHERE, TURNS

OWN = (
    "the evaluation written by hand, logarithm",
    "Commander on the board",
    "steps to the nearest enemy home",
    "enters one in the next turn",
    "an enemy home is open",
    "own home empty",
    "an enemy on it",
    "likewise, for each own piece",
    "pressure",
    "pressure without an open home",
    "null shown",
    "5 shown",
    "danger",
    "coins in the stack",
    "coins in the stack, not the first",
    "coins in the stack, the last two",
    "locked in",
    "all enemies locked in",
    "pieces",
    "to act",
)
FEATURES = (*OWN, *(f"enemies: {name}" for name in OWN), "turns")
N = len(OWN)
BY_HAND = tuple({OWN[0]: 1.0, f"enemies: {OWN[0]}": -1.0}.get(name, 0.0) for name in FEATURES)
LEAST = 1e-4  # a probability below counts as this


@rule
def write(params: Any, s: State, out: Any) -> float:
    """FEATURES of all seats in the game."""
    if s.turn < 0:
        return -1.0
    at = (s.pieces[0], s.pieces[1], s.pieces[2], s.pieces[3], s.commanders, NOWHERE, NOWHERE)
    locks = (
        lock_on(params, s, at, 0),
        lock_on(params, s, at, 1),
        lock_on(params, s, at, 2),
        lock_on(params, s, at, 3),
    )
    evaluate(params, s, out[:, 0])
    playing = 0
    for seat in range(params.seats):
        if not has_left(s, seat):
            playing += 1
            out[seat, 0] = log(max(out[seat, 0], LEAST))
            stacked, values, _ = features(params, s, at, seat, locks[seat])
            for i in range(len(WEIGHTS)):
                out[seat, 1 + i] = values[i]
            out[seat, 2] = values[1] / 10
            lock = 1.0
            for enemy in range(params.seats):
                if enemy != seat:
                    lock = min(lock, locks[enemy])
            out[seat, 13] = stacked / COINS
            out[seat, 14] = max(stacked - 1, 0) / COINS
            out[seat, 15] = max(stacked - COINS + 2, 0) / 2
            out[seat, 16] = locks[seat]
            out[seat, 17] = lock
            out[seat, 18] = count_bits(s.pieces[seat]) / COINS
            out[seat, 19] = seat == s.turn
    for seat in range(params.seats):
        for other in range(params.seats):
            if other != seat and not has_left(s, other):
                for i in range(N):
                    out[seat, N + i] += out[other, i] / (playing - 1)
        out[seat, 2 * N] = s.turns / TURNS
    return 1.0


JUDGEMENT = Judgement(FEATURES, write, shipped_network(__package__), BY_HAND)
