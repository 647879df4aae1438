"""What a network is told of a position, and what it has learned from games. Hints, never rules."""

from typing import Any

import numpy as np

from siegeworks.core.advice import Judgement, shipped_network
from siegeworks.core.bits import NONE, count_bits, lowest_bit, without_lowest
from siegeworks.core.contract import State
from siegeworks.core.jit import rule
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
ROOM = (3, 8, 16)  # armies that fit beside a fortress, at most, in each class
MOST_TO_CLOSE = 24  # with more, one army hardly ever closes it
FEW = 6  # legal armies: whether they are odd may decide who moves last


@rule
def room_beside(params: Any, s: State, place: Any) -> int:
    """How many armies still fit beside a fortress."""
    n = 0
    for w in range(WORDS):
        n += count_bits(s.free[w] & params.beside[place, w])
    return n


@rule
def counted(params: Any, s: State) -> Any:
    """Of the fortresses: open ones, others not captured, open ones by the room beside them in four
    classes, those that one legal army closes, those that another army would close."""
    few, some, many, plenty = 0, 0, 0, 0
    reach, near, neutral = 0, 0, 0
    for v in range(HEX_WORDS):
        neutral += count_bits(s.neutral[v])
        fortresses = s.open[v]
        while fortresses != NONE:
            place = 64 * v + lowest_bit(fortresses)
            fortresses = without_lowest(fortresses)
            room = room_beside(params, s, place)
            few += room <= ROOM[0]
            some += ROOM[0] < room <= ROOM[1]
            many += ROOM[1] < room <= ROOM[2]
            plenty += room > ROOM[2]
            if room <= MOST_TO_CLOSE:
                closes, closes_now = closers(params, s, place)
                reach += closes_now
                near += closes and not closes_now
    opened = few + some + many + plenty
    return opened, neutral - opened, (few, some, many, plenty), reach, near


@rule
def closers(params: Any, s: State, place: Any) -> Any:
    """Whether one army closes in the fortress here, and whether a legal one does."""
    closes = False
    for w in range(WORDS):
        if s.free[w] != NONE:
            closing = closing_in(params, s, place, w, s.free[w])
            closes |= closing != NONE
            if closing & params.touching[s.binds, w] != NONE:
                return True, True
    return closes, False


@rule
def write_held(params: Any, s: State, seat: Any, reach: Any, x: Any) -> None:
    """What the seats hold and miss: the first features."""
    mine = 1.0 * (seat == s.to_act)
    most = params.fortresses // 2 + 1
    own, other = held(s, seat), held(s, 1 - seat)
    x[0] = mine
    x[1] = (own - other) / 4
    x[2] = (own - other) / 4 * mine
    x[3] = own / 4
    x[4] = other / 4
    x[5] = np.log(1.0 * (most - own))
    x[6] = np.log(1.0 * (most - other))
    if mine:
        x[7] = np.log(max(most - own - reach, AT_THE_END))
    else:
        x[7] = -np.log(max(most - other - reach, AT_THE_END))


@rule
def write(params: Any, s: State, out: Any) -> float:
    """FEATURES of both seats; placing fortresses and pacifist games are left to the evaluation
    written by hand."""
    if s.binds == NOWHERE or s.to_act < 0 or params.pacifist or s.resigned:
        return -1.0
    legal, fit = 0, 0
    for w in range(WORDS):
        fit += count_bits(s.free[w])
        legal += count_bits(s.free[w] & params.touching[s.binds, w])
    opened, closed, rooms, reach, near = counted(params, s)
    for seat in range(2):
        x = out[seat]
        write_held(params, s, seat, reach, x)
        k = 0 if seat == s.to_act else 1  # columns of the seat to act, then of its enemy
        x[8] = np.int64(s.may_swap) * (1 - 2 * k)
        x[9 + 2 * k] = reach == 1
        x[10 + 2 * k] = reach > 1
        x[13 + k] = near / 4
        x[15 + k] = s.binds != ANYWHERE
        x[17 + k] = np.log(1.0 + legal) / 4
        x[19] = np.log(1.0 + fit) / 4
        x[20] = opened / 4
        x[21] = closed / 4
        for i in range(len(ROOM) + 1):
            x[22 + 4 * k + i] = rooms[i] / 4
        x[30] = (1 - k) * (legal <= FEW) * (legal & 1)
    return 1.0


JUDGEMENT = Judgement(FEATURES, write, shipped_network(__package__))
