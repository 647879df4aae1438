"""A job that was started at one worker is seen, kept going and stopped at every other."""

import asyncio
from pathlib import Path

import pytest

from siegeworks.server.http.shared_jobs import SharedJobs
from siegeworks.server.jobs.background_jobs import NoSuchJob
from siegeworks.server.jobs.findings import BranchSearch
from siegeworks.server.storage.opening import open_store
from tests.server.helpers import PAUSE, until


class Searches:
    """The searches of one worker: one that goes on as long as somebody asks."""

    def __init__(self) -> None:
        self.jobs = {"search": BranchSearch("running", "A sentence.", None)}
        self.asked = 0

    def progress(self, name: str) -> BranchSearch:
        self.asked += 1
        return self.peek(name)

    def peek(self, name: str) -> BranchSearch:
        if name not in self.jobs:
            raise NoSuchJob("There is no such search.")
        return self.jobs[name]

    def stop(self, name: str) -> None:
        self.jobs.pop(name, None)


def test_a_job_is_seen_kept_going_and_stopped_at_another_worker(
    postgresql: str,
) -> None:
    async def ask() -> None:
        stores = [open_store(Path(), postgresql) for _ in range(2)]
        ours, theirs = Searches(), Searches()
        theirs.jobs.clear()
        here = SharedJobs(stores[0], ours, BranchSearch, PAUSE)
        there = SharedJobs(stores[1], theirs, BranchSearch, PAUSE)
        try:
            with pytest.raises(NoSuchJob):
                await there.progress("search")
            here.share("search")
            while not await seen(there):
                pass
            assert (await there.progress("search")).sentence == "A sentence."
            await until(lambda: ours.asked)
            await there.stop("search")
            assert not await seen(there)
            await until(lambda: not ours.jobs)
            assert not await seen(there)
        finally:
            for store in stores:
                store.close()

    asyncio.run(ask())


async def seen(jobs: SharedJobs[BranchSearch]) -> bool:
    try:
        await jobs.progress("search")
    except NoSuchJob:
        return False
    return True
