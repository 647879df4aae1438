"""What the laws must know of Siege Master beside its package."""

from pathlib import Path

from siegeworks.core.contract import State
from siegeworks.core.game import Game
from siegeworks.games import load
from siegeworks.testing import ActionRange, Facts, Symmetry, next_seats
from tests.games.hexagons import image_of, rotated


def hexagon_map() -> list[Symmetry]:
    """Of the shipped map, with its fortresses and without."""
    game = load("siege-master", {"fortresses": "placed"})
    params, places = game.params, {}
    armies = int(params.placements) + 1
    for number in range(int(params.hexes)):
        row, column = int(params.row[number]) - 8, int(params.column[number]) - 16
        x = (column - row) // 2
        places[game.action_texts[armies + number][1:]] = (x, -x - row, row)
    third = image_of(places, rotated(2))
    mirror = image_of(places, lambda c: (-c[1], -c[0], -c[2]))
    sixth = image_of(places, rotated(1))
    placed = {"fortresses": "placed", "count": "5"}
    return [
        Symmetry("turned by 120 degrees, fortresses and all", third),
        Symmetry("mirrored top to bottom, fortresses and all", mirror),
        Symmetry("turned by 60 degrees, where the map has no fortresses", sixth, placed),
        Symmetry("mirrored top to bottom, where the map has no fortresses", mirror, placed),
    ]


def turned(game: Game, state: State) -> State:
    """Red for blue; red is said to have begun in all states."""
    other = next_seats(game, state)
    other.first = state.first
    other.owned[:] = state.owned[::-1]
    return other


FACTS = Facts(
    "siege-master",
    Path(__file__).parent,
    values={"map": ["hexagon"], "count": ["1", "3", "15"]},
    playthroughs={
        "playthrough.txt": {},
        "playthrough_placed.txt": {"fortresses": "placed", "count": "5"},
    },
    hardest={"fortresses": "placed"},
    actions=(
        ActionRange(
            "a5-a8",
            "an army by its two ends: the straight rows of four hexes, by their first end in "
            "reading order, then to the right, down left, down right",
        ),
        ActionRange("swap", "swap sides"),
        ActionRange("@a5", "a fortress: + the hex in reading order", {"fortresses": "placed"}),
    ),
    symmetries=hexagon_map,
    turned=(({"fortresses": "scattered"}, turned),),
    derived=frozenset({"free", "walls"}),
)
