"""What the host does not want: networks that it has blocked, and what clients are told then."""

import ipaddress
from collections.abc import Sequence
from contextlib import suppress

CLOSED_BY_HOST = "The host of this server has closed this table."
BLOCKED = "The host of this server has blocked your address."
Network = ipaddress.IPv4Network | ipaddress.IPv6Network


class Blocks:
    """The networks whose requests are refused."""

    def __init__(self) -> None:
        self._texts: Sequence[str] = ()
        self._networks: list[Network] = []

    def set(self, networks: Sequence[str]) -> bool:
        """From now on block these and no others. False: nothing has changed."""
        if networks == self._texts:
            return False
        self._texts, self._networks = networks, []
        for text in networks:
            with suppress(ValueError):  # not written by us
                self._networks.append(ipaddress.ip_network(text))
        return True

    def has(self, host: str) -> bool:
        """Is this address blocked, or this network, as limits count IPv6?"""
        if not self._networks:
            return False
        try:
            theirs = ipaddress.ip_network(host, strict=False)
        except ValueError:
            return False
        mapped = getattr(theirs.network_address, "ipv4_mapped", None)
        if mapped is not None:  # as some proxies write it
            theirs = ipaddress.ip_network(mapped)
        return any(
            theirs.version == ours.version and ours.supernet_of(theirs)  # type: ignore[arg-type]
            for ours in self._networks
        )
