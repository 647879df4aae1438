"""Hints for bots; never rules."""

from __future__ import annotations

from typing import Any

import numpy as np

from siegeworks.core.advice import Advice, Settings, Strength
from siegeworks.core.bits import NONE, lowest_bit, without_lowest
from siegeworks.core.game import TERMINAL, Action, Observation, Seat, State
from siegeworks.core.jit import rule
from siegeworks.games.siege_master.notation import NAMES, hex_text
from siegeworks.games.siege_master.params import ANYWHERE, HEX_WORDS, NOWHERE, WORDS, members
from siegeworks.games.siege_master.rules import (
    RED,
    RULES,
    held,
    may_place,
    num_legal,
    place_fortress,
    swap_sides,
)

# Logistic regression on 30,000 positions of 860 games of the search against itself (150 simulations
# a move, some random moves), rounded. How many fortresses a seat is ahead tells most, and more so
# the nearer the end; next comes whether the seat to act can capture now. How many armies are legal,
# who is bound, how many other fortresses could fall and whether these are odd added little.
# Pacifists were not fitted: the same games without captures in reach, with the signs turned.
TO_MOVE, AHEAD, NEARER = -0.04, 0.57, 1.13
TO_MOVE_PACIFIST, AHEAD_PACIFIST, NEARER_PACIFIST = 0.0, 0.46, 1.58
AT_THE_END = 0.3  # fortresses that a seat still misses that can win with its next army


@rule
def evaluate(params: Any, s: State, win_probabilities: Any) -> None:
    """Fortresses ahead, and how few each seat misses, if the seat to act captures what it can."""
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
    """How many fortresses one army can wall in now: 0, 1, or 2 for two and more.

    A little too many: an army may still fit elsewhere in a fortress's area (R6).
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
    """Those of these armies of word `w` after which none fits beside this hex any more."""
    for v in range(WORDS):
        fitting = s.free[v] & params.beside[place, v]
        while fitting != NONE:
            armies &= params.conflicts[64 * v + lowest_bit(fitting), w]
            if armies == NONE:
                return NONE
            fitting = without_lowest(fitting)
    return armies


# What an action does, in words --------------------------------------------------------------------

FEW_REPLIES = 3


def comment(params: Any, seen: Observation, action: Action) -> str:
    """What the action does at once, and what it lets the other seat do."""
    if action > params.placements:
        return fortress_placed(params, seen, action - params.placements - 1)
    if action == params.placements:
        return takes_over(seen)
    seat = int(seen.to_act)
    after = seen.copy()
    RULES.apply_action(params, after, action)
    captures = f"captures {fortresses(int(after.captured))}" if after.captured else ""
    if after.to_act == TERMINAL:
        result = "wins" if int(after.winners) >> seat & 1 else "loses"
        return f"{captures} and {result} at once"
    return (
        captures
        or reply_to(params, after)
        or walls_off(params, after)
        or hems_in(params, seen, after)
    )


def fortress_placed(params: Any, seen: Observation, place: int) -> str:
    """R6: how much room there is round a new fortress."""
    after = seen.copy()
    place_fortress(params, after, place)
    left = ways_beside(params, after, place)
    return f"puts a fortress with {left} way{'' if left == 1 else 's'} to place an army beside it"


def takes_over(seen: Observation) -> str:
    """What a swap brings."""
    taken = seen.copy()
    swap_sides(taken)
    captured = int(held(taken, int(seen.to_act)))
    return f"takes over {fortresses(captured)}" if captured else f"takes over {NAMES[RED]}'s army"


def reply_to(params: Any, after: Observation) -> str:
    """What the other seat may do after an army that captured nothing."""
    other = NAMES[int(after.to_act)]
    if threatened := most_captured(params, after):
        return f"lets {other} capture {fortresses(threatened)}"
    if params.free_play:
        return ""
    if after.binds == ANYWHERE:
        return f"leaves {other} free to place an army anywhere"
    replies = int(num_legal(params, after))
    if replies <= FEW_REPLIES:
        return f"leaves {other} {'one reply' if replies == 1 else f'{replies} replies'}"
    return ""


def walls_off(params: Any, after: Observation) -> str:
    """R6: what the army cuts off from the largest area beside it, if it has neutral fortresses."""
    smaller = sorted(areas_beside(params, after, int(after.last)), key=len)[:-1]
    neutral = set(members(after.neutral))
    enclosed = [(len(area & neutral), len(area)) for area in smaller if area & neutral]
    if not enclosed:
        return ""
    most, hexes = max(enclosed)
    return f"walls off {hexes} hex{'' if hexes == 1 else 'es'} with {fortresses(most)}"


def areas_beside(params: Any, s: Observation, army: int) -> list[set[int]]:
    """R6: the areas that an army borders on."""
    walls = set(members(s.walls))
    found: list[set[int]] = []
    for start in (
        near for place in params.path[army] for near in members(params.neighbours[place])
    ):
        if start in walls or any(start in area for area in found):
            continue
        area, ahead = {start}, [start]
        while ahead:
            new = set(members(params.neighbours[ahead.pop()])) - walls - area
            area |= new
            ahead += new
        found.append(area)
    return found


def hems_in(params: Any, seen: Observation, after: Observation) -> str:
    """R6: the neutral fortress to which the army leaves the smallest part of the room it had."""
    found = []
    for place in members(seen.open):
        before, left = ways_beside(params, seen, place), ways_beside(params, after, place)
        if left < before:
            found.append((left / before, left, before, place))
    if not found:
        return "keeps clear of the neutral fortresses"
    _, left, before, place = min(found)
    ways = f"{left or 'none'} of {before} ways" if before > 1 else "no way"
    return f"leaves {ways} to place an army beside the fortress on {hex_text(params, place)}"


def ways_beside(params: Any, s: Observation, place: int) -> int:
    """How many armies fit that cover a neighbour of a hex."""
    return len(members(s.free & params.beside[place]))


def most_captured(params: Any, s: Observation) -> int:
    """The most fortresses that an army takes now of those beside which one still fits."""
    closing = np.zeros(WORDS, np.uint64)
    for place in members(s.open):
        for w in range(WORDS):
            closing[w] |= closing_in(params, s, place, w, may_place(params, s, w))
    captured = 0
    for army in members(closing):
        after = s.copy()
        RULES.apply_action(params, after, army)
        captured = max(captured, int(after.captured))
    return captured


def fortresses(number: int) -> str:
    """`2 fortresses`."""
    return f"{number} fortress{'' if number == 1 else 'es'}"


# For one-step bots --------------------------------------------------------------------------------


def score(params: Any, seen: Observation, seat: Seat) -> float:
    """How many fortresses the seat is ahead, or behind if most loses (R9)."""
    ahead = int(held(seen, seat)) - int(held(seen, 1 - seat))
    return float(-ahead if params.pacifist else ahead)


ADVICE = Advice(
    evaluate=evaluate,
    settings=Settings(exploration=0.15, prior_weight=2, playout_plies=4, evaluation=0.7),
    levels=(
        Strength(8, 1.5),
        Strength(25, 0.8),
        Strength(60, 0.5),
        Strength(150, 0.3),
        Strength(450, 0.2),
        Strength(1_600, 0.0),
        Strength(5_500, 0.0),
        Strength(20_000, 0.0),
    ),
    comment=comment,
)
