"""Could a state arise? For the laws only."""

import numpy as np

from siegeworks.core.bits import count_bits
from siegeworks.core.contract import REFEREE, TERMINAL
from siegeworks.core.jit import rule
from siegeworks.games.kings_ransom.rules import (
    conquers_at_once,
    kind_at,
    may_call,
    may_flee,
    pips,
    places,
)
from siegeworks.games.kings_ransom.state import (
    BATTLE,
    FACE_UP,
    KINDS,
    KING,
    LAYING,
    NORTH,
    NOT_KING,
    NUM_SEATS,
    PLACES,
    RANGE,
    RANSOM,
    SOUTH,
    TILES,
    TURN,
)


@rule
def is_sound(params, s):
    """Could this state arise?"""
    if s.viewer != REFEREE or s.laid > 2 * PLACES:
        return False
    for seat in range(NUM_SEATS):
        if not army_is_sound(params, s, seat):
            return False
        for kind in range(KINDS):
            if s.unseen[seat, kind] != 0:
                return False
    if s.to_act == TERMINAL:
        return s.winners != 0 and s.ending != 0
    if s.laid < 2 * PLACES or s.first < 0:
        return s.phase == LAYING and s.first < 0 and pips(s, SOUTH) + pips(s, NORTH) == 0
    return phase_is_sound(params, s)


@rule
def army_is_sound(params, s, seat):
    """Each tile is of one kind, no kind has too many tiles, and only tiles are face up."""
    tiles = places(s, seat, TILES)
    together = np.int64(0)
    for kind in range(KINDS):
        mine = places(s, seat, kind)
        if mine & together != 0:
            return False
        together |= mine
        # Until the armies join the tallies, a tile is in its army, captured, or out of the game.
        captured = np.int64(s.tally[1 - seat, kind])
        if tiles != 0 and count_bits(mine) + captured > params.tiles_of[kind]:
            return False
        if np.int64(s.tally[SOUTH, kind]) + s.tally[NORTH, kind] > 2 * np.int64(
            params.tiles_of[kind]
        ):
            return False
    laid = min(max(np.int64(s.laid) - PLACES * seat, 0), PLACES)
    formation = np.int64(params.formation)
    if tiles & ~formation != 0 or (laid < PLACES and tiles != formation & ((1 << laid) - 1)):
        return False
    if params.moves_from[tiles] != params.moves_to[tiles] and s.phase != LAYING:
        return False
    for which in (FACE_UP, NOT_KING):
        if places(s, seat, which) & ~tiles != 0:
            return False
    return together == tiles and places(s, seat, NOT_KING) & places(s, seat, KING) == 0


@rule
def phase_is_sound(params, s):
    """The phase fits the armies."""
    if s.to_act < 0:
        return False
    if s.phase == RANSOM:
        empty = places(s, SOUTH, TILES) == 0 and places(s, NORTH, TILES) == 0
        lost = s.tally[s.to_act, KING] == 0 and s.tally[1 - s.to_act, KING] >= 1
        return empty and lost and pips(s, s.to_act) >= 5
    both_fight = may_flee(s, SOUTH) != 0 and may_flee(s, NORTH) != 0
    if s.phase == TURN:
        return both_fight and s.attacker == 0 and s.defender == 0
    place = np.int64(s.attacker)
    target = np.int64(s.defender)
    both_up = (
        (places(s, 1 - s.to_act, FACE_UP) >> place) & (places(s, s.to_act, FACE_UP) >> target) & 1
    )
    if s.phase != BATTLE or not both_fight or both_up == 0 or place % 4 != target % 4:
        return False
    attacker = kind_at(s, 1 - s.to_act, place)
    defender = kind_at(s, s.to_act, target)
    return (
        place // 4 + 1 + target // 4 + 1 <= RANGE[attacker]
        and defender != KING
        and not conquers_at_once(defender, attacker)
        and may_call(params, s) != 0
    )
