"""A game with its options fixed: the rules, their texts and drawings, under one roof."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from operator import index
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from siegeworks.core.advice import NO_ADVICE, Advice
from siegeworks.core.contract import (
    BY_AGREED_DRAW,
    BY_RESIGNATION,
    BY_TIME,
    CHANCE,
    FIRST_ENDING,
    HEADER,
    NOT_OVER,
    REFEREE,
    SPECTATOR,
    TABLE_ENDINGS,
    TERMINAL,
    Action,
    Observation,
    Outcome,
    Rules,
    Seat,
    State,
    everybody,
    finish,
)
from siegeworks.core.jit import rule
from siegeworks.core.kernels import compiled, tensor_writer
from siegeworks.core.random import Rng, random_below
from siegeworks.core.scene import Scene

OptionValue = str | int | bool  # "yes", 15, True: what may be given as an option's value

__all__ = [
    "BY_AGREED_DRAW",
    "BY_RESIGNATION",
    "BY_TIME",
    "CHANCE",
    "FIRST_ENDING",
    "HEADER",
    "NOT_OVER",
    "REFEREE",
    "SPECTATOR",
    "TABLE_ENDINGS",
    "TERMINAL",
    "Action",
    "Game",
    "IllegalStep",
    "Notation",
    "Observation",
    "Option",
    "OptionError",
    "OptionValue",
    "Outcome",
    "Plane",
    "Rules",
    "Seat",
    "SiegeworksError",
    "State",
    "Tensor",
    "Unchecked",
    "check_options",
    "everybody",
    "finish",
    "option_texts",
    "quote",
    "seat_bits",
    "spread",
    "viewpoint",
]


NOT_A_MOVE = "is not a move."  # begins a clause about what is no token; what is one follows
LONGEST_QUOTE = 40  # characters of somebody's input that a sentence repeats
MOST_LISTED = 5  # legal choices that a refusal lists
BOOLEANS = {"no": False, "off": False, "yes": True, "on": True}  # values written as True or False


class SiegeworksError(ValueError):
    """Something asked for cannot be done; the message is a sentence for people."""


class OptionError(SiegeworksError):
    """An option that a game does not know or cannot take."""


class IllegalStep(SiegeworksError):
    """A step that cannot be taken now. Of a token the sentence ends with the paragraph (R4)."""


@dataclass(frozen=True)
class Option:
    """One option of a game, as people write it: `seats=3`."""

    name: str
    default: str
    values: tuple[str, ...]  # all that may be given; empty where the game checks for itself
    meaning: str  # one sentence
    shown_values: str = ""  # "8 to 20", where listing them all would be long

    @property
    def allowed(self) -> str:
        """The values that may be given, for a sentence."""
        return self.shown_values or " or ".join(self.values)

    def text_of(self, value: OptionValue) -> str | None:
        """A value as people write it: 15 is "15", True is "yes" or "on". None if it is no value."""
        if isinstance(value, str):
            return value
        if isinstance(value, bool | np.bool_):
            return next((text for text in self.values if BOOLEANS.get(text) is bool(value)), None)
        return str(int(value)) if isinstance(value, int | np.integer) else None


def option_texts(
    title: str, options: tuple[Option, ...], given: Mapping[str, OptionValue]
) -> dict[str, str]:
    """The values given, each as people write it.

    Raises:
        OptionError: for a value that is neither text nor a whole number nor, where the option is
            yes or no, True or False.
    """
    if not isinstance(given, Mapping):
        raise OptionError(
            f"{quote(repr(given))}: options of {title} are given by name, such as "
            f"{{{options[0].name!r}: {options[0].default!r}}}."
        )
    known = {option.name: option for option in options}
    texts = {}
    for name, value in given.items():
        # Of a name that is not known check_options complains.
        text = known[name].text_of(value) if name in known else str(value)
        if text is None:
            raise OptionError(
                f"{name}={quote(repr(value))}: the option {name} of {title} is "
                f"{known[name].allowed}."
            )
        texts[name] = text
    return texts


def check_options(
    title: str, options: tuple[Option, ...], given: Mapping[str, str]
) -> dict[str, str]:
    """All options of a game with the values given or else the default.

    Raises:
        OptionError: for a name or a value that the game does not know.
    """
    known = {option.name: option for option in options}
    for name, value in given.items():
        if name not in known:
            unknown = quote(str(name))
            raise OptionError(f"{title} has no option {unknown!r}; it has {', '.join(known)}.")
        option = known[name]
        if option.values and value not in option.values:
            raise OptionError(
                f"{name}={quote(value)}: the option {name} of {title} is {option.allowed}."
            )
    return {option.name: given.get(option.name, option.default) for option in options}


class Plane(NamedTuple):
    """One layer of a tensor: a number for every place of the board."""

    name: str  # "own minions"
    meaning: str  # a sentence with the unit: "1 where …; 0 elsewhere", "quiet moves, in hundredths"


class Tensor(NamedTuple):
    """An observation as planes laid out by the board's geometry, for a learner."""

    planes: tuple[Plane, ...]
    height: int  # rows of a plane
    width: int  # columns of a plane
    write: Callable[..., None]
    """write(params, seen, out): a `@rule`; fill `out`, float32 zeros of shape (planes, height,
    width), from an observation, from the side of its `viewpoint` where the game is symmetric. All
    values lie between −1 and 1."""

    @property
    def shape(self) -> tuple[int, int, int]:
        """Planes, rows, columns."""
        return len(self.planes), self.height, self.width


@rule
def viewpoint(seen: Any) -> int:
    """From whose side a tensor is written: the viewer's; where that is no seat, as in a game
    without secrets, the seat to act, and seat 0 when nobody is."""
    if seen.viewer >= 0:
        return int(seen.viewer)
    return int(seen.to_act) if seen.to_act >= 0 else 0


@rule
def spread(out: Any, plane: Any, value: Any) -> None:
    """Set every place of a plane, which is all zeros, to this value."""
    if value != 0:
        for row in range(out.shape[1]):
            for column in range(out.shape[2]):
                out[plane, row, column] = value


class Notation(NamedTuple):
    """Steps as people write them. A token names the same action in every state of a game."""

    action_to_text: Callable[[Any, Action], str]  # (params, action): one text an action
    outcome_to_text: Callable[[Any, Outcome], str]  # (params, outcome): one text an outcome
    explain: Callable[[Any, Observation, str], str]
    """explain(params, seen, text): `text` is not legal for the seat to act in `seen`; why, as a
    clause that ends with the paragraph, "hex e4 is under an army (R4)"; for what is no token at
    all, NOT_A_MOVE and how one is written."""
    explain_outcome: Callable[[Any, State, str], str]
    """explain_outcome(params, s, text): the same where chance is to act."""
    shown_to_text: Callable[[Any, int], str] | None = None
    """shown_to_text(params, code): what `Rules.shows` says, "5x3"; one text a code, "" for 0."""


@dataclass(frozen=True, eq=False)
class Unchecked:
    """The steps of a game without a look at what is given: fast, for loops that take their choices
    from the game itself.

    A choice that is not legal, a state of another game or an observation in place of a state may
    give any result, never end, or end the process. The methods of `Game` of the same names check.
    """

    engine: Rules
    params: Any
    num_outcomes: int

    def chance_weights(self, state: State) -> NDArray[np.int64]:
        """As `Game.chance_weights`; of an observation, as far as it tells."""
        weights = np.zeros(self.num_outcomes, np.int64)
        if state["to_act"] == CHANCE:
            self.engine.chance_weights(self.params, state, weights)
        return weights

    def apply(self, state: State, choice: int) -> None:
        """Take one step in place: an outcome if chance is to act, else an action."""
        if state["to_act"] == CHANCE:
            self.engine.apply_outcome(self.params, state, choice)
        else:
            self.engine.apply_action(self.params, state, choice)

    def child(self, state: State, choice: int) -> State:
        """A new state one step on; the old one is left alone."""
        after = state.copy()
        self.apply(after, choice)
        return after

    def hides(self, state: State, choice: int, seat: Seat) -> bool:
        """Is the step `choice`, about to be taken, hidden from `seat` (or SPECTATOR)?"""
        hides = self.engine.hides
        return hides is not None and bool(hides(self.params, state, choice, seat))

    def reveals(self, state: State, action: Action) -> bool:
        """Does `action`, about to be taken, show anybody something hidden?"""
        reveals = self.engine.reveals
        return reveals is not None and bool(reveals(self.params, state, action))

    def shows(self, state: State, action: Action) -> int:
        """What `action`, about to be taken, turns up before everybody's eyes; 0: nothing."""
        shows = self.engine.shows
        return 0 if shows is None else int(shows(self.params, state, action))


@dataclass(frozen=True, eq=False)
class Game:
    """One game with its options fixed. Made by `siegeworks.games.load`; immutable.

    The methods check what they are given: a choice that cannot be taken now is an IllegalStep, a
    state of another game, an observation in place of a state or a seat that there is not is
    Refused, and nothing has happened. `unchecked` has the steps without the checks.
    """

    name: str  # "siege-master"
    title: str  # "Siege Master"
    ruleset: int  # counts up when the rules change
    options: Mapping[str, str]  # all of them
    known_options: tuple[Option, ...]  # what may be chosen
    seats: tuple[str, ...]  # names in turn order
    params: Any  # numpy.record of constant tables
    state_type: np.dtype[Any]  # packed, begins with HEADER
    rules: Rules
    notation: Notation
    scene: Callable[[Any, Observation], Scene]  # (params, seen)
    score: Callable[[Any, Observation, Seat], float]  # the game's own score, for one-step bots
    endings: tuple[str, ...]  # sentences for `ending`, TABLE_ENDINGS first: "R8 more than half …"
    num_actions: int
    num_outcomes: int
    max_legal: int  # no state has more legal actions; for estimates: no buffer relies on it
    max_steps: int  # no game has more steps, chance included
    turn_rule: Callable[[Any, Observation], str]
    """turn_rule(params, seen): the paragraph that says who acts now, "R3" in the set-up, "R5"."""
    table_rule: str  # the paragraph that says how a game ends from outside the rules: "R8"
    num_shown: int = 1  # codes of Rules.shows: 0 … num_shown − 1
    advice: Advice = NO_ADVICE  # hints for bots that search
    momentary: Callable[[Any, State, int], bool] | None = None
    """momentary(params, s, choice): with the option notes=off, does the step `choice`, about to be
    taken in `s`, turn something up that is turned down again at once? Pages tell of it only until
    the next step. None: nothing is ever forgotten."""
    tensor: Tensor | None = None  # how an observation is laid out for a learner
    engine: Rules = field(init=False)  # what the methods below call: the rules, compiled
    unchecked: Unchecked = field(init=False)  # stepping without checks

    def __post_init__(self) -> None:
        assert self.state_type.names is not None
        assert list(self.state_type.names[: len(HEADER)]) == [entry[0] for entry in HEADER]
        object.__setattr__(self, "options", MappingProxyType(dict(self.options)))
        self._run_by(compiled(self.rules))

    def _run_by(self, engine: Rules) -> None:
        object.__setattr__(self, "engine", engine)
        object.__setattr__(self, "unchecked", Unchecked(engine, self.params, self.num_outcomes))

    def plain(self) -> Game:
        """The same game with its rules run as plain Python: slow, for debuggers and laws."""
        twin = copy.copy(self)
        twin._run_by(self.rules)
        return twin

    @cached_property
    def changed_options(self) -> Mapping[str, str]:
        """The options that differ from their default, as records write them."""
        chosen = ((option, self.options[option.name]) for option in self.known_options)
        return MappingProxyType(
            {option.name: value for option, value in chosen if value != option.default}
        )

    @property
    def has_secrets(self) -> bool:
        """Does any seat ever know something that another does not?"""
        return self.rules.observe is not None

    # States ------------------------------------------------------------------------------------

    def blank(self) -> State:
        """A record of zeros, of the state's type."""
        return np.zeros(1, self.state_type).view(np.recarray)[0]

    def new_state(self) -> State:
        """The state before anyone acts."""
        state = self.blank()
        state.viewer = REFEREE
        state.first = -1
        self.engine.set_up(self.params, state)
        return state

    def copy(self, state: State) -> State:
        """Another record with the same contents."""
        return state.copy()

    def legal_actions(self, state: State) -> list[Action]:
        """What the seat to act may do, ascending; empty at chance and at the end."""
        self._check_record(state)
        if state["to_act"] < 0:
            return []
        # A legal action is listed once: there is room for all, whatever `max_legal` says.
        out = np.empty(self.num_actions, np.int32)
        legal: list[Action] = out[: self.engine.legal_actions(self.params, state, out)].tolist()
        return legal

    def chance_outcomes(self, state: State) -> list[tuple[Outcome, Fraction]]:
        """The outcomes that can happen with their probabilities; empty unless chance is to act."""
        weights = self.chance_weights(state)
        total = int(weights.sum())
        return [(int(i), Fraction(int(weights[i]), total)) for i in np.flatnonzero(weights)]

    def chance_weights(self, state: State) -> NDArray[np.int64]:
        """How likely each outcome is, as whole numbers, shape (num_outcomes,); all 0 unless chance
        is to act."""
        self.check_state(state)
        return self.unchecked.chance_weights(state)

    def apply(self, state: State, choice: int) -> None:
        """Take one step in place: an outcome if chance is to act, else an action.

        Raises:
            IllegalStep: for one that cannot be taken now, with what can; nothing has happened.
            SiegeworksError: for what is not a state of this game.
        """
        self.unchecked.apply(state, self.check_step(state, choice))

    def child(self, state: State, choice: int) -> State:
        """A new state one step on; the old one is left alone.

        Raises:
            IllegalStep, Refused: as `apply`.
        """
        return self.unchecked.child(state, self.check_step(state, choice))

    def check_step(self, state: State, choice: int) -> int:
        """The choice, if it can be taken now.

        Raises:
            IllegalStep: it cannot; why, and what can.
            SiegeworksError: this is not a state of this game.
        """
        self.check_state(state)
        try:
            number = index(choice)
        except TypeError:
            raise IllegalStep(
                f"{quote(repr(choice))}: a step is a whole number; text_to_choice() has that of a "
                "token."
            ) from None
        to_act = state["to_act"]
        if to_act == CHANCE:
            if 0 <= number < self.num_outcomes and self.chance_weights(state)[number] > 0:
                return number
        elif to_act >= 0 and 0 <= number < self.num_actions:
            out = np.empty(self.num_actions, np.int32)
            if number in out[: self.engine.legal_actions(self.params, state, out)]:
                return number
        raise IllegalStep(self.why_illegal(state, number))

    def why_illegal(self, state: State, choice: int) -> str:
        """A sentence for a choice that cannot be taken in this state: why, and what can. Where a
        seat is to act it is made from what that seat may know."""
        if state.to_act == TERMINAL:
            return f"{choice}: {self.over_already(state)}"
        if state.to_act == CHANCE:
            kind, texts = "outcome", self.outcome_texts
            legal = [outcome for outcome, _ in self.chance_outcomes(state)]
        else:
            kind, texts, legal = "action", self.action_texts, self.legal_actions(state)
        if not 0 <= choice < len(texts):
            why = f"there is no {kind} {choice}; they go from 0 to {len(texts) - 1}."
        else:
            why = f"{choice} {self._why_not(state, texts[choice])}"
        listed = ", ".join(f"{number} {texts[number]}" for number in legal[:MOST_LISTED])
        more = f" and {len(legal) - MOST_LISTED} more" if len(legal) > MOST_LISTED else ""
        return f"{self.actor(state)}: {why} Legal now: {listed}{more}."

    def draw_outcome(self, state: State, rng: Rng) -> Outcome:
        """Roll the dice: one outcome, by its probability.

        Raises:
            IllegalStep: chance is not to act.
        """
        self.check_state(state)
        if state.to_act != CHANCE:
            raise IllegalStep(f"Chance is not to act now, but {self.actor(state) or 'nobody'}.")
        case = random_below(rng, self.engine.num_cases(self.params, state))
        return int(self.engine.nth_case(self.params, state, case))

    def resign(self, state: State, seat: Seat, ending: int = BY_RESIGNATION) -> None:
        """`seat` resigns, or runs out of time (`ending`), at any time before the end; in place.

        Raises:
            IllegalStep: the game is over, or the seat is out of it.
        """
        self.check_state(state)
        self._check_seat(seat)
        if state.to_act == TERMINAL:
            raise IllegalStep(f"resign: {self.over_already(state)}")
        if seat < 0 or int(state.resigned) >> seat & 1:
            who = self.seats[seat] if seat >= 0 else "who looks on"
            raise IllegalStep(f"resign: {who} is not in the game ({self.table_rule}).")
        state.resigned |= 1 << seat
        remaining = int(everybody(state, len(self.seats)))
        if remaining.bit_count() == 1:
            finish(state, remaining, ending)
        else:
            assert self.engine.leave is not None
            self.engine.leave(self.params, state, seat)

    def end_by_agreement(self, state: State) -> None:
        """All seats agree to a draw; in place. A seat that resigned has no part in it.

        Raises:
            IllegalStep: the game is over.
        """
        self.check_state(state)
        if state.to_act == TERMINAL:
            raise IllegalStep(f"draw: {self.over_already(state)}")
        finish(state, everybody(state, len(self.seats)), BY_AGREED_DRAW)

    def returns(self, state: State) -> list[float] | None:
        """Utility per seat at the end, else None. W the winners, n seats: (n/|W| − 1)/(n − 1) for a
        winner, −1/(n − 1) for the others (rules/README, Returns)."""
        self._check_record(state)
        if state.to_act != TERMINAL:
            return None
        n, winners = len(self.seats), int(state.winners)
        win = float((Fraction(n, winners.bit_count()) - 1) / (n - 1))
        loss = -1 / (n - 1)
        return [win if winners >> seat & 1 else loss for seat in range(n)]

    # What is refused ---------------------------------------------------------------------------

    def _check_record(self, record: Any) -> None:
        """Compiled rules read other memory where a record is of another type."""
        kind = getattr(record, "dtype", None)
        if kind is not self._record_type and kind != self._record_type:
            raise SiegeworksError(
                f"This is not a state of {self.title}, but {quote(repr(type(record)))}."
            )

    def check_state(self, state: Any) -> None:
        """Raises Refused for what is not a state of this game."""
        self._check_record(state)
        if state["viewer"] != REFEREE:
            raise SiegeworksError(
                "This is an observation, which is not stepped; determinize() draws a state that "
                "looks like it."
            )

    def _check_seat(self, seat: Any) -> None:
        is_whole = isinstance(seat, int | np.integer)
        if not is_whole or not SPECTATOR <= seat < len(self.seats):
            raise SiegeworksError(
                f"There is no seat {quote(repr(seat))}: {self.title} has 0 to "
                f"{len(self.seats) - 1}, and {SPECTATOR} is a spectator."
            )

    @cached_property
    def _record_type(self) -> Any:
        return self.blank().dtype

    # What a seat may know ----------------------------------------------------------------------

    def observe(self, state: State, seat: Seat) -> Observation:
        """What `seat` (or SPECTATOR) may know of this state.

        Raises:
            SiegeworksError: for another seat, or what is not a state of this game.
        """
        self.check_state(state)
        self._check_seat(seat)
        if self.engine.observe is None:
            return self.copy(state)
        seen = self.blank()
        self.engine.observe(self.params, state, seat, seen)
        return seen

    def determinize(self, seen: Observation, rng: Rng) -> State:
        """One state that looks like this observation, drawn by chance's own proportions. Of a state
        it is a copy, for nothing is hidden in it."""
        self._check_record(seen)
        state = self.copy(seen)
        if self.engine.determinize is not None and seen.viewer != REFEREE:
            self.engine.determinize(self.params, rng, state)
        return state

    def hides(self, state: State, choice: int, seat: Seat) -> bool:
        """Is the step `choice`, about to be taken, hidden from `seat` (or SPECTATOR)?

        Raises:
            IllegalStep, Refused: as `apply`, and for a seat that there is not.
        """
        self._check_seat(seat)
        return self.unchecked.hides(state, self.check_step(state, choice), seat)

    def reveals(self, state: State, action: Action) -> bool:
        """Does `action`, about to be taken, show anybody something hidden?

        Raises:
            IllegalStep, Refused: as `apply`.
        """
        return self.unchecked.reveals(state, self.check_step(state, action))

    def shows(self, state: State, action: Action) -> int:
        """What `action`, about to be taken, turns up before everybody's eyes; 0: nothing.

        Raises:
            IllegalStep, Refused: as `apply`.
        """
        return self.unchecked.shows(state, self.check_step(state, action))

    def open_choices(self, state: State) -> bool:
        """Does everybody know what the seat to act may do?"""
        return not self.has_secrets or (
            self.engine.open_choices is not None
            and bool(self.engine.open_choices(self.params, state))
        )

    def observation_tensor(
        self, seen: Observation, seat: Seat | None = None
    ) -> NDArray[np.float32]:
        """An observation as numbers, float32 of shape `tensor.shape` (docs/tensors.md).

        Args:
            seen: what `observe` gave.
            seat: from whose side, in a game without secrets, whose observations are nobody's; the
                others are written from their viewer's side. None: from their `viewpoint`.

        Raises:
            SiegeworksError: for a seat that is not the viewer of a game with secrets, a state of
                such
                a game, which nobody sees, or a game without planes.
        """
        self._check_record(seen)
        if self.tensor is None:
            raise SiegeworksError(f"{self.title} has no planes.")
        if self.has_secrets and seen.viewer == REFEREE:
            raise SiegeworksError(
                "This is a state, which no seat sees as a whole; observe() it first."
            )
        if seat is not None and seat != seen.viewer:
            self._check_seat(seat)
            if self.has_secrets:
                raise SiegeworksError(
                    f"A tensor of {self.title} is written from its viewer's side."
                )
            seen = self.copy(seen)
            seen.viewer = seat
        out = np.zeros(self.tensor.shape, np.float32)
        is_plain = self.engine is self.rules
        write = self.tensor.write if is_plain else tensor_writer(self.tensor.write)
        write(self.params, seen, out)
        return out

    # Text --------------------------------------------------------------------------------------

    @cached_property
    def action_texts(self) -> tuple[str, ...]:
        """The token of every action."""
        return tuple(self.notation.action_to_text(self.params, a) for a in range(self.num_actions))

    @cached_property
    def outcome_texts(self) -> tuple[str, ...]:
        """The token of every outcome of chance."""
        return tuple(
            self.notation.outcome_to_text(self.params, o) for o in range(self.num_outcomes)
        )

    @cached_property
    def _action_of(self) -> dict[str, Action]:
        return {text: action for action, text in enumerate(self.action_texts)}

    @cached_property
    def _outcome_of(self) -> dict[str, Outcome]:
        return {text: outcome for outcome, text in enumerate(self.outcome_texts)}

    def actor(self, state: State) -> str | None:
        """Who is to act, as records write it: a seat's name, "chance", or None at the end."""
        if state.to_act == TERMINAL:
            return None
        return "chance" if state.to_act == CHANCE else self.seats[state.to_act]

    def choice_to_text(self, state: State, choice: int) -> str:
        """The token of a step that may be taken in this state.

        Raises:
            IllegalStep: there is no such number.
        """
        texts = self.outcome_texts if state.to_act == CHANCE else self.action_texts
        if not 0 <= choice < len(texts):
            raise IllegalStep(self.why_illegal(state, choice))
        return texts[choice]

    def legal_texts(self, state: State) -> list[str]:
        """Tokens of all steps that may be taken now, sorted by code point."""
        if state.to_act == CHANCE:
            return sorted(self.outcome_texts[o] for o, _ in self.chance_outcomes(state))
        return sorted(self.action_texts[a] for a in self.legal_actions(state))

    def over_already(self, state: State) -> str:
        """Why nothing can be done any more."""
        ending = self.endings[state.ending]
        has_paragraph = state.ending >= FIRST_ENDING  # a game's own sentences end with theirs
        return f"the game is over: {ending}" + ("." if has_paragraph else f" ({self.table_rule}).")

    def text_to_choice(self, state: State, text: str) -> int:
        """The step that this token means now, checked.

        Raises:
            IllegalStep: with a sentence that says why not and the paragraph. Where a seat is to act
                it is made from what that seat may know.
            SiegeworksError: this is not a state of this game.
        """
        self._check_record(state)
        if state.to_act == CHANCE:
            outcome = self._outcome_of.get(text)
            if outcome is not None and any(o == outcome for o, _ in self.chance_outcomes(state)):
                return outcome
        elif state.to_act != TERMINAL:
            action = self._action_of.get(text)
            if action is not None and action in self.legal_actions(state):
                return action
        raise IllegalStep(self._why_not(state, text))

    def _why_not(self, state: State, text: str) -> str:
        """The sentence that says why this token cannot be played now."""
        if state.to_act == TERMINAL:
            return refusal(text, self.over_already(state))
        if state.to_act == CHANCE:
            return refusal(text, self.notation.explain_outcome(self.params, state, text))
        seen = self.observe(state, int(state.to_act))
        return refusal(text, self.notation.explain(self.params, seen, text))


def refusal(text: str, why: str) -> str:
    """The sentence that says why `text` cannot be played, from the clause of a `Notation`."""
    if not why.startswith(NOT_A_MOVE):
        return f"{quote(text)}: {why}"
    first, blank, rest = why.removeprefix(NOT_A_MOVE).strip().partition(" ")
    first = first.capitalize() if first.isalpha() else first  # but b2 and L>4 stay as they are
    return f"'{quote(text)}' {NOT_A_MOVE} {first}{blank}{rest}."


def quote(text: str) -> str:
    """What somebody typed, fit for a sentence: short, and without control characters."""
    short = text if len(text) <= LONGEST_QUOTE else text[: LONGEST_QUOTE - 1] + "…"
    return "".join(letter if letter.isprintable() else "�" for letter in short)


def seat_bits(mask: int) -> Iterator[Seat]:
    """The seats whose bits are set."""
    seat = 0
    while mask >> seat:
        if mask >> seat & 1:
            yield seat
        seat += 1
