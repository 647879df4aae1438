"""A process in which records are played again

A record of thousands of steps keeps an interpreter busy for a tenth of a second, and in a thread of
the server all tables would wait for that interpreter, again and again. So it is another one, which
gives way to the server.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from threading import Thread

from siegeworks.core.errors import SiegeworksError
from siegeworks.lab.process_pool import end_with_parent, without_interrupts
from siegeworks.server.runtime.error_log import log_failure

NICENESS = 5  # moves come first, before bots and analyses
TRIES = 2  # processes that may die of the same work
Work = Callable[[], bytes]


class ReplayFailed(RuntimeError):
    """There is no answer, whatever the record is like."""


class ReplayProcess:
    """The process, started when it is first needed. Give it work from one thread at a time."""

    def __init__(self) -> None:
        self._process: SpawnProcess | None = None
        self._pipe: Connection | None = None
        self._is_closed = False

    def run(self, work: Work) -> bytes:
        """What this answers there: a function of a module with its arguments. If the process dies,
        another one tries.

        Raises:
            SiegeworksError: what the function raises.
            ReplayFailed: it failed, process after process died, or the server is stopping.
        """
        for _ in range(TRIES):
            if self._is_closed:
                break
            with suppress(EOFError, OSError):  # it died
                return self._ask(work)
            self._end()
        raise ReplayFailed("the process of replays ended")

    def close(self) -> None:
        """End it, whatever it is doing. Any thread may call this."""
        self._is_closed = True
        if self._process is not None:
            self._process.terminate()

    def _ask(self, work: Work) -> bytes:
        if self._pipe is None:
            self._pipe = self._start()
        self._pipe.send(work)
        answer: bytes | Exception = self._pipe.recv()
        if isinstance(answer, Exception):
            raise answer
        return answer

    def _start(self) -> Connection:
        context = get_context("spawn")
        ours, theirs = context.Pipe()
        self._process = context.Process(target=_answer, args=(theirs,), daemon=True)
        with without_interrupts():
            self._process.start()
        theirs.close()
        return ours

    def _end(self) -> None:
        if self._process is not None and self._pipe is not None:
            self._process.terminate()
            self._process.join()
            self._pipe.close()
            self._pipe = None


def _answer(pipe: Connection) -> None:
    """The main function of the process: answer until the pipe is closed."""
    Thread(target=end_with_parent, daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    with suppress(EOFError):
        while True:
            pipe.send(_answer_to(pipe.recv()))


def _answer_to(work: Work) -> bytes | Exception:
    try:
        return work()
    except SiegeworksError as error:
        return error
    except Exception as error:
        log_failure("playing a record again failed", error)
        return ReplayFailed("playing a record again failed")
