"""Liar's dice in the order of RULES.md, and what each seat may know."""

import numpy as np

from siegeworks.core.contract import CHANCE, FIRST_ENDING, HEADER, REFEREE, Rules, finish
from siegeworks.core.jit import rule
from siegeworks.core.random import random_below

DICE, FACES = 2, 6  # of each seat, of each die: at most
BIDS = 2 * DICE * FACES  # 1x1, 1x2 … 4x6: a higher number is a higher bid (R3)
LIAR = BIDS
SHOWN = (FACES + 1) ** (2 * DICE)  # ways in which all dice can lie on the table, lost ones too

PARAMS = np.dtype([("dice", "i4"), ("faces", "i4")])
STATE = np.dtype(
    [
        *HEADER,
        ("dice", "u1", (2, DICE)),  # what they show; 0: not rolled, lost, or hidden from the viewer
        ("left", "u1", 2),  # how many dice each seat has
        ("rolled", "u1"),  # how many were rolled in this round
        ("starts", "u1"),  # who bids first in this round
        ("bid", "u1"),  # 1 + the last bid; 0: none yet
        ("last", "u1", (2, DICE)),  # the dice at the end of the round before
    ]
)


@rule
def set_up(params, s):
    """R1: as many dice each as the options say."""
    s.left[0] = s.left[1] = params.dice
    s.to_act = CHANCE


@rule
def owner(s, number):
    """R2: whose die it is that is rolled in this place, left's first."""
    return int(number >= s.left[0])


@rule
def chance_weights(params, s, weights):
    """R2: each number of the die that is rolled next."""
    seat = owner(s, s.rolled)
    die = DICE * seat + s.rolled - seat * s.left[0]
    for face in range(params.faces):
        weights[FACES * die + face] = 1


@rule
def apply_outcome(params, s, outcome):
    """R2: the die lies there; after the last one the bidding begins."""
    die = outcome // FACES
    s.dice[die // DICE, die % DICE] = 1 + outcome % FACES
    s.rolled += 1
    if s.rolled == s.left[0] + s.left[1]:
        s.first = 0
        s.to_act = s.starts


@rule
def legal_actions(params, s, out):
    """R3: higher bids with the dice that are left; R4: liar, once there is a bid."""
    n = 0
    for bid in range(s.bid, FACES * (s.left[0] + s.left[1])):
        if bid % FACES < params.faces:
            out[n] = bid
            n += 1
    if s.bid > 0:
        out[n] = LIAR
        n += 1
    return n


@rule
def apply_action(params, s, action):
    """R3: the other seat answers a bid; R4: or all dice are shown, and one is lost."""
    seat = int(s.to_act)
    if action < LIAR:
        s.bid = 1 + action
        s.to_act = 1 - seat
        return
    loser = seat if is_true(s) else 1 - seat
    for die in range(2 * DICE):
        s.last[die // DICE, die % DICE] = s.dice[die // DICE, die % DICE]
        s.dice[die // DICE, die % DICE] = 0
    s.left[loser] -= 1
    s.rolled = s.bid = 0
    s.starts = loser
    s.to_act = CHANCE
    if s.left[loser] == 0:
        finish(s, 1 << (1 - loser), FIRST_ENDING)  # R5


@rule
def is_true(s):
    """R4: do as many dice show the number as the last bid says?"""
    dice = 0
    for die in range(2 * DICE):
        dice += s.dice[die // DICE, die % DICE] == 1 + (s.bid - 1) % FACES
    return dice >= 1 + (s.bid - 1) // FACES


@rule
def determinize(params, rng, s):
    """Roll the dice of others again."""
    for number in range(s.rolled):
        side = owner(s, number)
        if side != s.viewer:
            s.dice[side, number - side * s.left[0]] = 1 + random_below(rng, params.faces)
    s.viewer = REFEREE


@rule
def hides(params, s, choice, seat):
    return s.to_act == CHANCE and owner(s, s.rolled) != seat


@rule
def reveals(params, s, action):
    return action == LIAR


@rule
def shows(params, s, action):
    """All dice, as the digits of a number."""
    code = 0
    for die in range(2 * DICE):
        code = (FACES + 1) * code + int(s.dice[die // DICE, die % DICE])
    return code if action == LIAR else 0


@rule
def open_choices(params, s):
    return True


@rule
def is_sound(params, s):
    """For the laws."""
    total = s.left[0] + s.left[1]
    return s.rolled <= total and s.bid <= FACES * total


RULES = Rules(
    set_up,
    legal_actions,
    apply_action,
    chance_weights=chance_weights,
    apply_outcome=apply_outcome,
    determinize=determinize,
    hides=hides,
    reveals=reveals,
    shows=shows,
    open_choices=open_choices,
    is_sound=is_sound,
)
