"""A position of Nobles and Peasants as planes of 7 × 7 places: the hexagon of circles.

Rows are a to g. The first circle of row a stands in column 3, of b in 2, of c in 1, of all others
in 0 (axial coordinates): the lines of the board run along rows, along columns, and along the
diagonals on which row + column is the same. Places outside the hexagon are 0 in every plane but
those that are the same everywhere, and the planes of the row of stones.

Seats come one after another, the viewer first, then the opponents in turn order. So do colours:
first the noble colours of the seats in that order, the viewer's own first, then those that are
nobody's noble, in the order blue, yellow, red, green. The viewer's peasants are of the second
colour with three and four seats, of the third with two. So what a seat sees does not depend on
which it is.

Nothing is hidden here.
"""

from typing import Any

import numpy as np

from siegeworks.core.bits import NONE, has, lowest_bit, without_lowest
from siegeworks.core.jit import rule
from siegeworks.core.tensor import Plane, Tensor, fill_plane, planes_of_seats, viewpoint
from siegeworks.games.nobles_and_peasants.params import PLACES
from siegeworks.games.nobles_and_peasants.state import BLUE, NUM_COLOURS, QUIET_TURNS_A_SEAT

SIDE = 7
PLACES_OF_A_PLANE = SIDE * SIDE
ROW_PLANES = 2  # 72 stones in planes of 49 places
NOBLE = 4  # points (R5)
MOST_STONES = 20
MOST_TOWERS = 4
# No stone brings more than 16 points, 4 towers seeing a noble, and 37 circles hold no more stones
# than that; the last score adds at most 2 for each of 20 peasants and 4 towers.
MOST_POINTS = 16 * 37 + 2 * 20 * 4

COLOUR_NAMES = ("1st colour", "2nd colour", "3rd colour", "4th colour")

COMMON_PLANES = (
    Plane("circles", "1 on the circles of the board; 0 elsewhere"),
    Plane("neutral tower", "1 where the tower stands that is nobody's (R3)"),
    *(Plane(f"stones of the {c}", f"1 where a stone of the {c} lies") for c in COLOUR_NAMES),
    *(
        Plane(
            f"row, {c}, {part}",
            f"1 for each stone of the {c} in the selection row: the stone with the number i from "
            f"the left, counted from {49 * k}, is at row (i − {49 * k}) / 7 rounded down, column "
            f"(i − {49 * k}) modulo 7",
        )
        for k, part in enumerate(("places 0 to 48", "places 49 to 71"))
        for c in COLOUR_NAMES
    ),
    *(Plane(f"left end, {c}", f"1 everywhere if the left end is of the {c}") for c in COLOUR_NAMES),
    *(
        Plane(f"right end, {c}", f"1 everywhere if the right end is of the {c}")
        for c in COLOUR_NAMES
    ),
    *(
        Plane(f"{c} in the row", f"everywhere the stones of the {c} in the row, in twentieths")
        for c in COLOUR_NAMES
    ),
    Plane("row step", "1 everywhere while the seat to act may change the row (R4)"),
    Plane(
        "quiet turns",
        "everywhere the turns in a row without a stone placed, as a share of those that end the "
        "game (R6)",
    ),
)

SEAT_PLANES = (
    Plane("towers", "1 where a tower of this seat stands"),
    Plane("hand", "everywhere the towers in its hand, in quarters"),
    Plane("score", f"everywhere its points, each 1/{MOST_POINTS}"),
    Plane("turn", "1 everywhere if this seat is to act"),
    Plane("began", "1 everywhere if this seat began"),
    Plane("resigned", "1 everywhere if this seat has left the game"),
)

CIRCLE, NEUTRAL, STONES = 0, 1, 2
KINDS = NUM_COLOURS - BLUE  # colours that there are
ROW = STONES + KINDS
LEFT_END = ROW + ROW_PLANES * KINDS
RIGHT_END = LEFT_END + KINDS
IN_ROW = RIGHT_END + KINDS
ROW_STEP = IN_ROW + KINDS
QUIET = ROW_STEP + 1
SEAT = QUIET + 1  # the planes of a seat; from there on:
TOWERS, HAND, SCORE, TURN, BEGAN, RESIGNED = range(6)

# Row and column of each circle.
PLACE_OF = np.array([(row, (x + 3 - row) // 2) for x, row in PLACES], np.int64)


@rule
def write_circles(out: Any, plane: Any, circles: Any) -> None:
    """1 on each circle of a set."""
    while circles != NONE:
        circle = lowest_bit(circles)
        out[plane, PLACE_OF[circle, 0], PLACE_OF[circle, 1]] = 1
        circles = without_lowest(circles)


@rule
def noble_of(params: Any, seat: Any) -> int:
    """The colour of a seat's nobles."""
    colour = BLUE
    while params.points[seat, colour] != NOBLE:
        colour += 1
    return colour


@rule
def order_of(params: Any, viewer: int, seats: Any) -> Any:
    """The place of each colour in the viewer's order, as a number: a hexadecimal digit a colour."""
    order = 0
    ordered = 0
    for other in range(seats):
        colour = noble_of(params, (viewer + other) % seats)
        order |= other << 4 * colour
        ordered |= 1 << colour
    n = seats
    for colour in range(BLUE, NUM_COLOURS):
        if not ordered >> colour & 1:
            order |= n << 4 * colour
            n += 1
    return order


@rule
def write_row(seen: Any, out: Any, order: Any) -> None:
    """The selection row, and what lies at its ends."""
    length = np.int64(seen.length)
    for i in range(length):
        place = i % PLACES_OF_A_PLANE
        plane = ROW + KINDS * (i // PLACES_OF_A_PLANE) + (order >> 4 * np.int64(seen.row[i]) & 15)
        out[plane, place // SIDE, place % SIDE] = 1
    if length > 0:
        fill_plane(out, LEFT_END + (order >> 4 * np.int64(seen.row[0]) & 15), 1)
        fill_plane(out, RIGHT_END + (order >> 4 * np.int64(seen.row[length - 1]) & 15), 1)


@rule
def write_seat(seen: Any, out: Any, seat: Any, plane: Any) -> None:
    """The planes of one seat, from this one on."""
    write_circles(out, plane + TOWERS, seen.towers[seat])
    fill_plane(out, plane + HAND, seen.hand[seat] / MOST_TOWERS)
    fill_plane(out, plane + SCORE, seen.score[seat] / MOST_POINTS)
    if seen.to_act == seat:
        fill_plane(out, plane + TURN, 1)
    if seen.first == seat:
        fill_plane(out, plane + BEGAN, 1)
    if has(seen.resigned, seat):
        fill_plane(out, plane + RESIGNED, 1)


@rule
def write(params: Any, seen: Any, out: Any) -> None:
    seats = np.int64(params.seats)
    viewer = viewpoint(seen)
    order = order_of(params, viewer, seats)
    write_circles(out, CIRCLE, params.all_circles)
    write_circles(out, NEUTRAL, params.neutral_tower)
    for colour in range(BLUE, NUM_COLOURS):
        nth = order >> 4 * colour & 15
        write_circles(out, STONES + nth, seen.stones[colour])
        fill_plane(out, IN_ROW + nth, seen.in_row[colour] / MOST_STONES)
    write_row(seen, out, order)
    for other in range(seats):
        write_seat(seen, out, (viewer + other) % seats, SEAT + len(SEAT_PLANES) * other)
    fill_plane(out, ROW_STEP, np.int64(seen.row_step))
    fill_plane(out, QUIET, seen.quiet_turns / (QUIET_TURNS_A_SEAT * seats))


def make_tensor(seats: int) -> Tensor:
    """The planes of a game of so many seats."""
    return Tensor(COMMON_PLANES + planes_of_seats(SEAT_PLANES, seats), SIDE, SIDE, write)
