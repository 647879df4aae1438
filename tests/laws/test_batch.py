"""What batches of single games refuse, and how they draw; for all games see
`siegeworks.testing.laws.batches`."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from siegeworks.core.contract import CHANCE
from siegeworks.core.errors import IllegalStep, SiegeworksError
from siegeworks.core.random import new_rng
from siegeworks.core.traversal.batch import Batch, random_actions
from siegeworks.games import load
from siegeworks.testing.laws.batches import SEED, SIZE, snapshot
from tests.variants import random_walk


def test_a_reset_without_a_seed_draws_on_and_rewards_nobody() -> None:
    game = load("kings-ransom")
    batch = Batch(game, SIZE, SEED)
    first = batch.states.copy()
    batch.reset()
    assert first.tobytes() != batch.states.tobytes()
    assert not batch.terminated.any()
    assert not batch.rewards.any()


def test_a_game_without_planes_of_its_own_has_those_of_its_fields() -> None:
    game = replace(load("expansion"), tensor=None)
    assert game.tensor is not None and game.tensor.planes[0].name == "viewer"
    batch = Batch(game, SIZE, SEED)
    for planes, state in zip(batch.observe(), batch.states, strict=True):
        seen = game.observe(state, max(0, int(state.to_act)))
        assert np.array_equal(planes, game.observation_tensor(seen))
        assert np.array_equal(planes, game.plain().observation_tensor(seen))


@pytest.mark.parametrize("action", [-1, -2, 353, 2**32])
def test_a_number_that_is_no_action_is_refused(action: int) -> None:
    batch = Batch(load("expansion"), SIZE, SEED)
    before = snapshot(batch)
    actions = random_actions(batch.legal, new_rng(1)).astype(np.int64)
    actions[2] = action
    with pytest.raises(
        IllegalStep, match=f"Game 2 of the batch, suns: there is no action {action}"
    ):
        batch.step(actions)
    assert snapshot(batch) == before


@pytest.mark.parametrize("actions", [[0, 0], [[0], [0], [0]], [0.0, 0.0, 0.0], 0, ["a", "b", "c"]])
def test_anything_but_one_whole_number_a_game_is_refused(actions: Any) -> None:
    batch = Batch(load("expansion"), SIZE, SEED)
    with pytest.raises(SiegeworksError, match="takes whole numbers of shape"):
        batch.step(actions)


@pytest.mark.parametrize("size, threads", [(0, 1), (1, 0), (-1, 1), (2.0, 1)])
def test_a_batch_of_nothing_is_refused(size: int, threads: int) -> None:
    with pytest.raises(SiegeworksError, match="is a whole number, 1 or more"):
        Batch(load("expansion"), size, SEED, threads)


def test_a_batch_needs_a_seed() -> None:
    """Without one, all its games would have the same luck."""
    with pytest.raises(SiegeworksError, match="seed is a whole number"):
        Batch(load("expansion"), SIZE, None)  # type: ignore[arg-type]


def test_the_mask_may_be_written_to_and_makes_nothing_legal() -> None:
    batch = Batch(load("expansion"), SIZE, SEED)
    wrong = int(np.flatnonzero(~batch.legal[1])[0])
    actions = random_actions(batch.legal, new_rng(1))
    actions[1] = wrong
    batch.legal[:] = True
    with pytest.raises(IllegalStep, match="Game 1 of the batch"):
        batch.step(actions)


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int64, np.uint64])
def test_whole_numbers_of_every_type_are_taken(dtype: Any) -> None:
    batch = Batch(load("kings-ransom", {"columns": 2, "tiles": "KA"}), SIZE, SEED)
    listed = [np.flatnonzero(row) for row in batch.legal]
    batch.step(np.array([row[row < 127][0] for row in listed], dtype))


def test_the_largest_of_all_numbers_is_refused() -> None:
    batch = Batch(load("expansion"), SIZE, SEED)
    with pytest.raises(IllegalStep, match=f"there is no action {2**64 - 1}"):
        batch.step(np.full(SIZE, 2**64 - 1, np.uint64))


def test_games_that_are_given_up_reward_nobody() -> None:
    batch = Batch(load("kings-ransom"), SIZE, SEED)
    before = snapshot(batch)
    batch.restart(np.array([False, True, False]))
    after = snapshot(batch)
    assert [a == b for a, b in zip(before, after, strict=True)] == [True, False, True]
    assert not batch.rewards.any() and not batch.terminated.any()


@pytest.mark.parametrize("only", [[1, 0, 1], [True], True, [[True] * 3]])
def test_games_are_chosen_by_one_truth_value_each(only: Any) -> None:
    batch = Batch(load("expansion"), SIZE, SEED)
    with pytest.raises(SiegeworksError, match="takes truth values of shape"):
        batch.step(random_actions(batch.legal, new_rng(1)), only=only)
    with pytest.raises(SiegeworksError, match="takes truth values of shape"):
        batch.restart(only)


def test_chance_falls_in_given_positions() -> None:
    game = load("siege-by-number")
    rolling = [state for state, _ in random_walk(game, seed=4) if state.to_act == CHANCE][5]
    batch = Batch(game, 40, SEED, positions=[rolling])
    assert (batch.to_act >= 0).all()
    assert len({state.tobytes() for state in batch.states}) > 5


def test_positions_that_cannot_be_played_are_refused() -> None:
    game = load("kings-ransom")
    *walk, (over, _) = random_walk(game, seed=4)
    playing = walk[-1][0]
    refused: list[tuple[Any, str]] = [
        ([], "one position or more"),
        ([playing, over], "Position 1: the game is over"),
        ([game.observe(playing, 0)], "This is an observation"),
        ([load("expansion").new_state()], "not a state of King's Ransom"),
    ]
    for positions, why in refused:
        with pytest.raises(SiegeworksError, match=why):
            Batch(game, SIZE, SEED, positions=positions)


def test_random_actions_need_masks_and_something_legal() -> None:
    legal = np.ones((3, 40), np.bool_)
    legal[1] = False
    with pytest.raises(SiegeworksError, match="Game 1 has no legal action"):
        random_actions(legal, new_rng(1))
    for wrong in (np.ones(40, np.bool_), np.ones((3, 40), np.int8)):
        with pytest.raises(SiegeworksError, match="what is legal is bool"):
            random_actions(wrong, new_rng(1))  # type: ignore[arg-type]


def test_random_actions_are_legal_and_equally_likely() -> None:
    legal = np.zeros((60_000, 100), np.bool_)
    allowed = [0, 31, 32, 63, 64, 99]
    legal[:, allowed] = True
    counts = np.bincount(random_actions(legal, new_rng(4)), minlength=100)
    assert counts[allowed].sum() == len(legal)
    assert (np.abs(counts[allowed] - 10_000) < 5 * np.sqrt(10_000 * 5 / 6)).all()
