"""Check values: how damage to what is kept is noticed.

SQLite does not notice a bit that has changed inside a value. So every row of a table has a check
value (CRC-32: it finds every error burst of up to 32 bits, and overlooks one in four thousand
million others). Those of a table's events are a chain: each goes on from the one before, so that an
event that is missing, doubled or in another's place is noticed too, and the table's own row knows
how many there are and the last check value.
"""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Sequence
from typing import Any

import msgspec

from siegeworks.core.game import SiegeworksError
from siegeworks.server.log import Event

UNREADABLE = (
    "This table cannot be read any more: what is kept of it is damaged. Other tables are not "
    "affected; whoever runs this server may have a backup."
)

encode = msgspec.json.Encoder().encode


class Damaged(SiegeworksError):
    """What is kept of a table is not what was written."""

    def __init__(self, table: str, why: str) -> None:
        """Args: the table; what is wrong, in words that hold nothing of the game."""
        super().__init__(UNREADABLE)
        self.table, self.why = table, why


def is_damage(error: Exception) -> bool:
    """Did reading fail by what is kept, and not by the disk? The words of such an error may hold
    what was read: Python reports text that is none as an OperationalError without a code of SQLite,
    and cites it."""
    is_of_the_disk = isinstance(error, sqlite3.OperationalError) and hasattr(
        error, "sqlite_errorcode"
    )
    is_ours = isinstance(error, SiegeworksError)  # which is a ValueError too
    is_reading = isinstance(error, sqlite3.DatabaseError | ValueError)
    return is_reading and not is_ours and not is_of_the_disk


def row_check(*values: Any) -> int:
    """The check value of a row with these values: text, numbers, bytes or None."""
    return zlib.crc32(encode(values))


def first_check(table: str) -> int:
    """What the chain of a table's events begins with."""
    return zlib.crc32(table.encode())


def next_check(before: int, version: int, event: Sequence[str | None]) -> int:
    """The check value of the event that makes this version.

    Args:
        before: that of the event before.
        version: the event's number, from 1 on.
        event: its kind, actor, token and request.
    """
    return zlib.crc32(encode((version, *event)), before)


def checked_events(
    table: str, length: int, tail: int, rows: Sequence[tuple[int, str, str, str, str | None, int]]
) -> list[Event]:
    """The events of a table, compared with their check values.

    Args:
        table: whose events they are.
        length, tail: how many there are, and the last check value.
        rows: version, kind, actor, token, request and check value of each, in order.

    Raises:
        Damaged: which is the first that is not as it was written.
    """
    check, events = first_check(table), []
    for number, (version, *event, kept) in enumerate(rows, 1):
        if version != number:
            raise Damaged(table, f"event {number} is missing")
        check = next_check(check, version, event)
        if check != kept:
            raise Damaged(table, f"event {number} is not as it was written")
        events.append(Event(*event))  # type: ignore[arg-type]
    if len(events) != length:
        raise Damaged(table, f"there are {len(events)} events and should be {length}")
    if check != tail:
        raise Damaged(table, "the last event is not the one that was written")
    return events
