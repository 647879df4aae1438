"""Calls on several threads at once"""

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from typing import Any


def at_once(pool: Executor, work: Callable[..., object], calls: Sequence[tuple[Any, ...]]) -> None:
    """Make these calls at once: the first on this thread, the others on those of a pool.

    Where the first call fails, its error is raised while the others still run.
    """
    others = [pool.submit(work, *call) for call in calls[1:]]
    work(*calls[0])
    for other in others:
        other.result()
