"""Looking again and again what is to be done for people"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod

from siegeworks.core.errors import SiegeworksError
from siegeworks.server.runtime.error_log import log_failure
from siegeworks.server.runtime.tasks import start_task


class Looker(ABC):
    """Does what is due, again and again, whatever goes wrong: one at each worker."""

    def __init__(self, what: str, seconds: float) -> None:
        """Not started. `what` says in the log what it does: "notifying people"."""
        self._what, self._seconds = what, seconds
        self._task: asyncio.Task[None] | None = None

    @abstractmethod
    async def look(self) -> int:
        """Do all that is due; how much there was.

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
