"""The games as Gymnasium environments: one seat, the others played by bots.

    import gymnasium
    import siegeworks.adapters.gymnasium  # registers the ids
    env = gymnasium.make("Siegeworks/SiegeMaster-v0", opponent="greedy", free=True)

`gymnasium.make("siegeworks.adapters.gymnasium:Siegeworks/SiegeMaster-v0")` imports this module by
itself, in other processes too. An observation is the planes of the game (`Game.tensor`) as the seat
may know the position; `info["action_mask"]` is 1 for each action that it may take now. The reward
is 0 until the end, then the seat's return. An illegal action ends the game and loses it.

`gymnasium.make_vec(id, num_envs=256)` makes many games that are stepped in one call
(adapters.gymnasium_vector).
"""

from collections.abc import Callable
from math import prod
from os import PathLike
from typing import Any

import numpy as np
from numpy.typing import NDArray

from siegeworks.adapters.episode import Episode
from siegeworks.adapters.rendering import RENDER_MODES, render
from siegeworks.bots import Bot, make_bot
from siegeworks.core.contract import TERMINAL, Action, Seat
from siegeworks.core.errors import SiegeworksError
from siegeworks.core.game import Game
from siegeworks.core.options import OptionValue
from siegeworks.core.random import Rng, new_rng
from siegeworks.games import game_names, load

try:
    import gymnasium
    from gymnasium import spaces
except ImportError as missing:
    raise ImportError(
        "The Gymnasium adapter needs Gymnasium: pip install 'siegeworks[research]'."
    ) from missing

Opponent = str | Callable[[Game, Rng], Bot]  # a bot by name, or a function that makes one
Planes = NDArray[np.float32]

ANY_SEAT = "any"


def env_id(name: str) -> str:
    """The Gymnasium id of a game: `siege-master` is Siegeworks/SiegeMaster-v0."""
    return f"Siegeworks/{name.title().replace('-', '')}-v0"


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
            name: the name of a game, such as "siege-master".
            seat: the name of the learner's seat; left out, the first; "any" draws one per game.
            opponent: plays all other seats.
            render_mode: "ansi" (lines of text), "rgb_array" (a picture), "human" (prints the
                lines at every step).
            maps: a folder with the user's own map files, for games that have maps.
            flat: observations as one row of numbers instead of planes.
            options: the game's own, `seats=3`.

        Raises:
            SiegeworksError: an unknown game, option, bot or seat.
        """
        self.game = load(name, options, maps)
        self.render_mode = render_mode
        self.opponent = opponent
        self._given_seat = seat_given(self.game, seat)
        self._episode = Episode(self.game)
        self._seat: Seat = 0
        self._bots = make_bots(opponent, self.game, new_rng(0))  # raises early for an unknown bot
        self._is_over = True
        shape = (prod(self._episode.shape),) if flat else self._episode.shape
        self.observation_space = spaces.Box(-1.0, 1.0, shape, np.float32)
        self.action_space = spaces.Discrete(self.game.num_actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Planes, dict[str, Any]]:
        """Start a new game and play until the learner is to act."""
        super().reset(seed=seed)
        self._is_over = True
        while self._is_over:  # skip games that end before the learner's first turn
            rng = new_rng(int(self.np_random.integers(2**63)))
            self._seat = self._given_seat
            if self._seat < 0:
                self._seat = int(self.np_random.integers(len(self.game.seats)))
            self._bots = make_bots(self.opponent, self.game, rng)
            self._episode.start(rng)
            self._let_others_play()
        return self._observed()

    def step(self, action: np.int64 | Action) -> tuple[Planes, float, bool, bool, dict[str, Any]]:
        """The learner acts, then all others until its next turn or the end.

        Raises:
            SiegeworksError: the game is over.
        """
        if self._is_over:
            raise SiegeworksError("The game is over: call reset() to start the next one.")
        if not self.action_space.contains(action) or not self._episode.step(int(action)):
            self._is_over = True
            planes, info = self._observed()
            return planes, -1 / (len(self.game.seats) - 1), True, False, info
        self._let_others_play()
        reward = self._episode.returns()[self._seat] if self._is_over else 0.0
        planes, info = self._observed()
        return planes, reward, self._is_over, False, info

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions, as sb3_contrib's MaskablePPO asks for them."""
        mask: NDArray[np.int8] = self._observed()[1]["action_mask"]
        return mask.astype(np.bool_)

    def render(self) -> Any:
        """The position as the learner may know it; at the end, as everybody may."""
        return render(self._episode, self.render_mode)

    def _let_others_play(self) -> None:
        episode = self._episode
        while episode.to_act not in (self._seat, TERMINAL):
            action = self._bots[episode.to_act].choose(episode.observation())
            if not episode.step(action):
                raise SiegeworksError(f"The opponent chose {action}, which is not legal.")
        self._is_over = episode.to_act == TERMINAL
        if self.render_mode == "human":
            self.render()

    def _observed(self) -> tuple[Planes, dict[str, Any]]:
        """The learner's planes, and the info with its mask."""
        planes, mask = self._episode.observe(self._seat)
        if self._is_over:
            mask[:] = 0
        shape = self.observation_space.shape
        return planes.reshape(shape), {"action_mask": mask, "seat": self.game.seats[self._seat]}


def make_bots(opponent: Opponent, game: Game, rng: Rng) -> list[Bot]:
    """One bot per seat, each with its own generator, derived from this one."""
    rngs = [new_rng(int(rng[0]), 1 + seat) for seat in range(len(game.seats))]
    if isinstance(opponent, str):
        return [make_bot(opponent, game, own) for own in rngs]
    return [opponent(game, own) for own in rngs]


def seat_given(game: Game, name: str) -> Seat:
    """The seat of this name; −1 for any.

    Raises:
        SiegeworksError: the game has no such seat.
    """
    if name == ANY_SEAT:
        return -1
    if name and name not in game.seats:
        raise SiegeworksError(f"{game.title} has no seat {name!r}; it has {', '.join(game.seats)}.")
    return game.seats.index(name) if name else 0


for _name in game_names():
    gymnasium.register(
        env_id(_name),
        entry_point=f"{__name__}:SeatEnv",
        vector_entry_point=f"{__name__}_vector:SeatVectorEnv",
        kwargs={"name": _name},
    )
