"""A game goes to another process as what it was loaded from; a copy of it is itself."""

import copy
import pickle
from typing import Any

import gymnasium
import pytest

from siegeworks.core.game import Game
from siegeworks.games import load

ROWS = ". . F .\n . . . ."


@pytest.mark.parametrize(
    "game",
    [
        load("expansion", {"setup": "random"}),
        load("kings-ransom", {"columns": 3, "tiles": "KAI"}),
        load("siege-master", {"map": "mine"}, map_rows=ROWS),
    ],
    ids=["options", "small", "drawn map"],
)
def test_a_pickled_game_is_the_same_game(game: Game) -> None:
    again: Game = pickle.loads(pickle.dumps(game))
    assert (again.name, again.options, again.map_rows) == (game.name, game.options, game.map_rows)
    assert again.params.tobytes() == game.params.tobytes()
    assert again.new_state().tobytes() == game.new_state().tobytes()
    assert again.engine is not again.rules


def test_a_pickled_game_whose_rules_run_plain_runs_them_plain() -> None:
    again: Game = pickle.loads(pickle.dumps(load("expansion").plain()))
    assert again.engine is again.rules


def test_making_a_game_plain_leaves_it_compiled() -> None:
    game = load("expansion")
    assert game.plain().engine is game.rules
    assert game.engine is not game.rules


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy])
def test_a_copy_of_a_game_is_itself(copied: Any) -> None:
    game = load("expansion")
    assert copied(game) is game


def test_an_environment_is_copied_and_pickled_with_its_game() -> None:
    env = gymnasium.make("siegeworks.adapters.gymnasium:Siegeworks/Expansion-v0", opponent="random")
    _, info = env.reset(seed=1)
    action = int(info["action_mask"].argmax())
    others = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    after = env.step(action)
    for other in others:
        assert other.step(action)[0].tobytes() == after[0].tobytes()
