"""The log of requests: each has an id, which is in the answer, in the log and in what it starts.

A line names the route, never the path as it was sent, and the network, never the address. It says
how long a connection lasted, not how long a move took.
"""

from __future__ import annotations

import logging
import time

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from siegeworks.server.http.addresses import host_of
from siegeworks.server.http.refusal_log import network_of
from siegeworks.server.runtime.limits import REQUEST_LOG_RATE, Bucket
from siegeworks.server.runtime.logs import about, begin_request, request_id

HEADER = "x-request-id"
BEGINNINGS = ("http.response.start", "websocket.http.response.start", "websocket.accept")

requests = logging.getLogger("siegeworks.server.requests")


class RequestLog:
    """Gives each request an id and logs it, around everything else."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self._bucket, self._left_out = Bucket(REQUEST_LOG_RATE), 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, with its id."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        found = begin_request(Headers(scope=scope).get(HEADER, ""))
        began, status = time.monotonic(), 0

        async def send_with_id(message: Message) -> None:
            nonlocal status
            if message["type"] in BEGINNINGS:
                status = message.get("status", 101)
                MutableHeaders(scope=message)[HEADER] = request_id.get()
            await send(message)

        try:
            await self.app(scope, receive, send_with_id)
        finally:
            if requests.isEnabledFor(logging.INFO):
                self._log(scope, {"status": status, **found}, time.monotonic() - began)

    def _log(self, scope: Scope, found: dict[str, object], seconds: float) -> None:
        if not self._bucket.take():
            self._left_out += 1
            return
        network = network_of(host_of(HTTPConnection(scope)))
        details = about(
            scope["type"] if scope["type"] == "websocket" else "request",
            route=route_of(scope),
            network=network,
            duration=round(seconds, 4),
            left_out=self._left_out,
            **found,
        )
        self._left_out = 0
        requests.info(
            "%s from %s: %s, %.4f s",
            route_of(scope),
            network,
            found["status"],
            seconds,
            extra=details,
        )


def route_of(scope: Scope) -> str:
    """A request's route, without anything that the client chose: "GET /api/games/{name}"."""
    route = scope.get("route")
    if route is None:
        return "an unknown route"
    methods = getattr(route, "methods", None) or ()
    return f"{scope['method']} {route.path}" if scope.get("method") in methods else str(route.path)
