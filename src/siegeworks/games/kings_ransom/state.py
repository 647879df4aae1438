"""What a state of King's Ransom holds, and the numbers that the rules use.

An army is kept as sets of places: one set says where tiles stand, one which of them lie face up,
and one for each kind where its tiles are. A place is a number from 0 (a1) to 15 (d4), rank by rank
from the front, so that the place behind `p` is `p + 4`; a set is the bits of its places.
"""

import numpy as np

from siegeworks.core.contract import FIRST_ENDING, HEADER

SEAT_NAMES = ("south", "north")

NUM_SEATS = 2
SOUTH, NORTH = 0, 1

KINDS = 6
KING, ARCHER, ENGINEER, CAVALRY, INFANTRY, SPY = range(KINDS)
PIPS = np.array([5, 6, 4, 3, 2, 1], np.int64)
TILES_OF = np.array([1, 3, 3, 3, 3, 3], np.int64)  # how many of each kind a whole army has
RANGE = (0, 6, 4, 3, 2, 0)  # R4

# R2: the sets of an army, after those of the six kinds.
PLACES = 16
TILES = 6  # where a tile stands, known or not
FACE_UP = 7  # which of them lie face up
NOT_KING = 8  # which of them everybody can infer not to be the King, from R5.4
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
        ("army", "<u2", (NUM_SEATS, SETS)),  # sets of places: six kinds as far as known, TILES …
        ("tally", "u1", (NUM_SEATS, KINDS)),  # tiles that each seat has in its tally
        # In an observation: how many tiles of each kind, laid or not, are somewhere in that army
        # but not seen by the viewer. In a state: 0.
        ("unseen", "u1", (NUM_SEATS, KINDS)),
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
        # next, and where it goes; both 0 if the formation is finished.
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

ENDINGS = (
    "the ransom was not paid (R9)",
    "the higher tally (R10)",
    "equal tallies, and the winner collected a ransom (R10)",
    "equal tallies and no ransom (R10)",
)
UNPAID, HIGHER_TALLY, TIE_WITH_RANSOM, TIE = range(FIRST_ENDING, FIRST_ENDING + len(ENDINGS))

# What an action shows (Rules.shows): two kinds, each 1 + kind or 0 for none, first of the tile
# chosen, called or named, then of the tile attacked; and whether an attack showed that no tile can
# be called.
SHOWN_KINDS = 1 + KINDS
NUM_SHOWN = 2 * SHOWN_KINDS * SHOWN_KINDS
