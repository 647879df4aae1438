"""Server-sent events: how one's tables stand, whenever that changes"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from functools import partial

import msgspec
from starlette.requests import Request
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from siegeworks.core.contract import Seat
from siegeworks.core.errors import SiegeworksError
from siegeworks.server import messages as m
from siegeworks.server.http.addresses import address_of
from siegeworks.server.http.answers import HttpError
from siegeworks.server.http.api import TOO_MANY, Api, Routes, get, post
from siegeworks.server.http.people.own_tables import proven_at
from siegeworks.server.http.people.table_events import (
    KeyListener,
    Listener,
    NoticeListener,
    TableEvents,
)
from siegeworks.server.http.sessions import needed_proof
from siegeworks.server.runtime.limits import OpenCount
from siegeworks.server.tables.seat_keys import hash_of

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


class EventRoutes(Routes):
    def __init__(self, api: Api, events: TableEvents) -> None:
        super().__init__(api)
        self._events, self._open = events, OpenCount()

    @get("/api/account/tables/events", scope="read")
    async def of_account(self, request: Request) -> StreamingResponse:
        """How the tables of this account stand, as server-sent events: a `TableStatus` for each
        table, and a new one whenever it changes."""
        proof = await needed_proof(request)
        return self._stream(request, Listener(proof.account.id, {}, proof.id))

    @post("/api/tables/events", stores=False)
    async def of_keys(self, request: Request, body: m.MyTables) -> StreamingResponse:
        """The same for seats without an account, as long as these keys prove them."""
        if not body.tables:
            raise SiegeworksError("Name the tables that you want the events of.")
        seats = dict[str, list[Seat]]()
        for mine in body.tables:
            proven = await proven_at(self._rooms, mine.table, mine.keys)
            seats[mine.table] = [row.seat for row in proven]
        digests = {mine.table: [hash_of(key) for key in mine.keys] for mine in body.tables}
        return self._stream(request, KeyListener(seats, digests))

    @get("/api/account/notices/events", scope="read")
    async def of_notices(self, request: Request) -> StreamingResponse:
        """What this account is told, as server-sent events: its `Notices`, and again whenever they
        change."""
        proof = await needed_proof(request)
        return self._stream(request, NoticeListener(proof.account, proof.id))

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
