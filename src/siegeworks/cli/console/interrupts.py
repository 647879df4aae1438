"""Ctrl-C: its exit status, and how compiled code, which does not notice it, is interrupted."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Thread

from siegeworks.tui.terminal import on_interrupt

INTERRUPTED = 130  # exit status, as shells have it: 128 and the number of the signal
POLL_INTERVAL = 0.1  # seconds


@contextmanager
def deferred_interrupts() -> Iterator[None]:
    """Defer Ctrl-C until the end of the `with` block.

    For compiling: Numba calls Python from C, where an interrupt would be printed and lost.
    """
    received: list[bool] = []
    with on_interrupt(lambda: received.append(True)):
        yield
    if received:
        raise KeyboardInterrupt


def run_interruptible(work: Callable[[], object]) -> None:
    """Run `work` so that Ctrl-C raises KeyboardInterrupt at once, even during compiled code.

    The work itself then continues in its thread until it ends.
    """
    failures: list[BaseException] = []

    def guarded() -> None:
        try:
            work()
        except BaseException as error:
            failures.append(error)

    worker = Thread(target=guarded, daemon=True)
    worker.start()
    while worker.is_alive():  # an interrupt just before an unlimited join would be deferred
        worker.join(POLL_INTERVAL)
    if failures:
        raise failures[0]
