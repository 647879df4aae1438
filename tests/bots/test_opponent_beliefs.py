"""Particles weighted by how an opponent played: consistent with all observations, and weighted."""

from dataclasses import replace

import numpy as np
import pytest

from siegeworks.bots.beliefs import Beliefs
from siegeworks.core.advice import Advice
from siegeworks.core.contract import TERMINAL
from siegeworks.core.random import new_rng
from siegeworks.games import load
from siegeworks.games.kings_ransom.state import KING, TILES
from tests.games.kernels import kings_value
from tests.variants import random_choice

SECRET_GAMES = ("kings-ransom", pytest.param("expansion", marks=pytest.mark.long))


@pytest.mark.parametrize("name", SECRET_GAMES)
def test_every_particle_is_consistent_with_the_observation(name):
    game = load(name)
    beliefs = Beliefs(game, 30, new_rng(1), is_advised=False)
    rng, state, seat, survived = new_rng(4), game.new_state(), 0, 0
    while state.to_act != TERMINAL:
        choice = random_choice(game, state, rng)
        if state.to_act == seat:
            seen = game.observe(state, seat)
            beliefs.update(seen)
            survived += beliefs.survivors > 0
            for particle in beliefs.particles[::5]:
                assert np.array(game.observe(particle, seat)).tobytes() == np.array(seen).tobytes()
            beliefs.remember_action(choice)
        state = game.child(state, choice)
    assert survived > 3


def test_an_opponent_is_believed_to_have_played_what_it_thought_best():
    """North takes itself for the winner while its King is on a1. So it flees with what stands
    behind its King and not with its King's front: after it fled from column b, the King on a1 is
    likelier than by chance alone."""
    game = load("kings-ransom", {"columns": "2", "tiles": "KAES"})
    game = replace(game, advice=Advice(evaluate=kings_value))
    rng = new_rng(2)
    state = game.new_state()
    while state.to_act < 0 or state.to_act != 0:
        choice = random_choice(game, state, rng)
        state = game.child(state, choice)
        if state.to_act == 1:
            rng, state = new_rng(int(rng[0]) + 1), game.new_state()
    beliefs = Beliefs(game, 3000, new_rng(1))
    beliefs.update(game.observe(state, 0))
    before = king_on_a1(beliefs)
    flee = next(a for a in game.legal_actions(state) if game.action_texts[a].endswith("~"))
    beliefs.remember_action(flee)
    state = game.child(state, flee)
    away = game.text_to_choice(state, "b1~") if "b1~" in game.legal_texts(state) else None
    if away is None:
        away = next(a for a in game.legal_actions(state) if game.action_texts[a] == "b2~")
    state = game.child(state, away)
    seen = game.observe(state, 0)
    chance_alone = np.mean(
        [bool(game.determinize(seen, new_rng(i)).army[1, KING] & 1) for i in range(400)]
    )
    beliefs.update(seen)
    assert beliefs.survivors > 100
    assert before == pytest.approx(0.25, abs=0.05)
    assert king_on_a1(beliefs) > chance_alone + 0.1


def king_on_a1(beliefs: Beliefs) -> float:
    """The share of particles in which north's King is on a1."""
    particles = beliefs.particles
    assert (particles.army[:, 1, TILES] > 0).all()
    return float(((particles.army[:, 1, KING] & 1) > 0).mean())
