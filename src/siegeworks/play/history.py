"""What happened at a table, turn by turn and in sentences, as one audience may know it"""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from itertools import groupby
from typing import NamedTuple

from siegeworks.core.contract import REFEREE, SPECTATOR, Observation, Seat
from siegeworks.core.effects import HIDDEN, SeenStep
from siegeworks.core.text import capitalized, listed
from siegeworks.play.summary import ending, table_sentence
from siegeworks.play.table import NO_CHOICE, TABLE, Table

SeenBy = Callable[[Seat, int], Observation]  # (audience, index): the position after `index` steps
ToldBy = Callable[[Seat, int], tuple[str, str]]  # (audience, index): the token, and what it showed


class Turn(NamedTuple):
    """One entry of a history: a turn, the set-up, or something that happened to the table."""

    seat: str | None  # whose turn it is; None: nobody's
    start: int  # the steps before it
    end: int  # the steps after it
    sentence: str


class Turns:
    """Which steps belong together: the same for everybody, and kept up to date."""

    def __init__(self, table: Table, seen_by: SeenBy | None = None) -> None:
        """No turns yet; `seen_by` says what an audience may know, if not the table itself."""
        self.table, self._seen_by = table, seen_by or table.view
        self.starts: list[int] = []  # of each turn, the steps before it
        self.seats: list[str | None] = []  # of each turn, whose it is
        self._steps = 0  # so many were looked at

    def update(self) -> None:
        """Look at the new steps."""
        for index in range(self._steps, len(self.table.steps)):
            begins, seat = self._begins(index)
            if begins:
                self.starts.append(index)
                self.seats.append(seat)
        self._steps = len(self.table.steps)

    def forget(self, steps: int) -> None:
        """Only this many steps are left."""
        self._steps = min(self._steps, steps)
        while self.starts and self.starts[-1] >= steps:
            self.starts.pop()
            self.seats.pop()

    def end(self, number: int) -> int:
        """How many steps there are after this turn."""
        return self.starts[number + 1] if number + 1 < len(self.starts) else self._steps

    def at(self, step: int) -> int:
        """The number of the turn to which a step belongs; of one not taken yet: how many turns
        there are."""
        return bisect_right(self.starts, step) - 1 if step < self._steps else len(self.starts)

    def _begins(self, index: int) -> tuple[bool, str | None]:
        """Whether a turn begins with this step, and whose."""
        table, (actor, token) = self.table, self.table.steps[index]
        if actor == TABLE:
            _, _, name = token.partition("=")
            return True, name or None
        whose = self._whose(index)
        if whose is not None:
            return True, whose
        if index == 0:
            return True, None
        if table.steps[index - 1].actor == TABLE:  # a turn that goes on
            turns = range(len(self.starts))
            own = [self.seats[i] for i in turns if table.steps[self.starts[i]].actor != TABLE]
            return True, own[-1] if own else None
        return False, None

    def _whose(self, index: int) -> str | None:
        table = self.table
        narration, seats = table.game.narration, table.game.seats
        if narration is not None:
            seen = self._seen_by(SPECTATOR, index)
            seat = narration.turn_of(table.game.params, seen)
            return None if seat is None else seats[seat]
        actor = table.steps[index].actor
        earlier = (table.steps[i].actor for i in reversed(range(index)))
        last = next((before for before in earlier if before != "chance"), None)
        return actor if actor in seats and last != actor else None


class History:
    """The turns of a table as one audience may know them. Each is told once, and again when it has
    grown.

    Args:
        turns: which steps belong together.
        audience: a seat, SPECTATOR, or REFEREE, who knows everything.
        seen_by: what an audience may know of a position.
        is_forgotten: of a step, whether what it showed was turned down again.
        told_by: what an audience saw of a step; None: as the table says.
    """

    def __init__(
        self,
        turns: Turns,
        audience: Seat,
        seen_by: SeenBy,
        is_forgotten: Callable[[int], bool] = lambda index: False,
        told_by: ToldBy | None = None,
    ) -> None:
        self.turns, self.table, self.audience = turns, turns.table, audience
        self._seen_by, self._is_forgotten = seen_by, is_forgotten
        self._told_by = told_by or self._as_the_table_says
        self._cache: dict[int, tuple[Turn, bool]] = {}  # turns by number; with whether it forgets
        self._steps: list[SeenStep] = []  # of the turn told last, with all that they showed …
        self._first = 0  # … and where it began

    def forget(self, steps: int) -> None:
        """Only this many steps are left."""
        self._cache = {i: turn for i, turn in self._cache.items() if turn[0].end <= steps}
        del self._steps[max(0, steps - self._first) :]

    def since(self, number: int, fresh: int | None = None) -> list[Turn]:
        """The turns from this number on. Nothing is forgotten yet from the step `fresh` on; None:
        nothing ever is."""
        self.turns.update()
        return [
            self._turn(i, forgets=fresh is None or self.turns.end(i) <= fresh)
            for i in range(number, len(self.turns.starts))
        ]

    def turn(self, number: int) -> Turn:
        """The turn of this number, from 0; nothing in it is forgotten."""
        return self._turn(number, forgets=False)

    def _turn(self, number: int, forgets: bool) -> Turn:
        start, end = self.turns.starts[number], self.turns.end(number)
        turn, forgot = self._cache.get(number, (None, forgets))
        if turn is None or forgot != forgets or (turn.start, turn.end) != (start, end):
            turn = Turn(self.turns.seats[number], start, end, self._sentence(number, forgets))
            self._cache[number] = turn, forgets
        return turn

    def _sentence(self, number: int, forgets: bool) -> str:
        turns, table = self.turns, self.table
        start, end = turns.starts[number], turns.end(number)
        actor, token = table.steps[start]
        if actor == TABLE:
            sentence = table_sentence(token)
        else:
            steps = self._seen(start, end)
            if forgets:
                steps = [self._forgotten(start + i, step) for i, step in enumerate(steps)]
            narration = table.game.narration
            text = narration.tell(table.game.params, steps) if narration else ""
            sentence = text or plain_sentence(steps, is_set_up=turns.seats[number] is None)
        if table.over and end == len(table.steps):
            sentence = f"{sentence} {capitalized(ending(table))}"
        return sentence

    def _seen(self, start: int, end: int) -> list[SeenStep]:
        """The steps of a turn, looked at once each, as observations are expensive."""
        if start != self._first:
            self._first, self._steps = start, []
        steps, table, audience = self._steps, self.table, self.audience
        for index in range(start + len(steps), end):
            before = steps[-1].after if steps else self._seen_by(audience, index)
            after = self._seen_by(audience, index + 1)
            token, shown = self._told_by(audience, index)
            steps.append(SeenStep(table.steps[index].actor, token, shown, before, after))
        return steps[: end - start]

    def _as_the_table_says(self, audience: Seat, index: int) -> tuple[str, str]:
        return self.table.token_seen_by(audience, index), self.table.shown_by(index)

    def _forgotten(self, index: int, step: SeenStep) -> SeenStep:
        """The step without what was turned down again since."""
        if self.audience == REFEREE or not self._is_forgotten(index):
            return step
        return step._replace(token=HIDDEN if step.actor == "chance" else step.token, shown="")


def open_history(table: Table) -> History:
    """The history of a game that may be revealed, as somebody tells it who knows everything."""
    turns = Turns(table)
    turns.update()
    return History(turns, REFEREE, lambda _, index: table.game.open_view(table.states[index]))


def is_momentary(table: Table, index: int) -> bool:
    """Did a step reveal something that has been hidden again since?"""
    momentary, choice = table.game.momentary, table.choices[index]
    if momentary is None or choice == NO_CHOICE:
        return False
    return momentary(table.game.params, table.states[index], choice)


def plain_sentence(steps: Sequence[SeenStep], is_set_up: bool) -> str:
    """A turn of a game that has no words of its own: what was done, as tokens."""
    if is_set_up:
        return "The game is set up."
    parts = []
    for actor, run in groupby(steps, key=lambda step: step.actor):
        tokens = [step.token for step in run]
        seen = [token for token in tokens if token != HIDDEN]
        if actor == "chance":
            parts += [f"chance: {' '.join(seen)}"] if seen else []
            continue
        done = [f"plays {listed(seen)}"] if seen else []
        done += ["moves in secret"] if len(seen) < len(tokens) else []
        parts.append(f"{capitalized(actor)} {listed(done)}")
    return "; ".join(parts) + "."
