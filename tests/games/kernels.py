"""The kernels that tests need of a game.

One process compiles all of a game: in another each would take as long as the rules in it do.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np

from siegeworks import agents
from siegeworks.adapters.episode import Episode
from siegeworks.bots.beliefs import Beliefs
from siegeworks.bots.cfr.equilibrium import game_tree
from siegeworks.core.advice import Advice
from siegeworks.core.contract import Observation
from siegeworks.core.game import Game
from siegeworks.core.jit import kernel, rule
from siegeworks.core.random import new_rng
from siegeworks.core.traversal.batch import Batch, random_actions
from siegeworks.core.traversal.perft import perft
from siegeworks.core.traversal.playouts import playouts
from siegeworks.games import NAMES, load
from siegeworks.games.kings_ransom.state import KING
from siegeworks.lab.training.positions import Valued, described
from siegeworks.play.precompile import Part, compile_part, is_precompiled, precompile
from siegeworks.testing.laws.tensors import random_positions

# Games whose search `make test` compiles: the search takes a third of a game's time, and of the two
# games without dice and secrets one stands for both. `make long` compiles the search of all.
SEARCHED = tuple(name for name in NAMES if name != "nobles-and-peasants")

# Games so small that all their positions can be listed.
LISTED = {"kings-ransom": {"setup": "secret", "columns": "3", "tiles": "KES"}}

# Games of whose agents the tests ask what they think of a position.
ASKED_AGENTS = ("siege-master", "expansion")


@rule
def kings_value(params, s, win_probabilities):
    """North wins while its King is on a1, and loses otherwise."""
    on_a1 = s.army[1, KING] & 1
    win_probabilities[1] = 1.0 if on_a1 else 0.0
    win_probabilities[0] = 1.0 - win_probabilities[1]


@cache
def evaluate_kernel(evaluate: Callable[..., None]) -> Callable[..., None]:
    """The evaluation of a game, compiled."""

    @kernel
    def compiled(params: Any, s: Any, win_probabilities: Any) -> None:
        evaluate(params, s, win_probabilities)

    return compiled


def all_kernels(game: Game, with_search: bool) -> None:
    """Compile what plays, proves and counts, and `with_search` what searches, too, unless that was
    done before."""
    if is_precompiled(game, with_search):
        return
    playouts(game, new_rng(0), 1)
    perft(game, game.new_state(), 1)
    batch = Batch(game, 1, 0)
    batch.step(random_actions(batch.legal, new_rng(0)))
    batch.observe()
    episode = Episode(game)
    episode.start(new_rng(0))
    _, mask = episode.observe(episode.to_act)
    episode.step(int(mask.argmax()))
    precompile(game, with_search)
    compile_part(game, Part.PROOFS)  # puzzles are proven without a search
    state, _, _ = next(random_positions(game, 1))
    game.settle(state, new_rng(0))
    seat = int(state.to_act)
    seen = game.observe(state, seat)
    game.observation_tensor(seen)
    evaluate_kernel(game.advice.evaluate)(game.params, state, np.zeros(len(game.seats)))
    if game.name in LISTED:
        believe(game, seen, is_advised=False)
        believe(replace(game, advice=Advice(evaluate=kings_value)), seen)
        game_tree(load(game.name, LISTED[game.name]), 20_000)
    if game.name in ASKED_AGENTS:
        agent = agents.load(game.name)
        agent.observe(seen)
        agent.value(seen)
    if game.advice.judgement.features and len(game.seats) == 2:
        described(game, [Valued(state.tobytes(), seat, 0.5, 0)])


def believe(game: Game, seen: Observation, *, is_advised: bool = True) -> None:
    """Compile what imagines a hidden state and remembers how likely the other's actions were."""
    beliefs = Beliefs(game, 1, new_rng(0), is_advised=is_advised)
    beliefs.update(seen)
    beliefs.remember_action(game.legal_actions(seen)[0])
    beliefs.update(seen)
