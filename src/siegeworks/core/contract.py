"""The contract between a game and everything else: seats, states, observations and rules.

The rules are plain functions over one packed record, the state. Chance is a step like any other,
with listed outcomes and integer weights. What a seat may know is another record with the same
fields, the observation, written from zeros.
"""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from siegeworks.core.jit import rule

Seat = int  # 0 … seats − 1, in turn order
Action = int  # what a seat chooses
Outcome = int  # what chance chooses

# What the referee holds and what a seat may know are both records of `Game.state_type`: when the
# program runs the same class, for a type checker two that do not mix.
if TYPE_CHECKING:

    class _Header(np.record):  # type: ignore[misc]
        # The fields of HEADER; small NumPy integers when the program runs. A game's own follow.
        to_act: int
        viewer: int
        first: int
        winners: int
        resigned: int
        ending: int

    class State(_Header):  # type: ignore[misc]
        """A position as the referee holds it, secrets included: a record of `Game.state_type`.

        Examples:
            >>> import siegeworks as sw
            >>> state = sw.load("siege-master").new_state()
            >>> int(state.to_act), int(state.viewer) == sw.REFEREE
            (0, True)
        """

    class Observation(_Header):  # type: ignore[misc]
        """What one seat, or a spectator, may know of a state: a record with the same fields.

        What is hidden from its viewer holds the game's "unknown" value.

        Examples:
            >>> import siegeworks as sw
            >>> game = sw.load("expansion")
            >>> state = game.new_state()
            >>> game.apply(state, game.text_to_choice(state, "5@a1"))  # in secret
            >>> [bool(game.observe(state, seat).value.any()) for seat in (0, 1)]
            [True, False]
        """

else:
    State = Observation = np.record

Position = State | Observation  # where either will do

# Values of `to_act` that are not seats.
CHANCE, TERMINAL = -1, -2

# Values of `viewer` and of the seat given to `observe` that are not seats.
SPECTATOR = -1  # sees only what all seats may know
REFEREE = -2  # a state, not an observation

# Endings that come from the table, not from the rules; a game's own follow from FIRST_ENDING.
NOT_OVER, BY_RESIGNATION, BY_TIME, BY_AGREED_DRAW = 0, 1, 2, 3
TABLE_ENDINGS = (
    "not over",
    "the last opponent resigned",
    "the last opponent ran out of time",
    "all seats agreed to a draw",
)
FIRST_ENDING = len(TABLE_ENDINGS)

# The fields that every state begins with.
HEADER: list[tuple[Any, ...]] = [
    ("to_act", "i1"),  # a seat, CHANCE or TERMINAL
    ("viewer", "i1"),  # REFEREE in a state; in an observation the seat that sees, or SPECTATOR
    ("first", "i1"),  # the seat that begins; -1 until that is known
    ("winners", "u1"),  # one bit per seat: who won; 0 until the end
    ("resigned", "u1"),  # one bit per seat: who resigned or ran out of time
    ("ending", "u1"),  # NOT_OVER, or why the game ended: an index into Game.endings
]


@rule
def finish(s: Any, winners: int, ending: int) -> None:
    """The game is over, won by the seats whose bits are set in `winners` (all of them: a draw)."""
    s.to_act = TERMINAL
    s.winners = winners
    s.ending = ending


@rule
def has_left(s: Any, seat: Any) -> bool:
    """Has this seat resigned, or run out of time?"""
    return bool(s.resigned >> seat & 1)


@rule
def next_in_game(s: Any, seat: Any, seats: int) -> int:
    """The first seat in turn order from `seat` on that is still in the game; `seats` stands for 0.

    At least one seat must be left."""
    next_seat: int = 0 if seat == seats else int(seat)
    while has_left(s, next_seat):
        next_seat = next_seat + 1 if next_seat + 1 < seats else 0
    return next_seat


@rule
def everybody(s: Any, seats: int) -> int:
    """The bits of all seats that are still in the game: the winning set of a draw."""
    return int(((1 << seats) - 1) & ~np.int64(s.resigned))


# The rules of chance in a game that has none. They are compiled and never called.


@rule
def no_weights(params: Any, s: Any, weights: Any) -> None:
    """Chance never acts."""


@rule
def no_outcome(params: Any, s: Any, outcome: Any) -> None:
    """Chance never acts."""


@rule
def no_cases(params: Any, s: Any) -> int:
    """Chance never acts."""
    return 0


@rule
def no_case(params: Any, s: Any, k: Any) -> int:
    """Chance never acts."""
    return 0


# What stands for the counting of legal actions until a game is made of the rules:
# siegeworks.core.counting then makes both of `legal_actions`.


def no_count(params: Any, s: Any) -> int:
    """Never called."""
    raise NotImplementedError


def no_number(params: Any, s: Any, k: Any) -> int:
    """Never called."""
    raise NotImplementedError


class Rules(NamedTuple):
    """The rules of a game: plain functions marked `@rule`, which write in place.

    `params` is a read-only record of constant tables made from the options, `s` the state. They run
    plain (NumPy records) and compiled (Numba), with the same result. A game without chance leaves
    out `chance_weights` and `apply_outcome`; one with chance has both.
    """

    set_up: Callable[..., None]
    """set_up(params, s): make `s`, which is all zeros except `viewer` and `first`, the state before
    anyone acts."""

    legal_actions: Callable[..., int]
    """legal_actions(params, s, out) -> n: fill out[:n] (int32) with what the seat to act may do,
    ascending. Called only when a seat is to act; then n ≥ 1."""

    apply_action: Callable[..., None]
    """apply_action(params, s, action): the seat to act does this. Unchecked."""

    num_legal: Callable[..., int] = no_count
    """num_legal(params, s) -> n: what legal_actions would return, quickly. Left out: legal_actions
    is called."""

    nth_legal: Callable[..., Action] = no_number
    """nth_legal(params, s, k) -> action: what legal_actions would write to out[k], quickly. Left
    out: legal_actions is called."""

    chance_weights: Callable[..., None] = no_weights
    """chance_weights(params, s, weights): add to `weights` (int64, zeros, one entry per outcome)
    how likely each outcome is, as whole numbers. Called only when chance is to act."""

    apply_outcome: Callable[..., None] = no_outcome
    """apply_outcome(params, s, outcome): this outcome happens. Unchecked."""

    num_cases: Callable[..., int] = no_cases
    """num_cases(params, s) -> n: the sum of the chance weights, below 2**31. Left out: they are
    added up."""

    nth_case: Callable[..., Outcome] = no_case
    """nth_case(params, s, k) -> outcome, 0 ≤ k < num_cases: each outcome for as many k as its
    weight. Left out: it is looked for in the chance weights."""

    leave: Callable[..., None] | None = None
    """leave(params, s, seat): `seat`, whose bit in `resigned` has just been set, has left and two
    or more remain: if it is its turn, end that turn, and so on. None for games of two seats."""

    agree: Callable[..., None] | None = None
    """agree(params, s): all seats agree that the game is over; score it. None: the rules do not
    allow it."""

    may_agree: Callable[..., bool] | None = None
    """may_agree(params, s): whether `agree` is allowed now."""

    observe: Callable[..., None] | None = None
    """observe(params, s, seat, seen): write into `seen` (zeros) what `seat` (or SPECTATOR) may
    know: an allow-list, field by field. None: nothing is ever hidden, and an observation is a copy
    of the state."""

    determinize: Callable[..., None] | None = None
    """determinize(params, rng, s): turn the observation `s`, in place, into one state that looks
    like it, drawn in proportion to chance's probabilities (siegeworks.core.random)."""

    hides: Callable[..., bool] | None = None
    """hides(params, s, choice, seat): is the step `choice`, about to be taken in `s`, hidden from
    `seat` (or SPECTATOR)? None: never."""

    reveals: Callable[..., bool] | None = None
    """reveals(params, s, action): does this action, about to be taken, show anybody something
    hidden? If so it cannot be undone. None: never."""

    shows: Callable[..., int] | None = None
    """shows(params, s, action) -> code: what this action, about to be taken, reveals to everybody;
    0 for nothing, below Game.num_shown. Together with the steps that a seat sees it is all that the
    seat ever learns: its information state. None: no action reveals anything."""

    open_choices: Callable[..., bool] | None = None
    """open_choices(params, s): does everybody know what the seat to act may do? None: in a game
    with secrets only that seat does."""

    is_sound: Callable[..., bool] | None = None
    """is_sound(params, s): could this state arise? For the laws only."""

    @classmethod
    def of(cls, *modules: ModuleType) -> Rules:
        """The functions of these modules that are named as the fields here."""
        names = [(module, name) for module in modules for name in cls._fields]
        return cls(**{name: getattr(m, name) for m, name in names if hasattr(m, name)})
