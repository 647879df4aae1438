"""A line that says why nothing happens while something is compiled for the first time."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console

UNNOTICED = 0.5  # seconds that need no explanation


@contextmanager
def preparing(what: str, counts_up: bool = True) -> Iterator[None]:
    """Say on standard error what is being compiled, if what is in `with` takes a while.

    Args:
        what: "the rules of Expansion".
        counts_up: show the seconds, on a terminal, in a line that goes again.
    """
    done = threading.Event()
    thread = threading.Thread(target=_say, args=(what, counts_up, done), daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


def _say(what: str, counts_up: bool, done: threading.Event) -> None:
    start = time.monotonic()
    if done.wait(UNNOTICED):
        return
    console = Console(stderr=True, highlight=False)
    words = f"Compiling {what} (first time only) …"
    if not (counts_up and console.is_terminal and not console.is_dumb_terminal):
        console.print(words)
        return
    with console.status(words) as status:
        while not done.wait(1):
            status.update(f"{words} {time.monotonic() - start:.0f} s")
