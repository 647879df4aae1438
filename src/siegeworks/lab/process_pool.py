"""An executor of campaigns: units run in other processes of this machine."""

from __future__ import annotations

import os
import signal
from collections import Counter
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from multiprocessing.resource_tracker import ensure_running
from threading import Thread
from typing import Any

from siegeworks.lab.batches import Batches, Finished, run_batch
from siegeworks.lab.campaign import Campaign, InThisProcess, R

MOST_DEATHS = 3  # of processes that were running the same unit


@dataclass(frozen=True)
class ProcessPool:
    """Runs units in this many processes; `jobs=1` runs them in this one.

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
        if self.jobs == 1:
            yield from InThisProcess().run(campaign, units)
            return
        campaign.work.prepare()  # what is compiled is compiled once; the others load it
        yield from _run_in_processes(campaign, Batches(units, self.jobs), self.jobs)


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
