"""Jobs that take long: part by part, in a process that gives way to all others

A job begins because somebody asked for it, and stops once nobody asks how far it is. Few run at
once and few wait, and every address has one at a time and so many per hour. Between two parts of
one job the process does parts of others.
"""

import asyncio
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from msgspec.structs import replace

from siegeworks.core.errors import SiegeworksError
from siegeworks.server.jobs.fair_pool import TooManyJobs
from siegeworks.server.jobs.findings import JobState, Progress
from siegeworks.server.jobs.job_pool import JobPool
from siegeworks.server.jobs.preparation import Preparation, cached_game
from siegeworks.server.jobs.process_main import next_part
from siegeworks.server.runtime.error_log import log_failure
from siegeworks.server.runtime.limits import Limiter
from siegeworks.server.runtime.settings import Rate
from siegeworks.server.runtime.tasks import start_task

P = TypeVar("P", bound=Progress)


class NoSuchJob(SiegeworksError):
    """There is no job of this name, or it was forgotten."""


@dataclass(frozen=True)
class JobBounds:
    """How much jobs may take."""

    running: int = 1
    waiting: int = 8
    kept: int = 100  # jobs that are remembered
    unasked_seconds: float = 30.0  # after which a job that nobody asks about stops


class JobSentences(NamedTuple):
    """What is said of jobs of a kind."""

    waiting: str
    starting: str
    stopped: str
    failed: str
    unknown: str
    busy: str  # this address has one already
    too_often: str
    full: str
    log: str  # for the log: what failed


@dataclass(eq=False)
class Job(Generic[P]):
    """One of them."""

    address: str
    game: str  # its name
    work: Callable[[], Iterator[Any]]  # what a process does, part by part: always the same parts
    progress: P  # how far it is; replaced, never changed: who asked before may still have it
    asked: float = field(default_factory=time.monotonic)  # when somebody last did
    task: asyncio.Task[None] | None = None

    @property
    def is_over(self) -> bool:
        """Is it done, or has it failed?"""
        return self.progress.state in ("done", "failed")

    def note(self, part: Any) -> None:
        """Keep what its process has found: how far it is now."""
        self.progress = part

    def say(self, state: JobState, sentence: str) -> None:
        """Say this of it; what it has found stays."""
        self.progress = replace(self.progress, state=state, sentence=sentence)


J = TypeVar("J", bound=Job[Any])


class BackgroundJobs(Generic[J, P]):
    """All jobs of one kind. `P` is how clients are told of one."""

    rate: ClassVar[Rate]  # of those that one address starts
    sentences: ClassVar[JobSentences]

    def __init__(self, pool: JobPool, preparation: Preparation, bounds: JobBounds) -> None:
        """None yet; the pool does them."""
        self.pool, self._preparation, self.bounds = pool, preparation, bounds
        self.jobs: OrderedDict[str, J] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()  # also those of jobs that were stopped
        self._limiter = Limiter(self.rate)
        self._free = asyncio.Semaphore(bounds.running)

    def progress(self, job_id: str) -> P:
        """How far a job is; asking keeps it going.

        Raises:
            NoSuchJob: it does not exist, or was forgotten.
        """
        progress: P = self.asked(job_id).progress
        return progress

    def peek(self, job_id: str) -> P:
        """As `progress`, without asking."""
        progress: P = self.find(job_id).progress
        return progress

    def make_room(self, address: str) -> None:
        """Forget what is old, and check that this address may start one more.

        Raises:
            TooManyJobs: it may not.
        """
        for job_id, job in list(self.jobs.items()):
            if self.is_unasked(job) and not job.is_over:
                self.stop(job_id)
        under_way = [job for job in self.jobs.values() if not job.is_over]
        if any(job.address == address for job in under_way):
            raise TooManyJobs(self.sentences.busy)
        if len(under_way) >= self.bounds.running + self.bounds.waiting:
            raise TooManyJobs(self.sentences.full)
        over = [job_id for job_id, job in self.jobs.items() if job.is_over]
        for job_id in over[: max(0, len(self.jobs) + 1 - self.bounds.kept)]:
            del self.jobs[job_id]

    def begin(self, job: J) -> str:
        """Start a job, or let it wait its turn, under a name that nobody can guess; `make_room`
        comes first.

        Raises:
            TooManyJobs: this address has started too many.
        """
        if not self._limiter.take(job.address):
            raise TooManyJobs(self.sentences.too_often)
        job.say("waiting", self.sentences.waiting)
        job_id = secrets.token_urlsafe(16)
        self.jobs[job_id] = job
        job.task = start_task(self._run(job), self.sentences.log)
        self._tasks.add(job.task)
        job.task.add_done_callback(self._tasks.discard)
        return job_id

    def asked(self, job_id: str) -> J:
        """As `find`, for somebody who asks about the job, which keeps it going."""
        job = self.find(job_id)
        job.asked = time.monotonic()
        return job

    def find(self, job_id: str) -> J:
        """A job.

        Raises:
            NoSuchJob: it does not exist, or was forgotten.
        """
        job = self.jobs.get(job_id)
        if job is None:
            raise NoSuchJob(self.sentences.unknown)
        return job

    def is_unasked(self, job: J) -> bool:
        """Has nobody asked about it for a while?"""
        return time.monotonic() - job.asked > self.bounds.unasked_seconds

    def stop(self, job_id: str) -> None:
        """Stop a job and forget it; nothing happens if there is none."""
        job = self.jobs.pop(job_id, None)
        if job is not None and job.task is not None and not job.is_over:
            job.task.cancel()

    async def close(self) -> None:
        """Stop all jobs."""
        for job_id in list(self.jobs):
            self.stop(job_id)
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _run(self, job: J) -> None:
        job_failed = self.sentences.failed
        try:
            async with self._free:
                if not self.is_unasked(job):
                    job.say("running", self.sentences.starting)
                    await self._preparation.ready(cached_game(job.game, {}), True)
                    await self._do(job)
        except SiegeworksError as error:
            job_failed = str(error)
        except Exception as error:
            log_failure(self.sentences.log, error)
        finally:
            if not job.is_over:
                job.say("failed", self.sentences.stopped if self.is_unasked(job) else job_failed)

    async def _do(self, job: J) -> None:
        """Let the process do part after part, until the job is over or nobody asks about it."""
        name, known, work = secrets.token_hex(8), 0, job.work
        self.pool.in_parts.add(name)
        try:
            while not job.is_over and not self.is_unasked(job):
                ask = partial(next_part, name, work, known, frozenset(self.pool.in_parts))
                part = await self.pool.run(job.address, ask, table=name)
                if part is None:
                    return
                known += 1
                job.note(part)
        finally:
            self.pool.in_parts.discard(name)
