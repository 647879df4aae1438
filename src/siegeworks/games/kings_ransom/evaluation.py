"""How good a position looks to a search. Hints, never rules."""

import numpy as np

from siegeworks.core.bits import count_bits, lowest_bit, without_lowest
from siegeworks.core.jit import rule
from siegeworks.games.kings_ransom.rules import (
    can_pay,
    kind_at,
    may_be_king,
    may_call,
    may_flee,
    pips,
    places,
)
from siegeworks.games.kings_ransom.state import (
    ALL,
    ARCHER,
    BATTLE,
    CALL,
    COLUMN,
    FACE_UP,
    INFANTRY,
    KINDS,
    KING,
    LAYING,
    NORTH,
    PAYMENTS,
    PIPS,
    PLACES,
    RANGE,
    RANSOM,
    REVEAL,
    SOUTH,
    STAND,
)

KINGS_RANSOM = 5  # pips that a captured King costs one seat and brings the other

# A logistic regression on the turns of 5,600 games that the search played against itself with 80 to
# 150 simulations per move, smoothed; all weights in log-odds. An army is nearer to its end than its
# tiles suggest, since the game is over when either army is used up (R7): "late" and "early" depend
# on the smaller army, on how many tiles it has other than the King.
#
# What a pip of the lead is worth, interpolated from 1, 2, 4, 8 and 15 such tiles:
PIP = np.interp(np.arange(PLACES), (1, 2, 4, 8, 15), (0.63, 0.48, 0.38, 0.27, 0.20))
LATE, EARLY = 2, 12  # the columns of WEIGHTS, in tiles of the smaller army
WEIGHTS = np.array(
    [
        [-0.07, 0.23],  # Archer, face down
        [0.12, 0.21],  # Engineer
        [0.27, 0.32],  # Cavalry
        [0.49, 0.32],  # Infantry
        [0.53, 0.29],  # Spy
        [-0.25, 0.04],  # Archer, face up
        [-0.09, 0.01],  # Engineer
        [0.14, 0.32],  # Cavalry
        [0.48, 0.15],  # Infantry
        [0.43, 0.15],  # Spy
        [-0.54, -0.79],  # King lost
        [-4.87, -1.95],  # King known and reached, the enemy to act
        [-3.69, -2.08],  # likewise, his seat to act
        [-0.91, -1.71],  # King known, not reached
        [-2.53, -0.55],  # King reached but not known, the enemy to act
        [-2.01, -0.57],  # likewise, his seat to act
        [-0.35, -2.78],  # King hidden
        [-0.25, -0.12],  # to act
    ]
)
# The rows of WEIGHTS.
DOWN = -1  # + kind: a face-down tile, beyond its pips
UP = 4  # + kind: a face-up tile
KING_LOST = 10
KNOWN_AND_REACHED = 11  # + 1 if his own seat is to act: everybody knows where the King is
KNOWN = 13  # the same, but no Archer reaches him yet
REACHED = 14  # + 1 likewise: an Archer reaches him, but its seat does not know
HIDDEN = 16  # no Archer reaches him either: divided by the number of places where he may be
TO_ACT = 17

# Nobody can know what the other lays out. But a King near the front is soon reached, Archers shoot
# just as well from behind, and Infantry fights only from the front. Layouts that respect this are
# equally good, so a search that looks no further lays out something different every time.
KING_IN_FRONT = 0.4  # in the front half
ARCHER_IN_FRONT = 0.08  # in the front rank
INFANTRY_BEHIND = 0.05  # in the rear half


@rule
def weight(row, t):
    """A weight between its late (t = 0) and its early value (t = 1)."""
    return WEIGHTS[row, 0] + t * (WEIGHTS[row, 1] - WEIGHTS[row, 0])


@rule
def evaluate(params, s, win_probabilities):
    """Each seat's probability of winning, from the lead in pips, what the remaining tiles can still
    do, and how safe the Kings are."""
    if s.phase == RANSOM:
        paid = ransom_win_probability(params, s)
        win_probabilities[s.to_act] = paid
        win_probabilities[1 - s.to_act] = 1 - paid
        return
    if s.phase == LAYING:
        odds = formation(params, s, SOUTH) - formation(params, s, NORTH)
    else:
        odds = odds_of_south(params, s)
    win_probabilities[SOUTH] = 1 / (1 + np.exp(-odds))
    win_probabilities[NORTH] = 1 - win_probabilities[SOUTH]


@rule
def ransom_win_probability(params, s):  # R9, R10
    """The probability (0 or 1, exact) that the seat to act wins by paying as little as it can."""
    seat = s.to_act
    before = pips(s, seat) - pips(s, 1 - seat) + PIPS[KING]
    for payment in range(PAYMENTS):
        if can_pay(params, s, seat, payment):
            paid = 0
            for kind in range(KINDS):
                paid += PIPS[kind] * params.payments[payment, kind]
            if before - 2 * paid > 0:
                return 1.0
    return 0.0


@rule
def formation(params, s, seat):  # R3
    """How good a seat's layout is so far, in log-odds."""
    ranks = np.int64(params.ranks)
    front_half = (1 << (4 * (ranks // 2))) - 1
    behind = 0 if ranks == 1 else ALL & ~front_half
    odds = -KING_IN_FRONT * count_bits(places(s, seat, KING) & front_half)
    odds -= ARCHER_IN_FRONT * count_bits(places(s, seat, ARCHER) & 0xF)
    odds -= INFANTRY_BEHIND * count_bits(places(s, seat, INFANTRY) & behind)
    return odds


@rule
def odds_of_south(params, s):
    """The logarithm of the odds that south wins."""
    left = min(count_bits(may_flee(s, SOUTH)), count_bits(may_flee(s, NORTH)))
    t = min(max((left - LATE) / (EARLY - LATE), 0.0), 1.0)
    odds = odds_of_army(params, s, SOUTH, t, PIP[left]) - odds_of_army(
        params, s, NORTH, t, PIP[left]
    )
    mine = odds_of_battle(params, s, t, PIP[left]) if s.phase == BATTLE else weight(TO_ACT, t)
    return odds + mine if s.to_act == SOUTH else odds - mine


@rule
def odds_of_army(params, s, seat, t, pip):
    """What one army and its tally add to its seat's log-odds."""
    up = places(s, seat, FACE_UP)
    king = places(s, seat, KING)
    worth = PIPS[KING] * (count_bits(king) + np.int64(s.tally[seat, KING]))
    odds = 0.0
    for kind in range(ARCHER, KINDS):
        here = places(s, seat, kind)
        n_up = count_bits(here & up)
        n_down = count_bits(here) - n_up
        odds += n_down * weight(DOWN + kind, t) + n_up * weight(UP + kind, t)
        worth += PIPS[kind] * (n_up + n_down + np.int64(s.tally[seat, kind]))
    if king == 0:
        return odds + weight(KING_LOST, t) + pip * (worth - KINGS_RANSOM)
    if places(s, 1 - seat, ARCHER) != 0:
        odds += odds_of_king(s, seat, t)
    return odds + pip * worth


@rule
def odds_of_king(s, seat, t):
    """What it costs a seat that still has its King that the enemy still has Archers."""
    king = places(s, seat, KING)
    suspects = count_bits(may_be_king(s, seat))
    own_turn = np.int64(s.to_act == seat)
    reached = is_reached(s, seat, king)
    if king & places(s, seat, FACE_UP) != 0 or suspects == 1:
        return weight(KNOWN_AND_REACHED + own_turn if reached else KNOWN, t)
    return weight(REACHED + own_turn, t) if reached else weight(HIDDEN, t) / suspects


@rule
def is_reached(s, seat, king):  # R4
    """Does an enemy Archer reach the King?"""
    place = lowest_bit(np.uint64(king))
    ranks = RANGE[ARCHER] - (place // 4 + 1)
    within = (COLUMN << (place % 4)) & ((1 << (4 * ranks)) - 1)
    return places(s, 1 - seat, ARCHER) & within != 0


@rule
def odds_of_battle(params, s, t, pip):  # R5
    """What the battle brings to its defender, who calls the best tile."""
    seat = s.to_act
    attacker = kind_at(s, 1 - seat, np.int64(s.attacker))
    defender = kind_at(s, seat, np.int64(s.defender))
    best = pip * pips_won(PIPS[attacker], PIPS[defender])
    helpers = np.uint64(may_call(params, s))
    while helpers:
        helper = kind_at(s, seat, lowest_bit(helpers))
        helpers = without_lowest(helpers)
        won = pip * pips_won(PIPS[attacker], PIPS[defender] + PIPS[helper])
        best = max(best, won - weight(DOWN + helper, t))
    return best + weight(UP + attacker, t) - weight(UP + defender, t)


@rule
def pips_won(attack, defence):  # R5.5, R5.6
    """By how many pips a battle changes the defender's lead: all tiles leave, and the winner gets
    the loser's."""
    if attack < defence:
        return 2 * attack - defence
    return attack - 2 * defence if attack > defence else 0


@rule
def private(params, s, action):
    """The kind of the tile that acts or is called, which others see only afterwards."""
    if action < REVEAL:
        return kind_at(s, s.to_act, action % PLACES)
    if CALL <= action < STAND:
        return kind_at(s, s.to_act, action - CALL)
    return 0
