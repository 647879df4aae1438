"""The adapter passes PettingZoo's own suites, and our tests of what they leave out."""

import copy
import pickle
import warnings
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from siegeworks.adapters.pettingzoo import SiegeEnv, env, parallel_env, raw_env
from siegeworks.core.errors import OptionError, SiegeworksError
from siegeworks.core.random import Rng, new_rng, random_below
from siegeworks.games import NAMES
from tests.adapters.judges import api_test, parallel_api_test, render_test, seed_test, state_test
from tests.variants import every_game, every_variant

# What PettingZoo's suites advise against, though they allow it: an observation that is a Dict with
# a mask, as in its own board games (their names are on a list there), and planes of numbers below 0
# or few enough to look like an image.
ADVICE = (
    "ignore:Observation is not a NumPy array:UserWarning",
    "ignore:Observation space for each agent probably should be:UserWarning",
    "ignore:Observation numpy array is all zeros:UserWarning",
    "ignore:Action mask numpy array is all zeros:UserWarning",
    "ignore:The observation contains negative numbers and is in the shape:UserWarning",
)
pytestmark = [pytest.mark.filterwarnings(advice) for advice in ADVICE]


ISLAND = " . . . . .\n. . F . . .\n . . . . .\n. . . . . .\n"


def made(name: str, **options: Any) -> SiegeEnv:
    """`env`, by its class."""
    table = env(name, **options)
    assert isinstance(table, SiegeEnv)
    return table


def shown(table: AECEnv[str, Any, Any]) -> Any:
    """What the agent to act sees."""
    return table.last()[0]


def mask_of(table: AECEnv[str, Any, Any]) -> Any:
    """What the agent to act may do."""
    return shown(table)["action_mask"]


def random_legal(mask: Any, rng: Rng) -> int:
    legal = np.flatnonzero(mask)
    return int(legal[random_below(rng, len(legal))])


def play(table: AECEnv[str, Any, Any], seed: int) -> list[Any]:
    """A random game to its end: everything that anybody was told."""
    rng = new_rng(seed)
    table.reset(seed=seed)
    steps = []
    for agent in table.agent_iter():
        steps.append((agent, *copy.deepcopy(table.last())))
        _, _, over, truncated, _ = table.last()
        is_over = over or truncated
        table.step(None if is_over else random_legal(mask_of(table), rng))
    return steps


# The judges ---------------------------------------------------------------------------------------


@every_variant
def test_api_test_passes(variant: tuple[str, dict[str, Any]]) -> None:
    name, options = variant
    api_test(env(name, **options), num_cycles=60)


@every_game
def test_api_test_passes_over_a_whole_game(name: str) -> None:
    api_test(env(name), num_cycles=3000)


@every_game
def test_api_test_passes_in_pettingzoos_own_wrappers(name: str) -> None:
    table = wrappers.TerminateIllegalWrapper(raw_env(name), illegal_reward=-1)
    api_test(wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(table)), 60)


@every_game
def test_seed_test_passes(name: str) -> None:
    seed_test(lambda: env(name), num_cycles=200)


@every_game
def test_parallel_api_test_passes(name: str) -> None:
    parallel_api_test(parallel_env(name), num_cycles=100)


@every_game
def test_render_test_passes(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(partial(env, name))  # type: ignore[arg-type]  # annotated for Gymnasium
    assert capsys.readouterr().out


# Laws ---------------------------------------------------------------------------------------------


@every_game
def test_a_seed_and_the_actions_say_everything(name: str) -> None:
    assert data_equivalence(play(env(name), 7), play(env(name), 7), exact=True)


@every_game
def test_parallel_games_of_one_seed_are_the_same_to_the_end(name: str) -> None:
    """PettingZoo's own parallel_seed_test looks at one step only."""
    ours = [parallel_env(name), parallel_env(name)]
    answers: list[Any] = [table.reset(seed=3) for table in ours]
    rng, steps = new_rng(3), 0
    while ours[0].agents:
        assert data_equivalence(answers[0], answers[1], exact=True)
        observations = answers[0][0]
        masks = {agent: observations[agent]["action_mask"] for agent in ours[0].agents}
        (acting,) = (agent for agent, mask in masks.items() if mask.any())
        actions = {agent: 0 for agent in ours[0].agents} | {
            acting: random_legal(masks[acting], rng)
        }
        answers = [table.step(actions) for table in ours]
        steps += 1
    assert data_equivalence(answers[0], answers[1], exact=True)
    assert steps > 10


@every_game
def test_rewards_come_at_the_end_and_are_the_returns(name: str) -> None:
    table = made(name)
    steps = play(table, 5)
    assert all(reward == 0 for _, _, reward, over, _, _ in steps if not over)
    rewards = [reward for _, _, reward, over, _, _ in steps if over]
    assert rewards == table._episode.returns()


@every_game
def test_the_mask_is_what_is_legal_and_the_planes_are_the_games(name: str) -> None:
    table, rng = made(name), new_rng(2)
    table.reset(seed=2)
    for agent in table.agent_iter(60):
        if table.terminations[agent]:
            break
        observation: Any = table.observe(agent)
        seat = table.possible_agents.index(agent)
        seen = table.seen()
        legal = table.game.legal_actions(seen)
        assert np.flatnonzero(observation["action_mask"]).tolist() == legal
        side = None if table.game.has_secrets else seat
        planes = table.game.observation_tensor(seen, side)
        assert (observation["observation"] == planes).all()
        others: list[Any] = [table.observe(each) for each in table.possible_agents if each != agent]
        assert not any(other["action_mask"].any() for other in others)
        table.step(random_legal(observation["action_mask"], rng))


@every_game
def test_observations_are_their_owners(name: str) -> None:
    table = env(name)
    table.reset(seed=1)
    first, again = shown(table), shown(table)
    first["observation"][:] = 9
    first["action_mask"][:] = 9
    assert data_equivalence(again, shown(table), exact=True)


@every_game
def test_illegal_actions_are_met_as_by_pettingzoos_wrappers(name: str) -> None:
    ending = wrappers.TerminateIllegalWrapper(raw_env(name), illegal_reward=-1)
    theirs = wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(ending))
    games: list[list[Any]] = []
    for table in (theirs, env(name)):
        rng = new_rng(4)
        table.reset(seed=4)
        for _ in range(5):
            table.step(random_legal(mask_of(table), rng))
        table.step(int(np.flatnonzero(mask_of(table) == 0)[0]))
        games.append([])
        for agent in table.agent_iter():
            rest = (table.rewards, table.agents, table.infos)
            games[-1].append(copy.deepcopy((agent, *table.last(), *rest)))
            table.step(None)
        assert not table.agents
    assert data_equivalence(games[0], games[1], exact=True)
    assert sorted(step[2] for step in games[1])[0] == -1


def test_what_is_no_action_at_all_is_an_error() -> None:
    table = env("expansion")
    table.reset()
    actions: list[Any] = [-1, 10**30, 0.5, None]
    for action in actions:
        with pytest.raises(AssertionError, match="not in action space"):
            table.step(action)


def test_nothing_can_be_asked_before_the_first_reset() -> None:
    table = made("expansion")
    with pytest.raises(AttributeError, match="cannot be accessed before reset"):
        table.last()
    with pytest.raises(AttributeError, match="cannot be accessed before reset"):
        table.step(0)
    with pytest.raises(AttributeError, match="has no attribute"):
        table.nonsense  # noqa: B018


def test_the_raw_environment_refuses_illegal_actions() -> None:
    table = raw_env("expansion")
    table.reset(seed=1)
    illegal = int(np.flatnonzero(mask_of(table) == 0)[0])
    with pytest.raises(SiegeworksError, match="not a legal action of player_"):
        table.step(illegal)


def test_an_environment_can_be_pickled() -> None:
    table = pickle.loads(pickle.dumps(env("nobles-and-peasants", seats=3, flat=True)))
    assert table.game.seats == made("nobles-and-peasants", seats="3").game.seats
    assert table.flat
    table.reset(seed=1)


def test_an_environment_takes_natural_values_and_maps_of_ones_own(tmp_path: Path) -> None:
    table = made("siege-master", fortresses="scattered", count=9, free=True)
    assert (table.game.options["count"], table.game.options["free"]) == ("9", "yes")
    (tmp_path / "island.txt").write_text(ISLAND, encoding="utf-8")
    for maps in (tmp_path, str(tmp_path)):
        assert made("siege-master", map="island", maps=maps).game.options["map"] == "island"
        assert parallel_env("siege-master", map="island", maps=maps).possible_agents
    for wrong in ({"free": None}, {"fre": True}, {"count": [9]}):
        with pytest.raises(OptionError):
            env("siege-master", **wrong)


@every_game
def test_flat_observations_are_the_planes_in_one_row_and_masks_are_in_the_infos(name: str) -> None:
    api_test(env(name, flat=True), num_cycles=60)
    flat, planes = made(name, flat=True), made(name)
    rng = new_rng(6)
    for table in (flat, planes):
        table.reset(seed=6)
    for _ in range(20):
        _, _, over, _, info = flat.last()
        seen, expected = shown(flat), shown(planes)
        assert seen.shape == flat.observation_space(flat.agent_selection).shape
        assert (seen == expected["observation"].ravel()).all()
        assert (info["action_mask"] == expected["action_mask"]).all()
        if over:
            break
        action = random_legal(info["action_mask"], rng)
        flat.step(action)
        planes.step(action)


@every_game
@pytest.mark.parametrize("flat", [False, True])
def test_the_state_is_what_all_agents_know(name: str, flat: bool) -> None:
    state_test(env(name, flat=flat), parallel_env(name, flat=flat), num_cycles=20)
    table = env(name, flat=flat)
    table.reset(seed=1)
    seen: list[Any] = [table.observe(agent) for agent in table.agents]
    together = np.concatenate(seen if flat else [each["observation"] for each in seen])
    assert (table.state() == together).all()


def test_the_raw_environment_shows_nothing_before_the_first_reset() -> None:
    with pytest.raises(SiegeworksError, match="reset"):
        raw_env("expansion").observe("player_0")


@pytest.mark.parametrize("action", [0.5, "0", None])
def test_the_raw_environment_takes_whole_numbers_only(action: Any) -> None:
    table = raw_env("expansion")
    table.reset(seed=1)
    with pytest.raises((SiegeworksError, TypeError)):
        table.step(action)
    for out_of_range in (-1, 10**9, 10**30):
        with pytest.raises(SiegeworksError, match="not a legal action"):
            table.step(out_of_range)


# Rendering ----------------------------------------------------------------------------------------


@every_variant
def test_every_game_has_a_picture_that_changes(variant: tuple[str, dict[str, Any]]) -> None:
    name, options = variant
    table, rng = env(name, render_mode="rgb_array", **options), new_rng(8)
    table.reset(seed=8)
    pictures: list[Any] = [table.render()]
    for _ in table.agent_iter(12):
        _, _, over, _, _ = table.last()
        table.step(None if over else random_legal(mask_of(table), rng))
    pictures.append(table.render())
    assert pictures[0].shape != pictures[1].shape or (pictures[0] != pictures[1]).any()


def test_what_is_rendered_tells_only_what_the_agent_knows() -> None:
    """Two games that look alike to the agent look alike rendered."""
    for mode in ("ansi", "rgb_array"):
        table = raw_env("kings-ransom", render_mode=mode)
        table.reset(seed=1)
        picture = table.render()
        other = table.game.determinize(table.seen(), new_rng(99))
        assert other.tobytes() != table._episode.state.tobytes()
        table._episode._records[0] = other
        assert data_equivalence(table.render(), picture, exact=True)


def test_without_a_mode_nothing_is_rendered() -> None:
    table = env("expansion")
    table.reset()
    assert table.render() is None


def test_every_name_is_an_environment() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert {env(name).metadata["name"] for name in NAMES} == {
            f"siegeworks_{name.replace('-', '_')}_v0" for name in NAMES
        }
