"""Where tables are kept: one SQLite file, written by one thread.

Whatever waits to be written goes to disk in one transaction (group commit), so that being sure
costs little; a request is answered after that. Reading goes on beside it (WAL).
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from typing import Any, NamedTuple, TypeVar

from siegeworks.core.game import Refused
from siegeworks.play.lock import locked
from siegeworks.server.journal import note
from siegeworks.server.log import Event
from siegeworks.server.messages import Who

T = TypeVar("T")
MEANWHILE = "Something happened at this table meanwhile; look at it again."
MOST_TOGETHER = 256  # requests written in one transaction
LAYOUT = 1  # of the file; counts up when the tables of SCHEMA change

SEAT_COLUMNS = 7  # of a SeatRow are in the table `seat`, the rest in `seat_token`

SCHEMA = """
CREATE TABLE IF NOT EXISTS game_table (
    id TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    options TEXT NOT NULL,  -- a JSON object
    ruleset INTEGER NOT NULL,
    opened REAL NOT NULL  -- seconds since 1970
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS newest ON game_table (opened);
CREATE TABLE IF NOT EXISTS seat (
    game_table TEXT NOT NULL REFERENCES game_table,
    seat INTEGER NOT NULL,
    who TEXT NOT NULL,  -- person, bot, open or friend
    level INTEGER NOT NULL,
    name TEXT NOT NULL,
    color TEXT NOT NULL,
    token_hash BLOB,  -- SHA-256 of the token of whoever sits here
    code_hash BLOB UNIQUE,  -- SHA-256 of an invitation's code
    PRIMARY KEY (game_table, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS open_seat ON seat (game_table) WHERE who = 'open';
CREATE TABLE IF NOT EXISTS event (
    game_table TEXT NOT NULL REFERENCES game_table,
    version INTEGER NOT NULL,  -- from 1 on, without gaps
    kind TEXT NOT NULL,
    actor TEXT NOT NULL,
    token TEXT NOT NULL,
    request TEXT,
    PRIMARY KEY (game_table, version)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS seat_token (  -- beside `seat`: when a token was used, what replaces it
    game_table TEXT NOT NULL REFERENCES game_table ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    used REAL NOT NULL,  -- about when, in seconds since 1970
    next_hash BLOB,  -- SHA-256 of the token that counts instead, once it is used
    request_hash BLOB,  -- SHA-256 of the request that took the seat, until its token is used
    PRIMARY KEY (game_table, seat)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX IF NOT EXISTS once ON event (game_table, request) WHERE request IS NOT NULL;
"""


class Conflict(Refused):
    """Somebody else has written this version already."""


class NotStored(Refused):
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
    # Of the table seat_token:
    used: float | None = None  # about when its token was last used; None: not known
    next_hash: bytes | None = None
    request_hash: bytes | None = None


class TableRow(NamedTuple):
    """What is known of a table beside its events."""

    id: str
    game: str
    options: dict[str, str]
    ruleset: int
    opened: float
    seats: list[SeatRow]


Job = Callable[[sqlite3.Connection], Any]


class Store:
    """The tables of one folder. Its methods are called from the event loop."""

    def __init__(self, folder: Path) -> None:
        """Open the file in this folder, or make it.

        Raises:
            Refused: the folder cannot be used, or another server uses it.
        """
        self.path = folder / "tables.sqlite"
        self.is_failing = False  # the last that was to be written was not
        self._jobs: SimpleQueue[tuple[Job, asyncio.Future[Any]] | None] = SimpleQueue()
        try:
            folder.mkdir(0o700, parents=True, exist_ok=True)  # it holds what is hidden, too
            self._lock = locked(
                folder / "server.lock",
                f"{folder}: another server keeps its tables here; stop it, or name another folder "
                "with --data.",
            )
            self._writing = _connected(self.path)
            _check_layout(self._writing, self.path)
            known = self._writing.execute("SELECT 1 FROM sqlite_master WHERE name = 'seat_token'")
            is_dated = known.fetchone() is not None
            self._writing.executescript(SCHEMA)
            if not is_dated:
                _date_old_tokens(self._writing)
            self._reading = _connected(self.path)
        except (OSError, sqlite3.Error) as error:
            raise Refused(f"{folder}: the tables cannot be kept here: {error}.") from None
        self._readers = ThreadPoolExecutor(1, thread_name_prefix="reader")
        self._writer = threading.Thread(target=self._write_all, name="writer", daemon=True)
        self._writer.start()

    def close(self) -> None:
        """Write what waits, then stop."""
        self._jobs.put(None)
        self._writer.join()
        self._readers.shutdown()
        for connection in (self._writing, self._reading, self._lock):
            connection.close()

    # What is kept ------------------------------------------------------------------------------

    async def create(self, row: TableRow, events: Sequence[Event]) -> None:
        """Keep a new table."""

        def job(db: sqlite3.Connection) -> None:
            db.execute(
                "INSERT INTO game_table VALUES (?, ?, ?, ?, ?)",
                (row.id, row.game, json.dumps(row.options), row.ruleset, row.opened),
            )
            db.executemany(
                "INSERT INTO seat VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                [(row.id, *seat[:SEAT_COLUMNS]) for seat in row.seats],
            )
            for seat in row.seats:
                _keep_token(db, row.id, seat)
            _insert(db, row.id, 0, events)

        await self._write(job)

    async def append(self, table: str, version: int, events: Sequence[Event]) -> None:
        """Add events to a log that is `version` events long.

        Raises:
            Conflict: it is not, or one of the requests is in it already.
            NotStored: the disk is full or broken.
        """
        await self._write(lambda db: _insert(db, table, version, events))

    async def take_seat(self, table: str, row: SeatRow) -> SeatRow | None:
        """Sit down where nobody sits yet. The seat that this request has then, perhaps another one
        that it had before; None if somebody else sits there."""

        def job(db: sqlite3.Connection) -> SeatRow | None:
            for seat in _seats(db, table):
                if row.request_hash is not None and seat.request_hash == row.request_hash:
                    again = seat._replace(token_hash=row.token_hash, used=row.used)
                    _keep_token(db, table, again)
                    return again
            cursor = db.execute(
                "UPDATE seat SET who = 'person', name = ?, color = ?, token_hash = ? "
                "WHERE game_table = ? AND seat = ? AND token_hash IS NULL AND who <> 'bot'",
                (row.name, row.color, row.token_hash, table, row.seat),
            )
            if cursor.rowcount != 1:
                return None
            _keep_token(db, table, row)
            return row

        return await self._write(job)

    async def keep_tokens(self, table: str, rows: Sequence[SeatRow]) -> None:
        """Keep what has changed about the tokens of these seats.

        Raises:
            NotStored: the disk is full or broken.
        """

        def job(db: sqlite3.Connection) -> None:
            for row in rows:
                _keep_token(db, table, row)

        await self._write(job)

    async def table(self, table: str) -> TableRow | None:
        """What is known of a table; None if there is none of this name."""
        rows = await self._read(lambda db: _tables(db, "id = ?", (table,)))
        return rows[0] if rows else None

    async def events(self, table: str) -> list[Event]:
        """The whole log of a table."""

        def job(db: sqlite3.Connection) -> list[Event]:
            rows = db.execute(
                "SELECT kind, actor, token, request FROM event WHERE game_table = ? "
                "ORDER BY version",
                (table,),
            )
            return [Event(*row) for row in rows]

        return await self._read(job)

    async def invited(self, code_hash: bytes) -> tuple[TableRow, SeatRow] | None:
        """The table and the seat that an invitation is for."""
        where = "id = (SELECT game_table FROM seat WHERE code_hash = ?)"
        for row in await self._read(lambda db: _tables(db, where, (code_hash,))):
            return row, next(seat for seat in row.seats if seat.code_hash == code_hash)
        return None

    # Threads -----------------------------------------------------------------------------------

    async def _read(self, job: Callable[[sqlite3.Connection], T]) -> T:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._readers, job, self._reading)

    async def _write(self, job: Callable[[sqlite3.Connection], T]) -> T:
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._jobs.put((job, future))
        return await future

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
            db.execute("COMMIT")
            self.is_failing = False
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
    except sqlite3.OperationalError:  # the disk, not the job: nothing of the batch is written
        raise
    except Exception as error:
        db.execute("ROLLBACK TO job")
        is_race = isinstance(error, sqlite3.IntegrityError)
        result = Conflict(MEANWHILE) if is_race else error
    db.execute("RELEASE job")
    return result


def _insert(db: sqlite3.Connection, table: str, version: int, events: Sequence[Event]) -> None:
    rows = [(table, version + i, *event) for i, event in enumerate(events, 1)]
    gap = "SELECT count(*) FROM event WHERE game_table = ? AND version = ?"
    if version and db.execute(gap, (table, version)).fetchone() == (0,):
        raise sqlite3.IntegrityError("a gap")
    db.executemany("INSERT INTO event VALUES (?, ?, ?, ?, ?, ?)", rows)


def _tables(db: sqlite3.Connection, where: str, values: tuple[Any, ...]) -> list[TableRow]:
    rows = db.execute(
        f"SELECT id, game, options, ruleset, opened FROM game_table WHERE {where}", values
    )
    return [
        TableRow(name, game, json.loads(options), ruleset, opened, _seats(db, name))
        for name, game, options, ruleset, opened in rows.fetchall()
    ]


def _seats(db: sqlite3.Connection, table: str) -> list[SeatRow]:
    rows = db.execute(
        "SELECT seat, who, level, name, color, token_hash, code_hash, used, next_hash, "
        "request_hash FROM seat LEFT JOIN seat_token USING (game_table, seat) "
        "WHERE game_table = ? ORDER BY seat",
        (table,),
    )
    return [SeatRow(*row) for row in rows]


def _keep_token(db: sqlite3.Connection, table: str, row: SeatRow) -> None:
    """Write the digests of a seat's tokens, and when the token was used."""
    if row.token_hash is None:
        return
    db.execute(
        "UPDATE seat SET token_hash = ? WHERE game_table = ? AND seat = ?",
        (row.token_hash, table, row.seat),
    )
    db.execute(
        "INSERT OR REPLACE INTO seat_token VALUES (?, ?, ?, ?, ?)",
        (table, row.seat, row.used or time.time(), row.next_hash, row.request_hash),
    )


def _date_old_tokens(db: sqlite3.Connection) -> None:
    """In a file from before tokens expired, they were all used just now."""
    db.execute(
        "INSERT INTO seat_token SELECT game_table, seat, ?, NULL, NULL FROM seat "
        "WHERE token_hash IS NOT NULL",
        (time.time(),),
    )


def _check_layout(db: sqlite3.Connection, path: Path) -> None:
    """Is this file new, or laid out as we know it?

    Raises:
        Refused: another version of this program has written it.
    """
    (layout,) = db.execute("PRAGMA user_version").fetchone()
    if layout not in (0, LAYOUT):
        raise Refused(
            f"{path}: written by another version of siegeworks (layout {layout}; this one knows "
            f"{LAYOUT}); use that version, or name another folder with --data."
        )
    db.execute(f"PRAGMA user_version = {LAYOUT}")


def _connected(path: Path) -> sqlite3.Connection:
    """A connection that one thread uses at a time; transactions are begun by hand."""
    db = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=10)
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
        db.execute(f"PRAGMA {pragma}")
    return db
