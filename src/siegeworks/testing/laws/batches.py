"""A batch plays the same games as one by one, whatever stands beside them."""

from typing import Any

import numpy as np
import pytest

from siegeworks.core.contract import TERMINAL, State
from siegeworks.core.errors import IllegalStep
from siegeworks.core.game import Game
from siegeworks.core.random import Rng, new_rng, random_below
from siegeworks.core.traversal.batch import Batch, random_actions
from siegeworks.testing.law import Cases, Hardest, Laws, law
from siegeworks.testing.walks import random_walk

SEED = 11
SIZE = 3
STEPS = 120  # of a law that asks the plain methods about every game at every step
MANY_STEPS = 1500  # enough for games to end and begin again


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
    """A random legal action of every game, each from its own stream."""
    actions = []
    for legal, rng in zip(batch.legal, streams, strict=True):
        listed = np.flatnonzero(legal)
        actions.append(listed[random_below(rng, len(listed))])
    return np.array(actions, np.int32)


def snapshot(batch: Batch) -> list[Any]:
    """All that a batch tells, one row per game."""
    arrays = (batch.to_act, batch.legal, batch.rewards, batch.terminated, batch.states)
    return [[array[i].tobytes() for array in arrays] for i in range(batch.size)]


def play_beside(game: Game, steps: int, cases: Cases) -> int:
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
            cases.add()
            if over:
                states[i] = begun(game, words[i])
                ended += 1
    return ended


class BatchLaws(Laws):
    """Many games at once go as each would alone."""

    @law
    def test_a_batch_plays_the_same_games_as_one_by_one(self, game: Game, cases: Cases) -> None:
        play_beside(game, STEPS, cases)

    @law
    def test_a_game_that_ends_is_rewarded_and_the_next_one_stands_in_its_place(
        self, hardest: Hardest, cases: Cases
    ) -> None:
        _, game = hardest
        assert play_beside(game, MANY_STEPS, cases) >= 2

    @law
    def test_neither_the_threads_nor_the_size_change_a_game(
        self, hardest: Hardest, cases: Cases
    ) -> None:
        _, game = hardest
        batches = [Batch(game, 7, SEED), Batch(game, 7, SEED, threads=2), Batch(game, 1, SEED)]
        streams = [[new_rng(3, stream=i) for i in range(batch.size)] for batch in batches]
        for _ in range(STEPS):
            for batch, rngs in zip(batches, streams, strict=True):
                batch.step(chosen(batch, rngs))
            seven, threaded, single = (snapshot(batch) for batch in batches)
            assert seven == threaded
            assert seven[:1] == single
            cases.add()

    @law
    def test_a_reset_with_the_same_seed_gives_the_same_games_again(
        self, hardest: Hardest, cases: Cases
    ) -> None:
        batch = Batch(hardest[1], SIZE, SEED)
        before = snapshot(batch)
        rng = new_rng(1)
        for _ in range(STEPS):
            batch.step(random_actions(batch.legal, rng))
        cases.add(snapshot(batch) != before)
        batch.reset(SEED)
        assert snapshot(batch) == before

    @law
    def test_planes_are_written_from_what_the_seat_to_act_may_know(
        self, tensor_game: Game, cases: Cases
    ) -> None:
        game, rng = tensor_game, new_rng(2)
        assert game.tensor is not None
        batch = Batch(game, SIZE, SEED, threads=2)
        for _ in range(20):
            batch.step(random_actions(batch.legal, rng))
            planes = batch.observe()
            for i in range(SIZE):
                seen = game.observe(batch.states[i], int(batch.to_act[i]))
                expected = np.zeros(planes.shape[1:], np.float32)
                game.tensor.write(game.params, seen, expected)
                assert np.array_equal(planes[i], expected)
                cases.add(bool(expected.any()))

    @law
    def test_an_illegal_action_is_refused_by_name_and_nothing_is_done(
        self, hardest: Hardest, cases: Cases
    ) -> None:
        _, game = hardest
        batch, rng = Batch(game, SIZE, SEED), new_rng(1)
        for _ in range(MANY_STEPS):  # in some games everything is legal in the beginning
            if not batch.legal[1].all():
                break
            batch.step(random_actions(batch.legal, rng))
        before, words = snapshot(batch), batch._words.copy()
        actions = random_actions(batch.legal, new_rng(1))
        actions[1] = np.flatnonzero(~batch.legal[1])[0]
        with pytest.raises(IllegalStep) as refusal:
            batch.step(actions)
        sentence, seat = str(refusal.value), game.seats[batch.to_act[1]]
        assert sentence.startswith(f"Game 1 of the batch, {seat}: {actions[1]} ")
        assert game.action_texts[actions[1]] in sentence
        assert snapshot(batch) == before
        assert np.array_equal(batch._words, words)
        cases.add()

    @law
    def test_games_that_are_left_out_of_a_step_wait(self, hardest: Hardest, cases: Cases) -> None:
        _, game = hardest
        batch, alone = Batch(game, SIZE, SEED), Batch(game, SIZE, SEED)
        streams = [new_rng(3, stream=i) for i in range(SIZE)]
        for step in range(40):
            actions = chosen(batch, streams)
            for i in range(SIZE):
                only = np.arange(SIZE) == (i + step) % SIZE
                before = snapshot(batch)
                batch.step(np.where(only, actions, -1), only=only)
                now = snapshot(batch)
                for j in np.flatnonzero(~only):
                    for at in (0, 1, 4):  # who is to act, what is legal, the state
                        assert now[j][at] == before[j][at]
                    cases.add()
                assert not batch.rewards[~only].any() and not batch.terminated[~only].any()
            alone.step(actions)
            assert batch.states.tobytes() == alone.states.tobytes()

    @law
    def test_the_last_position_of_a_game_is_kept(self, hardest: Hardest, cases: Cases) -> None:
        _, game = hardest
        rng = new_rng(9)
        batch = Batch(game, SIZE, SEED)
        for _ in range(MANY_STEPS):
            batch.step(random_actions(batch.legal, rng))
            for i in np.flatnonzero(batch.terminated):
                returns = game.returns(batch.ended[i])
                assert returns is not None
                assert np.array_equal(batch.rewards[i], np.array(returns, np.float32))
                cases.add()

    @law
    def test_a_batch_begins_from_given_positions_again_and_again(
        self, hardest: Hardest, cases: Cases
    ) -> None:
        _, game = hardest
        walk = [state for state, choice in random_walk(game, seed=4) if choice >= 0]
        late = [state for state in walk if state.to_act >= 0][-2:]
        batch, rng = Batch(game, SIZE, SEED, positions=late), new_rng(2)
        given = [late[i % 2].tobytes() for i in range(SIZE)]
        assert [state.tobytes() for state in batch.states] == given
        for _ in range(STEPS):
            batch.step(random_actions(batch.legal, rng))
            for i in np.flatnonzero(batch.terminated):
                assert batch.states[i].tobytes() == given[i]
                cases.add()
        batch.reset(3)
        assert [state.tobytes() for state in batch.states] == given
