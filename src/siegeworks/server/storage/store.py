"""The stored tables, in SQLite (`sqlite_store.py`) or in PostgreSQL (`postgresql/store.py`).

What is to be written waits for the next transaction (`group_writer.py`), and requests are answered
after it. Reading goes on during a write.

Damage (`checksums.py`) is confined to the table that it is in: the others are read and written as
before, and `health` counts the damaged ones.
"""

from __future__ import annotations

import asyncio
import json
import time
from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import ClassVar, NamedTuple, TypeVar

from siegeworks.play.clock import Period
from siegeworks.server.storage import job_reports, leases, noticeboard, presence, service
from siegeworks.server.storage.checksums import Damaged, first_checksum
from siegeworks.server.storage.database import Database
from siegeworks.server.storage.event_log import Event
from siegeworks.server.storage.finished import Finished, OnFinished
from siegeworks.server.storage.group_writer import (
    CHANGED_MEANWHILE,
    Append,
    Conflict,
    GroupWriter,
    Job,
)
from siegeworks.server.storage.job_reports import Wish
from siegeworks.server.storage.leases import Fence, holds
from siegeworks.server.storage.noticeboard import AddressUse, Noticeboard
from siegeworks.server.storage.presence import PresenceRow
from siegeworks.server.storage.rows import (
    CLOSED,
    GONE,
    Head,
    SeatRow,
    TableRow,
    WholeTable,
    add_further_key,
    add_whole_table,
    append_events,
    check_table,
    insert_seats,
    insert_table,
    names_after,
    read_events,
    read_events_after,
    read_head,
    read_seats,
    read_table,
    table_names,
    update_seat,
    update_table,
    with_keys_of,
)
from siegeworks.server.storage.table_status import StoredStatus, read_status, write_status

T = TypeVar("T")
READERS = 4  # connections, so that reading a long log delays nobody
SILENT_SECONDS = 20.0  # after which a worker that stores no heartbeat counts as gone
# What is deleted with a table, beside its events and its flag.
BESIDE_EVENTS = [
    "rated_game",
    "rating_change",
    "seat",
    "status",
    "chat",
    "chat_consent",
    "chat_report",
    "called_seat",
    "planned_line",
    "seat_owner",
    "further_key",
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
        """Is nothing wrong?"""
        return self == (0, [], 0)


class News(NamedTuple):
    """What has happened at a table since a version that is known."""

    row: TableRow
    status: StoredStatus | None
    events: list[Event]
    present: list[PresenceRow]  # who is there, through any worker


Beside = Callable[[Database, TableRow], object]  # what else is written with a new table


class Store(GroupWriter):
    """Stored tables. Methods are called from the event loop."""

    is_shared: ClassVar[bool]  # may several workers use it at once?
    on_finished: OnFinished | None = None

    @abstractmethod
    def health(self) -> StoreHealth:
        """What is known to be wrong with the stored tables."""

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
        """Store a new table, how it stands, and what else is written with it: all of it or
        nothing."""

        opened = float(row.opened)
        head = Head(
            *(row.id, row.game, json.dumps(row.options), row.ruleset, len(row.seats)),
            *(opened, opened),
            *(0, first_checksum(row.id), 0),
            *(row.map_rows, row.clock.text if row.clock else ""),
        )

        def job(db: Database) -> None:
            insert_table(db, head)
            insert_seats(db, row.id, row.seats)
            append_events(db, row.id, 0, events)
            if status is not None:
                write_status(db, row.id, status)
            if beside is not None:
                beside(db, row)

        await self._write(job, row.id)

    async def add_table(self, whole: WholeTable) -> bool:
        """Store a table that comes from another store. False: it is here already, just so.

        Raises:
            Conflict: another table of this name is here.
            Damaged: what is here is not as it was written.
            NotStored: it could not be stored.
        """

        def job(db: Database) -> bool:
            try:
                return add_whole_table(db, whole)
            except Damaged:
                raise
            except ValueError:
                raise Conflict("Another table of this name is here.") from None

        return await self._write(job, whole.head.id)

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
        """Add events to a log that is `version` events long, and store how the table stands now.

        Args:
            table: its name.
            version: how many events it has.
            events: the next ones.
            status: how the table stands then.
            fence: the lease under which this may be written; None: it needs none.
            flag: when the flag of its clock falls then; None: no clock runs.
            finished: how its game ends with these events; None: it does not.
            beside: writes what belongs to them in the same transaction.

        Raises:
            Conflict: it has another length, it already contains one of the requests, or somebody
                else has the lease now.
            NotStored: it could not be stored.
        """

        is_timed = flag is not None or any(event.at is not None for event in events)
        has_more = beside is not None or (finished is not None and self.on_finished is not None)

        def more(db: Database) -> None:
            if finished is not None and self.on_finished is not None:
                self.on_finished(db, table, finished)
            if beside is not None:
                beside(db)

        def job(db: Database) -> None:
            if not append_events(db, table, version, events):
                raise Conflict(CHANGED_MEANWHILE)
            if fence is not None and not holds(db, fence):  # after its table, as all take them
                raise Conflict(CHANGED_MEANWHILE)
            if status is not None:
                write_status(db, table, status)
            if is_timed:
                service.set_flag(db, table, flag)
            more(db)
            db.notify(table, version + len(events))

        append = Append(
            *(table, version, events, status, is_timed, flag, fence, more if has_more else None)
        )
        await self._write(job, table, append=append)

    async def set_status(self, table: str, status: StoredStatus) -> None:
        """Store how a table stands.

        Raises:
            NotStored: it could not be stored.
        """

        def job(db: Database) -> None:
            head = read_head(db, table)
            if head is not None and head.length == status.version:  # else it is out of date
                write_status(db, table, status)

        await self._write(job, table)

    async def take_seat(self, table: str, row: SeatRow) -> SeatRow | None:
        """Take a free seat. Returns the seat that this request has now, perhaps another one that it
        took before; None if somebody else has the seat."""

        def job(db: Database) -> SeatRow | None:
            read_head(db, table)  # nobody else changes its seats meanwhile
            seats = read_seats(db, table)
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
            update_seat(db, table, seat)
            db.notify(table, 0)
            return seat

        return await self._write(job, table)

    async def update_seats(self, table: str, rows: Sequence[SeatRow]) -> None:
        """Store what has changed about the keys of these seats, and nothing else: somebody may have
        given them another name meanwhile.

        Raises:
            NotStored: it could not be stored.
        """

        def job(db: Database) -> None:
            read_head(db, table)
            stored = read_seats(db, table)
            for row in rows:
                update_seat(db, table, with_keys_of(stored[row.seat], row))
            db.notify(table, 0)

        await self._write(job, table)

    async def add_keys(
        self, table: str, keys: Mapping[int, bytes], made_for: str = ""
    ) -> list[SeatRow]:
        """Store further keys of seats, by their digests, as `add_further_key`; returns all seats of
        the table.

        Raises:
            NotStored: it could not be stored.
        """

        def job(db: Database) -> list[SeatRow]:
            read_head(db, table)
            for seat in read_seats(db, table):
                if seat.seat in keys and seat.key_hash is not None:
                    add_further_key(db, table, seat, keys[seat.seat], made_for)
            db.notify(table, 0)
            return read_seats(db, table)

        return await self._write(job, table)

    async def table(self, table: str) -> TableRow | None:
        """A table without its events; None if there is none of this name.

        Raises:
            Damaged: there is one, but it is not as it was written.
        """

        def job(db: Database) -> TableRow | None:
            head = read_head(db, table)
            return None if head is None or head.is_gone else read_table(db, head)

        return await self._read(job, table)

    async def is_closed(self, table: str) -> bool:
        """Has the host closed this table?

        Raises:
            NotStored: it cannot be read.
        """

        def job(db: Database) -> bool:
            head = read_head(db, table)
            return head is not None and head.is_gone == CLOSED

        return await self._read(job, table)

    async def table_and_status(self, table: str) -> tuple[TableRow | None, StoredStatus | None]:
        """A table without its events, and how it stands; None for what is not known.

        Raises:
            Damaged: the table is not as it was written.
        """

        def job(db: Database) -> tuple[TableRow | None, StoredStatus | None]:
            head = read_head(db, table)
            if head is None or head.is_gone:
                return None, None
            return read_table(db, head), read_status(db, table, head.length)

        return await self._read(job, table)

    async def since(self, table: str, version: int, silent: float) -> News | None:
        """What has happened at a table since this version; None if it no longer exists.

        Args:
            table: its name.
            version: that is known; not newer than what is stored.
            silent: seconds without a heartbeat after which a worker counts as gone.

        Raises:
            Damaged: the table is not as it was written.
            NotStored: it cannot be read.
        """

        def job(db: Database) -> News | None:
            head = read_head(db, table)
            if head is None or head.is_gone:
                return None
            return News(
                read_table(db, head),
                read_status(db, table, head.length),
                read_events_after(db, head, version),
                presence.read_presence(db, table, silent),
            )

        return await self._read(job, table)

    async def events(self, table: str) -> list[Event]:
        """The whole log of a table, compared with its checksums.

        Raises:
            Damaged: it is not as it was written.
        """
        return await self._read(lambda db: read_events(db, table), table)

    async def check(self, table: str) -> None:
        """Compare a table with its checksums; if it is damaged, add it to `damaged`."""
        with suppress(Damaged):
            await self._read(lambda db: check_table(db, table), table)

    async def check_structure(self) -> None:
        """Check what holds the tables together; `health` reports what is wrong."""
        return  # a database looks after itself

    async def tables_after(self, table: str, most: int) -> list[str]:
        """The tables that come next, in the order of their names."""
        return await self._read(lambda db: names_after(db, table, most))

    async def touch(self, table: str) -> bool:
        """Note that a table is in use. False: it no longer exists."""

        def job(db: Database) -> bool:
            head = read_head(db, table)
            if head is None or head.is_gone:
                return False
            update_table(db, head._replace(touched=time.time()))
            return True

        return await self._write(job, table)

    async def invitation(self, code_hash: bytes) -> tuple[TableRow, SeatRow] | None:
        """The table and the seat that an invitation is for; None if there is none.

        Raises:
            Damaged: the table is not as it was written.
        """
        tables = await self._read(
            lambda db: table_names(
                db, "SELECT game_table FROM seat WHERE code_hash = ?", (code_hash,)
            )
        )
        row = await self.table(tables[0]) if tables else None
        if row is None:
            return None
        return row, next(seat for seat in row.seats if seat.code_hash == code_hash)

    # What is not about tables ---------------------------------------------------------------------

    async def write(self, job: Callable[[Database], T], lease: str = "") -> T:
        """Run this in the next transaction, together with all that waits to be written. What it
        raises is raised here, and its changes are undone.

        Args:
            job: what is written; it may run twice, if transactions were in each other's way.
            lease: the name of the lease under which it writes, if it does.

        Raises:
            Conflict: somebody else has written one of these rows first.
            NotStored: it could not be stored.
        """
        return await self._write(job, "", lease)

    async def read(self, job: Callable[[Database], T]) -> T:
        """Run this on a connection that only reads.

        Raises:
            NotStored: it cannot be read.
        """
        return await self._read(job)

    # Deleting -------------------------------------------------------------------------------------

    async def unused(self, before: float, unstarted_before: float, most: int) -> list[str]:
        """Some tables that nobody has used since then, and those whose deletion was interrupted.

        Args:
            before: seconds since 1970.
            unstarted_before: the same for tables where no person has acted yet.
            most: how many.
        """

        def job(db: Database) -> list[str]:
            going = table_names(db, "SELECT id FROM game_table WHERE is_gone = 1", ())
            return going + table_names(
                db,
                "SELECT id FROM game_table WHERE touched < ? AND is_gone <> 1 "
                "AND (touched < ? OR NOT EXISTS (SELECT 1 FROM event "
                "WHERE game_table = id AND request IS NOT NULL)) ORDER BY touched LIMIT ?",
                (max(before, unstarted_before), before, most + len(self.damaged)),
            )

        return [table for table in await self._read(job) if table not in self.damaged][:most]

    async def delete(
        self, table: str, before: float, pause: float = 0.0, batch: int = DELETE_BATCH
    ) -> bool:
        """Delete a table, in small parts, and return its space to the disk. False, and it stays, if
        somebody has used it since `before`.

        Args:
            table: its name.
            before: seconds since 1970.
            pause: between two parts, as a multiple of the time that the last part took.
            batch: events in one part.
        """

        def mark(db: Database) -> bool:
            head = read_head(db, table)
            if head is None or (head.touched >= before and head.is_gone != GONE):
                return False
            update_table(db, head._replace(is_gone=GONE))
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
            service.set_flag(db, table, None)
            leases.forget(db, leases.bots_of(table))
            db.execute("DELETE FROM game_table WHERE id = ?", (table,))
            return False

        if not await self._write(mark, table):
            return False
        for part in (delete_some, self._free_space):
            begun = time.monotonic()
            while await self._write(part, table):
                await asyncio.sleep(pause * (time.monotonic() - begun))
                begun = time.monotonic()
        return True

    # Workers --------------------------------------------------------------------------------------

    async def claim(self, name: str, holder: str, seconds: float) -> Fence | None:
        """Take a lease, or keep it, as `leases.claim`.

        Raises:
            Conflict: somebody else takes it at the same time.
            NotStored: it could not be stored.
        """
        return await self._write(lambda db: leases.claim(db, name, holder, seconds), "", name)

    async def release(self, fence: Fence) -> None:
        """Give a lease back, as `leases.release`.

        Raises:
            NotStored: it could not be stored.
        """
        await self._write(lambda db: leases.release(db, fence), "", fence.name)

    async def set_presence(self, table: str, row: PresenceRow) -> None:
        """Store who is at a table through a worker.

        Raises:
            NotStored: it could not be stored.
        """
        await self._write(lambda db: presence.write_presence(db, table, row), "")

    async def beat(self, worker: str, silent: float) -> bool:
        """Store that a worker lives, as `presence.beat`.

        Raises:
            Conflict: another worker forgets the same silent one.
            NotStored: it could not be stored.
        """
        return await self._write(lambda db: presence.beat(db, worker, silent), "")

    async def forget_worker(self, worker: str) -> None:
        """A worker is gone.

        Raises:
            NotStored: it could not be stored.
        """
        await self._write(lambda db: presence.forget_worker(db, worker), "")

    async def in_play(self, opening: str, worker: str) -> list[tuple[str, list[Event]]]:
        """The tables, with their events, where people play a game that began so, as
        `presence.tables_in_play`.

        Raises:
            NotStored: they cannot be read.
        """

        def job(db: Database) -> list[tuple[str, list[Event]]]:
            tables = presence.tables_in_play(db, opening, worker, SILENT_SECONDS)
            return [(table, read_events(db, table)) for table in tables]

        return await self._read(job)

    async def noticeboard(self, worker: str) -> Noticeboard:
        """What others have left for this worker, as `noticeboard.read_noticeboard`.

        Raises:
            NotStored: it cannot be read.
        """
        return await self._read(lambda db: noticeboard.read_noticeboard(db, worker, SILENT_SECONDS))

    async def leave_notices(
        self, worker: str, uses: Sequence[AddressUse], lobby: str | None = None
    ) -> bool:
        """Store what a worker tells the others: what addresses ask for, and who waits at it, if
        that has changed. False: this worker is not known yet, and the lobby is not stored.

        Raises:
            NotStored: it could not be stored.
        """

        def job(db: Database) -> bool:
            noticeboard.write_uses(db, worker, uses)
            return lobby is None or noticeboard.write_lobby(db, worker, lobby)

        return await self._write(job, "")

    # Clocks ---------------------------------------------------------------------------------------

    async def serve(self, now: int | None, is_new: bool) -> tuple[int, list[Period]]:
        """Store that moves can be made now, as `service.serve`.

        Raises:
            Conflict: another worker does it at the same time.
            NotStored: it could not be stored.
        """
        return await self._write(lambda db: service.serve(db, now, is_new), "")

    async def set_flag(self, table: str, falls: int | None) -> None:
        """Note when the flag of a table falls, as `service.set_flag`.

        Raises:
            NotStored: it could not be stored.
        """
        await self._write(lambda db: service.set_flag(db, table, falls), table)

    async def falling_flags(self, now: int, most: int) -> list[str]:
        """Some tables whose flag is to fall now.

        Raises:
            NotStored: the store cannot be read.
        """
        return await self._read(lambda db: service.falling_flags(db, now, most))

    async def any_clock_runs(self) -> bool:
        """Is there a table whose clock runs?

        Raises:
            NotStored: the store cannot be read.
        """
        return await self._read(service.any_clock_runs)

    # Jobs -----------------------------------------------------------------------------------------

    async def report_job(self, name: str, report: bytes, kept: float) -> Wish:
        """Store how far a job is, as `job_reports.report_job`.

        Raises:
            NotStored: it could not be stored.
        """
        return await self._write(lambda db: job_reports.report_job(db, name, report, kept), "")

    async def job_report(self, name: str) -> bytes | None:
        """How far a job of any worker is, as `job_reports.job_report`.

        Raises:
            NotStored: the store cannot be used.
        """
        return await self._write(lambda db: job_reports.job_report(db, name), "")

    async def stop_job(self, name: str) -> None:
        """Note that a job is no longer wanted.

        Raises:
            NotStored: it could not be stored.
        """
        await self._write(lambda db: job_reports.stop_job(db, name), "")

    async def forget_job(self, name: str) -> None:
        """A job was stopped.

        Raises:
            NotStored: it could not be stored.
        """
        await self._write(lambda db: job_reports.forget_job(db, name), "")

    # Reading --------------------------------------------------------------------------------------

    @abstractmethod
    async def _read(self, job: Callable[[Database], T], table: str = "") -> T:
        """Run this in a thread, on one snapshot of the database.

        Raises:
            Damaged: `table` is not as it was written.
            NotStored: it could not be read.
        """

    def _free_space(self, db: Database) -> bool:
        """Return some of the space of what was deleted to the disk; is there more?"""
        return False
