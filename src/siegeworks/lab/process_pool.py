"""An executor of campaigns: units run in other processes of this machine."""

from __future__ import annotations

import os
import signal
from array import array
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from multiprocessing.resource_tracker import ensure_running
from threading import Thread
from time import perf_counter
from typing import Any, NamedTuple

from siegeworks.lab.campaign import Campaign, R, Unit, UnitFailed, result_of

MOST_DEATHS = 3  # of processes that were running the same unit


@dataclass(frozen=True)
class ProcessPool:
    """Runs units in this many processes; 1, or fewer: in this one.

    A process that dies costs its units a repeat. A script that uses several processes must be
    importable: `if __name__ == "__main__":`.
    """

    jobs: int

    def run(self, campaign: Campaign[R], units: Iterable[int]) -> Generator[tuple[int, bytes]]:
        """As `Executor.run`.

        Raises:
            UnitFailed: a unit raised an error.
            ChildProcessError: process after process died in the same unit.
        """
        run_unit = campaign.work.prepare()  # what is compiled is compiled once; the others load it
        if self.jobs > 1:
            yield from _run_in_processes(campaign, Batches(units, self.jobs), self.jobs)
        else:
            for unit in units:
                yield unit, result_of(campaign, run_unit, unit)


@dataclass
class _Worker:
    process: SpawnProcess
    pipe: Connection
    units: tuple[int, ...]  # that it is running

    def give(self, units: tuple[int, ...]) -> None:
        """Let it run these units next; if it has died, `Connection.recv` will tell."""
        self.units = units
        with suppress(OSError):
            self.pipe.send(units)

    def end(self) -> None:
        self.process.terminate()
        self.process.join()
        self.pipe.close()


def _run_in_processes(
    campaign: Campaign[Any], batches: Batches, jobs: int
) -> Generator[tuple[int, bytes]]:
    workers: dict[Connection, _Worker] = {}
    deaths: Counter[int] = Counter()

    def start(units: tuple[int, ...]) -> None:
        worker = _start(campaign, units)
        workers[worker.pipe] = worker

    try:
        while len(workers) < jobs and (units := batches.following()):
            start(units)
        while workers:
            for pipe in wait(list(workers)):
                worker = workers[pipe]  # type: ignore[index]
                try:
                    finished: Finished = worker.pipe.recv()
                except (EOFError, OSError):  # it died
                    workers.pop(worker.pipe).end()
                    deaths.update(worker.units)
                    if deaths[worker.units[0]] == MOST_DEATHS:
                        raise _dying(worker) from None
                    batches.repeat(worker.units)
                    start(batches.following())
                    continue
                batches.learn(finished)
                if following := batches.following():
                    worker.give(following)
                else:
                    workers.pop(worker.pipe).end()
                yield from finished.results
                if finished.failure is not None:
                    raise finished.failure
    finally:
        for worker in workers.values():
            worker.end()


def _dying(worker: _Worker) -> ChildProcessError:
    return ChildProcessError(
        f"{MOST_DEATHS} processes died one after another in unit {worker.units[0]} (the last with "
        f"exit status {worker.process.exitcode}; -9 may mean that memory ran out)"
    )


def _start(campaign: Campaign[Any], units: tuple[int, ...]) -> _Worker:
    """A process that runs units, beginning with these."""
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_work, args=(theirs, campaign), daemon=True)
    with without_interrupts():
        process.start()
    theirs.close()
    worker = _Worker(process, ours, units)
    worker.give(units)
    return worker


def _work(pipe: Connection, campaign: Campaign[Any]) -> None:
    """The main function of another process: run the units that arrive until the pipe closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=end_with_parent, daemon=True).start()
    run_unit = campaign.work.prepare()
    with suppress(EOFError):
        while True:
            pipe.send(run_batch(campaign, run_unit, pipe.recv()))


@contextmanager
def without_interrupts() -> Iterator[None]:
    """Processes that are started in this block do not hear Ctrl-C, which goes to all processes of a
    terminal: they inherit blocked signals. (On Windows there are none: each ignores it itself.)"""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    ensure_running()
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)


def end_with_parent() -> None:
    """End this process with its parent: a parent that is killed cannot end its children."""
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


BATCH_SECONDS = 0.25  # that a batch should take: long beside its journey, short for who waits


class Finished(NamedTuple):
    """What became of a batch."""

    results: list[tuple[int, bytes]]  # each unit with its result as JSON
    failure: UnitFailed | None  # of the unit that ended the batch
    seconds: float


def run_batch(
    campaign: Campaign[R], run_unit: Callable[[Unit], R], units: Iterable[int]
) -> Finished:
    """Run these units one after another, up to the first that fails."""
    began, results, failure = perf_counter(), [], None
    try:
        for unit in units:
            results.append((unit, result_of(campaign, run_unit, unit)))
    except UnitFailed as raised:
        failure = raised.with_traceback(None)
        failure.__cause__ = failure.__context__ = None  # which may not pickle
    return Finished(results, failure, perf_counter() - began)


class Batches:
    """The units of a campaign that nobody has been given yet."""

    def __init__(self, units: Iterable[int], workers: int) -> None:
        """Batches of one unit in this order, until it is known how long units take; as many are
        run at a time as there are workers."""
        self._units, self._workers = array("q", units), workers
        self._given = 0
        self._size = 1
        self._again: list[int] = []

    def following(self) -> tuple[int, ...]:
        """The next batch; empty if there is none. Towards the end batches become smaller, so that
        all workers end at about the same time."""
        if self._again:
            return (self._again.pop(),)
        left = len(self._units) - self._given
        size = min(self._size, -(-left // (2 * self._workers)))
        units = tuple(self._units[self._given : self._given + size])
        self._given += size
        return units

    def repeat(self, units: Iterable[int]) -> None:
        """Give these units again, each alone: one of them may have ended its process."""
        self._again += sorted(units, reverse=True)

    def learn(self, finished: Finished) -> None:
        """Choose the size of the next batches by how long this one took."""
        each = finished.seconds / max(1, len(finished.results))
        wanted = BATCH_SECONDS / max(each, 1e-9)
        self._size = max(1, int(min(wanted, 2 * self._size)))
