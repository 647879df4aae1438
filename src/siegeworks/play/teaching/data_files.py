"""Data files of games: lessons, puzzles, what the coach says, examples of rules

They are TOML and stand in the game's folder, beside its rules. A game may be without any of them.
"""

import tomllib
from importlib.resources import files
from typing import Protocol, TypeVar

import msgspec

from siegeworks.core.errors import SiegeworksError
from siegeworks.core.game import Game
from siegeworks.core.maps import MAP_OPTION
from siegeworks.games import load, module

T = TypeVar("T")


def has_file(game: str, name: str) -> bool:
    """Is there a file of this name in a game's folder? Raises UnknownGame."""
    return files(module(game).__name__).joinpath(name).is_file()


class Played(Protocol):
    """Something in a file that is played with options of its own."""

    @property
    def options(self) -> dict[str, str]:
        """The options of the game."""


class WithMaps(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A file with drawings of maps that are only for what is in it."""

    maps: dict[str, str] = {}  # by what the option `map` names

    def map_of(self, part: Played) -> str:
        """The map on which a part of the file is played; empty if it is that of its options."""
        return self.maps.get(part.options.get(MAP_OPTION, ""), "")

    def game(self, name: str, part: Played) -> Game:
        """The game of this name with the options and the map of a part of the file."""
        return load(name, part.options, map_rows=self.map_of(part))


def text_of(game: str, name: str) -> str | None:
    """The text of a file in a game's folder; None if there is none. Raises UnknownGame."""
    file = files(module(game).__name__).joinpath(name)
    return file.read_text("utf-8") if file.is_file() else None


def data_of(game: str, name: str, kind: type[T], error: type[SiegeworksError]) -> T | None:
    """What a file in a game's folder holds; None if there is none. Raises UnknownGame, or an
    `error` if the file cannot be read."""
    text = text_of(game, name)
    return None if text is None else read_toml(text, kind, f"{name} of {game}", error)


def read_toml(text: str, kind: type[T], where: str, error: type[SiegeworksError]) -> T:
    """What such a text holds. Raises an `error`, which says where and what, if it is not TOML of
    this kind."""
    try:
        # TOML has no numbers as keys, but levels of bots are.
        return msgspec.convert(tomllib.loads(text), kind, str_keys=True)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as problem:
        raise error(f"{where}: {problem}.") from None
