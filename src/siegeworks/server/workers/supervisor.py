"""Several worker processes behind one port.

uvicorn starts them, starts one again that died or hangs, replaces them one after the other on
SIGHUP, and stops them on SIGTERM. All accept from the same listening socket, so that a connection
never waits for a worker that is gone; `handover.py` then brings the clients of a table together.
"""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial

import uvicorn
from starlette.types import ASGIApp
from uvicorn.supervisors import Multiprocess

from siegeworks.server.http.app import make_app
from siegeworks.server.http.serving import (
    behavior,
    give_nothing,
    prepare_process,
    protocols,
    raise_file_limit,
)
from siegeworks.server.runtime.logs import set_up_logs
from siegeworks.server.runtime.settings import DEFAULTS
from siegeworks.server.runtime.tasks import start_task
from siegeworks.server.tables.table_server import TableServer
from siegeworks.server.workers.draining import draining
from siegeworks.server.workers.handover import Handover, Slots, slots_for
from siegeworks.server.workers.options import ServeOptions

HUNG_SECONDS = 60  # after which a worker that does not answer its parent is replaced
ASK_SECONDS = 1.0  # in which it answers as a rule
STOP_SECONDS = 15.0  # from the last client that was sent away until a worker has stopped
ORPHAN_SECONDS = 1.0  # between two looks whether the parent still lives


def serve_workers(
    options: ServeOptions, workers: int, listening: socket.socket, on_start: Callable[[], None]
) -> None:
    """Serve with several processes until SIGTERM or SIGINT.

    Args:
        options: of each worker's server; all use one database.
        workers: how many.
        listening: the socket from which all accept.
        on_start: called once, just before.
    """
    raise_file_limit()  # each worker has a mailbox and pipes here
    on_start()
    stop_seconds = options.drain_seconds + STOP_SECONDS
    with slots_for(workers) as slots:
        Workers(WorkerConfig(options, workers, slots), [listening], stop_seconds).run()


class Workers(Multiprocess):
    """The worker processes, seen from the one that started them."""

    def __init__(
        self, config: uvicorn.Config, sockets: list[socket.socket], stop_seconds: float = 10.0
    ) -> None:
        """No worker yet.

        Args:
            config: of each.
            sockets: from which all accept.
            stop_seconds: after which those that were told to stop are ended.
        """
        super().__init__(config, sockets)
        self._stop_seconds = stop_seconds

    def keep_subprocess_alive(self) -> None:
        """Start again those that have died or hang. Signals are not kept waiting meanwhile."""
        for worker in self.processes:
            worker.child_conn.close()  # else a worker that dies while it is asked is waited for
            hung_at = time.monotonic() + HUNG_SECONDS
            while not worker.is_alive(ASK_SECONDS) and worker.process.is_alive():
                if self.signal_queue:
                    return
                if time.monotonic() >= hung_at:
                    worker.process.kill()
                    worker.process.join()
        super().keep_subprocess_alive()

    def join_all(self) -> None:
        """Wait until they have stopped, and end those that have not in time, or are frozen."""
        until = time.monotonic() + self._stop_seconds
        for worker in self.processes:
            worker.process.join(max(0.0, until - time.monotonic()))
            worker.process.kill()
        super().join_all()


class WorkerConfig(uvicorn.Config):
    """What a worker serves. It is sent to the worker's process, and made into a server there."""

    def __init__(self, options: ServeOptions, workers: int, slots: Slots | None) -> None:
        super().__init__(
            _not_loaded,
            workers=workers,
            timeout_worker_healthcheck=HUNG_SECONDS,
            **behavior(DEFAULTS, options.proxies),
        )
        self.options, self._slots = options, slots

    def load(self) -> None:
        """Make the server, in the process that is going to run it."""
        prepare_process()
        set_up_logs(self.options.log_format, self.options.log_level)
        server = self.options.table_server()
        handover = Handover(self._slots) if self._slots is not None else None
        self.app = worker_app(server, self.options, handover=handover)
        give = handover.give if handover is not None else give_nothing
        speaking = protocols(server.settings, self.options.proxies, give)
        self.http, self.ws = speaking["http"], speaking["ws"]
        super().load()


def worker_app(
    server: TableServer,
    options: ServeOptions,
    *,
    is_child: bool = True,
    handover: Handover | None = None,
) -> ASGIApp:
    """The application of a server with these options.

    Args:
        server: its tables.
        options: its options.
        is_child: does it stop when the process that started it ends?
        handover: of a child that gives clients to others and takes them.
    """

    @asynccontextmanager
    async def around() -> AsyncIterator[None]:
        watch = start_task(_stop_without_parent(os.getppid()), "watching the parent process failed")
        async with AsyncExitStack() as stack:
            if handover is not None:
                taking = handover.taking(_running_server(), lambda: server.is_draining)
                await stack.enter_async_context(taking)
            await stack.enter_async_context(draining(server, options.drain_seconds))
            yield
        watch.cancel()

    return make_app(
        server,
        options.origins,
        hosts=options.hosts,
        keep_days=options.keep_days,
        calling=options.calls,
        around=around if is_child else partial(draining, server, options.drain_seconds),
    )


def _running_server() -> uvicorn.Server:
    """The server of this process, which uvicorn makes and keeps to itself but for its signals."""
    server = getattr(signal.getsignal(signal.SIGTERM), "__self__", None)
    assert isinstance(server, uvicorn.Server), "uvicorn handles SIGTERM while it serves"
    return server


async def _stop_without_parent(parent: int) -> None:
    while os.getppid() == parent:
        await asyncio.sleep(ORPHAN_SECONDS)
    os.kill(os.getpid(), signal.SIGTERM)


async def _not_loaded(*_: object) -> None:
    raise AssertionError("the configuration of a worker was not loaded")
