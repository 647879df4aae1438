"""What each seat knows of a position, and what an action shows it."""

import numpy as np

from siegeworks.core.bits import NONE, bit, count_bits, has, lowest_bit, nth_bit, without_lowest
from siegeworks.core.contract import REFEREE
from siegeworks.core.jit import rule
from siegeworks.core.random import random_below
from siegeworks.games.expansion.rules import in_set_up, placing_seat
from siegeworks.games.expansion.state import FIVE, MOONS, SUNS


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
