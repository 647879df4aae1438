"""Which requests are looked at: those to a host of ours that say in one way how long they are."""

from __future__ import annotations

from typing import NamedTuple

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from siegeworks.server.doors import OwnNames, host_of
from siegeworks.server.messages import Refusal
from siegeworks.server.refusals import Reason, note_refusal
from siegeworks.server.room import encode


class Fault(NamedTuple):
    """Why a request is refused."""

    status: int
    sentence: str
    why: Reason


# Where two programs read the end of such a request differently, the rest of it is taken for a
# request of somebody else (RFC 9112, 6.1): it is not read, and the connection ends.
TWO_LENGTHS = Fault(
    400,
    "Send either Content-Length or Transfer-Encoding, not both.",
    "Content-Length together with Transfer-Encoding",
)
STRANGE_HOST = Fault(
    421,
    "This server does not go by that name. Open it at its address, or name it when the server is "
    "started: --origin https://that.name",
    "a host name that is not ours",
)


class RequestChecks:
    """Refuses what no page of ours sends, before anything else looks at it."""

    def __init__(self, app: ASGIApp, names: OwnNames) -> None:
        self.app, self.names = app, names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer 400 or 421."""
        fault = self.fault_of(scope) if scope["type"] in ("http", "websocket") else None
        if fault is None:
            await self.app(scope, receive, send)
            return
        body = encode(Refusal(fault.sentence))
        headers = {"cache-control": "no-store", "connection": "close"}
        answer = Response(body, fault.status, headers, media_type="application/json")
        if scope["type"] == "websocket":
            note_refusal("a WebSocket", host_of(HTTPConnection(scope)), fault.why)
            await WebSocket(scope, receive, send).send_denial_response(answer)
        else:
            note_refusal("a request", host_of(HTTPConnection(scope)), fault.why)
            await answer(scope, receive, send)

    def fault_of(self, scope: Scope) -> Fault | None:
        """What is wrong with a request."""
        headers = Headers(scope=scope)
        if "content-length" in headers and "transfer-encoding" in headers:
            return TWO_LENGTHS
        return None if self.names.has(headers.get("host", "")) else STRANGE_HOST
