"""How games travel to other processes: by their names"""

from __future__ import annotations

from typing import NamedTuple

from siegeworks.core.game import Game
from siegeworks.games import load


class GameNames(NamedTuple):
    """What another process needs to load a game again."""

    name: str
    options: dict[str, str]
    land: tuple[str, ...]

    @classmethod
    def of(cls, game: Game) -> GameNames:
        """The names of this game."""
        return cls(game.name, dict(game.changed_options), game.land)

    def load(self) -> Game:
        """The game. Maps need no folder: a land carries its rows."""
        return load(self.name, self.options, None, self.land)
