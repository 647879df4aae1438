"""The adapter passes the checks of Gymnasium and Stable-Baselines3, and ours for the rest."""

import importlib
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env, data_equivalence

from siegeworks.adapters.gymnasium import SeatEnv, env_id
from siegeworks.bots import GreedyBot
from siegeworks.core.contract import Action, Observation
from siegeworks.core.errors import OptionError, SiegeworksError
from siegeworks.core.extras import how_to_install
from siegeworks.core.game import Game
from siegeworks.core.random import Rng, new_rng, random_below
from siegeworks.games import NAMES
from tests.present import present
from tests.variants import every_game, every_variant

# Stable-Baselines3 takes every observation of three dimensions for a photograph and gives advice
# for these; the check goes on.
SB3_ADVICE = (
    "ignore:It seems that your observation:UserWarning",
    "ignore:The minimal resolution for an image:UserWarning",
    "ignore:Treating image space as channels-last:UserWarning",
)


ISLAND = " . . . . .\n. . F . . .\n . . . . .\n. . . . . .\n"


def random_legal(mask: Any, rng: Rng) -> int:
    legal = np.flatnonzero(mask)
    return int(legal[random_below(rng, len(legal))])


def play(table: gymnasium.Env[Any, Any], seed: int) -> list[Any]:
    """A random game to its end: everything that the learner was told."""
    rng = new_rng(seed)
    steps: list[Any] = [table.reset(seed=seed)]
    info, over = steps[0][1], False
    while not over:
        steps.append(table.step(random_legal(info["action_mask"], rng)))
        _, _, over, _, info = steps[-1]
    return steps


# The judges ---------------------------------------------------------------------------------------


@every_game
def test_gymnasiums_check_passes(name: str) -> None:
    table = gymnasium.make(env_id(name), render_mode="rgb_array")
    check_env(table.unwrapped)


@every_variant
def test_gymnasiums_check_passes_with_all_options(variant: tuple[str, dict[str, Any]]) -> None:
    name, options = variant
    check_env(gymnasium.make(env_id(name), **options).unwrapped, skip_render_check=True)


@pytest.mark.long
@pytest.mark.filterwarnings(SB3_ADVICE[0])
@pytest.mark.filterwarnings(SB3_ADVICE[1])
@pytest.mark.filterwarnings(SB3_ADVICE[2])
@every_game
def test_stable_baselines_check_passes(name: str) -> None:
    from stable_baselines3.common.env_checker import (  # noqa: PLC0415  (heavy)
        check_env as sb3_check_env,
    )

    sb3_check_env(SeatEnv(name, render_mode="rgb_array"), skip_render_check=False)


# Laws ---------------------------------------------------------------------------------------------


@every_game
def test_a_seed_and_the_actions_say_everything(name: str) -> None:
    game, again = (play(SeatEnv(name, seat="any"), 7) for _ in range(2))
    assert data_equivalence(game, again, exact=True)


@every_game
def test_the_reward_comes_at_the_end_and_is_the_return(name: str) -> None:
    *before, last = play(SeatEnv(name), 3)[1:]
    assert all(reward == 0 for _, reward, *_ in before)
    assert last[1] in (-1.0, 0.0, 1.0)
    assert last[2] is True
    assert not last[4]["action_mask"].any()


@every_game
def test_an_illegal_action_ends_the_game_as_a_loss(name: str) -> None:
    table = gymnasium.make(env_id(name))
    _, info = table.reset(seed=1)
    illegal = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, reward, terminated, truncated, info = table.step(illegal)
    assert (reward, terminated, truncated) == (-1.0, True, False)
    assert not info["action_mask"].any()
    with pytest.raises(SiegeworksError, match="reset"):
        table.step(0)
    table.reset()


def test_an_illegal_action_of_one_of_four_is_worth_a_loss_among_four() -> None:
    table = SeatEnv("nobles-and-peasants", seats="4")
    _, info = table.reset(seed=1)
    illegal = int(np.flatnonzero(info["action_mask"] == 0)[0])
    assert table.step(illegal)[1] == -1 / 3


def test_every_seat_can_be_the_learners() -> None:
    for seat in ("south", "north"):
        table = SeatEnv("kings-ransom", seat=seat)
        assert {table.reset(seed=seed)[1]["seat"] for seed in range(5)} == {seat}
    drawn = SeatEnv("kings-ransom", seat="any")
    assert {drawn.reset(seed=seed)[1]["seat"] for seed in range(20)} == {"south", "north"}


@pytest.mark.long
@every_game
def test_action_masks_are_those_of_the_info(name: str) -> None:
    table = gymnasium.make(env_id(name))
    _, info = table.reset(seed=1)
    from sb3_contrib.common.maskable.utils import (  # noqa: PLC0415  (heavy)
        get_action_masks,
    )

    masks = get_action_masks(table)
    assert masks.dtype == np.bool_
    assert (masks == info["action_mask"]).all()


class First:
    """A bot that takes the first legal action."""

    def __init__(self, game: Game, rng: Rng) -> None:
        self.game = game

    def choose(self, seen: Observation) -> Action:
        return self.game.legal_actions(seen)[0]


@pytest.mark.parametrize("opponent", ["greedy", First, GreedyBot])
def test_an_opponent_is_a_name_or_what_makes_a_bot(opponent: Any) -> None:
    table = gymnasium.make(env_id("kings-ransom"), opponent=opponent)
    assert play(table, 1)[-1][2]


def test_what_is_not_there_is_refused() -> None:
    with pytest.raises(SiegeworksError, match="no bot"):
        SeatEnv("expansion", opponent="oracle")
    with pytest.raises(SiegeworksError, match="no seat"):
        SeatEnv("expansion", seat="south")
    with pytest.raises(SiegeworksError, match="no option"):
        SeatEnv("expansion", size="9")


@pytest.mark.parametrize("how", ["sync", "async"])
def test_many_games_are_made_at_once(how: str) -> None:
    many = gymnasium.make_vec(env_id("kings-ransom"), num_envs=2, vectorization_mode=how)
    observations, infos = many.reset(seed=1)
    assert observations.shape == (2, *present(many.single_observation_space.shape))
    for _ in range(5):
        masks = infos["action_mask"]
        _, _, _, _, infos = many.step(np.array([np.flatnonzero(mask)[0] for mask in masks]))
    many.close()


def test_an_environment_takes_natural_values_and_maps_of_ones_own(tmp_path: Path) -> None:
    env = gymnasium.make(env_id("siege-master"), free=True).unwrapped
    assert isinstance(env, SeatEnv) and env.game.options["free"] == "yes"
    assert SeatEnv("nobles-and-peasants", seats=3, stones=8).game.changed_options == {
        "seats": "3",
        "stones": "8",
    }
    (tmp_path / "island.txt").write_text(ISLAND, encoding="utf-8")
    for maps in (tmp_path, str(tmp_path)):
        table = gymnasium.make(env_id("siege-master"), map="island", maps=maps)
        check_env(table.unwrapped, skip_render_check=True)
    for wrong in ({"free": None}, {"fre": True}, {"seats": 2.0}):
        with pytest.raises(OptionError):
            SeatEnv("siege-master", **wrong)


@every_game
def test_flat_observations_are_the_planes_in_one_row(name: str) -> None:
    flat, planes = SeatEnv(name, flat=True), SeatEnv(name)
    check_env(flat, skip_render_check=True)
    observation, _ = flat.reset(seed=3)
    assert (observation == planes.reset(seed=3)[0].ravel()).all()


@pytest.mark.long
def test_a_new_process_finds_the_ids_by_module() -> None:
    code = (
        "import gymnasium;"
        "e = gymnasium.make('siegeworks.adapters.gymnasium:Siegeworks/SiegeMaster-v0');"
        "print(e.reset(seed=1)[0].shape)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout.startswith("("), done.stderr


def test_every_game_has_an_id_made_of_its_name() -> None:
    assert env_id("siege-master") == "Siegeworks/SiegeMaster-v0"
    for name in NAMES:
        assert gymnasium.spec(env_id(name)).kwargs["name"] == name


@pytest.mark.parametrize("missing", ["pettingzoo", "gymnasium"])
def test_without_the_extra_a_sentence_says_what_to_install(
    missing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    monkeypatch.delitem(sys.modules, f"siegeworks.adapters.{missing}", raising=False)
    with pytest.raises(ImportError, match=re.escape(how_to_install(missing, "research"))):
        importlib.import_module(f"siegeworks.adapters.{missing}")


@pytest.mark.parametrize(("missing", "extra"), [("PIL", "research"), ("resvg_py", "pictures")])
def test_without_the_extra_a_picture_is_refused_with_what_to_install(
    missing: str, extra: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = env_id("kings-ransom")
    table = gymnasium.make(game, render_mode="rgb_array", disable_env_checker=True)
    table.reset(seed=1)
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises((ImportError, SiegeworksError), match=rf"siegeworks\[{extra}\]"):
        table.render()
