"""A process that does one job after another, and gives way to the server

In a thread of the server a search or a record of thousands of steps would hold the interpreter
again and again, and all tables would wait for it. So jobs have interpreters of their own.
"""

import os
import pickle
import subprocess
import sys
from collections import OrderedDict
from collections.abc import Callable, Hashable
from contextlib import suppress
from threading import Lock
from typing import IO, Any, Protocol, TypeVar

from siegeworks.core.errors import SiegeworksError

NICENESS = 10  # of the processes: a tenth of a core where others want all of it
TRIES = 2  # processes that may die of the same job
COMMAND = [sys.executable, "-m", "siegeworks.server.jobs.process_main"]
DIED = "The process of this job ended unexpectedly, twice. Try again later."
FAILED = "This could not be worked out: the server failed. Nothing was changed."
STOPPING = "The server is stopping. Try again in a moment."

# Ctrl-C at a terminal is for the server. In a session of its own Linux would weigh the priority of
# a process against nobody's.
APART: dict[str, Any] = {"process_group": 0}
if sys.platform == "win32":
    LOW, OWN_GROUP = subprocess.BELOW_NORMAL_PRIORITY_CLASS, subprocess.CREATE_NEW_PROCESS_GROUP
    APART = {"creationflags": LOW | OWN_GROUP}

T = TypeVar("T")


class JobFailed(SiegeworksError):
    """A job has no result, for this reason."""


class RunningProcess(Protocol):
    """A process of jobs, as it was started."""

    stdin: IO[bytes]
    stdout: IO[bytes]

    def kill(self) -> None:
        """End it at once, if it has not ended."""

    def close(self) -> None:
        """Once it was ended, give back what it took."""


class JobProcess:
    """The process, started when it is first needed."""

    def __init__(self, start: Callable[[], RunningProcess] | None = None) -> None:
        """No process yet: `start` starts one; None: alone, so that it loads all that it needs
        itself."""
        self.keys: OrderedDict[Hashable, None] = OrderedDict()  # what it may still have in memory
        self._start = start or AloneProcess
        self._process: RunningProcess | None = None
        self._closed_for = ""  # why there are no answers any more
        self._working = Lock()

    def run(self, work: Callable[[], T]) -> T:
        """What this returns there: a function of a module with its arguments. If the process dies,
        another one tries.

        Raises:
            SiegeworksError: what the function raises.
            JobFailed: it failed, process after process died, or the process was ended.
        """
        with self._working:
            for _ in range(TRIES):
                if self._closed_for:
                    break
                with suppress(EOFError, OSError, pickle.UnpicklingError):  # it died
                    answer: T | Exception = self._ask(work)
                    if isinstance(answer, Exception):
                        raise answer
                    return answer
                self._forget()
        raise JobFailed(self._closed_for or DIED)

    def close(self, reason: str = STOPPING) -> None:
        """End it, whatever it is doing, and tell the caller that waits for an answer the reason.
        Any thread may call this."""
        self._closed_for = reason
        if (process := self._process) is not None:
            process.kill()
        with self._working:  # once that caller has noticed
            self._forget()

    def _ask(self, work: Callable[[], Any]) -> Any:
        if self._process is None:
            self._process = self._start()
            if self._closed_for:
                self._process.kill()
        process = self._process
        pickle.dump(pickle.dumps(work), process.stdin)
        process.stdin.flush()
        return pickle.load(process.stdout)

    def _forget(self) -> None:
        if self._process is not None:
            with suppress(OSError):  # what cannot be written any more
                self._process.kill()
                self._process.close()
            self._process = None


class AloneProcess:
    """A process that was started by itself, and has loaded nothing yet."""

    def __init__(self) -> None:
        process = subprocess.Popen(
            COMMAND,
            stdin=subprocess.PIPE,  # so that it ends with the server, however that ends
            stdout=subprocess.PIPE,
            **APART,
        )
        assert process.stdin is not None and process.stdout is not None
        self._process, self.stdin, self.stdout = process, process.stdin, process.stdout
        give_way(process.pid)

    def kill(self) -> None:
        """End it at once, if it has not ended."""
        self._process.kill()

    def close(self) -> None:
        """Wait until it has ended, and give its files back."""
        with self._process:
            pass


def give_way(process: int, niceness: int = NICENESS) -> None:
    """Give a process a low priority: at once, since what it imports costs more than a short job."""
    if hasattr(os, "setpriority"):
        with suppress(ProcessLookupError):
            own = os.getpriority(os.PRIO_PROCESS, 0)
            os.setpriority(os.PRIO_PROCESS, process, min(19, own + niceness))
