"""The server put together (ASGI): page, HTTP and WebSocket under one roof."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket

from siegeworks.server import messages as m
from siegeworks.server.api import Api, json
from siegeworks.server.doors import (
    CONNECTING,
    Account,
    ByAddress,
    Limiter,
    Lines,
    Origins,
    OwnNames,
    SafeHeaders,
    host_of,
)
from siegeworks.server.error_log import note, note_loop_failure
from siegeworks.server.refusals import note_refusal
from siegeworks.server.request_checks import RequestChecks
from siegeworks.server.rooms import Rooms
from siegeworks.server.sockets import Connection
from siegeworks.server.static_files import Page
from siegeworks.server.tidying import KEEP_DAYS, Tidying

SENTENCES = {404: "There is nothing here.", 405: "This cannot be asked for in this way."}


def make_app(
    rooms: Rooms,
    origins: Sequence[str] = (),
    *,
    hosts: Sequence[str] = (),
    prepares: bool = True,
    keep_days: float = KEEP_DAYS,
) -> ASGIApp:
    """The server's application.

    Args:
        rooms: its tables; closed when the server stops.
        origins: pages of other hosts that may speak to it: "https://play.example.org".
        hosts: names that the server listens to, beside those of this machine.
        prepares: make all games ready before anybody asks for them.
        keep_days: after which a table that nobody comes to is deleted; 0: never.
    """
    names = OwnNames(hosts, origins)
    allowed, connecting, lines = Origins(names, origins), Limiter(CONNECTING), Lines()
    accounts = ByAddress(Account)

    async def line(socket: WebSocket) -> None:
        if not allowed.allow(socket):
            note_refusal("a WebSocket", host_of(socket), "a page of another origin")
            sentence = "Only a page of this server may open a line to it."
            await socket.send_denial_response(json(m.Refusal(sentence), 403))
        elif not connecting.take(socket):
            note_refusal("a WebSocket", host_of(socket), "too many connections")
            sentence = "Too many lines from your address; wait a little."
            await socket.send_denial_response(json(m.Refusal(sentence), 429))
        else:
            with lines.one_more(socket) as has_place:
                if has_place:
                    await Connection(rooms, socket, accounts.of(socket)).run()
                    return
            note_refusal("a WebSocket", host_of(socket), "too many connections")
            sentence = "Too many lines are open; close one, or come again later."
            await socket.send_denial_response(json(m.Refusal(sentence), 503))

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        asyncio.get_running_loop().set_exception_handler(note_loop_failure)
        if prepares:
            rooms.preparation.begin()
        tidying = Tidying(rooms, keep_days)
        tidying.begin()
        try:
            yield
        finally:
            await tidying.stop()
            await rooms.close()

    app = Starlette(
        routes=[
            *Api(rooms, allowed).routes(),
            WebSocketRoute("/ws", line),
            WebSocketRoute("/{path:path}", _no_line),
            Route("/{name:path}", Page().answer),
        ],
        exception_handlers={HTTPException: _explain, Exception: _fail},
        lifespan=lifespan,
    )
    checked = RequestChecks(app, names)
    return SafeHeaders(checked)  # around everything: a failure is answered outside all middleware


async def _no_line(socket: WebSocket) -> None:
    await socket.send_denial_response(json(m.Refusal(SENTENCES[404]), 404))


async def _fail(request: Request, error: Exception) -> Response:
    note("a request failed", error)
    return json(m.Refusal("The server failed at this; nothing was done."), 500)


async def _explain(request: Request, error: Exception) -> Response:
    """What went wrong below our handlers, in a sentence."""
    assert isinstance(error, HTTPException)
    sentence = SENTENCES.get(error.status_code, "This cannot be done.")
    answer = json(m.Refusal(sentence), error.status_code)
    answer.headers.update(error.headers or {})
    return answer
