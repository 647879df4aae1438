"""Bots as people write them: `search:simulations=500,exploration=0.5`."""

from __future__ import annotations

from math import nan
from typing import Any, NamedTuple

from siegeworks.bots.search import MOST_THREADS, Budget, SearchBot
from siegeworks.core.advice import NEVER, PLAIN, Advice
from siegeworks.core.game import Game, SiegeworksError, quote
from siegeworks.core.random import Rng

DEFAULT_SIMULATIONS = 1000


class Range(NamedTuple):
    """The numbers that a setting may be."""

    low: float
    high: float
    is_whole: bool = False

    def holds(self, value: float) -> bool:
        """May it be this? It may never be nan."""
        return self.low <= value <= self.high and not (self.is_whole and value % 1)

    def __str__(self) -> str:
        kind = "a whole number" if self.is_whole else "a number"
        return f"{kind} from {self.low:,} to {self.high:,}"


# What every searching bot takes: the arguments of SearchBot, then the fields of Settings.
RANGES = {
    "simulations": Range(1, 10**9, is_whole=True),
    "seconds": Range(0.001, 3600),
    "threads": Range(1, MOST_THREADS, is_whole=True),
    "beliefs": Range(1, 100_000, is_whole=True),
    "temperature": Range(0, 100),
    "exploration": Range(0, 100),
    "policy": Range(0, 100),
    "policy_temperature": Range(
        0.01, 100
    ),  # with less, all weights of a softmax may round to nothing
    "prior_weight": Range(0, 1000),
    "playout_plies": Range(0, NEVER, is_whole=True),
    "candidates": Range(1, 100, is_whole=True),
    "evaluation": Range(0, 1),
    "rave": Range(0, 1_000_000),
}


class UnknownBot(SiegeworksError):
    """There is no such bot."""


def search_bot(game: Game, rng: Rng, arguments: str) -> SearchBot:
    """A search with the game's advice: `simulations=500`, `seconds=1`, `threads=2`,
    `temperature=0.5` and any of the settings."""
    return _bot(game, rng, arguments, game.advice)


def plain_bot(game: Game, rng: Rng, arguments: str) -> SearchBot:
    """The same search, knowing only the rules: UCT or ISMCTS with uniform playouts."""
    return _bot(game, rng, arguments, Advice(settings=PLAIN))


def _bot(game: Game, rng: Rng, arguments: str, advice: Advice) -> SearchBot:
    given = numbers(arguments)
    simulations, seconds = given.pop("simulations", None), given.pop("seconds", None)
    if simulations is None and seconds is None:
        simulations = DEFAULT_SIMULATIONS
    threads, temperature = given.pop("threads", 1), given.pop("temperature", 0.0)
    beliefs = given.pop("beliefs", 0)
    return SearchBot(
        game,
        rng,
        Budget(simulations, seconds),
        advice=advice,
        settings=advice.settings._replace(**given),
        temperature=temperature,
        threads=threads,
        beliefs=beliefs,
    )


def numbers(arguments: str) -> dict[str, Any]:
    """`rave=1,temperature=0.5` as {"rave": 1.0, "temperature": 0.5}, of what a searching bot knows.

    Raises:
        UnknownBot: an argument that it does not know, given twice, or out of its range.
    """
    given: dict[str, Any] = {}
    for part in arguments.split(",") if arguments else ():
        name, _, text = part.partition("=")
        if name not in RANGES:
            raise UnknownBot(
                f"There is no setting {quote(name)!r}. A searching bot takes "
                f"{', '.join(RANGES)}, as in simulations=500."
            )
        if name in given:
            raise UnknownBot(f"{name} is given twice; give it once.")
        given[name] = _number(part, name, text)
    return given


def _number(part: str, name: str, text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = nan
    if not RANGES[name].holds(value):
        raise UnknownBot(f"{quote(part)}: give {RANGES[name]}.")
    return int(value) if RANGES[name].is_whole else value
