"""Clocks: what time it is, when moves could be made, what each seat has left, and whose flag falls.

What is stored says when moves could be made (`storage/service.py`), so that all workers and a
worker that starts again say the same. A table that is in memory lets its own flag fall; of the
others one worker looks after all.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from functools import partial
from typing import Protocol

from siegeworks.core.contract import Seat
from siegeworks.core.errors import SiegeworksError
from siegeworks.play.clock import SLOW, Clock, ClockSettings, Period, allowance, charged, served
from siegeworks.server import messages as m
from siegeworks.server.jobs.fair_pool import TooManyJobs
from siegeworks.server.runtime.error_log import log_failure
from siegeworks.server.runtime.tasks import start_task
from siegeworks.server.storage import service
from siegeworks.server.storage.event_log import Timing
from siegeworks.server.storage.group_writer import Conflict, NotStored
from siegeworks.server.storage.store import Store
from siegeworks.server.tables.live_table import LiveTable

LOOKING = 10_000  # milliseconds between two looks at tables that are not in memory
AT_ONCE = 20  # such tables that are loaded then
LEASE, LEASE_SECONDS = "flags", 30.0  # of the worker that looks after them
SHORTEST_PAUSE = 20  # milliseconds between two looks at the tables in memory
BOT_MOVES = 40  # for so many a bot must have time left


class TimedRoom(Protocol):
    """What this module needs of a room."""

    @property
    def falls(self) -> int | None:
        """When its flag falls, in milliseconds since 1970; None: no clock runs."""

    async def let_fall(self) -> None:
        """End the game of a seat whose time is up."""


class Timekeeper:
    """Knows the time, in milliseconds since 1970."""

    def __init__(
        self,
        store: Store,
        loaded: Mapping[str, TimedRoom],
        load: Callable[[str], Awaitable[TimedRoom]],
    ) -> None:
        """Not started. `loaded` are the rooms in memory, by table; `load` makes a table's room."""
        self.machine: Callable[[], float] = time.time  # its clock, in seconds since 1970
        self._store, self._loaded, self._load = store, loaded, load
        self._offset = 0  # of the database's clock, if it has one of its own
        self._periods: list[Period] = []
        self._is_new = True
        self._is_needed = True  # a clock runs at some table, also one that is not in memory
        self._looked = 0
        self._task: asyncio.Task[None] | None = None

    def start(self, worker: str) -> None:
        """Begin to look after clocks, as this worker."""
        self._task = start_task(self._look_always(worker), "looking after clocks failed")

    def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()

    def now(self) -> int:
        """What time it is."""
        return round(1000 * self.machine()) + self._offset

    def served(self, since: int, until: int) -> int:
        """For how much of this time moves could be made, as far as this worker knows."""
        periods = self._periods
        # The next heartbeat will say so.
        if periods and 0 <= until - periods[-1].end <= service.SILENCE:
            periods = [*periods[:-1], Period(periods[-1].start, until)]
        return served(periods, since, until)

    async def serve(self) -> None:
        """Find out whether moves could be made so far, unless that is known.

        Raises:
            NotStored: the database is away.
        """
        if self._is_new or not 0 <= self.now() - self._periods[-1].end < service.HEARTBEAT:
            asked, is_shared = self.now() - self._offset, self._store.is_shared
            with suppress(Conflict):  # another worker has just said so
                now = None if is_shared else asked
                is_new = self._is_new and not is_shared
                at, self._periods = await self._store.write(
                    partial(service.serve, now=now, is_new=is_new)
                )
                self._is_new = False
                if is_shared:
                    answered = round(1000 * self.machine())
                    self._offset = at - (asked + answered) // 2

    async def look(self, worker: str) -> None:
        """Let the flags fall that are due.

        Raises:
            NotStored: the database is away.
        """
        now = self.now()
        falling = [room.falls for room in self._loaded.values()]
        if now - self._looked >= LOOKING:
            self._looked = now
            self._is_needed = await self._store.read(service.any_clock_runs)
            if self._is_needed:
                await self.serve()
                await self._look_elsewhere(worker)
        if self._is_needed or any(falls is not None for falls in falling):
            await self.serve()
        for table, room in list(self._loaded.items()):
            if room.falls is not None and room.falls <= self.now():
                await self._let_fall(table)

    async def _look_elsewhere(self, worker: str) -> None:
        """Load the tables whose flags are due and that nobody is at."""
        if self._store.is_shared:
            with suppress(Conflict):
                if await self._store.claim(LEASE, worker, LEASE_SECONDS) is None:
                    return
        due = partial(service.falling_flags, now=self.now(), most=AT_ONCE)
        for table in await self._store.read(due):
            await self._let_fall(table)

    async def _let_fall(self, table: str) -> None:
        """Let the flag of a table fall. That of one that can no longer be played is forgotten, so
        that the others fall all the same.

        Raises:
            NotStored: the database is away.
        """
        try:
            await (self._loaded.get(table) or await self._load(table)).let_fall()
        except NotStored:
            raise
        except (Conflict, TooManyJobs):  # others are faster, or come first: it is tried again
            return
        except SiegeworksError as error:
            log_failure("the flag of a table could not fall", error)
            # It names no table: what is written about a damaged one is refused.
            await self._store.write(partial(service.set_flag, table=table, falls=None))

    async def _look_always(self, worker: str) -> None:
        while True:
            with suppress(SiegeworksError):  # the database is away, which the store has logged
                await self.look(worker)
            due = [falls for room in self._loaded.values() if (falls := room.falls)]
            pause = min((falls - self.now() for falls in due), default=service.HEARTBEAT)
            await asyncio.sleep(max(SHORTEST_PAUSE, min(service.HEARTBEAT, pause)) / 1000)


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
        message = m.Clocks(left, is_started=clock.since is not None)
        message.is_setup = is_setup and clock.settings.per_move > 0
        if self.is_slow:
            message.away = [max(0, (vacations.until(seat, now) or 0) - now) for seat in seats]
            message.vacation = [vacations.days_left(seat, now) for seat in seats]
        if running is None:
            return message
        left[running] = max(0, left[running] - self._elapsed(running, now))
        if vacations.until(running, now) is None:
            message.running, message.allowed = self._live.name(running), self._allowance(running)
        return message

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
