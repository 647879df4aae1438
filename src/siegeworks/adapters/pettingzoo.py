"""The games as PettingZoo environments: seats take turns (AEC), chance acts inside.

    from siegeworks.adapters import pettingzoo
    env = pettingzoo.env("siege-master", free=True)

Agents are player_0, player_1 … in turn order. An observation is a Dict of `observation`, the planes
of the game (`Game.tensor`) as the agent may know the position, and `action_mask`, 1 for each action
that it may take now; it is all 0 for agents that are not to act. With `flat=True` an observation is
one row of numbers, for SuperSuit and other tools that do not support Dict, and the mask is in
`infos[agent]["action_mask"]`. `state()` is for training with full information: the planes of all
agents, one after another. Rewards are 0 until the end, then the returns. An illegal action ends the
game with −1 for its agent and 0 for the others, as in PettingZoo's TerminateIllegalWrapper.
"""

from __future__ import annotations

from math import prod
from operator import index
from os import PathLike
from secrets import randbits
from typing import Any

import numpy as np
from numpy.typing import NDArray

from siegeworks.adapters.episode import Episode
from siegeworks.adapters.rendering import RENDER_MODES, render
from siegeworks.core.contract import TERMINAL, Action, Observation
from siegeworks.core.errors import SiegeworksError
from siegeworks.core.extras import how_to_install
from siegeworks.core.options import OptionValue
from siegeworks.core.random import new_rng
from siegeworks.games import load

try:
    from gymnasium import spaces
    from gymnasium.utils import EzPickle
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils.conversions import turn_based_aec_to_parallel
    from pettingzoo.utils.env_logger import EnvLogger
except ImportError as missing:
    raise ImportError(
        f"The PettingZoo adapter needs PettingZoo: {how_to_install('pettingzoo', 'research')}."
    ) from missing

ILLEGAL_REWARD = -1.0

# Attributes that exist only after the first reset.
FROM_RESET_ON = frozenset(
    ("rewards", "terminations", "truncations", "infos", "agent_selection", "num_agents", "agents")
)


def env(
    name: str,
    *,
    render_mode: str | None = None,
    maps: str | PathLike[str] | None = None,
    flat: bool = False,
    **options: OptionValue,
) -> SiegeEnv:
    """A game with these options, in which an illegal action ends the game.

    It does in one object what PettingZoo's TerminateIllegal, AssertOutOfBounds and OrderEnforcing
    wrappers do around `raw_env`: the wrappers take four times as long as our games.

    Args:
        name: the name of a game, such as "siege-master".
        render_mode: "ansi" (lines of text), "rgb_array" (a picture), "human" (prints the lines).
        maps: a folder with the user's own map files, for games that have maps.
        flat: observations as one row of numbers, masks in the infos.
        options: the game's own, `seats=3`.

    Raises:
        UnknownGame, OptionError: as in siegeworks.games.load.
    """
    return SiegeEnv(name, render_mode=render_mode, maps=maps, flat=flat, **options)


def parallel_env(
    name: str,
    *,
    render_mode: str | None = None,
    maps: str | PathLike[str] | None = None,
    flat: bool = False,
    **options: OptionValue,
) -> ParallelEnv[str, Any, Any]:
    """The same as a parallel environment, for tools that support nothing else.

    None of our games has simultaneous moves: only the action of the agent whose mask is not 0
    counts. If a tool supports AEC, use `env`.
    """
    return turn_based_aec_to_parallel(
        env(name, render_mode=render_mode, maps=maps, flat=flat, **options)
    )


class raw_env(AECEnv[str, Any, Any], EzPickle):
    """A game as an environment that refuses illegal actions, for use with your own wrappers."""

    def __init__(
        self,
        name: str,
        *,
        render_mode: str | None = None,
        maps: str | PathLike[str] | None = None,
        flat: bool = False,
        **options: OptionValue,
    ) -> None:
        EzPickle.__init__(self, name, render_mode=render_mode, maps=maps, flat=flat, **options)
        super().__init__()  # type: ignore[no-untyped-call]
        self.game = load(name, options, maps)
        self.render_mode = render_mode
        self.flat = flat
        self.metadata = {
            "name": f"siegeworks_{name.replace('-', '_')}_v0",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": True,
            "render_fps": 1,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(len(self.game.seats))]
        self._episode = Episode(self.game)
        self._rng = new_rng(randbits(64))
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        planes = spaces.Box(-1.0, 1.0, shaped(self._episode.shape, flat), np.float32)
        mask = spaces.Box(0, 1, (self.game.num_actions,), np.int8)
        self.observation_spaces: dict[str, spaces.Space[Any]] = {
            agent: planes if flat else spaces.Dict({"observation": planes, "action_mask": mask})
            for agent in self.possible_agents
        }
        count, *places = self._episode.shape
        everything = (count * len(self.possible_agents), *places)
        self.state_space = spaces.Box(-1.0, 1.0, shaped(everything, flat), np.float32)
        self.action_spaces = {
            agent: spaces.Discrete(self.game.num_actions) for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The same object at every call, as PettingZoo requires."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The same object at every call, as PettingZoo requires."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new game; with a seed, its chance outcomes can be reproduced."""
        if seed is not None:
            self._rng = new_rng(seed)
        self._episode.start(self._rng)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None  # type: ignore[assignment]
        self.agent_selection = self.possible_agents[self._episode.to_act]
        self._update_infos()

    def observe(self, agent: str) -> dict[str, Any] | NDArray[np.float32]:
        """What this agent may know now, in new arrays."""
        planes, mask = self._episode.observe(self._seat_of[agent])
        return planes.ravel() if self.flat else {"observation": planes, "action_mask": mask}

    def state(self) -> NDArray[np.float32]:
        """What all agents together may know now: their planes, in turn order."""
        seats = range(len(self.possible_agents))
        planes = np.concatenate([self._episode.observe(seat)[0] for seat in seats])
        return planes.ravel() if self.flat else planes

    def seen(self) -> Observation:
        """What the selected agent may know, as the bots of Siegeworks get it."""
        return self._episode.observation()

    def step(self, action: Action | None) -> None:
        """The selected agent takes this action; None once the game is over.

        Raises:
            SiegeworksError: the action is illegal.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
        elif action is not None and self._episode.step(index(action)):
            self._advance()
        else:
            raise SiegeworksError(f"{action} is not a legal action of {agent} now.")

    def _advance(self) -> None:
        if self._episode.to_act == TERMINAL:
            self._end()
        else:
            self.agent_selection = self.possible_agents[self._episode.to_act]
        self._update_infos()

    def _update_infos(self) -> None:
        """Put the masks into the infos if they are not in the observations."""
        if self.flat:
            for agent in self.agents:
                mask = self._episode.observe(self._seat_of[agent])[1]
                self.infos[agent] = {"action_mask": mask}

    def _end(self) -> None:
        returns = self._episode.returns()
        self.rewards = dict(zip(self.agents, returns, strict=True))
        self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[0]
        self._accumulate_rewards()

    def render(self) -> Any:
        """The position as the selected agent may know it; at the end, as everybody may."""
        assert self.agents is not None, "call reset() before render()"
        return render(self._episode, self.render_mode)

    def close(self) -> None:
        """Nothing to close."""


def shaped(shape: tuple[int, ...], flat: bool) -> tuple[int, ...]:
    """The shape of planes, or of the same numbers in one row."""
    return (prod(shape),) if flat else shape


class SiegeEnv(raw_env):
    """A game as an environment in which an illegal action ends the game and loses it."""

    def step(self, action: Action | None) -> None:
        """The selected agent takes this action; None once the game is over."""
        if not self.agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert self.action_spaces[agent].contains(action), "action is not in action space"
        if action is not None and self._episode.step(int(action)):
            self._advance()
        else:
            self._lose(agent)

    def _lose(self, agent: str) -> None:
        """What TerminateIllegalWrapper does."""
        EnvLogger.warn_on_illegal_move()
        self.terminations = dict.fromkeys(self.agents, True)
        self.truncations = dict.fromkeys(self.agents, True)
        self.rewards = dict.fromkeys(self.agents, 0)
        self.rewards[agent] = ILLEGAL_REWARD
        self._accumulate_rewards()
        self._deads_step_first()

    def __getattr__(self, name: str) -> Any:
        """Called for attributes that do not exist, or not yet."""
        if name in FROM_RESET_ON:
            raise AttributeError(f"{name} cannot be accessed before reset")
        raise AttributeError(f"{type(self).__name__} has no attribute {name}")


__all__ = ["SiegeEnv", "env", "parallel_env", "raw_env"]
