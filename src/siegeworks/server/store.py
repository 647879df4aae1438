"""Where tables are kept: one SQLite file, written by one thread, read by several.

Whatever waits to be written goes to disk in one transaction (group commit), so that being sure
costs little; a request is answered after that. Reading goes on beside it (WAL).

Damage (`checks.py`) is confined to the table that it is in: the others are read and written as
before, and `health` tells how many are not.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from queue import SimpleQueue
from typing import Any, NamedTuple, TypeVar

from filelock import FileLock, Timeout

from siegeworks.core.game import SiegeworksError
from siegeworks.server.checks import (
    Damaged,
    checked_events,
    first_check,
    is_damage,
    next_check,
    row_check,
)
from siegeworks.server.error_log import logger, note
from siegeworks.server.layout import COUNT, FILE, LOCK, connected, lay_out, make_private
from siegeworks.server.log import Event
from siegeworks.server.messages import Who

T = TypeVar("T")
MEANWHILE = "Something happened at this table meanwhile; look at it again."
MOST_TOGETHER = 256  # requests written in one transaction
TOUCH_SECONDS = 3600.0  # how exactly is kept when somebody was last at a table
READERS = 4  # threads, so that who reads a long log keeps nobody waiting
CHECKED_AT_START = 64 << 20  # bytes: the structure of a larger file is looked at afterwards
DELETED_TOGETHER = 500  # events that are deleted in one go, so that moves need not wait
PAGES_TOGETHER = 100  # of the file that are given back in one go
MOST_COMPLAINTS = 20  # of SQLite about one file
UNCOUNTED = "the number of transactions cannot be read"


class Conflict(SiegeworksError):
    """Somebody else has written this version already."""


class NotStored(SiegeworksError):
    """The disk did not take it."""


class SeatRow(NamedTuple):
    """Who has a seat."""

    seat: int
    who: Who
    level: int = 0  # of a bot
    name: str = ""
    color: str = ""
    token_hash: bytes | None = None
    code_hash: bytes | None = None
    used: float | None = None  # about when its token was last used; None: not known
    next_hash: bytes | None = None  # of the token that counts instead, once it is used
    request_hash: bytes | None = None  # of the request that took the seat, until its token is used


SEAT_COLUMNS = ", ".join(SeatRow._fields)


class TableRow(NamedTuple):
    """What is known of a table beside its events."""

    id: str
    game: str
    options: dict[str, str]
    ruleset: int
    opened: float
    seats: list[SeatRow]
    touched: float = 0.0  # when somebody was last there, to the hour


class Head(NamedTuple):
    """A row of `game_table`, but for its check value."""

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


HEAD_COLUMNS = ", ".join(Head._fields)


class Health(NamedTuple):
    """What is wrong with what is kept."""

    damaged: int  # tables that cannot be read
    complaints: list[str]  # of SQLite about the file's structure; they name pages, not contents
    lost: int  # transactions that had been written and are missing

    @property
    def is_well(self) -> bool:
        """Nothing."""
        return self == (0, [], 0)


Job = Callable[[sqlite3.Connection], Any]


class Store:
    """The tables of one folder. Its methods are called from the event loop."""

    def __init__(self, folder: Path) -> None:
        """Open the file in this folder, or make it.

        Raises:
            SiegeworksError: the folder cannot be used, or another server uses it.
        """
        self.path = folder / FILE
        self.is_failing = False  # the last that was to be written was not
        self.damaged: dict[str, str] = {}  # tables that cannot be read, and why
        self._complaints: list[str] = []
        self._jobs: SimpleQueue[tuple[Job, asyncio.Future[Any]] | None] = SimpleQueue()
        self._unused: SimpleQueue[sqlite3.Connection] = SimpleQueue()  # of the readers
        with ExitStack() as opened:  # where something fails, all of it is closed again
            try:
                self._open(folder, opened)
            except (OSError, sqlite3.Error) as error:
                raise SiegeworksError(
                    f"{folder}: the tables cannot be kept here: {error}."
                ) from None
            self._opened = opened.pop_all()
        for db in self._reading:
            db.execute("PRAGMA query_only = ON")
            self._unused.put(db)
        self._tell_what_is_wrong()
        self._count.write(self._written)
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="reader")
        self._writer = threading.Thread(target=self._write_all, name="writer", daemon=True)
        self._writer.start()

    def _open(self, folder: Path, opened: ExitStack) -> None:
        def kept_open(db: sqlite3.Connection) -> sqlite3.Connection:
            return opened.enter_context(closing(db))

        make_private(folder)
        lock = FileLock(folder / LOCK, thread_local=False)
        try:
            lock.acquire(timeout=0)  # the system frees it when the process ends, however it ends
        except Timeout:
            raise SiegeworksError(
                f"{folder}: another server keeps its tables here; stop it, or name another folder "
                "with --data."
            ) from None
        opened.callback(lock.release)
        self._writing = kept_open(connected(self.path))
        lay_out(self._writing, self.path)
        is_small = self.path.stat().st_size <= CHECKED_AT_START
        self._complain(complaints_of(self._writing) if is_small else [])
        kept, noted = written(self._writing), counted(folder / COUNT)
        if kept is None:
            self._complain([UNCOUNTED])
        self._written = noted if kept is None else kept
        self._lost = max(0, noted - self._written)
        self._count = opened.enter_context(closing(Count(folder / COUNT)))
        self._reading = [kept_open(connected(self.path)) for _ in range(READERS)]

    def _tell_what_is_wrong(self) -> None:
        if self._lost:
            logger.error(
                "%s: the last %d transactions are missing: its -wal file was lost or cut short, or "
                "an older copy was put here. Tables and moves of that time are gone.",
                *(self.path, self._lost),
            )

    def close(self) -> None:
        """Write what waits, then stop."""
        self._jobs.put(None)
        self._writer.join()
        self._readers.shutdown()
        self._opened.close()

    def health(self) -> Health:
        """What is known to be wrong with what is kept."""
        return Health(len(self.damaged), self._complaints, self._lost)

    # What is kept ------------------------------------------------------------------------------

    async def create(self, row: TableRow, events: Sequence[Event]) -> None:
        """Keep a new table."""

        opened = float(row.opened)
        head = Head(
            *(row.id, row.game, json.dumps(row.options), row.ruleset, len(row.seats)),
            *(opened, opened),
            *(0, first_check(row.id), 0),
        )

        def job(db: sqlite3.Connection) -> None:
            db.execute(
                f"INSERT INTO game_table ({HEAD_COLUMNS}, row_check) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (*head, row_check(*head)),
            )
            _insert_seats(db, row.id, row.seats)
            _append(db, row.id, 0, events)

        await self._write(job, row.id)

    async def append(self, table: str, version: int, events: Sequence[Event]) -> None:
        """Add events to a log that is `version` events long.

        Raises:
            Conflict: it is not, or one of the requests is in it already.
            NotStored: the disk is full or broken.
        """
        await self._write(lambda db: _append(db, table, version, events), table)

    async def take_seat(self, table: str, row: SeatRow) -> SeatRow | None:
        """Sit down where nobody sits yet. The seat that this request has then, perhaps another one
        that it had before; None if somebody else sits there."""

        def job(db: sqlite3.Connection) -> SeatRow | None:
            seats = _seats(db, table)
            had = (s for s in seats if row.request_hash and s.request_hash == row.request_hash)
            taken = next(had, None)
            if taken is None:
                taken = seats[row.seat]
                if taken.token_hash is not None or taken.who == "bot":
                    return None
                taken = taken._replace(
                    who="person", name=row.name, color=row.color, request_hash=row.request_hash
                )
            taken = taken._replace(token_hash=row.token_hash, used=row.used)
            _change_seat(db, table, taken)
            return taken

        return await self._write(job, table)

    async def keep_tokens(self, table: str, rows: Sequence[SeatRow]) -> None:
        """Keep what has changed about the tokens of these seats.

        Raises:
            NotStored: the disk is full or broken.
        """

        def job(db: sqlite3.Connection) -> None:
            for row in rows:
                _change_seat(db, table, row)

        await self._write(job, table)

    async def table(self, table: str) -> TableRow | None:
        """What is known of a table; None if there is none of this name.

        Raises:
            Damaged: there is one, but what is kept of it is not what was written.
        """

        def job(db: sqlite3.Connection) -> TableRow | None:
            head = _head(db, table)
            return None if head is None or head.is_gone else _row(db, head)

        return await self._read(job, table)

    async def events(self, table: str) -> list[Event]:
        """The whole log of a table, compared with its check values.

        Raises:
            Damaged: it is not what was written.
        """
        return await self._read(lambda db: _events(db, table), table)

    async def check(self, table: str) -> None:
        """Is everything that is kept of a table what was written? `damaged` has it if not."""

        with suppress(Damaged):
            await self._read(lambda db: check_table(db, table), table)

    async def check_structure(self) -> None:
        """Is the file in order as far as SQLite can tell? `health` has it if not."""
        complaints = await self._read(complaints_of)
        self._complain(complaints)

    async def tables_after(self, table: str, most: int) -> list[str]:
        """The tables that come next, by their names."""
        return await self._read(lambda db: names_after(db, table, most))

    async def touch(self, table: str) -> bool:
        """Somebody is at a table, which is not abandoned then. False: there is none any more."""

        def job(db: sqlite3.Connection) -> bool:
            head = _head(db, table)
            if head is None or head.is_gone:
                return False
            _change(db, head._replace(touched=time.time()))
            return True

        return await self._write(job, table)

    async def invited(self, code_hash: bytes) -> tuple[TableRow, SeatRow] | None:
        """The table and the seat that an invitation is for.

        Raises:
            Damaged: what is kept of the table is not what was written.
        """
        tables = await self._read(
            lambda db: _column(db, "SELECT game_table FROM seat WHERE code_hash = ?", (code_hash,))
        )
        row = await self.table(tables[0]) if tables else None
        if row is None:
            return None
        return row, next(seat for seat in row.seats if seat.code_hash == code_hash)

    # Deleting ----------------------------------------------------------------------------------

    async def abandoned(self, before: float, unbegun_before: float, most: int) -> list[str]:
        """Some tables that nobody has been at since then, and those whose deletion broke off.

        Args:
            before: seconds since 1970.
            unbegun_before: the same for tables where no person has acted yet.
            most: how many.
        """

        def job(db: sqlite3.Connection) -> list[str]:
            going = _column(db, "SELECT id FROM game_table WHERE is_gone = 1", ())
            return going + _column(
                db,
                "SELECT id FROM game_table WHERE touched < max(?1, ?2) AND is_gone = 0 "
                "AND (touched < ?1 OR NOT EXISTS (SELECT 1 FROM event "
                "WHERE game_table = id AND request IS NOT NULL)) ORDER BY touched LIMIT ?3",
                (before, unbegun_before, most + len(self.damaged)),
            )

        return [table for table in await self._read(job) if table not in self.damaged][:most]

    async def delete(self, table: str, before: float, rest: float = 0.0) -> bool:
        """Delete a table, in small parts, and give its room on the disk back. False, and it stays:
        somebody has been there since `before`.

        Args:
            table: which.
            before: seconds since 1970.
            rest: times as long as a part took until the next; others write undisturbed then.
        """

        def mark(db: sqlite3.Connection) -> bool:
            head = _head(db, table)
            if head is None or (head.touched >= before and not head.is_gone):
                return False
            _change(db, head._replace(is_gone=1))
            return True

        def some(db: sqlite3.Connection) -> bool:
            last = "SELECT max(version) FROM event WHERE game_table = ?"
            (version,) = db.execute(last, (table,)).fetchone()
            if version is not None:
                cursor = db.execute(
                    "DELETE FROM event WHERE game_table = ? AND version > ?",
                    (table, version - DELETED_TOGETHER),
                )
                if not cursor.rowcount:
                    raise Damaged(table, "its events cannot be deleted")
                return True
            db.execute("DELETE FROM seat WHERE game_table = ?", (table,))
            db.execute("DELETE FROM game_table WHERE id = ?", (table,))
            return False

        if not await self._write(mark, table):
            return False
        for part in (some, _give_back):
            begun = time.monotonic()
            while await self._write(part, table):
                await asyncio.sleep(rest * (time.monotonic() - begun))
                begun = time.monotonic()
        return True

    # Threads -----------------------------------------------------------------------------------

    async def _read(self, job: Callable[[sqlite3.Connection], T], table: str = "") -> T:
        """Let a reader do this, all of it on one state of the file.

        Raises:
            Damaged: what was read of `table` is not what was written.
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
                raise NotStored(f"The disk could not be read ({error}); try again.") from None
            if table:
                raise self.quarantine(table, "it cannot be read") from None
            self._complain(["not all tables can be listed"])
            raise NotStored("Some of what is kept here is damaged and not listed.") from None
        finally:
            if db.in_transaction:
                db.execute("ROLLBACK")
            self._unused.put(db)

    def quarantine(self, table: str, why: str) -> Damaged:
        """From now on whoever asks for this table is refused; it is noted once.

        Args:
            table: which.
            why: in words that hold nothing of the game.
        """
        if table not in self.damaged:
            self.damaged[table] = why
            logger.error("table %s is damaged: %s", table, why)
        return Damaged(table, why)

    def _complain(self, complaints: list[str]) -> None:
        """The structure of the file is damaged; it is told once."""
        if complaints and not self._complaints:
            logger.error(
                "%s is damaged; `siegeworks tables check` tells more: %s",
                *(self.path, "; ".join(complaints)),
            )
        self._complaints = self._complaints or complaints

    async def _write(self, job: Callable[[sqlite3.Connection], T], table: str) -> T:
        """Let the writer do this for a table.

        Raises:
            Conflict: somebody else has done it already.
            Damaged: what is kept of the table is not what was written.
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
        """The writer's thread: takes what waits, writes it in one go, tells those who asked."""
        while (first := self._jobs.get()) is not None:
            batch = [first]
            stop = False
            while len(batch) < MOST_TOGETHER and not self._jobs.empty():
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
                note("what happens at the tables cannot be stored", error)
            self.is_failing = True
            # Where even this fails, the next batch fails at BEGIN and tries it again.
            with suppress(sqlite3.Error):
                if db.in_transaction:
                    db.execute("ROLLBACK")
            problem = NotStored(f"This could not be stored ({error}); please try again.")
            answers = [(future, problem) for _, future in batch]
        loop = batch[0][1].get_loop()
        try:
            loop.call_soon_threadsafe(_tell, answers)
        except RuntimeError:  # the loop has ended; nobody waits any more
            return


def _tell(answers: list[tuple[asyncio.Future[Any], Any]]) -> None:
    for future, answer in answers:
        if future.done():  # whoever asked has gone
            continue
        if isinstance(answer, Exception):
            future.set_exception(answer)
        else:
            future.set_result(answer)


def _attempt(db: sqlite3.Connection, job: Job) -> Any:
    """Do one job of a transaction, or leave no trace of it; its result or what went wrong."""
    db.execute("SAVEPOINT job")
    try:
        result = job(db)
    except Exception as error:
        if isinstance(error, sqlite3.OperationalError) and not is_damage(error):
            raise  # the disk, not the job: nothing of the batch is written
        db.execute("ROLLBACK TO job")
        is_race = isinstance(error, sqlite3.IntegrityError)
        result = Conflict(MEANWHILE) if is_race else error
    db.execute("RELEASE job")
    return result


def _append(db: sqlite3.Connection, table: str, version: int, events: Sequence[Event]) -> None:
    """Add events to a log that is `version` events long, and count and check them in its row."""
    head = _head(db, table)
    if head is None or head.is_gone or head.length != version:
        raise sqlite3.IntegrityError("no such table, a gap or a race")
    tail, rows = head.tail, []
    for number, event in enumerate(events, version + 1):
        tail = next_check(tail, number, event)
        rows.append((table, number, *event, tail))
    db.executemany("INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
    now, is_long_ago = time.time(), head.touched < time.time() - TOUCH_SECONDS
    touched = now if is_long_ago else head.touched
    _change(db, head._replace(length=version + len(rows), tail=tail, touched=touched))


def _change(db: sqlite3.Connection, head: Head) -> None:
    db.execute(
        "UPDATE game_table SET touched = ?, length = ?, tail = ?, is_gone = ?, row_check = ? "
        "WHERE id = ?",
        (head.touched, head.length, head.tail, head.is_gone, row_check(*head), head.id),
    )


def _head(db: sqlite3.Connection, table: str) -> Head | None:
    """The row of a table, compared with its check value.

    Raises:
        Damaged: it is not what was written.
    """
    row = db.execute(
        f"SELECT {HEAD_COLUMNS}, row_check FROM game_table WHERE id = ?",
        (table,),
    ).fetchone()
    if row is None:
        return None
    if row_check(*row[:-1]) != row[-1]:
        raise Damaged(table, "its row is not as it was written")
    return Head(*row[:-1])


def _row(db: sqlite3.Connection, head: Head) -> TableRow:
    """What is known of a table beside its events.

    Raises:
        Damaged: a seat is not as it was written.
    """
    seats, options = _seats(db, head.id), json.loads(head.options)
    if len(seats) != head.seats:
        raise Damaged(head.id, "a seat is missing")
    return TableRow(
        head.id, head.game, options, head.ruleset, head.opened, seats, touched=head.touched
    )


def _seats(db: sqlite3.Connection, table: str) -> list[SeatRow]:
    rows = db.execute(
        f"SELECT {SEAT_COLUMNS}, row_check FROM seat WHERE game_table = ? ORDER BY seat",
        (table,),
    ).fetchall()
    for number, (*seat, kept) in enumerate(rows):
        if seat[0] != number or _seat_check(table, seat) != kept:
            raise Damaged(table, f"seat {number} is not as it was written")
    return [SeatRow(*row[:-1]) for row in rows]


def _seat_check(table: str, seat: Sequence[Any]) -> int:
    return row_check(table, *seat)


def _change_seat(db: sqlite3.Connection, table: str, seat: SeatRow) -> None:
    """Write what has changed about a seat, with its check value."""
    db.execute("DELETE FROM seat WHERE game_table = ? AND seat = ?", (table, seat.seat))
    _insert_seats(db, table, [seat])


def _insert_seats(db: sqlite3.Connection, table: str, seats: Sequence[SeatRow]) -> None:
    marks = ", ".join("?" * (len(SeatRow._fields) + 2))
    db.executemany(
        f"INSERT INTO seat (game_table, {SEAT_COLUMNS}, row_check) VALUES ({marks})",
        [(table, *seat, _seat_check(table, seat)) for seat in seats],
    )


def _events(db: sqlite3.Connection, table: str) -> list[Event]:
    head = _head(db, table)
    if head is None:
        return []
    rows = db.execute(
        "SELECT version, kind, actor, token, request, chain FROM event WHERE game_table = ? "
        "ORDER BY version",
        (table,),
    )
    return checked_events(table, head.length, head.tail, rows.fetchall())


def check_table(db: sqlite3.Connection, table: str) -> int:
    """Compare everything that is kept of a table with its check values; how many events it has.

    Raises:
        Damaged: it is not what was written.
        sqlite3.DatabaseError: it cannot be read at all.
    """
    head = _head(db, table)
    if head is None or head.is_gone:
        return 0
    _row(db, head)
    return len(_events(db, table))


def names_after(db: sqlite3.Connection, table: str, most: int) -> list[str]:
    """The tables that come next, in order. In a damaged file they may not be; none comes twice."""
    command = "SELECT id FROM game_table WHERE id > ? ORDER BY id LIMIT ?"
    return sorted(name for name in _column(db, command, (table, most)) if name > table)


def _column(db: sqlite3.Connection, command: str, values: Iterable[Any]) -> list[str]:
    """Names of tables; what a damaged file has in their place is left out."""
    return [name for (name,) in db.execute(command, tuple(values)) if isinstance(name, str)]


def _give_back(db: sqlite3.Connection) -> bool:
    """Give some free pages of the file back to the disk; are there more?"""
    (before,) = db.execute("PRAGMA freelist_count").fetchone()
    db.execute(f"PRAGMA incremental_vacuum({PAGES_TOGETHER})").fetchall()  # a row a page
    (after,) = db.execute("PRAGMA freelist_count").fetchone()
    return bool(0 < after < before)


def written(db: sqlite3.Connection) -> int | None:
    """How many transactions this file has taken; None where damage has taken the number.

    Raises:
        sqlite3.DatabaseError: the file cannot be read there.
    """
    row = db.execute("SELECT transactions FROM written").fetchone()
    return row[0] if row is not None and isinstance(row[0], int) else None


def complaints_of(db: sqlite3.Connection, *, thorough: bool = False) -> list[str]:
    """What SQLite finds wrong with the structure of its file; `thorough`: and with its indexes."""
    pragma = "integrity_check" if thorough else "quick_check"
    try:
        rows = db.execute(f"PRAGMA {pragma}({MOST_COMPLAINTS})").fetchall()
    except sqlite3.DatabaseError as error:
        if not is_damage(error):
            raise
        return [str(error)]
    lines = (line for (complaint,) in rows for line in str(complaint).splitlines())
    return [line for line in lines if line != "ok" and not line.startswith("***")]


class Count:
    """How many transactions were written, in a file of its own.

    Where SQLite finds its write-ahead log cut short or gone, it goes on with what is left, as if
    nothing more had ever been written; this number tells. It is written after each transaction and
    not waited for: after a power cut it may be too small, which is no alarm, but never too great.
    """

    def __init__(self, path: Path) -> None:
        self._file = path.open("r+b", buffering=0)

    def write(self, number: int) -> None:
        """Set it; a disk that does not take it is no reason not to go on."""
        with suppress(OSError):
            self._file.seek(0)
            self._file.write(f"{number} {row_check(str(number))}".ljust(40).encode())

    def close(self) -> None:
        """Close the file."""
        self._file.close()


def counted(path: Path) -> int:
    """How many transactions were written, by that file; 0 where it cannot be read."""
    try:
        text = path.read_bytes()[:64].decode("ascii", "replace").split()
    except OSError:
        return 0
    if len(text) == 2 and text[0].isdigit() and text[1] == str(row_check(text[0])):
        return int(text[0])
    return 0
