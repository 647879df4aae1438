"""Where connections come from, as limits and logs count it, and how many may be open at once,
together and from each address."""

import ipaddress
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from math import inf

from starlette.requests import HTTPConnection

from siegeworks.server.runtime.limits import OpenCount
from siegeworks.server.runtime.settings import DEFAULTS, ServerSettings
from siegeworks.server.tables.address_limits import AddressLimits


def host_of(connection: HTTPConnection) -> str:
    """The address that a connection comes from; "" if unknown."""
    return connection.client.host if connection.client else ""


def address_of(connection: HTTPConnection) -> str:
    """Where a connection comes from, as limits count it."""
    return network_key(host_of(connection))


def network_key(host: str) -> str:
    """An address as limits count it: for IPv6 the network, since a household has many addresses."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if address.version == 6 and address.ipv4_mapped is not None:  # as some proxies write it
        return str(address.ipv4_mapped)
    if address.version == 6:
        return str(ipaddress.ip_network((address, 64), strict=False))
    return str(address)


@contextmanager
def counted_websocket(addresses: AddressLimits, connection: HTTPConnection) -> Iterator[bool]:
    """Count this WebSocket while the block runs; yields False if there are too many."""
    key = address_of(connection)
    if not addresses.open_websocket(key):
        yield False
        return
    try:
        yield True
    finally:
        addresses.close_websocket(key)


class ConnectionLimit:
    """The TCP connections that are open now, as long as they speak HTTP.

    A proxy (an address or a network) carries everybody's connections; for it only the total is
    limited.
    """

    def __init__(self, proxies: Sequence[str] = (), settings: ServerSettings = DEFAULTS) -> None:
        self._proxies = [ipaddress.ip_network(proxy, strict=False) for proxy in proxies]
        self._settings, self._open = settings, OpenCount()

    def take(self, host: str) -> bool:
        """Count one more from this address; False if there are too many. `release` it later."""
        per_address = inf if self._is_proxy(host) else self._settings.max_connections_per_address
        return self._open.take(network_key(host), per_address, self._settings.max_connections)

    def release(self, host: str) -> None:
        """One that was counted is closed."""
        self._open.release(network_key(host))

    def _is_proxy(self, host: str) -> bool:
        try:
            address = ipaddress.ip_address(host)
        except ValueError:
            return False
        return any(address in network for network in self._proxies)
