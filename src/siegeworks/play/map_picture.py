"""Maps as pictures, SVG and PNG: land in water, towers, and what is to be shown on the hexes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from io import BytesIO
from math import cos, pi, sin, sqrt
from types import MappingProxyType
from typing import Any, NamedTuple
from xml.sax.saxutils import escape, quoteattr

from siegeworks.core.errors import SiegeworksError
from siegeworks.core.maps import GameMap, hexes_of, place_name
from siegeworks.core.palette import FORTRESS, INK, LAND, LINE, PAPER, WATER, ink_on, mixed

Point = tuple[float, float]

RADIUS = 18.0  # of a hex, from its centre to a corner; all lengths are in pixels of the SVG
ACROSS, DOWN = RADIUS * sqrt(3) / 2, RADIUS * 1.5  # from one text column or row to the next
MARGIN = 34.0  # around the map; holds the letters of rows and the numbers of hexes
TITLE, LABEL, MARK = 20.0, 11.0, 12.0  # sizes of text
LINE_HEIGHT = 20.0
CHARACTER = 0.56  # average width of a character, of its size

STEPS = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))  # to a neighbour: across and down
FINE = 3  # pixels drawn for one of a PNG, in each direction, which smooths the edges
WIDTHS = (100, 4_000)  # pixels of a PNG
NOTHING: Mapping[str, str] = MappingProxyType({})


class Polygon(NamedTuple):
    """A filled polygon."""

    points: tuple[Point, ...]
    fill: str
    outline: str
    name: str = ""  # what pointing at it in the SVG says


class Text(NamedTuple):
    """A line of text."""

    at: Point  # its middle, or with `from_left` the middle of its left edge
    text: str
    size: float
    color: str
    from_left: bool = False


Shape = Polygon | Text


class Picture(NamedTuple):
    """A picture that can be written as SVG or as PNG."""

    width: float
    height: float
    title: str
    shapes: tuple[Shape, ...]  # from the back to the front


def map_picture(
    game_map: GameMap,
    *,
    title: str = "",
    fills: Mapping[str, str] = NOTHING,
    marks: Mapping[str, str] = NOTHING,
    legend: Iterable[tuple[str, str]] = (),
) -> Picture:
    """A map from above.

    Args:
        game_map: at most a few hundred hexes.
        title: above the map; empty: none.
        fills: colours of hexes, "#rrggbb", by their names; the others are land.
        marks: short texts on hexes, by their names.
        legend: lines below the map, each a colour and what it means; an empty colour: text only.
    """
    legend = tuple(legend)
    hexes = hexes_of(game_map.rows)
    columns = max((place.column for place in hexes), default=0) + 1
    top = MARGIN + (1.5 * TITLE if title else 0)
    bottom = top + len(game_map.rows) * DOWN + RADIUS / 2
    longest = max((len(text) for _, text in legend), default=0)
    width = max(
        2 * MARGIN + (columns + 1) * ACROSS,
        2 * MARGIN + len(title) * TITLE * CHARACTER,
        3 * MARGIN + longest * MARK * CHARACTER,
    )
    left = (width - (columns - 1) * ACROSS) / 2
    shapes: list[Shape] = [Text((width / 2, MARGIN), title, TITLE, INK)] if title else []
    shapes += frame(game_map, columns, left, top)
    tones = inland([(float(place.column), float(place.row)) for place in hexes])
    for place in hexes:
        at = left + place.column * ACROSS, top + RADIUS + place.row * DOWN
        tone = mixed(*LAND, tones[place.column, place.row])
        fill, mark = fills.get(place.name, tone), marks.get(place.name, "")
        shapes.append(Polygon(hexagon(at, RADIUS), fill, LINE, place.name))
        if place.has_fortress:
            shapes += fortress(at, mark, fill)
        elif mark:
            shapes.append(Text(at, mark, MARK, ink_on(fill)))
    for number, (color, text) in enumerate(legend):
        y = bottom + MARGIN / 2 + (number + 0.5) * LINE_HEIGHT
        if color:
            shapes.append(Polygon(hexagon((1.25 * MARGIN, y), 8), color, LINE))
        shapes.append(Text((1.25 * MARGIN + (16 if color else -8), y), text, MARK, INK, True))
    height = bottom + MARGIN / 2 + (len(legend) * LINE_HEIGHT + MARGIN / 2 if legend else 0)
    return Picture(width, height, title or game_map.name, tuple(shapes))


def frame(game_map: GameMap, columns: int, left: float, top: float) -> list[Shape]:
    """The letters of the rows, and the numbers of the hexes above them."""
    color = mixed(INK, WATER, 0.4)
    letters: list[Shape] = [
        Text(
            (left - ACROSS - 0.7 * RADIUS, top + RADIUS + row * DOWN),
            place_name(row, 0)[0],
            LABEL,
            color,
        )
        for row, line in enumerate(game_map.rows)
        if line
    ]
    above = top - 0.6 * RADIUS
    numbers: list[Shape] = [
        Text((left + (column + 0.5) * ACROSS, above), str(column // 2 + 1), LABEL, color)
        for column in range(0, columns, 2)
    ]
    return letters + numbers


def fortress(at: Point, mark: str, ground: str) -> list[Shape]:
    """A tower; with a mark it is smaller, and the mark stands under it."""
    edge = mixed(FORTRESS, INK, 0.6)
    if not mark:
        return [Polygon(tower(at, 0.54 * RADIUS), FORTRESS, edge)]
    x, y = at
    return [
        Polygon(tower((x, y - 0.36 * RADIUS), 0.34 * RADIUS), FORTRESS, edge),
        Text((x, y + 0.42 * RADIUS), mark, 0.8 * MARK, ink_on(ground)),
    ]


def hexagon(middle: Point, radius: float) -> tuple[Point, ...]:
    """The corners of a hex that stands on a corner."""
    x, y = middle
    angles = [pi / 6 + i * pi / 3 for i in range(6)]
    return tuple((x + radius * cos(a), y + radius * sin(a)) for a in angles)


def tower(middle: Point, size: float) -> tuple[Point, ...]:
    """The outline of a tower with three merlons, twice as wide as `size`."""
    x, y = middle
    steps = (-1.0, -0.6, -0.6, -0.2, -0.2, 0.2, 0.2, 0.6, 0.6, 1.0)
    heights = (-0.9, -0.9, -0.5, -0.5, -0.9, -0.9, -0.5, -0.5, -0.9, -0.9)
    top = [(x + s * size, y + h * size) for s, h in zip(steps, heights, strict=True)]
    return (*top, (x + size, y + 0.9 * size), (x - size, y + 0.9 * size))


def inland(places: Collection[Point]) -> dict[Point, float]:
    """How far each hex lies from the coast, from 0 to 1; hexes by text column and row."""
    left, depth, far = set(places), 0, {}
    while left:
        shore = [p for p in left if any((p[0] + a, p[1] + b) not in left for a, b in STEPS)]
        left.difference_update(shore)
        far.update(dict.fromkeys(shore, depth))
        depth += 1
    return {place: steps_in / max(1, depth - 1) for place, steps_in in far.items()}


# Files -------------------------------------------------------------------------------------------


def to_svg(picture: Picture) -> str:
    """The picture as an SVG file, which asks for nothing outside it."""
    width, height = f"{picture.width:.0f}", f"{picture.height:.0f}"
    inset = MARGIN / 4
    water = (
        f'<rect x="{inset:.1f}" y="{inset:.1f}" width="{picture.width - 2 * inset:.1f}" '
        f'height="{picture.height - 2 * inset:.1f}" rx="{inset:.1f}" fill="{WATER}"/>'
    )
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" role="img" aria-label={quoteattr(picture.title)} '
        'font-family="Helvetica, Arial, sans-serif" text-anchor="middle" '
        'dominant-baseline="central">',
        f"<title>{escape(picture.title)}</title>",
        f'<rect width="{width}" height="{height}" fill="{PAPER}"/>',
        water,
        *map(svg_of, picture.shapes),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def svg_of(shape: Shape) -> str:
    """One element."""
    if isinstance(shape, Text):
        x, y = shape.at
        anchor = ' text-anchor="start"' if shape.from_left else ""
        return (
            f'<text x="{x:.1f}" y="{y:.1f}" font-size="{shape.size:g}" '
            f'fill="{shape.color}"{anchor}>{escape(shape.text)}</text>'
        )
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in shape.points)
    start = f'<polygon points="{points}" fill="{shape.fill}" stroke="{shape.outline}"'
    return f"{start}><title>{escape(shape.name)}</title></polygon>" if shape.name else f"{start}/>"


def to_png(picture: Picture, width: int | None = None) -> bytes:
    """The picture as a PNG file.

    Args:
        picture: what to draw.
        width: in pixels; None: as wide as the SVG.

    Raises:
        SiegeworksError: Pillow is not installed, or the width is not one of WIDTHS.
    """
    least, most = WIDTHS
    if width is not None and not least <= width <= most:
        raise SiegeworksError(f"A PNG can be {least:,} to {most:,} pixels wide, not {width:,}.")
    image_of, draw_on, font = pillow()
    scale = FINE * (width or round(picture.width)) / picture.width
    size = round(picture.width * scale), round(picture.height * scale)
    image = image_of("RGB", size, PAPER)
    draw = draw_on(image)
    inset = MARGIN / 4 * scale
    box = (inset, inset, size[0] - inset, size[1] - inset)
    draw.rounded_rectangle(box, inset, fill=WATER)
    for shape in picture.shapes:
        if isinstance(shape, Text):
            at = (shape.at[0] * scale, shape.at[1] * scale)
            anchor = "lm" if shape.from_left else "mm"
            letters = font(max(1.0, shape.size * scale))
            draw.text(at, shape.text, fill=shape.color, font=letters, anchor=anchor)
        else:
            points = [(x * scale, y * scale) for x, y in shape.points]
            draw.polygon(points, fill=shape.fill, outline=shape.outline, width=round(scale))
    small = image.resize((size[0] // FINE, size[1] // FINE), resample=4)  # a box filter
    file = BytesIO()
    small.save(file, "PNG", optimize=True)
    return file.getvalue()


def pillow() -> tuple[Callable[..., Any], Callable[..., Any], Callable[[float], Any]]:
    """What we need of Pillow: a new image, drawing on it, and its own font in a size.

    Raises:
        SiegeworksError: it is not installed.
    """
    try:
        from PIL import Image, ImageDraw, ImageFont  # noqa: PLC0415  (an extra)
    except ImportError:
        raise SiegeworksError(
            "A PNG needs Pillow: pip install 'siegeworks[pictures]'. An SVG needs nothing."
        ) from None
    return Image.new, ImageDraw.Draw, ImageFont.load_default
