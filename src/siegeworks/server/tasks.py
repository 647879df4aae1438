"""Tasks whose failures somebody reads.

A task that fails while nobody waits for it is printed by asyncio when it is thrown away, with its
error's message; `asyncio.shield` leaves such tasks behind when who waited for them is cancelled.
Here every failure is read, and noted by type and place; a Refused is an answer and no failure.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from siegeworks.core.game import SiegeworksError
from siegeworks.server.error_log import note

T = TypeVar("T")
_running: set[asyncio.Task[Any]] = set()  # asyncio itself forgets tasks that nobody holds


def begin(work: Coroutine[Any, Any, T], what: str) -> asyncio.Task[T]:
    """Begin this in the background.

    Args:
        work: what is to be done.
        what: what to note where it fails, in words that hold nothing of a table.
    """
    task = asyncio.create_task(work)
    _running.add(task)

    def read(done: asyncio.Task[T]) -> None:
        _running.discard(done)
        error = None if done.cancelled() else done.exception()
        if error is not None and not isinstance(error, SiegeworksError):
            note(what, error)

    task.add_done_callback(read)
    return task


async def to_its_end(work: Coroutine[Any, Any, T], what: str) -> T:
    """Do this to its end, even where whoever waits for it is cancelled meanwhile.

    Raises:
        Exception: whatever the work raises, to whoever still waits.
    """
    task = begin(work, what)
    await asyncio.wait((task,))
    return task.result()
