"""Draws a scene into a picture: the board seen from above, and the trays under it

Colour is never the only sign: pieces show the letter of their seat or their own text.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from math import cos, dist, pi, sin, sqrt
from types import MappingProxyType

from msgspec.structs import replace

from siegeworks.core.palette import FORTRESS, INK, LAND, LINE, PAPER, WATER, ink_on, look_of, mixed
from siegeworks.core.scene import Cell, Piece, Scene, Tray
from siegeworks.drawing.picture import Picture, Point

GROUND = "#efe6d2"
TILE_GROUNDS = ("#efe6d2", "#e6dbc2")
NEUTRAL = "#6b655b"
FADED = 0.55  # of paper in the colour of what is spent

HEX = 26.0  # pixels from the centre of a hex to a corner
# Pixels of a board unit across and down. A hex is as wide as two units and its rows lie closer;
# circles are half a unit apart.
UNITS: Mapping[str, Point] = {
    "hexes": (HEX * sqrt(3) / 2, HEX * 1.5),
    "squares": (48.0, 48.0),
    "tiles": (72.0, 72.0),
    "circles": (28.0, 28.0 * sqrt(3)),
}
SIZES = {"hexes": HEX, "squares": 48.0, "tiles": 72.0, "circles": 56.0}  # pixels of a place
LARGE = {"tower", "neutral tower"}  # pieces that fill a circle
NEIGHBOURS = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))  # of a hex: across and down
MARGIN = 24.0
CHIP, ROW = 26.0, 32.0  # pixels of a piece in a tray, and of a row of trays
LEFT, WIDEST = 210.0, 720.0  # pixels of a tray's title, and of a whole tray
PIECES = int((WIDEST - LEFT) / CHIP)  # in a line of a tray
FEW = PIECES - 6  # pieces beside which a note fits
NOTHING: Mapping[str, str] = MappingProxyType({})


def scene_picture(scene: Scene) -> Picture:
    """The board and the trays under it."""
    lines = tray_lines(scene.trays)
    width, height = board_size(scene.shape, scene.cells)
    whole = max(width, WIDEST) + 2 * MARGIN
    below = MARGIN + height
    picture = Picture(whole, below + 1.5 * MARGIN + ROW * len(lines), scene.task or scene.goal)
    if scene.shape == "hexes":
        edge = MARGIN / 2
        water = (whole - 2 * edge, height + 2 * MARGIN - 2 * edge)
        picture.box((whole / 2, MARGIN + height / 2), water, WATER, corner=edge)
    board = Board(picture, scene, ((whole - width) / 2, MARGIN))
    board.draw()
    board.trays(lines, below + MARGIN / 2 + ROW / 2)
    return picture


def board_size(shape: str, cells: Collection[Cell]) -> Point:
    """The width and height that a board takes."""
    (across, down), reach = UNITS[shape], [0.0, 0.0]
    if cells:
        xs, ys = [cell.x for cell in cells], [cell.y for cell in cells]
        reach = [max(xs) - min(xs), max(ys) - min(ys)]
    return (reach[0] + 2) * across, (reach[1] + 2) * down


class Board:
    """The board of a scene at its place in a picture, where `corner` is its upper left corner.

    By the names of places, `fills` has the colours of hexes (the others are land), and `words` what
    pointing at a place says after its name.
    """

    def __init__(
        self,
        picture: Picture,
        scene: Scene,
        corner: Point,
        fills: Mapping[str, str] = NOTHING,
        words: Mapping[str, str] = NOTHING,
    ) -> None:
        self.picture, self.scene, self.fills, self.words = picture, scene, fills, words
        self.unit = SIZES[scene.shape]
        across, down = UNITS[scene.shape]
        self.first_x = min((cell.x for cell in scene.cells), default=0.0)
        self.first_y = min((cell.y for cell in scene.cells), default=0.0)
        self.places = {
            cell.name: (
                corner[0] + (cell.x - self.first_x + 1) * across,
                corner[1] + (cell.y - self.first_y + 1) * down,
            )
            for cell in scene.cells
        }

    def draw(self) -> None:
        """Draw the board."""
        draw_shape = {
            "hexes": self.hexes,
            "squares": self.squares,
            "tiles": self.tiles,
            "circles": self.circles,
        }
        draw_shape[self.scene.shape]()

    def title(self, name: str) -> str:
        """What pointing at a place says."""
        return f"{name}: {self.words[name]}" if name in self.words else name

    # Boards -------------------------------------------------------------------------------------

    def hexes(self) -> None:
        """Land; an army is one palisade over its hexes."""
        tones = inland([(cell.x, cell.y) for cell in self.scene.cells])
        for cell in self.scene.cells:
            color = self.fills.get(cell.name) or mixed(*LAND, tones[cell.x, cell.y])
            corners = hexagon(self.places[cell.name], self.unit)
            self.picture.polygon(corners, color, LINE, self.title(cell.name))
        armies = {cell.name: cell.piece for cell in self.scene.cells if cell.piece}
        for chain in self.scene.chains:
            self.palisade([self.places[name] for name in chain], armies[chain[0]])
        for cell in self.scene.cells:
            if cell.ground == "fortress":
                self.fortress(self.places[cell.name], cell.seat, 0.6 * self.unit)

    def palisade(self, points: list[Point], piece: Piece) -> None:
        """A thick rounded line through the centres: its seat's letter, then posts."""
        color = piece_color(piece)
        self.picture.line(points, mixed(color, INK, 0.35), 1.24 * self.unit)
        self.picture.line(points, color, 1.06 * self.unit)
        for point in points[1:]:
            self.picture.disc(point, 0.16 * self.unit, mixed(color, PAPER, 0.6))
        self.write(points[0], seat_letter(piece), 0.5 * self.unit, ink_on(color))

    def squares(self) -> None:
        """Squares and double squares, with what stands on them."""
        for cell in self.scene.cells:
            is_home, at = cell.ground == "home", self.places[cell.name]
            side = (2.0 if is_home else 1.0) * self.unit
            color = tinted(cell.seat, GROUND, 0.3 if is_home else 0.12)
            edge = mixed(LINE, INK, 0.25)
            self.picture.box(at, (side, side), color, edge, title=self.title(cell.name))
            if cell.piece:
                self.card(at, 0.76 * self.unit, cell.piece)

    def tiles(self) -> None:
        """Tiles of cells with strong borders, in the colour of who captured them."""
        for cell in self.scene.cells:
            tone = TILE_GROUNDS[int(cell.x // 2 + cell.y // 2) % 2]
            color, side = tinted(cell.seat, tone, 0.38), self.unit
            at = self.places[cell.name]
            self.picture.box(at, (side, side), color, LINE, title=self.title(cell.name))
        last_x = max(cell.x for cell in self.scene.cells)
        last_y = max(cell.y for cell in self.scene.cells)
        for cell in self.scene.cells:
            outer = {
                "left": cell.x == self.first_x,
                "right": cell.x == last_x,
                "top": cell.y == self.first_y,
                "bottom": cell.y == last_y,
            }
            self.strong_sides(cell, {side for side in outer if outer[side]} | cell.border)
        for cell in self.scene.cells:
            at = self.places[cell.name]
            if cell.ground == "centre" and not cell.piece:
                self.picture.disc(at, 0.08 * self.unit, mixed(LINE, INK, 0.3))
            if cell.piece:
                self.counter(at, 0.36 * self.unit, cell.piece)

    def strong_sides(self, cell: Cell, sides: set[str]) -> None:
        """The sides of a cell on the border of its tile or on the edge of the board."""
        (x, y), half = self.places[cell.name], self.unit / 2
        ends = {
            "left": ((x - half, y - half), (x - half, y + half)),
            "right": ((x + half, y - half), (x + half, y + half)),
            "top": ((x - half, y - half), (x + half, y - half)),
            "bottom": ((x - half, y + half), (x + half, y + half)),
        }
        for side in sorted(sides):
            self.picture.line(ends[side], mixed(INK, PAPER, 0.25), 2)

    def circles(self) -> None:
        """A round board with a dimple for each circle."""
        places = self.places.values()
        (left, right), (top, bottom) = [(min(a), max(a)) for a in zip(*places, strict=True)]
        middle = ((left + right) / 2, (top + bottom) / 2)
        reach = max(dist(middle, place) for place in places)
        self.picture.disc(middle, reach + 0.62 * self.unit, GROUND, LINE)
        for cell in self.scene.cells:
            at = self.places[cell.name]
            self.picture.disc(at, 0.42 * self.unit, PAPER, LINE, self.title(cell.name))
            if cell.piece:
                self.stone(at, 0.36 * self.unit, cell.piece)

    # Pieces -------------------------------------------------------------------------------------

    def counter(self, at: Point, radius: float, piece: Piece) -> None:
        """A round piece with its seat's letter and its own text."""
        color = piece_color(piece)
        self.picture.disc(at, radius, color, mixed(color, INK, 0.45))
        if piece.face_down:
            self.picture.disc(at, 0.8 * radius, "none", mixed(color, PAPER, 0.5))
        self.write(at, piece_text(piece), radius * 0.76, ink_on(color))

    def card(self, at: Point, size: float, piece: Piece) -> None:
        """A square piece of thick card; a round one if the piece is a commander."""
        if piece.kind == "commander":
            self.noble(at, size / 2, piece)
            return
        color = piece_color(piece)
        self.picture.box(at, (size, size), color, mixed(color, INK, 0.45), corner=size / 6)
        if piece.face_down:
            inner, tone = (0.8 * size, 0.8 * size), mixed(color, PAPER, 0.5)
            self.picture.box(at, inner, "none", tone, corner=size / 8)
        self.write(at, piece_text(piece), size * 0.4, ink_on(color))

    def stone(self, at: Point, radius: float, piece: Piece) -> None:
        """A stone with its letter; a tower is an open crown on its noble's colour."""
        color = piece_color(piece)
        edge = mixed(color, INK, 0.45)
        if piece.kind in LARGE:
            self.picture.disc(at, radius * 1.08, edge)
            self.noble(at, radius * 0.92, piece)
        else:
            self.picture.disc(at, radius * 0.86, color, edge)
            self.write(at, piece.text, radius * 0.7, ink_on(color))

    def noble(self, at: Point, radius: float, piece: Piece) -> None:
        """A disc with a crown over its seat's letter."""
        (x, y), color = at, piece_color(piece)
        self.picture.disc(at, radius, color, mixed(color, INK, 0.45))
        letter = seat_letter(piece)
        if letter:
            self.crown((x, y - 0.28 * radius), radius * 0.45, ink_on(color))
            self.write((x, y + 0.45 * radius), letter, radius * 0.5, ink_on(color))
        else:
            self.crown(at, radius * 0.66, ink_on(color))

    def fortress(self, at: Point, seat: str | None, size: float) -> None:
        """A tower with three merlons; captured, in its owner's colour and with its letter."""
        x, y = at
        color = look_of(seat).color if seat else FORTRESS
        edge = mixed(color, INK, 0.5)
        steps = (-1.0, -0.6, -0.6, -0.2, -0.2, 0.2, 0.2, 0.6, 0.6, 1.0, 1.0, -1.0)
        heights = (-0.9, -0.9, -0.5, -0.5, -0.9, -0.9, -0.5, -0.5, -0.9, -0.9, 0.9, 0.9)
        corners = [(x + a * size, y + b * size) for a, b in zip(steps, heights, strict=True)]
        self.picture.polygon(corners, color, edge)
        if seat:
            self.write((x, y + 0.2 * size), look_of(seat).letter, size * 0.6, ink_on(color))
        else:
            self.picture.box((x, y + 0.525 * size), (0.56 * size, 0.75 * size), edge)

    def crown(self, at: Point, size: float, color: str) -> None:
        """A crown of three points."""
        (x, y), points = at, ((-1, -0.6), (-0.45, 0.05), (0, -0.85), (0.45, 0.05), (1, -0.6))
        corners = [(x + a * size, y + b * size) for a, b in (*points, (0.8, 0.7), (-0.8, 0.7))]
        self.picture.polygon(corners, color)

    def write(self, at: Point, text: str, size: float, color: str) -> None:
        """The text on a piece, smaller if it is long; `size` is half of its height."""
        self.picture.text(at, text, 1.6 * size * (0.85 if len(text) > 2 else 1.0), color)

    # Trays --------------------------------------------------------------------------------------

    def trays(self, lines: list[TrayLine], y: float) -> None:
        """The trays below the board; the middle of the first line is at `y`."""
        for tray, pieces, is_first in lines:
            x = MARGIN + LEFT
            for piece in pieces:
                self.chip((x, y), piece)
                x += CHIP
            if is_first:
                color = look_of(tray.seat).color if tray.seat else NEUTRAL
                self.picture.disc((MARGIN + 4, y), 5, color)
                words = f"{tray.seat}, {tray.title}" if tray.seat else tray.title
                self.picture.text((MARGIN + 16, y), words, 15, from_left=True)
                if tray.note and len(pieces) < FEW:
                    start = x if pieces else x - CHIP / 2
                    self.picture.text((start, y), tray.note, 14, NEUTRAL, from_left=True)
            y += ROW

    def chip(self, at: Point, piece: Piece) -> None:
        """A small drawing of a piece in a tray; the tray's title names its seat."""
        radius = CHIP * 0.42
        if piece.text:
            piece = replace(piece, color=piece.color or piece.seat, seat=None)
        if piece.kind == "fortress":
            self.fortress(at, piece.seat, radius * 0.7)
        elif self.scene.shape == "circles":
            self.stone(at, radius, piece)
        elif self.scene.shape == "squares":
            self.card(at, 2 * radius, piece)
        else:
            self.counter(at, radius, piece)


# The tray, its pieces in this line, and whether the line is its first.
TrayLine = tuple[Tray, tuple[Piece, ...], bool]


def tray_lines(trays: tuple[Tray, ...]) -> list[TrayLine]:
    """The lines of all trays; an empty tray has none."""
    return [
        (tray, tray.pieces[i : i + PIECES], i == 0)
        for tray in trays
        if tray.pieces or tray.note
        for i in range(0, max(1, len(tray.pieces)), PIECES)
    ]


def piece_color(piece: Piece) -> str:
    """The piece's own colour, or its seat's."""
    name = piece.color or piece.seat
    color = look_of(name).color if name else NEUTRAL
    return mixed(color, PAPER, FADED) if piece.spent else color


def seat_letter(piece: Piece) -> str:
    """The letter of its seat; empty without a seat."""
    return look_of(piece.seat).letter if piece.seat else ""


def piece_text(piece: Piece) -> str:
    """The seat's letter and the piece's own text."""
    return seat_letter(piece) + (piece.text or piece.kind[:1].upper())


def tinted(seat: str | None, ground: str, share: float) -> str:
    """A ground mixed with a share of a seat's colour."""
    return mixed(ground, look_of(seat).color, share) if seat else ground


def hexagon(middle: Point, radius: float) -> list[Point]:
    """The corners of a hex that stands on a corner."""
    (x, y), angles = middle, [pi / 6 + i * pi / 3 for i in range(6)]
    return [(x + radius * cos(angle), y + radius * sin(angle)) for angle in angles]


def inland(places: Collection[Point]) -> dict[Point, float]:
    """How far each hex lies from the coast, from 0 to 1; hexes by text column and row."""
    left, depth, far = set(places), 0, {}
    while left:
        shore = [p for p in left if any((p[0] + a, p[1] + b) not in left for a, b in NEIGHBOURS)]
        left.difference_update(shore)
        far.update(dict.fromkeys(shore, depth))
        depth += 1
    return {place: steps_in / max(1, depth - 1) for place, steps_in in far.items()}
