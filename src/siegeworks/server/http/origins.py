"""Where requests may go and come from: host names, origins, and headers for browsers. Only requests
to our own host names, with one declared length, are handled."""

import ipaddress
import re
import socket
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

import platformdirs
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from siegeworks.server.http.addresses import host_of
from siegeworks.server.http.answers import error_answer
from siegeworks.server.http.logs import Reason, log_refusal
from siegeworks.server.tables.blocks import BLOCKED, Blocks

# A Host header (RFC 9110, 7.2): a name, an IPv4 address or an IPv6 address in brackets; a port.
HOST = re.compile(r"(?P<name>[a-z0-9._-]+|\[[0-9a-f:.]+\])(:[0-9]{1,5})?\Z")

SECURITY_HEADERS = {
    "content-security-policy": (
        "default-src 'self'; img-src 'self' blob:; object-src 'none'; base-uri 'none'; "
        "form-action 'self'; frame-ancestors 'none'"  # blob: pictures that the page makes
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


class HostNames:
    """The host names under which this server is reached.

    IP addresses are always among them: DNS rebinding points a foreign name at our address, and the
    browser then sends that name, never the address.
    """

    def __init__(self, listened: Sequence[str] = (), origins: Sequence[str] = ()) -> None:
        """The names of this machine, of hosts that the server listens on, as `--host` names them,
        and of reverse proxies at such addresses: "https://play.example.org"."""
        own = socket.gethostname().lower()
        named = (urlsplit(origin).hostname or "" for origin in origins)
        self.names = {"localhost", own, f"{own}.local", *(n.lower() for n in listened), *named}

    def has(self, host: str) -> bool:
        """Is this Host header, or the host of an origin, one of our names?"""
        match = HOST.match(host.lower())
        if match is None:
            return False
        name = match["name"].removesuffix(".")
        if name in self.names or name.endswith(".localhost"):
            return True
        try:
            ipaddress.ip_address(name.strip("[]"))
        except ValueError:
            return False
        return True


class Origins:
    """The pages that may use this server: its own, and those named with `--origin`."""

    def __init__(self, names: HostNames, named: Sequence[str] = ()) -> None:
        self.names = names
        self.named = frozenset(origin.rstrip("/").lower() for origin in named)

    def allow(self, connection: HTTPConnection) -> bool:
        """Does this request come from an allowed page?

        Our own page comes from the host that it sends to; that this host is our own was checked
        before.
        """
        if connection.headers.get("sec-fetch-site", "") == "cross-site":
            return False
        origin = connection.headers.get("origin", "").lower()
        if origin in self.named:
            return True
        scheme = {"ws": "http", "wss": "https"}.get(connection.url.scheme, connection.url.scheme)
        host = connection.headers.get("host", "").lower()
        return origin == f"{scheme}://{host}" and self.names.has(host)


def is_secure(connection: HTTPConnection) -> bool:
    """Does the browser reach us over TLS, perhaps through a proxy?"""
    origin = connection.headers.get("origin", "")
    return origin.lower().startswith("https:") or connection.url.scheme in ("https", "wss")


def without_folders(sentence: str, maps_folder: Path | None) -> str:
    """A sentence without the folders of this machine, which clients need not know: that of its data
    and that of the host's maps."""
    for folder in (maps_folder, platformdirs.user_data_path("siegeworks")):
        if folder is not None:
            sentence = sentence.replace(str(folder), "…")
    return sentence


class SafeHeaders:
    """Adds security headers to every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_safely(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                headers = MutableHeaders(scope=message)
                for name, value in SECURITY_HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        await self.app(scope, receive, send_safely)


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
