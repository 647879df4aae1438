"""Group commit: one thread writes everything that waits in one transaction.

So durability costs little: many requests wait for the disk once.
"""

import asyncio
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from queue import Empty, SimpleQueue
from typing import Any, ClassVar, NamedTuple, TypeVar

from siegeworks.core.errors import SiegeworksError
from siegeworks.server.monitoring.metrics import STORE_FAILURES, WAITING
from siegeworks.server.runtime.error_log import log_failure, logger
from siegeworks.server.runtime.logs import about
from siegeworks.server.runtime.settings import StoreLimits
from siegeworks.server.storage.checksums import Damaged
from siegeworks.server.storage.database import Database

T = TypeVar("T")
CHANGED_MEANWHILE = "The table has just changed. Look at it again."
NO_ANSWER = "The database does not answer. Try again in a moment."
STOPPING = "The server is stopping. Try again in a moment."
MAX_BATCH = 256  # requests written in one transaction

Job = Callable[[Database], Any]


class Conflict(SiegeworksError):
    """Somebody else has already written this version."""


class NotStored(SiegeworksError):
    """Writing to or reading from the store failed. What was to be written may be stored all the
    same, if the connection was lost or the answer took too long."""


class Waiting(NamedTuple):
    """A job that waits to be written."""

    job: Job
    answer: asyncio.Future[Any]
    table: str = ""
    lease: str = ""


class Answer(NamedTuple):
    """What a job that was written answers."""

    future: asyncio.Future[Any]
    result: Any  # or its error


class GroupWriter(ABC):
    """What writes, whatever the database."""

    answer_seconds: float | None = None  # after which writes and reads count as failed; None: never
    errors: ClassVar[type[Exception]]  # what the database raises
    races: ClassVar[type[Exception]]  # the same, when somebody else has written a row first
    # The same, when transactions were in each other's way and this one was ended for it.
    collisions: ClassVar[tuple[type[Exception], ...]] = ()

    def __init__(self, limits: StoreLimits) -> None:
        """Start the thread that writes; the database is open."""
        self.limits = limits
        self.is_failing = False  # the last write failed
        self.damaged: dict[str, str] = {}  # tables that cannot be read, and why
        self._is_closed = False
        self._jobs: SimpleQueue[Waiting | None] = SimpleQueue()
        self._writer = threading.Thread(target=self._write_all, name="writer", daemon=True)

    def close(self) -> None:
        """Write what waits, then stop."""
        self._is_closed = True
        self._jobs.put(None)
        self._writer.join()

    def quarantine(self, table: str, why: str) -> Damaged:
        """From now on, refuse requests for this table; logged once, with what is wrong in words
        that reveal nothing of the game."""
        if table not in self.damaged:
            self.damaged[table] = why
            details = about("damaged table", table=table, reason=why)
            logger.error("table %s is damaged: %s", table, why, extra=details)
        return Damaged(table, why)

    async def write(
        self,
        job: Callable[[Database], T],
        lease: str = "",
        *,
        table: str = "",
    ) -> T:
        """Run this in the next transaction, together with all that waits to be written. What it
        raises is raised here, and its changes are undone.

        Args:
            job: what is written; it may run twice, if transactions were in each other's way.
            lease: the name of the lease that it takes or writes under; "": none, or that of the
                bots of its table.
            table: which it is about; "": none.

        Raises:
            Conflict: somebody else has written one of these rows first.
            Damaged: the table is not as it was written.
            NotStored: it could not be stored.
        """
        if self._is_closed:  # nobody would ever answer
            raise NotStored(STOPPING)
        if table in self.damaged:
            raise Damaged(table, self.damaged[table])
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._jobs.put(Waiting(job, future, table, lease))
        WAITING.inc()
        try:
            async with asyncio.timeout(self.answer_seconds):
                return await future
        except TimeoutError:  # it may be stored later: asking again with the same id is safe
            self.is_failing = True
            raise NotStored(NO_ANSWER) from None
        except Damaged as error:
            self.quarantine(error.table, error.why)
            raise
        except Exception as error:
            if not self._is_damage(error):
                raise
            raise self.quarantine(table, "it cannot be read") from None
        finally:
            WAITING.dec()

    def _write_all(self) -> None:
        """The writer thread: writes everything that waits in one transaction, then reports back.
        While writing fails it tries again and again, whether or not anything waits."""
        while True:
            try:
                batch = [self._jobs.get(timeout=self.limits.retry_seconds)]
            except Empty:
                if self.is_failing:
                    self._write_batch([])
                continue
            while batch[-1] is not None and len(batch) < MAX_BATCH and not self._jobs.empty():
                batch.append(self._jobs.get())
            waiting = [item for item in batch if item is not None]
            if waiting:
                self._write_batch(waiting)
            if len(waiting) < len(batch):
                return

    def _write_batch(self, batch: list[Waiting]) -> None:
        answers: list[Answer] = []
        try:
            for stored in self._transactions(batch):
                answers += stored
            if self.is_failing:
                logger.warning("tables can be stored again")
            self.is_failing = False
        except self.errors as error:
            if not self.is_failing:
                log_failure("tables cannot be stored", error)
            self.is_failing = True
            STORE_FAILURES.inc()
            self._give_up()
            problem = NotStored(self._why_not_stored(error))
            known = {answer.future for answer in answers}
            answers += [Answer(item.answer, problem) for item in batch if item.answer not in known]
        if not batch:
            return
        loop = batch[0].answer.get_loop()
        try:
            loop.call_soon_threadsafe(_report, answers)
        except RuntimeError:  # the loop has ended; nobody is waiting
            return

    def _transactions(self, batch: list[Waiting]) -> Iterator[list[Answer]]:
        """Write these in one or more transactions; who waits for what is stored by each, and what
        they answer. Transactions that were in each other's way are not any more: they are tried
        once again."""
        try:
            yield self._write_once(batch)
        except self.collisions:
            self._give_up()
            yield self._write_once(batch)

    def _write_once(self, batch: list[Waiting]) -> list[Answer]:
        ordered = self._ordered(batch)
        if batch and (answers := self._write_all_or_none(ordered)) is not None:
            return answers
        db = self._begin()
        if not batch:
            self._prove(db)
        answers = [Answer(item.answer, self._attempt(db, item.job)) for item in ordered]
        self._commit(db)
        return answers

    def _write_all_or_none(self, batch: list[Waiting]) -> list[Answer] | None:
        """Write these without being able to undo one alone, which costs two statements for each;
        None, and nothing is written: one of them fails."""
        db = self._begin()
        try:
            answers = [Answer(item.answer, item.job(db)) for item in batch]
        except Exception as error:
            if isinstance(error, self.errors) and self._is_fatal(error):
                raise
            db.execute("ROLLBACK")
            return None
        self._commit(db)
        return answers

    def _attempt(self, db: Database, job: Job) -> Any:
        """Run one job of a transaction, or undo it; returns its result or its error."""
        db.execute("SAVEPOINT job")
        try:
            result = job(db)
        except Exception as error:
            if isinstance(error, self.errors) and self._is_fatal(error):
                raise  # nothing of the batch is written
            self._undo(db)
            result = Conflict(CHANGED_MEANWHILE) if isinstance(error, self.races) else error
        db.execute("RELEASE SAVEPOINT job")
        return result

    def _undo(self, db: Database) -> None:
        """Undo the job under way."""
        db.execute("ROLLBACK TO SAVEPOINT job")

    def _ordered(self, batch: list[Waiting]) -> list[Waiting]:
        """The jobs in the order in which they are written."""
        return batch

    @abstractmethod
    def _begin(self) -> Database:
        """Begin a transaction of the writer thread."""

    def _prove(self, db: Database) -> None:
        """Write something that changes nothing: it fails if nothing can be written."""
        return  # `_commit` does

    @abstractmethod
    def _commit(self, db: Database) -> None:
        """Make it last."""

    @abstractmethod
    def _give_up(self) -> None:
        """It failed: leave nothing of it. If even this fails, the next batch tries it again."""

    @abstractmethod
    def _is_fatal(self, error: Exception) -> bool:
        """Does this error of the database concern the whole transaction, not one job?"""

    @abstractmethod
    def _is_damage(self, error: Exception) -> bool:
        """Does this error say that what is stored is not what was written?"""

    @abstractmethod
    def _why_not_stored(self, error: Exception) -> str:
        """A sentence for those whose requests could not be stored."""


def _report(answers: list[Answer]) -> None:
    for future, answer in answers:
        if future.done():  # cancelled
            continue
        if isinstance(answer, Exception):
            future.set_exception(answer)
        else:
            future.set_result(answer)
