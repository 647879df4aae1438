"""How good a position looks to a search. Hints, never rules."""

from math import exp
from typing import Any

import numpy as np

from siegeworks.core.bits import NONE, bit, count_bits, has, lowest_bit, without_lowest
from siegeworks.core.contract import Observation, State
from siegeworks.core.jit import rule
from siegeworks.games.expansion.rules import in_set_up, leader, turned
from siegeworks.games.expansion.state import ACE, KINDS, STEPS, WALKS

# The chance of winning ----------------------------------------------------------------------------
#
# A seat's points minus the other's are the logarithm of the odds that it wins. The weights are
# guesses. A logistic regression on 75,000 positions of 976 games (half by plain search, half by
# this one) found similar weights, which played no better: 44 of 100 games.

A_TILE = 0.9
ONE_TILE_SHORT = 0.4  # of the number that ends the game (R8.1)
THE_CENTRE = 0.25
WORTH = np.array([0.0, 0.5, 0.9, 0.5, 0.7, 0.9, 1.5])  # of a minion, by the code of its value
BEING_KNOWN = -0.3  # for a minion whose value was shown
ON_A_FREE_TILE = 0.1  # a minion
REACHING_A_FREE_TILE = 0.05  # a move onto one
A_LEAD = 0.25  # by one minion, on a free tile
TO_CAPTURE = (0.5, 0.7)  # with one move, for certain: in the other's turn, in its own
TO_CAPTURE_BY_COMBAT = (0.3, 0.5)
TO_WIN_BY_CAPTURE = (0.5, 3.0)  # where that ends the game
A_BEATEN_NEIGHBOUR = (0.05, 0.1)  # an enemy within reach that would lose
TURN = 0.1
LEADING = 0.3  # winning if the game ended now (R9)
LEADING_QUIETLY = 2.0  # the same, times the part of a quiet ending (R8.4) that has passed


@rule
def reach(params: Any, place: Any, own: Any, all_cells: Any) -> Any:
    """R5: the cells that the minion on a place of the side `own` walks or jumps to."""
    here = bit(place)
    reached = NONE
    for kind in range(WALKS):
        reached |= turned(here, STEPS[kind])
    for kind in range(WALKS, KINDS):
        reached |= turned(turned(here, STEPS[kind]) & all_cells, STEPS[kind])
    return reached & params.on_board & ~own


@rule
def free_tiles(params: Any, s: State | Observation, seat: Any) -> Any:
    """The cells of all tiles not yet captured, of those where the seat leads by one, and of those
    where it does not trail; and on how many it leads."""
    captured = s.tiles[0] | s.tiles[1]
    free, led, level = NONE, NONE, NONE
    leads = 0
    for tile in range(params.tiles):
        if not has(captured, tile):
            cells = params.tile_cells[tile]
            lead = count_bits(s.cells[seat] & cells) - count_bits(s.cells[1 - seat] & cells)
            free |= cells
            if lead >= 0:
                level |= cells
            if lead == 1:
                led |= cells
                leads += 1
    return free, led, level, leads


@rule
def captured_by_combat(value: Any, enemy: Any, target: Any, sides: Any, home: Any) -> Any:
    """The cell of an enemy, if an attack on it captures a tile: by beating it, or by taking it out
    together with the attacker. `sides` are the cells of tiles led by one, and of those not trailed
    on; `home` those of the attacker's tile."""
    led, level = sides
    if ACE in (value, enemy) or value == enemy:
        return bit(target) & led & ~home
    if value > enemy:
        return bit(target) & ((level & ~home) | (led & home))
    return NONE


@rule
def points(params: Any, s: State, seat: Any) -> float:
    """How good a seat's position is."""
    own, other = s.cells[seat], s.cells[1 - seat]
    all_cells = own | other
    mine = np.int64(s.to_act == seat)
    free, led, level, leads = free_tiles(params, s, seat)
    tiles = count_bits(s.tiles[seat])
    total = A_TILE * tiles + A_LEAD * leads + TURN * mine
    total += BEING_KNOWN * count_bits(own & s.shown) + ON_A_FREE_TILE * count_bits(own & free)
    if has(s.tiles[seat], params.centre):
        total += THE_CENTRE
    captures, captures_by_combat = NONE, NONE
    left = own
    while left != NONE:
        place = lowest_bit(left)
        left = without_lowest(left)
        value = np.int64(s.value[place])
        home = params.tile_cells[params.tile_of[place]]
        reached = reach(params, place, own, all_cells)
        total += WORTH[value] + REACHING_A_FREE_TILE * count_bits(reached & free)
        captures |= reached & ~other & led & ~home
        attacked = reached & other
        while attacked != NONE:
            target = lowest_bit(attacked)
            attacked = without_lowest(attacked)
            enemy = np.int64(s.value[target])
            captures_by_combat |= captured_by_combat(value, enemy, target, (led, level), home)
            if value > enemy and ACE not in (value, enemy):
                total += A_BEATEN_NEIGHBOUR[mine]
    short = params.tiles_to_end - tiles == 1
    if short:
        total += ONE_TILE_SHORT
    if captures != NONE:
        total += TO_CAPTURE[mine]
        if short:
            total += TO_WIN_BY_CAPTURE[mine]
    elif captures_by_combat != NONE:
        total += TO_CAPTURE_BY_COMBAT[mine]
        if short:
            total += TO_WIN_BY_CAPTURE[mine]
    return float(total)


@rule
def evaluate(params: Any, s: State, win_probabilities: Any) -> None:
    """Both seats' probability of winning, by their points. In the set-up both are equal: where a
    minion was placed made no difference in the games that were played."""
    if s.resigned:
        gone = np.int64(s.resigned >> 1 & 1)
        win_probabilities[gone] = 0.0
        win_probabilities[1 - gone] = 1.0
        return
    lead = 0.0
    if not in_set_up(params, s):
        lead = points(params, s, 0) - points(params, s, 1)
        if s.first >= 0:
            ahead = LEADING + LEADING_QUIETLY * s.quiet / params.quiet_to_end
            lead += ahead if leader(params, s) == 0 else -ahead
    win_probabilities[0] = 1 / (1 + exp(-lead))
    win_probabilities[1] = 1 - win_probabilities[0]


@rule
def private(params: Any, s: State, action: Any) -> int:
    """The code of value of the minion that moves; 0 for a placing, which says it itself."""
    if in_set_up(params, s) or action == params.passing:
        return 0
    return int(s.value[params.origin[action]])
