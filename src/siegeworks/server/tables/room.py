"""A table and the clients connected to it.

A room does one thing at a time (its lock): a change is tried on the table in memory, stored, and
only then answered and shown. If it cannot be stored, the room is unloaded, and loaded again from
what is on disk.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Protocol

from siegeworks.core.contract import SPECTATOR, Seat
from siegeworks.core.effects import Effects
from siegeworks.core.errors import SiegeworksError
from siegeworks.core.game import Game
from siegeworks.play.openings import opening_of
from siegeworks.play.table import TABLE, Step
from siegeworks.server import messages as m
from siegeworks.server.jobs.fair_pool import FairPool
from siegeworks.server.jobs.preparation import scene_encoder
from siegeworks.server.messages.views import AudienceViews
from siegeworks.server.monitoring.metrics import MOVES
from siegeworks.server.runtime.codes import normalized_code
from siegeworks.server.runtime.error_log import log_failure
from siegeworks.server.runtime.limits import Limiter
from siegeworks.server.runtime.settings import ServerSettings
from siegeworks.server.storage.checksums import Damaged
from siegeworks.server.storage.database import Database
from siegeworks.server.storage.event_log import (
    ENTROPY,
    START,
    STEP,
    TAKEBACK,
    UNDO,
    Event,
    EventLog,
    Timing,
)
from siegeworks.server.storage.group_writer import CHANGED_MEANWHILE, Conflict, Job, NotStored
from siegeworks.server.storage.leases import Fence
from siegeworks.server.storage.rows import SeatRow, TableRow
from siegeworks.server.storage.service import set_flag
from siegeworks.server.storage.store import Store
from siegeworks.server.storage.table_status import Finished, StoredStatus
from siegeworks.server.tables import changes, permissions, seat_keys
from siegeworks.server.tables.blocks import CLOSED_BY_HOST
from siegeworks.server.tables.bot_driver import BotDriver, BotHost
from siegeworks.server.tables.changes import Requester
from siegeworks.server.tables.clocks import TableClock, Timekeeper
from siegeworks.server.tables.company.broadcast import Broadcast
from siegeworks.server.tables.company.chat import Chat
from siegeworks.server.tables.company.plans import Planning
from siegeworks.server.tables.connection import Connection
from siegeworks.server.tables.live_table import LiveTable, status_of
from siegeworks.server.tables.neighbors import Elsewhere
from siegeworks.server.tables.seat_keys import UnknownSecret
from siegeworks.server.tables.showing import Showing
from siegeworks.server.tables.table_messages import seat_infos, text_of, welcome

TIME_IS_UP = "Your time is up."
MOST_NAMED = 20  # spectators whose names are shown
UNWATCHED_SECONDS = 10.0  # without a client here, after which other workers' moves are not read

# What a table takes in memory, roughly, in bytes; measured with the longest games.
ROOM_BYTES, MAP_BYTES, STEP_BYTES, EVENT_BYTES = 50_000, 400_000, 500, 250

Change = Callable[[LiveTable, Requester, Any], list[Event]]


class RoomHost(BotHost, Protocol):
    """What a room needs of the server."""

    store: Store
    loaders: FairPool
    settings: ServerSettings
    time: Timekeeper
    lines: Limiter  # of chats, of each address
    seat_days: float  # after which an unused seat key expires; 0: never

    def unload(self, room: Room, reason: str = ..., *, reconnect: bool = ...) -> None:
        """Drop a room from memory; its clients reconnect, and it is loaded again."""

    def arrived(self, room: Room, address: str) -> None:
        """A client from this address has come into a room."""

    def left(self, room: Room, address: str) -> None:
        """A client from this address, which had come into a room, has left it."""

    def unload_idle(self) -> None:
        """Drop rooms that nobody has been in for a while."""

    async def check_not_in_play(self, game: Game, steps: Sequence[Step], but: Room) -> None:
        """May a bot give advice on the game of a room?

        Raises:
            SiegeworksError: people are playing the same game here now.
        """


def request_key(seat: str, message: Any) -> str:
    """How a request is stored: with its seat and type, since two clients may choose the same id,
    and a client that uses an id again for something else is not told that it is done."""
    return f"{seat} {message.__struct_config__.tag} {message.id}"


class Room:
    """A table and its connections."""

    def __init__(
        self, host: RoomHost, row: TableRow, log: EventLog, *, is_rated: bool = False
    ) -> None:
        self.host, self.live = host, LiveTable(row, log, is_rated=is_rated)
        self.id, self.game, self.table, self.log = row.id, log.game, log.table, log
        self.views = AudienceViews(self.table, scene_encoder(self.game))
        self.connections: set[Connection] = set()
        self.lock = asyncio.Lock()
        self.stored = log.version  # how much of the log is on disk
        self.is_unloaded = False  # its clients have to reconnect
        self.trouble = ""  # why the game does not go on
        self.loaded_at = self.left_at = time.monotonic()
        self.moved = row.touched  # when somebody last acted, in seconds since 1970
        self.bots = BotDriver(host, self)
        clock = log.clock
        self.clock = TableClock(self.live, clock, host.time) if clock is not None else None
        behind = host.settings.watch_delay if clock is not None else 0
        self.broadcast = Broadcast(self.live, self.views, behind)
        most = host.settings.max_lines
        self.chat = Chat(host.store, host.lines, most, self.live, self.connections)
        self.planning = Planning(host.store, self)
        self.elsewhere = Elsewhere()
        self.showing = Showing(self)
        self.previews: tuple[int, list[Effects]] = -1, []  # the version, and of its seat to act
        self.previewing = asyncio.Lock()

    # Coming and going ----------------------------------------------------------------------------

    async def admit(self, keys: Sequence[str]) -> frozenset[Seat]:
        """The seats that these keys prove, for a client that is about to enter. A new key now
        replaces the old one, and clients that used that one are disconnected.

        Raises:
            UnknownKey: a key proves nothing.
            NotStored: a new key could not be stored.
            SiegeworksError: there is no room for another spectator.
        """
        async with self.lock:
            now = time.time()
            rows = seat_keys.proven_seats(self.live.seats, keys, now, self.host.seat_days)
            if not rows and self.spectators_here() >= self.host.settings.max_spectators:
                raise SiegeworksError("This table has no room for more spectators. Try later.")
            used = [seat_keys.mark_used(row, key, now) for row, key in zip(rows, keys, strict=True)]
            replaced = {
                after.seat
                for before, after in zip(rows, used, strict=True)
                if after.key_hash != before.key_hash
            }
            try:
                await self.update_seats([row for row in used if row not in rows])
            except NotStored:  # the time of last use may get lost, a new key may not
                if replaced:
                    raise
            for connection in [
                connection for connection in self.connections if connection.seats & replaced
            ]:
                connection.disconnect("This seat has a new key; yours is no longer valid.")
            return frozenset(row.seat for row in rows)

    async def enter(self, connection: Connection, version: int, entropy: str = "") -> None:
        """A client with proven seats comes in, or comes back with a view of that version; 0: with
        none. `entropy` is what its seats add to chance, if they have added nothing yet."""
        async with self.lock:
            if connection.is_closed:  # while it waited
                return
            if version > self.log.version and self.host.store.is_shared:
                await self._catch_up()  # it was at a worker that knows more
            if self.is_unloaded:
                connection.disconnect("Reconnect in a moment.")
                return
            self.connections.add(connection)
            self.host.arrived(self, connection.address)
            connection.audience = SPECTATOR
            if len(connection.seats) == 1:
                (connection.audience,) = connection.seats
            # If we don't know as whom the client saw its steps, all of them are sent again.
            is_opened = self.table.over and version < self.log.version
            hides = self.game.has_secrets or self.game.momentary is not None
            is_unsure = hides and (len(connection.seats) > 1 or is_opened)
            is_watching = not connection.seats and self.broadcast.behind > 0
            connection.version = 0 if is_unsure or version > self.log.version else version
            connection.shown_log = None if is_watching else self.log
            connection.shown_to = self.views.resolve(connection.audience)
            behind = self.broadcast.behind if is_watching and self.broadcast.is_needed else 0
            connection.send(text_of(welcome(self.live, self.views, connection.seats, behind)))
            self._send_presence()
            await self.chat.welcome(connection)
            self.trouble = ""  # it is tried again
            before = self.log.version
            await self._go_on(self._entropy(connection.seats, entropy))
            if self.log.version == before:
                self.showing.show([connection])
            await self.planning.follow()
            await self.planning.tell([connection])

    def leave(self, connection: Connection) -> None:
        """A client has disconnected."""
        if connection in self.connections:
            self.connections.remove(connection)
            self.host.left(self, connection.address)
            self.left_at = time.monotonic()
            self._send_presence()
            if not self.connections:
                self.host.unload_idle()

    async def take_seat(self, row: SeatRow, entropy: str = "") -> None:
        """Somebody has taken a seat, which is stored already, and adds this to chance."""
        async with self.lock:
            if self.is_unloaded:  # it is loaded again, with this seat
                return
            self.live.seats[row.seat] = row
            self._send_presence()
            try:
                await self._go_on(self._entropy([row.seat], entropy))
            except SiegeworksError as error:
                # The person who takes the seat gets its key all the same.
                log_failure(f"a table of {self.game.name} could not begin", error)
            else:
                self.showing.show(self.connections)

    async def renew_keys(self, keys: Sequence[str]) -> list[m.YourSeat]:
        """New keys for these seats. The old ones stay valid until the new ones are used, since
        the answer to this may get lost.

        Raises:
            UnknownKey: a key proves nothing.
            NotStored: the new ones could not be stored.
        """
        async with self.lock:
            rows = seat_keys.proven_seats(self.live.seats, keys, time.time(), self.host.seat_days)
            fresh = {row.seat: seat_keys.new_key() for row in rows}
            await self.update_seats(
                [row._replace(next_hash=seat_keys.hash_of(fresh[row.seat])) for row in rows]
            )
            return [m.YourSeat(self.game.seats[seat], key) for seat, key in fresh.items()]

    async def update_seats(self, rows: Sequence[SeatRow]) -> None:
        """Store what has changed about the keys of these seats.

        Raises:
            NotStored: nothing is changed.
        """
        if rows:
            await self.host.store.update_seats(self.id, rows)
        for row in rows:
            self.live.seats[row.seat] = row

    def knows_key(self, key: str) -> bool:
        """Is this the key of a seat, as far as this worker knows?"""
        digest = seat_keys.hash_of(key)
        return any(seat_keys.has_key(row, digest) for row in self.live.seats)

    async def replace_seats(self, rows: Sequence[SeatRow]) -> None:
        """Who has which seat is stored already; it was read again."""
        async with self.lock:
            self._set_seats(rows)
            self._send_presence()

    def _set_seats(self, rows: Sequence[SeatRow]) -> None:
        """Other workers or the host may have changed who has which seat."""
        lost = {
            before.seat
            for before, after in zip(self.live.seats, rows, strict=True)
            if not set(before.further) <= set(after.further)
        }
        self.live.seats[:] = rows
        for connection in [client for client in self.connections if client.seats & lost]:
            connection.disconnect("A key of this seat has ended.")  # who has another comes back

    @property
    def is_idle(self) -> bool:
        """Is the room empty, and nothing under way?"""
        return not self.connections and not self.lock.locked()

    @property
    def size(self) -> int:
        """How many bytes of memory it takes, roughly."""
        step = self.game.state_type.itemsize + STEP_BYTES
        rows = MAP_BYTES if self.game.map_rows else 0  # a game that perhaps no other table shares
        game = step * len(self.table.steps) + EVENT_BYTES * self.log.version
        return ROOM_BYTES + rows + game + self.chat.size

    def status(self) -> StoredStatus:
        """Whose turn it is, since when, and how it ended."""
        return status_of(self.live, self.views, self.moved)

    def seats(self) -> list[m.SeatInfo]:
        """Who has which seat, and who of them is connected."""
        here = self.seats_here() | self.elsewhere.seats
        return seat_infos(self.game.seats, self.live.seats, here)

    def seats_here(self) -> frozenset[Seat]:
        """The seats of those who are connected to this worker."""
        return frozenset[Seat]().union(*(connection.seats for connection in self.connections))

    def waiting_addresses(self) -> set[str]:
        """The addresses of those who wait here for an opponent: of seated people or, as long as
        there are none, of spectators. Empty if no seat is free."""
        if all(row.who != "open" for row in self.live.seats):
            return set()
        people = self.live.people()
        return {
            connection.address for connection in self.connections if connection.seats or not people
        }

    @property
    def bars_advice(self) -> bool:
        """Is this an unfinished game, rated or between people who are not all at one screen?"""
        people = self.live.people()
        is_between_people = len(people) > 1 and not any(
            connection.seats >= people for connection in self.connections
        )
        return not self.table.over and (self.live.is_rated or is_between_people)

    def opening(self) -> str:
        """How a game began that is played here now and bars advice, as a digest; empty: none is."""
        if self.game.has_secrets or not self.bars_advice or not self.seats_here():
            return ""
        return opening_of(self.game, self.table.steps)

    def player(self) -> Connection | None:
        """A person who is here and still in the game; bots don't play on by themselves."""
        here = (
            connection for connection in self.connections if self.live.is_still_in(connection.seats)
        )
        return min(here, key=lambda connection: min(connection.seats), default=None)

    @property
    def came(self) -> frozenset[Seat]:
        """The seats whose players have been here since the table was opened, as far as the game
        has waited for them."""
        return frozenset(map(self.game.seats.index, self.log.came))

    def spectators_here(self) -> int:
        """How many spectators are connected to this worker."""
        return sum(not connection.seats for connection in self.connections)

    def watching_here(self) -> tuple[str, ...]:
        """The names of some spectators who are connected to this worker."""
        names = (connection.name for connection in self.connections if not connection.seats)
        return tuple(sorted(filter(None, names))[:MOST_NAMED])

    # What clients ask for ------------------------------------------------------------------------

    async def act(self, connection: Connection, message: m.Act) -> None:
        seat = partial(permissions.seat_in_view, self.live, connection, message.seat)
        await self._change(connection, message, changes.act, seat)

    async def undo(self, connection: Connection, message: m.Undo) -> None:
        """Undo the last action of one of the connection's seats."""
        seat = partial(permissions.undoable_seat, self.live, connection)
        await self._change(connection, message, changes.undo, seat)

    async def resign(self, connection: Connection, message: m.Resign) -> None:
        await self._change(connection, message, changes.resign)

    async def offer(self, connection: Connection, message: m.OfferAgreement) -> None:
        """Offer a draw, to stop, or to undo."""
        asks_to_undo = message.what == TAKEBACK
        seat = partial(permissions.undoable_seat, self.live, connection) if asks_to_undo else None
        await self._change(connection, message, changes.offer, seat)

    async def vacation(self, connection: Connection, message: m.Vacation) -> None:
        """Stop the clock of a seat for some days."""
        await self._change(connection, message, changes.vacation)

    async def answer(self, connection: Connection, message: m.AnswerOffer) -> None:
        await self._change(connection, message, changes.answer)

    async def offer_rematch(self, connection: Connection, message: m.OfferRematch) -> None:
        """Invite the others to a rematch.

        Raises:
            UnknownSecret: a code is not of that table.
        """
        codes = [invitation.code for invitation in message.invitations]
        seats = [await self._invited(message.table, code) for code in codes]
        await self._change(connection, message, partial(changes.rematch, seats=seats))

    async def _invited(self, table: str, code: str) -> Seat:
        invitation = await self.host.store.invitation(seat_keys.hash_of(normalized_code(code)))
        if invitation is None or invitation[0].id != table:
            raise UnknownSecret("This code is not an invitation to that table.")
        return invitation[1].seat

    async def _change(
        self,
        connection: Connection,
        message: Any,
        change: Change,
        seat: Callable[[], Seat] | None = None,
    ) -> None:
        """Try a change, store it, answer it, show it to everybody. Without `seat` it is for the
        seat that the message names.

        Raises:
            SiegeworksError: why not; the table is as it was.
        """
        async with self.lock:
            if self.is_unloaded:
                raise SiegeworksError(CHANGED_MEANWHILE)
            version = self._version_of(connection, message)
            if version is not None:  # sent again after a reconnect
                connection.send(text_of(m.Accepted(message.id, version)))
                return
            asks = seat() if seat else permissions.seat_of(self.live, connection, message.seat)
            by = Requester(asks, self.held_with(asks), request_key(self.live.name(asks), message))
            permissions.check_ready(self.live)
            await self.take_time(by.seat, getattr(message, "spent", None), connection.arrived)
            start = self.log.version
            events = change(self.live, by, message)
            await self._store(start, events)
            self.trouble = ""  # the position is another one now
            connection.send(text_of(m.Accepted(message.id, self.log.requests[by.request])))
            self.showing.show(self.connections)
            with suppress(SiegeworksError):  # what was asked for is done
                await self.planning.follow()
            self.bots.wake()

    # The clock -----------------------------------------------------------------------------------

    @property
    def falls(self) -> int | None:
        """When the flag falls if nothing happens, or a game over days begins without those who
        have not come, in milliseconds since 1970; None: nothing falls due."""
        return None if self.clock is None or self.is_unloaded else self.clock.falls

    async def take_time(
        self, by: Seat, spent: int | None = None, arrived: float | None = None
    ) -> None:
        """A seat is about to act: the log learns the time; the flag of a seat without time falls.

        Args:
            by: the seat.
            spent: milliseconds that it took, as its client says, or that a bot searched.
            arrived: when its request came, by the monotonic clock; None: now.

        Raises:
            SiegeworksError: the flag has fallen, or the database is away.
        """
        if self.clock is None:
            return
        await self.host.time.serve()
        waited = 0 if arrived is None else round(1000 * (time.monotonic() - arrived))
        timing = self.clock.timing(by, self.host.time.now() - waited, spent)
        if not self.clock.is_out(timing):
            self.log.timing = timing
            return
        is_own = self.clock.running == by
        await self._fall(timing)
        raise Conflict(TIME_IS_UP if is_own else CHANGED_MEANWHILE)

    def bot_seconds(self, seat: Seat) -> float:
        """How long a bot may search for its move."""
        most = self.host.settings.jobs.bot_seconds
        return most if self.clock is None else min(most, self.clock.bot_seconds(seat))

    async def let_fall(self) -> None:
        """End the game of the seat whose time is up, if it is, and if no other worker does; begin a
        game over days that has waited long enough."""
        async with self.lock:
            if self.clock is None or self.is_unloaded:
                return
            await self.host.time.serve()
            timing = self.clock.timing(None, self.host.time.now(), None)
            has_waited = self.clock.is_overdue
            if not has_waited and not self.clock.is_out(timing):  # nobody could move for a while
                flag = partial(set_flag, table=self.id, falls=self.clock.falls)
                try:
                    await self.host.store.write(flag, table=self.id)
                except Damaged as error:
                    self._give_up(error)
                    raise
                return
            try:
                fence = await self.host.neighbors.claim_bots(self.id)
            except Conflict:  # another worker does it
                return
            if has_waited:
                await self._go_on(waits=False)
            else:
                await self._fall(timing, fence)

    async def forfeit(
        self, seats: Collection[Seat], beside: Callable[[Database, Sequence[Seat]], object]
    ) -> None:
        """Of these seats those have lost whom nobody has come to play, unless the clock runs. The
        others play on, if the game can. `beside` is called, in the transaction that stores it, with
        those that have lost.

        Raises:
            SiegeworksError: another worker has changed the table meanwhile.
        """
        async with self.lock:
            if self.is_unloaded:
                raise Conflict(CHANGED_MEANWHILE)
            fence = await self.host.neighbors.claim_bots(self.id)
            lost = sorted(set(seats) - self.seats_here() - self.elsewhere.seats)
            if not lost or (self.clock is not None and self.clock.clock.since is not None):
                return
            start = self.log.version
            await self.host.time.serve()
            self.log.timing = Timing(self.host.time.now(), 0)
            events = changes.deal(self.live)
            for seat in lost:
                if not self.table.over and self.live.is_still_in([seat]):
                    events.append(self.log.add(Event(STEP, TABLE, f"time={self.live.name(seat)}")))
            events += changes.deal(self.live)
            await self.commit(start, events, fence, lambda db: beside(db, lost))
            await self._go_on()

    async def _fall(self, timing: Timing, fence: Fence | None = None) -> None:
        assert self.clock is not None and self.clock.running is not None
        start, seat = self.log.version, self.clock.running
        self.log.timing = Timing(timing.at, self.clock.clock.left(seat))
        events = [self.log.add(Event(STEP, TABLE, f"time={self.live.name(seat)}"))]
        await self.commit(start, [*events, *changes.deal(self.live)], fence)
        self.bots.wake()

    def _version_of(self, connection: Connection, message: Any) -> int | None:
        """The version that this request has already made; None if it is new."""
        keys = (request_key(self.game.seats[seat], message) for seat in connection.seats)
        return next((self.log.requests[key] for key in keys if key in self.log.requests), None)

    def held_with(self, seat: Seat) -> frozenset[Seat]:
        """All seats held together with this one."""
        holders = (connection.seats for connection in self.connections if seat in connection.seats)
        return frozenset({seat}).union(*holders)

    async def look(self, connection: Connection, message: m.Look) -> None:
        """Show the view of one of the connection's seats, or the spectators' view."""
        async with self.lock:
            if message.seat is None:
                connection.audience = SPECTATOR
            else:
                connection.audience = permissions.seat_of(self.live, connection, message.seat)
            self.showing.show([connection])

    async def show_again(self, connection: Connection) -> None:
        """Send the newest view to a client that has missed something."""
        async with self.lock:
            self.showing.show([connection])

    # What other workers do -----------------------------------------------------------------------

    async def catch_up(self, is_beside: bool = True) -> None:
        """Read what other workers have stored of this table, and show it; `is_beside`: also what
        the log does not have. What cannot be read now is read when its clients reconnect."""
        async with self.lock:
            is_watched = self.connections or time.monotonic() - self.left_at <= UNWATCHED_SECONDS
            if not is_watched and not self.is_unloaded:
                self.host.unload(self)  # it is loaded again when somebody comes
            await self._catch_up()
        if is_beside and not self.is_unloaded:
            await self.chat.catch_up()

    async def _catch_up(self) -> None:
        if self.is_unloaded:
            return
        try:
            await self._read_what_is_missing()
        except BaseException as error:
            self._give_up(error)
            raise

    def _give_up(self, error: BaseException) -> None:
        """Something failed, of which everybody here is told what is said of it."""
        if isinstance(error, SiegeworksError):
            self.host.unload(self, str(error))
        else:
            self.host.unload(self)

    async def _read_what_is_missing(self) -> None:
        news = await self.host.store.since(self.id, self.log.version)
        if news is None:  # the table was deleted
            if await self.host.store.is_closed(self.id):
                self.host.unload(self, CLOSED_BY_HOST, reconnect=False)
            else:
                self.host.unload(self)
            return
        for event in news.events:
            self.log.add_stored(event)
            if event.kind == UNDO:
                self.views.forget_undone()  # at once: later steps take their places
        self.moved = news.status.moved if news.status else self.moved
        self.stored = self.log.version
        elsewhere = self.host.neighbors.elsewhere(news.present)
        if (elsewhere, self.live.seats) != (self.elsewhere, news.row.seats):
            self.elsewhere = elsewhere
            self._set_seats(news.row.seats)
            self._send_presence()
        if news.events:
            self.trouble = ""
        self.showing.show(self.connections)
        await self._go_on()

    # Storing and showing -------------------------------------------------------------------------

    async def commit(
        self,
        start: int,
        events: Sequence[Event],
        fence: Fence | None = None,
        beside: Job | None = None,
    ) -> None:
        """Store what was just added to the log, which had `start` events, and what `beside` writes,
        and show it to everybody. Where another worker could do it too, `fence` is the right to it.

        Raises:
            SiegeworksError: it could not be stored; the room is unloaded.
        """
        await self._store(start, events, fence, beside)
        self.showing.show(self.connections)

    async def _store(
        self,
        start: int,
        events: Sequence[Event],
        fence: Fence | None = None,
        beside: Job | None = None,
    ) -> None:
        if any(event.kind == UNDO for event in events):
            self.views.forget_undone()
        if any(event.kind in (STEP, UNDO) for event in events):
            self.moved = time.time()
        try:
            await self.host.store.append(
                *(self.id, start, events, self.status(), fence),
                flag=self.falls,
                finished=self._finished(events),
                beside=beside,
            )
        except BaseException as error:
            self._give_up(error)  # it knows more than the disk
            raise
        self.stored = start + len(events)
        self.host.neighbors.moved(self)
        moves = sum(event.kind == STEP and event.actor in self.game.seats for event in events)
        MOVES.labels(self.game.name).inc(moves)

    def _finished(self, events: Sequence[Event]) -> Finished | None:
        """How the game ends with these events; None: it does not."""
        if not self.table.over or not any(event.kind == STEP for event in events):
            return None
        returns = self.game.returns(self.table.state)
        assert returns is not None, "the game is over"
        return Finished(self.game.name, self.live.row.clock, tuple(returns))

    async def _go_on(self, before: Sequence[Event] = (), *, waits: bool = True) -> None:
        """Add these events to the log, whether the game goes on or not. If every seat is taken, let
        chance act, and wake the bots; with `waits`, chance acts only when all people have come."""
        goes_on = self.live.is_full and not self.table.over
        starts = False
        if goes_on and self.clock is not None:
            starts = not waits or self._may_start(self.clock)
            if starts:
                await self.host.time.serve()
        start = self.log.version
        events = [self.log.add(event) for event in before]
        if goes_on and (not waits or not self.live.missing):
            events += changes.deal(self.live)
            if starts:
                self.log.timing = Timing(self.host.time.now(), 0)
                events.append(self.log.add(Event(START, TABLE)))
        if events:
            await self.commit(start, events)
        if goes_on:
            self.bots.wake()

    def _entropy(self, own: Iterable[Seat], text: str) -> list[Event]:
        """What the seats of a client add to chance, if they still may; without a text, that they
        have been here and add nothing."""
        names = [self.game.seats[seat] for seat in sorted(own)]
        awaited = self.log.awaited
        return [
            Event(ENTROPY, name, text)
            for name in names
            if self.log.lacks_entropy(name) and (text or name in awaited)
        ]

    def _may_start(self, clock: TableClock) -> bool:
        here = self.seats_here()
        is_ours = min(clock.waited_for, default=0) in here  # of several workers one starts it
        return clock.may_start(here | self.elsewhere.seats) and (
            is_ours or not self.elsewhere.seats
        )

    def report(self, trouble: str) -> None:
        """Show everybody why the game does not go on."""
        self.trouble = trouble
        self.showing.show(self.connections)

    def _send_presence(self) -> None:
        """Tell everybody who is there, also at other workers."""
        self.host.neighbors.announce(self)
        spectators = self.spectators_here() + self.elsewhere.spectators
        watching = sorted((*self.watching_here(), *self.elsewhere.watching))[:MOST_NAMED]
        text = text_of(m.Presence(self.seats(), spectators, watching))
        for connection in self.connections:
            connection.send(text)
