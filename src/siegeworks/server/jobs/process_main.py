"""What a process of jobs does: `python -m siegeworks.server.jobs.process_main`

It reads jobs from standard input, pickled functions with their arguments, and writes what each of
them returns or raises.
"""

import os
import pickle
import signal
import sys
from collections.abc import Callable, Iterator, Set
from contextlib import suppress
from itertools import islice
from queue import SimpleQueue
from threading import Thread
from typing import Any, BinaryIO, TypeVar

from siegeworks.core.errors import SiegeworksError
from siegeworks.server.jobs.job_process import FAILED, JobFailed
from siegeworks.server.runtime.error_log import log_all_failures, log_failure
from siegeworks.server.runtime.memory import return_memory_early

T = TypeVar("T")
_paused: dict[str, Iterator[Any]] = {}  # jobs of many parts, by name


def answered(job: bytes) -> bytes:
    """Do a job, and say how it ended; its errors may reveal a secret, and stay here."""
    try:
        return pickle.dumps(pickle.loads(job)())
    except SiegeworksError as error:
        return pickle.dumps(error)
    except Exception as error:
        log_failure("a job failed", error)
        return pickle.dumps(JobFailed(FAILED))


def next_part(
    name: str, begin: Callable[[], Iterator[T]], known: int, under_way: Set[str]
) -> T | None:
    """The next part of a job that has many; None: there are no more. Between two of them the
    process does other jobs.

    Args:
        name: of the job.
        begin: starts it, if it was not started here: always with the same parts.
        known: how many parts were returned before, by this process or by one that has died.
        under_way: the names of all such jobs; others are forgotten.
    """
    for stopped in _paused.keys() - under_way:
        del _paused[stopped]
    if name not in _paused:
        _paused[name] = islice(begin(), known, None)
    return next(_paused[name], None)


def main() -> None:
    """Do jobs until standard input is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server
    return_memory_early()
    log_all_failures()
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # where a game may print
    jobs: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=_read, args=(sys.stdin.buffer, jobs), daemon=True).start()
    while True:
        answers.write(answered(jobs.get()))
        answers.flush()


def _read(stdin: BinaryIO, jobs: SimpleQueue[bytes]) -> None:
    """Read jobs, and end with the server, in the midst of a job, too."""
    with suppress(EOFError, pickle.UnpicklingError):
        while True:
            jobs.put(pickle.load(stdin))
    os._exit(1)


if __name__ == "__main__":
    main()
