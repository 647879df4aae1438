"""How many connections may be open at once, together and from each address."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from math import inf

from starlette.requests import HTTPConnection

from siegeworks.server.http.addresses import address_of, network_key
from siegeworks.server.runtime.limits import OpenCount
from siegeworks.server.runtime.settings import DEFAULTS, ServerSettings
from siegeworks.server.tables.address_limits import AddressLimits


class OpenWebSockets:
    """The WebSockets that are open now."""

    def __init__(self, addresses: AddressLimits) -> None:
        self._addresses = addresses

    @contextmanager
    def open(self, connection: HTTPConnection) -> Iterator[bool]:
        """Count this WebSocket while the block runs; yields False if there are too many."""
        key = address_of(connection)
        if not self._addresses.open_websocket(key):
            yield False
            return
        try:
            yield True
        finally:
            self._addresses.close_websocket(key)


class ConnectionLimit:
    """The TCP connections that are open now, as long as they speak HTTP.

    A proxy named with `--proxy` carries everybody's connections; for it only the total is limited.
    """

    def __init__(self, proxies: Sequence[str] = (), settings: ServerSettings = DEFAULTS) -> None:
        """No connection yet.

        Args:
            proxies: addresses or networks that have no limit of their own.
            settings: how many connections there may be.
        """
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
