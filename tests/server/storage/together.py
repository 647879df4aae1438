"""Writes that wait for the same transaction"""

import asyncio
import threading
from collections.abc import Awaitable
from typing import Any

from siegeworks.server.storage.store import Store
from tests.server.helpers import until


async def together(store: Store, *writes: Awaitable[Any]) -> list[Any]:
    """What these answer, which all wait while something else is written."""
    begun, go_on = threading.Event(), threading.Event()

    def wait(_: object) -> None:
        begun.set()
        go_on.wait()

    first = asyncio.create_task(store.write(wait))
    await asyncio.to_thread(begun.wait)
    rest = asyncio.gather(*writes, return_exceptions=True)
    await until(lambda: store._jobs.qsize() == len(writes))
    go_on.set()
    await first
    return await rest
