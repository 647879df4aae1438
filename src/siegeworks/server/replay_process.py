"""A process in which records are played again

A record of thousands of steps keeps an interpreter busy for a tenth of a second, and in a thread of
the server all tables would wait for that interpreter, again and again. So it is another one, which
gives way to the server.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from threading import Thread

from siegeworks.lab.process_pool import end_with_parent, without_interrupts

NICENESS = 5  # moves come first, before bots and analyses


class ReplayProcess:
    """The process, started when it is first needed. Call it from one thread at a time."""

    def __init__(self) -> None:
        self._executor: ProcessPoolExecutor | None = None

    def run(self, work: Callable[[], bytes]) -> bytes:
        """What this answers there: a function of a module with its arguments. If the process dies,
        another one tries.

        Raises:
            Exception: what the function raises.
            BrokenProcessPool: both died.
        """
        try:
            return self._run(work)
        except BrokenProcessPool:
            self.close()
            return self._run(work)

    def close(self) -> None:
        """End it, after what it is doing."""
        if self._executor is not None:
            self._executor.shutdown(wait=False, cancel_futures=True)
            self._executor = None

    def _run(self, work: Callable[[], bytes]) -> bytes:
        if self._executor is None:
            self._executor = ProcessPoolExecutor(1, get_context("spawn"), _begin)
        with without_interrupts():  # a process that is started now inherits that
            answer = self._executor.submit(work)
        return answer.result()


def _begin() -> None:
    """Called first in the process."""
    Thread(target=end_with_parent, daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(NICENESS)
