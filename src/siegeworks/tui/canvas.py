"""A grid of character cells to draw on, and box-drawing lines."""

from rich.style import Style
from rich.text import Text

from siegeworks.core.palette import Look

NO_STYLE = Style()


def style_of(look: Look) -> Style:
    """Text on the colour of a seat."""
    return Style(color=look.ink, bgcolor=look.color, bold=True)


# The box-drawing character of a point whose arms up, right, down and left are absent (0), thin (1)
# or thick (2), at index 27 · up + 9 · right + 3 · down + left.
THIN, THICK = 1, 2
JOINTS = " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋"


class Canvas:
    """Character cells, each with its own style. Writing outside them has no effect."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.characters = [[" "] * width for _ in range(height)]
        self.styles = [[NO_STYLE] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, style: Style = NO_STYLE) -> None:
        """Overwrite the text at a position; the style is added to the styles already there."""
        for i, character in enumerate(text, x):
            if 0 <= i < self.width and 0 <= y < self.height:
                self.characters[y][i] = character
                self.styles[y][i] += style

    def fill(self, x: int, y: int, width: int, height: int, style: Style) -> None:
        """Clear a rectangle and add a style to it."""
        for row in range(y, y + height):
            self.put(x, row, " " * width, style)

    def text(self) -> Text:
        """The whole canvas, without spaces at the ends of lines."""
        lines = [self._line(y) for y in range(self.height)]
        return Text("\n", no_wrap=True, overflow="crop").join(lines)

    def _line(self, y: int) -> Text:
        characters, styles = self.characters[y], self.styles[y]
        end = self.width
        while end and characters[end - 1] == " " and styles[end - 1] == NO_STYLE:
            end -= 1
        line = Text(no_wrap=True)
        start = 0
        for x in range(1, end + 1):
            if x == end or styles[x] != styles[start]:
                line.append("".join(characters[start:x]), styles[start])
                start = x
        return line


class GridLines:
    """The lines of a grid: collected edge by edge, then drawn with matching joints."""

    def __init__(self) -> None:
        self.arms: dict[tuple[int, int], list[int]] = {}  # at a point: up, right, down, left

    def across(self, x: int, y: int, length: int, weight: int) -> None:
        """A horizontal line from the point (x, y) to the one `length` to the right of it."""
        for i in range(x, x + length):
            self._draw(i, y, 1, weight)
            self._draw(i + 1, y, 3, weight)

    def down(self, x: int, y: int, length: int, weight: int) -> None:
        """A vertical line from the point (x, y) to the one `length` below it."""
        for i in range(y, y + length):
            self._draw(x, i, 2, weight)
            self._draw(x, i + 1, 0, weight)

    def _draw(self, x: int, y: int, arm: int, weight: int) -> None:
        arms = self.arms.setdefault((x, y), [0, 0, 0, 0])
        arms[arm] = max(arms[arm], weight)

    def draw(self, canvas: Canvas, thin: Style, thick: Style, ascii_only: bool) -> None:
        """Draw all lines on the canvas."""
        for (x, y), arms in self.arms.items():
            style = thick if THICK in arms else thin
            canvas.put(x, y, _joint(arms, ascii_only), style)


def _joint(arms: list[int], ascii_only: bool) -> str:
    up, right, down, left = arms
    if not ascii_only:
        return JOINTS[27 * up + 9 * right + 3 * down + left]
    if THICK in arms:
        return "#"
    if not (up or down):
        return "-"
    return "+" if left or right else "|"
