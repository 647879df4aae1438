"""The stored tables: one SQLite file, written by one thread, read by several.

Everything that waits to be written goes to disk in one transaction (group commit), so that
durability costs little; requests are answered after it. Reading continues during a write (WAL).

Damage (`checksums.py`) is confined to the table that it is in: the others are read and written as
before, and `health` counts the damaged ones.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from queue import SimpleQueue
from typing import Any, NamedTuple, TypeVar

from filelock import FileLock, Timeout

from siegeworks.core.errors import SiegeworksError
from siegeworks.server.runtime.error_log import log_failure, logger
from siegeworks.server.storage.checksums import (
    Damaged,
    first_checksum,
    is_damage,
)
from siegeworks.server.storage.event_log import Event
from siegeworks.server.storage.file_health import (
    CountFile,
    complaints_of,
    read_count,
    transactions_of,
)
from siegeworks.server.storage.layout import COUNT, FILE, LOCK, connect, create, make_private
from siegeworks.server.storage.rows import (
    HEAD_COLUMNS,
    Head,
    SeatRow,
    TableRow,
    append_events,
    check_table,
    insert_seats,
    names_after,
    read_events,
    read_head,
    read_seats,
    read_table,
    table_names,
    update_seat,
    update_table,
)
from siegeworks.server.storage.table_status import StoredStatus, read_status, write_status

T = TypeVar("T")
CHANGED_MEANWHILE = "The table has just changed. Look at it again."
MAX_BATCH = 256  # requests written in one transaction
READERS = 4  # threads, so that reading a long log delays nobody
CHECKED_AT_START = 64 << 20  # bytes: the structure of a larger file is checked after the start
DELETE_BATCH = 500  # events deleted in one transaction, so that moves need not wait
FREE_PAGES_BATCH = 100  # pages returned to the disk in one transaction
UNCOUNTED = "the number of transactions cannot be read"


class Conflict(SiegeworksError):
    """Somebody else has already written this version."""


class NotStored(SiegeworksError):
    """Writing to or reading from the disk failed."""


class StoreHealth(NamedTuple):
    """What is wrong with the stored tables."""

    damaged: int  # tables that cannot be read
    complaints: list[str]  # of SQLite about the file's structure; they name pages, not contents
    lost: int  # transactions that had been written and are missing

    @property
    def is_ok(self) -> bool:
        """Is nothing wrong?"""
        return self == (0, [], 0)


Job = Callable[[sqlite3.Connection], Any]


class Store:
    """The tables of one folder. Methods are called from the event loop."""

    def __init__(self, folder: Path) -> None:
        """Open the file in this folder, or create it.

        Raises:
            SiegeworksError: the folder cannot be used, or another server uses it.
        """
        self.path = folder / FILE
        self.is_failing = False  # the last write failed
        self.damaged: dict[str, str] = {}  # tables that cannot be read, and why
        self._complaints: list[str] = []
        self._jobs: SimpleQueue[tuple[Job, asyncio.Future[Any]] | None] = SimpleQueue()
        self._unused: SimpleQueue[sqlite3.Connection] = SimpleQueue()  # of the readers
        with ExitStack() as opened:  # if something fails, everything is closed again
            try:
                self._open(folder, opened)
            except (OSError, sqlite3.Error) as error:
                raise SiegeworksError(f"{folder}: cannot store tables here: {error}.") from None
            self._opened = opened.pop_all()
        for db in self._reading:
            db.execute("PRAGMA query_only = ON")
            self._unused.put(db)
        self._log_losses()
        self._count.write(self._written)
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="reader")
        self._writer = threading.Thread(target=self._write_all, name="writer", daemon=True)
        self._writer.start()

    def _open(self, folder: Path, opened: ExitStack) -> None:
        def keep_open(db: sqlite3.Connection) -> sqlite3.Connection:
            return opened.enter_context(closing(db))

        make_private(folder)
        lock = FileLock(folder / LOCK, thread_local=False)
        try:
            lock.acquire(timeout=0)  # the system frees it when the process ends, however it ends
        except Timeout:
            raise SiegeworksError(
                f"{folder}: another server uses this folder. Stop it, or name another folder: "
                "--data."
            ) from None
        opened.callback(lock.release)
        self._writing = keep_open(connect(self.path))
        create(self._writing, self.path)
        is_small = self.path.stat().st_size <= CHECKED_AT_START
        self._complain(complaints_of(self._writing) if is_small else [])
        stored, counted = transactions_of(self._writing), read_count(folder / COUNT)
        if stored is None:
            self._complain([UNCOUNTED])
        self._written = counted if stored is None else stored
        self._lost = max(0, counted - self._written)
        self._count = opened.enter_context(closing(CountFile(folder / COUNT)))
        self._reading = [keep_open(connect(self.path)) for _ in range(READERS)]

    def _log_losses(self) -> None:
        if self._lost:
            logger.error(
                "%s: the last %d transactions are missing: its -wal file was lost or truncated, or "
                "an older copy was restored. The tables and moves of that time are lost.",
                *(self.path, self._lost),
            )

    def close(self) -> None:
        """Write what waits, then stop."""
        self._jobs.put(None)
        self._writer.join()
        self._readers.shutdown()
        self._opened.close()

    def health(self) -> StoreHealth:
        """What is known to be wrong with the stored tables."""
        return StoreHealth(len(self.damaged), self._complaints, self._lost)

    # Tables ---------------------------------------------------------------------------------------

    async def create(
        self, row: TableRow, events: Sequence[Event], status: StoredStatus | None = None
    ) -> None:
        """Store a new table, and how it stands."""

        opened = float(row.opened)
        head = Head(
            *(row.id, row.game, json.dumps(row.options), row.ruleset, len(row.seats)),
            *(opened, opened),
            *(0, first_checksum(row.id), 0),
            row.land,
        )

        def job(db: sqlite3.Connection) -> None:
            db.execute(
                f"INSERT INTO game_table ({HEAD_COLUMNS}, row_check) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (*head, head.checksum),
            )
            insert_seats(db, row.id, row.seats)
            append_events(db, row.id, 0, events)
            if status is not None:
                write_status(db, row.id, status)

        await self._write(job, row.id)

    async def append(
        self, table: str, version: int, events: Sequence[Event], status: StoredStatus | None = None
    ) -> None:
        """Add events to a log that is `version` events long, and store how the table stands now.

        Raises:
            Conflict: it is not, or it already contains one of the requests.
            NotStored: the disk is full or broken.
        """

        def job(db: sqlite3.Connection) -> None:
            append_events(db, table, version, events)
            if status is not None:
                write_status(db, table, status)

        await self._write(job, table)

    async def set_status(self, table: str, status: StoredStatus) -> None:
        """Store how a table stands.

        Raises:
            NotStored: the disk is full or broken.
        """

        def job(db: sqlite3.Connection) -> None:
            head = read_head(db, table)
            if head is not None and head.length == status.version:  # else it is out of date
                write_status(db, table, status)

        await self._write(job, table)

    async def take_seat(self, table: str, row: SeatRow) -> SeatRow | None:
        """Take a free seat. Returns the seat that this request has now, perhaps another one that it
        took before; None if somebody else has the seat."""

        def job(db: sqlite3.Connection) -> SeatRow | None:
            seats = read_seats(db, table)
            had = (s for s in seats if row.request_hash and s.request_hash == row.request_hash)
            seat = next(had, None)
            if seat is None:
                seat = seats[row.seat]
                if seat.token_hash is not None or seat.who == "bot":
                    return None
                seat = seat._replace(
                    who="person", name=row.name, color=row.color, request_hash=row.request_hash
                )
            seat = seat._replace(token_hash=row.token_hash, used=row.used)
            update_seat(db, table, seat)
            return seat

        return await self._write(job, table)

    async def update_seats(self, table: str, rows: Sequence[SeatRow]) -> None:
        """Store these seats again, with what has changed about their tokens.

        Raises:
            NotStored: the disk is full or broken.
        """

        def job(db: sqlite3.Connection) -> None:
            for row in rows:
                update_seat(db, table, row)

        await self._write(job, table)

    async def table(self, table: str) -> TableRow | None:
        """A table without its events; None if there is none of this name.

        Raises:
            Damaged: there is one, but it is not as it was written.
        """

        def job(db: sqlite3.Connection) -> TableRow | None:
            head = read_head(db, table)
            return None if head is None or head.is_gone else read_table(db, head)

        return await self._read(job, table)

    async def table_and_status(self, table: str) -> tuple[TableRow | None, StoredStatus | None]:
        """A table without its events, and how it stands; None for what is not known.

        Raises:
            Damaged: the table is not as it was written.
        """

        def job(db: sqlite3.Connection) -> tuple[TableRow | None, StoredStatus | None]:
            head = read_head(db, table)
            if head is None or head.is_gone:
                return None, None
            return read_table(db, head), read_status(db, table, head.length)

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
        """Check the structure of the file; `health` reports what is wrong."""
        complaints = await self._read(complaints_of)
        self._complain(complaints)

    async def tables_after(self, table: str, most: int) -> list[str]:
        """The tables that come next, in the order of their names."""
        return await self._read(lambda db: names_after(db, table, most))

    async def touch(self, table: str) -> bool:
        """Note that a table is in use. False: it no longer exists."""

        def job(db: sqlite3.Connection) -> bool:
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

    # Deleting -------------------------------------------------------------------------------------

    async def unused(self, before: float, unstarted_before: float, most: int) -> list[str]:
        """Some tables that nobody has used since then, and those whose deletion was interrupted.

        Args:
            before: seconds since 1970.
            unstarted_before: the same for tables where no person has acted yet.
            most: how many.
        """

        def job(db: sqlite3.Connection) -> list[str]:
            going = table_names(db, "SELECT id FROM game_table WHERE is_gone = 1", ())
            return going + table_names(
                db,
                "SELECT id FROM game_table WHERE touched < max(?1, ?2) AND is_gone = 0 "
                "AND (touched < ?1 OR NOT EXISTS (SELECT 1 FROM event "
                "WHERE game_table = id AND request IS NOT NULL)) ORDER BY touched LIMIT ?3",
                (before, unstarted_before, most + len(self.damaged)),
            )

        return [table for table in await self._read(job) if table not in self.damaged][:most]

    async def delete(self, table: str, before: float, pause: float = 0.0) -> bool:
        """Delete a table, in small parts, and return its space to the disk. False, and it stays, if
        somebody has used it since `before`.

        Args:
            table: its name.
            before: seconds since 1970.
            pause: between two parts, as a multiple of the time that the last part took.
        """

        def mark(db: sqlite3.Connection) -> bool:
            head = read_head(db, table)
            if head is None or (head.touched >= before and not head.is_gone):
                return False
            update_table(db, head._replace(is_gone=1))
            return True

        def delete_some(db: sqlite3.Connection) -> bool:
            last = "SELECT max(version) FROM event WHERE game_table = ?"
            (version,) = db.execute(last, (table,)).fetchone()
            if version is not None:
                cursor = db.execute(
                    "DELETE FROM event WHERE game_table = ? AND version > ?",
                    (table, version - DELETE_BATCH),
                )
                if not cursor.rowcount:
                    raise Damaged(table, "its events cannot be deleted")
                return True
            db.execute("DELETE FROM seat WHERE game_table = ?", (table,))
            db.execute("DELETE FROM status WHERE game_table = ?", (table,))
            db.execute("DELETE FROM game_table WHERE id = ?", (table,))
            return False

        if not await self._write(mark, table):
            return False
        for part in (delete_some, _free_pages):
            begun = time.monotonic()
            while await self._write(part, table):
                await asyncio.sleep(pause * (time.monotonic() - begun))
                begun = time.monotonic()
        return True

    # Threads --------------------------------------------------------------------------------------

    async def _read(self, job: Callable[[sqlite3.Connection], T], table: str = "") -> T:
        """Run this in a reader thread, on one snapshot of the file.

        Raises:
            Damaged: `table` is not as it was written.
            NotStored: the disk could not be read.
        """
        if table in self.damaged:
            raise Damaged(table, self.damaged[table])
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._readers, self._read_now, job, table)

    def _read_now(self, job: Callable[[sqlite3.Connection], T], table: str) -> T:
        db = self._unused.get()
        try:
            db.execute("BEGIN")
            return job(db)
        except Damaged as error:
            self.quarantine(error.table, error.why)
            raise
        except (sqlite3.DatabaseError, ValueError) as error:
            if not is_damage(error):
                raise NotStored(f"Cannot read from disk ({error}). Try again.") from None
            if table:
                raise self.quarantine(table, "it cannot be read") from None
            self._complain(["not all tables can be listed"])
            raise NotStored("Some stored tables are damaged and cannot be listed.") from None
        finally:
            if db.in_transaction:
                db.execute("ROLLBACK")
            self._unused.put(db)

    def quarantine(self, table: str, why: str) -> Damaged:
        """From now on, refuse requests for this table; logged once.

        Args:
            table: its name.
            why: what is wrong, in words that reveal nothing of the game.
        """
        if table not in self.damaged:
            self.damaged[table] = why
            logger.error("table %s is damaged: %s", table, why)
        return Damaged(table, why)

    def _complain(self, complaints: list[str]) -> None:
        """The structure of the file is damaged; logged once."""
        if complaints and not self._complaints:
            logger.error(
                "%s is damaged; `siegeworks tables check` shows details: %s",
                *(self.path, "; ".join(complaints)),
            )
        self._complaints = self._complaints or complaints

    async def _write(self, job: Callable[[sqlite3.Connection], T], table: str) -> T:
        """Run this in the writer thread.

        Raises:
            Conflict: somebody else has already done it.
            Damaged: the table is not as it was written.
            NotStored: the disk is full or broken.
        """
        if table in self.damaged:
            raise Damaged(table, self.damaged[table])
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._jobs.put((job, future))
        try:
            return await future
        except Damaged as error:
            self.quarantine(error.table, error.why)
            raise
        except Exception as error:
            if not is_damage(error):
                raise
            raise self.quarantine(table, "it cannot be read") from None

    def _write_all(self) -> None:
        """The writer thread: writes everything that waits in one transaction, then reports back."""
        while (first := self._jobs.get()) is not None:
            batch = [first]
            stop = False
            while len(batch) < MAX_BATCH and not self._jobs.empty():
                job = self._jobs.get()
                if job is None:
                    stop = True
                    break
                batch.append(job)
            self._write_batch(batch)
            if stop:
                return

    def _write_batch(self, batch: list[tuple[Job, asyncio.Future[Any]]]) -> None:
        db = self._writing
        answers: list[tuple[asyncio.Future[Any], Any]] = []
        try:
            db.execute("BEGIN IMMEDIATE")
            answers = [(future, _attempt(db, job)) for job, future in batch]
            db.execute("UPDATE written SET transactions = ?", (self._written + 1,))
            db.execute("COMMIT")
            self.is_failing = False
            self._written += 1
            self._count.write(self._written)
        except sqlite3.Error as error:
            if not self.is_failing:
                log_failure("tables cannot be stored", error)
            self.is_failing = True
            # If even this fails, the next batch fails at BEGIN and tries it again.
            with suppress(sqlite3.Error):
                if db.in_transaction:
                    db.execute("ROLLBACK")
            problem = NotStored(f"Cannot write to disk ({error}). Try again.")
            answers = [(future, problem) for _, future in batch]
        loop = batch[0][1].get_loop()
        try:
            loop.call_soon_threadsafe(_report, answers)
        except RuntimeError:  # the loop has ended; nobody is waiting
            return


def _report(answers: list[tuple[asyncio.Future[Any], Any]]) -> None:
    for future, answer in answers:
        if future.done():  # cancelled
            continue
        if isinstance(answer, Exception):
            future.set_exception(answer)
        else:
            future.set_result(answer)


def _attempt(db: sqlite3.Connection, job: Job) -> Any:
    """Run one job of a transaction, or undo it; returns its result or its error."""
    db.execute("SAVEPOINT job")
    try:
        result = job(db)
    except Exception as error:
        if isinstance(error, sqlite3.OperationalError) and not is_damage(error):
            raise  # a disk error: nothing of the batch is written
        db.execute("ROLLBACK TO job")
        is_race = isinstance(error, sqlite3.IntegrityError)
        result = Conflict(CHANGED_MEANWHILE) if is_race else error
    db.execute("RELEASE job")
    return result


def _free_pages(db: sqlite3.Connection) -> bool:
    """Return some free pages of the file to the disk; are there more?"""
    (before,) = db.execute("PRAGMA freelist_count").fetchone()
    db.execute(f"PRAGMA incremental_vacuum({FREE_PAGES_BATCH})").fetchall()  # one row per page
    (after,) = db.execute("PRAGMA freelist_count").fetchone()
    return bool(0 < after < before)
