"""The games as Gymnasium environments: one seat, the others played by bots.

    import gymnasium
    import siegeworks.adapters.gymnasium  # registers the ids
    env = gymnasium.make("Siegeworks/SiegeMaster-v0", opponent="greedy", free=True)

`gymnasium.make("siegeworks.adapters.gymnasium:Siegeworks/SiegeMaster-v0")` imports it by itself,
also in other processes. An observation is the planes of the game (`Game.tensor`) as the seat may
know the position; `info["action_mask"]` is 1 for each action that it may take now. The reward is 0
until the end, then the seat's return. An illegal action ends the game and loses it.

`gymnasium.make_vec(id, num_envs=256)` makes many games that are played in one call
(adapters.gymnasium_vector).
"""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from os import PathLike
from typing import Any

import numpy as np
from numpy.typing import NDArray

from siegeworks.adapters.pages import RENDER_MODES, rendered
from siegeworks.adapters.turns import Turns
from siegeworks.bots import Bot, make_bot
from siegeworks.core.game import TERMINAL, Action, Game, OptionValue, Seat, SiegeworksError
from siegeworks.core.random import Rng, new_rng
from siegeworks.games import load

try:
    import gymnasium
    from gymnasium import spaces
except ImportError as missing:
    raise ImportError(
        "The Gymnasium adapter needs Gymnasium: pip install 'siegeworks[research]'."
    ) from missing

Opponent = str | Callable[[Game, Rng], Bot]  # a name of siegeworks.bots, or what makes a bot
Planes = NDArray[np.float32]

ANY_SEAT = "any"

IDS = {
    "siege-by-number": "Siegeworks/SiegeByNumber-v0",
    "nobles-and-peasants": "Siegeworks/NoblesAndPeasants-v0",
    "siege-master": "Siegeworks/SiegeMaster-v0",
    "kings-ransom": "Siegeworks/KingsRansom-v0",
    "expansion": "Siegeworks/Expansion-v0",
}


class SeatEnv(gymnasium.Env[Planes, np.int64]):
    """One seat of a game against bots."""

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012  (Gymnasium's)

    def __init__(
        self,
        name: str,
        *,
        seat: str = "",
        opponent: Opponent = "random",
        render_mode: str | None = None,
        maps: str | PathLike[str] | None = None,
        flat: bool = False,
        **options: OptionValue,
    ) -> None:
        """A game with these options.

        Args:
            name: one of siegeworks.games.NAMES.
            seat: the name of the learner's seat; left out, the first; "any": drawn for every game.
            opponent: who plays every other seat.
            render_mode: "ansi" (lines of words), "rgb_array" (a picture), "human" (prints the
                lines at every step).
            maps: a folder with map files of one's own, for games that have maps.
            flat: observations as one row of numbers instead of planes.
            options: the game's own, `seats=3`.

        Raises:
            SiegeworksError: an unknown game, option, bot or seat.
        """
        self.game = load(name, options, maps)
        self.render_mode = render_mode
        self.opponent = opponent
        self._given_seat = seat_given(self.game, seat)
        self._turns = Turns(self.game)
        self._seat: Seat = 0
        self._bots: list[Bot] = []
        self._bots_for(new_rng(0))  # complains early about an unknown bot
        self._is_over = True
        shape = (prod(self._turns.shape),) if flat else self._turns.shape
        self.observation_space = spaces.Box(-1.0, 1.0, shape, np.float32)
        self.action_space = spaces.Discrete(self.game.num_actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Planes, dict[str, Any]]:
        """A new game, played until the learner is to act."""
        super().reset(seed=seed)
        self._is_over = True
        while self._is_over:  # over before the learner's first turn: that was no game for it
            rng = new_rng(int(self.np_random.integers(2**63)))
            self._seat = self._given_seat
            if self._seat < 0:
                self._seat = int(self.np_random.integers(len(self.game.seats)))
            self._bots_for(rng)
            self._turns.begin(rng)
            self._let_others_play()
        return self._told()

    def step(self, action: np.int64 | Action) -> tuple[Planes, float, bool, bool, dict[str, Any]]:
        """The learner acts, then all others until it is its turn again, or the end.

        Raises:
            SiegeworksError: the game is over.
        """
        if self._is_over:
            raise SiegeworksError("The game is over: reset() begins the next.")
        if not self.action_space.contains(action) or not self._turns.play(int(action)):
            self._is_over = True
            planes, info = self._told()
            return planes, -1 / (len(self.game.seats) - 1), True, False, info
        self._let_others_play()
        reward = self._turns.returns()[self._seat] if self._is_over else 0.0
        planes, info = self._told()
        return planes, reward, self._is_over, False, info

    def action_masks(self) -> NDArray[np.bool_]:
        """What the learner may do now, as sb3_contrib's MaskablePPO asks for it."""
        mask: NDArray[np.int8] = self._told()[1]["action_mask"]
        return mask.astype(np.bool_)

    def render(self) -> Any:
        """The position as the learner may know it; at the end, as everybody may."""
        return rendered(self._turns, self.render_mode)

    def _bots_for(self, rng: Rng) -> None:
        """New bots, each with a generator of its own that follows from the game's."""
        self._bots = bots_for(self.opponent, self.game, rng)

    def _let_others_play(self) -> None:
        turns = self._turns
        while turns.to_act not in (self._seat, TERMINAL):
            action = self._bots[turns.to_act].choose(turns.seen())
            if not turns.play(action):
                raise SiegeworksError(f"The opponent chose {action}, which is not legal.")
        self._is_over = turns.to_act == TERMINAL
        if self.render_mode == "human":
            self.render()

    def _told(self) -> tuple[Planes, dict[str, Any]]:
        """What the learner gets to see: planes, and the info with the mask."""
        planes, mask = self._turns.look(self._seat)
        if self._is_over:
            mask[:] = 0
        shape = self.observation_space.shape
        return planes.reshape(shape), {"action_mask": mask, "seat": self.game.seats[self._seat]}


def bots_for(opponent: Opponent, game: Game, rng: Rng) -> list[Bot]:
    """A bot a seat, each with a generator of its own that follows from this one."""
    rngs = [new_rng(int(rng[0]), 1 + seat) for seat in range(len(game.seats))]
    if isinstance(opponent, str):
        return [make_bot(opponent, game, own) for own in rngs]
    return [opponent(game, own) for own in rngs]


def seat_given(game: Game, name: str) -> Seat:
    """The seat of this name; −1 for any.

    Raises:
        SiegeworksError: there is none.
    """
    if name == ANY_SEAT:
        return -1
    if name and name not in game.seats:
        raise SiegeworksError(f"{game.title} has no seat {name!r}; it has {', '.join(game.seats)}.")
    return game.seats.index(name) if name else 0


for _name, _id in IDS.items():
    gymnasium.register(
        _id,
        entry_point=f"{__name__}:SeatEnv",
        vector_entry_point=f"{__name__}_vector:SeatVectorEnv",
        kwargs={"name": _name},
    )
