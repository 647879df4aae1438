"""Where a connection comes from, as limits and logs count it."""

from __future__ import annotations

import ipaddress

from starlette.requests import HTTPConnection


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
