"""What each seat knows of a position, and what an action shows it."""

import numpy as np

from siegeworks.core.bits import bit, count_bits, lowest_bit, nth_bit, without_lowest
from siegeworks.core.contract import REFEREE, TERMINAL
from siegeworks.core.jit import rule
from siegeworks.core.random import random_below
from siegeworks.games.kings_ransom.rules import (
    conquers_at_once,
    face_down,
    is_asking_news,
    kind_at,
    may_be_king,
    may_call,
    may_flee,
    pips,
    places,
)
from siegeworks.games.kings_ransom.state import (
    ATTACK,
    BATTLE,
    CALL,
    FACE_UP,
    FLEE,
    KINDS,
    KING,
    LAYING,
    NORTH,
    NOT_KING,
    NUM_SEATS,
    PLACES,
    RANGE,
    RANSOM,
    REVEAL,
    SHOWN_KINDS,
    SOUTH,
    STAND,
    TILES,
    TURN,
)


@rule
def observe(params, s, seat, seen):
    """A seat's own tiles, all face-up tiles, the shape of both armies and both tallies.

    What left the game is known, and so is how many tiles of each kind an army must still have.
    """
    seen.to_act = s.to_act
    seen.viewer = seat
    seen.first = s.first
    seen.winners = s.winners
    seen.resigned = s.resigned
    seen.ending = s.ending
    seen.phase = s.phase
    seen.laid = s.laid
    seen.attacker = s.attacker
    seen.defender = s.defender
    for side in range(NUM_SEATS):
        seen.army[side, TILES] = s.army[side, TILES]
        seen.army[side, FACE_UP] = s.army[side, FACE_UP]
        seen.army[side, NOT_KING] = s.army[side, NOT_KING]
        visible = places(s, side, TILES if side == seat else FACE_UP)
        for kind in range(KINDS):
            seen.army[side, kind] = places(s, side, kind) & visible
            seen.tally[side, kind] = s.tally[side, kind]
            if side != seat:
                seen.unseen[side, kind] = count_unseen(params, s, side, kind)


@rule
def count_unseen(params, s, side, kind):
    """How many tiles of this kind others know to be in the army `side`, but not where."""
    if s.laid < PLACES * (side + 1):
        return np.int64(params.tiles_of[kind])  # during set-up nobody else knows which are left
    return np.int64(count_bits(places(s, side, kind) & face_down(s, side)))


@rule
def determinize(params, rng, s):
    """Deal the unseen tiles over the places with an unseen tile, each way being equally likely."""
    for side in range(NUM_SEATS):
        if side != s.viewer:
            deal_unseen(rng, s, side)
        for kind in range(KINDS):
            s.unseen[side, kind] = 0
    s.viewer = REFEREE


@rule
def deal_unseen(rng, s, side):
    hidden = np.uint64(face_down(s, side))
    suspects = np.uint64(may_be_king(s, side))
    if suspects != hidden and s.unseen[side, KING] > 0:
        king = bit(nth_bit(suspects, random_below(rng, count_bits(suspects))))
        s.army[side, KING] |= np.int64(king)
        s.unseen[side, KING] -= 1
        hidden &= ~king
    tiles = np.int64(0)
    for kind in range(KINDS):
        tiles += s.unseen[side, kind]
    while hidden:
        k = random_below(rng, tiles)
        kind = 0
        while k >= s.unseen[side, kind]:
            k -= np.int64(s.unseen[side, kind])
            kind += 1
        s.army[side, kind] |= 1 << lowest_bit(hidden)
        s.unseen[side, kind] -= 1
        tiles -= 1
        hidden = without_lowest(hidden)


@rule
def hides(params, s, choice, seat):  # R3
    return s.laid < 2 * PLACES and np.int64(s.laid) // PLACES != seat


@rule
def is_news(s, seat, place):
    """Would turning this tile up tell anybody something new?

    Not if it is face up already, nor if all face-down tiles of its army are of one kind: everybody
    knows what has left, and so what is still there. And the King's place may be known.
    """
    down = face_down(s, seat)
    suspects = may_be_king(s, seat)
    if (down >> place) & 1 == 0:
        return False
    if down & places(s, seat, KING) != 0:
        if (suspects >> place) & 1 == 1:
            return suspects != 1 << place
        down &= ~places(s, seat, KING)
    return down & ~places(s, seat, kind_at(s, seat, place)) != 0


@rule
def reveals(params, s, action):  # R4, R5.4
    seat = s.to_act
    enemy = 1 - seat
    if action < ATTACK:
        return is_news(s, seat, action - FLEE)
    if action < REVEAL:
        pair = action - ATTACK
        target = pair // PLACES * 4 + pair % 4
        if is_news(s, seat, pair % PLACES) or is_news(s, enemy, target):
            return True
        attacker = kind_at(s, seat, pair % PLACES)
        defender = kind_at(s, enemy, target)
        asked = defender != KING and not conquers_at_once(defender, attacker)
        return asked and is_asking_news(params, s, enemy, target)
    if action < CALL:
        pair = action - REVEAL
        return is_news(s, seat, pair // PLACES) or is_news(s, enemy, pair % PLACES)
    if action < STAND:
        return is_news(s, seat, action - CALL)
    return False


@rule
def shows(params, s, action):  # R4, R5.4
    """Which tiles this turns face up, and what everybody learns when no tile can be called."""
    seat = s.to_act
    if action < ATTACK:
        return two_shown(shown(s, seat, action - FLEE), 0)
    if action < REVEAL:
        pair = action - ATTACK
        return shown_by_attack(params, s, pair % PLACES, pair // PLACES * 4 + pair % 4)
    if action < CALL:
        return two_shown(shown(s, 1 - seat, (action - REVEAL) % PLACES), 0)
    if action < STAND:
        return two_shown(shown(s, seat, action - CALL), 0)
    return 0


@rule
def two_shown(chosen, attacked):
    """The code of these two tiles, each as `shown` gives it."""
    return 2 * (SHOWN_KINDS * chosen + attacked)


@rule
def shown(s, seat, place):
    """1 + the kind of a face-down tile that is now turned up; 0 if it is face up already."""
    return (1 + kind_at(s, seat, place)) * ((face_down(s, seat) >> place) & 1)


@rule
def shown_by_attack(params, s, place, target):  # R4, R5.4
    seat = s.to_act
    enemy = 1 - seat
    code = two_shown(shown(s, seat, place), shown(s, enemy, target))
    attacker = kind_at(s, seat, place)
    defender = kind_at(s, enemy, target)
    if defender == KING or conquers_at_once(defender, attacker):
        return code
    helpers = may_flee(s, enemy) & np.int64(params.beside[target])
    return code + np.int64(helpers == 0)


@rule
def open_choices(params, s):  # R9
    """Everybody sees the tallies, and so what can be paid, but not which tile is the King."""
    return s.phase == RANSOM


@rule
def is_sound(params, s):
    """Could this state arise? For the laws only."""
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
