"""Opponents for people: eight levels, each clearly stronger than the one before."""

from typing import NamedTuple

from siegeworks.bots.search import ENDGAME, MIXING, Budget, SearchBot
from siegeworks.bots.spec import UnknownBot
from siegeworks.core.advice import Strength
from siegeworks.core.errors import quote
from siegeworks.core.game import Game
from siegeworks.core.random import Rng


class Level(NamedTuple):
    """The name and the description of a level; each game's advice says how strong it is."""

    name: str
    description: str


LEVELS = (
    Level("Page", "has just learned the rules; a child can win"),
    Level("Squire", "sees what is near and overlooks most of the rest"),
    Level("Guard", "a casual player, who overlooks something now and then"),
    Level("Sergeant", "plays a sound game without great plans"),
    Level("Knight", "thinks a few moves ahead"),
    Level("Captain", "a strong player; mistakes are punished"),
    Level("Marshal", "hard to beat"),
    Level("Sovereign", "the strongest; takes its time over a move"),
)


# Level 8 thinks for up to a second on one core of an ordinary machine, and answers within two on
# slow ones. If this limit ends a search, the seed no longer determines the game.
SECONDS = 1.8


def level_bot(game: Game, rng: Rng, arguments: str) -> SearchBot:
    """The bot of a level: `5`.

    Raises:
        UnknownBot: no such level.
    """
    if arguments not in {str(number) for number in range(1, len(LEVELS) + 1)}:
        wrong = f"There is no level {quote(arguments)}. " if arguments else ""
        raise UnknownBot(f"{wrong}Give a level: level:1 to level:{len(LEVELS)}.")
    return bot_of(game, rng, game.advice.levels[int(arguments) - 1], ENDGAME)


def bot_of(game: Game, rng: Rng, strength: Strength, endgame: int = 0) -> SearchBot:
    """The bot of a strength, which solves ends of at most so many positions, if any."""
    return SearchBot(
        game,
        rng,
        Budget(strength.simulations, SECONDS),
        settings=game.advice.settings_of(strength, game.options),
        temperature=strength.temperature,
        mixing=MIXING,
        endgame=endgame,
        overlooks=strength.overlooks,
        proves=strength.proves,
    )
