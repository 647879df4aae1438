"""The other workers of the same database: what they have stored, who is connected to them, and who
plays a bot.

A worker keeps the tables of its own clients in memory. The store tells it when another worker has
changed one of them (`Store.listen`), and it reads what it misses. Nothing depends on being told:
a version is written by one worker only, and the others get a Conflict.
"""

import asyncio
import secrets
import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import partial
from typing import NamedTuple, Protocol

from siegeworks.core.contract import Seat
from siegeworks.core.errors import SiegeworksError
from siegeworks.server.runtime.error_log import log_failure
from siegeworks.server.runtime.settings import ServerSettings
from siegeworks.server.runtime.tasks import start_task
from siegeworks.server.storage.group_writer import CHANGED_MEANWHILE, Conflict, NotStored
from siegeworks.server.storage.leases import Fence, bots_of
from siegeworks.server.storage.presence import PresenceRow, beat, forget_worker, write_presence
from siegeworks.server.storage.store import Store

HEARTBEAT_SECONDS = 5.0
PRESENCE_SECONDS = 0.1  # in which people come and go before it is stored


class Elsewhere(NamedTuple):
    """The connections of a table that other workers have."""

    seats: frozenset[Seat] = frozenset()  # whose players are connected there
    spectators: int = 0
    watching: tuple[str, ...] = ()  # the names of some of them


class Held(NamedTuple):
    """The lease of a table's bots that this worker has."""

    fence: Fence
    until: float  # by the monotonic clock; then it is claimed again


class NeighborRoom(Protocol):
    """What this module needs of a room."""

    id: str
    stored: int

    def seats_here(self) -> frozenset[Seat]:
        """The seats of those who are connected to this worker."""

    def spectators_here(self) -> int:
        """How many spectators are connected to this worker."""

    def watching_here(self) -> tuple[str, ...]:
        """The names of some spectators who are connected to this worker."""

    def opening(self) -> str:
        """How a game between people began that is played here now, as a digest; empty: none is."""

    async def catch_up(self, is_beside: bool = True) -> None:
        """Read what other workers have stored of this table, and show it; `is_beside`: also what
        its log does not have."""


class Neighbors:
    """This worker among those of its store. With SQLite it is alone, and nothing is stored here."""

    def __init__(
        self, store: Store, loaded: Mapping[str, NeighborRoom], settings: ServerSettings
    ) -> None:
        """Not listening yet. `loaded` are the rooms of this worker by table."""
        self.worker = secrets.token_hex(8)
        self._nobody = PresenceRow(self.worker, frozenset(), 0)
        self._store, self._loaded, self._settings = store, loaded, settings
        self._due: dict[str, bool] = {}  # tables to read again; True: also beside their logs
        self._reading: set[str] = set()
        self._shown: dict[str, PresenceRow] = {}  # by table, as it was stored
        self._telling: dict[str, asyncio.Task[None]] = {}
        self._heart: asyncio.Task[None] | None = None
        self._held: dict[str, Held] = {}  # by table

    def start(self) -> None:
        """Listen to the other workers, if there can be any."""
        if self._store.is_shared:
            self._store.listen(self._hear)
            self._heart = start_task(self._beat(), "the heartbeat of a worker failed")

    async def stop(self) -> None:
        """Tell the others that this worker goes."""
        for task in (self._heart, *self._telling.values()):
            if task is not None:
                task.cancel()
        if self._heart is not None:
            with suppress(NotStored):  # they notice it a little later
                await self._store.write(partial(forget_worker, worker=self.worker))

    # What others store ----------------------------------------------------------------------------

    def _hear(self, changes: Iterable[tuple[str, int]] | None) -> None:
        """Other workers have changed these tables, to these versions; version 0: who has a seat or
        is there, or what was said. None: notices may have been missed."""
        known = [(table, 0) for table in self._loaded] if changes is None else changes
        for table, version in known:
            room = self._loaded.get(table)
            if room is not None and not 0 < version <= room.stored:
                self._due[table] = version == 0 or self._due.get(table, False)
                if table not in self._reading:
                    self._reading.add(table)
                    start_task(self._read(table), "reading what another worker stored failed")

    async def _read(self, table: str) -> None:
        try:
            while table in self._due:
                is_beside = self._due.pop(table)
                room = self._loaded.get(table)
                if room is not None:
                    await room.catch_up(is_beside)
        except SiegeworksError as error:  # the room is unloaded: it is read when somebody returns
            log_failure("what another worker stored could not be read", error)
        finally:
            self._reading.discard(table)
            self._due.pop(table, None)

    # Who is there ---------------------------------------------------------------------------------

    def elsewhere(self, present: Iterable[PresenceRow]) -> Elsewhere:
        """Who of those present is there through other workers."""
        others = [row for row in present if row.worker != self.worker]
        seats = frozenset[Seat]().union(*(row.seats for row in others))
        watching = tuple(name for row in others for name in row.watching)
        return Elsewhere(seats, sum(row.spectators for row in others), watching)

    def announce(self, room: NeighborRoom) -> None:
        """Somebody came to a room of this worker, or left it: tell the others soon."""
        if self._store.is_shared and room.id not in self._telling:
            task = start_task(self._tell(room), "who is at a table could not be stored")
            self._telling[room.id] = task

    async def _tell(self, room: NeighborRoom) -> None:
        await asyncio.sleep(PRESENCE_SECONDS)
        del self._telling[room.id]
        here = PresenceRow(
            self.worker,
            seats=room.seats_here(),
            spectators=room.spectators_here(),
            opening=room.opening(),
            watching=room.watching_here(),
        )
        if self._shown.get(room.id, self._nobody) == here:
            return
        try:
            await self._store.write(partial(write_presence, table=room.id, row=here))
        except NotStored:  # the database is away
            await asyncio.sleep(self._settings.retry_seconds)
            self.announce(room)
        else:
            self._shown[room.id] = here
            if here == self._nobody:
                del self._shown[room.id]

    def moved(self, room: NeighborRoom) -> None:
        """Something happened at a room of this worker: tell the others if its game is now to be
        recognized by another opening."""
        if not self._store.is_shared:
            return
        if room.opening() != self._shown.get(room.id, self._nobody).opening:
            self.announce(room)

    async def _beat(self) -> None:
        """Store again and again that this worker lives."""
        while True:
            with suppress(NotStored, Conflict):
                is_known = await self._store.write(partial(beat, worker=self.worker))
                if not is_known:  # it was taken for gone: say again who is here
                    for table, here in list(self._shown.items()):
                        await self._store.write(partial(write_presence, table=table, row=here))
            await asyncio.sleep(HEARTBEAT_SECONDS)

    # What happens once ----------------------------------------------------------------------------

    async def claim_bots(self, table: str) -> Fence | None:
        """The right to play the bots of a table, which this worker keeps while it uses it; None: it
        is alone and needs none.

        Raises:
            Conflict: another worker has it, or takes it at this moment.
            NotStored: the database is away.
        """
        if not self._store.is_shared:
            return None
        now = time.monotonic()
        held = self._held.get(table)
        if held is None or now > held.until:
            seconds = self._settings.bot_lease_seconds
            fence = await self._store.claim(bots_of(table), self.worker, seconds)
            if fence is None:
                self._held.pop(table, None)
                raise Conflict(CHANGED_MEANWHILE)
            # A search must end before the lease.
            self._held[table] = held = Held(fence, now + seconds / 2)
        return held.fence

    async def release_bots(self, table: str) -> None:
        """Let another worker play the bots of a table, which has left this one's memory."""
        held = self._held.pop(table, None)
        if held is not None:
            with suppress(NotStored):  # it ends by itself
                await self._store.release(held.fence)
