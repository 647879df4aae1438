"""Processes for jobs, and whose job is next

All that takes long happens here: bots, hints, replays in one pool; analyses, searches of branches
and map checks, part by part, in another. Processes start when they are needed, and stay.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Hashable
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from typing import TypeVar

from siegeworks.games import game_names
from siegeworks.server.jobs import bot_worker
from siegeworks.server.jobs.fair_pool import FairPool, Slot
from siegeworks.server.jobs.job_process import JobProcess
from siegeworks.server.jobs.template import Template
from siegeworks.server.monitoring.metrics import JOBS, WAITING_JOBS, timed
from siegeworks.server.runtime.settings import JobLimits

MOST_KEYS = 256  # that are remembered of a process
T = TypeVar("T")


class JobPool:
    """Some processes, and the jobs that wait for one."""

    start: Callable[[], JobProcess] = JobProcess

    def __init__(self, name: str, limits: JobLimits, long: int, quick: int = 0) -> None:
        """No process yet: `long` of them will do any job, `quick` more only quick ones. Metrics,
        and the threads that wait for processes, have the pool's name."""
        self._name, self._seconds = name, limits.seconds
        self.in_parts: set[str] = set()  # the names of jobs that are done part by part
        self._turns = FairPool(
            name,
            long,
            per_address=max(1, long // 2),
            quick=quick,
            waiting_per_address=limits.waiting_per_address,
            waiting_per_table=limits.waiting_per_table,
        )
        self._processes: list[JobProcess] = []
        self._idle: list[JobProcess] = []  # the one that worked last comes last

    def close(self) -> None:
        """Start no more jobs, and end the processes."""
        self._turns.close()
        for each in self._processes:
            each.close()

    @asynccontextmanager
    async def turn(
        self, address: str, table: str = "", *, quick: bool = False
    ) -> AsyncIterator[Slot]:
        """Wait for a process, which `run_in` uses, and keep it to the end of the block and of its
        job; arguments and errors as for `FairPool.slot`."""
        async with AsyncExitStack() as stack:
            with WAITING_JOBS.labels(self._name).track_inprogress():
                slot = await stack.enter_async_context(
                    self._turns.slot(address, table=table, quick=quick)
                )
            yield slot

    async def run(
        self, address: str, work: Callable[[], T], *, table: str = "", key: Hashable = None
    ) -> T:
        """Wait for a process and run this there; arguments as for `turn` and `run_in`."""
        async with self.turn(address, table) as slot:
            return await self.run_in(slot, work, key)

    async def run_in(self, slot: Slot, work: Callable[[], T], key: Hashable = None) -> T:
        """What this returns in a process: a function of a module with its arguments, all of which
        can be pickled. It is finished even if the caller is cancelled meanwhile. A process that has
        worked with this key before is preferred, since it may still have in memory what it needs.

        Raises:
            JobFailed: it failed, took too long, or its processes died.
        """
        idle = self._take(key)
        late = f"This took longer than the {self._seconds:g} seconds that this server allows."
        clock = asyncio.get_running_loop().call_later(
            self._seconds, partial(self._replace, idle, late)
        )

        def give_back(_: object) -> None:
            clock.cancel()
            if idle in self._processes:
                self._idle.append(idle)

        working = slot.start(partial(idle.run, work))
        working.add_done_callback(give_back)
        with timed(JOBS, self._name):
            return await asyncio.shield(working)

    def _take(self, key: Hashable) -> JobProcess:
        """An idle process: one that has worked with this key, or else the one that worked last."""
        if not self._idle:
            self._idle.append(self.start())
            self._processes += self._idle
        process = next((each for each in self._idle if key in each.keys), self._idle[-1])
        self._idle.remove(process)
        process.keys[key] = None
        process.keys.move_to_end(key)
        if len(process.keys) > MOST_KEYS:
            process.keys.popitem(last=False)
        return process

    def _replace(self, process: JobProcess, reason: str) -> None:
        """End a process for good; another starts when it is needed."""
        self._processes.remove(process)
        process.close(reason)


class JobPools:
    """The pools of a server."""

    def __init__(self, limits: JobLimits) -> None:
        """No process yet."""
        self._template = Template()
        self.search = JobPool("search", limits, limits.processes, quick=1)
        self.background = JobPool("background", limits, 1)
        for pool in (self.search, self.background):
            pool.start = partial(JobProcess, self._template.copy)

    async def load_games(self) -> None:
        """Load all games that are compiled, before anybody asks, for all processes that start from
        now on. One that is needed meanwhile waits for no more than the first game."""
        for name in game_names():
            await asyncio.to_thread(self._template.load, partial(bot_worker.load_game, name))

    def close(self) -> None:
        """Start no more jobs, and end all processes."""
        self.search.close()
        self.background.close()
        self._template.close()
