"""Lets the games count that are over: looks for them again and again, and when somebody calls"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from functools import partial

from siegeworks.server.people.looking import look_always
from siegeworks.server.people.ratings.rated_games import count, finished
from siegeworks.server.runtime.tasks import start_task
from siegeworks.server.storage.checksums import Damaged
from siegeworks.server.storage.store import Conflict, Store

LOOKING_SECONDS = 5.0  # between two looks, unless a game of this worker ends
MOST = 100  # games in one look


class Rater:
    """One at each worker. A game counts once, since the first to write it wins."""

    def __init__(self, store: Store) -> None:
        """Not started.

        Args:
            store: the tables.
        """
        self._store = store
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Look again and again."""
        self._task = start_task(
            look_always(self.look, self._pause, "counting games"), "counting games failed"
        )

    def stop(self) -> None:
        """Stop."""
        if self._task is not None:
            self._task.cancel()

    def wake(self) -> None:
        """A game is over: look at once."""
        self._wake.set()

    async def look(self) -> int:
        """Let all games count that are over; how many there were.

        Raises:
            NotStored: the database is away.
        """
        tables = await self._store.read(lambda db: finished(db, MOST))
        for table in tables:
            with suppress(Damaged, Conflict):  # it is not as it was written; another is faster
                await self._store.write(partial(count, table=table))
        return len(tables)

    async def _pause(self) -> None:
        self._wake.clear()
        with suppress(TimeoutError):
            async with asyncio.timeout(LOOKING_SECONDS):
                await self._wake.wait()
