"""The symmetries of the boards, as maps of the names of places; docs/tensors.md lists them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from siegeworks.core.game import Game
from siegeworks.games import load
from tests.variants import Options

Cube = tuple[int, int, int]  # of a hexagonal grid; the three add up to 0
Turn = Callable[[Cube], Cube]

HOMES = {"S": (0, 0), "E": (7, 0), "N": (7, 7), "W": (0, 7)}  # file and rank, counted from c3
PLACE = re.compile(r"[a-q]\d+|(?<![A-Za-wyz])[NESW](?![A-Za-z])")


class Symmetry(NamedTuple):
    """A board that looks the same after its places have changed their places."""

    options: Options
    meaning: str  # a clause
    image: dict[str, str]  # of each place
    seats: Mapping[str, str] = MappingProxyType({})  # the seats that change theirs too
    begins_after_set_up: bool = False  # the order of setting up has no such symmetry

    def of_place(self, text: str) -> str:
        """The same text with the names of places changed."""
        return PLACE.sub(lambda found: self.image.get(found[0], found[0]), text)

    def of(self, game: Game, token: str) -> str:
        """The token that does the same on the changed board."""
        changed = self.of_place(token)
        if changed.startswith("first="):
            name = changed.removeprefix("first=")
            changed = f"first={self.seats.get(name, name)}"
        known = set(game.action_texts) | set(game.outcome_texts)
        if changed not in known:  # an army, whose ends have an order
            changed = "-".join(reversed(changed.split("-")))
        assert changed in known, f"{token} became {changed}"
        return changed


def all_symmetries() -> dict[str, list[Symmetry]]:
    """Those of every game."""
    return {
        "siege-by-number": quarter_turns(),
        "nobles-and-peasants": hexagon_of_circles(),
        "siege-master": hexagon_map(),
        "kings-ransom": [columns()],
        "expansion": [diagonal()],
    }


def quarter_turns() -> list[Symmetry]:
    """Of Siege by Number. Home Bases lie beside the corners like the arms of a pinwheel."""
    names = {(ord(f) - ord("c"), r - 3): f"{f}{r}" for f in "cdefghij" for r in range(3, 11)}
    names |= {place: home for home, place in HOMES.items()}

    def turned(place: tuple[int, int], quarters: int) -> tuple[int, int]:
        for _ in range(quarters):
            place = 7 - place[1], place[0]
        return place

    def image(quarters: int) -> dict[str, str]:
        return {name: names[turned(place, quarters)] for place, name in names.items()}

    order = load("siege-by-number", {"seats": "4"}).seats
    return [
        Symmetry(
            {"seats": "4"},
            "turned by a quarter, every seat becoming the one before it in turn order",
            image(1),
            {seat: order[number - 1] for number, seat in enumerate(order)},
        ),
        Symmetry(
            {},
            "turned by half, the two seats changing places",
            image(2),
            {"suns": "crowns", "crowns": "suns"},
        ),
    ]


def rotated(times: int) -> Turn:
    """By 60 degrees, so many times."""

    def turn(cube: Cube) -> Cube:
        for _ in range(times):
            cube = -cube[1], -cube[2], -cube[0]
        return cube

    return turn


def mirrored(cube: Cube) -> Cube:
    """Left to right: rows stay."""
    return cube[1], cube[0], cube[2]


def image_of(places: dict[str, Cube], turn: Turn) -> dict[str, str]:
    """Where each place goes."""
    names = {cube: name for name, cube in places.items()}
    return {name: names[turn(cube)] for name, cube in places.items()}


def hexagon_of_circles() -> list[Symmetry]:
    """Of Nobles and Peasants: rows a to g, of 4 to 7 circles."""
    places: dict[str, Cube] = {}
    for row, letter in enumerate("abcdefg"):
        for number in range(7 - abs(row - 3)):
            x = number + max(0, 3 - row) - 3
            places[f"{letter}{number + 1}"] = (x, -x - (row - 3), row - 3)
    return [
        Symmetry({"stones": "8"}, "turned by 60 degrees", image_of(places, rotated(1))),
        Symmetry({"stones": "8"}, "mirrored left to right", image_of(places, mirrored)),
    ]


def hexagon_map() -> list[Symmetry]:
    """Of Siege Master's shipped map, with its fortresses and without."""
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
        Symmetry({}, "turned by 120 degrees, fortresses and all", third),
        Symmetry({}, "mirrored top to bottom, fortresses and all", mirror),
        Symmetry(placed, "turned by 60 degrees, where the map has no fortresses", sixth),
        Symmetry(placed, "mirrored top to bottom, where the map has no fortresses", mirror),
    ]


def columns() -> Symmetry:
    """Of King's Ransom: a becomes d, b becomes c."""
    ranks = range(1, 5)
    image = {f"{a}{r}": f"{d}{r}" for a, d in zip("abcd", "dcba", strict=True) for r in ranks}
    meaning = "both armies mirrored left to right, once all tiles are laid out"
    return Symmetry({}, meaning, image, begins_after_set_up=True)


def diagonal() -> Symmetry:
    """Of Expansion on a square board: files become ranks."""
    files = "abcdef"
    image = {f"{files[f]}{r + 1}": f"{files[r]}{f + 1}" for f in range(6) for r in range(6)}
    return Symmetry({}, "mirrored in the diagonal from corner to corner: c1 becomes a3", image)
