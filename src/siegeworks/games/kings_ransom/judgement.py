"""What a network is told of a position, and what it has learned from games. Hints, never rules."""

from typing import Any

import numpy as np

from siegeworks.core.advice import Judgement, shipped_network
from siegeworks.core.bits import count_bits
from siegeworks.core.contract import State
from siegeworks.core.jit import rule
from siegeworks.games.kings_ransom.evaluation import (
    EARLY,
    KINGS_RANSOM,
    LATE,
    PIP,
    is_reached,
    odds_of_battle,
)
from siegeworks.games.kings_ransom.rules import may_be_king, may_flee, places
from siegeworks.games.kings_ransom.state import (
    ARCHER,
    BATTLE,
    FACE_UP,
    KINDS,
    KING,
    LAYING,
    NORTH,
    PIPS,
    RANSOM,
    SOUTH,
)

# Of one seat; then the same while armies are large, and the enemy's.
OWN = (
    "Archers, face down",
    "Engineers",
    "Cavalry",
    "Infantry",
    "Spies",
    "Archers, face up",
    "Engineers",
    "Cavalry",
    "Infantry",
    "Spies",
    "King lost",
    "King known and reached, enemy to act",
    "King known and reached, to act",
    "King known, not reached",
    "King reached, enemy to act",
    "King reached, to act",
    "King hidden",
    "to act",
)
N = len(OWN)
FEATURES = (
    *OWN,
    *(f"early: {name}" for name in OWN),
    *(f"enemy: {name}" for name in OWN),
    "pips ahead, by what they are worth",
    "the battle, by the evaluation written by hand",
    "in a battle, to act",
    "in a battle, enemy to act",
    "pips ahead",
    "early",
)
AHEAD = 3 * N


@rule
def write_own(params: Any, s: State, seat: Any, out: Any) -> Any:
    """The features of OWN of one seat; and its pips, with what its lost King costs."""
    up = places(s, seat, FACE_UP)
    king = places(s, seat, KING)
    worth = 1.0 * PIPS[KING] * (count_bits(king) + np.int64(s.tally[seat, KING]))
    for kind in range(ARCHER, KINDS):
        here = places(s, seat, kind)
        n_up = count_bits(here & up)
        n_down = count_bits(here) - n_up
        out[kind - 1] = n_down / 2
        out[kind + 4] = n_up / 2
        worth += PIPS[kind] * (n_up + n_down + np.int64(s.tally[seat, kind]))
    own_turn = np.int64(s.to_act == seat)
    if king == 0:
        out[10] = 1
        worth -= KINGS_RANSOM
    elif places(s, 1 - seat, ARCHER) != 0:
        suspects = count_bits(may_be_king(s, seat))
        reached = is_reached(s, seat, king)
        if king & up != 0 or suspects == 1:
            if reached:
                out[11 + own_turn] = 1
            else:
                out[13] = 1
        elif reached:
            out[14 + own_turn] = 1
        else:
            out[16] = 1 / suspects
    out[17] = own_turn
    return worth


@rule
def write(params: Any, s: State, out: Any) -> Any:
    """FEATURES of both seats; laying out and ransoms are left to the evaluation written by hand."""
    if s.phase in (LAYING, RANSOM) or s.resigned:
        return -1.0
    left = min(count_bits(may_flee(s, SOUTH)), count_bits(may_flee(s, NORTH)))
    t = min(max((left - LATE) / (EARLY - LATE), 0.0), 1.0)
    ahead = write_own(params, s, SOUTH, out[SOUTH]) - write_own(params, s, NORTH, out[NORTH])
    battle = odds_of_battle(params, s, t, PIP[left]) if s.phase == BATTLE else 0.0
    for seat in range(2):
        for i in range(N):
            out[seat, N + i] = t * out[seat, i]
            out[seat, 2 * N + i] = out[1 - seat, i]
        sign = 1.0 if seat == SOUTH else -1.0
        acts = s.to_act == seat
        out[seat, AHEAD] = sign * ahead * PIP[left]
        out[seat, AHEAD + 1] = battle if acts else -battle
        out[seat, AHEAD + 2] = acts and s.phase == BATTLE
        out[seat, AHEAD + 3] = not acts and s.phase == BATTLE
        out[seat, AHEAD + 4] = sign * ahead / 10
        out[seat, AHEAD + 5] = t
    return 1.0


JUDGEMENT = Judgement(FEATURES, write, shipped_network(__package__))
