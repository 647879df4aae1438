"""One client's connection to a table, as a room sees it."""

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Iterable

from siegeworks.core.contract import SPECTATOR, Seat
from siegeworks.server.runtime.limits import Bucket
from siegeworks.server.runtime.settings import DEFAULTS, Rate
from siegeworks.server.storage.event_log import EventLog

MOST_OWN_LINES = 50


class Connection(ABC):
    """What a room knows about one client, and how it reaches it."""

    def __init__(
        self, address: str, seats: Iterable[Seat] = (), line_rate: Rate = DEFAULTS.line_rate
    ) -> None:
        """A connection to no table yet."""
        self.address = address  # where it comes from, as limits count it
        self.seats = frozenset(seats)  # none for a spectator
        self.audience: Seat = SPECTATOR  # whose view it gets: one of its seats, or SPECTATOR
        self.version = 0  # of the last view that it was sent
        self.shown_to: Seat = SPECTATOR  # the audience that view was made for
        # The log that `version` belongs to: spectators may be behind.
        self.shown_log: EventLog | None = None
        self.name = ""  # of a spectator, if it gave one
        self.allows_texts = False  # of a spectator: does it read and write texts in the chat?
        self.lines = Bucket(line_rate)  # of the chat
        # Of a spectator: the requests of what it has said last.
        self.own_lines: deque[str] = deque(maxlen=MOST_OWN_LINES)
        self.is_closed = False
        self.arrived: float | None = None  # when the message that is handled came, by `monotonic`

    @abstractmethod
    def send(self, text: str) -> None:
        """Queue a message."""

    @abstractmethod
    def disconnect(self, reason: str, *, reconnect: bool = True) -> None:
        """Close the connection; may the client reconnect by itself at once?"""
