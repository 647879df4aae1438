"""What a state of Nobles and Peasants holds, and the numbers that the rules use."""

import numpy as np

from siegeworks.core.contract import FIRST_ENDING, HEADER

# R1: 37 circles, numbered in reading order; a set of circles is a word with bit n for circle n.
CIRCLES = 37
NUM_DIRECTIONS = 6

# R2: colours; 0 where there is no stone.
NO_STONE, BLUE, YELLOW, RED, GREEN = range(5)
NUM_COLOURS = 5

MOST_SEATS = 4
LONGEST_ROW = 72

STATE = np.dtype(
    [
        *HEADER,
        ("row_step", "i1"),  # 1: the seat to act may now change the row (R4)
        ("quiet_turns", "u1"),  # turns in a row without a stone placed (R6)
        ("empty", "u8"),  # circles with neither tower nor stone
        ("all_towers", "u8"),  # circles with a tower, the neutral one among them
        ("towers", "u8", MOST_SEATS),  # circles with a tower of this seat
        ("stones", "u8", NUM_COLOURS),  # circles with a stone of a colour; [NO_STONE] stays empty
        ("score", "i2", MOST_SEATS),
        ("hand", "i1", MOST_SEATS),  # towers of this seat not on the board
        ("in_row", "i2", NUM_COLOURS),  # stones of this colour in the row; [NO_STONE] stays 0
        ("length", "i2"),  # stones in the row
        ("row", "i1", LONGEST_ROW),  # their colours from the left; NO_STONE after the last
    ]
)

PARAMS = np.dtype(
    [
        ("all_circles", "u8"),
        ("neutral_tower", "u8"),  # the circle of the neutral tower as a set; empty if there is none
        # The circles from here to the edge, without this one. Numbers rise in directions 0 to 2;
        # 3 to 5 are the opposite directions.
        ("ray", "u8", (CIRCLES, NUM_DIRECTIONS)),
        ("points", "i2", (MOST_SEATS, NUM_COLOURS)),  # of a stone to a tower of this seat (R5)
        ("peasant", "i1", MOST_SEATS),  # the colour of this seat's peasants
        ("seats", "i1"),
        ("towers", "i1"),  # of each seat
        ("stones", "i2", NUM_COLOURS),  # of each colour outside the towers
        ("row_length", "i2"),  # of the full row
        ("insert_after_any", "i1"),  # the option: 1 if placing and removing a tower count too
    ]
)

# Actions, ascending. A move's number is 36 × from + to, `to` counted without the circle `from`.
PLACE_TOWER = 0
MOVE_TOWER = PLACE_TOWER + CIRCLES
REMOVE_TOWER = MOVE_TOWER + CIRCLES * (CIRCLES - 1)
LEFT_STONE = REMOVE_TOWER + CIRCLES
RIGHT_STONE = LEFT_STONE + CIRCLES
LEFT_TO = RIGHT_STONE + CIRCLES  # to place 1 … LONGEST_ROW - 1: never to 0, where it was
RIGHT_TO = LEFT_TO + LONGEST_ROW - 1  # to place 0 … LONGEST_ROW - 2
KEEP = RIGHT_TO + LONGEST_ROW - 1
NUM_ACTIONS = KEEP + 1

# Outcomes: the colours BLUE … GREEN without NO_STONE, then the seat that begins.
FIRST = NUM_COLOURS - 1
NUM_OUTCOMES = FIRST + MOST_SEATS

COLOUR_GONE, BOARD_FULL, QUIET = range(FIRST_ENDING, FIRST_ENDING + 3)
QUIET_TURNS_A_SEAT = 12
