"""Who may come in and how fast: names, origins, rates, connections, and headers for browsers."""

from __future__ import annotations

import asyncio
import ipaddress
import re
import socket
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from math import inf
from typing import Generic, NamedTuple, TypeVar
from urllib.parse import urlsplit

import platformdirs
from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

T = TypeVar("T")
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
KEEPING = Rate(100_000, 5)  # events of tables that are kept, from one address: some 80 MB a day
TRAFFIC = Rate(2e6, 5e5)  # bytes to and from one address, with what they cost to make
FILLING = Rate(100, 20)  # frames of one WebSocket that are no messages: pings, parts of messages


# What messages cost beside their bytes, as so many bytes.
MESSAGE_COST = 4_000  # to read one and do what it asks
HELLO_COST = 20_000
EVENT_COST = 200  # to play an event of a table again that has to be loaded
SHORTEST_WAIT = 0.001  # seconds
MOST_DEBT_SECONDS = 5.0  # for which an address is not heard


class Bucket:
    """Counts against one rate (a token bucket)."""

    def __init__(self, rate: Rate) -> None:
        self.rate, self.left, self.then = rate, rate.burst, time.monotonic()

    def take(self, cost: float = 1.0) -> bool:
        """So much more; whether that is within the rate. What costs more than can be saved up is
        taken where all is left."""
        self._fill()
        if self.left < min(cost, self.rate.burst):
            return False
        self.left -= cost
        return True

    def spend(self, cost: float) -> None:
        """So much more in any case; what is not left is owed, for some seconds at most."""
        self._fill()
        self.left = max(-MOST_DEBT_SECONDS * self.rate.per_second, self.left - cost)

    def seconds_in_debt(self) -> float:
        """How long it takes until nothing is owed."""
        self._fill()
        return max(0.0, -self.left / self.rate.per_second)

    def _fill(self) -> None:
        now = time.monotonic()
        self.left = min(self.rate.burst, self.left + (now - self.then) * self.rate.per_second)
        self.then = now


class Account:
    """What the connections of one address have cost together. Who owes is heard later."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._bucket, self._in_turn = Bucket(TRAFFIC), asyncio.Lock()

    async def may_speak(self) -> None:
        """Wait until nothing is owed, one connection after another, and pay for a message."""
        async with self._in_turn:
            while (seconds := self._bucket.seconds_in_debt()) > 0:
                await asyncio.sleep(max(seconds, SHORTEST_WAIT))
            self._bucket.spend(MESSAGE_COST)

    def spend(self, cost: float) -> None:
        """Pay for something, in bytes."""
        self._bucket.spend(cost)


class ByAddress(Generic[T]):
    """One of a kind for every address, of the addresses heard of last."""

    def __init__(self, make: Callable[[str], T]) -> None:
        """None yet; `make` is called with an address, as limits count it."""
        self._make = make
        self._found: OrderedDict[str, T] = OrderedDict()

    def of(self, connection: HTTPConnection) -> T:
        """The one of where this comes from."""
        key = address_of(connection)
        found = self._found.pop(key, None) or self._make(key)
        self._found[key] = found
        if len(self._found) > MOST_ADDRESSES:
            self._found.popitem(last=False)
        return found


class Limiter:
    """One rate for every address."""

    def __init__(self, rate: Rate) -> None:
        self.rate = rate
        self._buckets = ByAddress(lambda _: Bucket(self.rate))

    def take(self, connection: HTTPConnection, cost: float = 1.0) -> bool:
        """So much more from where this comes from; whether that is within the rate."""
        return self._buckets.of(connection).take(cost)


class OpenCount:
    """How many connections of a kind are open, from each address."""

    def __init__(self) -> None:
        self._open: Counter[str] = Counter()

    def take(self, key: str, of_one: float, of_all: int) -> bool:
        """One more from this address, if it has fewer than `of_one` and all have fewer than
        `of_all`; whether there is one. Then `release` it."""
        if self._open[key] >= of_one or self._open.total() >= of_all:
            return False
        self._open[key] += 1
        return True

    def release(self, key: str) -> None:
        """One that was taken is closed."""
        self._open[key] -= 1
        if not self._open[key]:
            del self._open[key]

    def __len__(self) -> int:
        """How many addresses are remembered."""
        return len(self._open)


class Lines:
    """The WebSockets that are open now, each with what it costs."""

    def __init__(self) -> None:
        self._open = OpenCount()

    @contextmanager
    def one_more(self, connection: HTTPConnection) -> Iterator[bool]:
        """Hold a place for a line from where this comes from; whether there is one."""
        key = address_of(connection)
        if not self._open.take(key, MOST_LINES_OF_ONE, MOST_LINES):
            yield False
            return
        try:
            yield True
        finally:
            self._open.release(key)


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
        self._open = OpenCount()

    def take(self, host: str) -> bool:
        """One more from this address; whether that is within the limits. Then `release` it."""
        of_one = inf if self._is_proxy(host) else MOST_CONNECTIONS_OF_ONE
        return self._open.take(network_key(host), of_one, MOST_CONNECTIONS)

    def release(self, host: str) -> None:
        """One that was taken is closed."""
        self._open.release(network_key(host))

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
