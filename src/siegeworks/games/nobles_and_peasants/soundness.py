"""Could a state arise? For the laws only."""

from siegeworks.core.bits import NONE, count_bits
from siegeworks.core.jit import rule
from siegeworks.games.nobles_and_peasants.state import (
    BLUE,
    LONGEST_ROW,
    MOST_SEATS,
    NO_STONE,
    NUM_COLOURS,
)


@rule
def is_sound(params, s):
    return row_is_sound(params, s) and circles_are_sound(params, s)


@rule
def row_is_sound(params, s):
    """The row agrees with its counts, and every stone is in the box, in the row or on the board."""
    drawn = s.first >= 0
    for i in range(LONGEST_ROW):
        if (s.row[i] == NO_STONE) != (i >= s.length):
            return False
    for colour in range(BLUE, NUM_COLOURS):
        in_row = 0
        for i in range(LONGEST_ROW):
            if s.row[i] == colour:
                in_row += 1
        outside = params.stones[colour] - count_bits(s.stones[colour])
        if in_row != s.in_row[colour] or in_row > outside or (drawn and in_row != outside):
            return False
    return True


@rule
def circles_are_sound(params, s):
    """Each circle holds at most one thing, and every tower is in a hand or on the board."""
    occupied = params.neutral_tower
    for seat in range(MOST_SEATS):
        towers = params.towers if seat < params.seats else 0
        if s.hand[seat] < 0 or s.hand[seat] + count_bits(s.towers[seat]) != towers:
            return False
        if occupied & s.towers[seat] != NONE:
            return False
        occupied |= s.towers[seat]
    if occupied != s.all_towers:
        return False
    for colour in range(NUM_COLOURS):
        if occupied & s.stones[colour] != NONE:
            return False
        occupied |= s.stones[colour]
    return s.empty == params.all_circles & ~occupied and s.stones[NO_STONE] == NONE
