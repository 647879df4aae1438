"""What a game may tell bots beside its rules: hints, never rules.

A search that knows only the rules plays random games to their end. Where these tell little, a game
says here how good a position looks and which actions are worth a first look.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from siegeworks.core.contract import Observation, State
from siegeworks.core.errors import SiegeworksError
from siegeworks.core.jit import rule

NEVER = 1 << 30  # playout_plies of playouts that are not cut off


class Settings(NamedTuple):
    """How a search is carried out. The defaults are plain UCT with uniform playouts."""

    exploration: float = 0.7  # UCB1's constant; 0: the policy term below is used instead
    policy: float = 0.0  # PUCT's constant, over a softmax of the priors
    policy_temperature: float = 0.1  # of that softmax, in chances of winning
    prior_weight: float = 0.0  # how many visits the evaluation after an action counts as
    playout_plies: int = NEVER  # a playout is cut off after so many and evaluated
    candidates: int = 1  # a playout takes the most urgent of so many random actions
    evaluation: float = 0.0  # part of a leaf's value that is its evaluation; the rest is playout
    rave: float = 0.0  # visits up to which all-moves-as-first statistics weigh; 0: none
    learned: float = 0.0  # 1: the learned evaluation judges; 0: the one written by hand

    def record(self) -> Any:
        """The same as a record that kernels read: one type, so that they are compiled once."""
        return np.array([tuple(self)], SETTINGS).view(np.recarray)[0]


KINDS = {float: "f8", int: "i8"}  # the same on every system
SETTINGS = np.dtype([(name, KINDS[type(x)]) for name, x in Settings._field_defaults.items()])
PLAIN = Settings()


@rule
def no_evaluation(params: Any, s: State, win_probabilities: Any) -> None:
    """All seats are equally likely to win, for all that is known."""
    for seat in range(len(win_probabilities)):
        win_probabilities[seat] = 1 / len(win_probabilities)


@rule
def no_urgency(params: Any, s: State, action: Any) -> float:
    """No action is worth more than another."""
    return 0.0


@rule
def nothing_private(params: Any, s: State, action: Any) -> int:
    """A seat that sees the action knows as much about it as the seat that takes it."""
    return 0


def no_comment(params: Any, seen: Observation, action: int) -> str:
    """Nothing to say."""
    return ""


class Gain(NamedTuple):
    """Something that a seat has got from one position to a later one."""

    kind: str  # gains of one kind are compared: "fortresses"
    worth: float  # as against gains of other kinds; if it is not above 0, it is none
    words: str  # after "lets you" or "lets Blue": "capture 2 fortresses"
    amount: str  # after "only", the same of a smaller gain: "1"


def no_gains(params: Any, before: Observation, after: Observation, seat: int) -> list[Gain]:
    """Nothing that the game has words for."""
    return []


class Strength(NamedTuple):
    """How strong one level plays a game."""

    simulations: int
    temperature: float = 0.0  # as SearchBot's
    settings: Settings | None = None  # None: the advice's own
    overlooks: float = 0.0  # as Attention's, 0 … 1
    proves: bool = False  # as SearchBot's


class Judges(NamedTuple):
    """Bots that say how hard a puzzle is. They overlook nothing, so that what they miss is hard."""

    weak: Strength
    fair: Strength
    strong: Strength


LEVELS = (
    Strength(10, 1.0),
    Strength(25, 0.8),
    Strength(60, 0.5),
    Strength(150, 0.3),
    Strength(400, 0.2),
    Strength(1_200, 0.0),
    Strength(4_000, 0.0),
    Strength(12_000, 0.0),
)


# What has been learned about judging positions --------------------------------------------------

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
    made: Mapping[str, Any]  # by which command, from what

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

    by_hand: tuple[float, ...] = ()
    """The linear weights with which a network says what the evaluation written by hand says, for
    two seats: what a fit begins with. Empty: it begins with nothing."""

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


class Advice(NamedTuple):
    """Hints of one game: functions marked `@rule`, and the settings that won most games."""

    evaluate: Callable[..., None] = no_evaluation
    """evaluate(params, s, win_probabilities): fill `win_probabilities` (float64, one per seat) with
    each seat's probability of winning in this state, secrets included; 0 … 1, together 1. Never
    called at the end.

    Where a seat can hold its position without progress, a win must count for less the longer it
    takes (docs/decisions/bots/0010-search.md)."""

    urgency: Callable[..., float] = no_urgency
    """urgency(params, s, action): how promising an action looks before it is tried: playouts take
    actions with a higher urgency first. Roughly a probability of winning."""

    private: Callable[..., int] = nothing_private
    """private(params, s, action): what the seat to act knows about this action and others may not,
    such as the kind of tile that it moves: 0 … num_private − 1. Its own tree tells actions apart by
    this number."""

    num_private: int = 1
    settings: Settings = PLAIN
    levels: tuple[Strength, ...] = LEVELS  # from 1 on
    judges: Judges = Judges(LEVELS[0], LEVELS[3], LEVELS[7])
    judgement: Judgement = NOTHING_LEARNED
    """What has been learned about judging positions, used where the settings say `learned`."""

    comment: Callable[[Any, Observation, int], str] = no_comment
    """comment(params, seen, action): what the action would do, from what the seat to act knows, in
    the game's words: "captures 2 fortresses", "wins unless the defender is the King". Plain Python;
    empty where there is nothing to say."""

    gains: Callable[[Any, Observation, Observation, int], list[Gain]] = no_gains
    """gains(params, before, after, seat): what `seat` has got from one position to a later one that
    is not the end, both as one viewer sees them: "capture 2 fortresses". Hints
    compare the lines of two moves by it. Plain Python; left out: by the game's score."""

    unit: tuple[str, str] = ("point", "points")
    """What the game's score counts, one and many; ("", ""): nothing that has a name."""

    def strongest(self, options: Mapping[str, str]) -> Settings:
        """How the strongest level searches the game with these options."""
        return self.settings_of(self.levels[-1], options)

    def settings_of(self, strength: Strength, options: Mapping[str, str]) -> Settings:
        """Those of a strength in the game with these options; a network judges only the options
        that it was trained on."""
        settings = strength.settings or self.settings
        return settings if self.judgement.knows(options) else settings._replace(learned=0.0)


NO_ADVICE = Advice()
