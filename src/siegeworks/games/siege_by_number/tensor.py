"""A position of Siege by Number as planes of 8 × 8 places, turned so that one's own home is near.

The places are the grid of `rules.py`: files c to j, ranks 10 to 3, and the four Home Bases in its
corners. It is turned by quarter turns until the viewer's Home Base is at the bottom left, where S
lies: row 7, column 0. The planes of each seat come one seat after another, the viewer's own first,
then the opponents' in turn order. So what a seat sees does not depend on which it is, wherever the
seats sit alike: with four, and with two in opposite corners.

Nothing is hidden here from one seat alone. What is unknown, is unknown to all.
"""

from typing import Any

import numpy as np

from siegeworks.core.bits import has, lowest_bit, without_lowest
from siegeworks.core.jit import rule
from siegeworks.core.tensor import Plane, Tensor, fill_plane, planes_of_seats, viewpoint
from siegeworks.games.siege_by_number.rules import occupied
from siegeworks.games.siege_by_number.state import (
    COINS,
    FIGHTING,
    MOST_DICE,
    NOWHERE,
    ROLLING,
    TURNS,
)

SIDE = 8
SOUTH = 2  # the arm whose Home Base is at the bottom left
VALUES = ("0", "A", "2", "3", "4", "5")

COMMON_PLANES = (
    Plane("spaces", "1 where a space of this game is; 0 elsewhere"),
    *(
        Plane(f"Armies of {v}", f"1 where an Army stands that a battle has shown to be {v}")
        for v in VALUES
    ),
    Plane("unknown", "1 where an Army stands whose value no battle has shown: unknown to all"),
    Plane("moved", "1 where a piece stands that has been chosen this turn (R7)"),
    Plane("attacker", "1 where the Army stands that may attack, or does"),
    Plane("defender", "1 where the piece stands that is attacked"),
    *(
        Plane(f"dice of {v}", f"everywhere the dice left that show {v}, in quarters")
        for v in VALUES
    ),
    Plane(
        "rolled",
        "all dice of this turn, spent ones too: columns are values 0 to 5, and in each as many "
        "rows from above are 1 as dice showed it",
    ),
    Plane("rolling", "1 everywhere while dice are to be rolled (R6)"),
    Plane("choosing", "1 everywhere while a piece is to be chosen (R7)"),
    Plane("fighting", "1 everywhere while it is to be said whether to attack (R7)"),
    Plane("turns", "everywhere the turns that have ended, in three-hundredths (R11)"),
)

SEAT_PLANES = (
    Plane("Armies", "1 where an Army of this seat stands"),
    Plane("Commander", "1 where its Commander stands"),
    Plane("Home Base", "1 on its Home Base"),
    Plane(
        "stack",
        "rows 0 to 5: the coins that came back from battles, from the top of the stack down, 1 in "
        "the column of its value, 0 to 5; row 6: 1 in the columns of all values that battles have "
        "shown; row 7: as many columns are 1 as coins lie on top that nobody has seen (R3)",
    ),
    Plane("turn", "1 everywhere if it is this seat's turn"),
    Plane("began", "1 everywhere if this seat began"),
    Plane("resigned", "1 everywhere if this seat has left the game"),
)

SPACE, OF_VALUE = 0, 1
UNKNOWN = OF_VALUE + COINS
MOVED, ATTACKER, DEFENDER = range(UNKNOWN + 1, UNKNOWN + 4)
DICE = DEFENDER + 1
ROLLED = DICE + COINS
PHASE = ROLLED + 1  # rolling, choosing, fighting
ENDED = PHASE + 3
SEAT = ENDED + 1  # the planes of a seat; from there on:
ARMIES, COMMANDER, HOME, STACK, TURN, BEGAN, RESIGNED = range(7)
SHOWN_ROW, UNSHOWN_ROW = COINS, COINS + 1


@rule
def turned(place: int, quarters: Any) -> int:
    """Where a bit of the grid comes to lie after so many quarter turns clockwise, as 8 · row +
    column; rows counted from above."""
    right, down = place % SIDE, SIDE - 1 - place // SIDE
    if quarters == 1:
        right, down = SIDE - 1 - down, right
    elif quarters == 2:
        right, down = SIDE - 1 - right, SIDE - 1 - down
    elif quarters == 3:
        right, down = down, SIDE - 1 - right
    return SIDE * down + right


@rule
def write_spaces(out: Any, plane: Any, spaces: Any, quarters: Any) -> None:
    """1 on each space of a set."""
    while spaces != NOWHERE:
        place = turned(lowest_bit(spaces), quarters)
        out[plane, place // SIDE, place % SIDE] = 1
        spaces = without_lowest(spaces)


@rule
def write_values(params: Any, seen: Any, out: Any, armies: Any, quarters: Any) -> None:
    """What all know of these Armies."""
    while armies != NOWHERE:
        start = lowest_bit(armies)
        place = turned(start, quarters)
        row, column = place // SIDE, place % SIDE
        known = np.int64(seen.value[params.space_at[start]])
        out[OF_VALUE + known - 1 if known else UNKNOWN, row, column] = 1
        armies = without_lowest(armies)


@rule
def write_dice(seen: Any, out: Any) -> None:
    """The dice left and those of the whole turn."""
    left, rolled = np.int64(seen.dice), np.int64(seen.rolled)
    for value in range(COINS):
        fill_plane(out, DICE + value, (left & 15) / MOST_DICE)
        for row in range(rolled & 15):
            out[ROLLED, row, value] = 1
        left >>= 4
        rolled >>= 4


@rule
def write_stack(seen: Any, out: Any, plane: Any, seat: Any) -> None:
    """What all know of a seat's stack."""
    returned = np.int64(seen.returned[seat])
    row = 0
    while returned != 0:
        out[plane, row, (returned & 15) - 1] = 1
        returned >>= 4
        row += 1
    for value in range(COINS):
        if np.int64(seen.shown[seat]) >> value & 1:
            out[plane, SHOWN_ROW, value] = 1
    for column in range(np.int64(seen.unshown[seat])):
        out[plane, UNSHOWN_ROW, column] = 1


@rule
def write_facts(seen: Any, out: Any, seat: Any, plane: Any) -> None:
    """What is to be said of a seat besides where its pieces stand; its planes begin at `plane`."""
    write_stack(seen, out, plane + STACK, seat)
    if seen.turn == seat:
        fill_plane(out, plane + TURN, 1)
    if seen.first == seat:
        fill_plane(out, plane + BEGAN, 1)
    if has(seen.resigned, seat):
        fill_plane(out, plane + RESIGNED, 1)


@rule
def write(params: Any, seen: Any, out: Any) -> None:
    seats = np.int64(params.seats)
    viewer = viewpoint(seen)
    quarters = (SOUTH - np.int64(params.arm[viewer])) & 3
    write_spaces(out, SPACE, params.spaces, quarters)
    write_values(params, seen, out, occupied(seen) & ~seen.commanders, quarters)
    for other in range(seats):
        seat = (viewer + other) % seats
        plane = SEAT + len(SEAT_PLANES) * other
        write_spaces(out, plane + ARMIES, seen.pieces[seat] & ~seen.commanders, quarters)
        write_spaces(out, plane + COMMANDER, seen.pieces[seat] & seen.commanders, quarters)
        write_spaces(out, plane + HOME, params.home[seat], quarters)
        write_facts(seen, out, seat, plane)
    write_spaces(out, MOVED, seen.moved, quarters)
    write_spaces(out, ATTACKER, seen.attacker, quarters)
    write_spaces(out, DEFENDER, seen.defender, quarters)
    write_dice(seen, out)
    if ROLLING <= seen.phase <= FIGHTING:
        fill_plane(out, PHASE + np.int64(seen.phase) - ROLLING, 1)
    fill_plane(out, ENDED, seen.turns / TURNS)


def make_tensor(seats: int) -> Tensor:
    """The planes of a game of so many seats."""
    return Tensor(COMMON_PLANES + planes_of_seats(SEAT_PLANES, seats), SIDE, SIDE, write)
