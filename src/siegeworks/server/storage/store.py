"""The stored tables, in SQLite (`sqlite_store.py`) or in PostgreSQL (`postgresql/store.py`).

What is to be written waits for the next transaction (`group_writer.py`), and requests are answered
after it. Reading goes on during a write.

Damage (`checksums.py`) is confined to the table that it is in: the others are read and written as
before, and `health` counts the damaged ones.
"""

import asyncio
import json
import time
from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import ClassVar, NamedTuple, TypeVar

from siegeworks.server.runtime.settings import StoreLimits
from siegeworks.server.storage import leases, rows
from siegeworks.server.storage.checksums import Damaged, first_checksum
from siegeworks.server.storage.database import Database
from siegeworks.server.storage.event_log import Event
from siegeworks.server.storage.group_writer import (
    CHANGED_MEANWHILE,
    NO_ANSWER,
    Conflict,
    GroupWriter,
    Job,
    NotStored,
)
from siegeworks.server.storage.leases import Fence, holds
from siegeworks.server.storage.people_rows import OF_PEOPLE, OF_TABLES
from siegeworks.server.storage.presence import PresenceRow, read_presence
from siegeworks.server.storage.rows import CLOSED, GONE, Head, SeatRow, TableRow, WholeTable
from siegeworks.server.storage.service import set_flag
from siegeworks.server.storage.table_status import (
    Finished,
    OnFinished,
    StoredStatus,
    read_status,
    write_status,
)

T = TypeVar("T")
READERS = 4  # connections, so that reading a long log delays nobody
# What is deleted with a table, beside its events.
BESIDE_EVENTS = [
    "seat",
    *(kept.name for kept in (*OF_PEOPLE, *OF_TABLES) if kept.table_at is not None),
]
DELETE_BATCH = 500  # events deleted in one transaction, so that moves need not wait

# Called with the tables that other workers changed and their versions (0: who has a seat or is
# there); None: notices may have been missed.
Listener = Callable[[Iterable[tuple[str, int]] | None], object]


class StoreHealth(NamedTuple):
    """What is wrong with the stored tables."""

    damaged: int  # tables that cannot be read
    complaints: list[str]  # about the structure of the store; they name pages, not contents
    lost: int  # transactions that had been written and are missing

    @property
    def is_ok(self) -> bool:
        return self == (0, [], 0)


class News(NamedTuple):
    """What has happened at a table since a version that is known."""

    row: TableRow
    status: StoredStatus | None
    events: list[Event]
    present: list[PresenceRow]  # who is there, through any worker


Beside = Callable[[Database, TableRow], object]  # what else is written with a new table


@dataclass(frozen=True)
class Append:
    """A job: to add events to the log of a table, and what is stored with them."""

    table: str
    version: int  # how many events there are
    events: Sequence[Event]
    status: StoredStatus | None  # how the table stands then; None: that stays as it was
    flag: int | None  # when the flag of its clock falls then; None: no clock runs
    fence: Fence | None  # the lease under which this may be written; None: it needs none
    beside: Job | None  # writes what belongs to it in the same transaction

    @property
    def is_timed(self) -> bool:
        """Does a clock count here?"""
        return self.flag is not None or any(event.at is not None for event in self.events)

    def __call__(self, db: Database) -> None:
        """Store it."""
        table, version, events, fence = self.table, self.version, self.events, self.fence
        if not rows.append_events(db, table, version, events):
            raise Conflict(CHANGED_MEANWHILE)
        if fence is not None and not holds(db, fence):  # after its table, as all take them
            raise Conflict(CHANGED_MEANWHILE)
        if self.status is not None:
            write_status(db, table, self.status)
        if self.is_timed:
            set_flag(db, table, self.flag)
        if self.beside is not None:
            self.beside(db)
        db.notify(table, version + len(events))


class Store(GroupWriter):
    """Stored tables. Methods are called from the event loop; those that are awaited raise
    NotStored if the store cannot be used, and Damaged if their table is not as it was written."""

    is_shared: ClassVar[bool]  # may several workers use it at once?
    on_finished: OnFinished | None = None

    def __init__(self, limits: StoreLimits) -> None:
        super().__init__(limits)
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="reader")
        self._complaints: list[str] = []
        self._lost = 0

    def health(self) -> StoreHealth:
        """What is known to be wrong with the stored tables."""
        return StoreHealth(len(self.damaged), self._complaints, self._lost)

    def listen(self, listener: Listener) -> None:
        """From now on, say on the event loop what other workers change."""
        assert not self.is_shared, "a shared store must be able to listen"

    # Tables ---------------------------------------------------------------------------------------

    async def create(
        self,
        row: TableRow,
        events: Sequence[Event],
        status: StoredStatus | None = None,
        beside: Beside | None = None,
    ) -> None:
        """Store a new table, how it stands, and what else is written with it: all or nothing."""
        opened = float(row.opened)
        head = Head(
            *(row.id, row.game, json.dumps(row.options), row.ruleset, len(row.seats)),
            *(opened, opened),
            *(0, first_checksum(row.id), 0),
            *(row.map_rows, row.clock.text if row.clock else ""),
        )

        def job(db: Database) -> None:
            rows.insert_table(db, head)
            rows.insert_seats(db, row.id, row.seats)
            rows.append_events(db, row.id, 0, events)
            if status is not None:
                write_status(db, row.id, status)
            if beside is not None:
                beside(db, row)

        await self.write(job, table=row.id)

    async def add_table(self, whole: WholeTable) -> bool:
        """Store a table that comes from another store. False: it is here already, just so.

        Raises:
            Conflict: another table of this name is here.
        """

        def job(db: Database) -> bool:
            try:
                return rows.add_whole_table(db, whole)
            except Damaged:
                raise
            except ValueError:
                raise Conflict("Another table of this name is here.") from None

        return await self.write(job, table=whole.head.id)

    async def append(
        self,
        table: str,
        version: int,
        events: Sequence[Event],
        status: StoredStatus | None = None,
        fence: Fence | None = None,
        *,
        flag: int | None = None,
        finished: Finished | None = None,
        beside: Job | None = None,
    ) -> None:
        """Add events to a log that is `version` events long, and what is stored with them, as
        `Append` says.

        Args:
            finished: how the game ends with these events; None: it does not.

        Raises:
            Conflict: it has another length, it already contains one of the requests, or somebody
                else has the lease now.
        """
        on_finished = self.on_finished if finished is not None else None

        def more(db: Database) -> None:
            if finished is not None and on_finished is not None:
                on_finished(db, table, finished)
            if beside is not None:
                beside(db)

        all_beside = None if beside is None and on_finished is None else more
        append = Append(table, version, events, status, flag, fence, all_beside)
        await self.write(append, table=table)

    async def set_status(self, table: str, status: StoredStatus) -> None:
        """Store how a table stands."""

        def job(db: Database) -> None:
            head = rows.read_head(db, table)
            if head is not None and head.length == status.version:  # else it is out of date
                write_status(db, table, status)

        await self.write(job, table=table)

    async def take_seat(self, table: str, row: SeatRow) -> SeatRow | None:
        """Take a free seat. Returns the seat that this request has now, perhaps another one that it
        took before; None if somebody else has the seat."""

        def job(db: Database) -> SeatRow | None:
            rows.read_head(db, table)  # nobody else changes its seats meanwhile
            seats = rows.read_seats(db, table)
            had = (s for s in seats if row.request_hash and s.request_hash == row.request_hash)
            seat = next(had, None)
            if seat is None:
                seat = seats[row.seat]
                if seat.key_hash is not None or seat.who == "bot":
                    return None
                seat = seat._replace(
                    who="person",
                    name=row.name,
                    color=row.color,
                    request_hash=row.request_hash,
                    is_bot=row.is_bot,
                )
            seat = seat._replace(key_hash=row.key_hash, used=row.used)
            rows.update_seat(db, table, seat)
            db.notify(table, 0)
            return seat

        return await self.write(job, table=table)

    async def update_seats(self, table: str, changed: Sequence[SeatRow]) -> None:
        """Store what has changed about the keys of these seats, and nothing else: somebody may have
        given them another name meanwhile."""

        def job(db: Database) -> None:
            rows.read_head(db, table)
            stored = rows.read_seats(db, table)
            for row in changed:
                seat = stored[row.seat]._replace(
                    key_hash=row.key_hash,
                    used=row.used,
                    next_hash=row.next_hash,
                    request_hash=row.request_hash,
                )
                rows.update_seat(db, table, seat)
            db.notify(table, 0)

        await self.write(job, table=table)

    async def add_keys(
        self, table: str, keys: Mapping[int, bytes], made_for: str = ""
    ) -> list[SeatRow]:
        """Store further keys of seats by their digests, as `add_further_key`; returns all seats."""

        def job(db: Database) -> list[SeatRow]:
            rows.read_head(db, table)
            for seat in rows.read_seats(db, table):
                if seat.seat in keys and seat.key_hash is not None:
                    rows.add_further_key(db, table, seat, keys[seat.seat], made_for)
            db.notify(table, 0)
            return rows.read_seats(db, table)

        return await self.write(job, table=table)

    async def table(self, table: str) -> TableRow | None:
        """A table without its events; None if there is none of this name."""

        def job(db: Database) -> TableRow | None:
            head = rows.read_head(db, table)
            return None if head is None or head.is_gone else rows.read_table(db, head)

        return await self.read(job, table)

    async def is_closed(self, table: str) -> bool:
        """Has the host closed this table?"""

        def job(db: Database) -> bool:
            head = rows.read_head(db, table)
            return head is not None and head.is_gone == CLOSED

        return await self.read(job, table)

    async def table_and_status(self, table: str) -> tuple[TableRow | None, StoredStatus | None]:
        """A table without its events, and how it stands; None for what is not known."""

        def job(db: Database) -> tuple[TableRow | None, StoredStatus | None]:
            head = rows.read_head(db, table)
            if head is None or head.is_gone:
                return None, None
            return rows.read_table(db, head), read_status(db, table, head.length)

        return await self.read(job, table)

    async def since(self, table: str, version: int) -> News | None:
        """What has happened at a table since this version, which is not newer than what is stored;
        None if it no longer exists."""

        def job(db: Database) -> News | None:
            head = rows.read_head(db, table)
            if head is None or head.is_gone:
                return None
            return News(
                rows.read_table(db, head),
                read_status(db, table, head.length),
                rows.read_events_after(db, head, version),
                read_presence(db, table),
            )

        return await self.read(job, table)

    async def events(self, table: str) -> list[Event]:
        """The whole log of a table, compared with its checksums."""
        return await self.read(lambda db: rows.read_events(db, table), table)

    async def check(self, table: str) -> None:
        """Compare a table with its checksums; if it is damaged, add it to `damaged`."""
        with suppress(Damaged):
            await self.read(lambda db: rows.check_table(db, table), table)

    async def check_structure(self) -> None:
        """Check what holds the tables together; `health` reports what is wrong."""
        return  # a database looks after itself

    async def tables_after(self, table: str, most: int) -> list[str]:
        """The tables that come next, in the order of their names."""
        return await self.read(lambda db: rows.names_after(db, table, most))

    async def touch(self, table: str) -> bool:
        """Note that a table is in use. False: it no longer exists."""

        def job(db: Database) -> bool:
            head = rows.read_head(db, table)
            if head is None or head.is_gone:
                return False
            rows.update_table(db, head._replace(touched=time.time()))
            return True

        return await self.write(job, table=table)

    async def invitation(self, code_hash: bytes) -> tuple[TableRow, SeatRow] | None:
        """The table and the seat that an invitation is for; None if there is none."""
        tables = await self.read(
            lambda db: rows.table_names(
                db, "SELECT game_table FROM seat WHERE code_hash = ?", (code_hash,)
            )
        )
        row = await self.table(tables[0]) if tables else None
        if row is None:
            return None
        return row, next(seat for seat in row.seats if seat.code_hash == code_hash)

    # Deleting -------------------------------------------------------------------------------------

    async def unused(self, before: float, unstarted_before: float, most: int) -> list[str]:
        """Some tables that nobody has used since `before` or, where no person has acted yet, since
        `unstarted_before`, in seconds since 1970; and those whose deletion was interrupted."""

        def job(db: Database) -> list[str]:
            going = rows.table_names(db, "SELECT id FROM game_table WHERE is_gone = 1", ())
            return going + rows.table_names(
                db,
                "SELECT id FROM game_table WHERE touched < ? AND is_gone <> 1 "
                "AND (touched < ? OR NOT EXISTS (SELECT 1 FROM event "
                "WHERE game_table = id AND request IS NOT NULL)) ORDER BY touched LIMIT ?",
                (max(before, unstarted_before), before, most + len(self.damaged)),
            )

        return [table for table in await self.read(job) if table not in self.damaged][:most]

    async def delete(
        self, table: str, before: float, pause: float = 0.0, batch: int = DELETE_BATCH
    ) -> bool:
        """Delete a table, in parts of so many events, and return its space to the disk. False, and
        it stays, if somebody has used it since `before` (in seconds since 1970). The pause between
        two parts is a multiple of the time that the last part took."""

        def mark(db: Database) -> bool:
            head = rows.read_head(db, table)
            if head is None or (head.touched >= before and head.is_gone != GONE):
                return False
            rows.update_table(db, head._replace(is_gone=GONE))
            return True

        def delete_some(db: Database) -> bool:
            last = "SELECT max(version) FROM event WHERE game_table = ?"
            (version,) = db.execute(last, (table,)).fetchone()
            if version is not None:
                cursor = db.execute(
                    "DELETE FROM event WHERE game_table = ? AND version > ?",
                    (table, version - batch),
                )
                if not cursor.rowcount:
                    raise Damaged(table, "its events cannot be deleted")
                return True
            for beside in BESIDE_EVENTS:
                db.execute(f"DELETE FROM {beside} WHERE game_table = ?", (table,))
            leases.forget(db, leases.bots_of(table))
            db.execute("DELETE FROM game_table WHERE id = ?", (table,))
            return False

        if not await self.write(mark, table=table):
            return False
        for part in (delete_some, self._free_space):
            begun = time.monotonic()
            while await self.write(part, table=table):
                await asyncio.sleep(pause * (time.monotonic() - begun))
                begun = time.monotonic()
        return True

    # Leases ---------------------------------------------------------------------------------------

    async def claim(self, name: str, holder: str, seconds: float) -> Fence | None:
        """Take a lease, or keep it, as `leases.claim`.

        Raises:
            Conflict: somebody else takes it at the same time.
        """
        return await self.write(lambda db: leases.claim(db, name, holder, seconds), name)

    async def release(self, fence: Fence) -> None:
        """Give a lease back, as `leases.release`."""
        await self.write(partial(leases.release, fence=fence), fence.name)

    # Reading --------------------------------------------------------------------------------------

    async def read(self, job: Callable[[Database], T], table: str = "") -> T:
        """Run this in a thread, on one snapshot of the database.

        Raises:
            Damaged: `table` is not as it was written.
            NotStored: it could not be read.
        """
        if table in self.damaged:
            raise Damaged(table, self.damaged[table])
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(self.answer_seconds):
                return await loop.run_in_executor(self._readers, self._read_now, job, table)
        except TimeoutError:
            raise NotStored(NO_ANSWER) from None

    @abstractmethod
    def _read_now(self, job: Callable[[Database], T], table: str) -> T:
        """The same, in that thread."""

    def _free_space(self, db: Database) -> bool:
        """Return some of the space of what was deleted to the disk; is there more?"""
        return False
