"""The log of the server's own failures: where they happened, never with what data.

An error's message, a callback's arguments and a task's text may all contain secrets, so none of
them is logged. The same failure is logged a few times and then once an hour, so that nobody fills
the disk by repeating it.
"""

import asyncio
import logging
import sys
import threading
import time
import traceback
from collections import OrderedDict
from functools import partial
from types import TracebackType
from typing import Any

from siegeworks.server.runtime.logs import about

logger = logging.getLogger("siegeworks.server")

MAX_REPEATS = 5  # of the same failure, before it is logged only once an hour
HOUR = 3600.0
MAX_KINDS = 256  # of failures that are remembered; a kind is a place in the code
MAX_FRAMES = 12  # of a traceback, the innermost


class Repetitions:
    """Decides which repetitions of a failure to log."""

    def __init__(self) -> None:
        self._lock = threading.Lock()  # threads log failures too
        self._kinds: OrderedDict[object, list[float]] = OrderedDict()  # logged, left out, when last

    def left_out(self, kind: object, now: float) -> int | None:
        """How many of this kind were left out since the last one logged; None: leave this one out
        too."""
        with self._lock:
            seen = self._kinds.pop(kind, None) or [0, 0, now]
            self._kinds[kind] = seen
            if len(self._kinds) > MAX_KINDS:
                self._kinds.popitem(last=False)
            logged, left_out, last = seen
            if logged >= MAX_REPEATS and now - last < HOUR:
                seen[1] += 1
                return None
            seen[:] = [logged + 1, 0, now]
            return int(left_out)


_repetitions = Repetitions()


def log_failure(what: str, error: BaseException) -> None:
    """Log what failed, in words that reveal nothing of a table, with the type of the error and the
    lines of code of its traceback. Its message and all values could reveal a secret: they are left
    out."""
    places = traceback.extract_tb(error.__traceback__)
    place = (places[-1].filename, places[-1].lineno) if places else None
    left_out = _repetitions.left_out((what, type(error), place), time.monotonic())
    if left_out is None:
        return
    where = "".join(traceback.format_tb(error.__traceback__, -MAX_FRAMES))
    again = f" ({left_out} more like this were not logged)" if left_out else ""
    kind = type(error).__name__
    details = about("failure", what=what, error=kind, where=where.splitlines(), left_out=left_out)
    logger.error("%s: %s%s\n%s", what, kind, again, where, extra=details)


def log_all_failures() -> None:
    """Log failures in threads and finalizers here; Python would print their messages."""

    def log_as(what: str, failure: Any) -> None:
        if failure.exc_value is not None:
            log_failure(what, failure.exc_value)

    def in_main_thread(
        kind: type[BaseException], error: BaseException, where: TracebackType | None
    ) -> None:
        if issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, error, where)
        else:
            log_failure("the server failed", error)

    threading.excepthook = partial(log_as, "a thread failed")
    sys.unraisablehook = partial(log_as, "a finalizer failed")
    sys.excepthook = in_main_thread


def log_loop_failure(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """The event loop's exception handler: Python's own prints messages and arguments."""
    error = context.get("exception")
    if isinstance(error, BaseException):
        log_failure("a background job failed", error)
    else:
        # The loop's own message may contain a callback with its arguments.
        log_failure("the event loop reported an error", RuntimeError())
