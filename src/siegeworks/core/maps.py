"""The maps of a game: what others may ask of a game that has maps"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, Protocol

from siegeworks.core.errors import OptionError

MAP_OPTION = "map"  # the option that names the map, in every game that has maps
HEXES_ONLY = " (hexes only)"  # ends the name of a symmetry that the fortresses lack
HEX, FORTRESS = ".", "F"  # how a drawing shows a hex, and one with a fortress


class DrawingError(OptionError):
    """A drawing that is not a map."""

    def __init__(self, shown: str, why: str, line: int = 0, column: int = 0) -> None:
        """What is wrong, and where.

        Args:
            shown: what the sentence calls the map, "map=europe".
            why: the rest of the sentence, from the place on: " holds 'x' …" or ": it has …".
            line: of the drawing, from 1; 0: the drawing as a whole.
            column: from 1.
        """
        place = f": line {line}, column {column}" if line else ""
        super().__init__(f"{shown}{place}{why}")
        self.why, self.line, self.column = why, line, column


class MapHex(NamedTuple):
    """A hex of a drawing."""

    name: str
    row: int  # from 0 at the top
    column: int  # of the text, from 0; neighbours in a row are two columns apart
    has_fortress: bool


@dataclass(frozen=True)
class GameMap:
    """A map by its name and its drawing."""

    name: str  # what `map=NAME` says
    rows: tuple[str, ...]  # the drawing, cut: nothing blank around it or at the ends of rows
    is_shipped: bool  # drawn exactly as the map of this name that is part of the product

    @property
    def text(self) -> str:
        """The content of the map's file."""
        return "".join(f"{row}\n" for row in self.rows)


def place_name(row: int, column: int) -> str:
    """The name that a hex has or would have at this row and text column, both from 0."""
    return f"{chr(ord('a') + row)}{column // 2 + 1}"


def hexes_of(rows: Sequence[str]) -> tuple[MapHex, ...]:
    """The hexes of a drawing, in reading order."""
    return tuple(
        MapHex(place_name(row, column), row, column, mark == FORTRESS)
        for row, line in enumerate(rows)
        for column, mark in enumerate(line)
        if mark != " "
    )


@dataclass(frozen=True)
class MapProblem:
    """What is wrong with a drawing."""

    sentence: str
    places: tuple[str, ...] = ()  # the hexes that it is about, by name
    line: int = 0  # of the text, from 1; 0: the drawing as a whole
    column: int = 0  # from 1
    prevents_play: bool = True  # with the fortresses as they are drawn


@dataclass(frozen=True)
class MapReport:
    """What can be said of a drawing without playing on it."""

    map: GameMap
    hexes: int
    fortresses: int
    areas: int  # pieces of land that fit an army
    placements: int  # of an army on the bare map
    symmetries: tuple[str, ...]  # "mirror left-right", "turn by 180° (hexes only)" …
    problems: tuple[MapProblem, ...]
    free: tuple[str, ...]  # where one more fortress may stand

    @property
    def is_playable(self) -> bool:
        """Can it be played as it is?"""
        return not any(problem.prevents_play for problem in self.problems)


class Maps(Protocol):
    """The maps of a game. Its package has one as `MAPS`; `siegeworks.games.maps_of` finds it."""

    @property
    def shapes(self) -> tuple[str, ...]:
        """The shapes of random maps; the first is the default."""
        ...

    @property
    def sizes(self) -> tuple[int, int]:
        """The fewest and the most hexes of a random map."""
        ...

    def title(self, name: str) -> str:
        """The name of a map as people read it: "Europe and the Near East"."""
        ...

    def own_folder(self) -> Path:
        """Where a user's own maps are kept if no other folder is named."""
        ...

    def shipped_names(self) -> tuple[str, ...]:
        """The names of the maps that are part of the product."""
        ...

    def names(self, folder: Path | None = None) -> tuple[str, ...]:
        """The names of the shipped maps, then of those in `folder` or else in the user's folder."""
        ...

    def read(self, name: str, folder: Path | None = None) -> GameMap:
        """A map by its name, found as `map=NAME` finds it.

        Raises:
            OptionError: there is none, or it cannot be read, or it is not a map.
        """
        ...

    def parse(self, name: str, text: str) -> GameMap:
        """A map from its drawing; its fortresses may be wrong.

        Raises:
            OptionError: it is not a map, with line and column, or the name is not valid.
        """
        ...

    def inspect(self, name: str, text: str) -> MapReport:
        """Everything about a drawing, its problems included.

        Raises:
            OptionError: the text cannot be read as a drawing at all.
        """
        ...

    def random(self, size: int, shape: str, seed: int) -> GameMap:
        """A new map of `size` hexes, or one fewer where the shape is symmetric: land with
        fortresses, the same for the same arguments.

        Raises:
            OptionError: the size or the shape is not one of those offered.
        """
        ...

    def encode(self, rows: Sequence[str]) -> str:
        """The rows of a map as a short code for links.

        Raises:
            OptionError: it would be too long.
        """
        ...

    def decode(self, name: str, code: str) -> GameMap:
        """A map from its code.

        Raises:
            OptionError: it is not the code of a map, or the name is not valid.
        """
        ...
