"""A game with its options fixed: its rules, its texts and its drawings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from operator import index
from types import MappingProxyType
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from siegeworks.core.advice import NO_ADVICE, Advice
from siegeworks.core.contract import (
    BY_AGREED_DRAW,
    BY_RESIGNATION,
    CHANCE,
    FIRST_ENDING,
    HEADER,
    REFEREE,
    SPECTATOR,
    TERMINAL,
    Action,
    Observation,
    Outcome,
    Position,
    Rules,
    Seat,
    State,
    everybody,
    finish,
)
from siegeworks.core.counting import with_counting
from siegeworks.core.effects import Narration, Preview
from siegeworks.core.errors import IllegalStep, SiegeworksError, quote
from siegeworks.core.kernels import compiled, tensor_writer
from siegeworks.core.maps import MAP_OPTION
from siegeworks.core.notation import NOT_A_MOVE, TABLE_STEP, Notation, Tokens, refusal
from siegeworks.core.options import Option
from siegeworks.core.random import Rng, check_rng, random_below
from siegeworks.core.records import blank_record
from siegeworks.core.scene import Reach, Scene
from siegeworks.core.stepping import Unchecked
from siegeworks.core.tensor import Tensor, field_planes

MOST_LISTED = 5  # legal choices that a refusal lists
CHANCE_RULES = ("chance_weights", "apply_outcome")
AnyPosition = TypeVar("AnyPosition", bound=np.record)


def _step_number(choice: Any) -> int:
    """A step as a plain int. Raises IllegalStep for anything but a whole number."""
    try:
        return index(choice)
    except TypeError:
        raise IllegalStep(
            f"{quote(repr(choice))}: a step is a whole number; text_to_choice() has that of a "
            "token."
        ) from None


@dataclass(frozen=True, eq=False)
class Game:
    """One game with its options fixed. Made by `siegeworks.load`; immutable.

    The methods check their arguments and raise before anything has changed: IllegalStep for a
    choice that is not legal now, SiegeworksError for a state of another game, for an observation
    given as a state and for a seat that does not exist. `unchecked` has the steps without checks.

    Examples:
        >>> import siegeworks as sw
        >>> game = sw.load("siege-master")
        >>> state = game.new_state()
        >>> game.apply(state, game.legal_actions(state)[0])
        >>> game.actor(state)
        'blue'
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
    num_actions: int  # actions go from 0 to num_actions − 1
    max_legal: int  # no state has more legal actions (siegeworks.core.traversal.limits checks it)
    max_steps: int  # no game has more steps, chance included
    turn_rule: Callable[[Any, Observation], str]
    """turn_rule(params, seen): the paragraph that says who acts now, "R3" in the set-up, "R5"."""
    table_rule: str  # the paragraph about resigning, time and draws: "R8"
    limit_endings: tuple[int, ...] = ()
    """Those of `endings` that a limit brings about because nothing decided the game before: too
    many turns, a repeated position, no progress."""
    num_outcomes: int = 0  # outcomes of chance go from 0 to num_outcomes − 1; 0: no chance
    num_shown: int = 1  # codes of Rules.shows: 0 … num_shown − 1
    advice: Advice = NO_ADVICE  # hints for bots that search
    begun: Callable[[Any, Position], bool] | None = None
    """begun(params, s): is the set-up over, so that the game itself has begun? None: it is once it
    is known who begins. Nothing may have been shown by then that the set-up hides."""
    momentary: Callable[[Any, State, int], bool] | None = None
    """momentary(params, s, choice): with the option notes=off, does the step `choice`, about to be
    taken in `s`, turn something up that is turned down again at once? Pages tell of it only until
    the next step. None: nothing is ever forgotten."""
    narration: Narration | None = None  # what happened, in words; None: as tokens
    preview: Preview | None = None  # what a move would do; None: see siegeworks.play.preview
    reaches: Callable[[Any, Observation], Iterable[Reach]] | None = None
    """reaches(params, seen): how far pieces reach, as far as the viewer can tell. None: it is left
    to the rulebook."""
    tensor: Tensor | None = None
    """How an observation is laid out for a learner; left out: by its fields (`field_planes`)."""
    map_rows: tuple[str, ...] = ()
    """The rows of a map that is not shipped; records carry them as `land: ROW`. Empty for a shipped
    map, and in games without maps."""
    engine: Rules = field(init=False)  # what the methods below call: the rules, compiled
    unchecked: Unchecked = field(init=False)  # stepping without checks
    tokens: Tokens = field(init=False)  # all tokens, by action and by outcome

    def __post_init__(self) -> None:
        self._check_fields()
        object.__setattr__(self, "options", MappingProxyType(dict(self.options)))
        tokens = Tokens(self.notation, self.params, self.num_actions, self.num_outcomes)
        object.__setattr__(self, "tokens", tokens)
        object.__setattr__(
            self, "rules", with_counting(self.rules, self.num_actions, self.num_outcomes)
        )
        if self.tensor is None:
            planes = field_planes(self.state_type, len(self.seats))
            object.__setattr__(self, "tensor", planes)
        self._run_by(compiled(self.rules))

    def _check_fields(self) -> None:
        """Raises SiegeworksError for what would make every later answer wrong."""
        names = [str(entry[0]) for entry in HEADER]
        if list(self.state_type.names or ())[: len(names)] != names:
            raise SiegeworksError(
                f"{self.title}: state_type must begin with the fields {', '.join(names)} (HEADER)."
            )
        rules = self.rules._asdict()
        missing = [name for name in CHANCE_RULES if rules[name] is Rules._field_defaults[name]]
        if missing and (self.num_outcomes > 0 or len(missing) < len(CHANCE_RULES)):
            raise SiegeworksError(
                f"{self.title}: Rules lacks {', '.join(missing)}. A game with outcomes of chance "
                f"defines {', '.join(CHANCE_RULES)}; one without leaves out both."
            )

    def _run_by(self, engine: Rules) -> None:
        object.__setattr__(self, "engine", engine)
        object.__setattr__(self, "unchecked", Unchecked(engine, self.params, self.num_outcomes))

    def plain(self) -> Game:
        """The same game with its rules run as plain Python: slow, for debuggers and laws."""
        game = object.__new__(type(self))
        vars(game).update(vars(self))
        game._run_by(self.rules)
        return game

    def __copy__(self) -> Game:
        """The same: nothing in it changes."""
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        """The same: nothing in it changes."""
        return self

    @cached_property
    def changed_options(self) -> Mapping[str, str]:
        """The options that differ from their default, as records write them; with a drawn map, its
        name too."""
        chosen = ((option, self.options[option.name]) for option in self.known_options)
        return MappingProxyType(
            {
                option.name: value
                for option, value in chosen
                if value != option.default or (self.map_rows and option.name == MAP_OPTION)
            }
        )

    @property
    def has_secrets(self) -> bool:
        """Does any seat ever know something that another does not?"""
        return self.rules.observe is not None

    @property
    def has_chance(self) -> bool:
        """Does chance ever act?"""
        return self.num_outcomes > 0

    # States ------------------------------------------------------------------------------------

    def blank(self) -> Any:
        """A record of zeros, of the state's type."""
        return blank_record(self.state_type)

    def blank_start(self) -> Any:
        """The record that `Rules.set_up` starts from."""
        start = self.blank()
        start.viewer = REFEREE
        start.first = -1
        return start

    def new_state(self) -> State:
        """The state before anyone acts."""
        state: State = self.blank_start()
        self.engine.set_up(self.params, state)
        return state

    def has_begun(self, position: Position) -> bool:
        """Is the set-up over? What is hidden has been laid out by then, and none of it shown."""
        self._check_record(position)
        if self.begun is None:
            return bool(position.first >= 0)
        return self.begun(self.params, position)

    def copy(self, position: AnyPosition) -> AnyPosition:
        """Another record with the same contents."""
        self._check_record(position)
        return position.copy()

    def legal_actions(self, state: Position) -> list[Action]:
        """What the seat to act may do, ascending; empty at chance and at the end."""
        self._check_record(state)
        if state["to_act"] < 0:
            return []
        # An action is listed at most once, so num_actions is enough whatever max_legal says.
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
            IllegalStep: it is not legal now; the message lists what is.
            SiegeworksError: this is not a state of this game.
        """
        number = self.check_step(state, choice)
        self._check_writable(state)
        self.unchecked.apply(state, number)

    def child(self, state: State, choice: int) -> State:
        """A new state one step on; the old one is left alone.

        Raises:
            IllegalStep, SiegeworksError: as `apply`.
        """
        return self.unchecked.child(state, self.check_step(state, choice))

    def check_step(self, state: State, choice: int) -> int:
        """The choice as a plain int, if it is legal now.

        Raises:
            IllegalStep: it is not; why, and what is.
            SiegeworksError: this is not a state of this game.
        """
        self.check_state(state)
        number = _step_number(choice)
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
        """A sentence for a choice that is not legal in this state: why, and what is. Where a seat
        is to act it is made from what that seat may know. Of a legal one it says that it is."""
        self._check_record(state)
        if state.to_act == TERMINAL:
            return f"{choice}: {self.over_already(state)}"
        if state.to_act == CHANCE:
            kind, texts = "outcome", self.outcome_texts
            legal = [outcome for outcome, _ in self.chance_outcomes(state)]
        else:
            kind, texts, legal = "action", self.action_texts, self.legal_actions(state)
        if choice in legal:
            return f"{self.actor(state)}: {choice} {texts[choice]} is legal."
        if not 0 <= choice < len(texts):
            why = f"there is no {kind} {choice}; they go from 0 to {len(texts) - 1}."
        else:
            why = f"{choice} {self._why_not(state, texts[choice])}"
        listed = ", ".join(f"{number} {texts[number]}" for number in legal[:MOST_LISTED])
        more = f" and {len(legal) - MOST_LISTED} more" if len(legal) > MOST_LISTED else ""
        return f"{self.actor(state)}: {why} Legal now: {listed}{more}."

    def settle(self, state: State, rng: Rng) -> list[Outcome]:
        """Let chance act, in place, until a seat is to act or the game is over.

        Returns:
            The outcomes in their order; empty where chance was not to act. `rng` is advanced.

        Raises:
            SiegeworksError: this is not a state of this game, or not a random generator.
        """
        self.check_state(state)
        self._check_writable(state)
        check_rng(rng)
        outcomes = []
        while state["to_act"] == CHANCE:
            outcome = self._random_outcome(state, rng)
            self.engine.apply_outcome(self.params, state, outcome)
            outcomes.append(outcome)
        return outcomes

    def draw_outcome(self, state: State, rng: Rng) -> Outcome:
        """One outcome, drawn by its probability; `settle` draws and applies as many as needed.

        Raises:
            IllegalStep: chance is not to act.
            SiegeworksError: this is not a state of this game, or not a random generator.
        """
        self.check_state(state)
        check_rng(rng)
        if state.to_act != CHANCE:
            raise IllegalStep(f"Chance is not to act now, but {self.actor(state) or 'nobody'}.")
        return self._random_outcome(state, rng)

    def _random_outcome(self, state: State, rng: Rng) -> Outcome:
        case = random_below(rng, self.engine.num_cases(self.params, state))
        return int(self.engine.nth_case(self.params, state, case))

    def resign(self, state: State, seat: Seat, ending: int = BY_RESIGNATION) -> None:
        """`seat` resigns, or runs out of time (`ending`), at any time before the end; in place.

        Raises:
            IllegalStep: the game is over, or the seat is out of it.
        """
        self.check_state(state)
        self._check_writable(state)
        self._check_seat(seat)
        if state.to_act == TERMINAL:
            raise IllegalStep(f"resign: {self.over_already(state)}")
        if seat < 0 or int(state.resigned) >> seat & 1:
            who = self.seats[seat] if seat >= 0 else "a spectator"
            raise IllegalStep(f"resign: {who} is not in the game ({self.table_rule}).")
        state.resigned |= 1 << seat
        remaining = int(everybody(state, len(self.seats)))
        if remaining.bit_count() == 1:
            finish(state, remaining, ending)
        else:
            assert self.engine.leave is not None
            self.engine.leave(self.params, state, seat)

    def end_by_agreement(self, state: State) -> None:
        """All seats that have not resigned agree to a draw; in place.

        Raises:
            IllegalStep: the game is over.
        """
        self.check_state(state)
        self._check_writable(state)
        if state.to_act == TERMINAL:
            raise IllegalStep(f"draw: {self.over_already(state)}")
        finish(state, everybody(state, len(self.seats)), BY_AGREED_DRAW)

    def returns(self, state: Position) -> list[float] | None:
        """Utility per seat at the end, −1 … 1, else None. With n seats and the set W of winners:
        (n/|W| − 1)/(n − 1) for each winner and −1/(n − 1) for each other seat; the sum is 0."""
        self._check_record(state)
        if state.to_act != TERMINAL:
            return None
        n, winners = len(self.seats), int(state.winners)
        win = float((Fraction(n, winners.bit_count()) - 1) / (n - 1))
        loss = -1 / (n - 1)
        return [win if winners >> seat & 1 else loss for seat in range(n)]

    # What is refused ---------------------------------------------------------------------------

    def _check_record(self, record: Any) -> None:
        """Compiled rules would read the wrong memory in a record of another type."""
        is_record = isinstance(record, np.record)
        kind = record.dtype if is_record else None
        if kind is not self._record_type and kind != self._record_type:
            raise SiegeworksError(
                f"This is not a state of {self.title}, but {quote(repr(type(record)))}."
            )

    def check_state(self, state: Any) -> None:
        """Raises SiegeworksError for anything but a state of this game."""
        self._check_record(state)
        if state["viewer"] != REFEREE:
            raise SiegeworksError(
                "This is an observation, which cannot be stepped; determinize() draws a state that "
                "looks like it."
            )

    @staticmethod
    def _check_writable(state: Any) -> None:
        """Compiled rules would write all the same: also into what cannot change, such as bytes, or
        into a file that is mapped for reading, which ends the process."""
        if not state.flags.writeable:
            raise SiegeworksError(
                "This state is read-only, so that no step can be taken in it; copy() makes one "
                "that can change."
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
            SiegeworksError: no such seat, or this is not a state of this game.
        """
        self.check_state(state)
        self._check_seat(seat)
        if self.engine.observe is None:
            return self.open_view(state)
        seen: Observation = self.blank()
        self.engine.observe(self.params, state, seat, seen)
        return seen

    def open_view(self, state: State) -> Observation:
        """All of this state as an observation, secrets included: for a finished game, for the owner
        of a record, for a bot that is allowed to know everything."""
        self.check_state(state)
        record: Any = state
        seen: Observation = record.copy()
        return seen

    def reach(self, seen: Observation) -> list[Reach]:
        """How far pieces reach, as far as the viewer can tell; nothing if the game does not say."""
        self._check_record(seen)
        return [] if self.reaches is None else list(self.reaches(self.params, seen))

    def determinize(self, seen: Position, rng: Rng) -> State:
        """One state that looks like this observation, drawn by chance's own proportions. Given a
        state, in which nothing is hidden, it returns a copy.

        Raises:
            SiegeworksError: this is not a position of this game, or not a random generator.
        """
        self._check_record(seen)
        check_rng(rng)
        record: Any = seen
        state: State = record.copy()
        if self.engine.determinize is not None and seen.viewer != REFEREE:
            self.engine.determinize(self.params, rng, state)
        return state

    def hides(self, state: State, choice: int, seat: Seat) -> bool:
        """Is the step `choice`, about to be taken, hidden from `seat` (or SPECTATOR)?

        Raises:
            IllegalStep, SiegeworksError: as `apply`; also for a seat that does not exist.
        """
        self._check_seat(seat)
        return self.unchecked.hides(state, self.check_step(state, choice), seat)

    def reveals(self, state: State, action: Action) -> bool:
        """Does `action`, about to be taken, show anybody something hidden?

        Raises:
            IllegalStep, SiegeworksError: as `apply`.
        """
        return self.unchecked.reveals(state, self.check_step(state, action))

    def shows(self, state: State, action: Action) -> int:
        """The code of what `action`, about to be taken, reveals to everybody; 0: nothing.

        Raises:
            IllegalStep, SiegeworksError: as `apply`.
        """
        return self.unchecked.shows(state, self.check_step(state, action))

    def open_choices(self, state: Position) -> bool:
        """Does everybody know what the seat to act may do?"""
        self._check_record(state)
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
            SiegeworksError: in a game with secrets, the seat is not the viewer or this is a state,
                which no seat sees; or the game has no planes.
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

    @property
    def action_texts(self) -> tuple[str, ...]:
        """The token of every action."""
        return self.tokens.of_actions

    @property
    def outcome_texts(self) -> tuple[str, ...]:
        """The token of every outcome of chance."""
        return self.tokens.of_outcomes

    def actor(self, state: Position) -> str | None:
        """Who is to act, as records write it: a seat's name, "chance", or None at the end."""
        self._check_record(state)
        if state.to_act == TERMINAL:
            return None
        return "chance" if state.to_act == CHANCE else self.seats[state.to_act]

    def choice_to_text(self, state: State, choice: int) -> str:
        """The token of a step that may be taken in this state.

        Raises:
            IllegalStep: there is no such number.
        """
        self._check_record(state)
        texts = self.outcome_texts if state.to_act == CHANCE else self.action_texts
        number = _step_number(choice)
        if not 0 <= number < len(texts):
            raise IllegalStep(self.why_illegal(state, number))
        return texts[number]

    def legal_texts(self, state: Position) -> list[str]:
        """Tokens of all steps that may be taken now, sorted by code point."""
        self._check_record(state)
        if state.to_act == CHANCE:
            self.check_state(state)
            weights = self.unchecked.chance_weights(state)
            outcomes = self.outcome_texts
            return sorted(outcomes[o] for o in np.flatnonzero(weights))
        actions = self.action_texts
        return sorted(actions[a] for a in self.legal_actions(state))

    def over_already(self, state: Position) -> str:
        """The clause that says that the game is over, and why."""
        self._check_record(state)
        ending = self.endings[state.ending]
        has_paragraph = state.ending >= FIRST_ENDING  # a game's own sentences end with theirs
        return f"the game is over: {ending}" + ("." if has_paragraph else f" ({self.table_rule}).")

    def text_to_choice(self, state: Position, text: str) -> int:
        """The step that this token means now, checked.

        Raises:
            IllegalStep: with a sentence that says why not and the paragraph. Where a seat is to act
                it is made from what that seat may know.
            SiegeworksError: this is not a state of this game.
        """
        self._check_record(state)
        if not isinstance(text, str):
            raise IllegalStep(f"{quote(repr(text))}: a token is text; action_texts has them all.")
        if state.to_act == CHANCE:
            self.check_state(state)
            outcome = self.tokens.outcomes.get(text)
            if outcome is not None and self.unchecked.chance_weights(state)[outcome] > 0:
                return outcome
        elif state.to_act != TERMINAL:
            action = self.tokens.actions.get(text)
            if action is not None and action in self.legal_actions(state):
                return action
        raise IllegalStep(self._why_not(state, text))

    def _why_not(self, position: Any, text: str) -> str:
        """The sentence that says why this token cannot be played now."""
        if position.to_act == TERMINAL:
            why = self.over_already(position)
        elif TABLE_STEP.fullmatch(text.strip().casefold()) and text not in self.tokens:
            why = f"resigning, time and draws are steps of the table, not moves ({self.table_rule})"
        elif position.to_act == CHANCE:
            why = self._why_no_outcome(position, text)
        else:
            is_state = position.viewer == REFEREE
            seen = self.observe(position, int(position.to_act)) if is_state else position
            why = self.notation.explain(self.params, seen, text)
        return refusal(text, why, text in self.tokens)

    def _why_no_outcome(self, state: Any, text: str) -> str:
        if self.notation.explain_outcome is not None:
            return self.notation.explain_outcome(self.params, state, text)
        example, paragraph = self.legal_texts(state)[0], self.turn_rule(self.params, state)
        return f"{NOT_A_MOVE} chance is to act, such as {example} ({paragraph})"
