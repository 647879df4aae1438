"""What a network is told of a position, and what it has learned from games. Hints, never rules."""

from __future__ import annotations

from typing import Any

import numpy as np

from siegeworks.core.bits import NONE, count_bits, lowest_bit, without_lowest
from siegeworks.core.contract import State
from siegeworks.core.jit import rule
from siegeworks.core.network import Judgement, shipped_network
from siegeworks.games.siege_master.evaluation import AT_THE_END, closing_in
from siegeworks.games.siege_master.rules import held
from siegeworks.games.siege_master.state import ANYWHERE, HEX_WORDS, NOWHERE, WORDS

FEATURES = (
    "to act",
    "ahead",
    "ahead, to act",
    "held",
    "enemy: held",
    "missing, logarithm",
    "enemy: missing, logarithm",
    "missing after captures in reach, of the seat to act, logarithm",
    "may swap",
    "captures in reach, to act: one",
    "captures in reach, to act: two or more",
    "captures in reach, enemy to act: one",
    "captures in reach, enemy to act: two or more",
    "one army closes, not in reach, to act",
    "one army closes, not in reach, enemy to act",
    "bound, to act",
    "bound, enemy to act",
    "legal armies, logarithm, to act",
    "legal armies, logarithm, enemy to act",
    "armies that fit, logarithm",
    "open fortresses",
    "closed fortresses",
    "fortresses with room for 1 to 3 armies, to act",
    "4 to 8",
    "9 to 16",
    "17 and more",
    "fortresses with room for 1 to 3 armies, enemy to act",
    "4 to 8",
    "9 to 16",
    "17 and more",
    "an odd number of legal armies, few, to act",
)
FEW = 6


@rule
def room_beside(params: Any, s: State, place: Any) -> int:
    """How many armies still fit beside a fortress."""
    n = 0
    for w in range(WORDS):
        n += count_bits(s.free[w] & params.beside[place, w])
    return n


@rule
def write(params: Any, s: State, out: Any) -> float:
    """FEATURES of both seats; placing fortresses and pacifist games are left to the evaluation
    written by hand."""
    if s.binds == NOWHERE or s.to_act < 0 or params.pacifist or s.resigned:
        return -1.0
    acting = s.to_act
    most = params.fortresses // 2 + 1
    legal, fit = 0, 0
    for w in range(WORDS):
        fit += count_bits(s.free[w])
        legal += count_bits(s.free[w] & params.touching[s.binds, w])
    r1, r2, r3, r4, opened, neutral = 0, 0, 0, 0, 0, 0
    reach, near = 0, 0
    for v in range(HEX_WORDS):
        neutral += count_bits(s.neutral[v])
        fortresses = s.open[v]
        while fortresses != NONE:
            place = 64 * v + lowest_bit(fortresses)
            fortresses = without_lowest(fortresses)
            opened += 1
            room = room_beside(params, s, place)
            if room <= 3:
                r1 += 1
            elif room <= 8:
                r2 += 1
            elif room <= 16:
                r3 += 1
            else:
                r4 += 1
            closes, closes_now = False, False
            for w in range(WORDS):
                closing = NONE
                if s.free[w] != NONE:
                    closing = closing_in(params, s, place, w, s.free[w])
                closes |= closing != NONE
                closes_now |= closing & params.touching[s.binds, w] != NONE
            reach += closes_now
            near += closes and not closes_now
    for seat in range(2):
        mine = 1.0 * (seat == acting)
        own, other = held(s, seat), held(s, 1 - seat)
        missing, theirs = most - own, most - other
        x = out[seat]
        x[0] = mine
        x[1] = (own - other) / 4
        x[2] = (own - other) / 4 * mine
        x[3] = own / 4
        x[4] = other / 4
        x[5] = np.log(1.0 * missing)
        x[6] = np.log(1.0 * theirs)
        if mine:
            x[7] = np.log(max(missing - reach, AT_THE_END))
        else:
            x[7] = -np.log(max(theirs - reach, AT_THE_END))
        x[8] = s.may_swap * (2 * mine - 1)
        k = 0 if mine else 1
        x[9 + 2 * k] = reach == 1
        x[10 + 2 * k] = reach > 1
        x[13 + k] = near / 4
        x[15 + k] = s.binds != ANYWHERE
        x[17 + k] = np.log(1.0 + legal) / 4
        x[19] = np.log(1.0 + fit) / 4
        x[20] = opened / 4
        x[21] = (neutral - opened) / 4
        x[22 + 4 * k] = r1 / 4
        x[23 + 4 * k] = r2 / 4
        x[24 + 4 * k] = r3 / 4
        x[25 + 4 * k] = r4 / 4
        x[30] = mine * (legal <= FEW) * (legal & 1)
    return 1.0


JUDGEMENT = Judgement(FEATURES, write, shipped_network(__package__))
