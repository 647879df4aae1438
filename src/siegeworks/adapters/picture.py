"""Scenes as pictures, RGB arrays for `rgb_array` rendering: the board seen from above.

They are drawn at twice the size and then halved, which smooths the edges. Colour is never the only
sign: pieces show the letter of their seat or their own text.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import sqrt
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from siegeworks.core.palette import FORTRESS, INK, LAND, LINE, PAPER, WATER, ink_on, mixed
from siegeworks.core.scene import Cell, Piece, Scene, Tray
from siegeworks.play.map_picture import hexagon, inland, tower
from siegeworks.tui.seats import look_of

try:
    from PIL import Image, ImageDraw, ImageFont
except ImportError as missing:
    raise ImportError("Pictures need Pillow: pip install 'siegeworks[research]'.") from missing

GROUND = "#efe6d2"
TILE_GROUNDS = ("#efe6d2", "#e6dbc2")
NEUTRAL = "#6b655b"
FADED = 0.55  # of paper in the colour of what is spent

FINE = 2  # pixels drawn per pixel of the picture, in each direction
SIZES = {"hexes": 26, "squares": 48, "tiles": 72, "circles": 56}  # pixels of a board unit
LARGE = {"tower", "neutral tower"}  # pieces that fill a circle
MARGIN = 24
CHIP = 26  # pixels of a piece in a tray
ROW = 32  # pixels of a row of trays
LEFT = 210  # pixels for a tray's title
WIDEST = 720  # pixels, of trays

Point = tuple[float, float]


def picture(scene: Scene) -> NDArray[np.uint8]:
    """The board and the trays under it, height × width × 3."""
    return Canvas(scene).drawn()


class Box(NamedTuple):
    """The bounds of the board, in board units."""

    left: float
    top: float
    right: float
    bottom: float


class Canvas:
    """A picture being drawn; lengths are in fine pixels."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.unit = SIZES[scene.shape] * FINE
        # A hex is as wide as two units and its rows lie closer; circles are half a unit apart.
        self.across, self.down = {
            "hexes": (self.unit * sqrt(3) / 2, self.unit * 1.5),
            "circles": (self.unit / 2, self.unit * sqrt(3) / 2),
        }.get(scene.shape, (float(self.unit), float(self.unit)))
        edge = 1.0
        self.box = Box(
            min(cell.x for cell in scene.cells) - edge,
            min(cell.y for cell in scene.cells) - edge,
            max(cell.x for cell in scene.cells) + edge,
            max(cell.y for cell in scene.cells) + edge,
        )
        board_width = round((self.box.right - self.box.left) * self.across)
        self.board_height = round((self.box.bottom - self.box.top) * self.down)
        self.lines = tray_lines(scene.trays)
        self.width = max(board_width, WIDEST * FINE) + 2 * MARGIN * FINE
        self.left = (self.width - board_width) / 2
        self.height = self.board_height + FINE * (2 * MARGIN + ROW * len(self.lines) + MARGIN // 2)
        self.image = Image.new("RGB", (self.width, self.height), PAPER)
        self.draw = ImageDraw.Draw(self.image)
        places = [(cell.x, cell.y) for cell in scene.cells]
        self.inland = inland(places) if scene.shape == "hexes" else {}

    def drawn(self) -> NDArray[np.uint8]:
        """The finished picture."""
        boards: dict[str, Callable[[], None]] = {
            "hexes": self.hexes,
            "squares": self.squares,
            "tiles": self.tiles,
            "circles": self.circles,
        }
        boards[self.scene.shape]()
        self.trays()
        small = self.image.resize((self.width // FINE, self.height // FINE), Image.Resampling.BOX)
        return np.array(small, np.uint8)

    def place(self, cell: Cell) -> Point:
        """The centre of a cell."""
        x = self.left + (cell.x - self.box.left) * self.across
        return x, MARGIN * FINE + (cell.y - self.box.top) * self.down

    # Boards -------------------------------------------------------------------------------------

    def hexes(self) -> None:
        """Land in water; an army is one palisade over its hexes."""
        self.panel(WATER)
        for cell in self.scene.cells:
            tone = mixed(LAND[0], LAND[1], self.inland[cell.x, cell.y])
            corners = hexagon(self.place(cell), self.unit)
            self.draw.polygon(corners, fill=tone, outline=LINE, width=FINE)
        at = {cell.name: self.place(cell) for cell in self.scene.cells}
        armies = {cell.name: cell.piece for cell in self.scene.cells if cell.piece}
        for chain in self.scene.chains:
            self.palisade([at[name] for name in chain], armies[chain[0]])
        for cell in self.scene.cells:
            if cell.ground == "fortress":
                self.fortress(self.place(cell), cell.seat, 0.62 * self.unit)

    def panel(self, color: str) -> None:
        """A panel under the whole board."""
        edge = MARGIN * FINE // 2
        box = (edge, edge, self.width - edge, self.board_height + 2 * MARGIN * FINE - edge)
        self.draw.rounded_rectangle(box, MARGIN * FINE / 2, fill=color)

    def palisade(self, points: list[Point], piece: Piece) -> None:
        """A thick rounded line through the centres: its seat's letter, then posts."""
        color, letter = piece_color(piece), seat_letter(piece)
        for width, tone in ((1.24, mixed(color, INK, 0.35)), (1.06, color)):
            radius = width * self.unit / 2
            self.draw.line(points, fill=tone, width=round(2 * radius))
            for point in points:
                self.disc(point, radius, tone)
        for point in points[1:]:
            self.disc(point, 0.16 * self.unit, mixed(color, PAPER, 0.6))
        self.write(points[0], letter, 0.5 * self.unit, ink_on(color))

    def squares(self) -> None:
        """Squares and double squares, with what stands on them."""
        for cell in self.scene.cells:
            half = (1.0 if cell.ground == "home" else 0.5) * self.unit
            color = tinted(cell.seat, GROUND, 0.3 if cell.ground == "home" else 0.12)
            x, y = self.place(cell)
            box = (x - half, y - half, x + half, y + half)
            self.draw.rectangle(box, fill=color, outline=mixed(LINE, INK, 0.25), width=FINE)
            if cell.piece:
                self.card((x, y), 0.76 * self.unit, cell.piece)

    def tiles(self) -> None:
        """Tiles of cells with strong borders, in the colour of who captured them."""
        for cell in self.scene.cells:
            x, y = self.place(cell)
            half = self.unit / 2
            tone = TILE_GROUNDS[int(cell.x // 2 + cell.y // 2) % 2]
            color = tinted(cell.seat, tone, 0.38)
            self.draw.rectangle((x - half, y - half, x + half, y + half), color, LINE, FINE)
        for cell in self.scene.cells:
            self.strong_sides(cell)
        for cell in self.scene.cells:
            if cell.ground == "centre" and not cell.piece:
                self.disc(self.place(cell), 0.08 * self.unit, mixed(LINE, INK, 0.3))
            if cell.piece:
                self.counter(self.place(cell), 0.36 * self.unit, cell.piece)

    def strong_sides(self, cell: Cell) -> None:
        """The sides of a cell on the border of its tile or on the edge of the board."""
        x, y = self.place(cell)
        half, ink = self.unit / 2, mixed(INK, PAPER, 0.25)
        sides = {
            "left": (x - half, y - half, x - half, y + half),
            "right": (x + half, y - half, x + half, y + half),
            "top": (x - half, y - half, x + half, y - half),
            "bottom": (x - half, y + half, x + half, y + half),
        }
        edges = {
            "left": cell.x == self.box.left + 1,
            "right": cell.x == self.box.right - 1,
            "top": cell.y == self.box.top + 1,
            "bottom": cell.y == self.box.bottom - 1,
        }
        for name, line in sides.items():
            if name in cell.border or edges[name]:
                self.draw.line(line, fill=ink, width=2 * FINE)

    def circles(self) -> None:
        """A round board with a dimple for each circle."""
        xs, ys = zip(*(self.place(cell) for cell in self.scene.cells), strict=True)
        middle = ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)
        reach = max(
            sqrt((x - middle[0]) ** 2 + (y - middle[1]) ** 2) for x, y in zip(xs, ys, strict=True)
        )
        self.disc(middle, reach + 0.62 * self.unit, GROUND, LINE)
        for cell in self.scene.cells:
            point = self.place(cell)
            self.disc(point, 0.42 * self.unit, PAPER, LINE)
            if cell.piece:
                self.stone(point, 0.36 * self.unit, cell.piece)

    # Pieces -------------------------------------------------------------------------------------

    def counter(self, point: Point, radius: float, piece: Piece) -> None:
        """A round piece with its seat's letter and its own text."""
        color = piece_color(piece)
        self.disc(point, radius, color, mixed(color, INK, 0.45))
        if piece.face_down:
            self.ring(point, 0.8 * radius, mixed(color, PAPER, 0.5))
        self.write(point, piece_text(piece), radius * 0.76, ink_on(color))

    def card(self, point: Point, size: float, piece: Piece) -> None:
        """A square piece of thick card; a round one if the piece is a commander."""
        if piece.kind == "commander":
            self.noble(point, size / 2, piece)
            return
        x, y = point
        color, half = piece_color(piece), size / 2
        box = (x - half, y - half, x + half, y + half)
        edge = mixed(color, INK, 0.45)
        self.draw.rounded_rectangle(box, half / 3, fill=color, outline=edge, width=FINE)
        if piece.face_down:
            inner = (x - 0.8 * half, y - 0.8 * half, x + 0.8 * half, y + 0.8 * half)
            tone = mixed(color, PAPER, 0.5)
            self.draw.rounded_rectangle(inner, half / 4, outline=tone, width=FINE)
        self.write(point, piece_text(piece), half * 0.8, ink_on(color))

    def stone(self, point: Point, radius: float, piece: Piece) -> None:
        """A stone with its letter; a tower is an open crown on its noble's colour."""
        color = piece_color(piece)
        edge = mixed(color, INK, 0.45)
        if piece.kind not in LARGE:
            self.disc(point, radius * 0.86, color, edge)
            self.write(point, piece.text, radius * 0.7, ink_on(color))
            return
        self.disc(point, radius * 1.08, edge)
        self.noble(point, radius * 0.92, piece)

    def noble(self, point: Point, radius: float, piece: Piece) -> None:
        """A disc with a crown over its seat's letter."""
        (x, y), color = point, piece_color(piece)
        self.disc(point, radius, color, mixed(color, INK, 0.45))
        letter = seat_letter(piece)
        if letter:
            self.crown((x, y - 0.28 * radius), radius * 0.45, ink_on(color))
            self.write((x, y + 0.45 * radius), letter, radius * 0.5, ink_on(color))
        else:
            self.crown(point, radius * 0.66, ink_on(color))

    def fortress(self, point: Point, seat: str | None, size: float) -> None:
        """A tower with three merlons; captured, in its owner's colour and with a flag's letter."""
        x, y = point
        color = look_of(seat).color if seat else FORTRESS
        edge = mixed(color, INK, 0.5)
        self.draw.polygon(tower(point, size), fill=color, outline=edge, width=FINE)
        if seat:
            self.write((x, y + 0.2 * size), look_of(seat).letter, size * 0.6, ink_on(color))
        else:
            gate = (x - 0.28 * size, y + 0.15 * size, x + 0.28 * size, y + 0.9 * size)
            self.draw.rectangle(gate, fill=edge)

    def crown(self, point: Point, size: float, color: str) -> None:
        """A crown of three points."""
        x, y = point
        shape = ((-1, -0.6), (-0.45, 0.05), (0, -0.85), (0.45, 0.05), (1, -0.6), (0.8, 0.7))
        corners = [(x + a * size, y + b * size) for a, b in (*shape, (-0.8, 0.7))]
        self.draw.polygon(corners, fill=color)

    def disc(self, point: Point, radius: float, fill: str, outline: str | None = None) -> None:
        """A filled circle."""
        x, y = point
        box = (x - radius, y - radius, x + radius, y + radius)
        self.draw.ellipse(box, fill=fill, outline=outline, width=FINE if outline else 0)

    def ring(self, point: Point, radius: float, color: str) -> None:
        """The line of a circle."""
        x, y = point
        box = (x - radius, y - radius, x + radius, y + radius)
        self.draw.ellipse(box, outline=color, width=FINE)

    def write(self, point: Point, text: str, size: float, color: str, anchor: str = "mm") -> None:
        """Text, centred on a point unless the anchor says otherwise."""
        narrow = size * 0.85 if len(text) == 3 and anchor == "mm" else size
        self.draw.text(point, text, fill=color, font=font(round(1.5 * narrow)), anchor=anchor)

    # Trays --------------------------------------------------------------------------------------

    def trays(self) -> None:
        """The trays beside the board, line by line."""
        y = float(self.board_height + FINE * (MARGIN + MARGIN // 2 + ROW // 2))
        for tray, pieces, is_first in self.lines:
            if is_first:
                color = look_of(tray.seat).color if tray.seat else NEUTRAL
                self.disc((FINE * (MARGIN + 4), y), FINE * 5, color)
                words = f"{tray.seat}, {tray.title}" if tray.seat else tray.title
                self.write((FINE * (MARGIN + 16), y), words, FINE * 9, INK, "lm")
            x = float(FINE * (MARGIN + LEFT))
            for piece in pieces:
                self.chip((x, y), piece)
                x += FINE * CHIP
            if is_first and tray.note and not pieces:
                self.write((x - FINE * CHIP / 2, y), tray.note, FINE * 8, NEUTRAL, "lm")
            elif is_first and tray.note and len(pieces) < FEW:
                self.write((x, y), tray.note, FINE * 8, NEUTRAL, "lm")
            y += FINE * ROW

    def chip(self, point: Point, piece: Piece) -> None:
        """A small drawing of a piece in a tray; the tray's title names its seat."""
        size = FINE * CHIP * 0.42
        if piece.text:
            piece = piece._replace(color=piece.color or piece.seat, seat=None)
        if piece.kind == "fortress":
            self.fortress(point, piece.seat, size * 0.7)
        elif self.scene.shape == "circles":
            self.stone(point, size, piece)
        elif self.scene.shape == "squares":
            self.card(point, 2 * size, piece)
        else:
            self.counter(point, size, piece)


A_LINE = (WIDEST - LEFT) // CHIP  # pieces in a line of a tray
FEW = A_LINE - 6  # pieces beside which a note fits

TrayLine = tuple[
    Tray, tuple[Piece, ...], bool
]  # the tray, its pieces in this line, whether it is the first


def tray_lines(trays: tuple[Tray, ...]) -> list[TrayLine]:
    """The lines of all trays; an empty tray has none."""
    lines: list[TrayLine] = []
    for tray in trays:
        if tray.pieces or tray.note:
            starts = range(0, max(1, len(tray.pieces)), A_LINE)
            lines += [(tray, tray.pieces[i : i + A_LINE], i == 0) for i in starts]
    return lines


@cache
def font(size: int) -> Any:
    """Pillow's built-in font, so that pictures look the same everywhere."""
    return ImageFont.load_default(max(8, size))


def piece_color(piece: Piece | None) -> str:
    """The piece's own colour, or its seat's."""
    name = (piece.color or piece.seat) if piece else None
    color = look_of(name).color if name else NEUTRAL
    return mixed(color, PAPER, FADED) if piece and piece.spent else color


def seat_letter(piece: Piece) -> str:
    """The letter of its seat; empty without a seat."""
    return look_of(piece.seat).letter if piece.seat else ""


def piece_text(piece: Piece) -> str:
    """The seat's letter and the piece's own text."""
    return seat_letter(piece) + (piece.text or piece.kind[:1].upper())


def tinted(seat: str | None, ground: str, share: float) -> str:
    """A ground mixed with a share of a seat's colour."""
    return mixed(ground, look_of(seat).color, share) if seat else ground
