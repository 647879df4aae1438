"""Background work of a server, done slowly: unloading rooms, checking stored tables for damage and
deleting unused ones."""

import asyncio
import time
from collections.abc import Collection
from contextlib import suppress

from siegeworks.core.errors import SiegeworksError
from siegeworks.server.runtime.error_log import log_failure
from siegeworks.server.runtime.tasks import start_task
from siegeworks.server.storage.checksums import Damaged
from siegeworks.server.storage.store import Store
from siegeworks.server.tables.rooms import Rooms

DAY = 86_400.0  # seconds
KEEP_DAYS = 90.0  # after which an unused table is deleted, unless the operator says otherwise
UNSTARTED_DAYS = 7.0  # the same for a table at which no person has acted yet
UNLOADING_SECONDS = 10.0  # between two looks for idle rooms
DELETING_SECONDS = 3600.0  # between two looks for unused tables
CHECKING_SECONDS = 6 * 3600.0  # between two checks for damage
BATCH = 100  # tables that are listed at once
PAUSE = 9.0  # times as long as the last table took: uses a tenth of one reader
MIN_PAUSE = 0.01  # seconds


class Maintenance:
    """What is repeated until the server stops."""

    def __init__(self, rooms: Rooms, keep_days: float = KEEP_DAYS) -> None:
        """Not started yet. An unused table is deleted after `keep_days`; 0: never."""
        self.rooms, self.store, self.keep_days = rooms, rooms.store, keep_days
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        self._tasks = [
            start_task(self._unload_repeatedly(), "unloading rooms failed"),
            start_task(self._check_repeatedly(), "checking for damage failed"),
            start_task(self._delete_repeatedly(), "deleting unused tables failed"),
        ]

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _unload_repeatedly(self) -> None:
        while True:
            await asyncio.sleep(UNLOADING_SECONDS)
            self.rooms.unload_idle()
            await self.rooms.refresh_keys()

    async def _check_repeatedly(self) -> None:
        while True:
            try:
                await check_all(self.store)
            except SiegeworksError as error:  # the disk cannot be read, or is full
                log_failure("checking for damage was interrupted", error)
            await asyncio.sleep(CHECKING_SECONDS)

    async def _delete_repeatedly(self) -> None:
        while self.keep_days:
            try:
                await self.delete_unused()
            except SiegeworksError as error:
                log_failure("deleting unused tables was interrupted", error)
            await asyncio.sleep(DELETING_SECONDS)

    async def delete_unused(self, pause: float = PAUSE) -> None:
        """Delete unused tables, as the function `delete_unused`. Those that somebody is at stay."""
        await delete_unused(self.store, self.keep_days, self.rooms.loaded, pause)


async def delete_unused(
    store: Store, keep_days: float, in_use: Collection[str] = (), pause: float = 0.0
) -> int:
    """Delete tables that were not used for so many days, unless they are in use or somebody comes
    to them meanwhile; returns how many. The pause between two parts is a multiple of the time that
    the last part took.

    Raises:
        NotStored: the store could not be written.
    """
    now, deleted = time.time(), 0
    before = now - keep_days * DAY
    unstarted_before = now - min(keep_days, UNSTARTED_DAYS) * DAY
    tried = set[str]()
    while True:
        unused = await store.unused(before, unstarted_before, BATCH + len(in_use) + len(tried))
        tables = [table for table in unused if table not in in_use and table not in tried]
        if not tables:
            return deleted
        for table in tables:
            tried.add(table)
            with suppress(Damaged):  # it stays, and is no longer listed
                deleted += await store.delete(table, max(before, unstarted_before), pause)


async def check_all(store: Store, pause: float = PAUSE) -> None:
    """Compare everything that is stored with its checksums; the store's `health` reports what is
    found. The pause between two tables is a multiple of the time that the last one took.

    Raises:
        NotStored: the disk could not be read.
    """
    await store.check_structure()
    last = ""
    while tables := await store.tables_after(last, BATCH):
        for table in tables:
            begun = time.monotonic()
            await store.check(table)
            await asyncio.sleep(pause * (time.monotonic() - begun + MIN_PAUSE / PAUSE))
        last = tables[-1]
