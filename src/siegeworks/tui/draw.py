"""Draws the board of a scene with coloured characters, for terminals, and explains its symbols.

Colour never carries meaning on its own: seats have letters, grounds have symbols, and cells that
have just changed are marked.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace
from rich.style import Style
from rich.text import Text

from siegeworks.core.palette import INK, Look, look_of, mixed
from siegeworks.core.scene import UNKNOWN, Cell, Piece, Scene
from siegeworks.tui.canvas import THICK, THIN, Canvas, GridLines, style_of

GROUND = ("#e8dfc9", "#dfd4b9", "#d5c9aa")  # several, so that neighbouring cells differ
FAINT = "#857a5e"
NEUTRAL = Look("", "#5f5a52")  # of cells and pieces that belong to nobody
LABEL = Style(dim=True)
MARK = Style(color=INK, bold=True)

# Each with its ASCII replacement.
EMPTY_SYMBOL = ("·", ".")
BARRED_SYMBOL = ("×", "x")
GROUND_SYMBOLS = {"fortress": ("▲", "F")}  # grounds that are shown even when empty
PIECE_SYMBOLS = {"commander": "♚", "fortress": "▲"}  # kinds whose symbol is clearer than letters
LARGE = {"tower", "neutral tower"}  # pieces that fill a circle

WAYS = ("level", "falling", "rising")
Entry = tuple[str, str]  # a symbol as it is drawn, and its meaning


class Viewport(NamedTuple):
    """The space to draw in, and the characters that may be used."""

    width: int = 80  # columns
    height: int = 24  # lines
    ascii_only: bool = False
    labels_below: bool = False  # label columns below the board only: its top may scroll away


DEFAULT_VIEWPORT = Viewport()


def board(
    scene: Scene, changed: Collection[str] = (), viewport: Viewport = DEFAULT_VIEWPORT
) -> Text:
    """The board of a scene; the cells named in `changed` are marked."""
    return RENDERERS[scene.shape](scene, changed, viewport).render()


def legend(scene: Scene, seats: Sequence[str], viewport: Viewport) -> list[str]:
    """A line for each symbol that can appear on this board."""
    entries = [*RENDERERS[scene.shape](scene, (), viewport).entries(seats)]
    widest = max(len(symbol) for symbol, _ in entries)
    return [f"{symbol:<{widest}}  {meaning}" for symbol, meaning in entries]


def changed_cells(before: Scene, after: Scene) -> frozenset[str]:
    """The names of the cells that look different in `after`."""
    old = {cell.name: (cell.piece, cell.seat, cell.ground) for cell in before.cells}
    return frozenset(
        cell.name
        for cell in after.cells
        if old.get(cell.name) != (cell.piece, cell.seat, cell.ground)
    )


# Pieces -----------------------------------------------------------------------------------------


def piece_text(piece: Piece, with_seat: bool, viewport: Viewport) -> str:
    """The letters of a piece: its seat's if `with_seat`, then its own; in brackets if it is face
    down but known to the viewer."""
    text = PIECE_SYMBOLS.get(piece.kind) or piece.text
    if viewport.ascii_only and not text.isascii():
        text = piece.kind[:1].upper()
    if with_seat and piece.seat:
        text = look_of(piece.seat).letter + text
    text = text or piece.kind[:1].upper()
    return f"({text})" if piece.face_down and piece.text != UNKNOWN else text


def piece_style(piece: Piece) -> Style:
    """The colours of a piece: its own or else its seat's; darker if it is face down."""
    if piece.spent:
        return Style(dim=True, strike=True)
    name = piece.color or piece.seat
    look = look_of(name) if name else NEUTRAL
    return style_of(look._replace(color=mixed(look.color, INK, 0.3)) if piece.face_down else look)


# Coordinates in the names of cells ---------------------------------------------------------------

COORDINATES = re.compile(r"[A-Z]?([a-z])([0-9]{1,2})")


def letter(cell: Cell) -> str:
    """The letter of a name such as d13; empty if the name is not a coordinate."""
    match = COORDINATES.fullmatch(cell.name)
    return match[1] if match else ""


def number(cell: Cell) -> str:
    """The number of a name such as d13; empty if the name is not a coordinate."""
    match = COORDINATES.fullmatch(cell.name)
    return match[2] if match else ""


def labels(places: Iterable[tuple[int, str]]) -> dict[int, str]:
    """The label of each row or column whose cells all have the same one; `places`: each cell's row
    or column, and its label."""
    words: dict[int, set[str]] = {}
    for place, word in places:
        if word:
            words.setdefault(place, set()).add(word)
    return {place: next(iter(texts)) for place, texts in words.items() if len(texts) == 1}


# Renderers ---------------------------------------------------------------------------------------


class BoardRenderer:
    """Draws one board; a subclass for each shape of scene."""

    def __init__(self, scene: Scene, changed: Collection[str], viewport: Viewport) -> None:
        self.scene, self.changed, self.viewport = scene, changed, viewport
        self.first_x = min(cell.x for cell in scene.cells)
        self.first_y = min(cell.y for cell in scene.cells)
        self.wide = int(max(cell.x for cell in scene.cells) - self.first_x) + 1
        self.high = int(max(cell.y for cell in scene.cells) - self.first_y) + 1

    @property
    def top(self) -> int:
        """How many lines above the board are used for column labels."""
        return 0 if self.viewport.labels_below else 1

    def has_foot(self, foot: int) -> bool:
        """Whether columns are also labelled on line `foot`, below the board."""
        return self.viewport.labels_below or foot < self.viewport.height

    def label_lines(self, foot: int) -> tuple[int, ...]:
        """The lines with column labels; the canvas ignores those outside of it."""
        return (foot,) if self.viewport.labels_below else (0, foot)

    def render(self) -> Text:
        """Draw the board."""
        raise NotImplementedError

    def symbol(self, pair: tuple[str, str]) -> str:
        """The first symbol of a pair, or the second if only ASCII may be used."""
        return pair[self.viewport.ascii_only]

    def entries(self, seats: Sequence[str]) -> Iterator[Entry]:
        """Say what the symbols mean."""
        raise NotImplementedError

    def kinds(self) -> dict[str, list[str]]:
        """The symbols of all pieces on and beside the board, by kind."""
        places = {cell.name for cell in self.scene.cells}  # captured tiles show the name of a place
        beside = [piece for tray in self.scene.trays for piece in tray.pieces]
        pieces = [piece for piece in beside if piece.text not in places]
        pieces += [cell.piece for cell in self.scene.cells if cell.piece]
        symbols_of: dict[str, list[str]] = {}
        for piece in pieces:
            is_named = piece.kind in PIECE_SYMBOLS or piece.text not in ("", UNKNOWN)
            if is_named and not piece.spent:
                symbols = symbols_of.setdefault(piece.kind, [])
                symbol = piece_text(replace(piece, face_down=False), False, self.viewport)
                symbols += [symbol] if symbol not in symbols else []
        return symbols_of


class HexRenderer(BoardRenderer):
    """Rows of hexes, one line each, like bricks; four columns per hex, or two if space is short."""

    LEFT = 3  # columns used for labels

    @property
    def half(self) -> int:
        """The width of half a hex, in columns."""
        return 2 if self.LEFT + 2 * self.wide + 6 <= self.viewport.width else 1

    def render(self) -> Text:
        """Draw the board."""
        width = self.LEFT + self.half * (self.wide + 1) + 3
        self.canvas = Canvas(width, self.top + self.high + self.has_foot(self.top + self.high))
        for cell in self.scene.cells:
            self._hex(cell)
        by_name = {cell.name: cell for cell in self.scene.cells}
        for index, chain in enumerate(self.scene.chains):
            self._chain([by_name[name] for name in chain], index)
        self._label()
        return self.canvas.text()

    def place(self, cell: Cell) -> tuple[int, int]:
        """The column and line at which a hex begins."""
        right, down = int(cell.x - self.first_x), int(cell.y - self.first_y)
        return self.LEFT + self.half * right - self.half + 1, self.top + down

    def _hex(self, cell: Cell) -> None:
        x, y = self.place(cell)
        tone = GROUND[(int(cell.x) - 3 * int(cell.y)) // 2 % 3]
        empty = BARRED_SYMBOL if cell.barred else EMPTY_SYMBOL
        style, symbol = Style(color=FAINT, bgcolor=tone), self.symbol(empty)
        if cell.ground in GROUND_SYMBOLS:
            look = look_of(cell.seat) if cell.seat else NEUTRAL
            style, symbol = style_of(look), self.symbol(GROUND_SYMBOLS[cell.ground]) + look.letter
        if cell.piece:
            style = piece_style(cell.piece)
            symbol = piece_text(cell.piece, True, self.viewport)
        self.canvas.fill(x, y, 2 * self.half, 1, style)
        self.canvas.put(x + self.half - 1, y, symbol[:2])
        if cell.name in self.changed and self.half > 1:
            mark = Style(bold=True) if cell.ground in GROUND_SYMBOLS else MARK
            self.canvas.put(x, y, "[", mark)
            self.canvas.put(x + 3, y, "]", mark)

    def _chain(self, cells: Sequence[Cell], index: int) -> None:
        """Draw a piece on several hexes as a stroke with its owner's letter at both ends. Two
        alternating shades separate neighbouring pieces of one owner."""
        seat = next((cell.piece.seat for cell in cells if cell.piece), None)
        look = look_of(seat) if seat else NEUTRAL
        shade = mixed(look.color, INK, 0.2) if index % 2 else look.color
        is_new = all(cell.name in self.changed for cell in cells)
        way = "level" if cells[0].y == cells[1].y else "rising"
        way = "falling" if way == "rising" and cells[0].x < cells[1].x else way
        first, middle, last = self.strokes(way, look.letter, is_new)
        strokes = [first, *[middle] * (len(cells) - 2), last]
        for cell, stroke in zip(cells, strokes, strict=True):
            self.canvas.put(*self.place(cell), stroke, style_of(look._replace(color=shade)))

    def strokes(self, way: str, seat: str, is_new: bool) -> tuple[str, str, str]:
        """The text on the first, on each middle and on the last hex of a chain.

        Args:
            way: "level", "falling" (down to the right) or "rising" (down to the left).
            seat: its owner's letter.
            is_new: it has just been placed.
        """
        before, after = ("(", ")") if is_new else (" ", " ")
        level = "═" if is_new else "─"
        strokes = ("-", "\\", "/") if self.viewport.ascii_only else (level, "╲", "╱")
        level, falling, rising = strokes
        if self.half == 1:
            stroke = {"level": level, "falling": falling, "rising": rising}[way]
            return seat + stroke, stroke * 2, stroke + seat
        if way == "level":
            return f"{before}{seat}{level * 2}", level * 4, f"{level * 2}{seat}{after}"
        if way == "falling":
            return f"{before}{seat}_ ", f" {falling}_ ", f" {falling}{seat}{after}"
        return f" _{seat}{after}", f" _{rising} ", f"{before}{seat}{rising} "

    def _label(self) -> None:
        rows = labels((self.place(cell)[1], letter(cell)) for cell in self.scene.cells)
        for y, word in rows.items():
            ends = [x for x, row in map(self.place, self.scene.cells) if row == y]
            self.canvas.put(min(ends) - 2, y, word, LABEL)
            self.canvas.put(max(ends) + 2 * self.half + 1, y, word, LABEL)
        columns = labels((int(cell.x) // 2, number(cell)) for cell in self.scene.cells)
        for column, word in columns.items():
            if self.half > 1 or int(word) % 2:
                x = self.LEFT + self.half * (2 * column - int(self.first_x)) + self.half // 2
                for y in self.label_lines(self.top + self.high):
                    self.canvas.put(x, y, word, LABEL)

    def entries(self, seats: Sequence[str]) -> Iterator[Entry]:
        """Say what the symbols mean."""
        seat, owner = seats[0], look_of(seats[0]).letter
        fortress = self.symbol(GROUND_SYMBOLS["fortress"])
        yield (
            f"{self.symbol(EMPTY_SYMBOL)} {fortress} {fortress}{owner}",
            f"free land; a neutral fortress; a fortress that {seat} has captured",
        )
        if any(cell.barred for cell in self.scene.cells):
            yield self.symbol(BARRED_SYMBOL), "free land where nothing may be placed now"
        for way, meaning in zip(
            WAYS, ("from left to right", "down to the right", "down to the left"), strict=True
        ):
            first, middle, last = self.strokes(way, owner, False)
            parts = [first.strip(), middle.strip(), middle.strip(), last.strip()]
            symbol = "".join(parts) if way == "level" else " ".join(parts)
            yield symbol, f"an army of {seat} on four hexes, {meaning}"
        if self.half > 1:
            ends = " ".join(
                part.strip() for way in WAYS[1:] for part in self.strokes(way, owner, True)[::2]
            )
            yield ends, "ends of an army placed since your last move; [ ] other changes"


class SquareRenderer(BoardRenderer):
    """Squares, with lines between them if there is space; their strong sides are thick lines."""

    LEFT = 3

    def render(self) -> Text:
        """Draw the board."""
        reach = [(cell.x, cell.y, (self.span(cell) - 1) / 2) for cell in self.scene.cells]
        self.first_x = min(x - far for x, _, far in reach)
        self.first_y = min(y - far for _, y, far in reach)
        self.wide = 1 + int(max(x + far for x, _, far in reach) - self.first_x)
        self.high = 1 + int(max(y + far for _, y, far in reach) - self.first_y)
        self.step_x, self.step_y = self._steps()
        self.line = 1 if self.step_y > 1 else 0  # the width of a line between squares
        # If every piece stands on its own seat's ground, the ground already shows the owner.
        self.is_mixed = any(c.piece and c.piece.seat != c.seat for c in self.scene.cells)
        self.foot = self.top + self.high * self.step_y + self.line
        width = self.LEFT + self.wide * self.step_x + self.line + 3
        self.canvas = Canvas(width, self.foot + self.has_foot(self.foot))
        self.grid_lines = GridLines()
        for cell in self.scene.cells:
            self._cell(cell)
        thin, thick = Style(color=FAINT), Style(color=INK)
        self.grid_lines.draw(self.canvas, thin, thick, self.viewport.ascii_only)
        self._label()
        return self.canvas.text()

    @staticmethod
    def span(cell: Cell) -> int:
        """How many squares wide and high a cell is: two if its centre is between squares."""
        return 1 if cell.x == int(cell.x) else 2

    def _steps(self) -> tuple[int, int]:
        """The columns and lines from one square to the next."""
        for step_x, step_y in ((8, 4), (6, 2), (5, 2), (4, 1)):
            fits_across = self.wide * step_x + self.LEFT + 3 <= self.viewport.width
            if fits_across and self.top + self.high * step_y + 1 <= self.viewport.height:
                return step_x, step_y
        return 4, 1

    def place(self, cell: Cell) -> tuple[int, int]:
        """The column and line at which a cell begins, including the line before it."""
        offset = (self.span(cell) - 1) / 2
        right, down = cell.x - offset - self.first_x, cell.y - offset - self.first_y
        return self.LEFT + int(right) * self.step_x, self.top + int(down) * self.step_y

    def _cell(self, cell: Cell) -> None:
        x, y = self.place(cell)
        wide, high = self.span(cell) * self.step_x, self.span(cell) * self.step_y
        inner_wide, inner_high = wide - self.line, high - self.line
        inside = (x + self.line, y + self.line, inner_wide, inner_high)
        text, style = self._content(cell)
        self.canvas.fill(x, y, wide + self.line, high + self.line, Style(bgcolor=GROUND[0]))
        self.canvas.fill(*inside, Style(bgcolor=self._ground(cell)))
        if cell.piece:
            self.canvas.fill(*inside, style)
        if cell.name in self.changed and len(text) + 2 <= inner_wide:
            text = f">{text}<"
        middle = inside[0] + (inner_wide - len(text)) // 2
        self.canvas.put(middle, inside[1] + (inner_high - 1) // 2, text, style)
        if self.line:
            self._rule(cell, x, y, (wide, high))

    def _rule(self, cell: Cell, x: int, y: int, size: tuple[int, int]) -> None:
        wide, high = size
        weight = {side: THICK if side in cell.border else THIN for side in SIDES}
        self.grid_lines.across(x, y, wide, weight["top"])
        self.grid_lines.across(x, y + high, wide, weight["bottom"])
        self.grid_lines.down(x, y, high, weight["left"])
        self.grid_lines.down(x + wide, y, high, weight["right"])

    def _ground(self, cell: Cell) -> str:
        """The background colour of a cell, tinted if it belongs to a seat."""
        tone = GROUND[(int(cell.x) + int(cell.y)) % 2]
        return mixed(tone, look_of(cell.seat).color, 0.35) if cell.seat else tone

    def _content(self, cell: Cell) -> tuple[str, Style]:
        """The text on a cell: its piece, its name unless that is a coordinate, or its owner."""
        if cell.piece:
            return piece_text(cell.piece, self.is_mixed, self.viewport), piece_style(cell.piece)
        color = mixed(look_of(cell.seat).color, INK, 0.3) if cell.seat else FAINT
        if not letter(cell):
            return cell.name, Style(color=color, bold=True)
        if cell.seat and self.is_mixed:
            return look_of(cell.seat).letter.lower(), Style(color=color)
        return self.symbol(EMPTY_SYMBOL), Style(color=color)

    def _label(self) -> None:
        cells = [cell for cell in self.scene.cells if letter(cell)]
        for x, word in labels((self.place(cell)[0], letter(cell)) for cell in cells).items():
            for y in self.label_lines(self.foot):
                self.canvas.put(x + self.step_x // 2, y, word, LABEL)
        for y, word in labels((self.place(cell)[1], number(cell)) for cell in cells).items():
            self.canvas.put(0, y + self.step_y // 2, f"{word:>2}", LABEL)
            self.canvas.put(self.canvas.width - 2, y + self.step_y // 2, word, LABEL)

    def entries(self, seats: Sequence[str]) -> Iterator[Entry]:
        """Say what the symbols mean. If pieces can stand on each other's ground, each shows its
        owner."""
        kinds = self.kinds()
        named = {
            kind: symbols[0]
            for kind, symbols in kinds.items()
            if kind in PIECE_SYMBOLS or len(symbols[0]) == 2
        }
        homes = [cell.name for cell in self.scene.cells if cell.ground == "home"]
        is_mixed = self.scene.shape == "tiles" or bool(homes)
        owner = look_of(seats[0]).letter if is_mixed else ""
        value = f"{owner}5" if is_mixed else next(iter(named.values()), "5")
        if is_mixed:
            owners = ", ".join(f"{look_of(seat).letter} {seat}" for seat in seats)
            yield value, f"a piece of value 5, after its owner's letter: {owners}"
        if named:
            symbols = [f"{owner}{symbol}" for symbol in named.values()]
            kinds_named = [f"{symbol} {kind}" for symbol, kind in zip(symbols, named, strict=True)]
            yield symbols[0], "kinds of pieces: " + ", ".join(kinds_named)
        yield f"{owner}{UNKNOWN}", "a face-down piece whose value you do not know"
        yield f"({value})", "in brackets: a face-down piece that you know"
        yield "> <", "changed since your last move"
        empty = self.symbol(EMPTY_SYMBOL)
        if self.scene.shape == "tiles":
            yield f"{empty} {owner.lower()}", f"an empty place; one on a tile of {seats[0]}"
            yield self.symbol(("━┃", "##")), "the edges of tiles"
        else:
            yield " ".join([empty, *homes]), "an empty place" + ("; Home Bases" if homes else "")


SIDES = ("left", "right", "top", "bottom")


class CircleRenderer(BoardRenderer):
    """Hexagonal rows of circles. Empty circles show their names; large pieces fill theirs."""

    HALF = 3  # columns of half a circle

    def render(self) -> Text:
        """Draw the board."""
        self.step = 2 if 2 * self.high <= self.viewport.height else 1
        below = self.step * self.high < self.viewport.height
        self.canvas = Canvas(self.HALF * (self.wide + 1) + 2, self.step * self.high + below)
        ground = Style(bgcolor=GROUND[0])
        for cell in self.scene.cells:
            x, y = self.place(cell)
            self.canvas.fill(x - 1, y - self.step + 1, 2 * self.HALF + 2, self.step + 1, ground)
        for cell in self.scene.cells:
            self._circle(cell)
        return self.canvas.text()

    def place(self, cell: Cell) -> tuple[int, int]:
        """The column and line at which a circle begins."""
        right, down = int(cell.x - self.first_x), int(cell.y - self.first_y)
        return 1 + self.HALF * right, self.step * (down + 1) - 1

    def _circle(self, cell: Cell) -> None:
        x, y = self.place(cell)
        if cell.piece is None:
            self.canvas.put(x + 1, y, f"{cell.name:>3}", Style(color=FAINT))
        else:
            text = piece_text(cell.piece, True, self.viewport)
            is_large = cell.piece.kind in LARGE
            shown = f"[{' '.join(text):^3}]" if is_large else f"({text})"
            self.canvas.put(x + (0 if is_large else 1), y, shown, piece_style(cell.piece))
        if cell.name in self.changed:
            self.canvas.put(x - 1, y, ">", MARK)
            self.canvas.put(x + 5, y, "<", MARK)

    def entries(self, seats: Sequence[str]) -> Iterator[Entry]:
        """Say what the symbols mean."""
        kinds = self.kinds()
        yield "b2", "an empty circle, with its name"
        yield " ".join(f"({symbol})" for symbol in kinds.get("stone", ())), "stones, by colour"
        for kind in sorted(LARGE & kinds.keys(), reverse=True):
            owner = "" if "neutral" in kind else f"{look_of(seats[0]).letter} "
            meaning = f"a {kind}" + (f" of {seats[0]}" if owner else "")
            yield f"[{owner + kinds[kind][0]:^3}]", meaning
        yield "> <", "changed since your last move"


RENDERERS: dict[str, type[BoardRenderer]] = {
    "hexes": HexRenderer,
    "squares": SquareRenderer,
    "tiles": SquareRenderer,
    "circles": CircleRenderer,
}
