"""An agent that draws its actions from a policy which a network has learned"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from siegeworks.agents.policy_file import Floats, Policy
from siegeworks.core.contract import Action, Observation
from siegeworks.core.errors import SiegeworksError
from siegeworks.core.game import Game
from siegeworks.core.random import Rng, next_word


class PolicyAgent:
    """A policy of a file, played in NumPy: planes of an observation in, an action drawn."""

    def __init__(self, game: Game, policy: Policy, rng: Rng) -> None:
        """An agent for a game.

        Raises:
            SiegeworksError: the networks have other inputs or outputs than the game.
        """
        self.game = game
        self.made: dict[str, Any] = policy.made
        self._policy = policy
        self._draw = np.random.default_rng(int(next_word(rng)))
        actions = game.num_actions
        size = 0 if game.tensor is None else int(np.prod(game.tensor.shape))
        for network in policy.networks:
            inputs, outputs = len(network[0].weight), len(network[-1].bias)
            if inputs != size or outputs not in (actions, actions + 1):
                raise SiegeworksError(
                    f"This policy takes {inputs} numbers and gives {outputs}; {game.title} has "
                    f"{size} in an observation and {actions} actions."
                )

    def observe(self, seen: Observation) -> NDArray[np.float32]:
        """As `Agent.observe`: the planes of the game."""
        return self.game.observation_tensor(seen, int(seen.to_act)).ravel()

    def policy(self, seen: Observation) -> NDArray[np.float64]:
        """As `Agent.policy`."""
        legal = self.game.legal_actions(seen)
        scores = self._outputs(seen)[legal].astype(np.float64)
        weights = np.exp(scores - scores.max())
        chances = np.zeros(self.game.num_actions)
        chances[legal] = weights / weights.sum()
        return chances

    def value(self, seen: Observation) -> float:
        """As `Agent.value`."""
        outputs = self._outputs(seen)
        if len(outputs) == self.game.num_actions:
            raise SiegeworksError("This agent has a policy only: its network gives no value.")
        return float(np.clip((1 + outputs[-1]) / 2, 0, 1))

    def choose(self, seen: Observation) -> Action:
        """An action drawn from the policy."""
        chances = self.policy(seen)
        return int(self._draw.choice(len(chances), p=chances))

    def _outputs(self, seen: Observation) -> Floats:
        return self._policy.outputs(self.observe(seen), int(seen.to_act))
