"""Conditional moves at a table: they are stored, shown to their seat, and played when it is due."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from functools import partial
from typing import Protocol

from siegeworks.core.contract import Seat
from siegeworks.server import messages as m
from siegeworks.server.storage.event_log import Event
from siegeworks.server.storage.store import Store
from siegeworks.server.tables import changes
from siegeworks.server.tables.changes import Requester
from siegeworks.server.tables.company.plans import (
    Plan,
    checked_plan,
    may_plan,
    read_plans,
    rest_of,
    write_plan,
)
from siegeworks.server.tables.connection import Connection
from siegeworks.server.tables.live_table import LiveTable
from siegeworks.server.tables.permissions import check_ready, check_version, seat_of
from siegeworks.server.tables.table_messages import text_of


class PlanningRoom(Protocol):
    """What planning needs of the room."""

    live: LiveTable
    lock: asyncio.Lock
    connections: set[Connection]
    is_unloaded: bool

    def held_with(self, seat: Seat) -> frozenset[Seat]:
        """All seats held together with this one."""

    async def take_time(self, by: Seat, spent: int | None) -> None:
        """Before a seat acts: the clock learns of it, or its flag falls."""

    async def commit(self, start: int, events: Sequence[Event]) -> None:
        """Store new events and show them to everybody."""


class Planning:
    """The conditional moves of a table's seats."""

    def __init__(self, store: Store, room: PlanningRoom) -> None:
        self._store, self._room, self._live = store, room, room.live

    async def plan(self, connection: Connection, message: m.Plan) -> None:
        """Plan what a seat plays if the others go on as it expects.

        Raises:
            SiegeworksError: it cannot be planned; the earlier plan stays.
        """
        async with self._room.lock:
            seat = seat_of(self._live, connection, message.seat)
            check_ready(self._live)
            check_version(self._live, message.version)
            await self._store_plan(seat, checked_plan(self._live, seat, message.tokens))
            connection.send(text_of(m.Accepted(message.id, self._live.log.version)))
            await self.tell(self._room.connections)

    async def tell(self, connections: Iterable[Connection]) -> None:
        """Tell each what its own seats have planned."""
        if not may_plan(self._live):
            return
        plans = await self._plans()
        for connection in connections:
            for seat in connection.seats:
                tokens = rest_of(plans.get(seat, Plan(0, ())), self._live.table)
                connection.send(text_of(m.Planned(self._live.name(seat), list(tokens))))

    async def follow(self) -> None:
        """Play what the seat to act has planned, as long as the game goes as it expected."""
        live, log = self._live, self._live.log
        if not may_plan(live) or self._room.is_unloaded:
            return
        plans = await self._plans()
        over = [seat for seat, plan in plans.items() if not rest_of(plan, live.table)]
        is_played = False
        while (plan := plans.get(live.to_act)) and (rest := rest_of(plan, live.table)):
            seat, start = live.to_act, log.version
            await self._room.take_time(seat, 0)
            request = f"{live.name(seat)} plan {start}"
            by = Requester(seat, self._room.held_with(seat), request)
            events = changes.act(live, by, m.Act("plan", start, rest[0]))
            await self._room.commit(start, events)
            is_played = True
        for seat in over:
            await self._store_plan(seat, None)
        if over or is_played:
            await self.tell(self._room.connections)

    async def _plans(self) -> dict[Seat, Plan]:
        return await self._store.read(partial(read_plans, table=self._live.id))

    async def _store_plan(self, seat: Seat, plan: Plan | None) -> None:
        await self._store.write(partial(write_plan, table=self._live.id, seat=seat, plan=plan))
