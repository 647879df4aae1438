"""The store of one server: one SQLite file, written by one thread, read by several (WAL)."""

import sqlite3
from collections.abc import Callable
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from queue import SimpleQueue
from typing import TypeVar

from filelock import FileLock, Timeout

from siegeworks.core.errors import SiegeworksError
from siegeworks.server.runtime.error_log import logger
from siegeworks.server.runtime.settings import DEFAULTS, StoreLimits
from siegeworks.server.storage import layout
from siegeworks.server.storage.checksums import Damaged, is_damage
from siegeworks.server.storage.database import Database
from siegeworks.server.storage.group_writer import NotStored
from siegeworks.server.storage.layout import COUNT, CountFile, SqliteConnection
from siegeworks.server.storage.store import READERS, Store

T = TypeVar("T")
CHECKED_AT_START = 64 << 20  # bytes
FREE_PAGES_BATCH = 100  # pages returned to the disk in one transaction
UNCOUNTED = "the number of transactions cannot be read"


class SqliteStore(Store):
    """The tables of one folder, for one server at a time."""

    is_shared = False
    errors, races = sqlite3.Error, sqlite3.IntegrityError

    def __init__(
        self,
        folder: Path,
        checked_at_start: int = CHECKED_AT_START,
        limits: StoreLimits = DEFAULTS.store,
    ) -> None:
        """Open the file in this folder, or create it. If it has more than `checked_at_start` bytes,
        its structure is checked after the start.

        Raises:
            SiegeworksError: the folder cannot be used, or another server uses it.
        """
        super().__init__(limits)
        self.path = folder / layout.FILE
        self._unused: SimpleQueue[SqliteConnection] = SimpleQueue()  # of the readers
        with ExitStack() as opened:  # if something fails, everything is closed again
            try:
                self._open(folder, opened, checked_at_start)
            except (OSError, sqlite3.Error, UnicodeDecodeError) as error:
                reason = getattr(error, "strerror", None) or str(error)
                raise SiegeworksError(f"{folder}: cannot store tables here: {reason}.") from None
            self._opened = opened.pop_all()
        for db in self._reading:
            db.execute("PRAGMA query_only = ON")
            self._unused.put(db)
        if self._lost:
            logger.error(
                "%s: the last %d transactions are missing: its -wal file was lost or truncated, or "
                "an older copy was restored. The tables and moves of that time are lost.",
                *(self.path, self._lost),
            )
        self._count.write(self._written)
        self._writer.start()

    def _open(self, folder: Path, opened: ExitStack, checked_at_start: int) -> None:
        def keep_open(db: SqliteConnection) -> SqliteConnection:
            return opened.enter_context(closing(db))

        layout.make_private(folder)
        lock = FileLock(folder / layout.LOCK, thread_local=False)
        try:
            lock.acquire(timeout=0)  # the system frees it when the process ends, however it ends
        except Timeout:
            raise SiegeworksError(
                f"{folder}: a server uses this folder. Stop it first, or name another folder: "
                "--data."
            ) from None
        opened.callback(lock.release)
        self._writing = keep_open(layout.connect(self.path))
        layout.create(self._writing, self.path)
        with suppress(sqlite3.DatabaseError):  # damaged: other things matter more
            self._writing.execute("DELETE FROM address_use")  # of a server that is gone
        is_small = self.path.stat().st_size <= checked_at_start
        self._complain(layout.complaints_of(self._writing) if is_small else [])
        stored, counted = layout.transactions_of(self._writing), layout.read_count(folder / COUNT)
        if stored is None:
            self._complain([UNCOUNTED])
        self._written = counted if stored is None else stored
        self._lost = max(0, counted - self._written)
        self._count = opened.enter_context(closing(CountFile(folder / COUNT)))
        self._reading = [keep_open(layout.connect(self.path)) for _ in range(READERS)]

    def close(self) -> None:
        super().close()
        self._readers.shutdown()
        self._opened.close()

    async def check_structure(self) -> None:
        self._complain(await self.read(layout.complaints_of))  # type: ignore[arg-type]

    def _complain(self, complaints: list[str]) -> None:
        """The structure of the file is damaged; logged once."""
        if complaints and not self._complaints:
            logger.error(
                "%s is damaged; `siegeworks tables check` shows details: %s",
                *(self.path, "; ".join(complaints)),
            )
        self._complaints = self._complaints or complaints

    # Reading --------------------------------------------------------------------------------------

    def _read_now(self, job: Callable[[Database], T], table: str) -> T:
        db = self._unused.get()
        try:
            db.execute("BEGIN")
            return job(db)
        except Damaged as error:
            self.quarantine(error.table, error.why)
            raise
        except SiegeworksError:  # the answer of the job, though a ValueError
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

    # Writing --------------------------------------------------------------------------------------

    def _begin(self) -> Database:
        self._writing.execute("BEGIN IMMEDIATE")
        return self._writing

    def _commit(self, db: Database) -> None:
        db.execute("UPDATE written SET transactions = ?", (self._written + 1,))
        db.execute("COMMIT")
        self._written += 1
        self._count.write(self._written)

    def _give_up(self) -> None:
        with suppress(sqlite3.Error):
            if self._writing.in_transaction:
                self._writing.execute("ROLLBACK")

    def _is_fatal(self, error: Exception) -> bool:
        return isinstance(error, sqlite3.OperationalError) and not is_damage(error)

    def _is_damage(self, error: Exception) -> bool:
        return is_damage(error)

    def _why_not_stored(self, error: Exception) -> str:
        return f"Cannot write to disk ({error}). Try again."

    def _free_space(self, db: Database) -> bool:
        """Return some free pages of the file to the disk; are there more?"""
        (before,) = db.execute("PRAGMA freelist_count").fetchone()
        db.execute(f"PRAGMA incremental_vacuum({FREE_PAGES_BATCH})").fetchall()  # one row per page
        (after,) = db.execute("PRAGMA freelist_count").fetchone()
        return bool(0 < after < before)
