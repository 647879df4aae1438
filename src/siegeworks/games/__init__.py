"""The five games, by name. A sixth is one folder here, one in tests/games, one name in
NAMES."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from os import PathLike
from pathlib import Path
from types import ModuleType

from siegeworks.core.game import (
    Game,
    OptionError,
    OptionValue,
    SiegeworksError,
    option_texts,
    quote,
)

NAMES = (
    "siege-by-number",
    "nobles-and-peasants",
    "siege-master",
    "kings-ransom",
    "expansion",
)


class UnknownGame(SiegeworksError):
    """There is no game of this name."""


def module(name: str) -> ModuleType:
    """The package of one game: TITLE, IN_A_SENTENCE, CREDITS, OPTIONS, RULES_TEXT and make()."""
    if name not in NAMES:
        raise UnknownGame(
            f"There is no game {quote(str(name))!r}; the games are {', '.join(NAMES)}."
        )
    return import_module(f"siegeworks.games.{name.replace('-', '_')}")


def load(
    name: str,
    options: Mapping[str, OptionValue] | None = None,
    maps: str | PathLike[str] | None = None,
) -> Game:
    """The game with these options, `{"seats": 3, "insert": "any"}`; the others stay at their
    default.

    Args:
        name: one of NAMES.
        options: values as people write them, whole numbers, and True or False where an option is
            yes or no, on or off.
        maps: a folder with the user's own map files, for games that have maps.

    Raises:
        UnknownGame: no such game.
        OptionError: an option that it does not know or cannot take.
    """
    package = module(name)
    given = option_texts(package.TITLE, package.OPTIONS, {} if options is None else options)
    game: Game = package.make(given, None if maps is None else Path(maps))
    return game


__all__ = ["NAMES", "OptionError", "OptionValue", "UnknownGame", "load", "module"]
