"""The constant tables that the rules of Nobles and Peasants look things up in."""

from typing import Any

from siegeworks.core.records import blank_record
from siegeworks.games.nobles_and_peasants.state import NO_STONE, PARAMS

# R1: how many circles each row has, from the top.
ROWS = (4, 5, 6, 7, 6, 5, 4)

# The circles in the order of their numbers: a1 … a4, b1 … g4.
NAMES = tuple(f"{'abcdefg'[row]}{i + 1}" for row, wide in enumerate(ROWS) for i in range(wide))

# Where they are: half circles to the right, rows downwards. A row with fewer circles is indented.
PLACES = tuple((7 - wide + 2 * i, row) for row, wide in enumerate(ROWS) for i in range(wide))

# The six directions as (right, down): first those in which the numbers of the circles rise.
DIRECTIONS = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))

# R2: the colours in the order of their numbers; NO_STONE is 0.
COLOUR_NAMES = ("", "blue", "yellow", "red", "green")

# R2: by the number of seats, the seats in turn order, each with the colour of its peasants; the
# colour of its nobles is its name.
PEASANT_OF = {
    2: {"blue": "yellow", "green": "yellow"},
    3: {"blue": "yellow", "yellow": "green", "green": "blue"},
    4: {"blue": "yellow", "yellow": "green", "green": "red", "red": "blue"},
}

# R5: the points of a stone to a tower that sees it.
NOBLE, PEASANT, FOREIGNER = 4, 2, 1

# R3: the towers of each seat, and the neutral tower that a game of two has.
TOWERS = {2: 4, 3: 3, 4: 2}
NEUTRAL_CIRCLE, NEUTRAL_COLOUR = "d4", "red"


def circles(names: tuple[str, ...]) -> int:
    """The bits of these circles."""
    return sum(1 << NAMES.index(name) for name in names)


def ray(circle: int, direction: int) -> tuple[str, ...]:
    """The circles from here in a straight line to the edge, without this one."""
    (x, y), (right, down) = PLACES[circle], DIRECTIONS[direction]
    line = []
    while (x := x + right, y := y + down) in PLACES:
        line.append(NAMES[PLACES.index((x, y))])
    return tuple(line)


def make_params(seats: int, stones: int, insert: str) -> Any:
    """The tables of a game with so many stones of each colour in the box; `insert` is "move" or
    "any": what allows the row to be changed (R4)."""
    params = blank_record(PARAMS)
    params.seats = seats
    params.towers = TOWERS[seats]
    params.insert_after_any = insert == "any"
    params.all_circles = circles(NAMES)
    for circle in range(len(NAMES)):
        for direction in range(len(DIRECTIONS)):
            params.ray[circle, direction] = circles(ray(circle, direction))
    params.stones[NO_STONE + 1 :] = stones
    for seat, (noble, peasant) in enumerate(PEASANT_OF[seats].items()):
        params.peasant[seat] = COLOUR_NAMES.index(peasant)
        params.points[seat, NO_STONE + 1 :] = FOREIGNER
        params.points[seat, COLOUR_NAMES.index(peasant)] = PEASANT
        params.points[seat, COLOUR_NAMES.index(noble)] = NOBLE
        params.stones[COLOUR_NAMES.index(noble)] -= TOWERS[seats]
    if seats == 2:
        params.neutral_tower = circles((NEUTRAL_CIRCLE,))
        params.stones[COLOUR_NAMES.index(NEUTRAL_COLOUR)] -= 1
    params.row_length = params.stones.sum()
    return params
