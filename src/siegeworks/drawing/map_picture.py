"""Maps as pictures: land in water, towers, and what the colours of hexes mean"""

from collections.abc import Mapping
from typing import NamedTuple

from siegeworks.core.maps import GameMap, hexes_of, place_name
from siegeworks.core.palette import INK, LINE, WATER, mixed
from siegeworks.core.scene import Cell, Scene
from siegeworks.drawing.picture import Picture, Point
from siegeworks.drawing.scene_picture import HEX, NOTHING, UNITS, Board, board_size, hexagon

MARGIN = 48.0  # around the map; holds the letters of rows and the numbers of hexes
TITLE, LABEL, WORDS = 29.0, 17.0, 18.0  # sizes of text
LINE_HEIGHT = 29.0  # of the legend
CHARACTER = 0.5  # the average width of a character, of its size


def map_picture(game_map: GameMap, title: str = "") -> Picture:
    """A map of at most a few hundred hexes from above, with a title or without."""
    drawing = MapDrawing(game_map, title)
    width, height = drawing.size
    picture = Picture(width, height, title or game_map.name)
    water(picture)
    drawing.draw(picture, (0, 0))
    return picture


def water(picture: Picture) -> None:
    """Water all over the picture, within a margin of paper."""
    inset = MARGIN / 4
    size = (picture.width - 2 * inset, picture.height - 2 * inset)
    picture.box((picture.width / 2, picture.height / 2), size, WATER, corner=inset)


class MapDrawing(NamedTuple):
    """What a picture shows of a map."""

    game_map: GameMap
    title: str = ""  # above the map; empty: none
    fills: Mapping[str, str] = NOTHING  # colours of hexes, by their names; the others are land
    legend: tuple[tuple[str, str], ...] = ()  # lines below the map: a colour, and what it means
    words: Mapping[str, str] = NOTHING  # what pointing at a hex says after its name, by its name

    @property
    def scene(self) -> Scene:
        """The map as a board on which nothing stands."""
        cells = tuple(
            Cell(at.name, at.column, at.row, "fortress" if at.has_fortress else "land")
            for at in hexes_of(self.game_map.rows)
        )
        return Scene("hexes", cells)

    @property
    def size(self) -> Point:
        """The width and height that it takes in a picture."""
        width, height = board_size("hexes", self.scene.cells)
        longest = max((len(text) for _, text in self.legend), default=0)
        whole = max(
            2 * MARGIN + width,
            2 * MARGIN + len(self.title) * TITLE * CHARACTER,
            3 * MARGIN + longest * WORDS * CHARACTER,
        )
        below = len(self.legend) * LINE_HEIGHT + MARGIN / 2 if self.legend else 0
        return whole, self.top + height + MARGIN / 2 + below

    @property
    def top(self) -> float:
        """From the upper edge down to the board."""
        return MARGIN / 2 + (2.1 * TITLE if self.title else 0)

    def draw(self, picture: Picture, corner: Point) -> Board:
        """Draw it; `corner` is its upper left corner in the picture."""
        scene, (left, top) = self.scene, corner
        (width, _), (board_width, board_height) = self.size, board_size("hexes", scene.cells)
        if self.title:
            picture.text((left + width / 2, top + MARGIN), self.title, TITLE)
        at = (left + (width - board_width) / 2, top + self.top)
        board = Board(picture, scene, at, self.fills, self.words)
        self.frame(picture, board)
        board.draw()
        y = at[1] + board_height + MARGIN / 4
        for number, (color, text) in enumerate(self.legend):
            middle = (left + 1.25 * MARGIN, y + (number + 0.5) * LINE_HEIGHT)
            picture.polygon(hexagon(middle, 11), color, LINE)
            picture.text((middle[0] + 22, middle[1]), text, WORDS, from_left=True)
        return board

    def frame(self, picture: Picture, board: Board) -> None:
        """The letters of the rows, and the numbers of the hexes above them."""
        color, hexes = mixed(INK, WATER, 0.4), hexes_of(self.game_map.rows)
        if not hexes:
            return
        first = min(hexes, key=lambda place: place.column)
        top = min(hexes, key=lambda place: place.row)
        x, y = board.places[first.name][0], board.places[top.name][1]
        for row in sorted({place.row for place in hexes}):
            at = (x - 1.7 * HEX, y + (row - top.row) * UNITS["hexes"][1])
            picture.text(at, place_name(row, 0)[0], LABEL, color)
        across = UNITS["hexes"][0]
        for column in range(0, max(place.column for place in hexes) + 1, 2):
            at = (x + (column + 0.5 - first.column) * across, y - 1.6 * HEX)
            picture.text(at, str(column // 2 + 1), LABEL, color)
