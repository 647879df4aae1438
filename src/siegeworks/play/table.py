"""The referee: the only object that holds both the state and the steps.

What a seat may know leaves it through two functions only: `view` for the position and
`token_seen_by` for a step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple, NoReturn

from siegeworks.core.bits import numbers_in
from siegeworks.core.contract import (
    BY_RESIGNATION,
    BY_TIME,
    CHANCE,
    REFEREE,
    SPECTATOR,
    TERMINAL,
    Observation,
    Seat,
    State,
)
from siegeworks.core.effects import HIDDEN
from siegeworks.core.errors import IllegalStep, quote
from siegeworks.core.game import Game
from siegeworks.core.random import Rng

TABLE = "table"
NO_CHOICE = -1
NOTHING_TO_UNDO = "You have not moved yet, so there is nothing to undo."


class Step(NamedTuple):
    """One line of a record: who did what.

    Examples:
        >>> import siegeworks as sw
        >>> table = sw.Table(sw.load("siege-master"))
        >>> table.play("red", "o10-o13")
        >>> table.steps
        [Step(actor='red', token='o10-o13')]
    """

    actor: str  # a seat's name, "chance" or "table"
    token: str


class Table:
    """A game being played, from its first step on. An illegal step never changes it.

    Examples:
        >>> import siegeworks as sw
        >>> table = sw.Table(sw.load("siege-master"))
        >>> table.play("red", "o10-o13")
        >>> table.play("table", "resign=red")
        >>> table.result
        'blue'
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.steps: list[Step] = []
        self.choices: list[int] = []  # each step's action or outcome; NO_CHOICE: a table step
        self.states: list[State] = [game.new_state()]  # one more than steps

    @property
    def state(self) -> State:
        """The current position with all secrets; for the referee only."""
        return self.states[-1]

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.state["to_act"] == TERMINAL)  # three times as fast as `.to_act`

    @property
    def winners(self) -> list[str]:
        """The names of the winning seats; empty while the game is not over."""
        return [self.game.seats[seat] for seat in numbers_in(self.state.winners)]

    @property
    def result(self) -> str:
        """The result as records write it: `*` unfinished, `draw`, or the winners joined by `+`."""
        if not self.over:
            return "*"
        remaining = [self.game.seats[seat] for seat in self.remaining]
        shared_by_all = len(self.winners) > 1 and self.winners == remaining
        return "draw" if shared_by_all else "+".join(self.winners)

    def ended_as(self, result: str) -> bool:
        """Whether `result` describes the game as it stands; a win shared by all is also a draw."""
        return result == self.result or (
            self.over and sorted(result.split("+")) == sorted(self.winners)
        )

    @property
    def remaining(self) -> list[Seat]:
        """The seats that have not resigned or run out of time."""
        resigned = int(self.state["resigned"])
        return [seat for seat in range(len(self.game.seats)) if not resigned >> seat & 1]

    # Steps ---------------------------------------------------------------------------------------

    def play(self, actor: str, token: str) -> None:
        """Take one step.

        Raises:
            IllegalStep: the step is illegal; the message says why. The table is unchanged.
        """
        after, choice = self.state.copy(), NO_CHOICE
        if actor == TABLE:
            self._apply_table_step(after, token)
        else:
            self._check_actor(actor, token)
            choice = self.game.text_to_choice(after, token)
            self.game.unchecked.apply(after, choice)
        self.states.append(after)
        self.choices.append(choice)
        self.steps.append(Step(actor, token))

    def play_all(self, tokens: Iterable[str]) -> None:
        """Take steps, of seats and of chance alike. Raises IllegalStep if one of them is illegal;
        those before it are taken."""
        for token in tokens:
            self.play(self.game.actor(self.state) or "", token)

    def _check_actor(self, actor: str, token: str) -> None:
        game, to_act = self.game, self.game.actor(self.state)
        if to_act is None:
            raise IllegalStep(f"{quote(token)}: {game.over_already(self.state)}")
        if actor == to_act:
            return
        if actor in (*game.seats, "chance"):
            why = f"it is the turn of {to_act}, not of {actor}"
        else:
            actors = ", ".join((*game.seats, "chance", TABLE))
            why = f"there is no actor {quote(actor)!r}; the actors are {actors}"
        rule = game.turn_rule(game.params, self.view(SPECTATOR))
        raise IllegalStep(f"{quote(token)}: {why} ({rule}).")

    def _apply_table_step(self, state: State, token: str) -> None:
        word, _, name = token.partition("=")
        if state.to_act == TERMINAL:
            raise IllegalStep(f"{quote(token)}: {self.game.over_already(state)}")
        if word in ("resign", "time") and name:
            self._leave(state, token, name, BY_RESIGNATION if word == "resign" else BY_TIME)
        elif token == "draw":
            self.game.end_by_agreement(state)
        elif token == "agree":
            self._agree(state)
        else:
            self._refuse(token, "a table step is resign=SEAT, time=SEAT, draw or agree")

    def _leave(self, state: State, token: str, name: str, ending: int) -> None:
        if name not in self.game.seats:
            seats = ", ".join(self.game.seats)
            self._refuse(token, f"there is no such seat; the seats are {seats}")
        seat = self.game.seats.index(name)
        if state.resigned >> seat & 1:
            self._refuse(token, f"{name} has already left the game")
        self.game.resign(state, seat, ending)

    def _agree(self, state: State) -> None:
        game, engine = self.game, self.game.engine
        if engine.agree is None or engine.may_agree is None:
            why = "does not end by agreement on its score; the seats can only agree to a draw"
            self._refuse("agree", f"{game.title} {why}")
        elif not engine.may_agree(game.params, state):
            self._refuse("agree", "the seats may agree only after the first move")
        else:
            engine.agree(game.params, state)

    def _refuse(self, token: str, why: str) -> NoReturn:
        raise IllegalStep(f"{quote(token)}: {why} ({self.game.table_rule}).")

    def deal(self, rng: Rng) -> list[Step]:
        """Let chance act until a seat is to act or the game is over; return the steps it took."""
        before = len(self.steps)
        if self.state["to_act"] == CHANCE:  # else nothing is copied
            for outcome in self.game.settle(self.state.copy(), rng):
                self.play("chance", self.game.outcome_texts[outcome])
        return self.steps[before:]

    def deal_as(self, choose: Callable[[Game, State, int], str]) -> list[Step]:
        """As `deal`; `choose` says which token, from the game, its state and the steps before."""
        before = len(self.steps)
        while self.state["to_act"] == CHANCE:
            self.play("chance", choose(self.game, self.state, len(self.steps)))
        return self.steps[before:]

    # Undo ----------------------------------------------------------------------------------------

    def undo_point(self, seat: Seat) -> int:
        """How many steps remain after `seat` undoes its last action.

        Raises:
            IllegalStep: it has not acted, or something was rolled or revealed since.
        """
        name, numbers = self.game.seats[seat], range(len(self.steps) - 1, -1, -1)
        own = next((index for index in numbers if self.steps[index].actor == name), None)
        if own is None:
            raise IllegalStep(NOTHING_TO_UNDO)
        for index in range(len(self.steps) - 1, own - 1, -1):
            step, state = self.steps[index], self.states[index]
            if step.actor == "chance":
                raise IllegalStep("undo: chance has acted since then; that cannot be undone.")
            if step.actor == TABLE:
                raise IllegalStep("undo: a step of the table cannot be undone.")
            if self.game.unchecked.reveals(state, self.choices[index]):
                raise IllegalStep("undo: something was revealed since then; you cannot undo that.")
        return own

    def undo(self, seat: Seat) -> list[Step]:
        """Undo everything from `seat`'s last action on; return the steps undone.

        Raises:
            IllegalStep: as for `undo_point`.
        """
        index = self.undo_point(seat)
        undone = self.steps[index:]
        del self.steps[index:]
        del self.choices[index:]
        del self.states[index + 1 :]
        return undone

    # Other tables --------------------------------------------------------------------------------

    def branch(self, start: int | None = None) -> Table:
        """A table that goes its own way from here, or from after `start` of the steps."""
        start = len(self.steps) if start is None else start
        other = Table(self.game)
        other.steps, other.choices = self.steps[:start], self.choices[:start]
        other.states = self.states[: start + 1]
        return other

    def after_agreement(self, step: str, state: State | None = None) -> Table:
        """A table at which all seats have just agreed on `step` ("draw" or "agree"), in this
        table's position or in another one.

        Raises:
            IllegalStep: they cannot agree on this now; the message cites the paragraph.
        """
        trial = Table(self.game)
        trial.states = [self.state.copy() if state is None else state]
        trial.play(TABLE, step)
        return trial

    def wins_by_agreement(self, seat: Seat, rng: Rng) -> bool:
        """Whether this seat would win if all agreed to end the game now, as far as it knows."""
        imagined = self.game.determinize(self.view(seat), rng)
        return self.game.seats[seat] in self.after_agreement("agree", imagined).winners

    # What may leave the referee ------------------------------------------------------------------

    def view(self, seat: Seat, index: int = -1) -> Observation:
        """What `seat` (or SPECTATOR) may know of the current position, or that after `index` steps.

        REFEREE sees everything, but only once the game is over.
        """
        if seat == REFEREE:
            assert self.over, "the referee keeps all secrets until the game is over"
            return self.game.open_view(self.states[index])
        return self.game.observe(self.states[index], seat)

    def token_seen_by(self, seat: Seat, index: int) -> str:
        """The token of step `index` (from 0) as `seat` (or SPECTATOR) saw it, or HIDDEN."""
        step, state = self.steps[index], self.states[index]
        if step.actor == TABLE or seat == REFEREE:
            return step.token
        is_hidden = self.game.unchecked.hides(state, self.choices[index], seat)
        return HIDDEN if is_hidden else step.token

    def shown_by(self, index: int) -> str:
        """What step `index` (from 0) revealed to everybody, e.g. "5x0"; empty if nothing."""
        step, state, notation = self.steps[index], self.states[index], self.game.notation
        if step.actor not in self.game.seats or notation.shown_to_text is None:
            return ""
        shown = self.game.unchecked.shows(state, self.choices[index])
        return notation.shown_to_text(self.game.params, shown)
