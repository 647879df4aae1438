"""Only requests to our own host names, with one declared length, are handled."""

from __future__ import annotations

from typing import NamedTuple

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from siegeworks.server.http.addresses import host_of
from siegeworks.server.http.answers import error_answer
from siegeworks.server.http.origins import HostNames
from siegeworks.server.http.refusal_log import Reason, log_refusal
from siegeworks.server.tables.blocks import BLOCKED, Blocks


class BadRequest(NamedTuple):
    """Why a request is refused."""

    status: int
    sentence: str
    reason: Reason


# If two programs disagree about where such a request ends, the rest of it can pass for somebody
# else's request (RFC 9112, 6.1): it is not read, and the connection is closed.
TWO_LENGTHS = BadRequest(
    400,
    "Send either Content-Length or Transfer-Encoding, not both.",
    "Content-Length together with Transfer-Encoding",
)
UNKNOWN_HOST = BadRequest(
    421,
    "This server is not known by that name. Open it at its address, or start it with that name: "
    "--origin https://that.name",
    "an unknown host name",
)


FROM_BLOCKED = BadRequest(403, BLOCKED, "a blocked address")


class RequestChecks:
    """Refuses what our page never sends, before anything else looks at it."""

    def __init__(self, app: ASGIApp, names: HostNames, blocks: Blocks) -> None:
        self.app, self.names, self.blocks = app, names, blocks

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer 400 or 421."""
        bad = self.check(scope) if scope["type"] in ("http", "websocket") else None
        if bad is None:
            await self.app(scope, receive, send)
            return
        answer = error_answer(bad.sentence, bad.status, {"connection": "close"})
        if scope["type"] == "websocket":
            log_refusal("a WebSocket", host_of(HTTPConnection(scope)), bad.reason)
            await WebSocket(scope, receive, send).send_denial_response(answer)
        else:
            log_refusal("a request", host_of(HTTPConnection(scope)), bad.reason)
            await answer(scope, receive, send)

    def check(self, scope: Scope) -> BadRequest | None:
        """What is wrong with a request, if anything."""
        headers = Headers(scope=scope)
        if "content-length" in headers and "transfer-encoding" in headers:
            return TWO_LENGTHS
        if self.blocks.has(host_of(HTTPConnection(scope))):
            return FROM_BLOCKED
        return None if self.names.has(headers.get("host", "")) else UNKNOWN_HOST
