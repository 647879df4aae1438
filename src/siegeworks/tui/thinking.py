"""Thinking that takes long: it says how far it is, and Ctrl-C ends it"""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread

from siegeworks.bots import Bot, SearchBot

PATIENCE = 2.0  # seconds between two sentences


@contextmanager
def on_interrupt(stop: Callable[[], None]) -> Iterator[None]:
    """Call this at Ctrl-C during the `with` block, instead of raising KeyboardInterrupt."""
    if current_thread() is not main_thread():  # only the main thread receives interrupts
        yield
        return
    before = signal.signal(signal.SIGINT, lambda number, frame: stop())
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def told(bot: Bot, say: Callable[[str], None]) -> Iterator[None]:
    """Say every few seconds of the `with` block how much of its budget this bot has spent."""
    if not isinstance(bot, SearchBot):
        yield
        return
    last = time.monotonic()

    def tell(spent: float) -> None:
        nonlocal last
        if time.monotonic() - last >= PATIENCE:
            last = time.monotonic()
            say(f"Thinking … {spent:.0%}")

    bot.on_progress = tell
    try:
        yield
    finally:
        bot.on_progress = None
