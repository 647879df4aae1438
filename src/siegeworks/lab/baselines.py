"""Players that exist only in the arena, to measure bots against."""

from __future__ import annotations

from collections.abc import Callable

from siegeworks import agents
from siegeworks.bots import Bot, make_bot
from siegeworks.core.game import Game
from siegeworks.core.random import Rng
from siegeworks.lab.openspiel_players import openspiel_ismcts, openspiel_mcts
from siegeworks.lab.pimc import cheat, pimc


def agent(game: Game, rng: Rng, arguments: str) -> Bot:
    """`agent`, the one of this game in the package; `agent:FILE`, that of a file.

    Raises:
        SiegeworksError: there is none, or it was trained for something else.
    """
    return agents.load(arguments or game.name, game, rng)


BASELINES: dict[str, Callable[[Game, Rng, str], Bot]] = {
    "agent": agent,
    "cheat": cheat,
    "openspiel-ismcts": openspiel_ismcts,
    "openspiel-mcts": openspiel_mcts,
    "pimc": pimc,
}
"""By name: a player from the game, a generator and the arguments after the colon of its spec.

A player with the attribute `sees_state = True` gets the true state instead of its observation, and
is marked in results. It is an upper bound to measure against, not an opponent.
"""


def make_player(spec: str, game: Game, rng: Rng) -> Bot:
    """The baseline or the bot of this name.

    Args:
        spec: "greedy", "level:5", "cheat:simulations=500".

    Raises:
        UnknownBot: no such player, or it does not take these arguments.
    """
    name, _, arguments = spec.partition(":")
    if name in BASELINES:
        return BASELINES[name](game, rng, arguments)
    return make_bot(spec, game, rng)


def sees_state(spec: str, player: Bot) -> bool:
    """Does this player get the true state? Bots never do, whatever they claim."""
    return spec.partition(":")[0] in BASELINES and bool(getattr(player, "sees_state", False))
