"""One client's connection to a table, as a room sees it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Any

from siegeworks.core.contract import SPECTATOR, Seat
from siegeworks.server.runtime.limits import Bucket
from siegeworks.server.runtime.settings import DEFAULTS


class Connection(ABC):
    """What a room knows about one client, and how it reaches it."""

    def __init__(self, address: str, seats: Iterable[Seat] = ()) -> None:
        """A connection to no table yet.

        Args:
            address: where it comes from, as limits count it.
            seats: the seats that it holds; none for a spectator.
        """
        self.address = address
        self.seats = frozenset(seats)
        self.audience: Seat = SPECTATOR  # whose view it gets: one of its seats, or SPECTATOR
        self.version = 0  # of the last view that it was sent
        self.shown_to: Seat = SPECTATOR  # the audience that view was made for
        self.shown_log: Any = (
            None  # the log whose versions that is one of: spectators may be behind
        )
        self.name = ""  # of a spectator, if it gave one
        self.allows_texts = False  # of a spectator: does it read and write texts in the chat?
        self.lines = Bucket(DEFAULTS.line_rate)  # of the chat
        self.is_closed = False
        self.arrived: float | None = None  # when the message that is handled came, by `monotonic`

    @abstractmethod
    def send(self, text: str) -> None:
        """Queue a message."""

    @abstractmethod
    def disconnect(self, reason: str, *, reconnect: bool = True) -> None:
        """Close the connection; may the client reconnect by itself at once?"""
