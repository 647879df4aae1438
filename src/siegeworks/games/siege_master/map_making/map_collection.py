"""The maps of Siege Master, for everybody who need not know the game: `MAPS`"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from siegeworks.core.errors import quote
from siegeworks.core.maps import GameMap, MapReport
from siegeworks.games.siege_master.map_making.map_code import decode, encode
from siegeworks.games.siege_master.map_making.map_inspection import inspect_map
from siegeworks.games.siege_master.map_making.random_maps import SHAPES, SIZES, random_map
from siegeworks.games.siege_master.maps import (
    SHIPPED,
    check_name,
    find_map,
    folder_of,
    game_map,
    names_in,
    own_folder,
    parse_map,
)

TITLES = {  # of shipped maps whose name does not say it all
    "australia": "Australia and islands",
    "europe": "Europe and the Near East",
}


class SiegeMasterMaps:
    """What `siegeworks.core.maps.Maps` asks for."""

    @property
    def shapes(self) -> tuple[str, ...]:
        """The shapes of random maps; the first is the default."""
        return tuple(SHAPES)

    @property
    def sizes(self) -> tuple[int, int]:
        """The fewest and the most hexes of a random map."""
        return SIZES

    def title(self, name: str) -> str:
        """The name of a map as people read it."""
        words = name.replace("-", " ").replace("_", " ").split()
        return TITLES.get(name) or " ".join(word[0].upper() + word[1:] for word in words)

    def own_folder(self) -> Path:
        """Where a user's own maps are kept if no other folder is named."""
        return own_folder()

    def shipped_names(self) -> tuple[str, ...]:
        """The names of the maps that are part of the product."""
        return tuple(names_in(SHIPPED))

    def names(self, folder: Path | None = None) -> tuple[str, ...]:
        """The names of the shipped maps, then of the others in `folder`, or else in the user's own
        folder."""
        shipped = self.shipped_names()
        return (*shipped, *(name for name in names_in(folder_of(folder)) if name not in shipped))

    def read(self, name: str, folder: Path | None = None) -> GameMap:
        """A map by its name, found as `map=NAME` finds it."""
        return game_map(name, find_map(name, folder).rows)

    def parse(self, name: str, text: str) -> GameMap:
        """A map from its drawing; its fortresses may be wrong."""
        check_name(name, own_folder())
        return game_map(name, parse_map(text, f"map={quote(name)}").rows)

    def inspect(self, name: str, text: str) -> MapReport:
        """Everything about a drawing, its problems included."""
        check_name(name, own_folder())
        return inspect_map(name, text)

    def random(self, size: int, shape: str, seed: int) -> GameMap:
        """A new map: one connected land with fortresses, the same for the same arguments."""
        return random_map(size, shape, seed)

    def encode(self, rows: Sequence[str]) -> str:
        """The rows of a map as a short code for links."""
        return encode(rows)

    def decode(self, name: str, code: str) -> GameMap:
        """A map from its code."""
        check_name(name, own_folder())
        return game_map(name, decode(code))


MAPS = SiegeMasterMaps()
