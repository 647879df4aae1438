"""The baselines of the arena: one sees everything, the other samples determinizations."""

import pytest

from siegeworks.bots import BOTS, UnknownBot, make_bot
from siegeworks.core.random import new_rng
from siegeworks.games import load
from siegeworks.lab.baselines import BASELINES, make_player, sees_state
from siegeworks.lab.match import Contest
from siegeworks.lab.one_game import shown
from tests.bots.lookalikes import choices_in_lookalikes
from tests.variants import random_walk


def test_baselines_are_no_opponents():
    assert set(BASELINES) == {"agent", "cheat", "openspiel-ismcts", "openspiel-mcts", "pimc"}
    assert not set(BASELINES) & set(BOTS)
    with pytest.raises(UnknownBot):
        make_bot("cheat", load("expansion"), new_rng(1))


def test_only_the_cheat_is_given_the_state_and_results_say_so():
    game = load("expansion")
    seeing = {
        name
        for name in ("agent", "cheat", "pimc")
        if sees_state(name, make_player(name, game, new_rng(1)))
    }
    assert seeing == {"cheat"}
    names = Contest(game, ("cheat:simulations=5", "pimc:simulations=40"), 1).names
    assert names == ("cheat:simulations=5 (sees all)", "pimc:simulations=40")


def test_the_cheat_uses_what_it_sees():
    """Where two worlds look alike to a seat, it does not always choose alike."""
    game = load("kings-ransom")
    for seed in range(10):
        for state, _ in random_walk(game, seed, 45):
            if state.to_act >= 0:
                break
        seen = game.observe(state, int(state.to_act))
        worlds = [game.open_view(game.determinize(seen, new_rng(world))) for world in range(6)]
        spec = "cheat:simulations=200"
        if len({make_player(spec, game, new_rng(3)).choose(world) for world in worlds}) > 1:
            return
    raise AssertionError("it always chose as if it saw nothing")


@pytest.mark.parametrize("name", ["kings-ransom", "expansion"])
def test_guessed_worlds_follow_from_what_the_arena_shows_alone(name):
    """What is hidden from the seat, and other randomness, change no choice."""
    game, spec = load(name), "pimc:simulations=40"
    for choice, other in choices_in_lookalikes(
        game,
        lambda: make_player(spec, game, new_rng(3)),
        lambda state, player: shown(game, state, sees_state(spec, player)),
        turns=6,
    ):
        assert choice == other
