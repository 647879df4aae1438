"""What the clients of a room see of its table: each the view that is meant for it."""

from collections.abc import Collection
from contextlib import suppress
from typing import Any, Protocol

from siegeworks.core.contract import Seat
from siegeworks.core.errors import IllegalStep
from siegeworks.server.messages.views import AudienceViews
from siegeworks.server.tables.clocks import TableClock
from siegeworks.server.tables.company.broadcast import Broadcast
from siegeworks.server.tables.company.chat import Chat
from siegeworks.server.tables.connection import Connection
from siegeworks.server.tables.live_table import LiveTable
from siegeworks.server.tables.permissions import must_agree_to_undo, undoable_seat
from siegeworks.server.tables.table_messages import OwnPart, text_of, view

MAX_CACHED = 32  # views of the newest version, as they were sent


class ShownRoom(Protocol):
    """What is shown of the room."""

    live: LiveTable
    views: AudienceViews
    broadcast: Broadcast
    chat: Chat
    clock: TableClock | None
    trouble: str

    def held_with(self, seat: Seat) -> frozenset[Seat]:
        """All seats held together with this one."""


class Showing:
    """Sends views; those who see the same get the same text."""

    def __init__(self, room: ShownRoom) -> None:
        self._room, self._live, self._log = room, room.live, room.live.log
        self._cached: dict[Any, str] = {}
        self._cached_for: Any = None  # the version, and what else all views of it show

    def show(self, connections: Collection[Connection]) -> None:
        """Send each the newest view."""
        room = self._room
        if room.broadcast.is_needed:
            watching = [connection for connection in connections if not connection.seats]
            if watching:
                room.broadcast.show(watching, room.trouble)
            connections = [connection for connection in connections if connection.seats]
        if self._live.table.over:
            room.chat.open()
        clocks = None if room.clock is None else text_of(room.clock.message())
        shows = self._log.version, self._live.is_ready, room.trouble
        if shows != self._cached_for:
            self._cached, self._cached_for = {}, shows
        for connection in connections:
            if connection.shown_log is not self._log:  # it has watched from behind
                connection.shown_log, connection.version = self._log, 0
            own, audience = self._own_part(connection), room.views.resolve(connection.audience)
            key = audience, own, connection.version, connection.shown_to
            text = self._cached.get(key)
            if text is None:
                while len(self._cached) >= MAX_CACHED:
                    del self._cached[next(iter(self._cached))]
                text = text_of(view(self._live, room.views, connection, own, room.trouble))
                self._cached[key] = text
            if clocks is not None:
                connection.send(clocks)
            connection.send(text)
            connection.version, connection.shown_to = self._log.version, audience

    def _own_part(self, connection: Connection) -> OwnPart:
        """What of a view is for this connection alone."""
        live, seats = self._live, connection.seats
        audience, to_act = connection.audience, live.to_act
        if not seats or not live.is_ready:
            return OwnPart(audience)
        undo: str | None = None
        undo_asks: tuple[str, ...] = ()
        with suppress(IllegalStep):
            seat = undoable_seat(live, connection)
            undo = live.name(seat)
            undo_asks = tuple(must_agree_to_undo(live, self._room.held_with(seat)))
        sees = to_act in seats and (not live.game.has_secrets or audience == to_act)
        invited = None
        if (rematch := self._log.rematch) is not None:
            names = (live.name(seat) for seat in sorted(seats))
            invited = tuple(name for name in names if name in rematch.invited)
        return OwnPart(audience, to_act if sees else None, undo, undo_asks, invited)
