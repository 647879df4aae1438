"""The store of many workers: a PostgreSQL database, to which each worker has one connection that
writes, a few that read and one that listens.

What one worker writes, it tells the others with NOTIFY when its transaction ends: tables and their
versions, nothing else. A connection that was lost is made again; what was missed meanwhile is read.
"""

import asyncio
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

import psycopg
from psycopg import sql
from psycopg_pool import ConnectionPool, PoolTimeout

from siegeworks.core.errors import SiegeworksError
from siegeworks.server.runtime.error_log import log_failure
from siegeworks.server.runtime.settings import DEFAULTS, StoreLimits
from siegeworks.server.storage.checksums import Damaged
from siegeworks.server.storage.database import Database
from siegeworks.server.storage.group_writer import NO_ANSWER, Answer, NotStored, Waiting
from siegeworks.server.storage.layout import newest_layout
from siegeworks.server.storage.leases import table_of
from siegeworks.server.storage.postgresql import layout
from siegeworks.server.storage.postgresql.appends import append_at_once
from siegeworks.server.storage.postgresql.layout import CONNECTION, shown, why
from siegeworks.server.storage.rows import Head
from siegeworks.server.storage.store import READERS, Append, Listener, Store

T = TypeVar("T")
LISTENING_SECONDS = 0.2  # in which a listener notices that the store is closed
SILENT_SECONDS = 5.0  # after which a listener looks whether its connection still lives
MOST_HEADS = 4_096  # rows of tables that are remembered, of half a kilobyte each
LONGEST_PAUSE = 2.0  # seconds between two tries to reach a database that is away
UNREACHABLE = "The database cannot be reached. Try again in a moment."


class PostgresqlDatabase:
    """A connection in a transaction."""

    def __init__(self, connection: psycopg.Connection[Any], *, writes: bool) -> None:
        self.connection, self.lock = connection, " FOR UPDATE" if writes else ""
        self.notices: list[tuple[str, int]] = []

    def execute(self, command: str, values: Sequence[Any] = ()) -> psycopg.Cursor[Any]:
        """Run a command with `?` for values; ours contain no other `?` and no `%`."""
        return self.connection.execute(command.replace("?", "%s"), values)

    def executemany(self, command: str, rows: Sequence[Sequence[Any]]) -> None:
        """Run a command once for each row of values."""
        for row in rows:  # mostly one or two: a pipeline would cost more
            self.execute(command, row)

    def now(self) -> float:
        """The database's clock: seconds since 1970."""
        row = self.execute("SELECT extract(epoch FROM clock_timestamp())").fetchone()
        assert row is not None
        return float(row[0])

    def notify(self, table: str, version: int) -> None:
        """Tell other workers when the transaction ends."""
        self.notices.append((table, version))


class PostgresqlStore(Store):
    """The tables of one database, for any number of workers."""

    is_shared = True
    errors, races = psycopg.Error, psycopg.IntegrityError
    collisions = psycopg.errors.DeadlockDetected, psycopg.errors.SerializationFailure

    def __init__(self, url: str, limits: StoreLimits = DEFAULTS.store) -> None:
        """Connect to a database by a connection string of libpq, such as
        `postgresql://user@host/database`, and create or migrate its tables.

        Raises:
            SiegeworksError: it cannot be reached, or holds tables of a newer version.
        """
        super().__init__(limits)
        self.answer_seconds = limits.answer_seconds
        self._url, self.path = url, shown(url)
        layout.create(url)
        self._writing: psycopg.Connection[Any] | None = None
        self._writer_pid = 0
        self._undone_notices = 0
        self._heads: dict[str, Head] = {}  # of tables, as the last moves here left them
        self._pool = ConnectionPool(
            url,
            min_size=1,
            max_size=READERS,
            timeout=limits.reader_seconds,
            # It would double its pauses for five minutes; each request that needs one tries again.
            reconnect_timeout=limits.reader_seconds,
            kwargs=CONNECTION,
            configure=self._limit_statements,
            open=True,
        )
        self._closing = threading.Event()
        self._listening: threading.Thread | None = None
        self._writer.start()

    def close(self) -> None:
        super().close()
        self._closing.set()
        if self._listening is not None:
            self._listening.join()
        self._readers.shutdown()
        self._pool.close()
        self._disconnect()

    # Reading --------------------------------------------------------------------------------------

    def _read_now(self, job: Callable[[Database], T], table: str) -> T:
        try:
            with self._pool.connection() as connection:
                connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
                return job(PostgresqlDatabase(connection, writes=False))
        except Damaged as error:
            self.quarantine(error.table, error.why)
            raise
        except psycopg.errors.QueryCanceled as error:
            log_failure("the database took too long to read tables", error)
            raise NotStored(NO_ANSWER) from None
        except (PoolTimeout, psycopg.Error) as error:
            log_failure("tables cannot be read", error)
            raise NotStored(UNREACHABLE) from None

    def _limit_statements(self, connection: psycopg.Connection[Any]) -> None:
        """Let the database itself end what takes too long to read: else it would keep a reader."""
        milliseconds = 1000 * self.limits.answer_seconds
        connection.execute(f"SET statement_timeout = {milliseconds:.0f}".encode())
        connection.commit()

    # Writing --------------------------------------------------------------------------------------

    def _ordered(self, batch: list[Waiting]) -> list[Waiting]:
        """By table, and then by lease, so that two workers lock tables and leases in the same order
        and never wait for each other in a circle. First come the leases that no table has."""
        return sorted(batch, key=lambda item: (item.table or table_of(item.lease), item.lease))

    def _transactions(self, batch: list[Waiting]) -> Iterator[list[Answer]]:
        """Where all add events, two statements store them. If others were faster somewhere, or one
        cannot be stored, the jobs say so."""
        appends = [item.job for item in batch if isinstance(item.job, Append)]
        if len({append.table for append in appends}) < max(1, len(batch)):
            yield from super()._transactions(batch)
            return
        stored = self._append(appends)
        if len(self._heads) > MOST_HEADS:
            self._heads.clear()
        for append in appends:  # what was not stored had perhaps another row
            self._heads.pop(append.table, None)
        self._heads.update(stored)
        yield [Answer(item.answer, None) for item in batch if item.table in stored]
        if rest := [item for item in batch if item.table not in stored]:
            yield from super()._transactions(rest)

    def _append(self, appends: Sequence[Append]) -> dict[str, Head]:
        """Add events to the logs of different tables, with what belongs to them; returns the rows
        of the tables where they are stored, as they are now."""
        beside = {append.table: append.beside for append in appends if append.beside is not None}
        if not beside:
            try:
                return append_at_once(self._connected(), appends, self._heads)
            except (*self.collisions, psycopg.IntegrityError, psycopg.DataError):
                return {}
        db = self._begin()
        try:
            stored = append_at_once(db.connection, appends, self._heads)
            for table in sorted(stored.keys() & beside.keys()):
                beside[table](db)
        except Exception:  # what has failed is done again by its job, which says why
            db.execute("ROLLBACK")
            return {}
        self._commit(db)
        return stored

    def _connected(self) -> psycopg.Connection[Any]:
        if self._writing is None or self._writing.closed:
            self._writing = psycopg.connect(self._url, autocommit=True, **CONNECTION)
            # Else it would plan the large statement each time, which takes as long as to run it.
            self._writing.execute("SET plan_cache_mode = force_generic_plan")
            self._writer_pid = self._writing.info.backend_pid
        return self._writing

    def _begin(self) -> PostgresqlDatabase:
        db = PostgresqlDatabase(self._connected(), writes=True)
        db.execute("BEGIN")
        return db

    def _attempt(self, db: Database, job: Callable[[Database], Any]) -> Any:
        assert isinstance(db, PostgresqlDatabase)
        self._undone_notices = len(db.notices)
        return super()._attempt(db, job)

    def _undo(self, db: Database) -> None:
        assert isinstance(db, PostgresqlDatabase)
        del db.notices[self._undone_notices :]
        super()._undo(db)

    def _prove(self, db: Database) -> None:
        db.execute("UPDATE siegeworks_layout SET number = number")

    def _commit(self, db: Database) -> None:
        assert isinstance(db, PostgresqlDatabase)
        for channel, text in layout.payloads(db.notices):
            db.execute("SELECT pg_notify(?, ?)", (channel, text))
        db.execute("COMMIT")

    def _give_up(self) -> None:
        # Perhaps the connection is broken, perhaps the server is: a new one is known to be whole.
        self._disconnect()

    def _disconnect(self) -> None:
        if self._writing is not None:
            with suppress(psycopg.Error):
                self._writing.close()
            self._writing = None

    def _is_damage(self, error: Exception) -> bool:
        return False  # PostgreSQL looks after its files; our checksums find what is left

    def _is_fatal(self, error: Exception) -> bool:
        """What concerns one job alone: a row that somebody else has written, or a value that
        PostgreSQL cannot store."""
        return not isinstance(error, psycopg.IntegrityError | psycopg.DataError)

    def _why_not_stored(self, error: Exception) -> str:
        if isinstance(error, psycopg.errors.ReadOnlySqlTransaction):
            return "The database can only be read at the moment. Try again later."
        if isinstance(error, psycopg.errors.DiskFull):
            return "The disk of the database is full. Try again later."
        return UNREACHABLE

    # Listening ------------------------------------------------------------------------------------

    def listen(self, listener: Listener) -> None:
        loop = asyncio.get_running_loop()

        def tell(changes: Sequence[tuple[str, int]] | None) -> None:
            with suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(listener, changes)

        self._listening = threading.Thread(
            target=self._listen_always, args=(tell,), name="listener", daemon=True
        )
        self._listening.start()

    def _listen_always(self, tell: Callable[[Sequence[tuple[str, int]] | None], None]) -> None:
        pause, is_reported = 0.1, False
        while not self._closing.is_set():
            began = time.monotonic()
            try:
                self._listen(tell)
                return
            except psycopg.Error as error:
                if not is_reported:
                    log_failure("other workers cannot be heard", error)
                is_reported = True
            pause = (
                0.1 if time.monotonic() - began > LONGEST_PAUSE else min(2 * pause, LONGEST_PAUSE)
            )
            self._closing.wait(pause)

    def _listen(self, tell: Callable[[Sequence[tuple[str, int]] | None], None]) -> None:
        """Listen until the store is closed or the connection is lost."""
        with psycopg.connect(self._url, autocommit=True, **CONNECTION) as connection:
            for channel in layout.CHANNELS:
                connection.execute(sql.SQL("LISTEN {}").format(sql.Identifier(channel)))
            tell(None)  # something may have been missed before
            heard = time.monotonic()
            while not self._closing.is_set():
                for notice in connection.notifies(timeout=LISTENING_SECONDS, stop_after=1):
                    heard = time.monotonic()
                    if notice.pid != self._writer_pid:
                        tell(layout.read_payload(notice.payload))
                if time.monotonic() > heard + SILENT_SECONDS:
                    connection.execute("SELECT 1")  # fails if the connection was lost in silence
                    heard = time.monotonic()


@contextmanager
def read_only(url: str) -> Iterator[Database]:
    """A snapshot of a database, for reading only.

    Raises:
        SiegeworksError: it cannot be reached, or holds no tables that this version knows.
    """
    with layout.connect(url) as connection:
        connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        layout.layout_of_tables(connection, url)
        try:
            yield PostgresqlDatabase(connection, writes=False)
        except psycopg.Error as error:
            raise SiegeworksError(f"{shown(url)}: it cannot be read: {why(error)}") from None


@contextmanager
def in_transaction(url: str) -> Iterator[Database]:
    """A database in one transaction, with the tables of the newest layout.

    Raises:
        SiegeworksError: it cannot be used, there are none, or a newer version of this program uses
            it.
    """
    with layout.connect(url) as connection:
        number = layout.layout_of_tables(connection, url)
    if number < newest_layout():
        layout.create(url)
    with layout.connect(url) as connection:
        try:
            yield PostgresqlDatabase(connection, writes=True)
        except psycopg.Error as error:
            raise SiegeworksError(f"{shown(url)}: it cannot be used: {why(error)}") from None
