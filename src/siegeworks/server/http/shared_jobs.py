"""Jobs that a client started at one worker and asks about at another.

The worker that has the job stores again and again how far it is; the others read that, and note
that somebody has asked, which keeps the job going.
"""

import asyncio
from contextlib import suppress
from functools import partial
from typing import Generic, Protocol, TypeVar

import msgspec

from siegeworks.server.jobs.background_jobs import NoSuchJob
from siegeworks.server.jobs.findings import Progress
from siegeworks.server.runtime.tasks import start_task
from siegeworks.server.storage.group_writer import NotStored
from siegeworks.server.storage.noticeboard import forget_job, job_report, report_job, stop_job
from siegeworks.server.storage.store import Store

REPORT_SECONDS = 0.5
KEPT_SECONDS = 3600.0  # for which the last report of a job is kept

P_co = TypeVar("P_co", bound=Progress, covariant=True)
P = TypeVar("P", bound=Progress)


class Jobs(Protocol[P_co]):
    """The jobs of one kind that this worker has."""

    def progress(self, name: str, /) -> P_co:
        """How far a job is; asking keeps it going."""

    def peek(self, name: str, /) -> P_co:
        """The same, without asking."""

    def stop(self, name: str, /) -> None:
        """Stop a job; nothing happens if there is none."""


class SharedJobs(Generic[P]):
    """The jobs of one kind, of all workers."""

    def __init__(
        self, store: Store, jobs: Jobs[P], kind: type[P], report_seconds: float = REPORT_SECONDS
    ) -> None:
        """Nothing is shared yet.

        Args:
            store: where workers leave their reports.
            jobs: those of this worker.
            kind: of the reports.
            report_seconds: between two reports; pages ask about as often.
        """
        self._store, self._jobs, self._kind = store, jobs, kind
        self._report_seconds = report_seconds
        self._sharing: set[str] = set()

    def share(self, name: str) -> None:
        """Let other workers know of a job of this one, until it is over."""
        if self._store.is_shared and name not in self._sharing:
            self._sharing.add(name)
            task = start_task(self._share(name), "a job could not be shared")
            task.add_done_callback(lambda _: self._sharing.discard(name))

    async def progress(self, name: str) -> P:
        """How far a job is; asking keeps it going.

        Raises:
            NoSuchJob: it does not exist, or was forgotten.
            NotStored: another worker may have it, and the database is away.
        """
        try:
            return self._jobs.progress(name)
        except NoSuchJob:
            if not self._store.is_shared:
                raise
            report = await self._store.write(partial(job_report, name=name))
            if report is None:
                raise
            return msgspec.json.decode(report, type=self._kind)

    async def stop(self, name: str) -> None:
        """Stop a job; nothing happens if there is none.

        Raises:
            NotStored: another worker may have it, and the database is away.
        """
        self._jobs.stop(name)
        if self._store.is_shared:
            await self._store.write(partial(stop_job, name=name))

    async def _share(self, name: str) -> None:
        while True:
            try:
                report = self._jobs.peek(name)
            except NoSuchJob:  # it was stopped here
                await self._store.write(partial(forget_job, name=name))
                return
            with suppress(NotStored):  # the next report says more
                text = msgspec.json.encode(report)
                job = partial(report_job, name=name, report=text, kept=KEPT_SECONDS)
                wish = await self._store.write(job)
                if wish.is_stopped:
                    self._jobs.stop(name)
                elif wish.is_asked:
                    self._jobs.progress(name)
                if report.state in ("done", "failed"):
                    return
            await asyncio.sleep(self._report_seconds)
