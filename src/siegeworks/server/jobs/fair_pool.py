"""A thread pool that is fair to addresses and tables, and work shared by all who ask for it.

Addresses take turns, and within an address its tables; of a table, first come, first served. Quick
jobs go before long ones and have their own threads, and no address gets all threads for long jobs:
nobody waits for the jobs of one stranger.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine, Hashable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from itertools import count
from math import inf
from typing import Any, Generic, TypeVar

from siegeworks.core.errors import SiegeworksError
from siegeworks.server.runtime.limits import MAX_ADDRESSES
from siegeworks.server.runtime.tasks import start_task

T = TypeVar("T")
K = TypeVar("K", bound=Hashable)


class TooManyJobs(SiegeworksError):
    """Somebody has to wait before another job can start."""


class Slot:
    """A thread reserved until the end of the block."""

    def __init__(self, pool: ThreadPoolExecutor) -> None:
        self._pool = pool
        self.working: asyncio.Future[Any] | None = None

    def start(self, work: Callable[[], T]) -> asyncio.Future[T]:
        """Start this in the thread."""
        self.working = future = asyncio.get_running_loop().run_in_executor(self._pool, work)
        return future

    async def run(self, work: Callable[[], T]) -> T:
        """Run this in the thread. It is finished even if the caller is cancelled meanwhile."""
        return await asyncio.shield(self.start(work))


@dataclass(eq=False)
class _Request:
    """Somebody who waits for a thread, or has one."""

    address: str
    table: str
    quick: bool
    granted: asyncio.Future[None]


class FairPool:
    """A number of threads, and those who wait for one."""

    def __init__(
        self,
        name: str,
        long: int,
        *,
        per_address: int,
        quick: int = 0,
        waiting_per_address: float = inf,
        waiting_per_table: float = inf,
    ) -> None:
        """A pool with idle threads.

        Args:
            name: of the threads.
            long: how many long jobs run at once.
            per_address: how many of these one address may have.
            quick: additional threads that only quick jobs use.
            waiting_per_address: how many jobs of one address may wait.
            waiting_per_table: how many jobs of one table may wait.
        """
        self._pool = ThreadPoolExecutor(long + quick, name)
        self._long, self._per_address, self._all = long, per_address, long + quick
        self._per_address_waiting = waiting_per_address
        self._per_table_waiting = waiting_per_table
        self._busy = {True: 0, False: 0}  # running quick jobs; long ones
        self._held: Counter[str] = Counter()  # running long jobs of each address
        self._waiting: list[_Request] = []  # as they came
        self._numbers = count(1)
        self._served: Counter[Hashable] = Counter()  # when addresses and tables last got a thread

    def close(self) -> None:
        """Start no more jobs."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    @asynccontextmanager
    async def slot(
        self, address: str, *, table: str = "", quick: bool = False
    ) -> AsyncIterator[Slot]:
        """Wait for a thread and keep it until the end of the block and of its job, on behalf of an
        address and its table, or whatever else takes turns within an address. A quick job takes
        only a small part of a second.

        Raises:
            TooManyJobs: too many of this address or table are waiting.
        """
        request = await self._wait(address, table, quick)
        slot = Slot(self._pool)
        try:
            yield slot
        finally:
            if slot.working is None or slot.working.done():
                self._release(request)
            else:  # the caller was cancelled
                slot.working.add_done_callback(partial(self._end_unasked, request))

    def _end_unasked(self, request: _Request, working: asyncio.Future[Any]) -> None:
        """A job has ended whose caller is gone. How it ended is of no use, so asyncio must not
        report it as an error that was overlooked."""
        self._release(request)
        if not working.cancelled():
            working.exception()

    async def run(self, address: str, work: Callable[[], T], *, quick: bool = False) -> T:
        """Wait for a thread and run this in it."""
        async with self.slot(address, quick=quick) as slot:
            return await slot.run(work)

    async def _wait(self, address: str, table: str, quick: bool) -> _Request:
        granted: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        request = _Request(address, table, quick, granted)
        self._waiting.append(request)
        self._serve()
        try:
            if request in self._waiting:
                self._check_limits(request)
            await granted
        except (asyncio.CancelledError, TooManyJobs):
            if request in self._waiting:
                self._waiting.remove(request)
            else:  # it got a thread, which is no longer wanted
                self._release(request)
            raise
        return request

    def _check_limits(self, request: _Request) -> None:
        of_address = [each for each in self._waiting if each.address == request.address]
        of_table = [each for each in of_address if each.table == request.table]
        for waiting, most, whose in (
            (of_address, self._per_address_waiting, "your address"),
            (of_table, self._per_table_waiting, "this table"),
        ):
            if len(waiting) > most:
                raise TooManyJobs(
                    f"{len(waiting) - 1} jobs of {whose} are waiting already, as many as this "
                    "server allows. Try again in a moment."
                )

    def _release(self, request: _Request) -> None:
        self._count(request, -1)
        self._serve()

    def _count(self, request: _Request, change: int) -> None:
        self._busy[request.quick] += change
        if not request.quick:
            self._held[request.address] += change
            if not self._held[request.address]:
                del self._held[request.address]

    def _serve(self) -> None:
        """Hand out as many threads as possible, each to the address, and of it to the table, whose
        last one is longest ago."""
        while sum(self._busy.values()) < self._all and (eligible := self._eligible()):
            request = min(eligible, key=self._last_served)
            self._waiting.remove(request)
            self._count(request, 1)
            number = next(self._numbers)
            self._served[request.address] = self._served[request.address, request.table] = number
            request.granted.set_result(None)
        if not any(self._busy.values()) or len(self._served) > MAX_ADDRESSES:
            self._served.clear()

    def _eligible(self) -> list[_Request]:
        """Who may get the next thread: those with quick jobs first."""
        waiting = [each for each in self._waiting if not each.granted.cancelled()]
        quick = [each for each in waiting if each.quick]
        if quick or self._busy[False] >= self._long:
            return quick
        return [each for each in waiting if self._held[each.address] < self._per_address]

    def _last_served(self, request: _Request) -> tuple[int, int]:
        return self._served[request.address], self._served[request.address, request.table]


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
