"""Who may come in and how fast: names, origins, rates, connections, and headers for browsers."""

from __future__ import annotations

import ipaddress
import re
import socket
import time
from collections import Counter, OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple
from urllib.parse import urlsplit

import platformdirs
from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

MOST_ADDRESSES = 10_000  # whose rates are remembered
MOST_LINES = 10_000  # WebSockets that are open
MOST_LINES_OF_ONE = 500  # of these, from one address
MOST_CONNECTIONS = 12_000  # TCP connections that speak HTTP; a WebSocket counts until it is open
MOST_CONNECTIONS_OF_ONE = 500  # of these, from one address

# A Host header (RFC 9110, 7.2): a name, an IPv4 address or an IPv6 address in brackets; a port.
HOST = re.compile(r"(?P<name>[a-z0-9._-]+|\[[0-9a-f:.]+\])(:[0-9]{1,5})?\Z")

HEADERS = {
    "content-security-policy": (
        "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; "
        "frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


class Rate(NamedTuple):
    """How much at once, and how much in the long run."""

    burst: float
    per_second: float


# Wide of what people do, and of a class of pupils behind one address.
SAYING = Rate(100, 20)  # messages of one WebSocket
CONNECTING = Rate(100, 5)  # WebSockets from one address
ASKING = Rate(300, 20)  # requests from one address
OPENING = Rate(60, 1)  # tables, seats and replays from one address
SHAPING = Rate(60, 2)  # boards with options of their own, from one address
NOTING = Rate(60, 0.1)  # lines in the log of refusals: about 1 MB a day at most
FILLING = Rate(100, 20)  # frames of one WebSocket that are no messages: pings, parts of messages


class Bucket:
    """Counts against one rate (a token bucket)."""

    def __init__(self, rate: Rate) -> None:
        self.rate, self.left, self.then = rate, rate.burst, time.monotonic()

    def take(self) -> bool:
        """One more; whether that is within the rate."""
        now = time.monotonic()
        self.left = min(self.rate.burst, self.left + (now - self.then) * self.rate.per_second)
        self.then = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


class Limiter:
    """One rate for every address."""

    def __init__(self, rate: Rate) -> None:
        self.rate = rate
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, connection: HTTPConnection) -> bool:
        """One more from where this comes from; whether that is within the rate."""
        key = address_of(connection)
        bucket = self._buckets.pop(key, None) or Bucket(self.rate)
        self._buckets[key] = bucket
        if len(self._buckets) > MOST_ADDRESSES:
            self._buckets.popitem(last=False)
        return bucket.take()


class Lines:
    """The WebSockets that are open now, each with what it costs."""

    def __init__(self) -> None:
        self._open: Counter[str] = Counter()

    @contextmanager
    def one_more(self, connection: HTTPConnection) -> Iterator[bool]:
        """Hold a place for a line from where this comes from; whether there is one."""
        key = address_of(connection)
        if self._open[key] >= MOST_LINES_OF_ONE or self._open.total() >= MOST_LINES:
            yield False
            return
        self._open[key] += 1
        try:
            yield True
        finally:
            self._open[key] -= 1
            if not self._open[key]:
                del self._open[key]


class ConnectionLimit:
    """The TCP connections that are open now, as long as they speak HTTP.

    A proxy that the host names brings everybody's connections; only the sum is limited for it.
    """

    def __init__(self, proxies: Sequence[str] = ()) -> None:
        """No connection yet.

        Args:
            proxies: addresses or networks that are not limited each.
        """
        self._proxies = [ipaddress.ip_network(proxy, strict=False) for proxy in proxies]
        self._open: Counter[str] = Counter()

    def take(self, host: str) -> bool:
        """One more from this address; whether that is within the limits. Then `release` it."""
        key = network_key(host)
        is_one_too_many = self._open[key] >= MOST_CONNECTIONS_OF_ONE and not self._is_proxy(host)
        if is_one_too_many or self._open.total() >= MOST_CONNECTIONS:
            return False
        self._open[key] += 1
        return True

    def release(self, host: str) -> None:
        """One that was taken is closed."""
        key = network_key(host)
        self._open[key] -= 1
        if not self._open[key]:
            del self._open[key]

    def _is_proxy(self, host: str) -> bool:
        try:
            address = ipaddress.ip_address(host)
        except ValueError:
            return False
        return any(address in network for network in self._proxies)


def host_of(connection: HTTPConnection) -> str:
    """The address that a connection comes from; "" where it is not known."""
    return connection.client.host if connection.client else ""


def address_of(connection: HTTPConnection) -> str:
    """Where a connection comes from, as limits count it."""
    return network_key(host_of(connection))


def network_key(host: str) -> str:
    """An address as limits count it; of IPv6 the network, for one house has many addresses."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if address.version == 6 and address.ipv4_mapped is not None:  # as some proxies write it
        return str(address.ipv4_mapped)
    if address.version == 6:
        return str(ipaddress.ip_network((address, 64), strict=False))
    return str(address)


class OwnNames:
    """The names under which this server is reached.

    An IP address is always one of them: nobody can lead a name of theirs to it (DNS rebinding) and
    have the browser write the address in place of the name.
    """

    def __init__(self, listened: Sequence[str] = (), origins: Sequence[str] = ()) -> None:
        """The names of this machine, and more.

        Args:
            listened: hosts that the server listens to, as `--host` names them.
            origins: addresses under which others pass the page on: "https://play.example.org".
        """
        own = socket.gethostname().lower()
        named = (urlsplit(origin).hostname or "" for origin in origins)
        self.names = {"localhost", own, f"{own}.local", *(n.lower() for n in listened), *named}

    def has(self, host: str) -> bool:
        """Is this Host header, or the host of an origin, one of ours?"""
        found = HOST.match(host.lower())
        if found is None:
            return False
        name = found["name"].removesuffix(".")
        if name in self.names or name.endswith(".localhost"):
            return True
        try:
            ipaddress.ip_address(name.strip("[]"))
        except ValueError:
            return False
        return True


class Origins:
    """From which pages a browser may speak to us: our own, and those that the host names."""

    def __init__(self, names: OwnNames, named: Sequence[str] = ()) -> None:
        self.names = names
        self.named = frozenset(origin.rstrip("/").lower() for origin in named)

    def allow(self, connection: HTTPConnection) -> bool:
        """Is this said by a page that may say it?

        A page of ours comes from the host that it speaks to; that this host is one of ours was
        checked before.
        """
        origin = connection.headers.get("origin", "").lower()
        if origin in self.named:
            return True
        scheme = {"ws": "http", "wss": "https"}.get(connection.url.scheme, connection.url.scheme)
        host = connection.headers.get("host", "").lower()
        return origin == f"{scheme}://{host}" and self.names.has(host)


def for_strangers(sentence: str) -> str:
    """A sentence without the folders of this machine, which are nobody else's business."""
    return sentence.replace(str(platformdirs.user_data_path("siegeworks")), "…")


class SafeHeaders:
    """Adds what tells browsers to be careful to every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, with headers."""

        async def careful(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        await self.app(scope, receive, careful)
