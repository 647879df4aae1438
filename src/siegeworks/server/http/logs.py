"""The logs of requests and of refusals.

Each request has an id, which is in the answer, in the log and in what it starts. A line names the
route, never the path as it was sent, and the network, never the address. It says how long a
connection lasted, not how long a move took.

The refusal log says what was refused, why, and from which network. It shows attacks, so it contains
nothing that an attacker chose: no path, header, key or code as it was sent, only the reasons listed
here. It is written at a bounded rate, so that nobody fills the disk by being refused.
"""

import ipaddress
import logging
import time
from collections import Counter
from typing import Literal

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from siegeworks.server.http.addresses import host_of
from siegeworks.server.monitoring.metrics import REFUSALS
from siegeworks.server.runtime.limits import REFUSAL_LOG_RATE, REQUEST_LOG_RATE, Bucket
from siegeworks.server.runtime.logs import about, begin_request, request_id

HEADER = "x-request-id"
BEGINNINGS = ("http.response.start", "websocket.http.response.start", "websocket.accept")

requests = logging.getLogger("siegeworks.server.requests")
refusals = logging.getLogger("siegeworks.server.refusals")

Reason = Literal[
    "an unknown host name",
    "a blocked address",
    "Content-Length together with Transfer-Encoding",
    "a page of another origin",
    "too many requests",
    "too many connections",
    "too many messages",
    "invalid messages",
    "an unknown invitation code",
    "an unknown or expired seat key",
    "an unknown passkey or code",
    "an unknown or expired token",
]


class RefusalLog:
    """Logs refusals at a bounded rate; those left out are counted."""

    def __init__(self) -> None:
        self._bucket = Bucket(REFUSAL_LOG_RATE)
        self._left_out: Counter[Reason] = Counter()

    def add(self, what: str, host: str, reason: Reason) -> None:
        """Log one refusal, if the rate allows it: what was refused, in our own words (a route,
        never a path as it was sent), and of the address that it came from only the network."""
        if not self._bucket.take():
            self._left_out[reason] += 1
            return
        left_out = dict(self._left_out)
        self._left_out.clear()
        more = ", ".join(f"{count} for {name}" for name, count in left_out.items())
        tail = f" Not logged since the last line: {more}." if more else ""
        network = network_of(host)
        details = about("refusal", what=what, network=network, reason=reason, left_out=left_out)
        refusals.warning("Refused %s from %s: %s.%s", what, network, reason, tail, extra=details)


log = RefusalLog()


def log_refusal(what: str, host: str, reason: Reason) -> None:
    """Log one refusal, as `RefusalLog.add`."""
    REFUSALS.labels(reason).inc()
    log.add(what, host, reason)


def network_of(host: str) -> str:
    """The network of an address: the first 24 bits of IPv4, the first 48 of IPv6."""
    try:
        address = ipaddress.ip_address(host.partition("/")[0])
    except ValueError:
        return "an unknown address"
    mapped = address.ipv4_mapped if address.version == 6 else None
    address = mapped or address
    return str(ipaddress.ip_network((address, 24 if address.version == 4 else 48), strict=False))


class RequestLog:
    """Gives each request an id and logs it, around everything else."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self._bucket, self._left_out = Bucket(REQUEST_LOG_RATE), 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        facts = begin_request(Headers(scope=scope).get(HEADER, ""))
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
                self._log(scope, {"status": status, **facts}, time.monotonic() - began)

    def _log(self, scope: Scope, facts: dict[str, object], seconds: float) -> None:
        if not self._bucket.take():
            self._left_out += 1
            return
        route, network = route_of(scope), network_of(host_of(HTTPConnection(scope)))
        kind = "websocket" if scope["type"] == "websocket" else "request"
        numbers = {"duration": round(seconds, 4), "left_out": self._left_out}
        details = about(kind, route=route, network=network, **numbers, **facts)
        self._left_out = 0
        shown = (route, network, facts["status"], seconds)
        requests.info("%s from %s: %s, %.4f s", *shown, extra=details)


def route_of(scope: Scope) -> str:
    """A request's route, without anything that the client chose: "GET /api/games/{name}"."""
    route = scope.get("route")
    if route is None:
        return "an unknown route"
    methods = getattr(route, "methods", None) or ()
    return f"{scope['method']} {route.path}" if scope.get("method") in methods else str(route.path)
