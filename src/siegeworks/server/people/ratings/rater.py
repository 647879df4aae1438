"""Lets the games count that are over: looks for them again and again"""

from __future__ import annotations

from contextlib import suppress
from functools import partial

from siegeworks.server.people.looking import Looker
from siegeworks.server.people.ratings.rated_games import count, finished
from siegeworks.server.storage.checksums import Damaged
from siegeworks.server.storage.group_writer import Conflict
from siegeworks.server.storage.store import Store

LOOKING_SECONDS = 5.0  # between two looks
MOST = 100  # games in one look


class Rater(Looker):
    """One at each worker. A game counts once, since the first to write it wins."""

    def __init__(self, store: Store) -> None:
        """Not started.

        Args:
            store: the tables.
        """
        super().__init__("counting games", LOOKING_SECONDS)
        self._store = store

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
