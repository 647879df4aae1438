"""What Ctrl-C does during a block, in place of raising KeyboardInterrupt"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread


@contextmanager
def on_interrupt(act: Callable[[], object]) -> Iterator[None]:
    """Call this at Ctrl-C during the `with` block."""
    if current_thread() is not main_thread():  # only the main thread receives interrupts
        yield
        return
    before = signal.signal(signal.SIGINT, lambda number, frame: act())
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
