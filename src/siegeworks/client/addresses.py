"""Addresses of a server and of what its page shows: tables, invitations."""

import re
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from siegeworks.core.errors import SiegeworksError, quote

HOST = re.compile(r"[\w.:-]+")
TABLE_ID = re.compile(r"[A-Za-z0-9_-]{16}")


class Address(NamedTuple):
    """Where a link of the page leads."""

    server: str  # "https://play.example.org"
    table: str = ""  # its id; empty: the link names none
    code: str = ""  # of an invitation; empty: it is none

    @property
    def websocket(self) -> str:
        """The server's address for WebSockets."""
        return "ws" + self.server.removeprefix("http")


def address(link: str) -> Address:
    """What a link says: the server's address, or a link to a table or an invitation.

    Args:
        link: `http://localhost:7373`, `https://play.example.org/#/join/ABCD-EFGH-JKLM`; without
            a scheme http is meant.

    Raises:
        SiegeworksError: it is not a link of a server.

    Examples:
        >>> address("https://play.example.org/#/join/ABCD-EFGH-JKLM").code
        'ABCD-EFGH-JKLM'
        >>> address("localhost:7373").server
        'http://localhost:7373'
    """
    text = link.strip()
    parts = urlsplit(text if "://" in text else f"http://{text}")
    try:
        is_host = HOST.fullmatch(parts.hostname or "") is not None and parts.port != 0
        is_valid = parts.scheme in ("http", "https") and is_host
    except ValueError:
        is_valid = False
    if not is_valid or parts.username is not None:
        start = f"{quote(link)}: give" if text else "Give"
        raise SiegeworksError(
            f"{start} the address of a server, such as http://localhost:7373, or a link to a table."
        )
    server = f"{parts.scheme}://{parts.netloc.lower()}"
    page, _, name = parts.fragment.strip("/").partition("/")
    name = unquote(name.partition("/")[0])
    if page == "table":
        if not TABLE_ID.fullmatch(name):
            raise SiegeworksError(f"{quote(link)}: this is not a link to a table. Copy it again.")
        return Address(server, table=name)
    return Address(server, code=name) if page == "join" else Address(server)
