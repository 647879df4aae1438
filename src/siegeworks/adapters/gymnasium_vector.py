"""Many games as one Gymnasium vector environment: a seat of each, over `core.batch.Batch`.

    import gymnasium
    import siegeworks.adapters.gymnasium  # registers the ids
    envs = gymnasium.make_vec("Siegeworks/KingsRansom-v0", num_envs=256)

It tells what as many `SeatEnv` would in Gymnasium's SyncVectorEnv with AutoresetMode.SAME_STEP: a
step that ends a game gives its reward, and in `infos` its `final_obs` and `final_info`, but the
observation and the mask of the next game, which has begun. Against "random" all games are played in
compiled code; other opponents are asked game by game.
"""

from __future__ import annotations

from math import prod
from os import PathLike
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from siegeworks.adapters.gymnasium import Opponent, bots_for, seat_given
from siegeworks.bots import Bot
from siegeworks.core.batch import Batch, random_actions
from siegeworks.core.game import Game, OptionValue, SiegeworksError, State
from siegeworks.core.random import new_rng
from siegeworks.games import load

Planes = NDArray[np.float32]
Told = tuple[Planes, dict[str, Any]]

RANDOM = "random"


class SeatVectorEnv(VectorEnv[Planes, NDArray[np.int64], NDArray[Any]]):
    """One seat of each of many games against bots."""

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(
        self,
        name: str,
        num_envs: int = 1,
        *,
        seat: str = "",
        opponent: Opponent = RANDOM,
        maps: str | PathLike[str] | None = None,
        flat: bool = False,
        threads: int = 1,
        **options: OptionValue,
    ) -> None:
        """So many games with these options.

        Args:
            name: one of siegeworks.games.NAMES.
            num_envs: how many games.
            seat: the name of the learner's seat; left out, the first; "any": drawn for every game.
            opponent: who plays every other seat.
            maps: a folder with map files of one's own, for games that have maps.
            flat: observations as one row of numbers instead of planes.
            threads: how many share the work; the result is the same.
            options: the game's own, `seats=3`.

        Raises:
            SiegeworksError: an unknown game, option, bot or seat, or no games.
        """
        self.game = load(name, options, maps)
        self.num_envs = num_envs
        self.opponent = opponent
        self._given_seat = seat_given(self.game, seat)
        bots_for(opponent, self.game, new_rng(0))  # complains early about an unknown bot
        self._batch = Batch(self.game, num_envs, 0, threads)
        tensor = self.game.tensor
        assert tensor is not None
        shape = (prod(tensor.shape),) if flat else tensor.shape
        self.single_observation_space = spaces.Box(-1.0, 1.0, shape, np.float32)
        self.single_action_space = spaces.Discrete(self.game.num_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._seats = np.zeros(num_envs, np.int64)
        self._bots: list[list[Bot]] = [[] for _ in range(num_envs)]
        self._rng = new_rng(0)  # of opponents that choose at random
        self._is_reset = False

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Told:
        """New games, played until the learner is to act in each."""
        super().reset(seed=seed)
        self._batch.reset(self._draw())
        self._rng = new_rng(self._draw())
        self._begin(np.ones(self.num_envs, np.bool_))
        self._let_others_play(Ends(self.game, self.num_envs))
        self._is_reset = True
        return self._observations(), self._infos()

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Planes, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """In every game the learner acts, then all others until it is its turn again, or the end.

        Raises:
            SiegeworksError: there was no reset, or there is not one whole number a game.
        """
        if not self._is_reset:
            raise SiegeworksError("No game has begun: reset() begins them.")
        given = np.asarray(actions)
        if given.shape != (self.num_envs,) or given.dtype.kind not in "iu":
            raise SiegeworksError(
                f"Actions of shape {given.shape} and type {given.dtype}: {self.num_envs} games "
                f"take whole numbers of shape ({self.num_envs},)."
            )
        batch, ends = self._batch, Ends(self.game, self.num_envs)
        there_is = (given >= 0) & (given < self.game.num_actions)
        chosen = np.where(there_is, given, 0).astype(np.int64)
        legal = there_is & batch.legal[np.arange(self.num_envs), chosen]
        if not legal.all():
            ends.lose(~legal, batch.states, self._seats)
            batch.begin_anew(~legal)
            self._begin(~legal)
        batch.step(chosen, only=legal)
        self._take_in(ends)
        self._let_others_play(ends)
        infos = self._infos()
        for i in np.flatnonzero(ends.terminated):
            infos = self._add_info(infos, self._final(ends, int(i)), int(i))
        truncated = np.zeros(self.num_envs, np.bool_)
        return self._observations(), ends.rewards, ends.terminated, truncated, infos

    def _draw(self) -> int:
        return int(self.np_random.integers(2**63))

    def _begin(self, which: NDArray[np.bool_]) -> None:
        """New games have begun: the learner's seats in them, and its opponents."""
        for i in np.flatnonzero(which):
            seat = self._given_seat
            if seat < 0:
                seat = int(self.np_random.integers(len(self.game.seats)))
            self._seats[i] = seat
            if self.opponent != RANDOM:
                self._bots[i] = bots_for(self.opponent, self.game, new_rng(self._draw()))

    def _let_others_play(self, ends: Ends) -> None:
        """Until the learner is to act in every game. A new game that is over before its first turn
        was no game for it."""
        batch = self._batch
        while True:
            waiting = batch.to_act != self._seats
            if not waiting.any():
                return
            batch.step(self._choices(waiting), only=waiting)
            self._take_in(ends)

    def _take_in(self, ends: Ends) -> None:
        batch = self._batch
        over = batch.terminated.copy()
        if over.any():
            ends.take_in(batch, self._seats)
            self._begin(over)

    def _choices(self, waiting: NDArray[np.bool_]) -> NDArray[np.int64]:
        """What the opponents do in these games."""
        if self.opponent == RANDOM:
            return random_actions(self._batch.legal, self._rng).astype(np.int64)
        chosen = np.zeros(self.num_envs, np.int64)
        for i in np.flatnonzero(waiting):
            seat = int(self._batch.to_act[i])
            chosen[i] = self._bots[i][seat].choose(self.game.observe(self._batch.states[i], seat))
        return chosen

    def _observations(self) -> Planes:
        """What the learner may know in every game: it is to act in all of them."""
        return self._batch.observe().reshape(self.observation_space.shape).copy()

    def _infos(self) -> dict[str, Any]:
        everywhere = np.ones(self.num_envs, np.bool_)
        return {
            "action_mask": self._batch.legal.astype(np.int8),
            "_action_mask": everywhere,
            "seat": np.array([self.game.seats[seat] for seat in self._seats], object),
            "_seat": everywhere.copy(),
        }

    def _final(self, ends: Ends, i: int) -> dict[str, Any]:
        """What the learner is told of a game that is over."""
        game, seat, state = self.game, ends.seats[i], ends.positions[i]
        planes = game.observation_tensor(game.observe(state, seat), seat)
        mask = np.zeros(game.num_actions, np.int8)
        return {
            "final_obs": planes.reshape(self.single_observation_space.shape),
            "final_info": {"action_mask": mask, "seat": game.seats[seat]},
        }


class Ends:
    """The games that were the learner's when a step began, and are over after it."""

    def __init__(self, game: Game, size: int) -> None:
        self.loss = -1 / (len(game.seats) - 1)
        self.rewards = np.zeros(size, np.float64)
        self.terminated = np.zeros(size, np.bool_)
        self.positions: dict[int, State] = {}  # the last of each
        self.seats: dict[int, int] = {}  # the learner's in each

    def lose(self, which: NDArray[np.bool_], states: Any, seats: NDArray[np.int64]) -> None:
        """These are lost by an illegal action."""
        for i in np.flatnonzero(which):
            self._add(int(i), self.loss, states[i], seats)

    def take_in(self, batch: Batch, seats: NDArray[np.int64]) -> None:
        """The games that the batch's last step ended, but for new ones."""
        for i in np.flatnonzero(batch.terminated & ~self.terminated):
            self._add(int(i), batch.rewards[i, seats[i]], batch.ended[i], seats)

    def _add(self, i: int, reward: float, state: State, seats: NDArray[np.int64]) -> None:
        self.rewards[i] = reward
        self.terminated[i] = True
        self.positions[i] = state.copy()
        self.seats[i] = int(seats[i])
