"""Data files of games: lessons, puzzles, what the coach says, examples of rules

They are TOML and stand in the game's folder, beside its rules. A game may be without any of them.
"""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import TypeVar

import msgspec

from siegeworks.core.errors import SiegeworksError
from siegeworks.games import module

T = TypeVar("T")


def has_file(game: str, name: str) -> bool:
    """Is there a file of this name in a game's folder?

    Raises:
        UnknownGame: no such game.
    """
    return files(module(game).__name__).joinpath(name).is_file()


def text_of(game: str, name: str) -> str | None:
    """The text of a file in a game's folder; None if there is none.

    Raises:
        UnknownGame: no such game.
    """
    file = files(module(game).__name__).joinpath(name)
    return file.read_text("utf-8") if file.is_file() else None


def read_toml(text: str, kind: type[T], where: str, error: type[SiegeworksError]) -> T:
    """What such a text holds.

    Raises:
        SiegeworksError: an `error`, which says where and what, if it is not TOML of this kind.
    """
    try:
        # TOML has no numbers as keys, but levels of bots are.
        return msgspec.convert(tomllib.loads(text), kind, str_keys=True)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as problem:
        raise error(f"{where}: {problem}.") from None
