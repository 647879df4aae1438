"""The stored rows of a table: its head, its seats and its events, each with a checksum.

What reads them raises Damaged if they are not as they were written.
"""

import json
import time
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from siegeworks.play.clock import ClockSettings
from siegeworks.server.messages import Who
from siegeworks.server.storage.checksums import (
    Damaged,
    first_checksum,
    next_checksum,
    row_checksum,
    verified_events,
)
from siegeworks.server.storage.database import Database, marks
from siegeworks.server.storage.event_log import Event

TOUCH_SECONDS = 3600.0  # the precision with which the last use of a table is stored
HERE, GONE, CLOSED = 0, 1, 2  # values of `is_gone`: GONE while its events are being deleted


class SeatRow(NamedTuple):
    """Who has a seat."""

    seat: int
    who: Who
    level: int = 0  # of a bot
    name: str = ""
    color: str = ""
    key_hash: bytes | None = None
    code_hash: bytes | None = None
    used: float | None = None  # roughly when its key was last used; None: unknown
    next_hash: bytes | None = None  # of the key that replaces it, once it is used
    request_hash: bytes | None = None  # of the request that took the seat, until its key is used
    is_bot: int = 0  # 1: a program has taken it
    # Of keys for other devices of the seat's owner; in an SQL table of their own.
    further: tuple[bytes, ...] = ()


SEAT_COLUMNS = ", ".join(SeatRow._fields[:-1])
MOST_FURTHER = 12  # further keys of a seat; the oldest end


class TableRow(NamedTuple):
    """What is stored of a table besides its events."""

    id: str
    game: str
    options: dict[str, str]
    ruleset: int
    opened: float
    seats: list[SeatRow]
    touched: float = 0.0  # when somebody was last there, to the hour
    map_rows: str = ""  # the rows of its map, one a line, if it is not a shipped one
    clock: ClockSettings | None = None


class Head(NamedTuple):
    """A row of `game_table`, without its checksum."""

    id: str
    game: str
    options: str
    ruleset: int
    seats: int
    opened: float
    touched: float
    length: int
    tail: int
    is_gone: int
    map_rows: str = ""
    clock: str = ""  # `ClockSettings.text`

    @property
    def checksum(self) -> int:
        """Of the row. Neither a shipped map nor a missing clock leaves a trace in it."""
        return row_checksum(*(self if self.clock else self[:-1] if self.map_rows else self[:-2]))

    def is_at(self, version: int) -> bool:
        """Can events be added to its log, which is `version` events long?"""
        return not self.is_gone and self.length == version


HEAD_COLUMNS = ", ".join(Head._fields)
EVENT_COLUMNS = ", ".join(Event._fields)


def append_events(db: Database, table: str, version: int, events: Sequence[Event]) -> bool:
    """Add events to a log that is `version` events long, and update its row. False, and nothing is
    added: there is no such table, or its log has another length."""
    head = read_head(db, table)
    if head is None or not head.is_at(version):
        return False
    after, rows = continued(head, events)
    db.executemany(
        f"INSERT INTO event (game_table, version, {EVENT_COLUMNS}, chain) "
        f"VALUES (?, ?, {marks(Event._fields)}, ?)",
        rows,
    )
    update_table(db, after)
    return True


def continued(head: Head, events: Sequence[Event]) -> tuple[Head, list[tuple[Any, ...]]]:
    """The row of a table once these events are added to its log, and the rows of these events."""
    tail, rows = head.tail, []
    for number, event in enumerate(events, head.length + 1):
        tail = next_checksum(tail, number, event)
        rows.append((head.id, number, *event, tail))
    now = time.time()
    touched = now if head.touched < now - TOUCH_SECONDS else head.touched
    return head._replace(length=head.length + len(rows), tail=tail, touched=touched), rows


def update_table(db: Database, head: Head) -> None:
    db.execute(
        "UPDATE game_table SET touched = ?, length = ?, tail = ?, is_gone = ?, row_check = ? "
        "WHERE id = ?",
        (head.touched, head.length, head.tail, head.is_gone, head.checksum, head.id),
    )


def read_head(db: Database, table: str) -> Head | None:
    """The row of a table, compared with its checksum."""
    row = db.execute(
        f"SELECT {HEAD_COLUMNS}, row_check FROM game_table WHERE id = ?{db.lock}",
        (table,),
    ).fetchone()
    if row is None:
        return None
    head = Head(*row[:-1])
    if head.checksum != row[-1]:
        raise Damaged(table, "its row is not as it was written")
    return head


def read_table(db: Database, head: Head) -> TableRow:
    """A table without its events."""
    seats = read_seats(db, head.id)
    if len(seats) != head.seats:
        raise Damaged(head.id, "a seat is missing")
    return table_row(head, seats)


def table_row(head: Head, seats: list[SeatRow]) -> TableRow:
    """What a table's own row and its seats say."""
    return TableRow(
        *(head.id, head.game, json.loads(head.options), head.ruleset, head.opened, seats),
        *(head.touched, head.map_rows, ClockSettings.parse(head.clock)),
    )


def read_seats(db: Database, table: str) -> list[SeatRow]:
    rows = db.execute(
        f"SELECT {SEAT_COLUMNS}, row_check FROM seat WHERE game_table = ? ORDER BY seat",
        (table,),
    ).fetchall()
    for number, (*seat, stored) in enumerate(rows):
        if seat[0] != number or _seat_checksum(table, seat) != stored:
            raise Damaged(table, f"seat {number} is not as it was written")
    keys = db.execute(
        "SELECT seat, key_hash, further_hash FROM further_key WHERE game_table = ? ORDER BY made",
        (table,),
    )
    # By the seat, and by the key beside which they are valid.
    further = defaultdict[tuple[int, bytes | None], tuple[bytes, ...]](tuple)
    for number, key_hash, digest in keys:
        further[number, key_hash] += (digest,)
    seats = [SeatRow(*row[:-1]) for row in rows]
    if not further:
        return seats
    return [seat._replace(further=further[seat.seat, seat.key_hash]) for seat in seats]


def add_further_key(
    db: Database, table: str, seat: SeatRow, digest: bytes, made_for: str = ""
) -> None:
    """A further key of a seat, valid until the seat gets a new key or until what the key was made
    for ends, such as a session."""
    old = [(digest,) for digest in seat.further[: len(seat.further) + 1 - MOST_FURTHER]]
    db.executemany("DELETE FROM further_key WHERE further_hash = ?", old)
    db.execute(
        "INSERT INTO further_key (further_hash, game_table, seat, key_hash, made_for, made) "
        "VALUES (?, ?, ?, ?, ?, ?)",
        (digest, table, seat.seat, seat.key_hash, made_for, db.now()),
    )


def end_further_keys(db: Database, made_for: str) -> list[str]:
    """The further keys that were made for this are no longer valid; returns their tables."""
    rows = db.execute("SELECT DISTINCT game_table FROM further_key WHERE made_for = ?", (made_for,))
    tables = [str(table) for (table,) in rows]
    db.execute("DELETE FROM further_key WHERE made_for = ?", (made_for,))
    for table in tables:
        db.notify(table, 0)
    return tables


def _seat_checksum(table: str, seat: Sequence[Any]) -> int:
    """The checksum of a seat. Where no program has taken it, that leaves no trace."""
    return row_checksum(table, *(seat if seat[-1] else seat[:-1]))


def update_seat(db: Database, table: str, seat: SeatRow) -> None:
    """Write a seat again, with its checksum."""
    db.execute("DELETE FROM seat WHERE game_table = ? AND seat = ?", (table, seat.seat))
    db.execute(
        "DELETE FROM further_key WHERE game_table = ? AND seat = ? AND key_hash <> ?",
        (table, seat.seat, seat.key_hash),
    )
    insert_seats(db, table, [seat])


def insert_seats(db: Database, table: str, seats: Sequence[SeatRow]) -> None:
    db.executemany(
        f"INSERT INTO seat (game_table, {SEAT_COLUMNS}, row_check) "
        f"VALUES (?, {marks(SeatRow._fields[:-1])}, ?)",
        [(table, *seat[:-1], _seat_checksum(table, seat[:-1])) for seat in seats],
    )


def read_events(db: Database, table: str) -> list[Event]:
    head = read_head(db, table)
    return [] if head is None else read_events_after(db, head, 0)


class WholeTable(NamedTuple):
    """All that is stored of a table, except how it stands."""

    head: Head
    seats: list[SeatRow]
    events: list[Event]

    @property
    def row(self) -> TableRow:
        """The table without its events."""
        return table_row(self.head, self.seats)


def read_whole_table(db: Database, table: str) -> WholeTable | None:
    """A table with all its events; None if it is being deleted."""
    head = read_head(db, table)
    if head is None or head.is_gone == GONE:
        return None
    seats = [seat._replace(further=()) for seat in read_table(db, head).seats]  # of accounts here
    return WholeTable(head, seats, read_events(db, table))


def add_whole_table(db: Database, whole: WholeTable) -> bool:
    """Write a table as it was read elsewhere. False: it is here already, just so.

    Raises:
        Damaged: what is here is not as it was written, or would not be what was read.
        ValueError: another table of this name is here.
    """
    here = read_whole_table(db, whole.head.id)
    if here is not None:
        if here._replace(head=here.head._replace(touched=whole.head.touched)) != whole:
            raise ValueError("another table of this name is here")
        return False
    empty = whole.head._replace(length=0, tail=first_checksum(whole.head.id), is_gone=HERE)
    insert_table(db, empty)
    insert_seats(db, whole.head.id, whole.seats)
    append_events(db, whole.head.id, 0, whole.events)
    update_table(db, whole.head)
    if read_whole_table(db, whole.head.id) != whole:
        raise Damaged(whole.head.id, "it is not what was read")
    return True


def insert_table(db: Database, head: Head) -> None:
    row = *head, head.checksum
    db.execute(f"INSERT INTO game_table ({HEAD_COLUMNS}, row_check) VALUES ({marks(row)})", row)


def read_events_after(db: Database, head: Head, version: int) -> list[Event]:
    """The events that a table has had since this version, compared with their checksums."""
    rows = db.execute(
        f"SELECT version, {EVENT_COLUMNS}, chain FROM event WHERE game_table = ? "
        "AND version >= ? ORDER BY version",
        (head.id, version),
    ).fetchall()
    if version == 0:
        return verified_events(head.id, head.length, head.tail, rows)
    if not rows or rows[0][0] != version:
        raise Damaged(head.id, f"event {version} is missing")
    return verified_events(head.id, head.length, head.tail, rows[1:], (version, rows[0][-1]))


def check_table(db: Database, table: str) -> int:
    """Compare a table with its checksums; returns how many events it has.

    Raises:
        Damaged: it is not as it was written.
        sqlite3.DatabaseError: it cannot be read at all.
    """
    head = read_head(db, table)
    if head is None or head.is_gone == GONE:
        return 0
    read_table(db, head)
    return len(read_events(db, table))


def names_after(db: Database, table: str, most: int) -> list[str]:
    """The tables that come next, in order, even in a damaged file; none comes twice."""
    command = "SELECT id FROM game_table WHERE id > ? ORDER BY id LIMIT ?"
    return sorted(name for name in table_names(db, command, (table, most)) if name > table)


def table_names(db: Database, command: str, values: Iterable[Any]) -> list[str]:
    """Names of tables; invalid names in a damaged file are left out."""
    return [name for (name,) in db.execute(command, tuple(values)) if isinstance(name, str)]
