"""Bots as users write them: `search:simulations=500,exploration=0.5`."""

import os
from math import nan
from pathlib import Path
from typing import Any, NamedTuple

from siegeworks.bots.search import MAX_THREADS, Budget, SearchBot
from siegeworks.core.advice import NEVER, PLAIN, Network, Settings, read_network
from siegeworks.core.errors import SiegeworksError, quote
from siegeworks.core.game import Game
from siegeworks.core.random import Rng

DEFAULT_SIMULATIONS = 1000
ANALYSIS_SECONDS = 10.0
ANALYSIS_MEMORY = 4  # in place of what other bots have: 700 MB if all of it is filled
NETWORK = "network="


class Range(NamedTuple):
    """The values that a setting can take."""

    low: float
    high: float
    is_whole: bool = False

    def holds(self, value: float) -> bool:
        """Is this value allowed? NaN never is."""
        return self.low <= value <= self.high and not (self.is_whole and value % 1)

    def __str__(self) -> str:
        kind = "a whole number" if self.is_whole else "a number"
        return f"{kind} from {self.low:,} to {self.high:,}"


# The settings of every searching bot: the arguments of SearchBot, then the fields of Settings.
RANGES = {
    "simulations": Range(1, 10**9, is_whole=True),
    "seconds": Range(0.001, 3600),
    "threads": Range(1, MAX_THREADS, is_whole=True),
    "beliefs": Range(1, 100_000, is_whole=True),
    "mixing": Range(0, 1_000_000, is_whole=True),
    "endgame": Range(0, 1_000_000, is_whole=True),
    "temperature": Range(0, 100),
    "overlooks": Range(0, 1),
    "exploration": Range(0, 100),
    "policy": Range(0, 100),
    "policy_temperature": Range(0.01, 100),  # below, all weights of a softmax may round to 0
    "prior_weight": Range(0, 1000),
    "playout_plies": Range(0, NEVER, is_whole=True),
    "candidates": Range(1, 100, is_whole=True),
    "evaluation": Range(0, 1),
    "rave": Range(0, 1_000_000),
    "learned": Range(0, 1, is_whole=True),
    "proves": Range(0, 1, is_whole=True),
}


class UnknownBot(SiegeworksError):
    """There is no such bot."""


def search_bot(game: Game, rng: Rng, arguments: str) -> SearchBot:
    """A search that uses the game's advice: `simulations=500`, `seconds=1`, `threads=2`,
    `temperature=0.5`, `mixing=0`, `endgame=30000`, `network=FILE` and any of the settings."""
    others, network = _without_network(arguments)
    given = numbers(others)
    if network is not None:
        if game.advice.judgement.features != network.features:
            raise UnknownBot(f"This network is not one for {game.title} as this version plays it.")
        given |= {"learned": 1, "network": network}
    return _bot(game, rng, game.advice.settings, given)


def plain_bot(game: Game, rng: Rng, arguments: str) -> SearchBot:
    """The same search without advice: UCT or ISMCTS with uniform playouts."""
    return _bot(game, rng, PLAIN, {"use_advice": False, "mixing": 0, **numbers(arguments)})


def analysis_bot(game: Game, rng: Rng, arguments: str) -> SearchBot:
    """The search for ten seconds on all cores, unless told otherwise: `seconds=30`, `threads=2`."""
    given = {"threads": cores(), "proves": 1, "memory": ANALYSIS_MEMORY, **numbers(arguments)}
    if not given.keys() & {"simulations", "seconds"}:
        given["seconds"] = ANALYSIS_SECONDS
    return _bot(game, rng, game.advice.strongest(game.options), given)


def cores() -> int:
    """How many threads this process may run at once, at most MAX_THREADS."""
    if hasattr(os, "sched_getaffinity"):
        return min(len(os.sched_getaffinity(0)), MAX_THREADS)
    return min(os.cpu_count() or 1, MAX_THREADS)


def _bot(game: Game, rng: Rng, settings: Settings, given: dict[str, Any]) -> SearchBot:
    """The bot with these arguments of SearchBot, and with these settings changed as given."""
    changed = {name: given.pop(name) for name in Settings._fields if name in given}
    simulations, seconds = given.pop("simulations", None), given.pop("seconds", None)
    if simulations is None and seconds is None:
        simulations = DEFAULT_SIMULATIONS
    budget = Budget(simulations, seconds)
    return SearchBot(game, rng, budget, settings=settings._replace(**changed), **given)


def _without_network(arguments: str) -> tuple[str, Network | None]:
    """The arguments without `network=FILE`, and the network of that file.

    Raises:
        SiegeworksError: it is not the file of a network.
    """
    parts = arguments.split(",")
    named = [part.removeprefix(NETWORK) for part in parts if part.startswith(NETWORK)]
    others = ",".join(part for part in parts if not part.startswith(NETWORK))
    return others, read_network(Path(named[-1])) if named else None


def numbers(arguments: str) -> dict[str, Any]:
    """`rave=1,temperature=0.5` as {"rave": 1.0, "temperature": 0.5}.

    Raises:
        UnknownBot: an unknown setting, one given twice, or a value out of its range.
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
