"""Opponents for people: eight levels, each clearly stronger than the one before."""

from __future__ import annotations

from collections.abc import Set
from typing import NamedTuple

from siegeworks.bots.attention import Attention
from siegeworks.bots.search import MIXING, Budget, SearchBot
from siegeworks.bots.spec import UnknownBot
from siegeworks.core.advice import Strength
from siegeworks.core.contract import Action, Observation
from siegeworks.core.errors import quote
from siegeworks.core.game import Game
from siegeworks.core.random import Rng


class Level(NamedTuple):
    """The name and the description of a level; each game's advice says how strong it is."""

    name: str
    description: str


LEVELS = (
    Level("Page", "has just learned the rules; a child can win"),
    Level("Squire", "sees what is near and often wavers"),
    Level("Guard", "seldom overlooks a simple threat"),
    Level("Sergeant", "plays a sound game without great plans"),
    Level("Knight", "thinks a few moves ahead"),
    Level("Captain", "a strong player; mistakes are punished"),
    Level("Marshal", "hard to beat"),
    Level("Sovereign", "the strongest, and still quick"),
)


# Level 8 answers within two seconds on slow machines too. If this limit ends a search, the seed no
# longer determines the game.
SECONDS = 1.8

WON = 0.9  # chance of winning from which on a player takes care


class LevelBot(SearchBot):
    """A bot of some level. The lower ones overlook moves, as people do who are not strong."""

    def __init__(self, game: Game, rng: Rng, strength: Strength) -> None:
        super().__init__(
            game,
            rng,
            Budget(strength.simulations, SECONDS),
            settings=strength.settings,
            temperature=strength.temperature,
            mixing=0 if strength.overlooks else MIXING,
        )
        self._attention = Attention(game, strength.overlooks) if strength.overlooks else None

    def left_out(self, seen: Observation) -> Set[Action]:
        """What the player overlooks: nothing in a game that it takes for won."""
        if self._attention is None:
            return frozenset()
        is_won = bool(self.found) and self.found[0].win_probability >= WON
        out = self._attention.overlooked(seen, self.rng)
        return frozenset() if is_won else out


def level_bot(game: Game, rng: Rng, arguments: str) -> SearchBot:
    """The bot of a level: `5`.

    Raises:
        UnknownBot: no such level.
    """
    if arguments not in {str(number) for number in range(1, len(LEVELS) + 1)}:
        wrong = f"There is no level {quote(arguments)}. " if arguments else ""
        raise UnknownBot(f"{wrong}Give a level: level:1 to level:{len(LEVELS)}.")
    return LevelBot(game, rng, game.advice.levels[int(arguments) - 1])
