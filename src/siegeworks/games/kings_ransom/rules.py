"""King's Ransom, paragraph by paragraph as RULES.md has it (R1, R2 …).

An army is kept as sets of places: one set says where tiles stand, one which of them lie face up,
and one for each kind where its tiles are. A place is a number from 0 (a1) to 15 (d4), rank by rank
from the front, so that the place behind `p` is `p + 4`; a set is the bits of its places.
"""

import numpy as np

from siegeworks.core.bits import bit, count_bits, lowest_bit, nth_bit, without_lowest
from siegeworks.core.game import CHANCE, FIRST_ENDING, HEADER, REFEREE, TERMINAL, Rules, finish
from siegeworks.core.jit import rule
from siegeworks.core.random import random_below

SEATS = 2
SOUTH, NORTH = 0, 1

# R1 ---------------------------------------------------------------------------------------------
KINDS = 6
KING, ARCHER, ENGINEER, CAVALRY, INFANTRY, SPY = range(KINDS)
PIPS = np.array([5, 6, 4, 3, 2, 1], np.int64)
TILES_OF = np.array([1, 3, 3, 3, 3, 3], np.int64)  # how many of each kind a whole army has
RANGE = (0, 6, 4, 3, 2, 0)  # R4

# R2: the sets of an army, after those of the six kinds.
PLACES = 16
TILES = 6  # where a tile stands, known or not
FACE_UP = 7  # which of them lie face up
NOT_KING = 8  # which of them everybody could infer not to be the King, from R5.4
SETS = 9
ALL = 0xFFFF
COLUMN = 0x1111  # all places of column a

# What is to be done now.
LAYING, TURN, BATTLE, RANSOM = range(4)

STATE = np.dtype(
    [
        *HEADER,
        ("phase", "u1"),  # LAYING (R3), TURN (R4), BATTLE: a call is awaited (R5), RANSOM (R9)
        ("laid", "u1"),  # the spot laid out next: 16 * seat + place; 32 when all are laid out
        ("attacker", "u1"),  # in BATTLE the attacking tile's place, in the army not to act; else 0
        ("defender", "u1"),  # in BATTLE the attacked tile's place, in the army to act; else 0
        ("army", "<u2", (SEATS, SETS)),  # sets of places: six kinds as far as known, TILES …
        ("tally", "u1", (SEATS, KINDS)),  # tiles that each seat has in its tally
        # In an observation: how many tiles of each kind, laid or not, are somewhere in that army
        # but not seen by the viewer. In a state 0.
        ("unseen", "u1", (SEATS, KINDS)),
    ]
)

PAYMENTS = 12
PARAMS = np.dtype(
    [
        ("secret", "u1"),  # 1: setup=secret (R3)
        ("columns", "u1"),  # 2 … 4; fewer than four are the first ones (R11)
        ("ranks", "u1"),  # 1 … 4: as many as the tiles fill (R11)
        ("tiles_of", "u1", KINDS),  # how many of each kind an army begins with (R1, R11)
        ("next_spot", "u1", 2 * PLACES),  # R3: which spot is laid out after each
        ("formation", "<u2"),  # the places that there are (R2, R11)
        ("cases", "u1", 2 * PLACES + 1),  # R3: tiles left when chance comes to a spot; 2 seats
        ("payments", "u1", (PAYMENTS, KINDS)),  # R9: tiles of each kind in every possible payment
        ("beside", "<u2", PLACES),  # R5.4: the places orthogonally next to each place
        # R6.1 to R6.3 for every set of TILES without gaps: the place whose tile moves sideways
        # next, and where it goes; both 0 where the formation is finished.
        ("moves_from", "u1", 1 << PLACES),
        ("moves_to", "u1", 1 << PLACES),
    ]
)

# Actions, in the order of their numbers.
FLEE = 0  # + place
ATTACK = FLEE + PLACES  # + 16 * (enemy rank - 1) + place
REVEAL = ATTACK + 4 * PLACES  # + 16 * the Spy's place + the place looked at
CALL = REVEAL + PLACES * PLACES  # + place
STAND = CALL + PLACES
PAY = STAND + 1  # + index into params.payments
REFUSE = PAY + PAYMENTS
LAY = REFUSE + 1  # + 6 * the spot + kind; only with setup=secret
NUM_ACTIONS = LAY
NUM_ACTIONS_SECRET = LAY + 2 * PLACES * KINDS

# Outcomes of chance.
FIRST = 0  # + seat
DEAL = 2  # + 6 * the spot + kind; only with setup=random
NUM_OUTCOMES = DEAL + 2 * PLACES * KINDS
NUM_OUTCOMES_SECRET = DEAL

# A turn of one choice takes out at least one tile that is no King, a turn of two choices two;
# before the last turn each army still has one of its 15. So 33 steps of set-up, 28 choices before
# the last turn, at most two in it, and a ransom.
MAX_TURNS = 29


def max_steps(tiles):
    """No game with so many tiles in an army has more steps (R7, R11)."""
    return (2 * tiles + 1) + (2 * tiles - 4) + 2 + 1


MAX_STEPS = max_steps(PLACES)
# 15 tiles may flee, 3 Spies look at 16 places, and no formation has more attacks than 24 (tested).
MAX_LEGAL = 15 + 3 * 16 + 24

ENDINGS = (
    "the ransom was not paid (R9)",
    "the higher tally (R10)",
    "equal tallies, and the winner collected a ransom (R10)",
    "equal tallies and no ransom (R10)",
)
UNPAID, HIGHER_TALLY, TIE_WITH_RANSOM, TIE = range(FIRST_ENDING, FIRST_ENDING + len(ENDINGS))

# What an action turns up (Rules.shows): two kinds, each 1 + kind or 0 for none, the tile chosen,
# called or named before the tile attacked; and whether an attack showed that nobody can be called.
SHOWN_KINDS = 1 + KINDS
NUM_SHOWN = 2 * SHOWN_KINDS * SHOWN_KINDS


@rule
def places(s, seat, which):
    """One of the sets of an army, as a signed number that is wide enough to reckon with."""
    return np.int64(s.army[seat, which])


@rule
def kind_at(s, seat, place):
    """The kind of the tile on this place. There must be one, and known."""
    found = 0
    for kind in range(1, KINDS):
        found += kind * ((places(s, seat, kind) >> place) & 1)
    return found


@rule
def face_down(s, seat):
    """The places of an army where a tile lies face down."""
    return places(s, seat, TILES) & ~places(s, seat, FACE_UP)


@rule
def may_be_king(s, seat):
    """The places where, for all that everybody knows, an army's hidden King may lie."""
    return face_down(s, seat) & ~places(s, seat, NOT_KING)


@rule
def turn_up(s, seat, place):
    """This tile lies face up from now on."""
    s.army[seat, FACE_UP] |= 1 << place


# R3 Setup -----------------------------------------------------------------------------------------


@rule
def set_up(params, s):  # R3
    s.phase = LAYING
    s.to_act = SOUTH if params.secret else CHANCE


@rule
def not_laid(params, s, seat, kind):  # R3
    """How many tiles of this kind a seat has still to lay out."""
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
    # The tiles left lie in a row, kind by kind; the k-th comes after all tiles of the kinds passed.
    # Counted without a branch: which kind it will be cannot be predicted.
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
    """The attacks within a range: bits 16 * (enemy rank - 1) + own place."""
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
    """The places whose tiles may flee: all but the King's."""
    return places(s, seat, TILES) & ~places(s, seat, KING)


@rule
def against_each_rank(own):
    """These own places once for each of the four enemy ranks: bit 16 * (enemy rank - 1) + place."""
    return np.uint64(own) * np.uint64(0x0001_0001_0001_0001)


@rule
def facing(tiles):
    """Which pairs of an enemy rank and an own place have a tile there, in the same column (R2)."""
    ranks = np.uint64(
        (tiles & 0xF)
        | (tiles & 0xF0) << 12  # each rank's four columns to the start of its own 16 bits …
        | (tiles & 0xF00) << 24
        | (tiles & 0xF000) << 36
    )
    return ranks * np.uint64(COLUMN)  # … and from there to all four own ranks


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
    """The places of the Spies that still lie face down."""
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
    """What everybody learns from whether the defending seat is asked, though no tile is shown."""
    seat = s.to_act
    if is_asking_news(params, s, seat, s.defender):
        helpers = may_call(params, s)
        beside = np.int64(params.beside[s.defender])
        s.army[seat, NOT_KING] |= helpers if helpers != 0 else places(s, seat, TILES) & ~beside


@rule
def fight(params, s, called):  # R5.3, R5.5, R5.6
    """The seat to act defends, reinforced from the place `called`; its own place: by nobody."""
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
    take_out(s, seat, max(target, called))  # the one behind first, for the other stays in its place
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
    """The moves sideways. The table follows `params.next_move_sideways`, which is R6.1 to R6.3."""
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
    """The turn is over; the next would be that of `seat`."""
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
    for seat in range(SEATS):
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
    """What a tally is worth."""
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


# What a seat may do -------------------------------------------------------------------------------


@rule
def legal_actions(params, s, out):  # R3, R4, R5.4, R9
    n = 0
    seat = s.to_act
    if s.phase == TURN:
        fleeing = np.uint64(may_flee(s, seat))
        while fleeing:
            out[n] = FLEE + lowest_bit(fleeing)
            n += 1
            fleeing = without_lowest(fleeing)
        attacks = may_attack(s, seat)
        while attacks:
            out[n] = ATTACK + lowest_bit(attacks)
            n += 1
            attacks = without_lowest(attacks)
        spies = np.uint64(may_reveal(s, seat))
        while spies:
            hidden = np.uint64(face_down(s, 1 - seat))
            while hidden:
                out[n] = REVEAL + PLACES * lowest_bit(spies) + lowest_bit(hidden)
                n += 1
                hidden = without_lowest(hidden)
            spies = without_lowest(spies)
    elif s.phase == BATTLE:
        helpers = np.uint64(may_call(params, s))
        while helpers:
            out[n] = CALL + lowest_bit(helpers)
            n += 1
            helpers = without_lowest(helpers)
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


# Knowledge ----------------------------------------------------------------------------------------


@rule
def observe(params, s, seat, seen):
    """Own tiles, all that lie face up, the shape of both armies, both tallies.

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
    for side in range(SEATS):
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
        return np.int64(
            params.tiles_of[kind]
        )  # while they are laid out, nobody else knows which are left
    return np.int64(count_bits(places(s, side, kind) & face_down(s, side)))


@rule
def determinize(params, rng, s):
    """Deal the tiles unseen over the places where one lies unseen, each way equally likely."""
    for side in range(SEATS):
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
    """Would turning this tile up tell anybody something?

    Not if it lies face up; nor if all tiles of its army that lie face down are of one kind, for
    everybody knows what has left, and so what is still there. And the King may be known.
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
def is_asking_news(params, s, seat, target):  # R5.4
    """Does it tell anybody something whether `seat`, attacked on `target`, may call a tile?

    It does if there is one tile beside the defender, and that may be the hidden King or not.
    """
    beside = places(s, seat, TILES) & np.int64(params.beside[target])
    suspects = may_be_king(s, seat)
    king_is_hidden = suspects & places(s, seat, KING) != 0
    return (
        king_is_hidden and beside & suspects != 0 and beside != suspects and count_bits(beside) == 1
    )


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
    """What lies face up now and did not before, and what all learn from nobody being asked."""
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
    """1 + the kind of a tile that lies face down and is now turned up; 0 if it lies face up."""
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
    """Everybody sees the tallies, and so what can be paid; not which tile is the King."""
    return s.phase == RANSOM


@rule
def is_sound(params, s):
    """Could this state arise? For the laws only."""
    if s.viewer != REFEREE or s.laid > 2 * PLACES:
        return False
    for seat in range(SEATS):
        if not army_is_sound(params, s, seat):
            return False
        for kind in range(KINDS):
            if s.unseen[seat, kind] != 0:
                return False
    if s.to_act == TERMINAL:
        return s.winners != 0 and s.ending != 0
    if s.laid < 2 * PLACES or s.first < 0:
        return s.phase == LAYING and s.first < 0 and nobody_captured(s)
    return phase_is_sound(params, s)


@rule
def army_is_sound(params, s, seat):
    """Each tile is of one kind, no kind has too many, and nothing lies face up where no tile is."""
    tiles = places(s, seat, TILES)
    together = np.int64(0)
    for kind in range(KINDS):
        mine = places(s, seat, kind)
        if mine & together != 0:
            return False
        together |= mine
        # Until the armies join the tallies, a tile is in its army, or captured, or gone.
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
def nobody_captured(s):
    for seat in range(SEATS):
        for kind in range(KINDS):
            if s.tally[seat, kind] != 0:
                return False
    return True


@rule
def phase_is_sound(params, s):
    """What is to be done fits the armies."""
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


RULES = Rules(
    set_up=set_up,
    legal_actions=legal_actions,
    apply_action=apply_action,
    chance_weights=chance_weights,
    apply_outcome=apply_outcome,
    num_legal=num_legal,
    nth_legal=nth_legal,
    num_cases=num_cases,
    nth_case=nth_case,
    observe=observe,
    determinize=determinize,
    hides=hides,
    reveals=reveals,
    shows=shows,
    open_choices=open_choices,
    is_sound=is_sound,
)
