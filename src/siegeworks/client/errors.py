"""What can go wrong between a client and its server."""

from __future__ import annotations

from siegeworks.core.errors import SiegeworksError


class Unreachable(SiegeworksError):
    """The server does not answer."""


class Refused(SiegeworksError):
    """The server answers that it will not do this; nothing was changed."""

    def __init__(self, sentence: str, status: int = 400, version: int = 0) -> None:
        """A refusal: why, the status of the HTTP answer (400 over a WebSocket), and the version of
        the table then (0: it is about no table)."""
        super().__init__(sentence)
        self.status, self.version = status, version


class TableClosed(SiegeworksError):
    """The server has closed the connection to a table for good."""


def why(error: Exception) -> str:
    """What went wrong below the protocol, in the words of the system or of a library."""
    return str(getattr(error, "strerror", None) or error).rstrip(".") or type(error).__name__
