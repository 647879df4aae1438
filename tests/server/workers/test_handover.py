"""The clients of a table meet on one worker, whichever has accepted their connections."""

import os
import signal
import socket
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack, asynccontextmanager, closing, contextmanager
from ipaddress import IPv4Address
from itertools import count
from pathlib import Path

import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket
from websockets.sync.client import ClientConnection

from siegeworks.server.http.serving import behavior, bound_socket, protocols
from siegeworks.server.runtime.settings import DEFAULTS, ServerSettings
from siegeworks.server.workers.handover import MOST_BYTES, Handover, Slots
from tests.server.processes import workers_of, workers_with
from tests.server.served import PATIENCE, Client, served_apart

PROXY = "127.0.0.1"


class ThreadSlots(Slots):
    """Slots of workers that are threads: the system locks files for processes only."""

    def __init__(self, number: int, settings: ServerSettings = DEFAULTS) -> None:
        super().__init__(number, settings)
        self._free = iter(range(number))

    def take(self) -> int | None:
        """Take the next one."""
        return next(self._free, None)

    def table_at(self, slot: int) -> str:
        """The path of a table whose clients meet there."""
        names = (f"table-{number}" for number in count())
        return next(f"/ws/{name}" for name in names if self.slot_of(name.encode()) == slot)


class Worker:
    """A worker in a thread: it says its slot and the address of its client, then what it hears."""

    def __init__(self, slots: Slots, slot: int, settings: ServerSettings) -> None:
        self._handover, self._slot, self.is_draining = Handover(slots), slot, False
        app = Starlette(
            routes=[WebSocketRoute("/ws/{table}", self._answer)], lifespan=self._lifespan
        )
        speaking = protocols(settings, [PROXY], self._handover.give)
        self._server = uvicorn.Server(
            uvicorn.Config(app, **speaking, **behavior(settings, [PROXY]))
        )
        self._listening = bound_socket("127.0.0.1", 0)
        self.client = Client(f"http://127.0.0.1:{self._listening.getsockname()[1]}")

    @asynccontextmanager
    async def _lifespan(self, app: Starlette) -> AsyncIterator[None]:
        async with self._handover.taking(self._server, lambda: self.is_draining):
            yield

    async def _answer(self, client: WebSocket) -> None:
        await client.accept()
        assert client.client is not None
        await client.send_text(f"{self._slot} {client.client.host}")
        async for text in client.iter_text():
            await client.send_text(text)

    @contextmanager
    def running(self) -> Iterator[None]:
        """While it serves."""
        thread = threading.Thread(target=self._server.run, kwargs={"sockets": [self._listening]})
        thread.start()
        try:
            with self.client.connections:
                yield
        finally:
            self._server.should_exit = True
            thread.join()


@contextmanager
def workers(
    slots: ThreadSlots, number: int = 2, settings: ServerSettings = DEFAULTS
) -> Iterator[list[Worker]]:
    """Workers that have the first slots, and have all started."""
    with ExitStack() as running:
        started = []
        for slot in range(number):
            started.append(Worker(slots, slot, settings))
            running.enter_context(started[-1].running())
            wait_for(lambda slot=slot: slots.are_living()[slot])  # type: ignore[misc]
        yield started


def wait_for(holds: Callable[[], bool]) -> None:
    """Wait until this holds."""
    until = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.02)


@pytest.fixture
def slots() -> Iterator[ThreadSlots]:
    """Two; a worker that is slow counts as living."""
    with closing(ThreadSlots(2, ServerSettings(silent_seconds=PATIENCE))) as made:
        yield made


def test_the_clients_of_a_table_meet_on_one_worker_whichever_accepts_them(
    slots: ThreadSlots,
) -> None:
    with workers(slots) as both:
        for slot in range(2):
            table = slots.table_at(slot)
            for path in (table, f"{table}?from=here"):
                heard = [worker.client.connect(path).recv(PATIENCE) for worker in both]
                assert heard == [f"{slot} 127.0.0.1"] * 2


def test_what_came_with_the_request_is_heard_here_and_at_another_worker(slots: ThreadSlots) -> None:
    with workers(slots) as (ours, _):
        host, _, port = ours.client.host.partition(":")
        for slot in range(2):
            with socket.create_connection((host, int(port)), timeout=PATIENCE) as connection:
                connection.sendall(
                    f"GET {slots.table_at(slot)} HTTP/1.1\r\nHost: {ours.client.host}\r\n"
                    "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
                    + b"\x81\x85\0\0\0\0first"
                )
                connection.sendall(b"\x81\x84\0\0\0\0next")
                answer = b""
                while b"next" not in answer and (more := connection.recv(4096)):
                    answer += more
            assert b"\x81\x0b%d 127.0.0.1\x81\x05first\x81\x04next" % slot in answer


def test_a_client_of_another_worker_keeps_the_address_that_its_proxy_tells(
    slots: ThreadSlots,
) -> None:
    with workers(slots) as (ours, _):
        for slot in range(2):
            client = ours.client.connect(
                slots.table_at(slot), additional_headers={"X-Forwarded-For": "203.0.113.5"}
            )
            assert client.recv(PATIENCE) == f"{slot} 203.0.113.5"


def test_a_client_of_another_worker_is_no_connection_of_the_one_that_accepted_it(
    slots: ThreadSlots,
) -> None:
    settings = ServerSettings(max_connections=1)
    with workers(slots, settings=settings) as both:
        clients = [both[0].client.connect(slots.table_at(1)) for _ in range(3)]
        assert [client.recv(PATIENCE)[0] for client in clients] == ["1"] * 3
        for worker in both:
            host, _, port = worker.client.host.partition(":")
            address = host, int(port)
            with socket.create_connection(address), socket.create_connection(address) as second:
                assert second.recv(4096).startswith(b"HTTP/1.1 503 ")


def test_a_worker_serves_what_it_cannot_give_away(slots: ThreadSlots) -> None:
    with workers(slots, number=1) as (ours,):
        slots.beat(1)
        table = slots.table_at(1)
        while slots.send(1, 0, bytes(MOST_BYTES)):  # until its mailbox is full
            pass
        assert ours.client.connect(table).recv(PATIENCE) == "0 127.0.0.1"


def test_what_waits_for_a_worker_that_is_frozen_is_served_by_another() -> None:
    with closing(ThreadSlots(2)) as slots, workers(slots, number=1) as (ours,):
        wait_for(lambda: slots.are_living()[0])
        slots.beat(1)
        table = slots.table_at(1)
        client = ours.client.connect(table)
        assert client.recv(PATIENCE) == "0 127.0.0.1"


def test_a_worker_that_is_about_to_stop_gets_no_clients(slots: ThreadSlots) -> None:
    with workers(slots) as (ours, theirs):
        table = slots.table_at(1)
        theirs.is_draining = True
        for worker in (ours, theirs):
            assert worker.client.connect(table).recv(PATIENCE) == "0 127.0.0.1"
        assert slots.are_living() == [True, False]


class Site:
    """A server with two workers in processes of their own."""

    def __init__(self, client: Client, parent: int) -> None:
        self._client, self.parent = client, parent
        self._tables: dict[int, str] = {}
        self._numbers = count(1)

    def workers(self) -> set[int]:
        """Its workers."""
        return workers_of(self.parent)

    def table_at(self, worker: int) -> str:
        """The path of a table whose clients meet on this worker."""
        self._tables.clear()
        wait_for(lambda: self._meet_somewhere() and worker in self._tables)
        return self._tables[worker]

    def wait_for_both(self) -> None:
        """Wait until clients meet at both: the first to start gets those of all tables."""
        wait_for(lambda: self._meet_somewhere() and len(self._tables) == 2)

    def _meet_somewhere(self) -> bool:
        table = f"/ws/{os.urandom(12).hex()}"
        serving = self.workers_at(table)
        if len(serving) == 1:
            self._tables[serving.pop()] = table
            return True
        return False

    def workers_at(self, table: str) -> set[int]:
        """Who serves eight new clients of this table."""
        with ExitStack() as clients:
            pages = [
                clients.enter_context(
                    self._client.connect(
                        table,
                        open_timeout=PATIENCE,
                        additional_headers={"X-Forwarded-For": self._new_address()},
                    )
                )
                for _ in range(8)
            ]
            return {self._worker_of(page) for page in pages}

    def _new_address(self) -> str:
        """Of a client that nothing was granted to yet: no limit is to end the test."""
        return str(IPv4Address("10.0.0.0") + next(self._numbers))

    def _worker_of(self, client: ClientConnection) -> int:
        """Who serves it."""
        wait_for(lambda: len(workers_with(client.socket, self.parent)) == 1)
        return workers_with(client.socket, self.parent).pop()


@contextmanager
def site(folder: Path, url: str) -> Iterator[Site]:
    """Such a server; none of its workers is left behind, however they are."""
    options = ("--workers", "2", "--database", url, "--proxy", PROXY)
    with served_apart(folder, *options) as (client, process):
        wait_for(lambda: len(workers_of(process.pid)) == 2)
        try:
            here = Site(client, process.pid)
            here.wait_for_both()
            yield here
        finally:
            process.send_signal(signal.SIGSTOP)  # it starts no more
            for worker in workers_of(process.pid):
                os.kill(worker, signal.SIGKILL)


@pytest.mark.long
def test_the_tables_of_a_frozen_process_are_served_by_the_other(
    tmp_path: Path, postgresql: str
) -> None:
    with site(tmp_path, postgresql) as here:
        first, other = here.workers()
        table = here.table_at(first)
        os.kill(first, signal.SIGSTOP)
        wait_for(lambda: here.workers_at(table) == {other})
        os.kill(first, signal.SIGCONT)
        wait_for(lambda: here.workers_at(table) == {first})


@pytest.mark.long
def test_the_tables_of_a_process_that_is_killed_or_replaced_go_to_the_new_one(
    tmp_path: Path, postgresql: str
) -> None:
    with site(tmp_path, postgresql) as here:
        first, other = here.workers()
        tables = [here.table_at(worker) for worker in (first, other)]
        os.kill(first, signal.SIGKILL)
        wait_for(lambda: len(here.workers() - {first}) == 2)
        (new,) = here.workers() - {first, other}
        wait_for(lambda: here.workers_at(tables[0]) == {new})
        wait_for(lambda: here.workers_at(tables[1]) == {other})
        os.kill(here.parent, signal.SIGHUP)
        wait_for(lambda: len(here.workers()) == 2 and not here.workers() & {new, other})
        wait_for(
            lambda: (
                {frozenset(here.workers_at(table)) for table in tables}
                == {frozenset({worker}) for worker in here.workers()}
            )
        )
