"""Background tasks whose failures are logged.

When a task fails and nobody awaits it, asyncio prints the error's message, which may contain
secrets; `asyncio.shield` leaves such tasks behind when the awaiting task is cancelled. Here every
failure is logged by type and place. A SiegeworksError is an answer, not a failure.
"""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Coroutine
from typing import Any, TypeVar

from siegeworks.core.errors import SiegeworksError
from siegeworks.server.runtime.error_log import log_failure

T = TypeVar("T")
_running: set[asyncio.Task[Any]] = set()  # asyncio keeps only weak references


def start_task(work: Coroutine[Any, Any, T], failure: str) -> asyncio.Task[T]:
    """Start a background task. `failure` is logged if it fails: words that reveal nothing of a
    table."""
    task = asyncio.create_task(work)
    _running.add(task)

    def log(done: asyncio.Task[T]) -> None:
        _running.discard(done)
        error = None if done.cancelled() else done.exception()
        if error is not None and not isinstance(error, SiegeworksError):
            log_failure(failure, error)

    task.add_done_callback(log)
    return task


async def run_to_completion(work: Coroutine[Any, Any, T], failure: str) -> T:
    """Run this to its end, even if the awaiting task is cancelled meanwhile.

    Raises:
        Exception: whatever the work raises, unless the awaiting task is cancelled.
    """
    task = start_task(work, failure)
    ended = asyncio.Event()  # `asyncio.wait` does more than is needed here
    task.add_done_callback(lambda _: ended.set())
    await ended.wait()
    return task.result()


class Looker(ABC):
    """Does what is due, again and again, whatever goes wrong: one at each worker."""

    def __init__(self, what: str, seconds: float) -> None:
        """Not started. `what` says in the log what it does: "notifying people"."""
        self._what, self._seconds = what, seconds
        self._task: asyncio.Task[None] | None = None

    @abstractmethod
    async def look(self) -> object:
        """Do all that is due.

        Raises:
            NotStored: the database is away.
        """

    def start(self) -> None:
        """Look every so many seconds."""
        self._task = start_task(self._look_always(), f"{self._what} failed")

    def stop(self) -> None:
        """Stop."""
        if self._task is not None:
            self._task.cancel()

    async def _look_always(self) -> None:
        while True:
            try:
                await self.look()
            except SiegeworksError:  # the database is away, which the store has logged
                pass
            except Exception as error:
                log_failure(f"{self._what} was interrupted", error)
            await asyncio.sleep(self._seconds)
