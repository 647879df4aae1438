"""A batch plays the same games as one by one, whatever stands beside them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from siegeworks.core.batch import Batch, random_actions
from siegeworks.core.game import (
    CHANCE,
    TERMINAL,
    Game,
    IllegalStep,
    Plane,
    SiegeworksError,
    State,
    Tensor,
)
from siegeworks.core.jit import rule
from siegeworks.core.random import Rng, new_rng, random_below
from siegeworks.games import load
from tests.variants import every_game, every_variant, random_walk

SEED = 11
SIZE = 3
STEPS = 120  # of a law that asks the plain methods about every game at every step
MANY_STEPS = 1500  # enough for games to end and begin anew


@rule
def write_header(params: Any, seen: Any, out: Any) -> None:
    """Planes of a test: whose view this is, and who is to act."""
    out[0, 0, 0] = seen.viewer
    out[1, 0, 1] = seen.to_act


HEADER_PLANES = Tensor(
    (Plane("viewer", "a seat"), Plane("to act", "a seat")), height=1, width=2, write=write_header
)


def begun(game: Game, rng: Rng) -> State:
    """A new game at its first action, chance drawn from `rng`."""
    state = game.new_state()
    game.settle(state, rng)
    return state


def mask(game: Game, state: State) -> Any:
    """The legal actions of one state as a mask."""
    legal = np.zeros(game.num_actions, np.bool_)
    legal[game.legal_actions(state)] = True
    return legal


def chosen(batch: Batch, streams: list[Rng]) -> Any:
    """A random legal action of every game, each from a stream of its own."""
    actions = []
    for legal, rng in zip(batch.legal, streams, strict=True):
        listed = np.flatnonzero(legal)
        actions.append(listed[random_below(rng, len(listed))])
    return np.array(actions, np.int32)


def told(batch: Batch) -> list[Any]:
    """All that a batch tells, one row a game."""
    arrays = (batch.to_act, batch.legal, batch.rewards, batch.terminated, batch.states)
    return [[array[i].tobytes() for array in arrays] for i in range(batch.size)]


def assert_same_as_one_by_one(game: Game, steps: int) -> int:
    """Play a batch beside the same games through the methods of `Game`; how many games ended."""
    batch = Batch(game, SIZE, SEED)
    words = [new_rng(SEED, stream=i) for i in range(SIZE)]
    states = [begun(game, rng) for rng in words]
    rng = new_rng(5)
    ended = 0
    for _ in range(steps):
        for i, state in enumerate(states):
            assert batch.states[i].tobytes() == state.tobytes()
            assert batch.to_act[i] == state.to_act
            assert np.array_equal(batch.legal[i], mask(game, state))
        actions = random_actions(batch.legal, rng)
        batch.step(actions)
        for i, state in enumerate(states):
            game.apply(state, int(actions[i]))
            game.settle(state, words[i])
            over = state.to_act == TERMINAL
            expected = game.returns(state) or [0.0] * len(game.seats)
            assert batch.terminated[i] == over
            assert np.array_equal(batch.rewards[i], np.array(expected, np.float32))
            if over:
                states[i] = begun(game, words[i])
                ended += 1
    return ended


@every_variant
def test_a_batch_plays_the_same_games_as_one_by_one(variant: Any) -> None:
    assert_same_as_one_by_one(load(*variant), STEPS)


@every_game
def test_a_game_that_ends_is_rewarded_and_the_next_one_stands_in_its_place(name: str) -> None:
    assert assert_same_as_one_by_one(load(name), MANY_STEPS) >= 2


@every_game
def test_neither_the_threads_nor_the_size_change_a_game(name: str) -> None:
    game = load(name)
    batches = [Batch(game, 7, SEED), Batch(game, 7, SEED, threads=2), Batch(game, 1, SEED)]
    streams = [[new_rng(3, stream=i) for i in range(batch.size)] for batch in batches]
    for _ in range(STEPS):
        for batch, rngs in zip(batches, streams, strict=True):
            batch.step(chosen(batch, rngs))
        seven, threaded, one = (told(batch) for batch in batches)
        assert seven == threaded
        assert seven[:1] == one


@every_game
def test_a_reset_with_the_same_seed_gives_the_same_games_again(name: str) -> None:
    batch = Batch(load(name), SIZE, SEED)
    before = told(batch)
    rng = new_rng(1)
    for _ in range(STEPS):
        batch.step(random_actions(batch.legal, rng))
    batch.reset(SEED)
    assert told(batch) == before


def test_a_reset_without_a_seed_draws_on_and_rewards_nobody() -> None:
    game = load("kings-ransom")
    batch = Batch(game, SIZE, SEED)
    first = batch.states.copy()
    batch.reset()
    assert first.tobytes() != batch.states.tobytes()
    assert not batch.terminated.any()
    assert not batch.rewards.any()


# Observations --------------------------------------------------------------------------------


@every_variant
def test_planes_are_written_from_what_the_seat_to_act_may_know(variant: Any) -> None:
    game = load(*variant)
    for tensor in {game.tensor or HEADER_PLANES, HEADER_PLANES}:
        looked_at = replace(game, tensor=tensor)
        batch = Batch(looked_at, SIZE, SEED, threads=2)
        rng = new_rng(2)
        for _ in range(20):
            batch.step(random_actions(batch.legal, rng))
            planes = batch.observe()
            for i in range(SIZE):
                seen = game.observe(batch.states[i], int(batch.to_act[i]))
                expected = np.zeros(planes.shape[1:], np.float32)
                tensor.write(game.params, seen, expected)
                assert np.array_equal(planes[i], expected)


def test_a_game_without_planes_says_so() -> None:
    batch = Batch(replace(load("expansion"), tensor=None), SIZE, SEED)
    with pytest.raises(SiegeworksError, match="Expansion has no planes"):
        batch.observe()


# What is refused -----------------------------------------------------------------------------


@every_game
def test_an_illegal_action_is_refused_by_name_and_nothing_is_done(name: str) -> None:
    game = load(name)
    batch = Batch(game, SIZE, SEED)
    before, words = told(batch), batch._words.copy()
    actions = random_actions(batch.legal, new_rng(1))
    actions[1] = np.flatnonzero(~batch.legal[1])[0]
    with pytest.raises(IllegalStep) as refusal:
        batch.step(actions)
    sentence = str(refusal.value)
    assert sentence.startswith(f"Game 1 of the batch, {game.seats[batch.to_act[1]]}: {actions[1]} ")
    assert game.action_texts[actions[1]] in sentence
    assert told(batch) == before
    assert np.array_equal(batch._words, words)


@pytest.mark.parametrize("action", [-1, -2, 353, 2**32])
def test_a_number_that_is_no_action_is_refused(action: int) -> None:
    batch = Batch(load("expansion"), SIZE, SEED)
    before = told(batch)
    actions = random_actions(batch.legal, new_rng(1)).astype(np.int64)
    actions[2] = action
    with pytest.raises(
        IllegalStep, match=f"Game 2 of the batch, suns: there is no action {action}"
    ):
        batch.step(actions)
    assert told(batch) == before


@pytest.mark.parametrize("actions", [[0, 0], [[0], [0], [0]], [0.0, 0.0, 0.0], 0, ["a", "b", "c"]])
def test_anything_but_one_whole_number_a_game_is_refused(actions: Any) -> None:
    batch = Batch(load("expansion"), SIZE, SEED)
    with pytest.raises(SiegeworksError, match="takes whole numbers of shape"):
        batch.step(actions)


@pytest.mark.parametrize("size, threads", [(0, 1), (1, 0), (-1, 1)])
def test_a_batch_of_nothing_is_refused(size: int, threads: int) -> None:
    with pytest.raises(SiegeworksError, match="both must be at least 1"):
        Batch(load("expansion"), size, SEED, threads)


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


# Some of the games --------------------------------------------------------------------------------


@every_game
def test_games_that_are_left_out_of_a_step_wait(name: str) -> None:
    game = load(name)
    batch, alone = Batch(game, SIZE, SEED), Batch(game, SIZE, SEED)
    streams = [new_rng(3, stream=i) for i in range(SIZE)]
    for step in range(40):
        actions = chosen(batch, streams)
        for i in range(SIZE):
            only = np.arange(SIZE) == (i + step) % SIZE
            before = told(batch)
            batch.step(np.where(only, actions, -1), only=only)
            now = told(batch)
            for j in np.flatnonzero(~only):
                for at in (0, 1, 4):  # who is to act, what is legal, the state
                    assert now[j][at] == before[j][at]
            assert not batch.rewards[~only].any() and not batch.terminated[~only].any()
        alone.step(actions)
        assert batch.states.tobytes() == alone.states.tobytes()


def test_games_that_are_given_up_reward_nobody() -> None:
    batch = Batch(load("kings-ransom"), SIZE, SEED)
    before = told(batch)
    batch.begin_anew(np.array([False, True, False]))
    after = told(batch)
    assert [one == other for one, other in zip(before, after, strict=True)] == [True, False, True]
    assert not batch.rewards.any() and not batch.terminated.any()


@pytest.mark.parametrize("only", [[1, 0, 1], [True], True, [[True] * 3]])
def test_games_are_chosen_by_one_truth_value_each(only: Any) -> None:
    batch = Batch(load("expansion"), SIZE, SEED)
    with pytest.raises(SiegeworksError, match="takes truth values of shape"):
        batch.step(random_actions(batch.legal, new_rng(1)), only=only)
    with pytest.raises(SiegeworksError, match="takes truth values of shape"):
        batch.begin_anew(only)


@every_game
def test_the_last_position_of_a_game_is_kept(name: str) -> None:
    game, rng = load(name), new_rng(9)
    batch = Batch(game, SIZE, SEED)
    ended = 0
    for _ in range(MANY_STEPS):
        batch.step(random_actions(batch.legal, rng))
        for i in np.flatnonzero(batch.terminated):
            returns = game.returns(batch.ended[i])
            assert returns is not None
            assert np.array_equal(batch.rewards[i], np.array(returns, np.float32))
            ended += 1
    assert ended


# Given positions ----------------------------------------------------------------------------------


@every_game
def test_a_batch_begins_from_given_positions_again_and_again(name: str) -> None:
    game = load(name)
    walk = [state for state, choice in random_walk(game, seed=4) if choice >= 0]
    late = [state for state in walk if state.to_act >= 0][-2:]
    batch, rng = Batch(game, SIZE, SEED, positions=late), new_rng(2)
    given = [late[i % 2].tobytes() for i in range(SIZE)]
    assert [state.tobytes() for state in batch.states] == given
    again = 0
    for _ in range(STEPS):
        batch.step(random_actions(batch.legal, rng))
        for i in np.flatnonzero(batch.terminated):
            assert batch.states[i].tobytes() == given[i]
            again += 1
    assert again
    batch.reset(3)
    assert [state.tobytes() for state in batch.states] == given


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
    for positions, why in (
        ([], "one position or more"),
        ([playing, over], "Position 1: the game is over"),
        ([game.observe(playing, 0)], "This is an observation"),
        ([load("expansion").new_state()], "not a state of King's Ransom"),
    ):
        with pytest.raises(SiegeworksError, match=why):
            Batch(game, SIZE, SEED, positions=positions)


# Random actions ------------------------------------------------------------------------------


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
