"""The refusal log: what was refused, why, and from which network.

It shows attacks, so it contains nothing that an attacker chose: no path, header, key or code as
it was sent, only the reasons listed here. Addresses are shortened to their network. It is written
at a bounded rate, so that nobody fills the disk by being refused.
"""

from __future__ import annotations

import ipaddress
import logging
from collections import Counter
from typing import Literal

from siegeworks.server.monitoring.metrics import REFUSALS
from siegeworks.server.runtime.limits import REFUSAL_LOG_RATE, Bucket
from siegeworks.server.runtime.logs import about

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

refusals = logging.getLogger("siegeworks.server.refusals")


class RefusalLog:
    """Logs refusals at a bounded rate; those left out are counted."""

    def __init__(self) -> None:
        self._bucket = Bucket(REFUSAL_LOG_RATE)
        self._left_out: Counter[Reason] = Counter()

    def add(self, what: str, host: str, reason: Reason) -> None:
        """Log one refusal, if the rate allows it.

        Args:
            what: what was refused, in our own words: a route, never a path as it was sent.
            host: the address that it came from; only its network is logged.
            reason: why it was refused.
        """
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
