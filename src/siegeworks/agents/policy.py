"""Policies which networks have learned: their files, and agents that draw actions from them"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from siegeworks.core.contract import Action, Observation
from siegeworks.core.errors import SiegeworksError
from siegeworks.core.game import Game
from siegeworks.core.random import Rng, next_word

SUFFIX = ".npz"
FORMAT = 1
LARGEST = 1 << 28  # bytes of such a file
MADE = "made"  # the array with the JSON that says how the policy was made

Floats = NDArray[np.float32]


class Layer(NamedTuple):
    """What becomes of a row of numbers: x · weight + bias."""

    weight: Floats  # (inputs, outputs)
    bias: Floats  # (outputs,)


Network = Sequence[Layer]


class Policy(NamedTuple):
    """Networks whose first outputs are one logit an action; one more is a value, −1 to 1."""

    networks: tuple[Network, ...]  # one for each seat, or one for all
    made: dict[str, Any]

    def outputs(self, x: Floats, seat: int) -> Floats:
        """What the network of a seat says of a row of numbers. Between layers stands max(0, x)."""
        *hidden, last = self.networks[seat % len(self.networks)]
        for layer in hidden:
            x = np.maximum(x @ layer.weight + layer.bias, 0)
        result: Floats = x @ last.weight + last.bias
        return result


def write_policy(path: Path, policy: Policy) -> None:
    """Write a policy, whole or not at all.

    Raises:
        OSError: it cannot be written.
    """
    arrays: dict[str, Any] = {
        MADE: np.array(json.dumps({"format": FORMAT, **policy.made})),
        "depths": np.array([len(network) for network in policy.networks]),
    }
    for k, network in enumerate(policy.networks):
        for i, layer in enumerate(network):
            arrays[f"weight-{k}-{i}"], arrays[f"bias-{k}-{i}"] = layer
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f"{path.name}.part")
    with part.open("wb") as file:
        np.savez_compressed(file, **arrays)
    part.replace(path)


def read_policy(path: Path) -> Policy:
    """The policy of a file that a user names.

    Raises:
        SiegeworksError: it cannot be read, is too large, or is not the file of a policy.
    """
    try:
        if path.stat().st_size > LARGEST:
            raise SiegeworksError(f"{path}: larger than {LARGEST:,} bytes; no policy is.")
        with np.load(path, allow_pickle=False) as arrays:
            made = json.loads(str(arrays[MADE]))
            networks = tuple(
                tuple(
                    Layer(
                        arrays[f"weight-{k}-{i}"].astype(np.float32),
                        arrays[f"bias-{k}-{i}"].astype(np.float32),
                    )
                    for i in range(depth)
                )
                for k, depth in enumerate(arrays["depths"].tolist())
            )
        if made.pop("format") != FORMAT or not networks or not all(networks):
            raise ValueError
        return Policy(networks, made)
    except OSError as error:
        raise SiegeworksError(f"{path}: {error.strerror or 'it cannot be read'}.") from None
    except (KeyError, TypeError, ValueError, AttributeError, EOFError, BadZipFile):
        raise SiegeworksError(f"{path}: this is not the file of a policy.") from None


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
