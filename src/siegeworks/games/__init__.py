"""The games, by name: those of this package, and those that other installed packages add.

Each is registered by an entry point of the group `siegeworks.games`, which names the module that
holds it: a folder with `RULES.md` and the names in `CONTENTS`. It is imported when it is asked for.
"""

import copyreg
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, PackageNotFoundError, distribution, entry_points
from importlib.resources import files
from os import PathLike
from pathlib import Path
from types import ModuleType
from typing import Any

from siegeworks.core.card import Card
from siegeworks.core.errors import OptionError, SiegeworksError, quote
from siegeworks.core.game import Game
from siegeworks.core.maps import MAP_OPTION, Maps
from siegeworks.core.options import OptionValue, option_texts

GROUP = "siegeworks.games"
CONTENTS = ("TITLE", "IN_A_SENTENCE", "CREDITS", "CARD", "OPTIONS", "make")


class UnknownGame(SiegeworksError):
    """There is no game of this name, or its package cannot be used."""


def _of_this_package() -> dict[str, EntryPoint]:
    """What registers the games of this package, by name. Raises SiegeworksError if it was not
    installed, or before its games were registered."""
    try:
        registered = {entry.name: entry for entry in distribution("siegeworks").entry_points}
    except PackageNotFoundError:
        registered = {}
    games = {name: entry for name, entry in registered.items() if entry.group == GROUP}
    if not games:
        raise SiegeworksError(
            "Siegeworks finds none of its games: install it again, in a copy of the sources by "
            "`pip install -e .`"
        )
    return games


_OURS = _of_this_package()
NAMES = tuple(sorted(_OURS))  # the games of this package


def registered_names() -> tuple[str, ...]:
    """All games by name, those of this package first. None is imported, so that some may turn out
    to be broken."""
    return (*NAMES, *(name for name in _entries() if name not in _OURS))


def game_names() -> tuple[str, ...]:
    """The games that can be played: those of this package first. All are imported.

    Examples:
        >>> "siege-master" in game_names()
        True
    """
    return tuple(name for name in registered_names() if isinstance(_loaded(name), ModuleType))


def problems() -> tuple[str, ...]:
    """A sentence for each game of a package that cannot be used; it is left out."""
    loaded = (_loaded(name) for name in registered_names())
    return (*_replacements(), *(problem for problem in loaded if isinstance(problem, str)))


def look_again() -> None:
    """Find out again what is registered: packages were installed or removed since."""
    _entries.cache_clear()
    _loaded.cache_clear()


def module(name: str) -> ModuleType:
    """The package of one game, with the names in CONTENTS and the file RULES.md. Raises UnknownGame
    if there is none, or if it cannot be used."""
    if name not in registered_names():
        raise UnknownGame(
            f"There is no game {quote(str(name))!r}; the games are {', '.join(game_names())}."
        )
    package = _loaded(name)
    if isinstance(package, str):
        raise UnknownGame(package)
    return package


def game_title(name: str) -> str:
    """The title of a game; its name, if it is no longer installed."""
    try:
        return str(module(name).TITLE)
    except UnknownGame:
        return name


def load(
    name: str,
    options: Mapping[str, OptionValue] | None = None,
    maps: str | PathLike[str] | None = None,
    map_rows: Sequence[str] | str | None = None,
) -> Game:
    """The game with these options, `{"seats": 3, "insert": "any"}`; the others stay at their
    default.

    Args:
        name: one of `game_names()`.
        options: values as people write them, whole numbers, and True or False where an option is
            yes or no, on or off.
        maps: a folder with the user's own map files, for games that have maps.
        map_rows: the drawing of the map that the option `map` names, as text or row by row, for
            games that have maps; None or empty: the map of that name.

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
    if not map_rows:
        game = package.make(given, folder, None) if has_maps else package.make(given, folder)
        return game
    if not has_maps:
        raise OptionError(f"{package.TITLE} has no maps: leave the drawing of a map out.")
    if MAP_OPTION not in given:
        raise OptionError(f"A drawn map needs a name: add {MAP_OPTION}=NAME to the options.")
    game = package.make(
        given, folder, map_rows if isinstance(map_rows, str) else "\n".join(map_rows)
    )
    return game


def _pickled(game: Game) -> tuple[Callable[..., Game], tuple[Any, ...]]:
    """A game is pickled as what it was loaded from, and loaded again."""
    options = dict(game.changed_options)
    return _load_again, (game.name, options, game.map_rows, game.engine is game.rules)


def _load_again(
    name: str, options: dict[str, str], map_rows: tuple[str, ...], is_plain: bool
) -> Game:
    game = load(name, options, None, map_rows)
    return game.plain() if is_plain else game


copyreg.pickle(Game, _pickled)


def maps_of(name: str) -> Maps:
    """The maps of a game. Raises UnknownGame for no such game, OptionError if it has no maps."""
    package = module(name)
    maps: Maps | None = getattr(package, "MAPS", None)
    if maps is None:
        raise OptionError(f"{package.TITLE} has no maps.")
    return maps


# How they are found -------------------------------------------------------------------------------


@cache
def _entries() -> Mapping[str, frozenset[EntryPoint]]:
    """What other packages register, by the game's name."""
    entries: dict[str, set[EntryPoint]] = {}
    for entry in entry_points(group=GROUP):
        if entry not in _OURS.values():
            entries.setdefault(entry.name, set()).add(entry)
    return {name: frozenset(entries[name]) for name in sorted(entries)}


def _replacements() -> tuple[str, ...]:
    """A sentence for each game of another package that has the name of a built-in one."""
    return tuple(
        f"{_packages(entries)} adds a game {quote(name)}, but Siegeworks has a game of that name: "
        "uninstall the package, or rename its game."
        for name, entries in _entries().items()
        if name in _OURS
    )


@cache
def _loaded(name: str) -> ModuleType | str:
    """The module of a registered game; a sentence, if it cannot be used."""
    try:
        return _load(name, frozenset([_OURS[name]]) if name in _OURS else _entries()[name])
    except UnknownGame as problem:
        return str(problem)


def _load(name: str, entries: frozenset[EntryPoint]) -> ModuleType:
    """The module of the one entry point of this name. Raises UnknownGame if there are several, or
    if it cannot be used: which package, why and what to do."""
    packages = _packages(entries)
    if len({entry.value for entry in entries}) > 1:
        raise UnknownGame(
            f"{packages} add different games named {quote(name)}: uninstall all but one."
        )
    if not re.fullmatch("[a-z][a-z0-9]*(-[a-z0-9]+)*", name):
        raise UnknownGame(
            f"{packages} adds a game {quote(name)!r}: a game's name consists of lower-case "
            "letters, digits and single hyphens, such as siege-master."
        )
    entry = next(iter(entries))
    try:
        loaded = import_module(entry.value)
        _check_contents(loaded)
    except Exception as error:  # whatever a broken package raises, the other games go on
        reason = str(error) or type(error).__name__
        raise UnknownGame(
            f"{packages} adds a game {name} that cannot be loaded from {entry.value}: "
            f"{reason.rstrip('.')}. Fix or uninstall the package."
        ) from error
    return loaded


def _packages(entries: frozenset[EntryPoint]) -> str:
    """Which packages register a game, to begin a sentence with."""
    names = {
        f"The package {entry.dist.name}" if entry.dist is not None else "An unnamed package"
        for entry in entries
    }
    return " and ".join(sorted(names))


def _check_contents(package: ModuleType) -> None:
    """Raises AttributeError or TypeError for a module that lacks something that every game has."""
    missing = [name for name in CONTENTS if not hasattr(package, name)]
    if missing:
        raise AttributeError(f"its __init__.py does not define {', '.join(missing)}")
    if not isinstance(package.CARD, Card):
        raise TypeError("CARD in its __init__.py is not a siegeworks.core.card.Card")
    if not hasattr(package, "__path__"):
        raise AttributeError("it is a single file; a game is a folder with an __init__.py")
    if not files(package).joinpath("RULES.md").is_file():
        raise AttributeError("the file RULES.md is missing beside its __init__.py")
