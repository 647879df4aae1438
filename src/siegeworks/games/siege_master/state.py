"""What a state of Siege Master holds, and the numbers that the rules use."""

import numpy as np

from siegeworks.core.contract import FIRST_ENDING, HEADER

MAX_HEXES = 256

SEAT_NAMES = ("red", "blue")

# A map of 256 hexes holds at most 624 straight rows of four (600 is the most we found). In each
# direction the hexes fall into lines, and a line of L hexes holds L − 3 of them, or none. Of the
# 3 · 256 that there would be without ends, a line of three or more takes off 3, and a hex of a
# shorter one takes off 1. Let k hexes lie on short lines, and let a, b, c be the numbers of long
# lines in the three directions. Two lines share one hex at most, so ab, bc and ca are 256 − k or
# more, and 3 (a + b + c) + k ≥ 9 √(256 − k) + k ≥ 144 are taken off.
MAX_PLACEMENTS = 640
MAX_AREAS = MAX_HEXES // 4  # areas of the bare map that fit an army

HEX_WORDS = MAX_HEXES // 64  # words of a set of hexes
WORDS = MAX_PLACEMENTS // 64  # words of a set of placements

# Two more rows of `touching`: for a turn without adjacency, and for one without an army.
ANYWHERE, NOWHERE = MAX_PLACEMENTS, MAX_PLACEMENTS + 1

BY_MAP, BY_CHANCE, BY_SEATS = 0, 1, 2  # R2: who places the fortresses

# Hexes are numbered in reading order, placements of an army by their first hex and then by
# direction. A set of either is a row of words of 64 bits, its lowest numbers in the first word.
PARAMS = np.dtype(
    [
        ("hexes", "i8"),  # how many there are
        ("placements", "i8"),
        ("areas", "i8"),  # of the bare map, those that fit an army
        ("fortresses", "i8"),
        ("placed_by", "i8"),  # R2: BY_MAP, BY_CHANCE or BY_SEATS
        ("free_play", "i8"),  # R9: 1 without adjacency
        ("pacifist", "i8"),  # R9: 1 if most loses
        ("row", "i4", MAX_HEXES),  # of a hex, from the top of the map
        ("column", "i4", MAX_HEXES),  # text column of a hex, from the left of the map
        ("path", "i4", (MAX_PLACEMENTS, 4)),  # the four hexes of a placement, from its first end
        ("covers", "u8", (MAX_PLACEMENTS, HEX_WORDS)),  # the same as a set
        ("conflicts", "u8", (MAX_PLACEMENTS, WORDS)),  # placements that share a hex with it
        ("touching", "u8", (MAX_PLACEMENTS + 2, WORDS)),  # those that share a hex edge with it
        ("disturbs", "u8", (MAX_PLACEMENTS, HEX_WORDS)),  # hexes with a conflict beside them
        ("through", "u8", (MAX_HEXES, WORDS)),  # placements that cover the hex
        ("beside", "u8", (MAX_HEXES, WORDS)),  # placements that cover a neighbour of the hex
        ("neighbours", "u8", (MAX_HEXES, HEX_WORDS)),
        ("within_two", "u8", (MAX_HEXES, HEX_WORDS)),  # hexes at distance 2 or less
        ("area_hexes", "u8", (MAX_AREAS, HEX_WORDS)),
        ("area_placements", "u8", (MAX_AREAS, WORDS)),
        ("free", "u8", WORDS),  # placements without a fortress of the map
        ("neutral", "u8", HEX_WORDS),  # fortresses of the map, if they count
    ]
)

RED, BLUE = 0, 1
NO_ARMY = -1

MORE_THAN_HALF, MORE_THAN_HALF_LOSES = FIRST_ENDING, FIRST_ENDING + 1
ENDINGS = (
    "more than half of the fortresses (R8)",
    "a seat holds more than half of the fortresses and loses (R9)",
)

ALL = ~np.uint64(0)

# Actions: every placement of an army, then the swap, then, where the seats place the fortresses,
# one on every hex. Outcomes of chance: a fortress on every hex.

# Sets of placements and of hexes are words of 64 bits, as on the board. Equal positions have equal
# sets, in whatever order they came about.
STATE = np.dtype(
    [
        *HEADER,
        ("may_swap", "u1"),  # R5: 1 on Blue's first turn
        ("captured", "u1"),  # R7: how many fortresses fell to the army placed last
        ("last", "i4"),  # the army placed last; NO_ARMY before the first
        ("binds", "i4"),  # R7: the army to be touched, ANYWHERE, or NOWHERE while there are sites
        ("free", "u8", WORDS),  # R4: placements without army and without fortress
        ("armies", "u8", WORDS),
        ("walls", "u8", HEX_WORDS),  # hexes under armies
        ("owned", "u8", (2, HEX_WORDS)),  # a seat's: under its armies, and fortresses it captured
        ("neutral", "u8", HEX_WORDS),  # fortresses not captured
        ("open", "u8", HEX_WORDS),  # those of them beside which an army fits
        ("sites", "u8", HEX_WORDS),  # R3: where the next fortress may be placed
    ]
)
