"""The rules of King's Ransom, in the order of RULES.md."""

import numpy as np

from siegeworks.core.bits import count_bits, list_numbers, lowest_bit, nth_bit, without_lowest
from siegeworks.core.contract import CHANCE, finish
from siegeworks.core.jit import rule
from siegeworks.games.kings_ransom.state import (
    ALL,
    ARCHER,
    ATTACK,
    BATTLE,
    CALL,
    CAVALRY,
    COLUMN,
    DEAL,
    ENGINEER,
    FACE_UP,
    FIRST,
    FLEE,
    HIGHER_TALLY,
    INFANTRY,
    KINDS,
    KING,
    LAY,
    LAYING,
    NORTH,
    NOT_KING,
    NUM_SEATS,
    PAY,
    PAYMENTS,
    PIPS,
    PLACES,
    RANGE,
    RANSOM,
    REFUSE,
    REVEAL,
    SETS,
    SOUTH,
    SPY,
    STAND,
    TIE,
    TIE_WITH_RANSOM,
    TILES,
    TURN,
    UNPAID,
)


@rule
def places(s, seat, which):
    """One of the sets of an army, as a signed number wide enough for arithmetic."""
    return np.int64(s.army[seat, which])


@rule
def kind_at(s, seat, place):
    """The kind of the tile on this place, which must be there and known."""
    kind_there = 0
    for kind in range(1, KINDS):
        kind_there += kind * ((places(s, seat, kind) >> place) & 1)
    return kind_there


@rule
def face_down(s, seat):
    """The places of an army with a face-down tile."""
    return places(s, seat, TILES) & ~places(s, seat, FACE_UP)


@rule
def may_be_king(s, seat):
    """The places where, as far as everybody knows, an army's hidden King may be."""
    return face_down(s, seat) & ~places(s, seat, NOT_KING)


@rule
def turn_up(s, seat, place):
    """Turn this tile face up for good."""
    s.army[seat, FACE_UP] |= 1 << place


# R3 Setup -----------------------------------------------------------------------------------------


@rule
def set_up(params, s):  # R3
    s.phase = LAYING
    s.to_act = SOUTH if params.secret else CHANCE


@rule
def not_laid(params, s, seat, kind):  # R3
    """How many tiles of this kind a seat still has to lay out."""
    return np.int64(params.tiles_of[kind]) - count_bits(places(s, seat, kind))


@rule
def lay(params, s, kind):  # R3
    laid = np.int64(s.laid)
    seat = laid // PLACES
    spot = 1 << (laid % PLACES)
    s.army[seat, kind] |= spot
    s.army[seat, TILES] |= spot
    then = np.int64(params.next_spot[laid])
    s.laid = then
    if then == 2 * PLACES or not params.secret:
        s.to_act = CHANCE
    else:
        s.to_act = then // PLACES


@rule
def begin(s, seat):  # R3
    s.first = seat
    s.to_act = seat
    s.phase = TURN


@rule
def chance_weights(params, s, weights):  # R3
    laid = np.int64(s.laid)
    if laid == 2 * PLACES:
        weights[FIRST + SOUTH] += 1
        weights[FIRST + NORTH] += 1
        return
    for kind in range(KINDS):
        weights[DEAL + KINDS * laid + kind] += not_laid(params, s, laid // PLACES, kind)


@rule
def num_cases(params, s):  # R3
    return np.int64(params.cases[s.laid])


@rule
def nth_case(params, s, k):  # R3
    laid = np.int64(s.laid)
    if laid == 2 * PLACES:
        return FIRST + k
    # Imagine the tiles left in a row, kind by kind; the k-th comes after all tiles of the kinds
    # passed. Counted without branches: which kind it will be cannot be predicted.
    passed = np.int64(0)
    tiles = np.int64(0)
    for kind in range(KINDS - 1):
        tiles += not_laid(params, s, laid // PLACES, kind)
        passed += np.int64(k >= tiles)
    return DEAL + KINDS * laid + passed


@rule
def apply_outcome(params, s, outcome):  # R3
    laid = np.int64(s.laid)
    if laid == 2 * PLACES:
        begin(s, outcome - FIRST)
    else:
        lay(params, s, outcome - DEAL - KINDS * laid)


# R4 Turn ------------------------------------------------------------------------------------------


def reach(distance):
    """The attacks within a range, as bits 16 * (enemy rank - 1) + own place."""
    pairs = 0
    for enemy_rank in range(1, 5):
        for own_rank in range(1, 5):
            if own_rank + enemy_rank <= distance:
                pairs |= 0b1111 << (PLACES * (enemy_rank - 1) + 4 * (own_rank - 1))
    return np.uint64(pairs)


ARCHER_REACH, ENGINEER_REACH = reach(RANGE[ARCHER]), reach(RANGE[ENGINEER])
CAVALRY_REACH, INFANTRY_REACH = reach(RANGE[CAVALRY]), reach(RANGE[INFANTRY])


@rule
def may_flee(s, seat):  # R4
    """The places whose tiles may flee: all except the King's."""
    return places(s, seat, TILES) & ~places(s, seat, KING)


@rule
def against_each_rank(own):
    """These own places repeated for the four enemy ranks: bit 16 * (enemy rank - 1) + place."""
    return np.uint64(own) * np.uint64(0x0001_0001_0001_0001)


@rule
def facing(tiles):
    """The pairs of enemy rank and own place with an enemy tile there, in the same column (R2)."""
    ranks = np.uint64(
        (tiles & 0xF)
        | (tiles & 0xF0) << 12  # move each rank's four columns to the start of its own 16 bits
        | (tiles & 0xF00) << 24
        | (tiles & 0xF000) << 36
    )
    return ranks * np.uint64(COLUMN)  # and copy them to all four own ranks


@rule
def may_attack(s, seat):  # R4
    """All attacks of a seat: bit 16 * (enemy rank - 1) + own place."""
    within_range = (
        against_each_rank(places(s, seat, ARCHER)) & ARCHER_REACH
        | against_each_rank(places(s, seat, ENGINEER)) & ENGINEER_REACH
        | against_each_rank(places(s, seat, CAVALRY)) & CAVALRY_REACH
        | against_each_rank(places(s, seat, INFANTRY)) & INFANTRY_REACH
    )
    return within_range & facing(places(s, 1 - seat, TILES))


@rule
def may_reveal(s, seat):  # R4
    """The places of the Spies that are still face down."""
    return places(s, seat, SPY) & ~places(s, seat, FACE_UP)


@rule
def flee(params, s, place):  # R4
    seat = s.to_act
    take_out(s, seat, place)
    end_turn(params, s, 1 - seat)


@rule
def reveal(params, s, spy, place):  # R4
    seat = s.to_act
    turn_up(s, 1 - seat, place)
    take_out(s, seat, spy)
    end_turn(params, s, 1 - seat)


# R5 Battle ----------------------------------------------------------------------------------------


@rule
def attack(params, s, place, target):  # R4, R5
    seat = s.to_act
    enemy = 1 - seat
    turn_up(s, seat, place)
    turn_up(s, enemy, target)
    s.phase = BATTLE
    s.attacker = place
    s.defender = target
    s.to_act = enemy
    attacker = kind_at(s, seat, place)
    defender = kind_at(s, enemy, target)
    if conquers_at_once(defender, attacker):  # R5.1, R5.2
        s.tally[enemy, attacker] += 1
        take_out(s, seat, place)
        if defender != KING:  # R5.5
            take_out(s, enemy, target)
        end_turn(params, s, enemy)
    elif defender == KING:  # R5.3
        fight(params, s, target)
    else:  # R5.4
        infer(params, s)
        if may_call(params, s) == 0:
            fight(params, s, target)


@rule
def conquers_at_once(defender, attacker):  # R5.1, R5.2
    return (attacker == ARCHER and defender == SPY) or PIPS[defender] > PIPS[attacker]


@rule
def may_call(params, s):  # R5.4
    """The places of the tiles that may reinforce the defender."""
    return may_flee(s, s.to_act) & np.int64(params.beside[s.defender])  # the King may do neither


@rule
def infer(params, s):  # R5.4
    """What everybody learns from whether the defender may call a tile, though none is shown."""
    seat = s.to_act
    if is_asking_news(params, s, seat, s.defender):
        helpers = may_call(params, s)
        beside = np.int64(params.beside[s.defender])
        s.army[seat, NOT_KING] |= helpers if helpers != 0 else places(s, seat, TILES) & ~beside


@rule
def fight(params, s, called):  # R5.3, R5.5, R5.6
    """The seat to act defends, helped from `called`; the defender's own place: by none."""
    seat = s.to_act
    enemy = 1 - seat
    place = np.int64(s.attacker)
    target = np.int64(s.defender)
    attacker = kind_at(s, enemy, place)
    defender = kind_at(s, seat, target)
    helper = kind_at(s, seat, called)
    defence = PIPS[defender]
    if called != target:
        defence += PIPS[helper]
    if PIPS[attacker] > defence:
        s.tally[enemy, defender] += 1
        if called != target:
            s.tally[enemy, helper] += 1
    elif PIPS[attacker] < defence:
        s.tally[seat, attacker] += 1
    take_out(s, enemy, place)
    take_out(s, seat, max(target, called))  # from behind: the other then stays put
    if called != target:
        take_out(s, seat, min(target, called))
    end_turn(params, s, seat)


# R6 Close ranks -----------------------------------------------------------------------------------


@rule
def take_out(s, seat, place):  # R6
    """A tile leaves its place, and those behind it in its column slide forward."""
    from_here = (COLUMN << place) & ALL
    for which in range(SETS):
        before = places(s, seat, which)
        s.army[seat, which] = (before & ~from_here) | ((before >> 4) & from_here)


@rule
def close_ranks(params, s, seat):  # R6
    """The moves sideways. The tables follow `params.next_move_sideways`, which is R6.1 to R6.3."""
    tiles = places(s, seat, TILES)
    while params.moves_from[tiles] != params.moves_to[tiles]:
        source = np.int64(params.moves_from[tiles])
        target = np.int64(params.moves_to[tiles])
        for which in range(SETS):
            before = places(s, seat, which)
            s.army[seat, which] = before | ((before >> source) & 1) << target
        take_out(s, seat, source)  # R6.4
        tiles = places(s, seat, TILES)


# R7 End, R8 Tally, R9 Ransom, R10 Winner ----------------------------------------------------------


@rule
def end_turn(params, s, seat):  # R6, R7
    """The turn is over; the next would be `seat`'s."""
    close_ranks(params, s, SOUTH)
    close_ranks(params, s, NORTH)
    s.phase = TURN
    s.attacker = 0
    s.defender = 0
    s.to_act = seat
    if may_flee(s, SOUTH) == 0 or may_flee(s, NORTH) == 0:  # R7: empty, or only the King
        count_up(params, s)


@rule
def count_up(params, s):  # R8, R9
    south_lost = places(s, SOUTH, KING) == 0  # a King leaves his army only when he is captured
    north_lost = places(s, NORTH, KING) == 0
    for seat in range(NUM_SEATS):
        for kind in range(KINDS):  # R8
            s.tally[seat, kind] += count_bits(places(s, seat, kind))
        for which in range(SETS):
            s.army[seat, which] = 0
    if south_lost == north_lost:
        decide(s, -1)
        return
    loser = SOUTH if south_lost else NORTH
    if pips(s, loser) < 5:  # R9: skipped when the tally cannot pay
        finish(s, 1 << (1 - loser), UNPAID)
    else:
        s.phase = RANSOM
        s.to_act = loser


@rule
def pips(s, seat):  # R8
    """What a tally is worth in pips."""
    worth = np.int64(0)
    for kind in range(KINDS):
        worth += PIPS[kind] * s.tally[seat, kind]
    return worth


@rule
def can_pay(params, s, seat, payment):  # R9
    for kind in range(KINDS):
        if s.tally[seat, kind] < params.payments[payment, kind]:
            return False
    return True


@rule
def pay(params, s, payment):  # R9
    loser = s.to_act
    holder = 1 - loser
    for kind in range(KINDS):
        s.tally[loser, kind] -= params.payments[payment, kind]
        s.tally[holder, kind] += params.payments[payment, kind]
    s.tally[holder, KING] -= 1
    decide(s, holder)


@rule
def refuse(s):  # R9
    finish(s, 1 << (1 - s.to_act), UNPAID)


@rule
def decide(s, collector):  # R10
    """Compare the tallies; `collector` has collected a ransom (-1: nobody)."""
    lead = pips(s, SOUTH) - pips(s, NORTH)
    if lead > 0:
        finish(s, 1 << SOUTH, HIGHER_TALLY)
    elif lead < 0:
        finish(s, 1 << NORTH, HIGHER_TALLY)
    elif collector >= 0:
        finish(s, 1 << collector, TIE_WITH_RANSOM)
    else:
        finish(s, 1 << SOUTH | 1 << NORTH, TIE)


# R3, R4, R5.4, R9: what a seat may do -------------------------------------------------------------


@rule
def legal_actions(params, s, out):  # R3, R4, R5.4, R9
    n = 0
    seat = s.to_act
    if s.phase == TURN:
        n = list_numbers(np.uint64(may_flee(s, seat)), FLEE, out, n)
        n = list_numbers(may_attack(s, seat), ATTACK, out, n)
        hidden = np.uint64(face_down(s, 1 - seat))
        spies = np.uint64(may_reveal(s, seat))
        while spies:
            n = list_numbers(hidden, REVEAL + PLACES * lowest_bit(spies), out, n)
            spies = without_lowest(spies)
    elif s.phase == BATTLE:
        n = list_numbers(np.uint64(may_call(params, s)), CALL, out, n)
        out[n] = STAND
        n += 1
    elif s.phase == RANSOM:
        for payment in range(PAYMENTS):
            if can_pay(params, s, seat, payment):
                out[n] = PAY + payment
                n += 1
        out[n] = REFUSE
        n += 1
    else:
        for kind in range(KINDS):
            if not_laid(params, s, seat, kind) > 0:
                out[n] = LAY + KINDS * np.int64(s.laid) + kind
                n += 1
    return n


@rule
def num_legal(params, s):  # R3, R4, R5.4, R9
    seat = s.to_act
    if s.phase == TURN:
        return (
            count_bits(may_flee(s, seat))
            + count_bits(may_attack(s, seat))
            + count_bits(may_reveal(s, seat)) * count_bits(face_down(s, 1 - seat))
        )
    if s.phase == BATTLE:
        return count_bits(may_call(params, s)) + 1
    n = 0
    if s.phase == RANSOM:
        for payment in range(PAYMENTS):
            n += np.int64(can_pay(params, s, seat, payment))
        return n + 1
    for kind in range(KINDS):
        n += np.int64(not_laid(params, s, seat, kind) > 0)
    return n


@rule
def nth_legal(params, s, k):  # R3, R4, R5.4, R9
    seat = s.to_act
    if s.phase == TURN:
        fleeing = may_flee(s, seat)
        n = count_bits(fleeing)
        if k < n:
            return FLEE + nth_bit(fleeing, k)
        k -= n
        attacks = may_attack(s, seat)
        n = count_bits(attacks)
        if k < n:
            return ATTACK + nth_bit(attacks, k)
        k -= n
        spies = np.uint64(may_reveal(s, seat))
        hidden = face_down(s, 1 - seat)
        n = count_bits(hidden)
        while k >= n:
            k -= n
            spies = without_lowest(spies)
        return REVEAL + PLACES * lowest_bit(spies) + nth_bit(hidden, k)
    if s.phase == BATTLE:
        helpers = may_call(params, s)
        return CALL + nth_bit(helpers, k) if k < count_bits(helpers) else STAND
    if s.phase == RANSOM:
        for payment in range(PAYMENTS):
            if can_pay(params, s, seat, payment):
                if k == 0:
                    return PAY + payment
                k -= 1
        return REFUSE
    kind = 0
    while k > 0 or not_laid(params, s, seat, kind) == 0:
        if not_laid(params, s, seat, kind) > 0:
            k -= 1
        kind += 1
    return LAY + KINDS * np.int64(s.laid) + kind


@rule
def apply_action(params, s, action):  # R3, R4, R5.4, R9
    if action < ATTACK:
        flee(params, s, action - FLEE)
    elif action < REVEAL:
        pair = action - ATTACK
        attack(params, s, pair % PLACES, pair // PLACES * 4 + pair % 4)
    elif action < CALL:
        pair = action - REVEAL
        reveal(params, s, pair // PLACES, pair % PLACES)
    elif action <= STAND:
        fight(params, s, np.int64(s.defender) if action == STAND else action - CALL)
    elif action < REFUSE:
        pay(params, s, action - PAY)
    elif action == REFUSE:
        refuse(s)
    else:
        lay(params, s, action - LAY - KINDS * np.int64(s.laid))


@rule
def is_asking_news(params, s, seat, target):  # R5.4
    """Does it tell anybody something whether `seat`, attacked on `target`, may call a tile?

    It does if exactly one tile is next to the defender and that tile may or may not be the hidden
    King.
    """
    beside = places(s, seat, TILES) & np.int64(params.beside[target])
    suspects = may_be_king(s, seat)
    king_is_hidden = suspects & places(s, seat, KING) != 0
    return (
        king_is_hidden and beside & suspects != 0 and beside != suspects and count_bits(beside) == 1
    )
