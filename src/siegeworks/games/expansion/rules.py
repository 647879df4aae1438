"""The rules of Expansion, in the order of RULES.md.

A set of cells is one word, a bit a place: place = 8 · rank + file, both counted from 0. Files 6
and 7 and ranks 6 and 7 lie outside the board and are always empty, so that turning a word round
moves every minion of the set one step in a direction, and whoever leaves the board lands outside.
On smaller boards more is outside. Names in capitals are for the largest game or for all games;
what the options make smaller stands in the board.
"""

import numpy as np

from siegeworks.core.bits import NONE, bit, count_bits, has, lowest_bit, nth_bit, without_lowest
from siegeworks.core.game import CHANCE, FIRST_ENDING, HEADER, REFEREE, TERMINAL, Rules, finish
from siegeworks.core.jit import rule
from siegeworks.core.random import random_below

SUNS, MOONS = 0, 1
NOBODY = -1
SEATS = ("suns", "moons")

# Codes of values (R3); null is the lowest, the ace never compares.
UNKNOWN, NULL, ACE, FIVE = 0, 1, 2, 6
MINIONS = 6  # a seat's, one of each value
SET_UP_STEPS = 2 * MINIONS

PLACES = 48  # 8 · 6: the ranks of the board, guard files included
TILES = 9
SUNS_CORNER = 0  # R2; the corner of the moons is the last tile
NO_TILE = 63  # the centre of a board without a middle tile

# Kinds of moves (R5), walks first, then jumps: by how many bits a word is turned left to move all
# its minions one step.
WALKS, KINDS = 4, 12
STEPS = np.array([1, 8, 63, 56, 1, 9, 8, 7, 63, 55, 56, 57], np.uint64)

# Actions: the moves that stay on the board, by kind and then by place; pass; the placings, by seat,
# then by value from 5 to 0, then by home cell in the order of R2.
MOVES = 280  # on 6×6 cells

# Outcomes: values ascending by home cell of either seat (R3, setup=random), then who begins (R4).

# Codes of what a combat turns up (R6): the mover's code of value, then the other's, in base 7.
NUM_SHOWN = (FIVE + 1) ** 2

TIMES_BEFORE = 2  # R8.3: now for the third time
SOONEST_END = 8  # R8.3: to come twice again a board takes eight quiet moves at least
QUIET_TO_END = 100  # R8.4

MOST_TILES, FEW_MINIONS, SAME_BOARD, QUIET, AGREED, ALL_TILES = range(
    FIRST_ENDING, FIRST_ENDING + 6
)

STATE = np.dtype(
    [
        *HEADER,
        ("placed", "u1"),  # steps of the set-up taken, 0 … 12: the suns' six first
        ("begun", "u1"),  # 1 once the first move is made
        ("quiet", "u1"),  # moves since the last combat or capture, 0 … 100
        ("cells", "u8", 2),  # bit a place: where the minions of each seat stand, from the start on
        ("tiles", "u8", 2),  # bit a tile, 0 = a1, 1 = c1 … 8 = e5: what each seat has captured
        ("fallen", "u8", 2),  # bit a code of value: which minions of each seat have left the game
        ("shown", "u8"),  # bit a place: a minion there was shown in combat; follows it as it moves
        ("value", "u1", PLACES),  # code of value of the minion on a place; 0: none, or not known
        # The boards since the last combat or capture: [q] is the one after q quiet moves. Each is
        # one number in base 3, a digit a cell: 0 empty, 1 suns, 2 moons. Past `quiet` all are 0.
        ("boards", "u8", QUIET_TO_END + 1),
    ]
)

PARAMS = np.dtype(
    [
        ("random", "u1"),  # 1: setup=random
        ("notes", "u1"),  # 1: notes=on; for the scene only
        ("files", "i8"),  # cells from left to right
        ("ranks", "i8"),  # cells from bottom to top
        ("on_board", "u8"),  # bit a place: all cells
        ("tiles", "i8"),
        ("centre", "i8"),  # the tile in the middle, or NO_TILE
        ("tiles_to_end", "i8"),  # R8.1, the corner included
        ("quiet_to_end", "i8"),  # R8.4
        ("minions", "i8"),  # a seat's
        ("codes", "i8", MINIONS),  # of their values, ascending
        ("values", "u8"),  # bit a code: the same as a set
        ("set_up_steps", "i8"),
        ("passing", "i8"),  # the action that passes: the number of moves
        ("first_placing", "i8"),  # the first action that places
        ("first_is", "i8"),  # the first outcome that says who begins
        ("home", "u1", (2, MINIONS)),  # places of each seat at the start, in the order of R2
        ("start", "u8", 2),  # the same as a set
        ("homes", "u8"),  # bit a home cell of a seat, 0 … minions − 1
        ("start_number", "u8"),  # the board at the start, in base 3
        ("digit", "u8", (2, PLACES)),  # what a seat's minion on a place adds to the board's number
        ("tile_of", "u1", PLACES),
        ("tile_cells", "u8", TILES),
        ("origin", "u1", MOVES),  # place that a move leaves
        ("target", "u1", MOVES),  # place that it goes to
        ("move", "u2", (KINDS, PLACES)),  # the move of this kind to this place
    ]
)


# R2 Start, R3 Values


@rule
def set_up(params, s):
    """The minions stand on their cells and have no values yet; the corners are captured."""
    for seat in range(2):
        s.cells[seat] = params.start[seat]
    s.tiles[SUNS] = bit(SUNS_CORNER)
    s.tiles[MOONS] = bit(params.tiles - 1)
    s.boards[0] = params.start_number  # R8.3: the board before the first move counts
    s.to_act = CHANCE if params.random else SUNS


@rule
def in_set_up(params, s):
    return s.placed < params.set_up_steps


@rule
def placing_seat(params, s):
    """R3: first the suns place all, then the moons."""
    return SUNS if s.placed < params.minions else MOONS


@rule
def placed_by_now(params, s):
    """How many minions the seat that is placing has a value for."""
    return np.int64(s.placed) - placing_seat(params, s) * params.minions


@rule
def still_to_place(params, s):
    """How many minions the seat that is placing has no value for yet."""
    return params.minions - placed_by_now(params, s)


@rule
def next_value(params, s):
    """R3: 5, 4, 3, 2, A, 0, in this order."""
    return params.codes[still_to_place(params, s) - 1]


@rule
def placing(params, s, home):
    """The action that places the value that is due on the home cell with this number."""
    return params.first_placing + s.placed * params.minions + home


@rule
def free_homes(params, s, seat):
    """The numbers of a seat's home cells that hold no value yet, as a set."""
    free = NONE
    for home in range(MINIONS):
        free |= np.uint64(s.value[params.home[seat, home]] == UNKNOWN) << np.uint64(home)
    return free & params.homes


@rule
def nth_of_few(word, k):
    """The number with exactly `k` smaller ones in a set of at most six: `nth_bit` without branches.

    `k` is random, so that every branch would be a guess; playouts run a tenth faster like this."""
    for i in range(MINIONS - 1):
        word = word & (word - np.uint64(1)) if i < k else word
    return lowest_bit(word)


@rule
def place(params, s, cell, value):
    """R3: the minion here has this value; after the last, dice decide who begins (R4)."""
    s.value[cell] = value
    s.placed += 1
    if not in_set_up(params, s):
        s.to_act = CHANCE
    elif not params.random:
        s.to_act = placing_seat(params, s)


@rule
def values_left(params, s):
    """R3, setup=random: the values that the seat whose cells chance is filling has not yet got."""
    left = params.values
    seat = placing_seat(params, s)
    for home in range(placed_by_now(params, s)):
        left &= ~bit(s.value[params.home[seat, home]])
    return left


@rule
def giving(params, s, value):
    """The outcome that gives this value to the next cell: its cell, then how many are lower."""
    return s.placed * params.minions + count_bits(params.values & (bit(value) - np.uint64(1)))


# R3, R4: what chance does


@rule
def chance_weights(params, s, weights):
    for case in range(num_cases(params, s)):
        weights[nth_case(params, s, case)] = 1


@rule
def num_cases(params, s):
    """R3: each value still left is equally likely. R4: so is each seat."""
    return still_to_place(params, s) if in_set_up(params, s) else 2


@rule
def nth_case(params, s, k):
    if in_set_up(params, s):
        return giving(params, s, nth_bit(values_left(params, s), k))
    return params.first_is + k


@rule
def apply_outcome(params, s, outcome):
    if in_set_up(params, s):
        cell = params.home[placing_seat(params, s), placed_by_now(params, s)]
        place(params, s, cell, params.codes[outcome - s.placed * params.minions])
    else:  # R4
        s.first = outcome - params.first_is
        s.to_act = s.first


# R5 Turn


@rule
def turned(word, n):
    """The word turned left by n bits."""
    return (word << n) | (word >> (np.uint64(64) - n))


@rule
def targets(params, s, kind):
    """The cells that the seat to act reaches by a walk or a jump of this kind."""
    own = s.cells[s.to_act]
    reached = turned(own, STEPS[kind])
    if kind >= WALKS:
        over = reached & (s.cells[SUNS] | s.cells[MOONS])
        reached = turned(over, STEPS[kind])
    return reached & params.on_board & ~own


@rule
def must_pass(s):
    """A seat with a minion can always walk: were all its minions' neighbours its own, it would
    hold every cell."""
    return s.cells[s.to_act] == NONE


@rule
def num_legal(params, s):
    if in_set_up(params, s):
        return still_to_place(params, s)
    if must_pass(s):
        return 1
    n = 0
    for kind in range(WALKS):
        n += count_bits(targets(params, s, kind))
    if s.begun:
        for kind in range(WALKS, KINDS):
            n += count_bits(targets(params, s, kind))
    return n


@rule
def nth_legal(params, s, k):
    if in_set_up(params, s):
        return placing(params, s, nth_of_few(free_homes(params, s, placing_seat(params, s)), k))
    if must_pass(s):
        return params.passing
    kind = 0
    reached = targets(params, s, kind)
    n = count_bits(reached)
    while k >= n:
        k -= n
        kind += 1
        reached = targets(params, s, kind)
        n = count_bits(reached)
    return params.move[kind, nth_of_few(reached, k)]


@rule
def legal_actions(params, s, out):
    n = num_legal(params, s)
    if in_set_up(params, s) or must_pass(s):
        for k in range(n):
            out[k] = nth_legal(params, s, k)
        return n
    n = 0
    for kind in range(KINDS if s.begun else WALKS):  # the very first move is a walk
        reached = targets(params, s, kind)
        while reached != NONE:
            out[n] = params.move[kind, lowest_bit(reached)]
            reached = without_lowest(reached)
            n += 1
    return n


@rule
def apply_action(params, s, action):
    if in_set_up(params, s):
        home = action - placing(params, s, 0)
        place(params, s, params.home[placing_seat(params, s), home], next_value(params, s))
    elif action == params.passing:
        s.begun = 1
        quiet_move(params, s, current_board(s))
    else:
        s.begun = 1
        move(params, s, params.origin[action], params.target[action])


@rule
def move(params, s, origin, target):
    """R5 to R8: a whole turn of a seat that has minions."""
    seat = s.to_act
    value = s.value[origin]
    is_shown = has(s.shown, origin)
    number = current_board(s) - params.digit[seat, origin]
    lift(s, seat, origin)
    holder = seat
    combat = has(s.cells[1 - seat], target)
    if combat:
        other = s.value[target]
        number -= params.digit[1 - seat, target]
        lift(s, 1 - seat, target)
        holder, value = fight(s, seat, value, other)
        is_shown = True
    if holder != NOBODY:
        stand(s, holder, target, value, is_shown)
        number += params.digit[holder, target]
    # R7: only where minions have come or gone can a tile be captured, so two are all to look at.
    captured = capture(params, s, params.tile_of[origin])
    captured |= capture(params, s, params.tile_of[target])
    if combat or captured:
        lasting_move(params, s, number)
    else:
        quiet_move(params, s, number)


@rule
def lift(s, seat, place):
    """Take a seat's minion from its cell."""
    s.cells[seat] &= ~bit(place)
    s.shown &= ~bit(place)
    s.value[place] = UNKNOWN


@rule
def stand(s, seat, place, value, is_shown):
    """Put a seat's minion on a cell; what both seats know of it comes along."""
    s.cells[seat] |= bit(place)
    s.value[place] = value
    if is_shown:
        s.shown |= bit(place)


# R6 Combat


@rule
def fight(s, seat, value, other):
    """`seat` moves `value` onto an enemy of value `other`: who holds the cell, and with what."""
    if ACE in (value, other) or value == other:
        s.fallen[seat] |= bit(value)
        s.fallen[1 - seat] |= bit(other)
        return NOBODY, UNKNOWN
    if value > other:
        s.fallen[1 - seat] |= bit(other)
        return seat, value
    s.fallen[seat] |= bit(value)
    return 1 - seat, other


# R7 Capture


@rule
def capture(params, s, tile):
    """Is the tile, not captured till now, captured by a seat with two minions more on it?"""
    if has(s.tiles[SUNS] | s.tiles[MOONS], tile):
        return False
    on_tile = params.tile_cells[tile]
    lead = count_bits(s.cells[SUNS] & on_tile) - count_bits(s.cells[MOONS] & on_tile)
    if -2 < lead < 2:
        return False
    s.tiles[SUNS if lead > 0 else MOONS] |= bit(tile)
    return True


# R8 End


@rule
def current_board(s):
    return s.boards[s.quiet]


@rule
def lasting_move(params, s, number):
    """A move with combat or capture: no earlier board can come again (R8.3), so none is kept."""
    for q in range(s.quiet + 1):
        s.boards[q] = NONE
    s.quiet = 0
    s.boards[0] = number
    if has_most_tiles(params, s, SUNS) or has_most_tiles(params, s, MOONS):
        end(params, s, MOST_TILES)  # R8.1
    elif has_few_minions(s, SUNS) and has_few_minions(s, MOONS):
        end(params, s, FEW_MINIONS)  # R8.2
    elif all_are_captured(params, s):
        end(params, s, ALL_TILES)  # R8.6
    else:
        s.to_act = 1 - s.to_act


@rule
def quiet_move(params, s, number):
    """A move without combat and capture, or a pass: only R8.3 and R8.4 can end the game now."""
    s.quiet += 1
    s.boards[s.quiet] = number
    if s.quiet >= SOONEST_END and times_before(s) >= TIMES_BEFORE:
        end(params, s, SAME_BOARD)
    elif s.quiet == params.quiet_to_end:
        end(params, s, QUIET)
    else:
        s.to_act = 1 - s.to_act


@rule
def has_most_tiles(params, s, seat):
    """R8.1: four besides the corner, on the full board."""
    return count_bits(s.tiles[seat]) >= params.tiles_to_end


@rule
def all_are_captured(params, s):
    """R8.6: on nine tiles somebody then has five, and R8.1 comes first."""
    return count_bits(s.tiles[SUNS] | s.tiles[MOONS]) == params.tiles


@rule
def has_few_minions(s, seat):
    return count_bits(s.cells[seat]) < 2


@rule
def times_before(s):
    """R8.3: how often the board has been as it is now, with the same seat to move; now not counted.

    Seats take turns, so the seat to move was the same after each second move."""
    times = 0
    for q in range(s.quiet & 1, s.quiet, 2):
        times += s.boards[q] == s.boards[s.quiet]
    return times


@rule
def may_agree(params, s):
    """R8.5: after the first move."""
    return s.begun == 1 and s.to_act != TERMINAL


@rule
def agree(params, s):
    end(params, s, AGREED)


# R9 Winner


@rule
def leader(params, s):
    """Who has most captured tiles; on a tie the centre decides, then not having begun."""
    suns, moons = count_bits(s.tiles[SUNS]), count_bits(s.tiles[MOONS])
    if suns != moons:
        return SUNS if suns > moons else MOONS
    if has(s.tiles[SUNS], params.centre):
        return SUNS
    if has(s.tiles[MOONS], params.centre):
        return MOONS
    return 1 - s.first


@rule
def end(params, s, ending):
    finish(s, 1 << leader(params, s), ending)


# Knowledge


@rule
def observe(params, s, seat, seen):
    """All but values: of these a seat knows its own and those that were shown."""
    seen.to_act = s.to_act
    seen.viewer = seat
    seen.first = s.first
    seen.winners = s.winners
    seen.resigned = s.resigned
    seen.ending = s.ending
    seen.placed = s.placed
    seen.begun = s.begun
    seen.quiet = s.quiet
    for side in range(2):
        seen.cells[side] = s.cells[side]
        seen.tiles[side] = s.tiles[side]
        seen.fallen[side] = s.fallen[side]
    seen.shown = s.shown
    for q in range(s.quiet + 1):
        seen.boards[q] = s.boards[q]
    known = s.shown
    if seat in (SUNS, MOONS):
        known = known | s.cells[seat]
    while known != NONE:
        place = lowest_bit(known)
        seen.value[place] = s.value[place]
        known = without_lowest(known)


@rule
def determinize(params, rng, s):
    """Give the minions that the viewer does not know values, each way being equally likely."""
    for seat in range(2):
        if seat != s.viewer:
            hidden = hidden_cells(params, rng, s, seat)
            values = hidden_values(params, s, seat)
            while hidden != NONE:
                value = nth_bit(values, random_below(rng, count_bits(values)))
                s.value[lowest_bit(hidden)] = value
                values &= ~bit(value)
                hidden = without_lowest(hidden)
    s.viewer = REFEREE


@rule
def values_placed(params, s, seat):
    """R3: how many of its minions have a value."""
    return min(max(np.int64(s.placed) - seat * params.minions, 0), params.minions)


@rule
def hidden_cells(params, rng, s, seat):
    """Where the minions of `seat` stand that have a value which others do not know."""
    n = values_placed(params, s, seat)
    if n == params.minions:
        return s.cells[seat] & ~s.shown
    cells = NONE
    if params.random:  # cell by cell
        for home in range(n):
            cells |= bit(params.home[seat, home])
    else:  # wherever the seat liked
        free = s.cells[seat]
        for _ in range(n):
            chosen = bit(nth_bit(free, random_below(rng, count_bits(free))))
            cells |= chosen
            free &= ~chosen
    return cells


@rule
def hidden_values(params, s, seat):
    """The values that they may have, each at most once."""
    n = values_placed(params, s, seat)
    if n == params.minions or params.random:
        return params.values & ~s.fallen[seat] & ~shown_values(s, seat)
    values = NONE  # in the order 5, 4, 3, 2, A, 0
    for i in range(n):
        values |= bit(params.codes[params.minions - 1 - i])
    return values


@rule
def shown_values(s, seat):
    """The values of a seat's minions on the board that both seats have seen."""
    values = NONE
    cells = s.cells[seat] & s.shown
    while cells != NONE:
        values |= bit(s.value[lowest_bit(cells)])
        cells = without_lowest(cells)
    return values


@rule
def hides(params, s, choice, seat):
    """R3: nobody sees the other's placing."""
    return in_set_up(params, s) and seat != placing_seat(params, s)


@rule
def reveals(params, s, action):
    """R6: a combat shows values."""
    if in_set_up(params, s) or action == params.passing:
        return False
    return has(s.cells[1 - s.to_act], params.target[action])


@rule
def shows(params, s, action):
    """R6: both values of a combat; of the mover's and the other's code the one is known from the
    other."""
    if not reveals(params, s, action):
        return 0
    return np.int64(s.value[params.origin[action]]) * (FIVE + 1) + s.value[params.target[action]]


@rule
def open_choices(params, s):
    """R5: whoever sees the board sees all moves."""
    return not in_set_up(params, s)


# For the laws


@rule
def is_sound(params, s):
    """Could this state arise?"""
    return (
        s.viewer == REFEREE
        and minions_are_sound(params, s, SUNS)
        and minions_are_sound(params, s, MOONS)
        and (s.cells[SUNS] & s.cells[MOONS]) == NONE
        and values_are_where_minions_are(s)
        and tiles_are_sound(params, s)
        and boards_are_sound(params, s)
        and turn_is_sound(params, s)
    )


@rule
def minions_are_sound(params, s, seat):
    """Each value is on the board or has fallen, once; in the set-up as far as it has come."""
    if s.cells[seat] & ~params.on_board != NONE or s.fallen[seat] & ~params.values != NONE:
        return False
    n = values_placed(params, s, seat)
    if n < params.minions and s.cells[seat] != params.start[seat]:
        return False
    values = s.fallen[seat]
    with_value = 0
    for place in range(PLACES):
        if has(s.cells[seat], place) and s.value[place] != UNKNOWN:
            if s.value[place] > FIVE or has(values, s.value[place]):
                return False
            values |= bit(s.value[place])
            with_value += 1
    if n < params.minions and not params.random and values != hidden_values(params, s, seat):
        return False
    if n < params.minions and params.random:
        for home in range(params.minions):
            if (s.value[params.home[seat, home]] != UNKNOWN) != (home < n):
                return False
    return with_value + count_bits(s.fallen[seat]) == n


@rule
def values_are_where_minions_are(s):
    both = s.cells[SUNS] | s.cells[MOONS]
    for place in range(PLACES):
        if s.value[place] != UNKNOWN and not has(both, place):
            return False
    # Nothing is shown but in combat, and then somebody fell.
    return s.shown & ~both == NONE and (s.shown == NONE or s.fallen[SUNS] | s.fallen[MOONS] != NONE)


@rule
def tiles_are_sound(params, s):
    """Captured once, corners from the start, and nothing left that should be captured (R7)."""
    captured = s.tiles[SUNS] | s.tiles[MOONS]
    if s.tiles[SUNS] & s.tiles[MOONS] != NONE or captured >= bit(params.tiles):
        return False
    for tile in range(params.tiles):
        on_tile = params.tile_cells[tile]
        lead = count_bits(s.cells[SUNS] & on_tile) - count_bits(s.cells[MOONS] & on_tile)
        if not has(captured, tile) and not -2 < lead < 2:
            return False
    return has(s.tiles[SUNS], SUNS_CORNER) and has(s.tiles[MOONS], params.tiles - 1)


@rule
def boards_are_sound(params, s):
    """The last board kept is this one, and none is kept that was not reached."""
    number = NONE
    for seat in range(2):
        for place in range(PLACES):
            if has(s.cells[seat], place):
                number += params.digit[seat, place]
    for q in range(s.quiet + 1, QUIET_TO_END + 1):
        if s.boards[q] != NONE:
            return False
    return s.quiet <= params.quiet_to_end and current_board(s) == number


@rule
def turn_is_sound(params, s):
    """Whose turn it is fits the phase, and the game is over when it should be."""
    over = s.to_act == TERMINAL
    if over != (s.winners != 0) or over != (s.ending != 0) or (s.resigned != 0 and not over):
        return False
    if in_set_up(params, s):
        placing_now = CHANCE if params.random else placing_seat(params, s)
        return s.first == -1 and (over or s.to_act == placing_now)
    if s.first == -1:
        return s.begun == 0 and (over or s.to_act == CHANCE)
    if s.begun == 0:
        at_start = s.cells[SUNS] == params.start[SUNS] and s.cells[MOONS] == params.start[MOONS]
        return at_start and s.quiet == 0 and (over or s.to_act == s.first)
    ends = (
        has_most_tiles(params, s, SUNS)
        or has_most_tiles(params, s, MOONS)
        or (has_few_minions(s, SUNS) and has_few_minions(s, MOONS))
        or times_before(s) >= TIMES_BEFORE
        or s.quiet == params.quiet_to_end
        or all_are_captured(params, s)
    )
    return over or (not ends and s.to_act >= 0)


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
    agree=agree,
    may_agree=may_agree,
    observe=observe,
    determinize=determinize,
    hides=hides,
    reveals=reveals,
    shows=shows,
    open_choices=open_choices,
    is_sound=is_sound,
)
