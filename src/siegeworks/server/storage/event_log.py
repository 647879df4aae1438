"""The log of one table: every event since it was opened, and the game that follows from it.

Nothing is ever removed from a log. Its length is the table's version; undoing an action adds one
more event.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import NamedTuple, cast

from siegeworks.core.contract import SPECTATOR, Seat
from siegeworks.core.errors import IllegalStep, SiegeworksError
from siegeworks.core.game import Game
from siegeworks.core.random import Rng
from siegeworks.play.clock import SLOW, Clock, ClockSettings, Vacations
from siegeworks.play.provable_chance import Entropy, ProvableChance
from siegeworks.play.table import TABLE, Table
from siegeworks.server.messages import Offer, OfferKind

STEP, UNDO, OFFER, ANSWER, START = "step", "undo", "offer", "answer", "start"
SECRET, ENTROPY = "secret", "entropy"  # what chance follows from
AWAIT = "await"  # the first draw of chance waits until this seat's player has come
VACATION = "vacation"
REMATCH = "rematch"
YES, NO = "yes", "no"
TAKEBACK: OfferKind = "takeback"


class Event(NamedTuple):
    """One thing that happened at a table."""

    # STEP, UNDO, OFFER, ANSWER, SECRET, ENTROPY, AWAIT, VACATION, REMATCH, or START: the clock
    # starts
    kind: str
    actor: str  # a seat, "chance" or "table"
    # The step, what is offered, YES or NO, what chance follows from, days of vacation, or the table
    # of a rematch with its invitations.
    token: str = ""
    request: str | None = None  # its seat, type and the id that the client chose: "red act a1b2"
    # Where a clock runs, of what a seat or the table does:
    at: int | None = None  # when, in milliseconds since 1970
    spent: int | None = None  # milliseconds of thinking that the seat to act is charged


class Timing(NamedTuple):
    """The time, for the clock of a table."""

    at: int  # in milliseconds since 1970
    spent: int  # milliseconds of thinking that the seat to act is charged


class StepTime(NamedTuple):
    """What a step has cost a seat. Times are milliseconds."""

    seat: Seat
    spent: int
    left: int  # before an increment


NOT_TIMED = Timing(0, 0)


class OpenedRematch(NamedTuple):
    """A table that a seat has opened to play again."""

    by: str
    table: str
    invited: dict[str, Seat]  # the seat there of who has this seat here

    @property
    def token(self) -> str:
        """As an event has it: "TABLE blue:0 green:1"."""
        return " ".join([self.table, *(f"{here}:{there}" for here, there in self.invited.items())])

    @classmethod
    def of(cls, event: Event) -> OpenedRematch:
        """The one that an event tells of."""
        table, *invitations = event.token.split(" ")
        pairs = (invitation.split(":") for invitation in invitations)
        return cls(event.actor, table, {here: int(there) for here, there in pairs})


class UndoneAction(NamedTuple):
    """An action that was undone."""

    by: str
    tokens: dict[Seat, str]  # its token as each seat, and SPECTATOR, saw it


@dataclass
class EventLog:
    """A table's game and its history."""

    game: Game
    max_undone_steps: int = 1_000  # since a log only ever grows
    max_offers: int = 200
    table: Table = field(init=False)
    counts: list[int] = field(default_factory=lambda: [0])  # steps after each event
    requests: dict[str, int] = field(default_factory=dict)  # with the version that each made
    offer: Offer | None = None
    declined_by: str | None = None  # who said no to the last offer; nobody has acted since
    declined_offer: OfferKind | None = None  # what that offer was
    chance: ProvableChance | None = None  # None: the table was opened without a secret
    # The seats that have been here and could add to it; who adds nothing has an event without text.
    came: set[str] = field(default_factory=set)
    awaited: set[str] = field(default_factory=set)  # the seats for which the first draw waits
    rematch: OpenedRematch | None = None
    undone: UndoneAction | None = None  # the last undone action; nobody has acted since
    # Who offered what, and how many steps there were then.
    offered: dict[tuple[str, str], int] = field(default_factory=dict)
    undone_steps: int = 0  # since the table was opened
    offers: int = 0  # since the table was opened
    is_restoring: bool = False  # played again from stored events: no limit applies
    settings: ClockSettings | None = None
    clock: Clock | None = field(init=False, default=None)
    vacations: Vacations = field(init=False)
    times: dict[int, StepTime] = field(default_factory=dict)  # of the steps that a clock has timed
    timing: Timing = field(default=NOT_TIMED)  # the time for what is added next, where a clock runs
    _is_setup: bool = True  # no turn has begun yet

    def __post_init__(self) -> None:
        self.table = Table(self.game)
        self.vacations = Vacations.none(len(self.game.seats))
        if self.settings is not None:
            self.clock = Clock(self.settings, len(self.game.seats))

    @property
    def version(self) -> int:
        """How many events there are."""
        return len(self.counts) - 1

    def add(self, event: Event) -> Event:
        """Add an event.

        Raises:
            SiegeworksError: it is not allowed now; nothing is changed.
        """
        event = self._timed(event)
        add = {
            STEP: self._step,
            UNDO: self._undo,
            OFFER: self._offer,
            ANSWER: self._answer,
            SECRET: self._open_chance,
            ENTROPY: self._add_entropy,
            AWAIT: self._await,
            START: self._start,
            VACATION: self._vacation,
            REMATCH: self._offer_rematch,
        }
        add[event.kind](event)
        self._count(event, len(self.table.steps))
        if self.clock is not None:
            self._follow(self.clock, event)
        return event

    def add_stored(self, event: Event) -> None:
        """Add an event that has happened: whatever the limits are now, it is part of the log.

        Raises:
            SiegeworksError: it could not have happened.
        """
        self.is_restoring = True
        try:
            self.add(event)
        finally:
            self.is_restoring = False

    def skip(self, event: Event, steps: int) -> None:
        """Count an event that need not be played (`restore.py`), and how many steps there were
        after it."""
        if event.kind == UNDO:
            self.offered.pop((event.actor, TAKEBACK), None)  # as `_undo` does
        self._count(event, steps)

    def _count(self, event: Event, steps: int) -> None:
        self.undone_steps += max(0, self.counts[-1] - steps)
        self.offers += event.kind == OFFER
        self.counts.append(steps)
        if event.request is not None:
            self.requests[event.request] = self.version

    def deal(self, rng: Rng) -> list[Event]:
        """Let chance act until a seat is to act or the game is over: by the table's secret, or by
        `rng` if it has none."""
        before = len(self.table.steps)
        steps = self.table.deal_as(self.chance.choose) if self.chance else self.table.deal(rng)
        self.counts += range(before + 1, before + 1 + len(steps))
        if steps and self.clock is not None:
            self._run(self.clock)
        return [Event(STEP, *step) for step in steps]

    def steps_kept_since(self, version: int) -> int:
        """How many of the steps of that version were never undone."""
        return min(self.counts[version:], default=0)

    # The clock ------------------------------------------------------------------------------------

    def _timed(self, event: Event) -> Event:
        """An event that is added now, with its time if a clock counts it."""
        counts = event.kind in (STEP, UNDO, START, VACATION) and event.actor != "chance"
        is_on = self.clock is not None and (self.clock.since is not None or event.kind == START)
        if self.is_restoring or not (counts and is_on):
            return event
        at, spent = self.timing
        self.timing = Timing(at, 0)
        return event._replace(at=at, spent=spent)

    def _vacation(self, event: Event) -> None:
        settings, clock = self.settings, self.clock
        if settings is None or settings.per_move < SLOW or clock is None or event.at is None:
            raise SiegeworksError("Only a game over days that has begun has vacations.")
        if self.table.over or event.actor not in self.remaining():
            raise SiegeworksError("You are out of the game.")
        seat = self.game.seats.index(event.actor)
        if event.token == "0":
            self.vacations.end(seat, event.at)
        else:
            self.vacations.take(seat, event.at, int(event.token))

    def _start(self, event: Event) -> None:
        if self.clock is None or self.clock.since is not None:
            raise SiegeworksError("The clock of this table does not start now.")

    def _follow(self, clock: Clock, event: Event) -> None:
        """The clock learns of an event that was added."""
        if event.kind == START:
            clock.start(event.at or 0)
        elif event.at is not None:
            clock.spend(event.at, event.spent or 0)
            if event.kind == STEP and event.actor in self.game.seats:
                self.vacations.end(self.game.seats.index(event.actor), event.at)
            if event.kind == STEP and clock.running is not None:
                self.times[len(self.table.steps) - 1] = StepTime(
                    clock.running, event.spent or 0, clock.left(clock.running)
                )
            if clock.running is not None and clock.running not in self.table.remaining:
                clock.running = None  # it has left the game: there is no increment
        if event.kind == UNDO:
            kept = len(self.table.steps)
            clock.undo(kept)
            self.times = {step: time for step, time in self.times.items() if step < kept}
        elif event.kind in (STEP, START):
            self._run(clock)

    def _run(self, clock: Clock) -> None:
        """The clock of the seat to act runs; while chance is to act, nothing changes."""
        seat, steps = int(self.table.state.to_act), len(self.table.steps)
        if self.table.over:
            clock.run(None, steps, begins=False)
        elif seat >= 0:
            begins = self._begins_turn()
            self._is_setup = self._is_setup and not begins
            clock.run(seat, steps, begins, self.is_setup)

    @property
    def is_setup(self) -> bool:
        """Do the seats still lay out their pieces?"""
        return self._is_setup and self.game.narration is not None and not self._begins_turn()

    def _begins_turn(self) -> bool:
        narration, view = self.game.narration, self.table.view(SPECTATOR)
        return narration is not None and narration.turn_of(self.game.params, view) is not None

    def remaining(self) -> list[str]:
        """The names of the seats that have not resigned."""
        return [self.game.seats[seat] for seat in self.table.remaining]

    def _step(self, event: Event) -> None:
        # A seat that moves instead of answering an offer declines it. A step of the table settles
        # every offer, and any move withdraws a request to undo. Chance answers nothing.
        offer, waiting_for = self.offer, self.offer.waiting_for if self.offer else []
        self.table.play(event.actor, event.token)
        if event.actor != "chance":
            self._decline(event.actor if event.actor in waiting_for else None)
            self.undone = None
            if offer is not None and offer.what == TAKEBACK:
                self.offer = None
        if event.actor in waiting_for or event.actor == TABLE:
            self.offer = None

    def _decline(self, by: str | None) -> None:
        """A seat said no to the open offer; None: forget who said no to the last one."""
        self.declined_by = by
        self.declined_offer = self.offer.what if by is not None and self.offer else None

    def _open_chance(self, event: Event) -> None:
        self.chance = ProvableChance(bytes.fromhex(event.token), (), len(self.table.steps))

    def _add_entropy(self, event: Event) -> None:
        assert self.chance is not None
        self.came.add(event.actor)
        if event.token:
            entropy = Entropy(event.actor, event.token, len(self.table.steps))
            self.chance = replace(self.chance, entropy=(*self.chance.entropy, entropy))

    def _await(self, event: Event) -> None:
        self.awaited.add(event.actor)

    @property
    def commitment(self) -> str:
        """The hash of the secret that chance follows from; "" if there is none."""
        return self.chance.commitment if self.chance else ""

    @property
    def takes_entropy(self) -> bool:
        """Whether seats may add to chance: until the first step, or until the clock starts."""
        chance, clock = self.chance, self.clock
        has_started = clock is not None and clock.since is not None
        return chance is not None and len(self.table.steps) == chance.first and not has_started

    def lacks_entropy(self, seat: str) -> bool:
        """Whether this seat may still add entropy: each does it once."""
        return self.takes_entropy and seat not in self.came

    def _undo(self, event: Event) -> None:
        seat, table = self.game.seats.index(event.actor), self.table
        index = self.check_undo(seat)
        audiences = (*range(len(self.game.seats)), SPECTATOR)
        self.undone = UndoneAction(
            event.actor, {who: table.token_seen_by(who, index) for who in audiences}
        )
        table.undo(seat)
        self._decline(None)
        self.offer = None
        self.offered.pop((event.actor, TAKEBACK), None)  # it may now ask to undo the action before
        self.offered = {how: min(n, len(table.steps)) for how, n in self.offered.items()}

    def check_undo(self, seat: Seat) -> int:
        """How many steps remain when `seat` undoes its last action.

        Raises:
            IllegalStep: it cannot.
        """
        if self.table.over:  # everything has been revealed
            raise IllegalStep("undo: The game is over; moves can no longer be undone.")
        if self.undone_steps >= self.max_undone_steps and not self.is_restoring:
            raise IllegalStep(
                f"undo: {self.undone_steps:,} steps have been undone at this table; the limit is "
                f"{self.max_undone_steps:,}. Moves can no longer be undone."
            )
        return self.table.undo_point(seat)

    def _offer(self, event: Event) -> None:
        if self.offer is not None:
            raise SiegeworksError(f"{self.offer.by} has already made an offer. Answer it first.")
        if self.table.over or event.actor not in self.remaining():
            raise SiegeworksError("You are out of the game and can't make offers.")
        if self.offers >= self.max_offers and not self.is_restoring:
            raise SiegeworksError(
                f"Offers made at this table: {self.offers}; the limit is {self.max_offers}. "
                "Play on, or resign."
            )
        if self.offered.get((event.actor, event.token)) == len(self.table.steps):
            raise SiegeworksError("You offered this a moment ago. Try again after the next move.")
        self._check_offered(event.token, event.actor)
        others = [name for name in self.remaining() if name != event.actor]
        what = cast(OfferKind, event.token)
        self.offer = Offer(what, event.actor, others, self.version + 1)
        self._decline(None)
        self.offered[event.actor, event.token] = len(self.table.steps)

    def _offer_rematch(self, event: Event) -> None:
        if not self.table.over:
            raise SiegeworksError("The game is not over yet.")
        if self.rematch is not None:
            raise SiegeworksError(f"{self.rematch.by} has already offered a rematch: join that.")
        self.rematch = OpenedRematch.of(event)

    def _check_offered(self, what: str, by: str) -> None:
        """Could this be done now, if everybody agreed?

        Raises:
            IllegalStep: why not.
        """
        if what == TAKEBACK:
            self.check_undo(self.game.seats.index(by))
        else:
            self.table.after_agreement(what)

    def _answer(self, event: Event) -> None:
        if self.offer is not None and (event.actor, event.token) == (self.offer.by, NO):
            self.offer = None  # withdrawn
            return
        if self.offer is None or event.actor not in self.offer.waiting_for:
            raise SiegeworksError("There is no offer to answer.")
        if event.token == NO:
            self._decline(event.actor)
            self.offer = None
            return
        self._check_offered(self.offer.what, self.offer.by)
        self.offer.waiting_for.remove(event.actor)
