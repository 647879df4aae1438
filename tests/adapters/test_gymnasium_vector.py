"""The vector environment over batches tells what as many single environments tell."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.spaces import Discrete
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AutoresetMode, SyncVectorEnv, VectorEnv
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from siegeworks.adapters.gymnasium import SeatEnv, env_id
from siegeworks.adapters.gymnasium_vector import SeatVectorEnv
from siegeworks.core.contract import Action, Observation
from siegeworks.core.errors import OptionError, SiegeworksError
from siegeworks.core.game import Game
from siegeworks.core.random import Rng, new_rng, random_below
from tests.variants import every_game

SIZE = 4


class First:
    """A bot that takes the first legal action."""

    def __init__(self, game: Game, rng: Rng) -> None:
        self.game = game

    def choose(self, seen: Observation) -> Action:
        return self.game.legal_actions(seen)[0]


def actions(masks: Any, rng: Rng) -> Any:
    """A random legal action for each."""
    listed = [np.flatnonzero(mask) for mask in masks]
    return np.array([legal[random_below(rng, len(legal))] for legal in listed])


def played(envs: Any, seed: int, steps: int) -> list[Any]:
    """All that is told of random games."""
    rng = new_rng(seed)
    answers: list[Any] = [envs.reset(seed=seed)]
    for _ in range(steps):
        answers.append(envs.step(actions(answers[-1][-1]["action_mask"], rng)))
    return answers


@every_game
def test_make_vec_makes_it(name: str) -> None:
    envs = gymnasium.make_vec(env_id(name), num_envs=SIZE)
    assert isinstance(envs.unwrapped, SeatVectorEnv) and isinstance(envs, VectorEnv)
    assert envs.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    observations, infos = envs.reset(seed=1)
    assert envs.observation_space.contains(observations)
    assert isinstance(envs.single_action_space, Discrete)
    assert infos["action_mask"].shape == (SIZE, envs.single_action_space.n)
    observations, rewards, *over, _ = envs.step(actions(infos["action_mask"], new_rng(1)))
    assert envs.observation_space.contains(observations)
    assert all(column.shape == (SIZE,) for column in (rewards, *over))


@pytest.mark.parametrize("options", [{}, {"free": True}])
def test_it_tells_what_single_environments_tell(options: dict[str, Any]) -> None:
    """Siege Master has no chance, and this opponent none either; illegal actions among them."""
    make = lambda: SeatEnv("siege-master", opponent=First, seat="blue", **options)  # noqa: E731
    single = SyncVectorEnv([make] * SIZE, autoreset_mode=AutoresetMode.SAME_STEP)
    ours = SeatVectorEnv("siege-master", SIZE, opponent=First, seat="blue", **options)
    rng, ended = new_rng(2), 0
    answers: list[Any] = [envs.reset(seed=1) for envs in (single, ours)]
    assert data_equivalence(answers[0], answers[1])
    for step in range(60):
        chosen = actions(answers[0][-1]["action_mask"], rng)
        if step % 20 == 7:
            chosen[step % SIZE] = np.flatnonzero(answers[0][-1]["action_mask"][step % SIZE] == 0)[0]
        answers = [envs.step(chosen) for envs in (single, ours)]
        theirs, mine = answers[0][-1], answers[1][-1]
        assert data_equivalence(answers[0][:-1], answers[1][:-1])
        assert theirs.keys() == mine.keys()
        assert (theirs["action_mask"] == mine["action_mask"]).all()
        if "final_obs" in theirs:
            assert (theirs["_final_obs"] == mine["_final_obs"]).all()
            for i in np.flatnonzero(theirs["_final_obs"]):
                assert (theirs["final_obs"][i] == mine["final_obs"][i]).all()
                ended += 1
            assert data_equivalence(theirs["final_info"], mine["final_info"])
    assert ended > SIZE


@every_game
def test_a_seed_and_the_actions_say_everything(name: str) -> None:
    games, again = (played(SeatVectorEnv(name, SIZE, seat="any"), 7, 40) for _ in range(2))
    assert data_equivalence(games, again, exact=True)


@every_game
def test_games_end_and_the_next_begin(name: str) -> None:
    envs = SeatVectorEnv(name, SIZE, flat=True, threads=2)
    ended = 0
    for _, rewards, over, truncated, infos in played(envs, 3, 700)[1:]:
        assert not truncated.any() and not rewards[~over].any()
        assert infos["action_mask"].any(axis=1).all()
        for i in np.flatnonzero(over):
            assert rewards[i] in (-1.0, 0.0, 1.0)
            assert envs.single_observation_space.contains(infos["final_obs"][i])
            ended += 1
        if ended > SIZE:
            return
    assert ended > 0


def test_an_illegal_action_loses_that_game_only() -> None:
    envs = SeatVectorEnv("nobles-and-peasants", 3, seats=4)
    _, infos = envs.reset(seed=1)
    chosen = actions(infos["action_mask"], new_rng(1))
    chosen[1] = 10**9
    _, rewards, over, _, infos = envs.step(chosen)
    assert rewards.tolist() == [0, -1 / 3, 0]
    assert over.tolist() == [False, True, False]
    assert not infos["final_info"]["action_mask"][1].any()


def test_what_is_not_there_is_refused() -> None:
    with pytest.raises(SiegeworksError, match="no bot"):
        SeatVectorEnv("expansion", 2, opponent="oracle")
    with pytest.raises(SiegeworksError, match="no seat"):
        SeatVectorEnv("expansion", 2, seat="south")
    with pytest.raises(OptionError, match="no option"):
        SeatVectorEnv("expansion", 2, size=9)
    with pytest.raises(SiegeworksError, match="size=0: size is a whole number"):
        SeatVectorEnv("expansion", 0)
    envs = SeatVectorEnv("expansion", 2)
    with pytest.raises(SiegeworksError, match="reset"):
        envs.step(np.zeros(2, np.int64))
    envs.reset()
    for wrong in ([0], [0.5, 1.0], [[0], [1]]):
        with pytest.raises(SiegeworksError, match="take integers of shape"):
            envs.step(np.array(wrong))


def test_gymnasiums_wrappers_count_its_games() -> None:
    envs = RecordEpisodeStatistics(SeatVectorEnv("kings-ransom", SIZE))
    played(envs, 5, 60)
    assert len(envs.return_queue) > 0
