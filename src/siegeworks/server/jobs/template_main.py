"""What the template does: `python -m siegeworks.server.jobs.template_main`

It reads from a socket, its standard input: pickled functions that load something, or the open files
of a copy that it is to make of itself. It has one thread, since only that one is copied.
"""

import gc
import os
import pickle
import signal
import socket
import sys
from collections.abc import Sequence
from contextlib import suppress

from siegeworks.server.jobs import process_main
from siegeworks.server.jobs.job_process import NICENESS
from siegeworks.server.jobs.template import COPIED, DIED, LOADED, LOADING_NICENESS, MOST_BYTES
from siegeworks.server.runtime.error_log import log_all_failures, log_failure
from siegeworks.server.runtime.memory import return_memory_early


def main() -> None:
    """Load and be copied until the server is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody here waits for the copies
    return_memory_early()
    log_all_failures()
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # where a game may print
    line = socket.socket(fileno=os.dup(sys.stdin.fileno()))
    while True:
        try:
            message, files, _, _ = socket.recv_fds(line, MOST_BYTES, 2)
        except ConnectionResetError:  # the server was killed before it heard the last answer
            return
        if not message:
            return
        if message != COPIED:
            _load(message)
            with suppress(BrokenPipeError):  # the server was killed meanwhile
                line.send(LOADED)
        elif (process := os.fork()) == 0:
            line.close()
            _become_process_of_jobs(files)
        else:
            _answer(line, process, files)


def _load(work: bytes) -> None:
    try:
        pickle.loads(work)()
    except Exception as error:
        log_failure("the processes of jobs could not load all that they need", error)
    gc.collect()
    gc.freeze()  # a copy that looked for garbage here would write to what it shares


def _become_process_of_jobs(files: Sequence[int]) -> None:
    """Read jobs from the first file, write answers to the second, and never return."""
    for number, file in enumerate(files):
        os.dup2(file, number)
        os.close(file)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.nice(NICENESS - LOADING_NICENESS)
    process_main.main()


def _answer(line: socket.socket, process: int, files: Sequence[int]) -> None:
    """Say that there is a copy, with a file that stands for it."""
    for file in files:
        os.close(file)
    try:
        handle = os.pidfd_open(process)
    except ProcessLookupError:  # it has died at once
        line.send(DIED)
        return
    socket.send_fds(line, [COPIED], [handle])
    os.close(handle)


if __name__ == "__main__":
    main()
