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
from siegeworks.server.doors import CONNECTING, Accounts, Limiter, Lines, Origins, SafeHeaders
from siegeworks.server.journal import note
from siegeworks.server.page import Page
from siegeworks.server.rooms import Rooms
from siegeworks.server.sockets import Connection

TIDY_SECONDS = 10.0
SENTENCES = {404: "There is nothing here.", 405: "This cannot be asked for in this way."}


def make_app(rooms: Rooms, origins: Sequence[str] = (), *, prepares: bool = True) -> ASGIApp:
    """The server's application.

    Args:
        rooms: its tables; closed when the server stops.
        origins: pages of other hosts that may speak to it: "https://play.example.org".
        prepares: make all games ready before anybody asks for them.
    """
    allowed, connecting, lines = Origins(origins), Limiter(CONNECTING), Lines()
    accounts = Accounts()

    async def line(socket: WebSocket) -> None:
        if not allowed.allow(socket):
            sentence = "Only a page of this server may open a line to it."
            await socket.send_denial_response(json(m.Refusal(sentence), 403))
        elif not connecting.take(socket):
            sentence = "Too many lines from your address; wait a little."
            await socket.send_denial_response(json(m.Refusal(sentence), 429))
        else:
            with lines.one_more(socket) as has_place:
                if has_place:
                    await Connection(rooms, socket, accounts.of(socket)).run()
                    return
            sentence = "Too many lines are open; close one, or come again later."
            await socket.send_denial_response(json(m.Refusal(sentence), 503))

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        if prepares:
            rooms.preparation.begin()
        tidying = asyncio.create_task(_tidy(rooms))
        try:
            yield
        finally:
            tidying.cancel()
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
    return SafeHeaders(app)  # around everything: a failure is answered outside all middleware


async def _no_line(socket: WebSocket) -> None:
    await socket.send_denial_response(json(m.Refusal(SENTENCES[404]), 404))


async def _tidy(rooms: Rooms) -> None:
    while True:
        await asyncio.sleep(TIDY_SECONDS)
        rooms.forget_idle()


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
