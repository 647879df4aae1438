"""How games travel to other processes: by their names"""

from __future__ import annotations

from typing import NamedTuple

from siegeworks.core.game import Game
from siegeworks.games import load


class GameNames(NamedTuple):
    """What another process needs to load a game again."""

    name: str
    options: dict[str, str]
    map_rows: tuple[str, ...]

    @classmethod
    def of(cls, game: Game) -> GameNames:
        """The names of this game."""
        return cls(game.name, dict(game.changed_options), game.map_rows)

    def load(self) -> Game:
        """The game. Maps need no folder: their rows come along."""
        return load(self.name, self.options, None, self.map_rows)
