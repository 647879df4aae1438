"""What each seat knows of a position, and what an action shows it."""

import numpy as np

from siegeworks.core.bits import NONE, bit, count_bits, has, lowest_bit, nth_bit, without_lowest
from siegeworks.core.contract import CHANCE, REFEREE, TERMINAL
from siegeworks.core.jit import rule
from siegeworks.core.random import random_below
from siegeworks.games.expansion.rules import (
    all_are_captured,
    current_board,
    has_few_minions,
    has_most_tiles,
    in_set_up,
    placing_seat,
    times_before,
)
from siegeworks.games.expansion.state import (
    FIVE,
    MOONS,
    PLACES,
    QUIET_TO_END,
    SUNS,
    SUNS_CORNER,
    TIMES_BEFORE,
    UNKNOWN,
)


@rule
def observe(params, s, seat, seen):
    """Everything but values; of these a seat knows its own and those that were shown."""
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
    """Give values to the minions that the viewer does not know, each way being equally likely."""
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
    """R3: how many minions of a seat have a value."""
    return min(max(np.int64(s.placed) - seat * params.minions, 0), params.minions)


@rule
def hidden_cells(params, rng, s, seat):
    """Where the minions of `seat` stand whose values others do not know."""
    n = values_placed(params, s, seat)
    if n == params.minions:
        return s.cells[seat] & ~s.shown
    cells = NONE
    if params.random:  # cell by cell
        for home in range(n):
            cells |= bit(params.home[seat, home])
    else:  # on any cells, as the seat chose
        free = s.cells[seat]
        for _ in range(n):
            chosen = bit(nth_bit(free, random_below(rng, count_bits(free))))
            cells |= chosen
            free &= ~chosen
    return cells


@rule
def hidden_values(params, s, seat):
    """The values that these minions may have, each at most once."""
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
    """R3: neither seat sees the other's placing."""
    return in_set_up(params, s) and seat != placing_seat(params, s)


@rule
def reveals(params, s, action):
    """R6: a combat shows values."""
    if in_set_up(params, s) or action == params.passing:
        return False
    return has(s.cells[1 - s.to_act], params.target[action])


@rule
def shows(params, s, action):
    """R6: both values of a combat, the mover's first."""
    if not reveals(params, s, action):
        return 0
    return np.int64(s.value[params.origin[action]]) * (FIVE + 1) + s.value[params.target[action]]


@rule
def open_choices(params, s):
    """R5: anyone who sees the board sees all moves."""
    return not in_set_up(params, s)


@rule
def is_sound(params, s):
    """Could this state arise? For the laws only."""
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
    """Each value is on the board or has fallen, once; in the set-up, those placed so far."""
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
    # Values are shown only in combat, and then a minion falls.
    return s.shown & ~both == NONE and (s.shown == NONE or s.fallen[SUNS] | s.fallen[MOONS] != NONE)


@rule
def tiles_are_sound(params, s):
    """Each tile is captured once, corners from the start, and none is left to capture (R7)."""
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
    """The last board kept is the current one, and no board is kept that was not reached."""
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
    """The seat to act fits the phase, and the game is over when it should be."""
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
