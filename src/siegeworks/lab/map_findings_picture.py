"""What a map study found, as a picture: two maps side by side

On the left how often each hex is built on, on the right by whom, with each fortress as a disc that
is divided between the seats that took it and nobody.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil, cos, floor, pi, sin

from siegeworks.core.maps import FORTRESS as FORTRESS_MARK
from siegeworks.core.maps import GameMap, hexes_of
from siegeworks.core.palette import INK, LAND, LINE, PAPER, SEAT_COLORS, mixed
from siegeworks.core.text import counted
from siegeworks.games import maps_of
from siegeworks.lab.map_findings import HexFound, MapFindings
from siegeworks.play.map_picture import MARGIN, RADIUS, TITLE, Picture, Point, Polygon, Shape, Text
from siegeworks.play.map_picture import map_picture as picture_of_map

SELDOM_BUILT, OFTEN_BUILT = "#f3efd6", "#4a2f60"  # one hue that darkens, for all kinds of sight
UNDECIDED = "#efece2"  # a hex that all seats build on equally often
DISC = 0.86 * RADIUS
CORNERS = 48  # of a whole disc
LEGEND_STEPS = 4  # from the paler end of the scale to the darker one


def findings_picture(game_map: GameMap, found: MapFindings) -> Picture:
    """The picture; `play.map_picture` writes it as SVG or PNG."""
    games = counted(found.games, "game")
    bare = GameMap(
        game_map.name,
        tuple(row.replace(FORTRESS_MARK, ".") for row in game_map.rows),
        game_map.is_shipped,
    )
    heat = {one.name: sum(one.built) / max(1, found.games) for one in found.hexes}
    least, most = _scale(
        [heat[one.name] for one in hexes_of(game_map.rows) if not one.has_fortress]
    )
    steps = [least + (most - least) * step / LEGEND_STEPS for step in range(LEGEND_STEPS + 1)]
    often = picture_of_map(
        game_map,
        title="How often a hex is built on",
        fills={name: _heat_color(share, least, most) for name, share in heat.items()},
        legend=[(_heat_color(step, least, most), f"in {step:.0%} of {games}") for step in steps],
    )
    who = picture_of_map(
        bare,
        title="By whom, and who takes the fortresses",
        fills={one.name: _color_of(one, found.seats) for one in found.hexes},
        legend=_legend(found),
    )
    named = {one.name: _words(one, found) for one in found.hexes}
    left = [_renamed(shape, named) for shape in often.shapes]
    discs = list(_discs(found, who))
    right = [_renamed(shape, named) for shape in (*who.shapes, *discs)]
    top = 2.2 * TITLE
    width = often.width + who.width - MARGIN
    heading = Text((width / 2, MARGIN), _heading(game_map, found), 1.1 * TITLE, INK)
    return Picture(
        width,
        max(often.height, who.height) + top,
        f"{game_map.name}: {found.sentences[0]}",
        (
            heading,
            *(_moved(shape, 0, top) for shape in left),
            *(_moved(shape, often.width - MARGIN, top) for shape in right),
        ),
    )


def _heading(game_map: GameMap, found: MapFindings) -> str:
    share, title = found.first_wins, maps_of(found.game).title(game_map.name)
    return (
        f"{title}: {found.first.capitalize()}, who begins, wins {share.share:.0%} "
        f"({100 * share.low:.0f} to {share.high:.0%}) of {counted(found.games, 'game')}"
    )


# Colours -----------------------------------------------------------------------------------------


def _scale(shares: Sequence[float]) -> tuple[float, float]:
    """The ends of a scale for these shares, as whole tenths: the differences should be seen."""
    least = floor(10 * min(shares, default=0.0)) / 10
    return least, max(least + 0.1, ceil(10 * max(shares, default=1.0)) / 10)


def _heat_color(share: float, least: float, most: float) -> str:
    part = (share - least) / (most - least)
    return mixed(SELDOM_BUILT, OFTEN_BUILT, min(1.0, max(0.0, part)))


def _color_of(one: HexFound, seats: Sequence[str]) -> str:
    """The colour of the seat that builds here most, paler the more equal the seats are."""
    total = sum(one.built)
    if not total:
        return LAND[0]
    most = max(one.built)
    equal = total / len(seats)
    lead = (most - equal) / (total - equal)
    return mixed(UNDECIDED, _seat_color(seats[one.built.index(most)]), 0.85 * lead)


def _seat_color(seat: str) -> str:
    return SEAT_COLORS.get(seat, INK)


def _legend(found: MapFindings) -> list[tuple[str, str]]:
    whole = [
        (_seat_color(seat), f"{seat.capitalize()} builds here, or takes the fortress")
        for seat in found.seats
    ]
    equally = (UNDECIDED, "all equally often; of a fortress: nobody takes it")
    return [*whole, equally]


# Shapes ------------------------------------------------------------------------------------------


def _discs(found: MapFindings, picture: Picture) -> Iterator[Polygon]:
    """A disc on each fortress, divided by who took it."""
    middles = {
        shape.name: _middle(shape.points)
        for shape in picture.shapes
        if isinstance(shape, Polygon) and shape.name
    }
    for fortress in found.fortresses:
        at, begin = middles[fortress.name], 0.0
        yield Polygon(_slice(at, DISC + 2, 0, 1), PAPER, LINE)
        nobody = max(0, found.games - sum(fortress.taken))
        parts = [*zip(map(_seat_color, found.seats), fortress.taken, strict=True)]
        for color, times in [*parts, (UNDECIDED, nobody)]:
            share = times / max(1, found.games)
            if share:
                words = _taken_words(fortress.taken, found)
                shape = _slice(at, DISC, begin, share)
                yield Polygon(shape, color, PAPER, f"{fortress.name}: {words}")
            begin += share


def _middle(points: Sequence[Point]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def _slice(middle: Point, radius: float, begin: float, share: float) -> tuple[Point, ...]:
    """A slice of a disc, clockwise from the top; `begin` and `share` as parts of the whole."""
    x, y = middle
    steps = max(2, round(CORNERS * share))
    angles = [2 * pi * (begin + share * step / steps) - pi / 2 for step in range(steps + 1)]
    around = tuple((x + radius * cos(a), y + radius * sin(a)) for a in angles)
    return around if share == 1 else (middle, *around)


def _moved(shape: Shape, right: float, down: float) -> Shape:
    if isinstance(shape, Text):
        return shape._replace(at=(shape.at[0] + right, shape.at[1] + down))
    return shape._replace(points=tuple((x + right, y + down) for x, y in shape.points))


# What pointing at a shape says --------------------------------------------------------------------


def _renamed(shape: Shape, named: dict[str, str]) -> Shape:
    if isinstance(shape, Polygon) and shape.name in named:
        return shape._replace(name=f"{shape.name}: {named[shape.name]}")
    return shape


def _words(one: HexFound, found: MapFindings) -> str:
    by = zip(found.seats, one.built, strict=True)
    return (
        "built on by "
        + ", ".join(f"{seat.capitalize()} in {times}" for seat, times in by)
        + (f" of {counted(found.games, 'game')}")
    )


def _taken_words(taken: Sequence[int], found: MapFindings) -> str:
    by = zip(found.seats, taken, strict=True)
    return (
        "taken by "
        + ", ".join(f"{seat.capitalize()} in {times}" for seat, times in by)
        + (f" of {counted(found.games, 'game')}")
    )
