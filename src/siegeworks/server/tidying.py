"""Work that a server does by itself, slowly, beside everything else: looking for damage, and
deleting tables that nobody comes to any more."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress

from siegeworks.core.game import SiegeworksError
from siegeworks.server.checks import Damaged
from siegeworks.server.error_log import note
from siegeworks.server.rooms import Rooms
from siegeworks.server.store import Store
from siegeworks.server.tasks import begin

DAY = 86_400.0  # seconds
KEEP_DAYS = 90.0  # that a table is kept which nobody comes to, unless one says otherwise
UNBEGUN_DAYS = 7.0  # the same for a table at which no person has acted yet
IDLE_ROOMS_SECONDS = 10.0  # between looks for tables that can be kept on disk alone
DELETING_SECONDS = 3600.0  # between looks for tables to delete
CHECKING_SECONDS = 6 * 3600.0  # between one look for damage and the next
TOGETHER = 100  # tables that are listed at once
REST = 9.0  # times as long as a look at one table took, until the next: a tenth of one reader
SHORTEST_REST = 0.01  # seconds


class Tidying:
    """What is done again and again until the server stops."""

    def __init__(self, rooms: Rooms, keep_days: float = KEEP_DAYS) -> None:
        """Nothing is done yet.

        Args:
            rooms: the tables.
            keep_days: after which a table that nobody comes to is deleted; 0: never.
        """
        self.rooms, self.store, self.keep_days = rooms, rooms.store, keep_days
        self._tasks: list[asyncio.Task[None]] = []

    def begin(self) -> None:
        """Begin everything."""
        self._tasks = [
            begin(self._forget_idle(), "tidying up failed"),
            begin(self._check_again_and_again(), "looking for damage failed"),
            begin(self._delete_again_and_again(), "deleting old tables failed"),
        ]

    async def stop(self) -> None:
        """Stop everything."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _forget_idle(self) -> None:
        while True:
            await asyncio.sleep(IDLE_ROOMS_SECONDS)
            self.rooms.forget_idle()
            await self.rooms.note_presence()

    async def _check_again_and_again(self) -> None:
        while True:
            try:
                await check_all(self.store)
            except SiegeworksError as error:  # the disk cannot be read, or has no room
                note("looking for damage broke off", error)
            await asyncio.sleep(CHECKING_SECONDS)

    async def _delete_again_and_again(self) -> None:
        while self.keep_days:
            try:
                await self.delete_abandoned()
            except SiegeworksError as error:
                note("deleting old tables broke off", error)
            await asyncio.sleep(DELETING_SECONDS)

    async def delete_abandoned(self, rest: float = REST) -> None:
        """Delete the tables that nobody came to for so long. Those that somebody is at stay.

        Args:
            rest: times as long as a part took until the next is deleted.

        Raises:
            NotStored: the disk could not be written.
        """
        now = time.time()
        before = now - self.keep_days * DAY
        unbegun_before = now - min(self.keep_days, UNBEGUN_DAYS) * DAY
        while tables := await self._abandoned(before, unbegun_before):
            for table in tables:
                with suppress(Damaged):  # it is kept, and no longer listed
                    await self.store.delete(table, max(before, unbegun_before), rest)

    async def _abandoned(self, before: float, unbegun_before: float) -> list[str]:
        """Some of the tables to be deleted; not those that somebody is at all the time. Whoever
        comes to one meanwhile touches it, and `delete` lets it be."""
        rooms = self.rooms.rooms
        most = TOGETHER + len(rooms)
        found = await self.store.abandoned(before, unbegun_before, most)
        return [table for table in found if table not in rooms]


async def check_all(store: Store, rest: float = REST) -> None:
    """Compare everything that is kept with its check values.

    Args:
        store: where it is kept; its `health` has what is found.
        rest: times as long as a table took until the next is looked at.

    Raises:
        NotStored: the disk could not be read.
    """
    await store.check_structure()
    last = ""
    while tables := await store.tables_after(last, TOGETHER):
        for table in tables:
            begun = time.monotonic()
            await store.check(table)
            await asyncio.sleep(rest * (time.monotonic() - begun + SHORTEST_REST / REST))
        last = tables[-1]
