"""An executor of campaigns: units run in other processes of this machine."""

from __future__ import annotations

import os
import signal
from collections import Counter
from collections.abc import Generator, Iterable
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from multiprocessing.resource_tracker import ensure_running
from threading import Thread
from typing import Any

from siegeworks.lab.campaign import Campaign, InThisProcess, R, UnitFailed, result_of

MOST_DEATHS = 3  # of processes that were running the same unit


@dataclass(frozen=True)
class ProcessPool:
    """Runs units in this many processes; `jobs=1` runs them in this one.

    A process that dies costs its unit a repeat. A script that uses several processes must be
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
        yield from _run_in_processes(campaign, iter(units), self.jobs)


@dataclass
class _Worker:
    process: SpawnProcess
    pipe: Connection
    unit: int  # that it is running

    def give(self, unit: int) -> None:
        """Let it run this unit next; if it has died, `Connection.recv` will tell."""
        self.unit = unit
        with suppress(OSError):
            self.pipe.send(unit)

    def end(self) -> None:
        self.process.terminate()
        self.process.join()
        self.pipe.close()


def _run_in_processes(
    campaign: Campaign[Any], units: Iterable[int], jobs: int
) -> Generator[tuple[int, bytes]]:
    left = iter(units)
    workers: dict[Connection, _Worker] = {}
    deaths: Counter[int] = Counter()

    def start(unit: int) -> None:
        worker = _start(campaign, unit)
        workers[worker.pipe] = worker

    try:
        for unit in left:
            start(unit)
            if len(workers) == jobs:
                break
        while workers:
            for pipe in wait(list(workers)):
                worker = workers[pipe]  # type: ignore[index]
                unit = worker.unit
                try:
                    answer = worker.pipe.recv()
                except (EOFError, OSError):  # it died
                    workers.pop(worker.pipe).end()
                    deaths[unit] += 1
                    if deaths[unit] == MOST_DEATHS:
                        raise _dying(worker, unit) from None
                    start(unit)
                    continue
                following = next(left, None)
                if following is None:
                    workers.pop(worker.pipe).end()
                else:
                    worker.give(following)
                if isinstance(answer, UnitFailed):
                    raise answer
                yield unit, answer
    finally:
        for worker in workers.values():
            worker.end()


def _dying(worker: _Worker, unit: int) -> ChildProcessError:
    return ChildProcessError(
        f"{MOST_DEATHS} processes died one after another in unit {unit} (the last with exit status "
        f"{worker.process.exitcode}; -9 may mean that memory ran out)"
    )


def _start(campaign: Campaign[Any], unit: int) -> _Worker:
    """A process that runs units, beginning with this one."""
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_work, args=(theirs, campaign), daemon=True)
    # Ctrl-C goes to all processes of a terminal. A new process inherits blocked signals.
    ensure_running()
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        process.start()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
    theirs.close()
    worker = _Worker(process, ours, unit)
    worker.give(unit)
    return worker


def _work(pipe: Connection, campaign: Campaign[Any]) -> None:
    """The main function of another process: run the units that arrive until the pipe closes."""
    Thread(target=_end_with_parent, daemon=True).start()
    run_unit = campaign.work.prepare()
    with suppress(EOFError):
        while True:
            try:
                answer: bytes | UnitFailed = result_of(campaign, run_unit, pipe.recv())
            except UnitFailed as failure:
                answer = UnitFailed(str(failure))  # without its cause, which may not pickle
            pipe.send(answer)


def _end_with_parent() -> None:
    """End this process with its parent: a parent that is killed cannot end its children."""
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
