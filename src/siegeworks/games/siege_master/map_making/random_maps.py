"""Random maps: land of a given size and shape with fortresses, the same for the same seed."""

from collections.abc import Callable, Mapping, Sequence
from math import isqrt
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from siegeworks.core.errors import OptionError, quote
from siegeworks.core.maps import FORTRESS, HEX, GameMap
from siegeworks.core.random import new_rng, random_below
from siegeworks.core.records import blank_record
from siegeworks.games.siege_master.map_making.land_growth import (
    COLUMN,
    ROW,
    Blob,
    Cell,
    Land,
    around,
    grid,
    heights,
    pieces,
)
from siegeworks.games.siege_master.maps import MAX_ROWS, Map
from siegeworks.games.siege_master.params import distances, make_params, members, straight_rows
from siegeworks.games.siege_master.rules import place_fortress, set_up
from siegeworks.games.siege_master.state import BY_CHANCE, MAX_HEXES, STATE

SIZES = (60, MAX_HEXES)
MOST_SEED = (1 << 53) - 1  # the largest that every language reads as a whole number

MOST_FORTRESSES = 15  # R2
HEXES_EACH = 10  # on small maps, for each fortress
APART = 3  # R3: hexes between fortresses as long as there is room
FAR = 5  # hexes between fortresses from which on more distance is worth nothing
TRIES = 8  # hexes that are drawn for a fortress; it gets the one farthest from the others
ATTEMPTS = 20  # at a map; one is nearly always enough


class Plan(NamedTuple):
    """The rough outline of a land, drawn by chance."""

    blobs: list[Blob]
    roughness: int
    islands: int = 0  # beside the main land, if there is room for them
    open_sea: int = 0  # the radius of a sea in the middle


class Shape(NamedTuple):
    """A shape of random maps."""

    plan: Callable[[int, Any], Plan]  # from the radius of a disc of the land's size
    image: str = ""  # "turned" or "mirrored"


# Outlines; lengths are in quarters of a text column ----------------------------------------------


def continent(radius: int, rng: Any) -> Plan:
    """A few broad parts beside each other."""
    parts, step = [], radius * 3 // 4
    for number in range(3):
        x = (number - 1) * step + jitter(rng, radius // 4)
        y = jitter(rng, radius // 2)
        parts.append(Blob(((x, y), (x, y)), radius * 5 // 8))
    return Plan(parts, 40, islands=random_below(rng, 2))


def island(radius: int, rng: Any) -> Plan:
    """One compact land."""
    x, y = radius * (1 + random_below(rng, 3)) // 8, jitter(rng, radius // 4)
    return Plan([Blob(((-x, -y), (x, y)), radius * 7 // 8)], 26)


def archipelago(radius: int, rng: Any) -> Plan:
    """A main land and islands around it."""
    x, y = jitter(rng, radius // 2), jitter(rng, radius // 4)
    main = Blob(((x - radius // 3, y), (x + radius // 3, -y)), radius * 5 // 8)
    isles = []
    for number in range(4):
        side_x, side_y = (1, -1)[number % 2], (1, -1)[number // 2]
        at = side_x * radius * 9 // 8 + jitter(rng, radius // 3), side_y * radius * 2 // 3
        isles.append(Blob((at, at), radius // 4))
    return Plan([main, *isles], 26, islands=3 + random_below(rng, 2))


def ring(radius: int, rng: Any) -> Plan:
    """Land around an inland sea."""
    middle, far = (jitter(rng, radius // 12), jitter(rng, radius // 12)), radius * 7 // 8
    return Plan([Blob((middle, middle), radius // 2, hollow=far)], 14, open_sea=radius // 3)


def isthmus(radius: int, rng: Any) -> Plan:
    """Two lands and a neck between them."""
    x, y = radius * 9 // 8, jitter(rng, radius // 3)
    west, east = (
        Blob(((-x, -y), (-x, -y)), radius * 5 // 8),
        Blob(((x, y), (x, y)), radius * 5 // 8),
    )
    neck = Blob(((-x, -y), (x, y)), 2 * COLUMN + 2)
    return Plan([west, east, neck], 24)


def peninsula(radius: int, rng: Any) -> Plan:
    """A land with a long cape."""
    side, y = (1, -1)[random_below(rng, 2)], jitter(rng, radius // 2)
    land = Blob(((-side * radius // 2, 0), (-side * radius // 2, -y)), radius * 3 // 4)
    cape = Blob(((0, 0), (side * radius * 13 // 8, y)), radius // 4)
    return Plan([land, cape], 26, islands=random_below(rng, 2))


def jitter(rng: Any, most: int) -> int:
    """A whole number from −most to most."""
    return random_below(rng, 2 * most + 1) - most


SHAPES: Mapping[str, Shape] = MappingProxyType(
    {
        "continent": Shape(continent),
        "island": Shape(island),
        "archipelago": Shape(archipelago),
        "ring": Shape(ring),
        "isthmus": Shape(isthmus),
        "peninsula": Shape(peninsula),
        "turned": Shape(continent, "turned"),
        "mirrored": Shape(continent, "mirrored"),
    }
)


# Maps --------------------------------------------------------------------------------------------


def random_map(size: int, shape: str, seed: int) -> GameMap:
    """A map of exactly `size` hexes, or one fewer where a symmetric shape needs it.

    The main land hangs together, islands fit an army, and the fortresses are sound (R2): 15, or an
    odd number that is smaller on a small map, at distance 3 or more (R3).

    Args:
        size: from SIZES[0] to SIZES[1].
        shape: one of SHAPES. `turned` maps look the same after half a turn, `mirrored` ones in a
            mirror, their fortresses included.
        seed: 0 to MOST_SEED.

    Raises:
        OptionError: there is no such size, shape or seed.
    """
    least, most = SIZES
    if not least <= size <= most:
        raise OptionError(f"A random map has {least} to {most} hexes, not {size:,}.")
    if shape not in SHAPES:
        raise OptionError(
            f"There is no shape {quote(shape)!r} of random maps; the shapes are "
            f"{', '.join(SHAPES)}."
        )
    if not 0 <= seed <= MOST_SEED:
        raise OptionError(f"The seed of a random map is a whole number from 0 to {MOST_SEED}.")
    stream = 1 + list(SHAPES).index(shape) * (most + 1) + size
    name = map_name(shape, seed, new_rng(seed, stream))
    for attempt in range(1, ATTEMPTS + 1):
        rng = new_rng(seed, stream + attempt * len(SHAPES) * (most + 1))
        wildness = 100 * (ATTEMPTS - attempt) // (ATTEMPTS - 1)
        land, image = new_land(size, SHAPES[shape], wildness, rng)
        if land is None:
            continue
        hexes = sorted(land)
        fortresses = spread_fortresses(hexes, image, rng)
        if len(fortresses) % 2:
            return GameMap(name, drawing(hexes, fortresses), is_shipped=False)
    raise AssertionError("no land was found")


def new_land(
    size: int, shape: Shape, wildness: int, rng: Any
) -> tuple[set[Cell] | None, Callable[[Cell], Cell]]:
    """The land with this number of hexes, or None if it did not turn out well; and what the image
    of a hex is. The less wild a land is (`wildness`, in percent), the smoother it is, the fewer
    islands it has, and the surer it turns out well."""
    radius = isqrt(size * 2 * COLUMN * ROW * 7 // 22)  # of a disc of this size: π is nearly 22/7
    rows = min(MAX_ROWS - 1, 2 * (radius * 3 // 2) // ROW + 1) | 1
    columns = 2 * (radius * 9 // 4) // COLUMN | 1
    cells = grid(rows, columns)
    plan = shape.plan(radius, rng)
    roughness = plan.roughness * wildness // 100
    islands = 0 if shape.image else min(plan.islands, size // 30) * wildness // 100
    height = dict(zip(cells, heights(cells, plan.blobs, roughness, rng).tolist(), strict=True))
    middle = rows // 2, columns // 2
    axes = AXES[shape.image]
    image = image_in(axes[random_below(rng, len(axes))], middle)
    height = {cell: (height[cell] + height[image(cell)]) // 2 for cell in cells}
    for cell in cells:
        if far(cell, middle) < plan.open_sea:
            del height[cell]
    land = Land(height, image)
    of_main = size - (size * islands // 9 if islands > 1 else islands * 14)
    own = [cell for cell in height if image(cell) == cell] if shape.image else list(height)
    land.grow(max(own, key=lambda cell: (height[cell], cell)), of_main, lambda _: True)
    for number in range(islands, 0, -1):
        grow_island(land, (size - len(land.hexes)) // number)
    while land.clean(size):
        pass
    is_right_size = size - bool(shape.image) <= len(land.hexes) <= size
    parts = pieces(land.hexes)
    is_whole = len(parts) == 1 or (islands > 0 and max(map(len, parts)) * 2 > size)
    is_open = plan.open_sea and not is_closed(land.hexes, middle, cells)
    fits = all(len(straight_rows(sorted(part))) for part in parts)
    return (land.hexes if is_right_size and is_whole and fits and not is_open else None), image


def is_closed(land: set[Cell], middle: Cell, cells: list[Cell]) -> bool:
    """Is the sea in the middle closed in?"""
    sea = set(cells) - land
    lake = next(piece for piece in pieces(sea) if middle in piece)
    return all(near in land or near in sea for cell in lake for near in around(cell))


def far(cell: Cell, other: Cell) -> int:
    """The distance of two hexes in quarters of a column."""
    return isqrt((ROW * (cell[0] - other[0])) ** 2 + (COLUMN * (cell[1] - other[1])) ** 2)


def grow_island(land: Land, size: int) -> None:
    """One more piece of land, across a strait from all others."""
    shore = land.hexes | {near for cell in land.hexes for near in around(cell)}
    strait = shore | {near for cell in shore for near in around(cell)}
    sites = [cell for cell in land.height if cell not in strait]
    if size >= 8 and sites:
        start = max(sites, key=lambda cell: (land.height[cell], cell))
        land.grow(start, size, lambda cell: cell not in shore)


def image_in(axes: tuple[bool, bool], middle: Cell) -> Callable[[Cell], Cell]:
    """What the image of a hex is where rows, or columns, or both are mirrored in the middle."""
    (of_rows, of_columns), (row, column) = axes, middle
    return lambda cell: (
        2 * row - cell[0] if of_rows else cell[0],
        2 * column - cell[1] if of_columns else cell[1],
    )


AXES = {  # what is mirrored: rows or columns, both of them in half a turn
    "": ((False, False),),
    "turned": ((True, True),),
    "mirrored": ((False, True), (True, False)),
}


# Fortresses --------------------------------------------------------------------------------------


def spread_fortresses(hexes: list[Cell], image: Callable[[Cell], Cell], rng: Any) -> list[int]:
    """Numbers of hexes for fortresses, far from each other; an odd number of them (R2, R3)."""
    wanted = min(MOST_FORTRESSES, (len(hexes) // HEXES_EACH - 1) | 1)
    params = make_params(Map(hexes, [], ()), BY_CHANCE, wanted + 2, free_play=False, pacifist=False)
    state = blank_record(STATE)
    set_up(params, state)
    apart = distances(hexes)
    number = {place: i for i, place in enumerate(hexes)}
    images = np.array([number[image(place)] for place in hexes])
    alone = images == np.arange(len(hexes))  # hexes that are their own image
    wide = alone | (apart[np.arange(len(hexes)), images] >= APART)
    coast = np.array([any(near not in number for near in around(place)) for place in hexes])
    inland = np.minimum(2, apart[:, coast].min(axis=1))
    chosen: list[int] = []
    while len(chosen) < wanted:
        nearest = apart[:, chosen].min(axis=1) if chosen else np.full(len(hexes), FAR)
        allowed = np.zeros(len(hexes), np.bool_)
        allowed[members(state.sites)] = True
        allowed &= allowed[images] & wide & (nearest >= APART)
        if not alone.all():  # the first one of a symmetric land stands alone, the others in pairs
            allowed &= alone if not chosen else ~alone
        sites = np.flatnonzero(allowed).tolist()
        if not sites:
            break
        drawn = [sites[random_below(rng, len(sites))] for _ in range(TRIES)]
        worth = 2 * np.minimum(nearest, FAR) + inland
        best = max(drawn, key=lambda place: int(worth[place]))
        for place in dict.fromkeys((best, int(images[best]))):
            place_fortress(params, state, place)
            chosen.append(place)
    return chosen if len(chosen) % 2 else chosen[:-1]


def drawing(hexes: list[Cell], fortresses: list[int]) -> tuple[str, ...]:
    """The rows of a map."""
    top, left = hexes[0][0], min(column for _, column in hexes)
    signs = {place: FORTRESS if i in fortresses else HEX for i, place in enumerate(hexes)}
    rows = hexes[-1][0] - top + 1
    right = max(column for _, column in hexes)
    return tuple(
        "".join(signs.get((top + row, column), " ") for column in range(left, right + 1)).rstrip()
        for row in range(rows)
    )


# Names --------------------------------------------------------------------------------------------

STARTS = ("b", "br", *"cd", "dr", *"fghklmnpr", "s", "st", *"tw")
MIDDLES = ("l", "ll", "m", "n", "nd", "nn", "r", "rr", "rn", "s", "ss", "st", "t", "th", "v")
VOWELS = "aeiou"
ENDS = ("a", "ard", "en", "el", "er", "ey", "ia", "in", "ir", "on", "or", "ow", "um", "y")

# The last part of a map's name, by its shape.
LAST_PARTS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "continent": ("reach", "march", "land", "realm", "shore"),
        "island": ("isle", "rock", "holm", "island"),
        "archipelago": ("isles", "keys", "skerries", "islands"),
        "ring": ("sound", "haven", "bay", "lagoon"),
        "isthmus": ("neck", "bridge", "narrows", "gap"),
        "peninsula": ("cape", "horn", "point", "ness"),
        "turned": ("wheel", "mill", "turn"),
        "mirrored": ("wings", "scales", "mirror"),
    }
)


def map_name(shape: str, seed: int, rng: Any) -> str:
    """Two words that can be said, and the seed: "tarrow-reach-4711"."""
    syllables = [pick(STARTS, rng), pick(VOWELS, rng), pick(MIDDLES, rng), pick(ENDS, rng)]
    return f"{''.join(syllables)}-{pick(LAST_PARTS[shape], rng)}-{seed}"


def pick(words: Sequence[str], rng: Any) -> str:
    return words[random_below(rng, len(words))]
