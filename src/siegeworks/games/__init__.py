"""The games, by name: the five of this package, and those that installed packages add.

A package adds a game by an entry point of the group `siegeworks.games`, which names the module
that holds it: a folder with `RULES.md` and the names in `CONTENTS`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.resources import files
from os import PathLike
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from siegeworks.core.errors import OptionError, SiegeworksError, quote
from siegeworks.core.game import Game
from siegeworks.core.maps import MAP_OPTION, Maps
from siegeworks.core.options import OptionValue, option_texts

GROUP = "siegeworks.games"
NAMES = (  # the games of this package
    "siege-by-number",
    "nobles-and-peasants",
    "siege-master",
    "kings-ransom",
    "expansion",
)
CONTENTS = ("TITLE", "IN_A_SENTENCE", "CREDITS", "SEAT_COUNT", "OPTIONS", "make")


class UnknownGame(SiegeworksError):
    """There is no game of this name, or its package cannot be used."""


class _Installed(NamedTuple):
    """What the entry points of the installed packages come to."""

    modules: Mapping[str, ModuleType]  # by the game's name, sorted
    problems: Mapping[str, str]  # what is wrong with those left out, as a sentence


def game_names() -> tuple[str, ...]:
    """All games that can be played: the five, then those of installed packages, by name.

    Examples:
        >>> "siege-master" in game_names()
        True
    """
    return (*NAMES, *_installed().modules)


def problems() -> tuple[str, ...]:
    """A sentence for each game of an installed package that cannot be used; it is left out."""
    return tuple(_installed().problems.values())


def module(name: str) -> ModuleType:
    """The package of one game, with the names in CONTENTS and the file RULES.md.

    Raises:
        UnknownGame: no such game, or its package cannot be used.
    """
    if name in NAMES:
        return import_module(f"siegeworks.games.{name.replace('-', '_')}")
    installed = _installed()
    if name in installed.modules:
        return installed.modules[name]
    if name in installed.problems:
        raise UnknownGame(installed.problems[name])
    raise UnknownGame(
        f"There is no game {quote(str(name))!r}; the games are {', '.join(game_names())}."
    )


def load(
    name: str,
    options: Mapping[str, OptionValue] | None = None,
    maps: str | PathLike[str] | None = None,
    land: Sequence[str] | str | None = None,
) -> Game:
    """The game with these options, `{"seats": 3, "insert": "any"}`; the others stay at their
    default.

    Args:
        name: one of `game_names()`.
        options: values as people write them, whole numbers, and True or False where an option is
            yes or no, on or off.
        maps: a folder with the user's own map files, for games that have maps.
        land: the drawing of the map that the option `map` names, as text or row by row, for games
            that have maps; None or empty: the map of that name.

    Raises:
        UnknownGame: no such game.
        OptionError: an option that it does not know or cannot take, or a drawing that is not a map.

    Examples:
        >>> game = load("nobles-and-peasants", {"seats": 3})
        >>> game.title, game.seats
        ('Nobles and Peasants', ('blue', 'yellow', 'green'))
    """
    package = module(name)
    given = option_texts(package.TITLE, package.OPTIONS, {} if options is None else options)
    folder = None if maps is None else Path(maps)
    has_maps = hasattr(package, "MAPS")
    game: Game
    if not land:
        game = package.make(given, folder, None) if has_maps else package.make(given, folder)
        return game
    if not has_maps:
        raise OptionError(f"{package.TITLE} has no maps, so it takes no land: leave the land out.")
    if MAP_OPTION not in given:
        raise OptionError(f"A land needs a name: add {MAP_OPTION}=NAME to the options.")
    game = package.make(given, folder, land if isinstance(land, str) else "\n".join(land))
    return game


def maps_of(name: str) -> Maps:
    """The maps of a game.

    Raises:
        UnknownGame: no such game.
        OptionError: it has no maps.
    """
    package = module(name)
    maps: Maps | None = getattr(package, "MAPS", None)
    if maps is None:
        raise OptionError(f"{package.TITLE} has no maps.")
    return maps


# Games of installed packages ----------------------------------------------------------------------


@cache
def _installed() -> _Installed:
    """Load what the entry points name, once. One that fails does not stop the others."""
    entries: dict[str, set[EntryPoint]] = {}
    for entry in entry_points(group=GROUP):
        entries.setdefault(entry.name, set()).add(entry)
    modules: dict[str, ModuleType] = {}
    problems: dict[str, str] = {}
    for name in sorted(entries):
        try:
            modules[name] = _load(name, entries[name])
        except UnknownGame as problem:
            problems[name] = str(problem)
    return _Installed(modules, problems)


def _load(name: str, entries: set[EntryPoint]) -> ModuleType:
    """The module of the one entry point of this name.

    Raises:
        UnknownGame: there are several, or it cannot be used; which package, why and what to do.
    """
    sources = " and ".join(sorted({_package(entry) for entry in entries}))
    if name in NAMES:
        raise UnknownGame(
            f"{sources} adds a game {quote(name)}, but Siegeworks has a game of that name: "
            "uninstall the package, or rename its game."
        )
    if len({entry.value for entry in entries}) > 1:
        raise UnknownGame(
            f"{sources} add different games named {quote(name)}: uninstall all but one."
        )
    if not re.fullmatch("[a-z][a-z0-9]*(-[a-z0-9]+)*", name):
        raise UnknownGame(
            f"{sources} adds a game {quote(name)!r}: a game's name consists of lower-case letters, "
            "digits and single hyphens, such as siege-master."
        )
    entry = next(iter(entries))
    try:
        loaded = import_module(entry.value)
        _check_contents(loaded)
    except Exception as error:  # whatever a broken package raises, the other games go on
        reason = str(error) or type(error).__name__
        raise UnknownGame(
            f"{sources} adds a game {name} that cannot be loaded from {entry.value}: "
            f"{reason.rstrip('.')}. Fix or uninstall the package."
        ) from error
    return loaded


def _package(entry: EntryPoint) -> str:
    return f"The package {entry.dist.name}" if entry.dist is not None else "An unnamed package"


def _check_contents(package: ModuleType) -> None:
    """Raises AttributeError for a module that lacks something that every game has."""
    missing = [name for name in CONTENTS if not hasattr(package, name)]
    if missing:
        raise AttributeError(f"its __init__.py does not define {', '.join(missing)}")
    if not hasattr(package, "__path__"):
        raise AttributeError("it is a single file; a game is a folder with an __init__.py")
    if not files(package).joinpath("RULES.md").is_file():
        raise AttributeError("the file RULES.md is missing beside its __init__.py")


__all__ = [
    "CONTENTS",
    "GROUP",
    "NAMES",
    "OptionError",
    "OptionValue",
    "UnknownGame",
    "game_names",
    "load",
    "maps_of",
    "module",
    "problems",
]
