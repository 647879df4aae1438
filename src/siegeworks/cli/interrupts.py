"""Ctrl-C and compiled code, which does not hear it."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Thread, current_thread, main_thread

HEARD_WITHIN = 0.1  # seconds


@contextmanager
def deferred_interrupts() -> Iterator[None]:
    """Hold Ctrl-C back until what is in `with` is done.

    For compiling: the compiler calls Python back from C, where an interrupt is printed and lost.
    """
    if current_thread() is not main_thread():  # interrupts come to the main thread alone
        yield
        return
    heard: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, frame: heard.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if heard:
        raise KeyboardInterrupt


def run_interruptible(work: Callable[[], object]) -> None:
    """Do this; Ctrl-C is heard while it runs compiled, and it is then left to end by itself."""
    failures: list[BaseException] = []

    def guarded() -> None:
        try:
            work()
        except BaseException as error:
            failures.append(error)

    worker = Thread(target=guarded, daemon=True)
    worker.start()
    while worker.is_alive():  # an interrupt just before a wait without an end would be waited out
        worker.join(HEARD_WITHIN)
    if failures:
        raise failures[0]
