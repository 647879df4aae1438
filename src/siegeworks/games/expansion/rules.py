"""The rules of Expansion, in the order of RULES.md."""

import numpy as np

from siegeworks.core.bits import NONE, bit, count_bits, has, lowest_bit, nth_bit, without_lowest
from siegeworks.core.contract import CHANCE, TERMINAL, finish
from siegeworks.core.jit import rule
from siegeworks.games.expansion.state import (
    ACE,
    AGREED,
    ALL_TILES,
    FEW_MINIONS,
    KINDS,
    MINIONS,
    MOONS,
    MOST_TILES,
    NOBODY,
    QUIET,
    SAME_BOARD,
    SOONEST_END,
    STEPS,
    SUNS,
    SUNS_CORNER,
    TIMES_BEFORE,
    UNKNOWN,
    WALKS,
)

# R2 Start, R3 Values


@rule
def set_up(params, s):
    """The minions stand on their cells without values; the corners are captured."""
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
    """R3: first the suns place all their minions, then the moons."""
    return SUNS if s.placed < params.minions else MOONS


@rule
def placed_by_now(params, s):
    """How many minions the placing seat has given a value."""
    return np.int64(s.placed) - placing_seat(params, s) * params.minions


@rule
def still_to_place(params, s):
    """How many minions the placing seat has not yet given a value."""
    return params.minions - placed_by_now(params, s)


@rule
def next_value(params, s):
    """R3: 5, 4, 3, 2, A, 0, in this order."""
    return params.codes[still_to_place(params, s) - 1]


@rule
def placing(params, s, home):
    """The action that places the next value on the home cell with this number."""
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

    `k` is random, so every branch would be mispredicted; playouts run a tenth faster this way."""
    for i in range(MINIONS - 1):
        word = word & (word - np.uint64(1)) if i < k else word
    return lowest_bit(word)


@rule
def place(params, s, cell, value):
    """R3: give the minion here this value; after the last one, dice decide who begins (R4)."""
    s.value[cell] = value
    s.placed += 1
    if not in_set_up(params, s):
        s.to_act = CHANCE
    elif not params.random:
        s.to_act = placing_seat(params, s)


@rule
def values_left(params, s):
    """R3, setup=random: the values that chance has still to give to the seat it is filling."""
    left = params.values
    seat = placing_seat(params, s)
    for home in range(placed_by_now(params, s)):
        left &= ~bit(s.value[params.home[seat, home]])
    return left


@rule
def giving(params, s, value):
    """The outcome that gives this value to the next cell: by cell, then by rank of the value."""
    return s.placed * params.minions + count_bits(params.values & (bit(value) - np.uint64(1)))


# R3, R4 Chance


@rule
def chance_weights(params, s, weights):
    for case in range(num_cases(params, s)):
        weights[nth_case(params, s, case)] = 1


@rule
def num_cases(params, s):
    """R3: every value left is equally likely. R4: so is each seat."""
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
    """The word rotated left by n bits."""
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
    """A seat with a minion can always walk: if all neighbours of its minions were its own, it would
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
    """R5 to R8: the whole turn of a seat that has minions."""
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
    # R7: only the tiles that the move left and reached can be captured.
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
    """Put a seat's minion on a cell, together with what both seats know of it."""
    s.cells[seat] |= bit(place)
    s.value[place] = value
    if is_shown:
        s.shown |= bit(place)


# R6 Combat


@rule
def fight(s, seat, value, other):
    """`seat` moves `value` onto an enemy of value `other`: who then holds the cell, and with which
    value."""
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
    """Let a seat with two more minions on it capture the tile; was it captured just now?"""
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
    """A move with combat or capture: no earlier board can recur (R8.3), so none is kept."""
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
    """A pass or a move without combat or capture: only R8.3 and R8.4 can end the game now."""
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
    """R8.6: on nine tiles one seat then has five, and R8.1 comes first."""
    return count_bits(s.tiles[SUNS] | s.tiles[MOONS]) == params.tiles


@rule
def has_few_minions(s, seat):
    return count_bits(s.cells[seat]) < 2


@rule
def times_before(s):
    """R8.3: how often this board was reached before with the same seat to move.

    Seats take turns, so the seat to move was the same after every second move."""
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
    """Who has captured the most tiles; on a tie the centre decides, then not having begun."""
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
