"""The five games, by name. A sixth is one folder here, one in tests/games, one name in
NAMES."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from types import ModuleType

from siegeworks.core.game import Game, OptionError, Refused, quote

NAMES = (
    "siege-by-number",
    "nobles-and-peasants",
    "siege-master",
    "kings-ransom",
    "expansion",
)


class UnknownGame(Refused):
    """There is no game of this name."""


def module(name: str) -> ModuleType:
    """The package of one game: TITLE, IN_A_SENTENCE, CREDITS, OPTIONS, RULES_TEXT and make()."""
    if name not in NAMES:
        raise UnknownGame(f"There is no game {quote(name)!r}; the games are {', '.join(NAMES)}.")
    return import_module(f"siegeworks.games.{name.replace('-', '_')}")


def load(name: str, options: Mapping[str, str] | None = None, maps: Path | None = None) -> Game:
    """The game with these options, `{"seats": "3"}`; the others stay at their default.

    Args:
        name: one of NAMES.
        options: values as people write them.
        maps: a folder with the user's own map files, for games that have maps.

    Raises:
        UnknownGame: no such game.
        OptionError: an option that it does not know or cannot take.
    """
    game: Game = module(name).make(dict(options or {}), maps)
    return game


__all__ = ["NAMES", "OptionError", "UnknownGame", "load", "module"]
