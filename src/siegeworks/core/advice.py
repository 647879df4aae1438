"""What a game may tell bots beside its rules: hints, never rules.

A search that knows only the rules plays random games to their end. Where these tell little, a game
says here how good a position looks and which actions are worth a first look.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from siegeworks.core.contract import Observation, State
from siegeworks.core.jit import rule
from siegeworks.core.network import NOTHING_LEARNED, Judgement

# How a search is carried out; one record, so that a kernel is compiled once for all settings.
SETTINGS = np.dtype(
    [
        ("exploration", "f8"),  # UCB1's constant; 0: the policy term below is used instead
        ("policy", "f8"),  # PUCT's constant, over a softmax of the priors
        ("policy_temperature", "f8"),  # of that softmax, in chances of winning
        ("prior_weight", "f8"),  # how many visits the evaluation after an action counts as
        ("playout_plies", "i8"),  # a playout is cut off after so many and evaluated
        ("candidates", "i8"),  # a playout takes the most urgent of so many random actions
        ("evaluation", "f8"),  # part of a leaf's value that is its evaluation; the rest is playout
        ("rave", "f8"),  # visits up to which all-moves-as-first statistics weigh; 0: none
        ("learned", "f8"),  # 1: the learned evaluation judges; 0: the one written by hand
    ]
)

NEVER = 1 << 30  # playout_plies of playouts that are not cut off


class Settings(NamedTuple):
    """SETTINGS with names. The defaults are plain UCT with uniform playouts."""

    exploration: float = 0.7
    policy: float = 0.0
    policy_temperature: float = 0.1
    prior_weight: float = 0.0
    playout_plies: int = NEVER
    candidates: int = 1
    evaluation: float = 0.0
    rave: float = 0.0
    learned: float = 0.0

    def record(self) -> Any:
        """The same as a record that kernels read."""
        return np.array([tuple(self)], SETTINGS).view(np.recarray)[0]


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


class Strength(NamedTuple):
    """How strong one level plays a game."""

    simulations: int
    temperature: float = 0.0  # as SearchBot's
    settings: Settings | None = None  # None: the advice's own
    overlooks: float = 0.0  # as Attention's, 0 … 1


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


class Advice(NamedTuple):
    """Hints of one game: functions marked `@rule`, and the settings that won most games."""

    evaluate: Callable[..., None] = no_evaluation
    """evaluate(params, s, win_probabilities): fill `win_probabilities` (float64, one per seat) with
    each seat's probability of winning in this state, secrets included; 0 … 1, together 1. Never
    called at the end.

    Where a seat can hold its position without progress, a win must count for less the longer it
    takes (docs/decisions/0010-search.md)."""

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


NO_ADVICE = Advice()
