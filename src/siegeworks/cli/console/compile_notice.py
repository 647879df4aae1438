"""A notice while something is being compiled for the first time."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console

DELAY = 0.5  # seconds; shorter waits need no explanation


@contextmanager
def compile_notice(what: str, shows_seconds: bool = True) -> Iterator[None]:
    """Say on standard error what is being compiled if the `with` block takes a while. With
    `shows_seconds` a terminal counts the seconds in a line that disappears at the end."""
    done = threading.Event()
    thread = threading.Thread(target=_print_notice, args=(what, shows_seconds, done), daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


def _print_notice(what: str, shows_seconds: bool, done: threading.Event) -> None:
    start = time.monotonic()
    if done.wait(DELAY):
        return
    console = Console(stderr=True, highlight=False)
    notice = f"Compiling {what} (first time only) …"
    if not (shows_seconds and console.is_terminal and not console.is_dumb_terminal):
        console.print(notice)
        return
    with console.status(notice) as status:
        while not done.wait(1):
            status.update(f"{notice} {time.monotonic() - start:.0f} s")
