"""The maps of Siege Master, for everybody who need not know the game: `MAPS`"""

from collections.abc import Sequence
from pathlib import Path

from siegeworks.core.errors import quote
from siegeworks.core.maps import GameMap, MapReport
from siegeworks.core.text import capitalized
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
    """The maps of Siege Master. `siegeworks.core.maps.Maps` says what each method does."""

    shapes = tuple(SHAPES)
    sizes = SIZES

    def title(self, name: str) -> str:
        words = name.replace("-", " ").replace("_", " ").split()
        return TITLES.get(name) or " ".join(map(capitalized, words))

    def own_folder(self) -> Path:
        return own_folder()

    def shipped_names(self) -> tuple[str, ...]:
        return tuple(names_in(SHIPPED))

    def names(self, folder: Path | None = None) -> tuple[str, ...]:
        shipped = self.shipped_names()
        return (*shipped, *(name for name in names_in(folder_of(folder)) if name not in shipped))

    def read(self, name: str, folder: Path | None = None) -> GameMap:
        return game_map(name, find_map(name, folder).rows)

    def parse(self, name: str, text: str) -> GameMap:
        check_name(name, own_folder())
        return game_map(name, parse_map(text, f"map={quote(name)}").rows)

    def inspect(self, name: str, text: str) -> MapReport:
        check_name(name, own_folder())
        return inspect_map(name, text)

    def random(self, size: int, shape: str, seed: int) -> GameMap:
        return random_map(size, shape, seed)

    def encode(self, rows: Sequence[str]) -> str:
        return encode(rows)

    def decode(self, name: str, code: str) -> GameMap:
        check_name(name, own_folder())
        return game_map(name, decode(code))


MAPS = SiegeMasterMaps()
