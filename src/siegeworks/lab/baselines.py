"""Players that exist only in the arena, to measure bots by; nobody meets them at the table."""

from __future__ import annotations

from collections.abc import Callable

from siegeworks.bots import Bot, make_bot
from siegeworks.core.game import Game
from siegeworks.core.random import Rng
from siegeworks.lab.pimc import cheat, pimc

BASELINES: dict[str, Callable[[Game, Rng, str], Bot]] = {"cheat": cheat, "pimc": pimc}
"""By name: a player from the game, its generator and what stands behind the colon of its spec.

A player with the attribute `sees_state = True` is given the true state in place of its observation;
results mark it. That is an upper bound to measure by, not an opponent.
"""


def make_player(spec: str, game: Game, rng: Rng) -> Bot:
    """The baseline of this name, or else the bot.

    Args:
        spec: "greedy", "level:5", "cheat:simulations=500".

    Raises:
        UnknownBot: no such player, or not with these words behind the colon.
    """
    name, _, words = spec.partition(":")
    if name in BASELINES:
        return BASELINES[name](game, rng, words)
    return make_bot(spec, game, rng)


def sees_state(spec: str, player: Bot) -> bool:
    """Is this player given the true state? Bots never are, whatever they claim."""
    return spec.partition(":")[0] in BASELINES and bool(getattr(player, "sees_state", False))
