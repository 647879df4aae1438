"""The games as PettingZoo environments: seats take turns (AEC), chance falls inside.

    from siegeworks.adapters import pettingzoo
    env = pettingzoo.env("siege-master", free=True)

Agents are player_0, player_1 … in turn order. An observation is a Dict of `observation`, the planes
of the game (`Game.tensor`) as the agent may know the position, and `action_mask`, 1 for each action
that it may take now; the mask of who is not to act is 0. With `flat=True` it is the planes in one
row, as SuperSuit and other tools want it that know no Dict, and the mask is in
`infos[agent]["action_mask"]`. `state()` is for training that may see everything: the planes of all
agents, one agent's after another's. Rewards are 0 until the end, then the returns. An illegal
action ends the game: it is worth −1 to who did it and 0 to the others, as
PettingZoo's TerminateIllegalWrapper has it.
"""

from __future__ import annotations

from math import prod
from operator import index
from os import PathLike
from secrets import randbits
from typing import Any

import numpy as np
from numpy.typing import NDArray

from siegeworks.adapters.pages import RENDER_MODES, rendered
from siegeworks.adapters.turns import Turns
from siegeworks.core.game import TERMINAL, Action, Observation, OptionValue, SiegeworksError
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
        "The PettingZoo adapter needs PettingZoo: pip install 'siegeworks[research]'."
    ) from missing

ILLEGAL_REWARD = -1.0

# What there is only from the first reset on.
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
) -> AECEnv[str, Any, Any]:
    """A game with these options, which bears with illegal actions.

    It does what PettingZoo's TerminateIllegal, AssertOutOfBounds and OrderEnforcing wrappers around
    `raw_env` do, in one object: the wrappers take four times as long as our games.

    Args:
        name: one of siegeworks.games.NAMES.
        render_mode: "ansi" (lines of words), "rgb_array" (a picture), "human" (prints the lines).
        maps: a folder with map files of one's own, for games that have maps.
        flat: observations as one row of numbers, masks in the infos.
        options: the game's own, `seats=3`.

    Raises:
        UnknownGame, OptionError: as siegeworks.games.load.
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
    """The same as a parallel environment, for tools that know no other.

    No game of ours has simultaneous moves: only the action of the agent whose mask is not 0 is
    taken, whatever the others give. Where a tool knows AEC, use that.
    """
    return turn_based_aec_to_parallel(
        env(name, render_mode=render_mode, maps=maps, flat=flat, **options)
    )


class raw_env(AECEnv[str, Any, Any], EzPickle):
    """A game as an environment that refuses illegal actions: for wrappers of one's own."""

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
        self._turns = Turns(self.game)
        self._rng = new_rng(randbits(64))
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        planes = spaces.Box(-1.0, 1.0, shaped(self._turns.shape, flat), np.float32)
        mask = spaces.Box(0, 1, (self.game.num_actions,), np.int8)
        self.observation_spaces: dict[str, spaces.Space[Any]] = {
            agent: planes if flat else spaces.Dict({"observation": planes, "action_mask": mask})
            for agent in self.possible_agents
        }
        count, *places = self._turns.shape
        everything = (count * len(self.possible_agents), *places)
        self.state_space = spaces.Box(-1.0, 1.0, shaped(everything, flat), np.float32)
        self.action_spaces = {
            agent: spaces.Discrete(self.game.num_actions) for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Always the same object for an agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Always the same object for an agent."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game; with a seed its chance falls as the seed says."""
        if seed is not None:
            self._rng = new_rng(seed)
        self._turns.begin(self._rng)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None  # type: ignore[assignment]
        self.agent_selection = self.possible_agents[self._turns.to_act]
        self._inform()

    def observe(self, agent: str) -> dict[str, Any] | NDArray[np.float32]:
        """What this agent may know now, in arrays that are its own."""
        planes, mask = self._turns.look(self._seat_of[agent])
        return planes.ravel() if self.flat else {"observation": planes, "action_mask": mask}

    def state(self) -> NDArray[np.float32]:
        """What all agents together may know now: their planes, in turn order."""
        seats = range(len(self.possible_agents))
        planes = np.concatenate([self._turns.look(seat)[0] for seat in seats])
        return planes.ravel() if self.flat else planes

    def seen(self) -> Observation:
        """What the agent selected may know, as the bots of siegeworks are given it."""
        return self._turns.seen()

    def step(self, action: Action | None) -> None:
        """The agent selected does this; None where it is only told that the game is over.

        Raises:
            SiegeworksError: the action is not legal.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
        elif action is not None and self._turns.play(index(action)):
            self._go_on()
        else:
            raise SiegeworksError(f"{action} is not a legal action of {agent} now.")

    def _go_on(self) -> None:
        if self._turns.to_act == TERMINAL:
            self._end()
        else:
            self.agent_selection = self.possible_agents[self._turns.to_act]
        self._inform()

    def _inform(self) -> None:
        """Where observations have no masks, the infos have."""
        if self.flat:
            for agent in self.agents:
                mask = self._turns.look(self._seat_of[agent])[1]
                self.infos[agent] = {"action_mask": mask}

    def _end(self) -> None:
        returns = self._turns.returns()
        self.rewards = dict(zip(self.agents, returns, strict=True))
        self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[0]
        self._accumulate_rewards()

    def render(self) -> Any:
        """The position as the agent selected may know it; at the end, as everybody may."""
        assert self.agents is not None, "render() comes after reset()"
        return rendered(self._turns, self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""


def shaped(shape: tuple[int, ...], flat: bool) -> tuple[int, ...]:
    """The shape of planes, or of as many numbers in one row."""
    return (prod(shape),) if flat else shape


class SiegeEnv(raw_env):
    """A game as an environment in which an illegal action ends the game and loses it."""

    def step(self, action: Action | None) -> None:
        """The agent selected does this; None where it is only told that the game is over."""
        if not self.agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert self.action_spaces[agent].contains(action), "action is not in action space"
        if action is not None and self._turns.play(int(action)):
            self._go_on()
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
        """Called where there is no such attribute (yet)."""
        if name in FROM_RESET_ON:
            raise AttributeError(f"{name} cannot be accessed before reset")
        raise AttributeError(f"{type(self).__name__} has no attribute {name}")


__all__ = ["SiegeEnv", "env", "parallel_env", "raw_env"]
