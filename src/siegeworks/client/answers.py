"""What comes from a server: texts without control characters, and what can go wrong"""

import re

from siegeworks.core.errors import SiegeworksError

# Control characters, which a terminal would obey: as JSON writes them, or as they are. A backslash
# that is written as two begins none.
CONTROLS = re.compile(
    r"(\\\\)|\\u00(?:0[0-8bcef]|1[0-9a-f]|7f|[89][0-9a-f])|\\[bf]|[\x7f-\x9f]", re.IGNORECASE
)


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
    """What went wrong below the protocol, in the words of the system or of a library, which may
    quote the server."""
    words = str(getattr(error, "strerror", None) or error).rstrip(".") or type(error).__name__
    return "".join(sign if sign.isprintable() else " " for sign in words)


def without_controls(text: str) -> str:
    r"""A JSON text with spaces in place of the control characters in its strings, except line ends
    and tabs.

    Examples:
        >>> without_controls(r'"a\u001b[2Jb\n"')
        '"a [2Jb\\n"'
    """
    return CONTROLS.sub(lambda match: match[1] or " ", text)
