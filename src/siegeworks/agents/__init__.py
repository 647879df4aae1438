"""Trained agents as files: a policy over legal actions, a value, and how they were made

    from siegeworks import agents

    agent = agents.load("expansion")  # or the path of a file
    state = agent.game.new_state()
    seen = agent.game.observe(state, int(state.to_act))
    print(agent.value(seen), agent.policy(seen), agent.made)

An agent is a bot: it gets observations and nothing else, and needs NumPy and no deep learning
library. `siegeworks arena GAME agent agent:FILE` lets them play.
"""

from os import PathLike
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from siegeworks.agents.judging_agent import JudgingAgent
from siegeworks.agents.policy import SUFFIX, PolicyAgent, read_policy
from siegeworks.core.advice import Network, read_network
from siegeworks.core.contract import Action, Observation
from siegeworks.core.errors import SiegeworksError, quote
from siegeworks.core.game import Game
from siegeworks.core.random import Rng, new_rng
from siegeworks.games import NAMES
from siegeworks.games import load as load_game

__all__ = ["Agent", "JudgingAgent", "PolicyAgent", "load", "names"]


class Agent(Protocol):
    """What all agents have in common."""

    game: Game  # with the options that it was trained on
    made: dict[str, Any]  # by which command, from which seed

    def observe(self, seen: Observation) -> NDArray[np.float32]:
        """The numbers that the network is given, one row, from the side of the seat to act."""

    def policy(self, seen: Observation) -> NDArray[np.float64]:
        """The probability of every action, 0 for those that are not legal."""

    def value(self, seen: Observation) -> float:
        """The probability of winning of the seat to act, 0 to 1, a shared win counting in parts.

        Raises:
            SiegeworksError: its network gives no value.
        """

    def choose(self, seen: Observation) -> Action:
        """A legal action."""


def names() -> list[str]:
    """The games that have a trained agent in the package."""
    return [name for name in NAMES if _shipped(name) is not None]


def _shipped(name: str) -> Network | None:
    """The network of a game, if it was trained: weights chosen by hand name no command."""
    network = load_game(name).advice.judgement.network
    return network if network is not None and "command" in network.made else None


def load(
    source: str | PathLike[str], game: Game | None = None, rng: Rng | None = None
) -> JudgingAgent | PolicyAgent:
    """An agent from the package or from a file.

    Args:
        source: the name of a game (one of `names()`), or the path of a file: `network.json` of
            `siegeworks train`, or a policy (`.npz`).
        game: what it is to play; left out, the game that it was trained on.
        rng: its own random generator; left out, one from seed 0.

    Raises:
        SiegeworksError: there is no such agent, the file is none, or the game is another one.

    Examples:
        >>> from siegeworks import agents
        >>> agents.load("siege-master").made["game"]
        'siege-master'
    """
    rng = new_rng(0) if rng is None else rng
    if isinstance(source, str) and source in NAMES:
        network = _shipped(source)
        if network is None:
            raise SiegeworksError(
                f"There is no agent for {source} in the package; there is one for "
                f"{', '.join(names())}."
            )
        return JudgingAgent(_game(dict(network.made), source, game), network, rng)
    path = Path(source)
    if not path.is_file():
        raise SiegeworksError(
            f"{quote(str(source))}: neither a file nor one of {', '.join(names())}."
        )
    if path.suffix == SUFFIX:
        policy = read_policy(path)
        return PolicyAgent(_game(policy.made, str(path), game), policy, rng)
    network = read_network(path)
    return JudgingAgent(_game(dict(network.made), str(path), game), network, rng)


def _game(made: dict[str, Any], source: str, wanted: Game | None) -> Game:
    """The game that an agent was trained on.

    Raises:
        SiegeworksError: it is not known here, has other rules now, or is not the wanted one.
    """
    try:
        usual = load_game(made["game"]).options
        options = {key: text for key, text in made["options"].items() if usual.get(key) != text}
        trained, ruleset = load_game(made["game"], options), made["ruleset"]
    except (KeyError, TypeError, AttributeError):
        raise SiegeworksError(f"{source}: it does not say for which game it was trained.") from None
    if trained.ruleset != ruleset:
        raise SiegeworksError(
            f"{source}: trained with version {ruleset} of the rules of {trained.title}; they are "
            f"at version {trained.ruleset} now."
        )
    if wanted is None:
        return trained
    if wanted.name != trained.name or dict(wanted.options) != dict(trained.options):
        raise SiegeworksError(
            f"{source}: trained for {trained.title} with other options, or for another game."
        )
    return wanted
