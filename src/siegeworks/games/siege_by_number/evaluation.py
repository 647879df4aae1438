"""How good a position looks to a search. Hints, never rules."""

from functools import cache
from itertools import product
from typing import Any

import numpy as np

from siegeworks.core.bits import bit, count_bits, lowest_bit, without_lowest
from siegeworks.core.contract import has_left
from siegeworks.core.jit import rule
from siegeworks.games.siege_by_number.params import BIT_OF, HOME_NAMES, NAME_AT, SPACE_NAMES
from siegeworks.games.siege_by_number.rules import attackable, beats, beside, known_value
from siegeworks.games.siege_by_number.state import (
    ACE,
    COINS,
    FIGHTING,
    FIVE,
    MOST_DICE,
    NOWHERE,
    NULL,
    ROLLING,
    SHOWING,
    TURNS,
)


@cache
def steps_to(spaces: int, homes: int) -> dict[int, int]:
    """Steps from each space (its bit) to the nearest of these homes on an empty board."""
    distance: dict[int, int] = {}
    reached, steps = homes, 0
    edge = homes
    while edge:
        distance |= {bit: steps for bit in range(64) if edge >> bit & 1}
        edge = (edge << 1 | edge >> 1 | edge << 8 | edge >> 8) & spaces & ~reached
        reached |= edge
        steps += 1
    return distance


# Started from a logistic regression on games of bots that look one action ahead, then tuned by hand
# and by matches (docs/ledger.md). Nothing here depends on whose turn it is or on the dice left:
# values in the middle of a turn are compared with values after it.
IN_STACK = np.array([-0.2, -0.6, -0.9, -1.2, -1.6, -2.0, -2.0])  # by Armies in the stack
WEIGHTS = (
    1.1,  # Commander on the board
    -0.05,  # a step between him and the nearest enemy home
    1.0,  # probability that he enters one in the seat's next turn, as things are
    0.3,  # an enemy home is open to him
    0.4,  # own Home Base empty, so that the next piece comes
    -1.2,  # an enemy on it
    0.08,  # the same, for each own piece on the board
    0.2,  # how near an enemy home is to falling
    1.0,  # the same, with a Commander who has no open home
    0.0,  # the null shown and on the board
    0.1,  # the 5 likewise
    -0.2,  # enemy Armies near the Commander, by their probability of defeating him
)
# A win counts for less the longer it takes (a discount factor: Sutton, Barto, "Reinforcement
# Learning", 2018, 3.3). Without it a seat that was sure to win never did: the search hardly
# ever looks beyond its next turn, and every quiet move kept the same probability.
DISCOUNT = 0.97  # a turn of the seat's own
SPARE = 2.0  # R11: with fewer than this many times the turns needed, some wins come too late
STEPS_A_TURN = 3.0  # of one piece
WAY_FROM_HOME = 11.0  # steps to the next enemy home
POST_TURNS = 2.0  # to break through an enemy's post with the best Army already there
BRING_TURNS = 5.0  # to bring that Army across the board, or to find another if none wins
LOCKED_TURNS = 10.0  # to break out, and then in
GATE_DEPTH = 4  # steps from a Home Base to the space before its arm's gate
LOCK_TO_COME = 0.85
LOCKED_IN = -0.5
FAR = 20  # no way
IN_THE_WAY = 2  # steps for a Commander to make room at an entrance for an Army and come back
NEAR_COMMANDER = 3  # steps; what is farther hardly attacks him next turn
THIRD_DIE = 0.6  # rough probability that a third die is left to clear the way too
ALL_COINS = (1 << COINS) - 1


def odds_of_values() -> Any:
    """The probabilities that the attacker wins and loses: float64 (64, 64, 2), by the values that
    each coin may have, as bits."""
    table = np.zeros((ALL_COINS + 1, ALL_COINS + 1, 2))
    for own, theirs in product(range(1, ALL_COINS + 1), repeat=2):
        pairs = [(v, u) for v in range(COINS) for u in range(COINS) if own >> v & theirs >> u & 1]
        table[own, theirs, 0] = sum(beats(v, u) for v, u in pairs) / len(pairs)
        table[own, theirs, 1] = sum(beats(u, v) for v, u in pairs) / len(pairs)
    return table


# R1: from outside to inside, the squares through which every way into or out of an arm leads.
GATES = (
    ("h8", "h9", "i10", "N"),
    ("h5", "i5", "j4", "E"),
    ("e5", "e4", "d3", "S"),
    ("e8", "d8", "c9", "W"),
)
PLACES = 3  # gate, entrance and home; before them the space that leads to the gate
WAY_OUT = np.array([[SPACE_NAMES.index(name) for name in way] for way in GATES])

WAYS = [steps_to(sum(1 << place for place in NAME_AT), 1 << BIT_OF[home]) for home in HOME_NAMES]
# Steps to the Home Base of each arm from each bit of the grid: int64 (4, 64).
STEPS = np.array([[way.get(place, FAR) for place in range(64)] for way in WAYS])
ODDS = odds_of_values()
SMALL = 1 << NULL | 1 << ACE  # the values that beat a Commander
# By the values that a coin may have, as bits, the probability that it beats a Commander: float64
# (64,).
AGAINST_COMMANDER = np.array(
    [(values & SMALL).bit_count() / max(1, values.bit_count()) for values in range(ALL_COINS + 1)]
)

# What stands where: the pieces of the seats 0 … 3, then these three; all uint64.
COMMANDERS = 4  # bits of spaces, as the pieces
GONE = 5  # bits of seats: one more coin went under the stack
LATER = 6  # any bit: evaluated for the seats' next turns, whose dice nobody knows


@rule
def evaluate(params, s, win_probabilities):
    """Each seat's probability of winning, from a few features of the position."""
    at = (s.pieces[0], s.pieces[1], s.pieces[2], s.pieces[3], s.commanders, NOWHERE, NOWHERE)
    if s.turn < 0:
        chances = (0.25, 0.25, 0.25, 0.25)
    elif s.phase == SHOWING:
        chances = after_battle(params, s, at, s.attacker, s.defender)
    else:
        chances = standing(params, s, at)
        if s.phase == FIGHTING:
            chances = best_attack(params, s, at, chances)
    total = 0.0
    for seat in range(params.seats):
        total += chances[seat]
    for seat in range(params.seats):
        win_probabilities[seat] = chances[seat] / total


@rule
def best_attack(params, s, at, chances):
    """The result of the best attack for the seat to act, if that is better than `found`."""
    near = attackable(s)
    while near != NOWHERE:
        others = without_lowest(near)
        attack = after_battle(params, s, at, s.attacker, near & ~others)
        if attack[s.turn] > chances[s.turn]:
            chances = attack
        near = others
    return chances


@rule
def after_battle(params, s, at, attacker, defender):
    """The mean over the values that the coins may show."""
    win, lose = odds(params, s, at, attacker, defender)
    drawn = 1 - win - lose
    a, b, c = (0.0, 0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 0.0)
    if win > 0:
        a = standing(params, s, without(at, defender))
    if lose > 0:
        b = standing(params, s, without(at, attacker))
    if drawn > 0:
        c = standing(params, s, at)
    return (
        win * a[0] + lose * b[0] + drawn * c[0],
        win * a[1] + lose * b[1] + drawn * c[1],
        win * a[2] + lose * b[2] + drawn * c[2],
        win * a[3] + lose * b[3] + drawn * c[3],
    )


@rule
def without(at, piece):
    """The pieces once this one is defeated: an Army's coin goes under the stack."""
    gone = NOWHERE if piece & at[COMMANDERS] != NOWHERE else bit(owner_among(at, piece))
    return (
        at[0] & ~piece,
        at[1] & ~piece,
        at[2] & ~piece,
        at[3] & ~piece,
        at[COMMANDERS] & ~piece,
        gone,
        at[LATER],
    )


@rule
def in_later_turns(at):
    """The same pieces, evaluated for the next turns."""
    return at[0], at[1], at[2], at[3], at[4], at[5], bit(0)


@rule
def all_pieces(at):
    return at[0] | at[1] | at[2] | at[3]


@rule
def owner_among(at, piece):
    seat = 0
    while at[seat] & piece == NOWHERE:
        seat += 1
    return seat


@rule
def may_be(params, s, army, seat):
    """R3: the values that an Army may have, as bits."""
    value = np.int64(known_value(params, s, army))
    return 1 << (value - 1) if value != 0 else ALL_COINS & ~np.int64(s.shown[seat])


@rule
def odds(params, s, at, army, target):
    """R8, R9: the probabilities that the Army beats the target and that it loses."""
    values = may_be(params, s, army, owner_among(at, army))
    if target & at[COMMANDERS] != NOWHERE:
        win = AGAINST_COMMANDER[values]
        return win, 1 - win
    theirs = may_be(params, s, target, owner_among(at, target))
    return ODDS[values, theirs, 0], ODDS[values, theirs, 1]


@rule
def standing(params, s, at):
    """The seats' win probabilities with these pieces, discounted for the turns that winning still
    takes (DISCOUNT). What is discounted is shared like a draw."""
    locks = (
        lock_on(params, s, at, 0),
        lock_on(params, s, at, 1),
        lock_on(params, s, at, 2),
        lock_on(params, s, at, 3),
    )
    a, of_a = worth(params, s, at, locks, 0)
    b, of_b = worth(params, s, at, locks, 1)
    c, of_c = worth(params, s, at, locks, 2)
    d, of_d = worth(params, s, at, locks, 3)
    now = 0.0  # probability that the seat whose turn it is wins this turn
    if at[s.turn] & at[COMMANDERS] != NOWHERE:
        _, now = commander_way(params, s, at, s.turn)
    total = a + b + c + d
    rest = (1 - now) / total
    drawn = rest * (total - a * of_a - b * of_b - c * of_c - d * of_d)
    drawn /= 1.0 * (a > 0) + 1.0 * (b > 0) + 1.0 * (c > 0) + 1.0 * (d > 0)
    return (
        a * of_a * rest + drawn * (a > 0) + now * (s.turn == 0),
        b * of_b * rest + drawn * (b > 0) + now * (s.turn == 1),
        c * of_c * rest + drawn * (c > 0) + now * (s.turn == 2),
        d * of_d * rest + drawn * (d > 0) + now * (s.turn == 3),
    )


@rule
def worth(params, s, at, locks, seat):
    """A seat's unnormalized probability of winning, and the part of it left after discounting the
    turns that it takes; 0 for a seat that is not in the game."""
    if seat >= params.seats or has_left(s, seat):
        return 0.0, 0.0
    in_stack, values, turns = features(params, s, at, seat, locks[seat])
    lock = 1.0  # there is no hurry while all enemies are locked in
    for enemy in range(params.seats):
        if enemy != seat:
            lock = min(lock, locks[enemy])
    score = IN_STACK[in_stack] * (1 - lock) + LOCKED_IN * locks[seat]
    for i in range(len(WEIGHTS)):
        score += WEIGHTS[i] * values[i]
    return np.exp(score), discount(params, s, turns)


@rule
def discount(params, s, turns):
    """What is left of a win that takes a seat this many turns, R11 included."""
    left = (TURNS - np.int64(s.turns)) / params.seats
    return DISCOUNT**turns * min(1.0, left / (SPARE * turns))


@rule
def features(params, s, at, seat, lock):
    """How many coins are in the stack; the features that WEIGHTS weigh; and about how many of its
    own turns the seat needs to win, at least 1."""
    own = at[seat]
    pieces = all_pieces(at)
    enemy = pieces & ~own
    home = params.home[seat]
    commander = own & at[COMMANDERS]
    in_stack, stacked = stack_of(s, seat)
    if at[GONE] & bit(seat) != NOWHERE:
        in_stack += 1
    way, soon, danger, is_open = 0.0, 0.0, 0.0, False
    if commander != NOWHERE:
        steps, soon = commander_way(params, s, in_later_turns(at), seat)
        way = float(steps)
        is_open = way_open(params, at, seat)
        danger = danger_to(params, s, at, seat)
    # A seat that is locked in threatens nothing: the guards of a home against it may leave.
    pressure, breaking = pressure_on(params, s, at, seat)
    pressure *= 1 - lock
    breaking = lock * LOCKED_TURNS + (1 - lock) * breaking
    shown_here = np.int64(s.shown[seat]) & ~stacked
    sealed = home & enemy != NOWHERE
    waits = in_stack > 0 or commander == NOWHERE
    walk = way if commander != NOWHERE else WAY_FROM_HOME
    turns = 1.0 + in_stack + (commander == NOWHERE) + walk / STEPS_A_TURN + breaking
    if soon > 0:
        turns = min(turns, 1 / soon)
    return (
        in_stack,
        (
            1.0 * (commander != NOWHERE),
            way,
            soon,
            1.0 * is_open,
            1.0 * (home & pieces == NOWHERE and waits),
            1.0 * sealed,
            1.0 * sealed * count_bits(own),
            pressure,
            pressure * (commander != NOWHERE and not is_open),
            1.0 * (shown_here >> NULL & 1),
            1.0 * (shown_here >> FIVE & 1),
            danger,
        ),
        turns,
    )


@rule
def stack_of(s, seat):
    """R3: how many coins are in a seat's stack; the values of those shown, as bits."""
    count = np.int64(s.unshown[seat])
    values = 0
    returned = np.int64(s.returned[seat])
    while returned != 0:
        count += 1
        values |= 1 << ((returned & 15) - 1)
        returned >>= 4
    return count, values


@rule
def walk_steps(walk, start, goal):
    """Steps from start to goal over these spaces; FAR if there is no way."""
    reached = start
    for count in range(1, FAR):
        grown = reached | (beside(reached) & walk)
        if grown & goal != NOWHERE:
            return count
        if grown == reached:
            return FAR
        reached = grown
    return FAR


@rule
def way_open(params, at, seat):
    """Whether a Commander can walk to an empty enemy home, however far."""
    pieces = all_pieces(at)
    goals = params.homes & ~params.home[seat] & ~pieces
    commander = at[seat] & at[COMMANDERS]
    if goals == NOWHERE:
        return False
    return walk_steps(params.spaces & (~pieces | at[seat]), commander, goals) < FAR


@rule
def commander_way(params, s, at, seat):
    """Steps from the seat's Commander to the nearest enemy home, empty or not; and the probability
    that he enters one in the seat's turn, with the dice left in this turn or those of its next."""
    nearest, best = FAR, 0.0
    commander = at[seat] & at[COMMANDERS]
    pieces = all_pieces(at)
    for enemy in range(params.seats):
        home = params.home[enemy]
        if enemy == seat:
            continue
        entrance = beside(home) & params.spaces
        guards = (home | entrance) & pieces & ~at[seat]
        steps = steps_past(params, at, seat, enemy, entrance)
        if guards & home != NOWHERE and entrance & commander != NOWHERE:
            nearest = min(nearest, steps + IN_THE_WAY)
        else:
            nearest = min(nearest, steps)
        if steps > FIVE:
            continue
        if home & pieces == NOWHERE and guards == NOWHERE:
            best = max(best, one_die(s, at, seat, commander, steps))
        elif count_bits(guards) < 2:
            best = max(best, clearing(params, s, at, seat, (enemy, guards)))
    return nearest, best


@rule
def steps_past(params, at, seat, enemy, post):
    """Steps from the seat's Commander to this enemy's home, empty or not, across a post that an
    enemy may hold; FAR: no way."""
    walk = params.spaces & (~all_pieces(at) | at[seat]) | params.home[enemy] | post
    return walk_steps(walk, at[seat] & at[COMMANDERS], params.home[enemy])


@rule
def clearing(params, s, at, seat, held):
    """The probability that the seat clears an enemy's home and its Commander enters it.

    `held` is that enemy and its piece in the way, on the home or at its entrance; NOWHERE if one of
    the seat's own Armies is on the home.
    """
    enemy, guard = held
    home = params.home[enemy]
    commander = at[seat] & at[COMMANDERS]
    entrance = beside(home) & params.spaces
    if (home | entrance) & commander != NOWHERE:
        return 0.0
    walker = (commander, steps_past(params, at, seat, enemy, entrance))
    if home & at[seat] != NOWHERE:  # its own Army there walks off through the entrance
        if guard != NOWHERE:
            return 0.0
        return entrance_free(s, at, seat, entrance) * two_dice(s, at, seat, (home, 1), walker)
    best = 0.0
    before = beside(guard) & params.spaces  # the spaces it can be attacked from
    free = params.spaces & ~all_pieces(at)
    goals = before if guard == home else before & free  # its own piece at the entrance may walk off
    armies = at[seat] & ~at[COMMANDERS]
    while armies != NOWHERE:
        others = without_lowest(armies)
        army = armies & ~others
        armies = others
        steps = 0 if army & before != NOWHERE else walk_steps(free | goals, army, goals)
        if steps > FIVE:
            continue
        if steps == 0 and army == s.attacker and dice_known(s, at, seat):
            chance = one_die(s, at, seat, *walker)
        else:
            chance = two_dice(s, at, seat, (army, steps), walker)
            if steps > 0 and guard == home:
                chance *= entrance_free(s, at, seat, entrance)
        if chance > best:
            win, _ = odds(params, s, at, army, guard)
            best = max(best, chance * win)
    return best


@rule
def entrance_free(s, at, seat, entrance):
    """1 if no own piece is in the way, else the probability of a die to move it."""
    if entrance & at[seat] == NOWHERE:
        return 1.0
    if dice_known(s, at, seat) or count_bits(at[seat]) < 3:
        return 0.0
    return THIRD_DIE


@rule
def dice_known(s, at, seat):
    return s.turn == seat and s.phase != ROLLING and at[LATER] == NOWHERE


@rule
def one_die(s, at, seat, piece, steps):
    """The probability of a die that moves a piece this far: 0 or 1 if the dice are known."""
    if dice_known(s, at, seat):
        return 1.0 * (piece & s.moved == NOWHERE and s.dice >> 4 * steps != 0)
    return 1 - none_reaches(steps, min(MOST_DICE, count_bits(at[seat])))


@rule
def two_dice(s, at, seat, first, second):
    """The probability of two dice that move two pieces, each by its steps."""
    low, high = min(first[1], second[1]), max(first[1], second[1])
    if dice_known(s, at, seat):
        suffice = np.int64(s.dice) >> 4 * low
        enough = s.dice >> 4 * high != 0 and suffice & (suffice - 1) != 0
        return 1.0 * (enough and (first[0] | second[0]) & s.moved == NOWHERE)
    n = min(MOST_DICE, count_bits(at[seat]))
    alone = n * (6 - high) / 6 * none_reaches(low, n - 1)  # one die reaches high, no other low
    return 1 - none_reaches(high, n) - alone


@rule
def none_reaches(steps, dice):
    """The probability that this many dice all show less."""
    chance = 1.0
    for _ in range(dice):
        chance *= steps / 6
    return chance


@rule
def pressure_on(params, s, at, seat):
    """How well placed a seat is to break into an enemy home, 0 … 1: the part of the gate, the
    entrance and the home that is free, where the first one that is not counts by the odds of the
    best Army to attack it; and the fewest turns that breaking in takes."""
    best, least = 0.0, np.inf
    foes = (all_pieces(at)) & ~at[seat]
    for enemy in range(params.seats):
        if enemy == seat:
            continue
        arm = params.arm[enemy]
        target = PLACES
        free = PLACES
        for place in range(PLACES, 0, -1):
            square = bit(params.bit_of[WAY_OUT[arm, place]])
            if square & foes != NOWHERE:
                target = place
                free -= 1
        won = best_attacker(params, s, at, seat, (arm, target))
        turns = 0.0
        if free < PLACES:
            turns = POST_TURNS * (PLACES - free) + BRING_TURNS * (1 - won)
        least = min(least, turns)
        free = min(free, PLACES - 1)
        best = max(best, (won + free) / PLACES)
    return best, least


@rule
def lock_on(params, s, at, seat):
    """How well an enemy locks a seat in with a piece at its entrance, its gate or before it."""
    if seat >= params.seats:
        return 0.0
    arm = params.arm[seat]
    pieces = all_pieces(at)
    for place in range(PLACES - 1, -1, -1):
        square = bit(params.bit_of[WAY_OUT[arm, place]])
        if square & pieces & ~at[seat] != NOWHERE:
            return 1 - best_attacker(params, s, at, seat, (arm, place))
    if s.phase != ROLLING and s.turn != seat and may_lock(s, at[s.turn] & ~s.moved, arm):
        return LOCK_TO_COME
    return 0.0


@rule
def may_lock(s, waiting, arm):
    """Whether one of these unmoved pieces reaches the space before an arm's gate with the dice
    left: so a seat may send one Army away to bring a better one."""
    while waiting != NOWHERE:
        others = without_lowest(waiting)
        steps = STEPS[arm, lowest_bit(waiting)] - GATE_DEPTH
        if steps > 0 and s.dice >> 4 * min(steps, COINS) != 0:
            return True
        waiting = others
    return False


@rule
def best_attacker(params, s, at, seat, post):
    """How well the best of a seat's Armies can take a post (an arm and a place on its way out): its
    probability of winning times the part of the way that it has behind it."""
    arm, place = post
    target = bit(params.bit_of[WAY_OUT[arm, place]])
    pieces = all_pieces(at)
    guarded = target & pieces & ~at[seat] != NOWHERE
    depth = STEPS[arm, lowest_bit(target)]
    best = 0.0
    armies = at[seat] & ~at[COMMANDERS]
    while armies != NOWHERE:
        others = without_lowest(armies)
        army = armies & ~others
        armies = others
        value = 1 - abs(STEPS[arm, lowest_bit(army)] - depth) / 15
        if guarded and value > best:
            win, _ = odds(params, s, at, army, target)
            value *= win
        best = max(best, value)
    return best


@rule
def danger_to(params, s, at, seat):
    """R9: enemy Armies near a Commander, each by its probability of defeating him."""
    near = at[seat] & at[COMMANDERS]
    for _ in range(NEAR_COMMANDER):
        near |= beside(near)
    pieces = all_pieces(at)
    near &= pieces & ~at[seat] & ~at[COMMANDERS]
    danger = 0.0
    while near != NOWHERE:
        others = without_lowest(near)
        army = near & ~others
        danger += AGAINST_COMMANDER[may_be(params, s, army, owner_among(at, army))]
        near = others
    return danger
