"""The clock of the server: what time it is, when moves could be made, and whose flags fall.

What is stored says when moves could be made (`storage/service.py`), so that all workers and a
worker that starts again say the same. A table that is in memory lets its own flag fall; of the
others one worker looks after all.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from functools import partial
from typing import Protocol

from siegeworks.core.errors import SiegeworksError
from siegeworks.play.clock import Period, served
from siegeworks.server.runtime.error_log import log_failure
from siegeworks.server.runtime.tasks import start_task
from siegeworks.server.storage.group_writer import Conflict
from siegeworks.server.storage.service import (
    HEARTBEAT,
    SILENCE,
    any_clock_runs,
    falling_flags,
    serve,
    set_flag,
)
from siegeworks.server.storage.store import Store

LOOKING = 10_000  # milliseconds between two looks at tables that are not in memory
AT_ONCE = 20  # such tables that are loaded then
LEASE, LEASE_SECONDS = "flags", 30.0  # of the worker that looks after them
SHORTEST_PAUSE = 20  # milliseconds between two looks at the tables in memory


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
        """Not started. There are rooms in memory by table; `load` makes another one."""
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
        """Stop looking after them."""
        if self._task is not None:
            self._task.cancel()

    def now(self) -> int:
        """What time it is."""
        return round(1000 * self.machine()) + self._offset

    def served(self, since: int, until: int) -> int:
        """For how much of this time moves could be made, as far as this worker knows."""
        periods = self._periods
        if periods and 0 <= until - periods[-1].end <= SILENCE:  # the next heartbeat will say so
            periods = [*periods[:-1], Period(periods[-1].start, until)]
        return served(periods, since, until)

    async def serve(self) -> None:
        """Find out whether moves could be made so far, unless that is known.

        Raises:
            NotStored: the database is away.
        """
        if self._is_new or not 0 <= self.now() - self._periods[-1].end < HEARTBEAT:
            asked, is_shared = self.now() - self._offset, self._store.is_shared
            with suppress(Conflict):  # another worker has just said so
                now, is_new = None if is_shared else asked, self._is_new and not is_shared
                at, self._periods = await self._store.write(partial(serve, now=now, is_new=is_new))
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
            self._is_needed = await self._store.read(any_clock_runs)
            if self._is_needed:
                await self.serve()
                await self._look_elsewhere(worker)
        if self._is_needed or any(falls is not None for falls in falling):
            await self.serve()
        for room in list(self._loaded.values()):
            if room.falls is not None and room.falls <= self.now():
                await room.let_fall()

    async def _look_elsewhere(self, worker: str) -> None:
        """Load the tables whose flags are due and that nobody is at."""
        if self._store.is_shared:
            with suppress(Conflict):
                if await self._store.claim(LEASE, worker, LEASE_SECONDS) is None:
                    return
        due = partial(falling_flags, now=self.now(), most=AT_ONCE)
        for table in await self._store.read(due):
            try:
                await (self._loaded.get(table) or await self._load(table)).let_fall()
            except SiegeworksError as error:  # it can no longer be played
                log_failure("the flag of a table could not fall", error)
                await self._store.write(partial(set_flag, table=table, falls=None), table=table)

    async def _look_always(self, worker: str) -> None:
        while True:
            with suppress(SiegeworksError):  # the database is away, which the store has logged
                await self.look(worker)
            due = [room.falls for room in self._loaded.values()]
            next_due = min((falls - self.now() for falls in due if falls), default=HEARTBEAT)
            await asyncio.sleep(max(SHORTEST_PAUSE, min(HEARTBEAT, next_due)) / 1000)
