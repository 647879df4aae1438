"""When the server looks for garbage: often, and only among what is new

Python looks once more objects were made than went. At busy tables as many go as are made, so it
looks seldom, and then at all that is new: for 15 ms or, every tenth time, for 100, in which nobody
is answered. Here what has been looked at once is left alone until, after minutes, everything is
looked at that came since the server began: rooms that were unloaded, for example, refer to
themselves. The libraries, which are most of all objects, are never looked at (`gc.freeze`).
"""

import asyncio
import gc
import time

from siegeworks.server.runtime.settings import DEFAULTS, ServerSettings

NEW_OBJECTS = 5_000  # more than there were, before Python looks by itself
ALL_SECONDS = 300.0  # between two looks at everything, at least …
ALL_SHARE = 1 / 1000  # … and as many as this part of the time allows
NEVER = 1_000_000  # looks among what is new, before Python looks at more by itself


class GarbageCollector:
    """Looks for garbage after messages, and never while nobody sends any."""

    is_in_charge = False  # of this process

    @classmethod
    def take_charge(cls) -> None:
        """From now on garbage is looked for in this way, in a process that only serves. What is
        there already, the libraries above all, is not looked at any more."""
        cls.is_in_charge = True
        gc.freeze()
        gc.set_threshold(NEW_OBJECTS, NEVER, NEVER)

    def __init__(self, settings: ServerSettings = DEFAULTS) -> None:
        self._pause = settings.garbage_seconds
        self._timer: asyncio.TimerHandle | None = None
        self._all_at = time.monotonic() + ALL_SECONDS

    def collect_soon(self) -> None:
        """A message has come."""
        if self._timer is None and self.is_in_charge:
            self._timer = asyncio.get_running_loop().call_later(self._pause, self._collect)

    def stop(self) -> None:
        """Look no more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _collect(self) -> None:
        self._timer = None
        begun = time.monotonic()
        if begun < self._all_at:
            gc.collect(0)  # what stays is older from now on
            return
        gc.collect()
        took = time.monotonic() - begun
        self._all_at = begun + max(ALL_SECONDS, took / ALL_SHARE)
