"""A process that has loaded all games, and of which the processes of jobs are copies

What games and the compiler take in memory is the same in all of them. A copy made by `fork` shares
it, and needs a hundredth of a second instead of two to be there. The server itself cannot be
copied in this way: it has threads. On other systems than Linux each process loads what it needs.
"""

import os
import pickle
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from contextlib import ExitStack, suppress
from threading import Lock
from typing import IO

from siegeworks.server.jobs.job_process import APART, AloneProcess, RunningProcess, give_way

MODULE = "siegeworks.server.jobs.template_main"
LOADING_NICENESS = 5  # less than that of its copies, all of which wait for it
MOST_BYTES = 1 << 16  # of what it is asked to load
LOADED = b"loaded"  # the answers
COPIED = b"copied"
DIED = b"died"

# It does nothing that many threads could do, and none may run while it is copied.
ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1"}


class Template:
    """The process, started when it is first needed. Any thread may use it."""

    def __init__(self) -> None:
        self._loads: dict[bytes, None] = {}  # what was loaded, and a new one loads, too
        self._process: subprocess.Popen[bytes] | None = None
        self._line: socket.socket | None = None
        self._is_closed = False
        self._working = Lock()

    def load(self, work: Callable[[], None]) -> None:
        """Call this there: a function of a module, with its arguments, that loads something."""
        if not can_copy():
            return
        message = pickle.dumps(work)
        with self._working:
            try:
                self._ask(LOADED, message)
            except (OSError, EOFError):  # each copy loads it itself
                self._forget()
            self._loads[message] = None

    def copy(self) -> RunningProcess:
        """A new process of jobs. If the template has died, one that has loaded nothing."""
        if not can_copy():
            return AloneProcess()
        with self._working:
            try:
                return self._copied()
            except (OSError, EOFError):
                self._forget()
        return AloneProcess()

    def close(self) -> None:
        """End it, and let every further process start alone."""
        self._is_closed = True
        if (process := self._process) is not None:
            process.kill()
        with self._working:  # once who uses it has noticed
            self._forget()

    def _start(self) -> socket.socket:
        """Start it, and let it load what those before it had loaded. Returns the line to it."""
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            self._line = ours
            self._process = subprocess.Popen(
                [sys.executable, "-m", MODULE],
                stdin=theirs.fileno(),  # so that it ends with the server, however that ends
                stdout=subprocess.DEVNULL,
                env={**os.environ, **ONE_THREAD},
                **APART,
            )
        give_way(self._process.pid, LOADING_NICENESS)
        if self._is_closed:
            self._process.kill()
        for message in self._loads:
            self._ask(LOADED, message)
        return ours

    def _ask(self, wanted: bytes, message: bytes, *given: int) -> list[int]:
        """Send a message with open files; the files that come back."""
        line = self._line or self._start()
        socket.send_fds(line, [message], given)
        answer, files, _, _ = socket.recv_fds(line, len(wanted), 1)
        if answer != wanted:
            raise EOFError("the template has died")
        return files

    def _copied(self) -> RunningProcess:
        with ExitStack() as stack:
            jobs, to_process = os.pipe()
            stack.callback(os.close, jobs)
            from_process, answers = os.pipe()
            stack.callback(os.close, answers)
            process = Copy(os.fdopen(to_process, "wb"), os.fdopen(from_process, "rb"))
            try:
                (process.handle,) = self._ask(COPIED, COPIED, jobs, answers)
            except (OSError, EOFError):
                process.close()
                raise
            return process

    def _forget(self) -> None:
        if self._line is not None:
            self._line.close()
            self._line = None
        if self._process is not None:
            with self._process as process:
                process.kill()
            self._process = None


class Copy:
    """A copy of the template, which does jobs."""

    handle = -1  # a file that stands for the process, also once its number belongs to another

    def __init__(self, stdin: IO[bytes], stdout: IO[bytes]) -> None:
        self.stdin, self.stdout = stdin, stdout

    def kill(self) -> None:
        """End it at once, if it has not ended."""
        if sys.platform == "linux" and self.handle >= 0:
            with suppress(ProcessLookupError):
                signal.pidfd_send_signal(self.handle, signal.SIGKILL)

    def close(self) -> None:
        """Give its files back."""
        with ExitStack() as stack:
            if self.handle >= 0:
                stack.callback(os.close, self.handle)
                self.handle = -1
            stack.callback(self.stdout.close)
            stack.callback(self.stdin.close)


def can_copy() -> bool:
    """Does this system have what copies need?"""
    if sys.platform != "linux":
        return False
    try:
        os.close(os.pidfd_open(os.getpid()))
    except OSError:  # an old kernel, or a sandbox
        return False
    return True
