"""Threads for what takes a while, shared out fairly.

Whoever waits gets a thread in turn, one address after another; within an address who came first
comes first. Quick jobs go before long ones and have threads of their own, and no address has all
threads for long jobs: so nobody waits for what one stranger has asked for.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable, Coroutine, Hashable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from itertools import count
from typing import Any, Generic, TypeVar

from siegeworks.server.tasks import begin

T = TypeVar("T")
K = TypeVar("K", bound=Hashable)


class Turn:
    """A thread that is one's own until the end of the block."""

    def __init__(self, pool: ThreadPoolExecutor) -> None:
        self._pool = pool
        self.working: asyncio.Future[object] | None = None

    async def run(self, work: Callable[[], T]) -> T:
        """Run this in the thread. Whoever asked may go meanwhile: it is finished all the same."""
        future = asyncio.get_running_loop().run_in_executor(self._pool, work)
        self.working = future  # type: ignore[assignment]
        return await asyncio.shield(future)


class Turns:
    """So many threads, and those who wait for one."""

    def __init__(
        self,
        name: str,
        long: int,
        *,
        of_one: int,
        quick: int = 0,
        initializer: Callable[[], None] | None = None,
    ) -> None:
        """Threads, all idle.

        Args:
            name: of the threads.
            long: how many long jobs run at once.
            of_one: how many of these one address may have.
            quick: threads beside them that only quick jobs use.
            initializer: called once in each thread.
        """
        self._pool = ThreadPoolExecutor(long + quick, name, initializer)
        self._long, self._of_one, self._all = long, of_one, long + quick
        self._busy = {True: 0, False: 0}  # quick jobs that run; long ones
        self._held: Counter[str] = Counter()  # long jobs of each address that run
        self._waiting: dict[bool, dict[str, deque[asyncio.Future[None]]]] = {True: {}, False: {}}
        self._numbers = count(1)
        self._served: dict[str, int] = {}  # when each address got a thread last, while some wait

    def close(self) -> None:
        """Begin nothing any more."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    @asynccontextmanager
    async def turn(self, address: str, *, quick: bool = False) -> AsyncIterator[Turn]:
        """Wait for a thread and keep it until the end of the block, or of what still runs then.

        Args:
            address: on whose behalf.
            quick: will it take a small part of a second?
        """
        await self._wait(address, quick)
        turn = Turn(self._pool)
        try:
            yield turn
        finally:
            if turn.working is None or turn.working.done():
                self._give_back(address, quick)
            else:  # whoever asked has gone
                turn.working.add_done_callback(lambda _: self._give_back(address, quick))

    async def run(self, address: str, work: Callable[[], T], *, quick: bool = False) -> T:
        """Do this in a thread, in turn."""
        async with self.turn(address, quick=quick) as turn:
            return await turn.run(work)

    async def _wait(self, address: str, quick: bool) -> None:
        mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting[quick].setdefault(address, deque()).append(mine)
        self._serve()
        try:
            await mine
        except asyncio.CancelledError:
            if mine.done() and not mine.cancelled():  # it was given, and is not wanted any more
                self._give_back(address, quick)
            raise

    def _give_back(self, address: str, quick: bool) -> None:
        self._busy[quick] -= 1
        if not quick:
            self._held[address] -= 1
            if not self._held[address]:
                del self._held[address]
        self._serve()

    def _serve(self) -> None:
        """Give away as many threads as can be."""
        while self._serve_one(quick=True) or self._serve_one(quick=False):
            pass
        if not any(self._waiting.values()):
            self._served.clear()

    def _serve_one(self, *, quick: bool) -> bool:
        """Give a thread to the address that has waited longest since it got one."""
        if sum(self._busy.values()) >= self._all or (not quick and self._busy[False] >= self._long):
            return False
        lines = self._waiting[quick]
        for address in list(lines):
            while lines[address] and lines[address][0].done():  # whoever waited has gone
                lines[address].popleft()
            if not lines[address]:
                del lines[address]
        able = [one for one in lines if quick or self._held[one] < self._of_one]
        if not able:
            return False
        address = min(able, key=lambda one: self._served.get(one, 0))
        lines[address].popleft().set_result(None)
        self._served[address] = next(self._numbers)
        self._busy[quick] += 1
        if not quick:
            self._held[address] += 1
        return True


class Once(Generic[K, T]):
    """What several ask for at the same time is done once for all of them."""

    def __init__(self) -> None:
        self._tasks: dict[K, asyncio.Task[T]] = {}

    async def get(self, key: K, make: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """What `make` returns, or what it is returning to somebody already. It is finished though
        whoever asked may go."""
        task = self._tasks.get(key)
        if task is None:
            self._tasks[key] = task = begin(make(), "work that several wait for failed")
            task.add_done_callback(lambda _: self._tasks.pop(key))
        return await asyncio.shield(task)
