"""The referee: the only one that holds both the state and the record.

What a seat may know leaves it through two doors only: `view` for the position and `token_seen_by`
for a step.
"""

from __future__ import annotations

from typing import NamedTuple, NoReturn

from siegeworks.core.game import (
    BY_RESIGNATION,
    BY_TIME,
    REFEREE,
    SPECTATOR,
    TERMINAL,
    Game,
    IllegalStep,
    Observation,
    Seat,
    State,
    quote,
    seat_bits,
)
from siegeworks.core.random import Rng

TABLE = "table"
NO_CHOICE = -1
NOTHING_TO_UNDO = "You have not moved yet: there is nothing to take back."
HIDDEN = "?"  # what a seat reads in place of a token that it may not see


class Step(NamedTuple):
    """One line of a record: who did what."""

    actor: str  # a seat's name, "chance" or "table"
    token: str


class Table:
    """A game being played, from its first step. Nothing illegal ever changes it."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.steps: list[Step] = []
        self.choices: list[int] = []  # what each step chose; NO_CHOICE for one of the table
        self.states: list[State] = [game.new_state()]  # one more than steps

    @property
    def state(self) -> State:
        """The position now, secrets included: for the referee alone."""
        return self.states[-1]

    @property
    def over(self) -> bool:
        """Has the game ended?"""
        return bool(self.state["to_act"] == TERMINAL)  # asked very often: thrice as fast

    @property
    def winners(self) -> list[str]:
        """The seats in the winning set; empty while the game goes on."""
        return [self.game.seats[seat] for seat in seat_bits(int(self.state.winners))]

    @property
    def result(self) -> str:
        """`*` unfinished, `draw`, or the winners' names joined by `+`, as records write it."""
        if not self.over:
            return "*"
        shared_by_all = len(self.winners) > 1 and self.winners == self._remaining()
        return "draw" if shared_by_all else "+".join(self.winners)

    def ended_as(self, result: str) -> bool:
        """Is this a way to write how the game stands? A win shared by all is a draw too."""
        return result == self.result or (
            self.over and sorted(result.split("+")) == sorted(self.winners)
        )

    def _remaining(self) -> list[str]:
        out = int(self.state.resigned)
        return [name for seat, name in enumerate(self.game.seats) if not out >> seat & 1]

    # Steps ---------------------------------------------------------------------------------------

    def play(self, actor: str, token: str) -> None:
        """Take one step.

        Raises:
            IllegalStep: a sentence that says why not; the table is as it was.
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

    def _check_actor(self, actor: str, token: str) -> None:
        game, to_act = self.game, self.game.actor(self.state)
        if to_act is None:
            raise IllegalStep(f"{quote(token)}: {game.over_already(self.state)}")
        if actor == to_act:
            return
        if actor in (*game.seats, "chance"):
            why = f"{actor} may not act now, it is the turn of {to_act}"
        else:
            known = ", ".join((*game.seats, "chance", TABLE))
            why = f"nobody here is called {quote(actor)!r}; known are {known}"
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
            self._refuse(token, f"{name} has left the game already")
        self.game.resign(state, seat, ending)

    def _agree(self, state: State) -> None:
        game, engine = self.game, self.game.engine
        if engine.agree is None or engine.may_agree is None:
            self._refuse("agree", f"{game.title} does not end by agreement on its score, only draw")
        elif not engine.may_agree(game.params, state):
            self._refuse("agree", "the seats may agree only after the first move")
        else:
            engine.agree(game.params, state)

    def _refuse(self, token: str, why: str) -> NoReturn:
        raise IllegalStep(f"{quote(token)}: {why} ({self.game.table_rule}).")

    def deal(self, rng: Rng) -> list[Step]:
        """Let chance act until a seat is to act or the game is over; the steps it took."""
        outcomes = self.game.settle(self.state.copy(), rng)
        for outcome in outcomes:
            self.play("chance", self.game.outcome_texts[outcome])
        return self.steps[len(self.steps) - len(outcomes) :]

    # Undo ----------------------------------------------------------------------------------------

    def undo_point(self, seat: Seat) -> int:
        """How many steps remain when `seat` takes back its last action.

        Raises:
            IllegalStep: a sentence: there is none, or something was rolled or revealed since.
        """
        name = self.game.seats[seat]
        if all(step.actor != name for step in self.steps):
            raise IllegalStep(NOTHING_TO_UNDO)
        for index in reversed(range(len(self.steps))):
            step, state = self.steps[index], self.states[index]
            if step.actor == "chance":
                raise IllegalStep("undo: chance has acted since; that cannot be taken back.")
            if step.actor == TABLE:
                raise IllegalStep("undo: a step of the table cannot be taken back.")
            if self.game.unchecked.reveals(state, self.choices[index]):
                raise IllegalStep("undo: something was shown since; that cannot be taken back.")
            if step.actor == name:
                return index
        raise AssertionError(f"{name} has moved")

    def undo(self, seat: Seat) -> list[Step]:
        """Take back everything from `seat`'s last action on; the steps taken back.

        Raises:
            IllegalStep: as `undo_point`.
        """
        index = self.undo_point(seat)
        taken_back = self.steps[index:]
        del self.steps[index:]
        del self.choices[index:]
        del self.states[index + 1 :]
        return taken_back

    # What may leave the referee ------------------------------------------------------------------

    def view(self, seat: Seat, index: int = -1) -> Observation:
        """What `seat` (or SPECTATOR) may know of the position now, or after `index` steps.

        REFEREE sees all, once the game is over: a finished game is open to everybody.
        """
        if seat == REFEREE:
            assert self.over, "secrets stay with the referee until the end"
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
        """What step `index` (from 0) turned up before everybody's eyes; empty: nothing."""
        step, state, notation = self.steps[index], self.states[index], self.game.notation
        if step.actor not in self.game.seats or notation.shown_to_text is None:
            return ""
        shown = self.game.unchecked.shows(state, self.choices[index])
        return notation.shown_to_text(self.game.params, shown)
