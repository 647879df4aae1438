"""What a game says about what happened: whose turn a step begins, and a turn in words"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from siegeworks.core.contract import Observation, Seat
from siegeworks.core.effects import Effects

HIDDEN = "?"  # shown to a seat in place of a token that it may not see


class SeenStep(NamedTuple):
    """One step as an audience saw it: a seat, a spectator or, once the game is over, everybody."""

    actor: str  # a seat's name, or "chance"
    token: str  # as records write it, or HIDDEN
    shown: str  # what it revealed to everybody, "5x3"; empty: nothing
    before: Observation  # what the audience knew before it …
    after: Observation  # … and after it


class Narration(NamedTuple):
    """How one game tells what happened. Plain Python, made from observations only."""

    turn_of: Callable[[Any, Observation], Seat | None]
    """turn_of(params, seen): the seat whose turn begins with the step about to be taken in `seen`,
    a spectator's observation; None: the step belongs to the turn before it, or to the set-up."""

    tell: Callable[[Any, Sequence[SeenStep]], str]
    """tell(params, steps): the steps of one turn so far, or of the set-up, as a sentence, such as
    "Red walls in f7 and captures it: Red 5, Blue 3." """

    effects: Callable[[Any, SeenStep], Effects] | None = None
    """effects(params, step): what one step has done, without a sentence, for pictures of past
    turns. None: it is not drawn."""


def listed(words: Sequence[str]) -> str:
    """Words in a row: "a1, b2 and c3"."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
