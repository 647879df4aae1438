"""The pool is fair: addresses take turns, quick jobs go first, nobody gets all threads."""

import asyncio
import gc
import threading
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from siegeworks.core.errors import SiegeworksError
from siegeworks.server.jobs.fair_pool import FairPool, SingleFlight
from tests.server.helpers import until


class Jobs:
    """Jobs that record their start and end on command."""

    def __init__(self, pool: FairPool) -> None:
        self.pool = pool
        self.begun: list[str] = []
        self.ends: dict[str, threading.Event] = {}
        self.tasks: dict[str, asyncio.Task[None]] = {}

    def ask(self, name: str, address: str, *, quick: bool = False) -> None:
        """Ask for a job."""
        self.ends[name] = threading.Event()
        self.tasks[name] = asyncio.create_task(self._do(name, address, quick))

    async def _do(self, name: str, address: str, quick: bool) -> None:
        async with self.pool.slot(address, quick=quick) as slot:
            self.begun.append(name)
            await slot.run(lambda: self.ends[name].wait(30))

    async def end(self, *names: str) -> None:
        """End these, one after another."""
        for name in names:
            self.ends[name].set()
            await self.tasks[name]
        await settled()


async def settled() -> None:
    """Let everything that can run do so."""
    for _ in range(20):
        await asyncio.sleep(0)


def with_pool(
    play: Callable[[Jobs], Coroutine[Any, Any, None]], long: int, per_address: int, quick: int = 0
) -> None:
    async def run() -> None:
        jobs = Jobs(FairPool("test", long, per_address=per_address, quick=quick))
        try:
            await asyncio.wait_for(play(jobs), 30)
        finally:
            for end in jobs.ends.values():
                end.set()
            for task in jobs.tasks.values():
                task.cancel()
            await asyncio.gather(*jobs.tasks.values(), return_exceptions=True)
            jobs.pool.close()

    asyncio.run(run())


def test_two_addresses_take_turns_however_many_jobs_one_has() -> None:
    async def play(jobs: Jobs) -> None:
        for number in range(5):
            jobs.ask(f"a{number}", "a")
        jobs.ask("b0", "b")
        jobs.ask("b1", "b")
        await settled()
        await jobs.end("a0", "b0", "a1", "b1", "a2")
        assert jobs.begun == ["a0", "b0", "a1", "b1", "a2", "a3"]

    with_pool(play, long=1, per_address=1)


def test_no_address_gets_all_threads_for_long_jobs() -> None:
    async def play(jobs: Jobs) -> None:
        for number in range(9):
            jobs.ask(f"a{number}", "a")
        await settled()
        assert jobs.begun == ["a0", "a1"]
        jobs.ask("b", "b")
        await settled()
        assert jobs.begun == ["a0", "a1", "b"]

    with_pool(play, long=4, per_address=2)


def test_quick_jobs_go_first_and_have_their_own_thread() -> None:
    async def play(jobs: Jobs) -> None:
        for name in ("long", "longer"):
            jobs.ask(name, "a")
        jobs.ask("quick", "a", quick=True)
        jobs.ask("quicker", "a", quick=True)
        await settled()
        assert jobs.begun == ["long", "quick"]
        await jobs.end("long")
        assert jobs.begun == ["long", "quick", "quicker"]
        await jobs.end("quick")
        assert jobs.begun == ["long", "quick", "quicker", "longer"]

    with_pool(play, long=1, per_address=1, quick=1)


def test_a_thread_is_released_when_its_job_ends_not_when_the_caller_is_cancelled() -> None:
    async def play(jobs: Jobs) -> None:
        jobs.ask("first", "a")
        jobs.ask("second", "b")
        await settled()
        jobs.tasks["first"].cancel()
        await settled()
        assert jobs.begun == ["first"]
        jobs.ends["first"].set()
        await asyncio.wait_for(until(lambda: "second" in jobs.begun), 20)

    with_pool(play, long=1, per_address=1)


def test_a_cancelled_caller_takes_no_thread() -> None:
    async def play(jobs: Jobs) -> None:
        for name, address in (("first", "a"), ("gone", "b"), ("last", "c")):
            jobs.ask(name, address)
        await settled()
        jobs.tasks["gone"].cancel()
        await settled()
        await jobs.end("first")
        assert jobs.begun == ["first", "last"]

    with_pool(play, long=1, per_address=1)


def test_a_thread_goes_to_nobody_who_has_just_been_cancelled() -> None:
    async def play(jobs: Jobs) -> None:
        async with jobs.pool.slot("a"):
            jobs.ask("gone", "b")
            jobs.ask("last", "c")
            await settled()
            jobs.tasks["gone"].cancel()  # it learns of that after the thread is free
        await settled()
        assert jobs.begun == ["last"]

    with_pool(play, long=1, per_address=1)


def test_a_failed_job_releases_its_thread() -> None:
    async def play(jobs: Jobs) -> None:
        def fails() -> None:
            raise ValueError("a test")

        with pytest.raises(ValueError, match="a test"):
            await jobs.pool.run("a", fails)
        assert await jobs.pool.run("a", lambda: 7) == 7

    with_pool(play, long=1, per_address=1)


def test_simultaneous_requests_share_one_run_and_later_ones_start_another() -> None:
    made: list[int] = []

    async def make() -> int:
        made.append(1)
        await asyncio.sleep(0)
        return len(made)

    async def play() -> None:
        once: SingleFlight[str, int] = SingleFlight()
        assert await asyncio.gather(*(once.get("key", make) for _ in range(5))) == [1] * 5
        assert await once.get("key", make) == 2

    asyncio.run(play())


def test_a_job_that_fails_when_its_caller_is_gone_is_no_overlooked_error() -> None:
    """asyncio reports one when its future is deleted: at any time, in the middle of anything."""
    reported = list[dict[str, Any]]()

    async def play(jobs: Jobs) -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _, what: reported.append(what))
        begun, may_end, has_ended = (threading.Event() for _ in range(3))

        def fail() -> None:
            begun.set()
            may_end.wait(30)
            raise SiegeworksError("The server is stopping.")

        caller = asyncio.create_task(jobs.pool.run("a", fail))
        await until(begun.is_set)
        caller.cancel()
        await asyncio.wait([caller])
        may_end.set()
        await jobs.pool.run("a", has_ended.set)  # in the same thread, so the other job has ended
        del caller
        gc.collect()
        await settled()

    with_pool(play, long=1, per_address=1)
    assert reported == []
