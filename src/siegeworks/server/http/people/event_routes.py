"""Server-sent events: how one's tables stand, whenever that changes"""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable
from functools import partial

import msgspec
from starlette.requests import Request
from starlette.responses import StreamingResponse
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from siegeworks.core.contract import Seat
from siegeworks.core.errors import SiegeworksError
from siegeworks.server import messages as m
from siegeworks.server.http.addresses import address_of
from siegeworks.server.http.api import TOO_MANY, Api, HttpError
from siegeworks.server.http.people.sessions import needed_proof
from siegeworks.server.http.people.table_events import (
    KeyListener,
    Listener,
    NoticeListener,
    TableEvents,
)
from siegeworks.server.runtime.limits import OpenCount
from siegeworks.server.tables.seat_keys import hash_of, proven_seats

TOO_MANY_STREAMS = "Too many streams of events are open. Close one, or try later."
AGAIN_AFTER = 3000  # milliseconds, after which a lost stream is opened again
HEADERS = {"cache-control": "no-store", "x-accel-buffering": "no"}  # proxies must not hold it back


class EventStream(StreamingResponse):
    """Server-sent events, as long as somebody reads them."""

    def __init__(self, written: AsyncIterator[bytes], ended: Callable[[], None]) -> None:
        super().__init__(written, media_type="text/event-stream", headers=HEADERS)
        self._ended = ended

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send them."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._ended()


class EventRoutes:
    """The handlers, each for one path."""

    def __init__(self, api: Api, events: TableEvents) -> None:
        """Answers with the help of the other handlers."""
        self._api, self._events, self._open = api, events, OpenCount()

    def routes(self) -> list[Route]:
        """All paths."""
        route = self._api.route
        return [
            route("GET", "/api/account/tables/events", self.of_account, scope="read"),
            route("POST", "/api/tables/events", self.of_keys, takes=m.MyTables),
            route("GET", "/api/account/notices/events", self.of_notices, scope="read"),
        ]

    async def of_account(self, request: Request) -> StreamingResponse:
        """How the tables of this account stand, as server-sent events: a `TableStatus` for each
        table, and a new one whenever it changes."""
        proof = await needed_proof(request)
        return self._stream(request, Listener(proof.account.id, {}, proof.id))

    async def of_notices(self, request: Request) -> StreamingResponse:
        """What this account is told, as server-sent events: its `Notices`, and again whenever they
        change."""
        proof = await needed_proof(request)
        return self._stream(request, NoticeListener(proof.account, proof.id))

    async def of_keys(self, request: Request) -> StreamingResponse:
        """The same for seats without an account, as long as these keys prove them."""
        body = await self._api.body(request, m.MyTables, stores=False)
        if not body.tables:
            raise SiegeworksError("Name the tables that you want the events of.")
        rooms, seats = self._api.server.rooms, dict[str, list[Seat]]()
        for mine in body.tables:
            row = await rooms.row(mine.table, mine.keys)
            proven = proven_seats(row.seats, mine.keys, time.time(), rooms.seat_days)
            seats[mine.table] = [seat.seat for seat in proven]
        digests = {mine.table: [hash_of(key) for key in mine.keys] for mine in body.tables}
        return self._stream(request, KeyListener(seats, digests))

    def _stream(self, request: Request, listener: Listener) -> StreamingResponse:
        address, limits = address_of(request), self._api.settings
        if not self._open.take(address, limits.max_streams_per_address, limits.max_streams):
            raise HttpError(503, TOO_MANY_STREAMS, TOO_MANY)
        return EventStream(self._written(listener), partial(self._open.release, address))

    async def _written(self, listener: Listener) -> AsyncIterator[bytes]:
        yield f"retry: {AGAIN_AFTER}\n\n".encode()
        with self._events.listening(listener):
            async for news in listener.news():
                if news is None:
                    yield b":\n\n"  # a comment, which finds out whether somebody still reads
                else:
                    event = b"notices" if isinstance(news, m.Notices) else b"table"
                    yield b"event: " + event + b"\ndata: " + msgspec.json.encode(news) + b"\n\n"
