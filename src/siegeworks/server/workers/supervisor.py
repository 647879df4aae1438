"""Several worker processes behind one port.

One that has died or hangs is started again, SIGHUP replaces them one after the other, SIGTERM
stops them. uvicorn calls the supervisor twice a second, which never waits for a worker: a frozen
one keeps neither the others nor a signal waiting. All accept from the same listening socket, so
that a connection never waits for a worker that is gone; `handover.py` then brings the clients of a
table together.
"""

import asyncio
import math
import os
import signal
import socket
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from functools import partial

import uvicorn
from starlette.types import ASGIApp
from uvicorn.config import STARTUP_FAILURE
from uvicorn.supervisors import Multiprocess
from uvicorn.supervisors.multiprocess import Process

from siegeworks.server.http import serving
from siegeworks.server.http.app import make_app
from siegeworks.server.monitoring.metrics import forget_worker
from siegeworks.server.runtime.error_log import logger
from siegeworks.server.runtime.logs import set_up_logs
from siegeworks.server.runtime.settings import DEFAULTS, ServerSettings
from siegeworks.server.runtime.tasks import start_task
from siegeworks.server.tables.table_server import TableServer
from siegeworks.server.workers.draining import draining
from siegeworks.server.workers.handover import Handover, Slots, slots_for
from siegeworks.server.workers.options import ServeOptions

STOP_SECONDS = 15.0  # from the last client that was sent away until a worker has stopped
ORPHAN_SECONDS = 1.0  # between two looks whether the parent still lives


def serve_workers(
    options: ServeOptions, workers: int, listening: socket.socket, on_start: Callable[[], None]
) -> None:
    """Serve one database with several processes, which accept from the same socket, until SIGTERM
    or SIGINT; `on_start` is called once, just before."""
    serving.raise_file_limit()  # each worker has a mailbox and pipes here
    on_start()
    stop_seconds = options.drain_seconds + STOP_SECONDS
    with slots_for(workers, options.settings) as slots:
        Workers(
            WorkerConfig(options, workers, slots), [listening], stop_seconds, options.settings
        ).run()


class Worker(Process):
    """A worker process, seen from the one that started it."""

    def __init__(
        self,
        config: uvicorn.Config,
        sockets: list[socket.socket],
        settings: ServerSettings = DEFAULTS,
    ) -> None:
        """Start it; arguments as of `Workers`."""
        super().__init__(config, sockets)
        self.settings = settings
        self._is_asked = self._is_leaving = False
        self._late_at = math.inf  # when it must have answered, or stopped
        self.has_started = False  # it serves
        self.start()

    @property
    def is_gone(self) -> bool:
        """Has the process ended?"""
        return not self.process.is_alive()

    def look(self) -> None:
        """Hear whether it lives, and ask again. One that is late is ended."""
        if not self._is_leaving:
            with suppress(OSError, EOFError):  # it is dying and will not answer
                self._ask()
        if time.monotonic() > self._late_at:
            self.process.kill()

    def _ask(self) -> None:
        if self._is_asked and self.parent_conn.poll():
            self.has_started = bool(self.parent_conn.recv())
            self._is_asked = False
        if not self._is_asked:
            self._is_asked = True
            self._late_at = time.monotonic() + self.settings.hung_seconds
            self.parent_conn.send(b"ping")

    def stop(self, seconds: float) -> None:
        """Tell it to stop; it is ended if it has not after so many seconds."""
        self._is_leaving, self._late_at = True, time.monotonic() + seconds
        self.terminate()

    def bury(self) -> None:
        """End what is left of it, and no longer count what it has counted of its own."""
        self.kill()
        self.process.join()
        forget_worker(self.process.pid)


class Workers(Multiprocess):
    """All worker processes. SIGHUP, SIGTTIN and SIGTTOU say what is wanted; each look does a part
    of it."""

    processes: list[Worker]  # type: ignore[assignment]  # those that serve, or soon will

    def __init__(
        self,
        config: uvicorn.Config,
        sockets: list[socket.socket],
        stop_seconds: float = 10.0,
        settings: ServerSettings = DEFAULTS,
    ) -> None:
        """No worker yet. Those that were told to stop are ended after `stop_seconds`."""
        super().__init__(config, sockets)
        self._stop_seconds, self._settings = stop_seconds, settings
        self._old: list[Worker] = []  # those that are still to be replaced
        self._new: Worker | None = None  # the one that comes for the first of them
        self._leaving: list[Worker] = []

    def init_processes(self) -> None:
        """Start as many as are wanted."""
        self.processes += [self._started() for _ in range(self.processes_num)]

    def keep_subprocess_alive(self) -> None:
        """Start again those that have died or hang, and continue to replace others."""
        for worker in [*self.processes, *self._leaving, *([self._new] if self._new else [])]:
            worker.look()
        for worker in [worker for worker in self._leaving if worker.is_gone]:
            self._leaving.remove(worker)
            worker.bury()
        for place, worker in enumerate(self.processes):
            if worker.is_gone:
                worker.bury()
                if worker.exitcode == STARTUP_FAILURE:  # every other one would fail as well
                    self.should_exit.set()
                    return
                logger.error("a worker has died or hangs, and is started again")
                self.processes[place] = self._started()
        self._replace_next()

    def restart_all(self) -> None:
        """Replace all that run now, one after the other."""
        self._old = list(self.processes)

    def _replace_next(self) -> None:
        """Let a new worker take the place of an old one once it serves, and once the old one before
        that has stopped."""
        self._old = [worker for worker in self._old if worker in self.processes]  # others died
        if self._new is None:
            if self._old and not self._leaving:
                self._new = self._started()
        elif self._new.is_gone:
            self._new.bury()
            self._new, self._old = None, []
            logger.error("a new worker did not start, so the old ones stay")
        elif not self._old:  # the one that it came for has died, and was started again
            self._send_away(self._new)
            self._new = None
        elif self._new.has_started:
            old = self._old.pop(0)
            self.processes[self.processes.index(old)] = self._new
            self._new = None
            self._send_away(old)

    def _started(self) -> Worker:
        return Worker(self.config, self.sockets, self._settings)

    def _send_away(self, worker: Worker) -> None:
        worker.stop(self._stop_seconds)
        self._leaving.append(worker)

    def handle_ttin(self) -> None:
        """One worker more."""
        self.processes_num += 1
        self.processes.append(self._started())

    def handle_ttou(self) -> None:
        """One worker less, if that leaves any."""
        if self.processes_num > 1:
            self.processes_num -= 1
            self._send_away(self.processes.pop())

    def terminate_all(self) -> None:
        """Tell all to stop that were not told before."""
        for worker in [*self.processes, *([self._new] if self._new else [])]:
            self._send_away(worker)
        self.processes, self._new = [], None

    def join_all(self) -> None:
        """Wait until they have stopped, and end those that have not in time, or are frozen."""
        until = time.monotonic() + self._stop_seconds
        for worker in self._leaving:
            worker.process.join(max(0.0, until - time.monotonic()))
            worker.bury()
        self._leaving = []


class WorkerConfig(uvicorn.Config):
    """What a worker serves. It is sent to the worker's process, and made into a server there."""

    def __init__(self, options: ServeOptions, workers: int, slots: Slots | None) -> None:
        super().__init__(
            _not_loaded,
            workers=workers,
            **serving.behavior(DEFAULTS, options.proxies),
        )
        self.options, self._slots = options, slots

    def load(self) -> None:
        """Make the server, in the process that is going to run it."""
        serving.prepare_process()
        set_up_logs(self.options.log_format, self.options.log_level)
        server = self.options.table_server()
        handover = Handover(self._slots) if self._slots is not None else None
        self.app = worker_app(server, self.options, handover=handover)
        give = handover.give if handover is not None else serving.give_nothing
        speaking = serving.protocols(server.settings, self.options.proxies, give)
        self.http, self.ws = speaking["http"], speaking["ws"]
        super().load()


def worker_app(
    server: TableServer,
    options: ServeOptions,
    *,
    is_child: bool = True,
    handover: Handover | None = None,
) -> ASGIApp:
    """The application of a server with these options. A child stops when the process that started
    it ends; with a handover it gives clients to others and takes them."""

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
        notifying=options.notifications,
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
