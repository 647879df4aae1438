"""Conditional moves: what a seat plays if the others go on as it expects

They are stored, shown to their seat, and played when it is due. Only where nothing is hidden and
nothing is left to chance, and where a move has hours: otherwise nobody could say in advance what is
legal, or would have to.
"""

import asyncio
from collections.abc import Iterable, Sequence
from functools import partial
from typing import NamedTuple, Protocol

from siegeworks.core.contract import Seat
from siegeworks.core.errors import SiegeworksError
from siegeworks.play.clock import SLOW
from siegeworks.play.table import Table
from siegeworks.server import messages as m
from siegeworks.server.storage.database import Database
from siegeworks.server.storage.event_log import Event
from siegeworks.server.storage.rows import read_head
from siegeworks.server.storage.store import Store
from siegeworks.server.tables import changes
from siegeworks.server.tables.changes import Requester
from siegeworks.server.tables.connection import Connection
from siegeworks.server.tables.live_table import LiveTable
from siegeworks.server.tables.permissions import check_ready, check_version, seat_of
from siegeworks.server.tables.table_messages import text_of


class Plan(NamedTuple):
    """The conditional moves of a seat."""

    after: int  # steps of the game
    tokens: tuple[str, ...]  # of all seats, in turn


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
            _, own = line_of(self._live, seat, message.tokens)
            if message.tokens and not own:
                raise SiegeworksError("Say what you play, after what the others play.")
            plan = Plan(len(self._live.table.steps), tuple(message.tokens))
            await self._store_plan(seat, plan)
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


def may_plan(live: LiveTable) -> bool:
    """Can seats of this table plan moves?"""
    settings, game = live.row.clock, live.game
    is_slow = settings is not None and settings.per_move >= SLOW
    return is_slow and not (game.has_secrets or game.has_chance or game.momentary is not None)


def line_of(live: LiveTable, seat: Seat, tokens: list[str]) -> tuple[Table, bool]:
    """A table that begins now and plays these steps, and whether one of them is the seat's.

    Raises:
        SiegeworksError: these moves cannot be planned; the sentence says why.
    """
    if not may_plan(live):
        raise SiegeworksError(
            "Moves can be planned in games over days in which nothing is hidden and nothing is "
            "left to chance."
        )
    if live.table.over or not live.is_still_in([seat]):
        raise SiegeworksError("You are out of the game.")
    if live.to_act == seat:
        raise SiegeworksError("It is your turn: move. What comes next can be planned then.")
    copy = Table(live.game)
    copy.states = [live.table.state]
    own = False
    for token in tokens:
        actor = live.game.actor(copy.state)
        if actor is None:
            raise SiegeworksError(f"{token}: the game is over before that.")
        copy.play(actor, token)
        own = own or actor == live.name(seat)
    return copy, own


def rest_of(plan: Plan, table: Table) -> tuple[str, ...]:
    """What of a plan is still to come; nothing if the game went another way."""
    done = [step.token for step in table.steps[plan.after :]]
    is_followed = len(table.steps) >= plan.after and list(plan.tokens[: len(done)]) == done
    return plan.tokens[len(done) :] if is_followed else ()


def write_plan(db: Database, table: str, seat: Seat, plan: Plan | None) -> None:
    """Store the plan of a seat; None: forget it."""
    read_head(db, table)
    db.execute("DELETE FROM planned_line WHERE game_table = ? AND seat = ?", (table, seat))
    if plan is not None and plan.tokens:
        db.execute(
            "INSERT INTO planned_line (game_table, seat, after, tokens) VALUES (?, ?, ?, ?)",
            (table, seat, plan.after, " ".join(plan.tokens)),
        )


def read_plans(db: Database, table: str) -> dict[Seat, Plan]:
    """The plans of all seats of a table."""
    rows = db.execute("SELECT seat, after, tokens FROM planned_line WHERE game_table = ?", (table,))
    return {seat: Plan(after, tuple(tokens.split())) for seat, after, tokens in rows}
