"""A thread pool that is fair to addresses, and work shared by everybody who asks for it.

Addresses take turns; within an address, first come, first served. Quick jobs go before long ones
and have their own threads, and no address gets all threads for long jobs: nobody waits for the jobs
of one stranger.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable, Coroutine, Hashable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from itertools import count
from typing import Any, Generic, TypeVar

from siegeworks.server.runtime.tasks import start_task

T = TypeVar("T")
K = TypeVar("K", bound=Hashable)


class Slot:
    """A thread reserved until the end of the block."""

    def __init__(self, pool: ThreadPoolExecutor) -> None:
        self._pool = pool
        self.working: asyncio.Future[object] | None = None

    async def run(self, work: Callable[[], T]) -> T:
        """Run this in the thread. It is finished even if the caller is cancelled meanwhile."""
        future = asyncio.get_running_loop().run_in_executor(self._pool, work)
        self.working = future  # type: ignore[assignment]
        return await asyncio.shield(future)


class FairPool:
    """A number of threads, and those who wait for one."""

    def __init__(
        self,
        name: str,
        long: int,
        *,
        per_address: int,
        quick: int = 0,
        initializer: Callable[[], None] | None = None,
    ) -> None:
        """A pool with idle threads.

        Args:
            name: of the threads.
            long: how many long jobs run at once.
            per_address: how many of these one address may have.
            quick: additional threads that only quick jobs use.
            initializer: called once in each thread.
        """
        self._pool = ThreadPoolExecutor(long + quick, name, initializer)
        self._long, self._per_address, self._all = long, per_address, long + quick
        self._busy = {True: 0, False: 0}  # running quick jobs; long ones
        self._held: Counter[str] = Counter()  # running long jobs of each address
        self._waiting: dict[bool, dict[str, deque[asyncio.Future[None]]]] = {True: {}, False: {}}
        self._numbers = count(1)
        self._served: dict[str, int] = {}  # when each address last got a thread

    def close(self) -> None:
        """Start no more jobs."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    @asynccontextmanager
    async def slot(self, address: str, *, quick: bool = False) -> AsyncIterator[Slot]:
        """Wait for a thread and keep it until the end of the block and of its job.

        Args:
            address: on whose behalf.
            quick: will the job take only a small part of a second?
        """
        await self._wait(address, quick)
        slot = Slot(self._pool)
        try:
            yield slot
        finally:
            if slot.working is None or slot.working.done():
                self._release(address, quick)
            else:  # the caller was cancelled
                slot.working.add_done_callback(lambda _: self._release(address, quick))

    async def run(self, address: str, work: Callable[[], T], *, quick: bool = False) -> T:
        """Wait for a thread and run this in it."""
        async with self.slot(address, quick=quick) as slot:
            return await slot.run(work)

    async def _wait(self, address: str, quick: bool) -> None:
        granted: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting[quick].setdefault(address, deque()).append(granted)
        self._serve()
        try:
            await granted
        except asyncio.CancelledError:
            if granted.done() and not granted.cancelled():  # it is no longer wanted
                self._release(address, quick)
            raise

    def _release(self, address: str, quick: bool) -> None:
        self._busy[quick] -= 1
        if not quick:
            self._held[address] -= 1
            if not self._held[address]:
                del self._held[address]
        self._serve()

    def _serve(self) -> None:
        """Hand out as many threads as possible."""
        while self._serve_one(quick=True) or self._serve_one(quick=False):
            pass
        if not any(self._waiting.values()):
            self._served.clear()

    def _serve_one(self, *, quick: bool) -> bool:
        """Hand a thread to the address whose last one is longest ago."""
        if sum(self._busy.values()) >= self._all or (not quick and self._busy[False] >= self._long):
            return False
        queues = self._waiting[quick]
        for address in list(queues):
            while queues[address] and queues[address][0].done():  # cancelled
                queues[address].popleft()
            if not queues[address]:
                del queues[address]
        eligible = [
            address for address in queues if quick or self._held[address] < self._per_address
        ]
        if not eligible:
            return False
        address = min(eligible, key=lambda waiting: self._served.get(waiting, 0))
        queues[address].popleft().set_result(None)
        self._served[address] = next(self._numbers)
        self._busy[quick] += 1
        if not quick:
            self._held[address] += 1
        return True


class SingleFlight(Generic[K, T]):
    """Work that several ask for at the same time is done once for all of them."""

    def __init__(self) -> None:
        self._tasks: dict[K, asyncio.Task[T]] = {}

    def __contains__(self, key: K) -> bool:
        """Is there work under way for this key?"""
        return key in self._tasks

    async def get(self, key: K, make: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """What `make` returns; if it is already running for this key, what that run returns. It is
        finished even if the caller is cancelled."""
        task = self._tasks.get(key)
        if task is None:
            self._tasks[key] = task = start_task(make(), "shared work failed")
            task.add_done_callback(lambda _: self._tasks.pop(key))
        return await asyncio.shield(task)
