"""What the server notes of its own failures: where, never what it held in its hands.

A message of an error, the arguments of a callback and the text of a task may all name what is
hidden, so none of them is written down. The same failure is noted a few times and then once an
hour, so that nobody fills the disk by repeating it.
"""

from __future__ import annotations

import asyncio
import logging
import sys
import threading
import time
import traceback
from collections import OrderedDict
from types import TracebackType
from typing import Any

logger = logging.getLogger("siegeworks.server")

MOST_OF_A_KIND = 5  # notes of the same failure, before only one an hour is written
HOUR = 3600.0
MOST_KINDS = 256  # of failures that are remembered; a kind is a place in the code
MOST_FRAMES = 12  # of a traceback, the innermost


class Repetitions:
    """Which notes to write, of the same failure again and again."""

    def __init__(self) -> None:
        self._lock = threading.Lock()  # threads note failures too
        self._kinds: OrderedDict[object, list[float]] = OrderedDict()  # noted, left out, when last

    def left_out(self, kind: object, now: float) -> int | None:
        """How many of this kind were left out since the last note; None: leave this one out too."""
        with self._lock:
            seen = self._kinds.pop(kind, None) or [0, 0, now]
            self._kinds[kind] = seen
            if len(self._kinds) > MOST_KINDS:
                self._kinds.popitem(last=False)
            noted, left_out, last = seen
            if noted >= MOST_OF_A_KIND and now - last < HOUR:
                seen[1] += 1
                return None
            seen[:] = [noted + 1, 0, now]
            return int(left_out)


_repetitions = Repetitions()


def note(what: str, error: BaseException) -> None:
    """Note a failure by its kind and place. Its message might tell a secret and is left out.

    Args:
        what: what failed, in words that hold nothing of a table.
        error: its traceback's lines of code are noted, never a value.
    """
    places = traceback.extract_tb(error.__traceback__)
    place = (places[-1].filename, places[-1].lineno) if places else None
    left_out = _repetitions.left_out((what, type(error), place), time.monotonic())
    if left_out is None:
        return
    where = "".join(traceback.format_tb(error.__traceback__, -MOST_FRAMES))
    again = f" ({left_out} more like this were not noted)" if left_out else ""
    logger.error("%s: %s%s\n%s", what, type(error).__name__, again, where)


def note_all_failures() -> None:
    """From now on, what Python would print of failures in threads and while tidying up is noted
    here instead: it prints messages, and of objects whatever they call themselves."""

    def in_thread(failure: threading.ExceptHookArgs) -> None:
        if failure.exc_value is not None:
            note("a thread failed", failure.exc_value)

    def while_tidying(failure: Any) -> None:
        if failure.exc_value is not None:
            note("something failed while it was put away", failure.exc_value)

    def at_last(
        kind: type[BaseException], error: BaseException, where: TracebackType | None
    ) -> None:
        if issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, error, where)
        else:
            note("the server failed", error)

    threading.excepthook = in_thread
    sys.unraisablehook = while_tidying
    sys.excepthook = at_last


def note_loop_failure(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """The event loop's exception handler: Python's own prints messages and arguments."""
    error = context.get("exception")
    if isinstance(error, BaseException):
        note("something failed in the background", error)
    else:
        # The loop's sentence may hold the text of a callback with its arguments.
        note("the event loop complained", RuntimeError())
