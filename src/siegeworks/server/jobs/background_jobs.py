"""Jobs that take long, in processes of their own that give way to all others

A job begins because somebody asked for it, and stops once nobody asks how far it is. Few run at
once and few wait, every address has one at a time and so many per hour, and a process ends with its
job and with the server.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import time
from asyncio import StreamReader, StreamWriter
from collections import OrderedDict
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Generic, Literal, NamedTuple, TypeVar

import msgspec

from siegeworks.core.errors import SiegeworksError
from siegeworks.server.runtime.error_log import log_failure
from siegeworks.server.runtime.limits import MAX_ADDRESSES, Bucket
from siegeworks.server.runtime.settings import Rate
from siegeworks.server.runtime.tasks import start_task

JobState = Literal["waiting", "running", "done", "failed"]
NICENESS = 10  # of their processes: a tenth of a core where others want all of it
MAX_LINE = 1 << 20  # bytes of a report
SILENCE_SECONDS = 120.0  # after which a process that reports nothing is ended


class NoSuchJob(SiegeworksError):
    """There is no job of this name, or it was forgotten."""


class TooManyJobs(SiegeworksError):
    """Somebody has to wait before another job can start."""


@dataclass(frozen=True)
class JobBounds:
    """How much jobs may take."""

    processes: int = 1
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
class Job:
    """One of them."""

    address: str
    asked: float = field(default_factory=time.monotonic)  # when somebody last did
    state: JobState = "waiting"
    sentence: str = ""
    task: asyncio.Task[None] | None = None

    @property
    def is_over(self) -> bool:
        """Is it done, or has it failed?"""
        return self.state in ("done", "failed")


J = TypeVar("J", bound=Job)
R = TypeVar("R")


class BackgroundJobs(Generic[J]):
    """All jobs of one kind."""

    def __init__(self, bounds: JobBounds, rate: Rate, sentences: JobSentences) -> None:
        """None yet.

        Args:
            bounds: how much they may take together.
            rate: how many one address may start.
            sentences: what is said of them.
        """
        self.bounds, self.sentences, self._rate = bounds, sentences, rate
        self.jobs: OrderedDict[str, J] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()  # also those of jobs that were stopped
        self._rates: OrderedDict[str, Bucket] = OrderedDict()
        self._free = asyncio.Semaphore(bounds.processes)

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
        if len(under_way) >= self.bounds.processes + self.bounds.waiting:
            raise TooManyJobs(self.sentences.full)
        over = [job_id for job_id, job in self.jobs.items() if job.is_over]
        for job_id in over[: max(0, len(self.jobs) + 1 - self.bounds.kept)]:
            del self.jobs[job_id]

    def start(self, job: J, work: Callable[[J], Awaitable[None]]) -> str:
        """Start a job, or let it wait its turn; `make_room` comes first.

        Returns:
            Its name, which nobody can guess.

        Raises:
            TooManyJobs: this address has started too many.
        """
        if not self._rate_of(job.address).take():
            raise TooManyJobs(self.sentences.too_often)
        job.sentence = self.sentences.waiting
        job_id = secrets.token_urlsafe(16)
        self.jobs[job_id] = job
        job.task = start_task(self._run(job, work), self.sentences.log)
        self._tasks.add(job.task)
        job.task.add_done_callback(self._tasks.discard)
        return job_id

    def asked(self, job_id: str) -> J:
        """The job that somebody asks about, which keeps it going.

        Raises:
            NoSuchJob: it does not exist, or was forgotten.
        """
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
            job.task.cancel()  # of one that is over, only the process has still to end

    async def close(self) -> None:
        """Stop all jobs and their processes."""
        for job_id in list(self.jobs):
            self.stop(job_id)
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _rate_of(self, address: str) -> Bucket:
        bucket = self._rates.pop(address, None) or Bucket(self._rate)
        self._rates[address] = bucket
        if len(self._rates) > MAX_ADDRESSES:
            self._rates.popitem(last=False)
        return bucket

    async def _run(self, job: J, work: Callable[[J], Awaitable[None]]) -> None:
        try:
            async with self._free:
                if not self.is_unasked(job):
                    job.state, job.sentence = "running", self.sentences.starting
                    await work(job)
        except Exception as error:
            log_failure(self.sentences.log, error)
        finally:
            if not job.is_over:
                is_stopped = self.is_unasked(job)
                job.state = "failed"
                job.sentence = self.sentences.stopped if is_stopped else self.sentences.failed

    async def reports(
        self, job: J, command: Sequence[str], assignment: msgspec.Struct, kind: type[R]
    ) -> AsyncGenerator[R]:
        """What a process reports, a line each, until the job is over or nobody asks about it.

        Args:
            job: what the process is for.
            command: the program; it ends when its standard input is closed.
            assignment: its first line of input.
            kind: of its reports.

        Raises:
            TimeoutError: it has fallen silent.
            msgspec.MsgspecError: it reports something else.
        """
        async with _process(command) as (stdin, stdout):
            stdin.write(msgspec.json.encode(assignment) + b"\n")
            while not job.is_over and not self.is_unasked(job):
                async with asyncio.timeout(SILENCE_SECONDS):
                    line = await stdout.readline()
                if not line:
                    return
                yield msgspec.json.decode(line, type=kind)


@asynccontextmanager
async def _process(command: Sequence[str]) -> AsyncIterator[tuple[StreamWriter, StreamReader]]:
    """A process of this program until the end of the block: its input and its output."""
    process = await asyncio.create_subprocess_exec(
        *command,
        stdin=asyncio.subprocess.PIPE,  # so that it ends with the server, however that ends
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        limit=MAX_LINE,
    )  # in the server's session: Linux weighs priorities only within one
    assert process.stdin is not None and process.stdout is not None
    if hasattr(os, "setpriority"):  # at once: what it imports costs more than a short job
        with suppress(ProcessLookupError):
            os.setpriority(os.PRIO_PROCESS, process.pid, NICENESS)
    try:
        yield process.stdin, process.stdout
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()
