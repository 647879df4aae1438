"""Opponents, generic over games: each is given an observation and its own random generator."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from siegeworks.bots.greedy import GreedyBot
from siegeworks.bots.random_bot import RandomBot
from siegeworks.core.game import Action, Game, Observation, Refused, quote
from siegeworks.core.random import Rng

__all__ = ["BOTS", "Bot", "GreedyBot", "RandomBot", "UnknownBot", "make_bot"]


class Bot(Protocol):
    """Somebody who plays a seat and knows only what that seat may know."""

    def choose(self, seen: Observation) -> Action:
        """One of the legal actions of the seat that `seen` was made for and that is to act."""


class UnknownBot(Refused):
    """There is no bot of this name."""


BOTS: dict[str, Callable[[Game, Rng], Bot]] = {"random": RandomBot, "greedy": GreedyBot}


def make_bot(name: str, game: Game, rng: Rng) -> Bot:
    """The bot of this name, for one game and with a random generator of its own.

    Raises:
        UnknownBot: no such bot.
    """
    if name not in BOTS:
        raise UnknownBot(f"There is no bot {quote(name)!r}; the bots are {', '.join(BOTS)}.")
    return BOTS[name](game, rng)
