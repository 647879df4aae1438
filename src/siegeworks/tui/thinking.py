"""Thinking that takes long: it says how far it is"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from siegeworks.bots import Bot, SearchBot

PATIENCE = 2.0  # seconds between two sentences


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
