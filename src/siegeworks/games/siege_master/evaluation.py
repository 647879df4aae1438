"""How good a position looks to a search. Hints, never rules."""

from typing import Any

import numpy as np

from siegeworks.core.bits import NONE, lowest_bit, without_lowest
from siegeworks.core.contract import Observation, State
from siegeworks.core.jit import rule
from siegeworks.games.siege_master.rules import held, may_place
from siegeworks.games.siege_master.state import HEX_WORDS, NOWHERE, WORDS

# Logistic regression on 30,000 positions of 860 games of the search against itself (150 simulations
# per move, some random moves), rounded. How many fortresses a seat is ahead matters most, and more
# so towards the end; next comes whether the seat to act can capture now. How many armies are legal,
# who is bound, how many other fortresses could fall and whether these are odd added little.
# Pacifist games were not fitted: these are the same games without captures, with signs reversed.
TO_MOVE, AHEAD, NEARER = -0.04, 0.57, 1.13
TO_MOVE_PACIFIST, AHEAD_PACIFIST, NEARER_PACIFIST = 0.0, 0.46, 1.58
AT_THE_END = 0.3  # fortresses still missing for a seat that can win with its next army


@rule
def evaluate(params: Any, s: State, win_probabilities: Any) -> None:
    """Fortresses ahead, and how many each seat still needs once the seat to act has captured."""
    if s.binds == NOWHERE or s.to_act < 0:  # fortresses are still being placed
        win_probabilities[0] = win_probabilities[1] = 0.5
        return
    seat = s.to_act
    ahead = held(s, seat) - held(s, 1 - seat)
    most = params.fortresses // 2 + 1
    missing, their_missing = most - held(s, seat), most - held(s, 1 - seat)
    if params.pacifist:
        score = TO_MOVE_PACIFIST - AHEAD_PACIFIST * ahead
        score -= NEARER_PACIFIST * np.log(their_missing / missing)
    else:
        missing = max(missing - in_reach(params, s), AT_THE_END)
        score = TO_MOVE + AHEAD * ahead + NEARER * np.log(their_missing / missing)
    win_probabilities[seat] = 1 / (1 + np.exp(-score))
    win_probabilities[1 - seat] = 1 - win_probabilities[seat]


@rule
def in_reach(params: Any, s: State) -> int:
    """How many fortresses one army can wall in now: 0, 1, or 2 for two or more.

    This overestimates a little: an army may still fit elsewhere in a fortress's area (R6).
    """
    reach = 0
    for w in range(WORDS):
        once = NONE
        armies = may_place(params, s, w)
        for v in range(HEX_WORDS):
            fortresses = s.open[v] if armies != NONE else NONE
            while fortresses != NONE:
                closing = closing_in(params, s, 64 * v + lowest_bit(fortresses), w, armies)
                fortresses = without_lowest(fortresses)
                if closing & once != NONE:
                    return 2
                once |= closing
        if once != NONE:
            reach = 1
    return reach


@rule
def closing_in(params: Any, s: State | Observation, place: Any, w: Any, armies: Any) -> Any:
    """Those of these armies of word `w` after which no army fits beside this hex."""
    for v in range(WORDS):
        fitting = s.free[v] & params.beside[place, v]
        while fitting != NONE:
            armies &= params.conflicts[64 * v + lowest_bit(fitting), w]
            if armies == NONE:
                return NONE
            fitting = without_lowest(fitting)
    return armies
