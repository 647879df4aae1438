"""The lobby, and what else this worker tells the others and hears from them and from the host,
twice a second.

Nothing depends on it that must not be missed: moves, seats and who is at a table are told by
`neighbors.py` at once. With SQLite there are no other workers, but there is a host.
"""

import time
from collections import Counter
from collections.abc import Collection, Iterable
from contextlib import suppress
from functools import partial
from typing import Protocol

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from siegeworks.core.errors import SiegeworksError
from siegeworks.server import messages as m
from siegeworks.server.runtime.settings import ServerSettings
from siegeworks.server.runtime.tasks import Looker
from siegeworks.server.storage.noticeboard import leave_notices, read_noticeboard
from siegeworks.server.storage.store import Store
from siegeworks.server.tables.address_limits import AddressLimits
from siegeworks.server.tables.blocks import BLOCKED, CLOSED_BY_HOST, Blocks
from siegeworks.server.tables.clocks import clock_times
from siegeworks.server.tables.room import Room

NOTICE_SECONDS = 0.5  # between two looks
REPEAT_SECONDS = 10.0  # after which the lobby is told again: others may have forgotten this worker


class Waiting(Struct):
    """A table of the lobby, as workers tell each other of it."""

    table: m.LobbyTable  # without its age
    rank: int  # how many tables its address has before it, at its worker
    since: float  # by this worker's monotonic clock


class NoticeboardHost(Protocol):
    """What this module needs of the rooms in memory."""

    store: Store
    settings: ServerSettings
    loaded: dict[str, Room]

    def unload(self, room: Room, reason: str = ..., *, reconnect: bool = ...) -> None:
        """Drop a room from memory."""

    async def reread_seats(self, tables: Collection[str]) -> None:
        """Who has which seat at these tables was changed in the database."""


class Noticeboard(Looker):
    """What is known of the other workers and of the host's wishes."""

    def __init__(self, host: NoticeboardHost, worker: str) -> None:
        """Nothing is known yet. `worker` is the name of this one among the others."""
        super().__init__("reading notices", NOTICE_SECONDS)
        self._host, self._worker = host, worker
        self.addresses, self.blocks = AddressLimits(host.settings), Blocks()
        self.lobby_elsewhere: list[Waiting] = []
        self._reseated: dict[str, float] = {}  # of which this worker knows
        self._clock = 0.0  # of the database, less this worker's monotonic one
        self._told_lobby, self._told_at = "[]", 0.0

    def waiting_here(self) -> list[Waiting]:
        """The tables of this worker where somebody is waiting for an opponent, the newest first.
        Each address has a fair share of them: its second table comes after the first of all
        others."""
        most = self._host.settings.max_in_lobby
        newest = sorted(self._host.loaded.values(), key=lambda room: room.loaded_at, reverse=True)
        tables_of, ranks = Counter[str](), dict[str, int]()
        for room in newest:
            addresses = room.waiting_addresses()
            if addresses:  # entering a table cannot lower its rank
                ranks[room.id] = min(tables_of[address] for address in addresses)
                tables_of.update(addresses)
        listed = set(sorted(ranks, key=ranks.__getitem__)[:most])
        return [
            Waiting(
                m.LobbyTable(
                    *(room.id, room.game.name, room.game.title, room.live.row.options),
                    *(room.seats(), 0, room.log.commitment, clock_times(room.live.row.clock)),
                ),
                ranks[room.id],
                room.loaded_at,
            )
            for room in newest
            if room.id in listed
        ]

    def lobby(self) -> m.Lobby:
        """The tables of all workers where somebody waits; the ranks of all workers count alike."""
        now = time.monotonic()
        rows = {row.table.table: row for row in (*self.lobby_elsewhere, *self.waiting_here())}
        newest = sorted(rows.values(), key=lambda row: row.since, reverse=True)
        first = sorted(newest, key=lambda row: row.rank)[: self._host.settings.max_in_lobby]
        listed = {row.table.table for row in first}
        shown = (row for row in newest if row.table.table in listed)
        return m.Lobby([replace(row.table, age=int(now - row.since)) for row in shown])

    async def look(self) -> None:
        """Read what others have left, do what the host wants, and tell what is new here.

        Raises:
            NotStored: the database is away; what is known stays.
        """
        board = await self._host.store.read(partial(read_noticeboard, worker=self._worker))
        clock = board.now - time.monotonic()
        if abs(clock - self._clock) > 1:  # else the lobby would seem to change all the time
            self._clock = clock
        self.lobby_elsewhere = list(_lobbies(board.lobbies, self._clock))
        self.addresses.hear(board.uses)
        for table in board.closed & self._host.loaded.keys():
            self._host.unload(self._host.loaded[table], CLOSED_BY_HOST, reconnect=False)
        news = board.reseated.items() - self._reseated.items()
        self._reseated = board.reseated
        await self._host.reread_seats([table for table, _ in news])
        if self.blocks.set(board.blocked):
            here = [client for room in self._host.loaded.values() for client in room.connections]
            for connection in here:
                if self.blocks.has(connection.address):
                    connection.disconnect(BLOCKED, reconnect=False)
        await self._tell()

    async def _tell(self) -> None:
        uses, lobby = self.addresses.news(), self._new_lobby()
        if not uses and lobby is None:
            return
        try:
            is_told = await self._host.store.write(
                partial(leave_notices, worker=self._worker, uses=uses, lobby=lobby)
            )
        except SiegeworksError:
            self.addresses.tell_again(uses)
            raise
        if lobby is not None and is_told:
            self._told_lobby, self._told_at = lobby, time.monotonic()

    def _new_lobby(self) -> str | None:
        """The lobby of this worker as JSON, if others do not know it."""
        if not self._host.store.is_shared:
            return None
        here = self.waiting_here()
        shared = [replace(row, since=round(row.since + self._clock, 1)) for row in here]
        text = msgspec.json.encode(shared).decode()
        is_old = text != "[]" and time.monotonic() > self._told_at + REPEAT_SECONDS
        return text if is_old or text != self._told_lobby else None


def _lobbies(texts: Iterable[str], clock: float) -> Iterable[Waiting]:
    """Who waits in the lobbies of other workers, with times by this worker's clock. They tell times
    by the database's clock, which is ahead by `clock`."""
    for text in texts:
        with suppress(msgspec.MsgspecError):  # another version of this program wrote it
            for row in msgspec.json.decode(text, type=list[Waiting]):
                yield replace(row, since=row.since - clock)
