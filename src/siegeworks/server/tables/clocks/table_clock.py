"""The clock of one table: what a move costs, and when the flag falls."""

from __future__ import annotations

from siegeworks.core.contract import Seat
from siegeworks.play.clock import SLOW, Clock, ClockSettings, allowance, charged
from siegeworks.server import messages as m
from siegeworks.server.storage.event_log import Timing
from siegeworks.server.tables.clocks.timekeeper import Timekeeper
from siegeworks.server.tables.live_table import LiveTable

BOT_MOVES = 40  # for so many a bot must have time left


class TableClock:
    """What a room knows of its clock. All times are milliseconds."""

    def __init__(self, live: LiveTable, clock: Clock, time: Timekeeper) -> None:
        self.clock, self.time, self._live = clock, time, live

    @property
    def running(self) -> Seat | None:
        """The seat whose time runs."""
        return self.clock.running if self.clock.is_running else None

    @property
    def waited_for(self) -> set[Seat]:
        """The people who are still in the game."""
        return self._live.people() & set(self._live.table.remaining)

    def may_start(self, here: frozenset[Seat]) -> bool:
        """May it start now: everybody is there, or has days to come?"""
        return self.clock.since is None and (self.is_slow or here >= self.waited_for)

    @property
    def is_slow(self) -> bool:
        """Is the game played over days?"""
        return self.clock.settings.per_move >= SLOW

    def timing(self, by: Seat | None, at: int, spent: int | None) -> Timing:
        """The time for what is about to be added.

        Args:
            by: the seat that acts; None: no seat does.
            at: when its request arrived.
            spent: how long it took, if it says so; a bot is charged just that.
        """
        at = max(at, self.clock.since or 0)
        if self.running is None:
            return Timing(at, 0)
        if self._is_bot(self.running):
            return Timing(at, spent or 0 if by == self.running else 0)
        elapsed = self._elapsed(self.running, at)
        claimed = spent if by == self.running else 0
        return Timing(at, charged(elapsed, claimed, self._allowance(self.running)))

    def _elapsed(self, seat: Seat, at: int) -> int:
        """How much of a seat's time has passed up to now: without vacations."""
        present = self._live.log.vacations.present(seat, self.clock.since or 0, at)
        return sum(self.time.served(*period) for period in present)

    def is_out(self, timing: Timing) -> bool:
        """Has the seat that is running no time left?"""
        return self.running is not None and timing.spent >= self.clock.left(self.running)

    @property
    def falls(self) -> int | None:
        """When the flag falls if nothing happens, or the game begins without those who have not
        come; None: nobody's time runs, or only a bot's, whose time is what it searches."""
        seat = self.running
        if seat is None:
            return self._latest_start
        if self._is_bot(seat):
            return None
        since = self.clock.since or 0
        falls = since + self.clock.left(seat) + self._allowance(seat) + self._unserved(since)
        return self._live.log.vacations.postponed(seat, since, falls)

    @property
    def _latest_start(self) -> int | None:
        """When a game over days begins without the people who have not come: after the time for a
        move. None: it waits for nobody, or can wait."""
        if not self.is_slow or not self._live.is_full or not self._live.missing:
            return None
        opened = round(1000 * self._live.row.opened)
        return opened + self.clock.settings.per_move + self._unserved(opened)

    @property
    def is_overdue(self) -> bool:
        """Has a game over days waited long enough for people who have not come?"""
        latest = self._latest_start
        return latest is not None and latest <= self.time.now()

    def _unserved(self, since: int) -> int:
        """For how long since then nobody could move."""
        now = max(since, self.time.now())
        return now - since - self.time.served(since, now)

    def bot_seconds(self, seat: Seat) -> float:
        """How long a bot may search so that its time lasts for the game."""
        times, reserve = self.clock.settings, self.clock.reserves[seat]
        per_move = self.clock.unused if seat == self.running else times.per_move
        return (reserve / BOT_MOVES + (per_move + times.increment) / 2) / 1000

    def message(self) -> m.Clocks:
        """What everybody has left now."""
        clock, running = self.clock, self.running
        seats, now = range(len(clock.reserves)), self.time.now()
        vacations = self._live.log.vacations
        is_setup = self._live.log.is_setup
        left = [
            clock.left(seat) if seat == running else clock.left_then(seat, is_setup)
            for seat in seats
        ]
        told = m.Clocks(left, is_started=clock.since is not None)
        told.is_setup = is_setup and clock.settings.per_move > 0
        if self.is_slow:
            told.away = [max(0, (vacations.until(seat, now) or 0) - now) for seat in seats]
            told.vacation = [vacations.days_left(seat, now) for seat in seats]
        if running is None:
            return told
        left[running] = max(0, left[running] - self._elapsed(running, now))
        if vacations.until(running, now) is None:
            told.running, told.allowed = self._live.name(running), self._allowance(running)
        return told

    def _is_bot(self, seat: Seat) -> bool:
        return self._live.seats[seat].who == "bot"

    def _allowance(self, seat: Seat) -> int:
        """How much of a move's time is not charged, if the seat's client says so."""
        name, shown = self._live.name(seat), 0
        for step in reversed(self._live.table.steps):
            if step.actor == name or allowance(shown + 1) == allowance(shown):
                break
            shown += 1
        return allowance(shown)


def clock_times(settings: ClockSettings | None) -> m.ClockTimes | None:
    """The settings of a clock, as clients get them."""
    return None if settings is None else m.ClockTimes(*settings)
