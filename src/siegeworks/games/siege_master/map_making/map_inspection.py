"""What is wrong with a drawing, its symmetries, and where one more fortress may stand."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from types import MappingProxyType
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from siegeworks.core.errors import quote
from siegeworks.core.maps import HEXES_ONLY, MapProblem, MapReport, place_name
from siegeworks.core.records import blank_record
from siegeworks.core.text import capitalized
from siegeworks.games.siege_master.maps import (
    MAX_ROWS,
    Map,
    game_map,
    map_of,
    mistakes_of,
    read_marks,
)
from siegeworks.games.siege_master.params import (
    areas_of,
    distances,
    make_params,
    members,
    straight_rows,
)
from siegeworks.games.siege_master.rules import find_sites
from siegeworks.games.siege_master.state import BY_MAP, MAX_HEXES, STATE

MOST_MISTAKES = 20  # of R1, that are named one by one
MOST_EXAMINED = 2 * MAX_HEXES  # hexes; of a larger drawing only R1 is looked at

OTHERWISE = (
    "or have the fortresses scattered by chance (fortresses=scattered) or placed in turn "
    "(fortresses=placed)"
)


class Area(NamedTuple):
    """A largest set of hexes that hang together (R6), on the map without armies."""

    hexes: tuple[int, ...]
    placements: int  # of an army, as if there were no fortresses
    free: int  # those of them that cover no fortress


def inspect_map(name: str, text: str) -> MapReport:
    """Everything about a drawing, its problems included. Raises OptionError, with line and column,
    if it holds something else than hexes and spaces."""
    marks = read_marks(text, f"map={quote(name)}")
    mistakes = list(islice(mistakes_of(marks, ""), MOST_MISTAKES))
    drawn = map_of(marks, text) if marks else Map([], [], ())
    is_examined = 0 < len(drawn.hexes) <= MOST_EXAMINED and drawn.hexes[-1][0] < MAX_ROWS
    areas = areas_on(drawn) if is_examined else []
    problems = [
        *(
            MapProblem(str(each).removeprefix(": "), line=each.line, column=each.column)
            for each in mistakes
        ),
        *layout_problems(drawn, areas),
        *land_problems(drawn, areas),
    ]
    return MapReport(
        map=game_map(name, drawn.rows),
        hexes=len(marks),
        fortresses=len(drawn.fortresses),
        areas=sum(area.placements > 0 for area in areas),
        placements=sum(area.placements for area in areas),
        symmetries=symmetries_of(drawn.hexes, drawn.fortresses) if areas else (),
        problems=tuple(replace(each, sentence=capitalized(each.sentence)) for each in problems),
        free=free_sites(drawn) if areas and not mistakes else (),
    )


def areas_on(drawn: Map) -> list[Area]:
    """The areas of a map, in reading order of their first hexes."""
    rows = straight_rows(drawn.hexes)
    is_free = ~np.isin(rows, drawn.fortresses).any(axis=1)
    return [
        Area(
            tuple(np.flatnonzero(area).tolist()),
            int(area[rows[:, 0]].sum()),  # a straight row lies in one area
            int((area[rows[:, 0]] & is_free).sum()),
        )
        for area in areas_of(distances(drawn.hexes) == 1)
    ]


def layout_problems(drawn: Map, areas: list[Area]) -> Iterator[MapProblem]:
    """Why the fortresses cannot stay where they are drawn (R2); each sentence goes on after
    "map=europe: "."""
    number = len(drawn.fortresses)
    if drawn.hexes and number % 2 == 0:
        yield MapProblem(
            f"it has {number or 'no'} fortresses (F), but their number must be odd (R2); change "
            f"the map, {OTHERWISE}."
        )
    walled_in = {place for area in areas if not area.free for place in area.hexes}
    for fortress in drawn.fortresses:
        if fortress in walled_in:
            place = name_of(drawn, fortress)
            yield MapProblem(
                f"no army fits into the area of the fortress on {place} (R2); change the map, "
                f"{OTHERWISE}.",
                (place,),
            )


def land_problems(drawn: Map, areas: list[Area]) -> Iterator[MapProblem]:
    """Land that no army fits on (R4)."""
    if areas and not any(area.placements for area in areas):
        yield MapProblem("no army fits anywhere: it needs four hexes in a straight row (R4).")
        return
    for area in areas:
        if not area.placements:
            places = tuple(name_of(drawn, place) for place in area.hexes)
            piece = f"piece of {len(places)} hexes" if len(places) > 1 else "single hex"
            yield MapProblem(
                f"no army fits on the {piece} at {places[0]} (R4), so nobody can ever play there; "
                "enlarge it, join it to other land, or remove it.",
                places,
                prevents_play=False,
            )


def free_sites(drawn: Map) -> tuple[str, ...]:
    """Where one more fortress may stand (R3)."""
    params = make_params(drawn, BY_MAP, len(drawn.fortresses), free_play=False, pacifist=False)
    state = blank_record(STATE)
    state.free[:], state.neutral[:] = params.free, params.neutral
    find_sites(params, state)
    return tuple(name_of(drawn, place) for place in members(state.sites))


def name_of(drawn: Map, number: int) -> str:
    """The name of a hex (R1)."""
    return place_name(*drawn.hexes[number])


# Symmetries ---------------------------------------------------------------------------------------

# Turns and mirrors of the hexes, exact in whole numbers.

Points = NDArray[np.int64]  # rows and text columns, shape (n, 2); row + column is even
Turn = tuple[int, bool]  # sixths of a turn clockwise, after a mirror left-right or not

# The mirrors other than the upright ones are named by their axis, counted anticlockwise from a
# horizontal one.
SYMMETRIES: Mapping[str, Turn] = MappingProxyType(
    {
        "turn by 180°": (3, False),
        "turn by 120°": (2, False),
        "turn by 60°": (1, False),
        "mirror left-right": (0, True),
        "mirror top-bottom": (3, True),
        "mirror at 30°": (2, True),
        "mirror at 60°": (1, True),
        "mirror at 120°": (5, True),
        "mirror at 150°": (4, True),
    }
)


def symmetries_of(
    hexes: Sequence[tuple[int, int]], fortresses: Sequence[int] = ()
) -> tuple[str, ...]:
    """The symmetries of a map by name; those that its fortresses lack say so. Hexes are rows and
    text columns, fortresses numbers of hexes."""
    points = on_grid(np.array(hexes, np.int64).reshape(-1, 2))
    has_fortress = np.isin(np.arange(len(points)), fortresses)
    land, forts = placed(points), placed(points, points[has_fortress])
    symmetries = []
    for name, turn in SYMMETRIES.items():
        turned = turned_by(points, turn)
        if placed(turned) == land:
            is_whole = placed(turned, turned[has_fortress]) == forts
            symmetries.append(name if is_whole else name + HEXES_ONLY)
    return tuple(symmetries)


def on_grid(points: Points) -> Points:
    """The same hexes, moved by a column if need be so that row + column is even."""
    return points - (0, points[0].sum() % 2) if len(points) else points


def turned_by(points: Points, turn: Turn) -> Points:
    """The hexes mirrored and turned about the place (0, 0)."""
    sixths, is_mirrored = turn
    row, column = points[:, 0], -points[:, 1] if is_mirrored else points[:, 1]
    for _ in range(sixths):
        row, column = (column + row) // 2, (column - 3 * row) // 2
    return np.stack([row, column], axis=1)


def placed(points: Points, of: Points | None = None) -> set[tuple[int, int]]:
    """Some of the hexes, counted from the top left of all."""
    if not len(points):
        return set()
    some = (points if of is None else of) - points.min(axis=0)
    return set(map(tuple, some.tolist()))
