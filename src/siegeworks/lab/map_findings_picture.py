"""What a map study found, as a picture: two maps side by side

On the left how often each hex is built on, on the right by whom, with each fortress as a disc that
is divided between the seats that took it and nobody.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import ceil, cos, floor, pi, sin

from siegeworks.core.maps import FORTRESS as FORTRESS_MARK
from siegeworks.core.maps import GameMap, hexes_of
from siegeworks.core.palette import INK, LAND, LINE, PAPER, SEAT_COLORS, mixed
from siegeworks.core.text import counted
from siegeworks.drawing.map_picture import MARGIN, TITLE, MapDrawing, water
from siegeworks.drawing.picture import Picture, Point
from siegeworks.drawing.scene_picture import HEX
from siegeworks.games import maps_of
from siegeworks.lab.map_findings import MapFindings
from siegeworks.lab.map_study import HexFound

SELDOM_BUILT, OFTEN_BUILT = "#f3efd6", "#4a2f60"  # one hue that darkens, for all kinds of sight
UNDECIDED = "#efece2"  # a hex that all seats build on equally often
DISC = 0.86 * HEX
CORNERS = 48  # of a whole disc
LEGEND_STEPS = 4  # from the paler end of the scale to the darker one


def findings_picture(game_map: GameMap, findings: MapFindings) -> Picture:
    """Draw what was found; `Picture` writes it as SVG or PNG."""
    games = counted(findings.games, "game")
    bare = replace(game_map, rows=tuple(row.replace(FORTRESS_MARK, ".") for row in game_map.rows))
    heat = {place.name: sum(place.built) / max(1, findings.games) for place in findings.hexes}
    least, most = _scale(
        [heat[place.name] for place in hexes_of(game_map.rows) if not place.has_fortress]
    )
    steps = [least + (most - least) * step / LEGEND_STEPS for step in range(LEGEND_STEPS + 1)]
    words = {
        place.name: "built on by " + _shares(place.built, findings) for place in findings.hexes
    }
    often = MapDrawing(
        game_map,
        "How often a hex is built on",
        {name: _heat_color(share, least, most) for name, share in heat.items()},
        tuple((_heat_color(step, least, most), f"in {step:.0%} of {games}") for step in steps),
        words,
    )
    who = MapDrawing(
        bare,
        "By whom, and who takes the fortresses",
        {place.name: _color_of(place, findings.seats) for place in findings.hexes},
        _legend(findings),
        words,
    )
    (left_width, left_height), (right_width, right_height) = often.size, who.size
    top, width = 1.8 * TITLE, left_width + right_width - MARGIN
    title = f"{game_map.name}: {findings.sentences[0]}"
    picture = Picture(width, max(left_height, right_height) + top, title)
    water(picture)
    picture.text((width / 2, MARGIN), _heading(game_map, findings), 1.1 * TITLE)
    often.draw(picture, (0, top))
    _draw_discs(picture, findings, who.draw(picture, (left_width - MARGIN, top)).places)
    return picture


def _heading(game_map: GameMap, findings: MapFindings) -> str:
    share, title = findings.first_wins, maps_of(findings.game).title(game_map.name)
    return (
        f"{title}: {findings.first.capitalize()}, who begins, wins {share.share:.0%} "
        f"({100 * share.low:.0f} to {share.high:.0%}) of {counted(findings.games, 'game')}"
    )


# Colours -----------------------------------------------------------------------------------------


def _scale(shares: Sequence[float]) -> tuple[float, float]:
    """The ends of a scale for these shares, as whole tenths: the differences should be seen."""
    least = floor(10 * min(shares, default=0.0)) / 10
    return least, max(least + 0.1, ceil(10 * max(shares, default=1.0)) / 10)


def _heat_color(share: float, least: float, most: float) -> str:
    part = (share - least) / (most - least)
    return mixed(SELDOM_BUILT, OFTEN_BUILT, min(1.0, max(0.0, part)))


def _color_of(place: HexFound, seats: Sequence[str]) -> str:
    """The colour of the seat that builds here most, paler the more equal the seats are."""
    total = sum(place.built)
    if not total:
        return LAND[0]
    most = max(place.built)
    equal = total / len(seats)
    lead = (most - equal) / (total - equal)
    return mixed(UNDECIDED, _seat_color(seats[place.built.index(most)]), 0.85 * lead)


def _seat_color(seat: str) -> str:
    return SEAT_COLORS.get(seat, INK)


def _legend(findings: MapFindings) -> tuple[tuple[str, str], ...]:
    whole = [
        (_seat_color(seat), f"{seat.capitalize()} builds here, or takes the fortress")
        for seat in findings.seats
    ]
    equally = (UNDECIDED, "all equally often; of a fortress: nobody takes it")
    return (*whole, equally)


# Discs -------------------------------------------------------------------------------------------


def _draw_discs(picture: Picture, findings: MapFindings, places: Mapping[str, Point]) -> None:
    """A disc on each fortress, divided by who took it."""
    colors = [*map(_seat_color, findings.seats), UNDECIDED]
    for fortress in findings.fortresses:
        at, begin = places[fortress.name], 0.0
        title = f"{fortress.name}: taken by {_shares(fortress.taken, findings)}"
        picture.disc(at, DISC + 2, PAPER, LINE)
        nobody = max(0, findings.games - sum(fortress.taken))
        for color, times in zip(colors, (*fortress.taken, nobody), strict=True):
            share = times / max(1, findings.games)
            if share:
                picture.polygon(_slice(at, DISC, begin, share), color, PAPER, title)
            begin += share


def _slice(middle: Point, radius: float, begin: float, share: float) -> list[Point]:
    """A slice of a disc, clockwise from the top; `begin` and `share` as parts of the whole."""
    x, y = middle
    steps = max(2, round(CORNERS * share))
    angles = [2 * pi * (begin + share * step / steps) - pi / 2 for step in range(steps + 1)]
    around = [(x + radius * cos(angle), y + radius * sin(angle)) for angle in angles]
    return around if share == 1 else [middle, *around]


def _shares(times: Sequence[int], findings: MapFindings) -> str:
    """What pointing at a place says of each seat."""
    by = zip(findings.seats, times, strict=True)
    each = ", ".join(f"{seat.capitalize()} in {count}" for seat, count in by)
    return f"{each} of {counted(findings.games, 'game')}"
