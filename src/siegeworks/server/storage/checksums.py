"""Checksums, with which damage to stored tables is noticed.

SQLite does not notice a changed bit inside a value. So every row has a checksum (CRC-32: it detects
every error burst of up to 32 bits and misses one in four billion others). The checksums of a
table's events form a chain: each continues the one before, so that a missing, repeated or misplaced
event is noticed too. The table's own row stores the number of events and the last checksum.
"""

import sqlite3
import zlib
from collections.abc import Sequence
from typing import Any

import msgspec

from siegeworks.core.errors import SiegeworksError
from siegeworks.server.storage.event_log import Event

UNREADABLE = (
    "This table is damaged and can no longer be read. Other tables are not affected. The operator "
    "of this server may have a backup."
)

encode = msgspec.json.Encoder().encode


class Damaged(SiegeworksError):
    """A stored table is not what was written."""

    def __init__(self, table: str, why: str) -> None:
        """Args: the table; what is wrong, in words that reveal nothing of the game."""
        super().__init__(UNREADABLE)
        self.table, self.why = table, why


def is_damage(error: Exception) -> bool:
    """Did reading fail because the data is damaged, not because of the disk? The message of such an
    error may contain data: Python reports invalid text as an OperationalError without an SQLite
    error code, and quotes it."""
    is_disk_error = isinstance(error, sqlite3.OperationalError) and hasattr(
        error, "sqlite_errorcode"
    )
    is_our_own = isinstance(error, SiegeworksError)  # which is a ValueError too
    is_data_error = isinstance(error, sqlite3.DatabaseError | ValueError)
    return is_data_error and not is_our_own and not is_disk_error


def row_checksum(*values: Any) -> int:
    """The checksum of a row with these values: text, numbers, bytes or None."""
    return zlib.crc32(encode(values))


def first_checksum(table: str) -> int:
    """The start of the chain of a table's events."""
    return zlib.crc32(table.encode())


def next_checksum(before: int, version: int, event: Event) -> int:
    """The checksum of the event that makes this version. Where no clock runs, times leave no trace
    in it. Versions count from 1 on, and `before` is the checksum of the event before."""
    return zlib.crc32(encode((version, *(event[:-2] if event.at is None else event))), before)


def verified_events(
    table: str,
    length: int,
    tail: int,
    rows: Sequence[tuple[Any, ...]],
    after: tuple[int, int] | None = None,
) -> list[Event]:
    """The events of a table, compared with their checksums.

    Args:
        table: whose events they are.
        length, tail: how many there are, and the last checksum.
        rows: version, fields and checksum of each, in order.
        after: version and checksum of the event before them; None: they are all.

    Raises:
        Damaged: the first event that is not as it was written.
    """
    start, checksum = after or (0, first_checksum(table))
    events = []
    for number, (version, *fields, stored) in enumerate(rows, start + 1):
        event = Event(*fields)
        if version != number:
            raise Damaged(table, f"event {number} is missing")
        checksum = next_checksum(checksum, version, event)
        if checksum != stored:
            raise Damaged(table, f"event {number} is not as it was written")
        events.append(event)
    if start + len(events) != length:
        raise Damaged(table, f"there are {start + len(events)} events and should be {length}")
    if checksum != tail:
        raise Damaged(table, "the last event is not the one that was written")
    return events
