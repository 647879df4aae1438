"""What a state of Siege by Number holds, and the numbers that the rules use.

Every set of spaces is one 64-bit word. Files c … j and ranks 3 … 10 are a grid of 8 × 8 bits that
holds all squares, and the four Home Bases take its corners: a home then has exactly its one
neighbour beside it, and no step to the left or right leads from a row to a space of the next (R1).
"""

import numpy as np

from siegeworks.core.contract import FIRST_ENDING, HEADER, TABLE_ENDINGS

# By arm: north, east, south, west.
SEAT_NAMES = ("suns", "moons", "crowns", "arms")

SPACES = 36
MOST_SEATS = 4  # at most
PIECES = 7  # of a seat: six Armies and a Commander
COINS = 6  # 0, A, 2, 3, 4, 5: a coin's value is its index
NULL, ACE, FIVE = 0, 1, 5
MOST_DICE = 4
ROLLS = 209  # different rolls of one to four dice
TURNS = 300  # R11

# Actions: from · 36 + to, where from = to is the stay; then these.
ATTACK = SPACES * SPACES  # + space
HOLD = ATTACK + SPACES
DONE = HOLD + 1
ACTIONS = DONE + 1

# Outcomes of chance: the arm that begins, 0 … 3; then these.
ROLL = MOST_SEATS  # + number of the roll
SHOW = ROLL + ROLLS  # + space · 6 + value
OUTCOMES = SHOW + SPACES * COINS

# What comes next.
BEGIN, ROLLING, CHOOSING, FIGHTING, SHOWING = 0, 1, 2, 3, 4

REACHED_HOME, TURNS_OVER = FIRST_ENDING, FIRST_ENDING + 1
ENDINGS = (
    *TABLE_ENDINGS,
    "a Commander entered an enemy Home Base (R10)",
    "300 turns are over (R11)",
)

NOWHERE = np.uint64(0)  # no space

PARAMS = np.dtype(
    [
        ("seats", "i1"),
        ("notes", "i1"),  # the option: whether the page remembers for the players
        (
            "arm",
            "i1",
            MOST_SEATS,
        ),  # of each seat: 0 north, 1 east, 2 south, 3 west; −1: no such seat
        ("seat_of", "i1", MOST_SEATS),  # of each arm; −1: not in this game
        ("spaces", "u8"),  # all spaces of this game
        ("homes", "u8"),  # the Home Bases of this game
        ("home", "u8", MOST_SEATS),  # of each seat
        ("space_at", "i2", 64),  # number of the space at each bit of the grid; −1: none
        ("bit_of", "i2", SPACES),  # and back; both ascend together
        ("cases", "i4", MOST_DICE + 1),  # 6 ** dice: throws of so many dice, in order
        ("roll_of", "i2", (MOST_DICE + 1, 6**MOST_DICE)),  # number of the roll that a throw is
        ("first_roll", "i2", MOST_DICE + 2),  # rolls of n dice: first_roll[n] ≤ roll < [n + 1]
        ("dice_of", "u4", ROLLS),  # the dice of a roll, as in STATE
        ("weight", "i2", ROLLS),  # how many throws a roll is
    ]
)

STATE = np.dtype(
    [
        *HEADER,
        ("turn", "i1"),  # whose turn it is; −1 before R4
        ("phase", "u1"),  # BEGIN, ROLLING, CHOOSING, FIGHTING (attack or hold), SHOWING (a value)
        ("pieces", "u8", MOST_SEATS),  # where each seat's Armies and Commander stand
        ("commanders", "u8"),  # where Commanders stand
        ("moved", "u8"),  # pieces chosen this turn
        ("reach", "u8", PIECES),  # while CHOOSING: where each unmoved piece may go (see choose)
        ("attacker", "u8"),  # the Army that may attack, or does; NOWHERE
        ("defender", "u8"),  # whom it attacks; NOWHERE
        ("dice", "u4"),  # dice left: a hexadecimal digit a value, 0 lowest: how many show it
        ("rolled", "u4"),  # all dice of this turn, likewise
        ("unshown", "u1", MOST_SEATS),  # coins on top of the stack, which no battle has shown
        ("returned", "u4", MOST_SEATS),  # coins below those, a digit each, top first: value + 1
        ("shown", "u1", MOST_SEATS),  # bit a value: coins of the seat that a battle has shown
        ("turns", "u2"),  # how many turns have ended
        ("value", "u1", SPACES),  # of the Army on each space: value + 1; 0: shown to nobody yet
    ]
)
