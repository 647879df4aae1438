"""A client for programs: tables of a server, typed, and reconnecting by itself.

`Client` opens tables and takes seats; a `Session` is one table. The messages that it gets and sends
are those of the wire protocol.
"""

from siegeworks.client.addresses import Address, address
from siegeworks.client.answers import Refused, TableClosed, Unreachable
from siegeworks.client.client import Client, Seats, play_again
from siegeworks.client.session import Session

__all__ = [
    "Address",
    "Client",
    "Refused",
    "Seats",
    "Session",
    "TableClosed",
    "Unreachable",
    "address",
    "play_again",
]
