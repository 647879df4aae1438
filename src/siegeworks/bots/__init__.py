"""Bots for any game: each gets observations and has its own random generator."""

from collections.abc import Callable
from typing import Protocol

from siegeworks.bots.levels import LEVELS, level_bot
from siegeworks.bots.search import Budget, SearchBot
from siegeworks.bots.simple import GreedyBot, RandomBot
from siegeworks.bots.spec import UnknownBot, analysis_bot, plain_bot, search_bot
from siegeworks.core.contract import Action, Observation
from siegeworks.core.errors import quote
from siegeworks.core.game import Game
from siegeworks.core.random import Rng

__all__ = [
    "BOTS",
    "LEVELS",
    "Bot",
    "Budget",
    "GreedyBot",
    "RandomBot",
    "SearchBot",
    "UnknownBot",
    "make_bot",
]


class Bot(Protocol):
    """A player of a seat, who knows only what that seat may know.

    Examples:
        >>> import siegeworks as sw
        >>> game = sw.load("siege-master")
        >>> bot: sw.Bot = sw.make_bot("random", game, sw.new_rng(1))
        >>> game.action_texts[bot.choose(game.observe(game.new_state(), seat=0))]
        'j12-m11'
    """

    def choose(self, seen: Observation) -> Action:
        """One of the legal actions in `seen`, an observation of the seat to act."""


def _bare(name: str, kind: Callable[[Game, Rng], Bot]) -> Callable[[Game, Rng, str], Bot]:
    """The factory of a bot without arguments."""

    def make(game: Game, rng: Rng, arguments: str) -> Bot:
        if arguments:
            raise UnknownBot(f"Write only {name}, without {quote(f':{arguments}')}.")
        return kind(game, rng)

    return make


# The third argument is the text after the colon of a spec: level:5, search:seconds=1.
BOTS: dict[str, Callable[[Game, Rng, str], Bot]] = {
    "random": _bare("random", RandomBot),
    "greedy": _bare("greedy", GreedyBot),
    "level": level_bot,
    "analysis": analysis_bot,
    "search": search_bot,
    "plain": plain_bot,
}


def make_bot(spec: str, game: Game, rng: Rng) -> Bot:
    """The bot of a spec: `greedy`, `level:5`, `search:simulations=500`.

    Args:
        spec: a name, with a colon and arguments if the bot takes some.
        game: what it plays.
        rng: the bot's own random generator.

    Raises:
        UnknownBot: no such bot, or it does not take these arguments.

    Examples:
        >>> from siegeworks import load, new_rng
        >>> game = load("expansion")
        >>> bot = make_bot("greedy", game, new_rng(1))
        >>> seen = game.observe(game.new_state(), seat=0)
        >>> bot.choose(seen) in game.legal_actions(seen)
        True
    """
    name, _, arguments = spec.partition(":")
    if name not in BOTS:
        raise UnknownBot(f"There is no bot {quote(name)!r}; the bots are {', '.join(BOTS)}.")
    return BOTS[name](game, rng, arguments)
