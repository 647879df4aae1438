"""Who gets a process next, what happens when one dies, and what is refused."""

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from prometheus_client import REGISTRY

from siegeworks.server import messages as m
from siegeworks.server.jobs.fair_pool import TooManyJobs
from siegeworks.server.jobs.job_pool import JobPool
from siegeworks.server.jobs.job_process import JobFailed, JobProcess
from siegeworks.server.runtime.settings import JobLimits, ServerSettings
from siegeworks.server.tables import questions
from siegeworks.server.tables.table_server import TableServer
from tests.server.helpers import (
    Greedy,
    NoProcess,
    act,
    enter,
    open_room,
    run_with_server,
    until,
    wait_for_bots,
)
from tests.server.job_tasks import say_and_wait, say_pid

TIMEOUT = 60
WAITING, WORKED = "siegeworks_waiting_jobs", "siegeworks_job_seconds_count"
LIMITS = JobLimits(processes=1)


def with_pool(
    play: Callable[[JobPool], Awaitable[None]],
    limits: JobLimits = LIMITS,
    start: Callable[[], JobProcess] = NoProcess,
) -> None:
    """Run this with a pool of one process."""

    async def run() -> None:
        pool = JobPool("test", limits, limits.processes)
        pool.start = start
        try:
            await asyncio.wait_for(play(pool), TIMEOUT)
        finally:
            pool.close()

    asyncio.run(run())


def counted(metric: str) -> float:
    """What a metric of these pools says."""
    return REGISTRY.get_sample_value(metric, {"pool": "test"}) or 0.0


def begun(folder: Path) -> list[str]:
    """The jobs that have begun."""
    return [path.stem for path in folder.glob("*.begun")]


def test_two_hundred_waiting_jobs_of_one_address_do_not_delay_another_address(
    tmp_path: Path,
) -> None:
    order: list[str] = []
    before = counted(WORKED)

    async def ask(pool: JobPool, name: str, address: str, table: str) -> None:
        order.append(await pool.run(address, partial(say_and_wait, tmp_path, name), table=table))

    async def play(pool: JobPool) -> None:
        names = [f"stranger {number}" for number in range(200)]
        tasks = [asyncio.create_task(ask(pool, name, "192.0.2.1", name)) for name in names]
        await until(lambda: begun(tmp_path))
        tasks.append(asyncio.create_task(ask(pool, "mine", "192.0.2.2", "mine")))
        await asyncio.sleep(0)
        assert counted(WAITING) == 200
        for name in ("mine", *names):
            (tmp_path / f"{name}.end").touch()
        await asyncio.gather(*tasks)
        assert order.index("mine") == 1 and len(order) == 201
        assert (counted(WAITING), counted(WORKED)) == (0, before + 201)

    with_pool(play)


def test_within_an_address_its_tables_take_turns(tmp_path: Path) -> None:
    order: list[str] = []

    async def ask(pool: JobPool, name: str, table: str) -> None:
        work = partial(say_and_wait, tmp_path, name)
        order.append(await pool.run("192.0.2.1", work, table=table))

    async def play(pool: JobPool) -> None:
        names = ["a0", "a1", "a2", "b0", "b1"]
        tasks = [asyncio.create_task(ask(pool, name, name[0])) for name in names]
        await until(lambda: begun(tmp_path))
        for name in names:
            (tmp_path / f"{name}.end").touch()
        await asyncio.gather(*tasks)
        assert order == ["a0", "b0", "a1", "b1", "a2"]

    with_pool(play)


@pytest.mark.parametrize(
    ("limits", "table", "words"),
    [
        (JobLimits(processes=1, waiting_per_address=2), "", "2 jobs of your address are waiting"),
        (JobLimits(processes=1, waiting_per_table=2), "same", "2 jobs of this table are waiting"),
    ],
)
def test_more_waiting_jobs_than_a_host_allows_are_refused_with_a_sentence(
    tmp_path: Path, limits: JobLimits, table: str, words: str
) -> None:
    async def play(pool: JobPool) -> None:
        def ask(number: int, address: str) -> Awaitable[Any]:
            work = partial(say_and_wait, tmp_path, "job")
            return pool.run(address, work, table=table or str(number))

        tasks = [asyncio.ensure_future(ask(number, "192.0.2.1")) for number in range(3)]
        await until(lambda: begun(tmp_path))
        with pytest.raises(TooManyJobs, match=words):
            await ask(3, "192.0.2.1")
        other = asyncio.ensure_future(ask(4, "192.0.2.2"))
        (tmp_path / "job.end").touch()
        await asyncio.gather(*tasks, other)

    with_pool(play, limits)


def test_a_job_that_takes_too_long_is_ended_with_a_sentence_and_the_next_one_runs(
    tmp_path: Path,
) -> None:
    async def play(pool: JobPool) -> None:
        with pytest.raises(JobFailed, match=r"longer than the 0\.01 seconds"):
            await pool.run("192.0.2.1", partial(say_and_wait, tmp_path, "job"))
        pool._seconds = TIMEOUT
        assert await pool.run("192.0.2.1", say_pid) != os.getpid()

    with_pool(play, JobLimits(processes=1, seconds=0.01), JobProcess)


def test_a_process_that_knows_the_table_is_preferred() -> None:
    async def play(pool: JobPool) -> None:
        both = [pool.run(f"192.0.2.{n}", partial(pow, n, 1), key=n) for n in (1, 2)]
        await asyncio.gather(*both)
        first, second = ([each for each in pool._idle if n in each.keys] for n in (1, 2))
        assert first != second
        for n in (1, 2, 1, 1, 2):
            await pool.run("192.0.2.1", partial(pow, n, 1), key=n)
        assert [[each for each in pool._idle if n in each.keys] for n in (1, 2)] == [first, second]

    with_pool(play, JobLimits(processes=2))


@pytest.mark.long
def test_a_bot_whose_process_is_killed_while_it_thinks_moves_all_the_same_and_once(
    tmp_path: Path, prepared_searches: None
) -> None:
    killed: list[int] = []

    class Killed(JobProcess):
        """A process that is killed when it has got its first job."""

        def _ask(self, work: Callable[[], Any]) -> Any:
            if not killed:
                killed.append(super()._ask(say_pid))
                os.kill(killed[0], signal.SIGSTOP)  # it reads its job, and does not answer
                os.kill(killed[0], signal.SIGKILL)
            return super()._ask(work)

    async def play(server: TableServer) -> None:
        server.rooms.jobs.search.start = Killed
        room, _ = await open_room(server, "siege-master", "me", "6")
        red = await enter(room, 0)
        await act(room, red, "d3-d6")
        await wait_for_bots(room)
        assert killed and [step.actor for step in room.table.steps] == ["red", "blue"]
        assert "trouble" not in red.view and red.view["legal"]

    run_with_server(tmp_path, play)


def test_a_hint_beyond_the_limit_is_refused_and_a_bot_takes_its_turn_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = ServerSettings(jobs=JobLimits(processes=1, waiting_per_table=0), retry_seconds=0.0)
    monkeypatch.setattr("siegeworks.server.jobs.bot_worker.make_bot", Greedy)

    async def play(server: TableServer) -> None:
        room, _ = await open_room(server, "siege-master", "me", "8")
        red = await enter(room, 0)
        async with server.rooms.jobs.search.turn("192.0.2.1"):
            with pytest.raises(TooManyJobs, match="as many as this server allows"):
                await questions.hint(room, red, m.Hint("h"))
            await act(room, red, "d3-d6")
        await wait_for_bots(room)
        assert "trouble" not in red.view and len(room.table.steps) == 2

    run_with_server(tmp_path, play, settings)
