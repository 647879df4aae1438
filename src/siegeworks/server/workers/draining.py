"""Stopping unnoticed: clients are sent to another worker one by one, then the process
ends.

A load balancer learns it from `/readyz`. A client that is sent away reconnects by itself; what was
answered is stored, what was not is sent again.
"""

import asyncio
import signal
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from siegeworks.server.runtime.tasks import start_task
from siegeworks.server.tables.connection import Connection
from siegeworks.server.tables.table_server import TableServer

LONGEST_PAUSE = 1.0  # seconds between two tables
GOODBYE = "This server is stopping. Reconnecting …"


@asynccontextmanager
async def draining(server: TableServer, seconds: float) -> AsyncIterator[None]:
    """While this lasts, SIGTERM drains the server, in so many seconds, before it is stopped as
    usual; 0: SIGTERM stops it at once."""
    if not seconds:
        yield
        return
    stop = signal.getsignal(signal.SIGTERM)
    assert callable(stop), "uvicorn has installed its own"
    loop = asyncio.get_running_loop()

    def drain() -> None:
        if not server.is_draining:
            server.is_draining = True
            start_task(
                _drain(server, seconds, lambda: stop(signal.SIGTERM, None)), "draining failed"
            )

    loop.add_signal_handler(signal.SIGTERM, drain)
    yield
    loop.remove_signal_handler(signal.SIGTERM)


async def _drain(server: TableServer, seconds: float, stop: Callable[[], None]) -> None:
    """Send clients away table by table, evenly over the second half of this time; a balancer
    notices in the first. Those who come meanwhile are sent away too, each once."""
    await asyncio.sleep(seconds / 2)
    end, gone = time.monotonic() + seconds / 2, set[Connection]()
    while rooms := [room for room in server.rooms.loaded.values() if room.connections - gone]:
        left = end - time.monotonic()
        if left <= 0:
            break
        here = rooms[0].connections - gone
        for connection in here:
            connection.disconnect(GOODBYE)
        gone |= here
        await asyncio.sleep(min(LONGEST_PAUSE, left / len(rooms)))
    stop()
