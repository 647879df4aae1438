"""What the laws must know of Nobles and Peasants beside its package."""

from pathlib import Path

import numpy as np

from siegeworks.core.contract import State
from siegeworks.core.game import Game
from siegeworks.testing import ActionRange, Facts, Symmetry, next_seats
from tests.games.hexagons import Cube, image_of, mirrored, rotated


def hexagon_of_circles() -> list[Symmetry]:
    """Rows a to g, of 4 to 7 circles."""
    places: dict[str, Cube] = {}
    for row, letter in enumerate("abcdefg"):
        for number in range(7 - abs(row - 3)):
            x = number + max(0, 3 - row) - 3
            places[f"{letter}{number + 1}"] = (x, -x - (row - 3), row - 3)
    return [
        Symmetry("turned by 60 degrees", image_of(places, rotated(1)), {"stones": "8"}),
        Symmetry("mirrored left to right", image_of(places, mirrored), {"stones": "8"}),
    ]


def turned(game: Game, state: State) -> State:
    """Each seat's noble colour for the next one's."""
    other = next_seats(game, state)
    seats = len(game.seats)
    nobles = [int(np.argmax(game.params.points[seat])) for seat in range(seats)]
    colours = list(range(5))
    for seat in range(seats):
        colours[nobles[seat]] = nobles[(seat + 1) % seats]
        for field in ("towers", "score", "hand"):
            other[field][(seat + 1) % seats] = state[field][seat]
    for colour, then in enumerate(colours):
        other.stones[then] = state.stones[colour]
        other.in_row[then] = state.in_row[colour]
    other.row[:] = [colours[stone] for stone in state.row]
    return other


FACTS = Facts(
    "nobles-and-peasants",
    Path(__file__).parent,
    values={"stones": ["8", "20"]},
    playthroughs={
        "playthrough.txt": {"stones": "8"},
        "playthrough_4.txt": {"seats": "4", "stones": "8"},
    },
    hardest={"insert": "any"},
    shapes=({}, {"seats": "3"}, {"seats": "4"}),
    actions=(
        ActionRange("T@a1", "place a tower: + the circle, 0 to 36 in reading order"),
        ActionRange(
            "a1-a2", "move a tower: + 36 · from + to, `to` counted without the circle `from`"
        ),
        ActionRange("-a1", "remove a tower: + the circle"),
        ActionRange("L@a1", "lay the left end stone on a circle: + the circle"),
        ActionRange("R@a1", "lay the right end stone on a circle: + the circle"),
        ActionRange("L>1", "put the left end stone in at place 1 to 71 of the row: + place − 1"),
        ActionRange("R>0", "put the right end stone in at place 0 to 70 of the row: + place"),
        ActionRange("keep", "leave the row as it is"),
    ),
    symmetries=hexagon_of_circles,
    turned=tuple(({"seats": seats}, turned) for seats in "234"),
    derived=frozenset({"empty", "all_towers", "length"}),
    shows_leavers=True,
)
