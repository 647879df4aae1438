"""The log of one table: every event since it was opened, and the game that follows from it.

Nothing is ever taken out of a log. Its length is the table's version; an action that is taken back
is one event more.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple, cast

from siegeworks.core.game import SPECTATOR, Game, IllegalStep, Seat, SiegeworksError
from siegeworks.core.random import Rng
from siegeworks.play.agreement import agreed
from siegeworks.play.table import TABLE, Table
from siegeworks.server.messages import What

MOST_TAKEN_BACK = 1_000  # steps at one table; nothing is ever taken out of a log, so it has a limit
MOST_OFFERS = 200  # at one table
STEP, UNDO, OFFER, ANSWER = "step", "undo", "offer", "answer"
YES, NO = "yes", "no"
TAKEBACK: What = "takeback"


class Event(NamedTuple):
    """One thing that happened at a table."""

    kind: str  # STEP, UNDO, OFFER or ANSWER
    actor: str  # a seat, "chance" or "table"
    token: str = ""  # of a step; what is offered; YES or NO
    request: str | None = None  # whose it was and the id that the page gave it: "red a1b2"


@dataclass
class Standing:
    """An offer that not all have answered yet."""

    what: What  # as the step of the table is called
    by: str
    waiting_for: list[str]
    version: int


class Undone(NamedTuple):
    """An action that was taken back."""

    by: str
    seen: dict[Seat, str]  # its token as each seat, and SPECTATOR, saw it


@dataclass
class Log:
    """A table's game and how it came about."""

    game: Game
    table: Table = field(init=False)
    counts: list[int] = field(default_factory=lambda: [0])  # steps after so many events
    done: dict[str, int] = field(default_factory=dict)  # requests, with the version they made
    offer: Standing | None = None
    declined: str | None = None  # the seat that said no to the last offer; nobody acted since
    declined_what: What | None = None  # what that offer was
    undone: Undone | None = None  # the last action taken back; nobody acted since
    # By whom what was offered: how many steps there were.
    offered: dict[tuple[str, str], int] = field(default_factory=dict)
    taken_back: int = 0  # steps, since the table was opened
    offers: int = 0  # since the table was opened
    is_restoring: bool = False  # made again from what has happened: no limit counts

    def __post_init__(self) -> None:
        self.table = Table(self.game)

    @property
    def version(self) -> int:
        """How many events there were."""
        return len(self.counts) - 1

    def add(self, event: Event) -> Event:
        """Let this happen.

        Raises:
            SiegeworksError: it may not happen now; nothing is changed.
        """
        {STEP: self._step, UNDO: self._undo, OFFER: self._offer, ANSWER: self._answer}[event.kind](
            event
        )
        self._count(event, len(self.table.steps))
        return event

    def pass_over(self, event: Event, steps: int) -> None:
        """Count an event that need not be played (`restoring.py`), after which there were so many
        steps."""
        if event.kind == UNDO:
            self.offered.pop((event.actor, TAKEBACK), None)  # as `_undo` does
        self._count(event, steps)

    def _count(self, event: Event, steps: int) -> None:
        self.taken_back += max(0, self.counts[-1] - steps)
        self.offers += event.kind == OFFER
        self.counts.append(steps)
        if event.request is not None:
            self.done[event.request] = self.version

    def deal(self, rng: Rng) -> list[Event]:
        """Let chance act until a seat is to act or the game is over."""
        before = len(self.table.steps)
        steps = self.table.deal(rng)
        self.counts += range(before + 1, before + 1 + len(steps))
        return [Event(STEP, *step) for step in steps]

    def kept_since(self, version: int) -> int:
        """How many of the steps that there were at that version were never taken back."""
        return min(self.counts[version:], default=0)

    def remaining(self) -> list[str]:
        """The seats that have not resigned."""
        out = int(self.table.state.resigned)
        return [name for seat, name in enumerate(self.game.seats) if not out >> seat & 1]

    def _step(self, event: Event) -> None:
        # Moving, for somebody who is asked, means no; a step of the table settles everything, and
        # any move withdraws a request to take back. What chance does is no answer, and nothing is
        # said anew: `deal` does not come by here.
        offer, asked = self.offer, self.offer.waiting_for if self.offer else []
        self.table.play(event.actor, event.token)
        if event.actor != "chance":
            self._decline(event.actor if event.actor in asked else None)
            self.undone = None
            if offer is not None and offer.what == TAKEBACK:
                self.offer = None
        if event.actor in asked or event.actor == TABLE:
            self.offer = None

    def _decline(self, by: str | None) -> None:
        """Somebody said no to the offer that stands; or None: there is nothing to tell of."""
        self.declined = by
        self.declined_what = self.offer.what if by is not None and self.offer else None

    def _undo(self, event: Event) -> None:
        seat, table = self.game.seats.index(event.actor), self.table
        index = self.check_undo(seat)
        audiences = (*range(len(self.game.seats)), SPECTATOR)
        self.undone = Undone(
            event.actor, {who: table.token_seen_by(who, index) for who in audiences}
        )
        table.undo(seat)
        self._decline(None)
        self.offer = None
        self.offered.pop((event.actor, TAKEBACK), None)  # the action before may be asked for, too
        self.offered = {how: min(n, len(table.steps)) for how, n in self.offered.items()}

    def check_undo(self, seat: Seat) -> int:
        """How many steps remain when `seat` takes back its last action.

        Raises:
            IllegalStep: it cannot.
        """
        if self.table.over:  # everything has been turned up
            raise IllegalStep("undo: the game is over; that cannot be taken back.")
        if self.taken_back >= MOST_TAKEN_BACK and not self.is_restoring:
            raise IllegalStep(
                f"undo: {self.taken_back:,} steps have been taken back at this table, and "
                f"{MOST_TAKEN_BACK:,} is the limit; what is played now stands."
            )
        return self.table.undo_point(seat)

    def _offer(self, event: Event) -> None:
        if self.offer is not None:
            raise SiegeworksError(
                f"{self.offer.by} has made an offer already; it is to be answered first."
            )
        if self.table.over or event.actor not in self.remaining():
            raise SiegeworksError("Who is out of the game can offer nothing.")
        if self.offers >= MOST_OFFERS and not self.is_restoring:
            raise SiegeworksError(
                f"Offers made at this table: {self.offers}; {MOST_OFFERS} is the "
                "limit; play on, or resign."
            )
        if self.offered.get((event.actor, event.token)) == len(self.table.steps):
            raise SiegeworksError("You asked for this a moment ago; ask again after the next move.")
        self._check_offered(event.token, event.actor)
        others = [name for name in self.remaining() if name != event.actor]
        self.offer = Standing(cast(What, event.token), event.actor, others, self.version + 1)
        self._decline(None)
        self.offered[event.actor, event.token] = len(self.table.steps)

    def _check_offered(self, what: str, by: str) -> None:
        """Could this be done now, if all agreed?

        Raises:
            IllegalStep: it could not.
        """
        if what == TAKEBACK:
            self.check_undo(self.game.seats.index(by))
        else:
            agreed(self.table, what)

    def _answer(self, event: Event) -> None:
        if self.offer is not None and (event.actor, event.token) == (self.offer.by, NO):
            self.offer = None  # withdrawn
            return
        if self.offer is None or event.actor not in self.offer.waiting_for:
            raise SiegeworksError("There is no offer to answer any more.")
        if event.token == NO:
            self._decline(event.actor)
            self.offer = None
            return
        self._check_offered(self.offer.what, self.offer.by)
        self.offer.waiting_for.remove(event.actor)
