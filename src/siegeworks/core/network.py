"""A small network that judges positions: what it is given, its weights, and the text of its file"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from siegeworks.core.contract import State
from siegeworks.core.errors import SiegeworksError
from siegeworks.core.jit import rule

FORMAT = 1
FILE = "network.json"  # in the game's folder
LARGEST = 1 << 20  # bytes of such a file


class Layers(NamedTuple):
    """The weights as arrays that kernels read, float32. A seat's score is
    linear · x + second · max(0, bias + x · first) where x are its features; the softmax of all
    seats' scores are their probabilities of winning. Of two seats only the one to act is scored
    (the first where none is), against 0 for the other."""

    linear: Any  # (features,)
    first: Any  # (features, hidden)
    bias: Any  # (hidden,)
    second: Any  # (hidden,)


@dataclass(frozen=True, eq=False)
class Network:
    """The weights of one game, and how they were made."""

    features: tuple[str, ...]  # names, in their order
    layers: Layers
    made: Mapping[str, Any]  # by which command, when, from what

    def text(self) -> str:
        """The file: JSON, every weight with the digits that float32 needs."""
        weights = {
            name: [float(f"{x:.9g}") for x in part.ravel().tolist()]
            for name, part in self.layers._asdict().items()
        }
        return json.dumps(
            {"format": FORMAT, "made": self.made, "features": self.features, **weights}, indent=0
        )


def network_from(text: str, source: str) -> Network:
    """The network of a file.

    Args:
        text: of the file.
        source: its name, for messages.

    Raises:
        SiegeworksError: this is not the file of a network.
    """
    try:
        given = json.loads(text)
        names = tuple(given["features"])
        parts = {name: np.array(given[name], np.float32) for name in Layers._fields}
        parts["first"] = parts["first"].reshape(len(names), len(parts["bias"]))
        layers = Layers(**parts)
        if given["format"] != FORMAT or len(layers.linear) != len(names):
            raise ValueError
        return Network(names, layers, given["made"])
    except (KeyError, TypeError, ValueError):
        raise SiegeworksError(f"{source}: this is not the file of a network.") from None


def read_network(path: Path) -> Network:
    """The network of a file that a user names.

    Raises:
        SiegeworksError: it cannot be read, is too large, or is not the file of a network.
    """
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
        text = data.decode("utf-8")
    except OSError as error:
        raise SiegeworksError(f"{path}: {error.strerror}.") from None
    except ValueError:
        text = ""
    if len(text) > LARGEST:
        raise SiegeworksError(f"{path}: larger than {LARGEST:,} bytes; no network is.")
    return network_from(text, str(path))


def shipped_network(package: str) -> Network | None:
    """The network in the folder of a game; None if it has none."""
    file = files(package).joinpath(FILE)
    return network_from(file.read_text(encoding="utf-8"), FILE) if file.is_file() else None


@rule
def no_features(params: Any, s: State, out: Any) -> float:
    """Nothing is learned about this game."""
    return -1.0


class Judgement(NamedTuple):
    """What a network is told of a position of one game, and what it has learned."""

    features: tuple[str, ...] = ()
    """The names of the numbers that describe a position from the side of one seat."""

    write: Callable[..., float] = no_features
    """write(params, s, out) -> kept: a `@rule`; fill `out`, float32 zeros of shape (seats,
    features), of a state that is not the end, secrets included. `kept` is the part of a win that
    is left once it is discounted for the time that it takes, the rest being shared like a draw;
    below 0: the network does not judge this state, and the evaluation written by hand does."""

    network: Network | None = None  # None: nothing has been learned yet

    def knows(self, options: Mapping[str, str]) -> bool:
        """Was the network trained on the game with these options? It judges no others."""
        return self.network is not None and self.network.made.get("options") == dict(options)

    @property
    def layers(self) -> Layers:
        """Those of the network, or empty ones."""
        if self.network is not None:
            return self.network.layers
        count, nothing = len(self.features), np.zeros(0, np.float32)
        return Layers(np.zeros(count, np.float32), nothing.reshape(count, 0), nothing, nothing)


NOTHING_LEARNED = Judgement()
