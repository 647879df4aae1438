"""How games travel to other processes, and into journals: by their names"""

from __future__ import annotations

from dataclasses import fields
from typing import Any, NamedTuple

from siegeworks import __version__
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

    def as_json(self) -> dict[str, object]:
        """As the configuration of a campaign has them."""
        return {"game": self.name, "options": self.options, "map_rows": list(self.map_rows)}


def made_for(game: Game) -> dict[str, Any]:
    """What the file of a network says of its game, and by which version it was made."""
    return {
        "siegeworks": __version__,
        "game": game.name,
        "options": dict(game.options),
        "ruleset": game.ruleset,
    }


class ByName:
    """A dataclass whose first field is a game, in place of which its names are pickled."""

    def __reduce__(self) -> tuple[object, ...]:
        given = [field.name for field in fields(self) if field.init]  # type: ignore[arg-type]
        game, *others = (getattr(self, name) for name in given)
        return _again, (type(self), GameNames.of(game), *others)


def _again(kind: type[Any], names: GameNames, *others: object) -> Any:
    return kind(names.load(), *others)
