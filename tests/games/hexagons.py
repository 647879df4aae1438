"""Symmetries of hexagonal grids, as maps of the names of places."""

from collections.abc import Callable

Cube = tuple[int, int, int]  # of a hexagonal grid; the three add up to 0
Turn = Callable[[Cube], Cube]


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
