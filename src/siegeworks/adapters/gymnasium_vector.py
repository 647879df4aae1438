"""Many games as one Gymnasium vector environment: a seat of each, over `siegeworks.Batch`.

    import gymnasium
    import siegeworks.adapters.gymnasium  # registers the ids
    envs = gymnasium.make_vec("Siegeworks/KingsRansom-v0", num_envs=256)

It behaves like the same number of `SeatEnv` in Gymnasium's SyncVectorEnv with
AutoresetMode.SAME_STEP: a step that ends a game returns its reward, its `final_obs` and
`final_info` in `infos`, and the observation and the mask of the next game, which has started.
Against "random" all games are played in compiled code; other opponents choose game by game.
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

from siegeworks.adapters.gymnasium import Opponent, make_bots, seat_given
from siegeworks.bots import Bot
from siegeworks.core.contract import State
from siegeworks.core.errors import SiegeworksError
from siegeworks.core.game import Game
from siegeworks.core.options import OptionValue
from siegeworks.core.random import new_rng
from siegeworks.core.traversal.batch import Batch, random_actions
from siegeworks.games import load

Planes = NDArray[np.float32]

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
        """Several games with these options.

        Args:
            name: the name of a game, such as "siege-master".
            num_envs: how many games.
            seat: the name of the learner's seat; left out, the first; "any" draws one per game.
            opponent: plays all other seats.
            maps: a folder with the user's own map files, for games that have maps.
            flat: observations as one row of numbers instead of planes.
            threads: how many share the work; the results are the same.
            options: the game's own, `seats=3`.

        Raises:
            SiegeworksError: an unknown game, option, bot or seat, or no games.
        """
        self.game = load(name, options, maps)
        self.num_envs = num_envs
        self.opponent = opponent
        self._given_seat = seat_given(self.game, seat)
        make_bots(opponent, self.game, new_rng(0))  # raises early for an unknown bot
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
        self._rng = new_rng(0)  # for opponents that choose at random
        self._is_reset = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Planes, dict[str, Any]]:
        """Start new games and play until the learner is to act in each."""
        super().reset(seed=seed)
        self._batch.reset(self._draw())
        self._rng = new_rng(self._draw())
        self._begin(np.ones(self.num_envs, np.bool_))
        self._let_others_play(FinishedGames(self.game, self.num_envs))
        self._is_reset = True
        return self._observations(), self._infos()

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Planes, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """In every game the learner acts, then all others until its next turn or the end.

        Raises:
            SiegeworksError: reset() was not called, or `actions` is not one integer per game.
        """
        if not self._is_reset:
            raise SiegeworksError("No game has started: call reset() first.")
        given = np.asarray(actions)
        if given.shape != (self.num_envs,) or given.dtype.kind not in "iu":
            raise SiegeworksError(
                f"Actions of shape {given.shape} and type {given.dtype}: {self.num_envs} games "
                f"take integers of shape ({self.num_envs},)."
            )
        batch, finished = self._batch, FinishedGames(self.game, self.num_envs)
        is_action = (given >= 0) & (given < self.game.num_actions)
        chosen = np.where(is_action, given, 0).astype(np.int64)
        legal = is_action & batch.legal[np.arange(self.num_envs), chosen]
        if not legal.all():
            finished.add_forfeits(~legal, batch.states, self._seats)
            batch.restart(~legal)
            self._begin(~legal)
        batch.step(chosen, only=legal)
        self._collect(finished)
        self._let_others_play(finished)
        infos = self._infos()
        for i in np.flatnonzero(finished.terminated):
            infos = self._add_info(infos, self._final(finished, int(i)), int(i))
        truncated = np.zeros(self.num_envs, np.bool_)
        return self._observations(), finished.rewards, finished.terminated, truncated, infos

    def _draw(self) -> int:
        return int(self.np_random.integers(2**63))

    def _begin(self, which: NDArray[np.bool_]) -> None:
        """Draw the learner's seats in these new games and make its opponents."""
        for i in np.flatnonzero(which):
            seat = self._given_seat
            if seat < 0:
                seat = int(self.np_random.integers(len(self.game.seats)))
            self._seats[i] = seat
            if self.opponent != RANDOM:
                self._bots[i] = make_bots(self.opponent, self.game, new_rng(self._draw()))

    def _let_others_play(self, finished: FinishedGames) -> None:
        """Play until the learner is to act in every game; games that end before its first turn do
        not count."""
        batch = self._batch
        while True:
            waiting = batch.to_act != self._seats
            if not waiting.any():
                return
            batch.step(self._choices(waiting), only=waiting)
            self._collect(finished)

    def _collect(self, finished: FinishedGames) -> None:
        batch = self._batch
        over = batch.terminated.copy()
        if over.any():
            finished.add_ended(batch, self._seats)
            self._begin(over)

    def _choices(self, waiting: NDArray[np.bool_]) -> NDArray[np.int64]:
        """The opponents' actions in these games."""
        if self.opponent == RANDOM:
            return random_actions(self._batch.legal, self._rng).astype(np.int64)
        chosen = np.zeros(self.num_envs, np.int64)
        for i in np.flatnonzero(waiting):
            seat = int(self._batch.to_act[i])
            chosen[i] = self._bots[i][seat].choose(self.game.observe(self._batch.states[i], seat))
        return chosen

    def _observations(self) -> Planes:
        """What the learner may know in every game; it is to act in all of them."""
        return self._batch.observe().reshape(self.observation_space.shape).copy()

    def _infos(self) -> dict[str, Any]:
        everywhere = np.ones(self.num_envs, np.bool_)
        return {
            "action_mask": self._batch.legal.astype(np.int8),
            "_action_mask": everywhere,
            "seat": np.array([self.game.seats[seat] for seat in self._seats], object),
            "_seat": everywhere.copy(),
        }

    def _final(self, finished: FinishedGames, i: int) -> dict[str, Any]:
        """The last observation and info of a game that is over."""
        game, seat, state = self.game, finished.seats[i], finished.positions[i]
        planes = game.observation_tensor(game.observe(state, seat), seat)
        mask = np.zeros(game.num_actions, np.int8)
        return {
            "final_obs": planes.reshape(self.single_observation_space.shape),
            "final_info": {"action_mask": mask, "seat": game.seats[seat]},
        }


class FinishedGames:
    """The learner's games that ended in the current step."""

    def __init__(self, game: Game, size: int) -> None:
        self.loss = -1 / (len(game.seats) - 1)
        self.rewards = np.zeros(size, np.float64)
        self.terminated = np.zeros(size, np.bool_)
        self.positions: dict[int, State] = {}  # the last state of each game
        self.seats: dict[int, int] = {}  # the learner's seat in each game

    def add_forfeits(self, which: NDArray[np.bool_], states: Any, seats: NDArray[np.int64]) -> None:
        """The learner lost these games by an illegal action."""
        for i in np.flatnonzero(which):
            self._add(int(i), self.loss, states[i], seats)

    def add_ended(self, batch: Batch, seats: NDArray[np.int64]) -> None:
        """The games that ended in the batch's last step, without games that began in this step."""
        for i in np.flatnonzero(batch.terminated & ~self.terminated):
            self._add(int(i), batch.rewards[i, seats[i]], batch.ended[i], seats)

    def _add(self, i: int, reward: float, state: State, seats: NDArray[np.int64]) -> None:
        self.rewards[i] = reward
        self.terminated[i] = True
        self.positions[i] = state.copy()
        self.seats[i] = int(seats[i])
