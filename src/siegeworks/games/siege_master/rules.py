"""The rules of Siege Master, in the order of RULES.md."""

import numpy as np

from siegeworks.core.bits import (
    NONE,
    bit,
    count_bits,
    has,
    list_numbers,
    lowest_bit,
    nth_bit,
    without_lowest,
)
from siegeworks.core.contract import CHANCE, finish
from siegeworks.core.jit import rule
from siegeworks.games.siege_master.state import (
    ALL,
    ANYWHERE,
    BLUE,
    BY_CHANCE,
    BY_MAP,
    HEX_WORDS,
    MORE_THAN_HALF,
    MORE_THAN_HALF_LOSES,
    NO_ARMY,
    NOWHERE,
    RED,
    WORDS,
)


@rule
def set_up(params, s):  # R2
    """Start with the map's fortresses, or a map without any."""
    s.first = RED
    s.last = NO_ARMY
    for w in range(WORDS):
        s.free[w] = params.free[w]
    for w in range(HEX_WORDS):
        s.neutral[w] = params.neutral[w]
    if params.placed_by == BY_MAP:
        begin(params, s)
    else:
        s.to_act = CHANCE if params.placed_by == BY_CHANCE else RED
        s.binds = NOWHERE
        find_sites(params, s)


@rule
def begin(params, s):  # R5
    """All fortresses are placed, and Red begins with an army anywhere."""
    s.to_act = RED
    s.binds = ANYWHERE
    for w in range(HEX_WORDS):
        s.sites[w] = NONE
        s.open[w] = s.neutral[w]
    for w in range(HEX_WORDS):
        close_walled_in(params, s, w, s.neutral[w])


# R3 Where a fortress may be placed ----------------------------------------------------------------


@rule
def find_sites(params, s):
    """Where the next fortress may be placed."""
    for w in range(HEX_WORDS):
        s.sites[w] = sound_sites(params, s, w)
    if not keep_apart(s, params.within_two):
        keep_apart(s, params.neighbours)


@rule
def sound_sites(params, s, w):
    """The hexes of word `w` where a fortress still lets an army fit into their area (R2)."""
    sites = NONE
    for area in range(params.areas):
        sites |= params.area_hexes[area, w] & ~covered_by_all(params, s, area, w)
    return sites & ~s.neutral[w]


@rule
def covered_by_all(params, s, area, w):
    """The hexes of word `w` that every army would cover that still fits the area."""
    common = ALL
    for v in range(WORDS):
        fitting = s.free[v] & params.area_placements[area, v]
        while fitting != NONE:
            common &= params.covers[64 * v + lowest_bit(fitting), w]
            if common == NONE:
                return NONE
            fitting = without_lowest(fitting)
    return common


@rule
def keep_apart(s, near):
    """Keep only the sites that are not near a fortress, if there are any; were there?"""
    apart_0, apart_1, apart_2, apart_3 = s.sites[0], s.sites[1], s.sites[2], s.sites[3]
    for w in range(HEX_WORDS):
        fortresses = s.neutral[w]
        while fortresses != NONE:
            fortress = 64 * w + lowest_bit(fortresses)
            fortresses = without_lowest(fortresses)
            apart_0 &= ~near[fortress, 0]
            apart_1 &= ~near[fortress, 1]
            apart_2 &= ~near[fortress, 2]
            apart_3 &= ~near[fortress, 3]
    if apart_0 | apart_1 | apart_2 | apart_3 == NONE:
        return False
    s.sites[0], s.sites[1], s.sites[2], s.sites[3] = apart_0, apart_1, apart_2, apart_3
    return True


@rule
def place_fortress(params, s, place):
    """Place a fortress here for good: no army will ever cover it."""
    s.neutral[place >> 6] |= bit(place & 63)
    for w in range(WORDS):
        s.free[w] &= ~params.through[place, w]
    if size(s.neutral) == params.fortresses:
        begin(params, s)
    else:
        find_sites(params, s)


@rule
def size(hexes):
    """The number of hexes in a set."""
    n = 0
    for w in range(HEX_WORDS):
        n += count_bits(hexes[w])
    return n


@rule
def nth_hex(hexes, k):
    """The hex of a set with exactly `k` before it."""
    w = 0
    while k >= count_bits(hexes[w]):
        k -= count_bits(hexes[w])
        w += 1
    return 64 * w + nth_bit(hexes[w], k)


# R2 Fortresses placed by chance -------------------------------------------------------------------


@rule
def chance_weights(params, s, weights):
    """Every allowed hex is equally likely."""
    for place in range(params.hexes):
        if has(s.sites[place >> 6], place & 63):
            weights[place] += 1


@rule
def num_cases(params, s):
    """The number of allowed hexes."""
    return size(s.sites)


@rule
def nth_case(params, s, k):
    """The allowed hexes, one after another."""
    return nth_hex(s.sites, k)


@rule
def apply_outcome(params, s, outcome):
    place_fortress(params, s, outcome)


# R4 Army ------------------------------------------------------------------------------------------


@rule
def place_army(params, s, seat, army):
    """An army covers its hexes for the rest of the game."""
    for w in range(WORDS):
        s.free[w] &= ~params.conflicts[army, w]
    s.armies[army >> 6] |= bit(army & 63)
    for w in range(HEX_WORDS):
        s.walls[w] |= params.covers[army, w]
        s.owned[seat, w] |= params.covers[army, w]


# R5 Turn ------------------------------------------------------------------------------------------


@rule
def may_place(params, s, w):
    """The placements of word `w` that are legal now: those that touch the binding army (R7)."""
    return s.free[w] & params.touching[s.binds, w]


@rule
def num_legal(params, s):
    """How many armies, swaps or fortresses there are to choose from."""
    n = np.int64(s.may_swap)
    for w in range(WORDS):
        n += count_bits(may_place(params, s, w))
    # The seat to act can always place an army (R6): if it cannot, fortresses are being placed.
    return n if n > 0 else size(s.sites)


@rule
def nth_legal(params, s, k):
    """The choices one after another: armies, then the swap; or fortresses."""
    for w in range(WORDS):
        here = may_place(params, s, w)
        n = count_bits(here)
        if k < n:
            return 64 * w + nth_bit(here, k)
        k -= n
    swap = params.placements
    return swap if s.may_swap else swap + 1 + nth_hex(s.sites, k)


@rule
def legal_actions(params, s, out):
    """All armies, then the swap; or all fortresses."""
    n = 0
    for w in range(WORDS):
        n = list_numbers(may_place(params, s, w), 64 * w, out, n)
    if s.may_swap:
        out[n] = params.placements
        n += 1
    for w in range(HEX_WORDS):
        n = list_numbers(s.sites[w], params.placements + 1 + 64 * w, out, n)
    return n


@rule
def apply_action(params, s, action):
    """An army, the swap or a fortress."""
    if action < params.placements:
        take_turn(params, s, s.to_act, action)
    elif action == params.placements:
        swap_sides(s)
    else:
        s.to_act = 1 - s.to_act  # the seats take turns placing fortresses (R2)
        place_fortress(params, s, action - params.placements - 1)


@rule
def take_turn(params, s, seat, army):
    """Place an army and capture; then it is the other seat's turn, or the end."""
    s.may_swap = s.last == NO_ARMY
    s.last = army
    place_army(params, s, seat, army)
    s.captured = besiege(params, s, seat, army)
    s.binds = what_binds(params, s)
    s.to_act = 1 - seat
    if s.captured > 0 and holds_most(params, s, seat):
        end(params, s, seat)


@rule
def swap_sides(s):
    """Red's army and captures become Blue's; as Blue's last turn they bind as before (R7)."""
    for w in range(HEX_WORDS):
        s.owned[BLUE, w] = s.owned[RED, w]
        s.owned[RED, w] = NONE
    s.may_swap = 0
    s.to_act = RED


# R6 Siege -----------------------------------------------------------------------------------------


@rule
def besiege(params, s, seat, army):
    """Capture every fortress whose area no longer fits an army; how many are captured."""
    for w in range(HEX_WORDS):
        close_walled_in(params, s, w, s.open[w] & params.disturbs[army, w])
    captured = 0
    for w in range(HEX_WORDS):
        closed = s.neutral[w] & ~s.open[w]
        while closed != NONE:
            fortress = lowest_bit(closed)
            closed = without_lowest(closed)
            if not fits_area(params, s, 64 * w + fortress):
                s.neutral[w] &= ~bit(fortress)
                s.owned[seat, w] |= bit(fortress)
                captured += 1
    return captured


@rule
def close_walled_in(params, s, w, fortresses):
    """Mark as closed those of these fortresses of word `w` beside which no army fits.

    The others need no search: an army that fits beside a fortress is in its area, because the
    army's hexes are free and connected.
    """
    while fortresses != NONE:
        fortress = lowest_bit(fortresses)
        fortresses = without_lowest(fortresses)
        if not fits_beside(params, s, 64 * w + fortress):
            s.open[w] &= ~bit(fortress)


@rule
def fits_beside(params, s, place):
    """Does an army fit that covers a neighbour of this hex?"""
    fitting = NONE
    for w in range(WORDS):
        fitting |= s.free[w] & params.beside[place, w]
    return fitting != NONE


@rule
def fits_area(params, s, place):
    """Does an army fit into the area of this hex, but not beside the hex itself?

    Searches from hex to hex without an army. The two sets, hexes reached and hexes to search from,
    are four words each.
    """
    reached_0, reached_1, reached_2, reached_3 = NONE, NONE, NONE, NONE
    ahead_0, ahead_1, ahead_2, ahead_3 = NONE, NONE, NONE, NONE
    while True:
        new_0 = params.neighbours[place, 0] & ~s.walls[0] & ~reached_0
        new_1 = params.neighbours[place, 1] & ~s.walls[1] & ~reached_1
        new_2 = params.neighbours[place, 2] & ~s.walls[2] & ~reached_2
        new_3 = params.neighbours[place, 3] & ~s.walls[3] & ~reached_3
        reached_0, ahead_0 = reached_0 | new_0, ahead_0 | new_0
        reached_1, ahead_1 = reached_1 | new_1, ahead_1 | new_1
        reached_2, ahead_2 = reached_2 | new_2, ahead_2 | new_2
        reached_3, ahead_3 = reached_3 | new_3, ahead_3 | new_3
        if ahead_0 != NONE:
            place = lowest_bit(ahead_0)
            ahead_0 = without_lowest(ahead_0)
        elif ahead_1 != NONE:
            place = 64 + lowest_bit(ahead_1)
            ahead_1 = without_lowest(ahead_1)
        elif ahead_2 != NONE:
            place = 128 + lowest_bit(ahead_2)
            ahead_2 = without_lowest(ahead_2)
        elif ahead_3 != NONE:
            place = 192 + lowest_bit(ahead_3)
            ahead_3 = without_lowest(ahead_3)
        else:
            return False
        if fits_beside(params, s, place):
            return True


# R7 Adjacency -------------------------------------------------------------------------------------


@rule
def what_binds(params, s):
    """The army placed last, if it captured nothing and another one can touch it."""
    if s.captured > 0 or params.free_play:  # R9: free
        return ANYWHERE
    touching = NONE
    for w in range(WORDS):
        touching |= s.free[w] & params.touching[s.last, w]
    return np.int64(s.last) if touching != NONE else ANYWHERE


# R8 End, R9 Variants ------------------------------------------------------------------------------


@rule
def holds_most(params, s, seat):
    """Does the seat hold more than half of the fortresses?"""
    return 2 * held(s, seat) > params.fortresses


@rule
def held(s, seat):
    """How many fortresses a seat has captured."""
    n = 0
    for w in range(HEX_WORDS):
        n += count_bits(s.owned[seat, w] & ~s.walls[w])
    return n


@rule
def end(params, s, seat):
    """The seat that holds more than half wins, or loses in a pacifist game (R9)."""
    s.may_swap = 0
    if params.pacifist:
        finish(s, 1 << (1 - seat), MORE_THAN_HALF_LOSES)
    else:
        finish(s, 1 << seat, MORE_THAN_HALF)
