"""The log of refusals: what was refused, why, and from which network.

It is there to show an attack, so it holds nothing that an attacker chose: no path, header, token or
code as it was sent, only the reasons listed here. Addresses are shortened to their network. It is
written at a bounded rate, so that nobody fills the disk by being refused.
"""

from __future__ import annotations

import ipaddress
import logging
from collections import Counter
from typing import Literal

from siegeworks.server.doors import NOTING, Bucket

Reason = Literal[
    "a host name that is not ours",
    "Content-Length together with Transfer-Encoding",
    "a page of another origin",
    "too many requests",
    "too many connections",
    "too many messages",
    "messages that are none",
    "an unknown code of an invitation",
    "an unknown or expired token of a seat",
]

refusals = logging.getLogger("siegeworks.server.refusals")


class RefusalLog:
    """Writes refusals down, at most so many; those left out are counted."""

    def __init__(self) -> None:
        self._bucket = Bucket(NOTING)
        self._left_out: Counter[Reason] = Counter()

    def note(self, what: str, host: str, why: Reason) -> None:
        """Write one refusal down, if the rate allows it.

        Args:
            what: what was asked for, in words of ours: a route, never a path as it was sent.
            host: the address that it came from; only its network is written.
            why: the reason.
        """
        if not self._bucket.take():
            self._left_out[why] += 1
            return
        more = ", ".join(f"{count} for {reason}" for reason, count in self._left_out.items())
        self._left_out.clear()
        tail = f" Not written since the last line: {more}." if more else ""
        refusals.warning("Refused %s from %s: %s.%s", what, network_of(host), why, tail)


log = RefusalLog()


def note_refusal(what: str, host: str, why: Reason) -> None:
    """Write one refusal down, as `RefusalLog.note`."""
    log.note(what, host, why)


def network_of(host: str) -> str:
    """The network of an address: the first 24 bits of IPv4, the first 48 of IPv6."""
    try:
        address = ipaddress.ip_address(host.partition("/")[0])
    except ValueError:
        return "an unknown address"
    mapped = address.ipv4_mapped if address.version == 6 else None
    address = mapped or address
    return str(ipaddress.ip_network((address, 24 if address.version == 4 else 48), strict=False))
