"""Bots as people write them: `search:simulations=500,exploration=0.5`."""

from __future__ import annotations

from math import isfinite
from typing import Any

from siegeworks.bots.search import Budget, SearchBot
from siegeworks.core.advice import PLAIN, Advice, Settings
from siegeworks.core.game import Game, Refused, quote
from siegeworks.core.random import Rng

MOST_SIMULATIONS = 10**9
MOST_SECONDS = 3600
MOST_THREADS = 256
MOST_WORLDS = 100_000
DEFAULT_SIMULATIONS = 1000
SOFTNESS, BELIEFS = "softness", "beliefs"

# The arguments that every searching bot takes, beside the fields of Settings.
LIMITS = {
    "simulations": MOST_SIMULATIONS,
    "seconds": MOST_SECONDS,
    "threads": MOST_THREADS,
    BELIEFS: MOST_WORLDS,
}
WHOLE = ("simulations", "threads", BELIEFS, "playout_plies", "candidates")


class UnknownBot(Refused):
    """There is no such bot."""


def search_bot(game: Game, rng: Rng, arguments: str) -> SearchBot:
    """A search with the game's advice: `simulations=500`, `seconds=1`, `threads=2`, `softness=0.5`
    and any of the settings."""
    return _bot(game, rng, arguments, game.advice)


def plain_bot(game: Game, rng: Rng, arguments: str) -> SearchBot:
    """The same search, knowing only the rules: UCT or ISMCTS with uniform playouts."""
    return _bot(game, rng, arguments, Advice(settings=PLAIN))


def _bot(game: Game, rng: Rng, arguments: str, advice: Advice) -> SearchBot:
    given = numbers(arguments)
    simulations, seconds = given.pop("simulations", None), given.pop("seconds", None)
    if simulations is None and seconds is None:
        simulations = DEFAULT_SIMULATIONS
    threads, softness = int(given.pop("threads", 1)), given.pop(SOFTNESS, 0.0)
    beliefs = given.pop(BELIEFS, 0)
    return SearchBot(
        game,
        rng,
        Budget(None if simulations is None else int(simulations), seconds),
        advice=advice,
        settings=advice.settings._replace(**given),
        softness=softness,
        threads=threads,
        beliefs=beliefs,
    )


def numbers(arguments: str) -> dict[str, Any]:
    """`rave=1,softness=0.5` as {"rave": 1.0, "softness": 0.5}, of what a searching bot knows.

    Raises:
        UnknownBot: an argument that it does not know, no number, or one beyond its limit.
    """
    known = (*LIMITS, SOFTNESS, *Settings._fields)
    given: dict[str, Any] = {}
    for part in arguments.split(",") if arguments else ():
        name, _, text = part.partition("=")
        if name not in known:
            raise UnknownBot(
                f"{quote(part)!r}: a searching bot takes {', '.join(known)}, as in simulations=500."
            )
        given[name] = _number(part, name, text)
    return given


def _number(part: str, name: str, text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not isfinite(value) or value < 0:
        raise UnknownBot(f"{quote(part)!r}: write a number from 0 on after {name}=.")
    if name in LIMITS and not 0 < value <= LIMITS[name]:
        raise UnknownBot(f"{quote(part)!r}: give more than 0 and at most {LIMITS[name]:,}.")
    if name not in WHOLE:
        return value
    if not value.is_integer():
        raise UnknownBot(f"{quote(part)!r}: give a whole number.")
    return int(value)
