"""The clients of a table meet on one worker, so that one has it in memory and draws it.

Each worker has one of as many slots as there are workers; a hash of the table chooses among those
whose worker lives. A worker that accepts a WebSocket for another's table sends the connection and
what was read of it into the mailbox of that slot, and serves it itself if that fails: nothing
depends on where a table is served. A new worker takes the slot of the one that it replaces as soon
as that is free; one without a slot gives everything away.
"""

import asyncio
import mmap
import os
import socket
import tempfile
import time
from asyncio import Transport
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import partial
from hashlib import blake2b
from multiprocessing.reduction import DupFd
from typing import Any

import uvicorn

from siegeworks.server.runtime.settings import DEFAULTS, ServerSettings
from siegeworks.server.runtime.tasks import start_task

BEAT_SECONDS = 0.25  # between two signs of life
MOST_BYTES = 1 << 16  # of a request, and of what came with it
FLOAT_BYTES = 8


class Slots:
    """What the workers share. It is sent to each of them before it starts.

    A file that has no name is locked by workers, a byte for each slot, since the system unlocks
    what a killed process has locked; it also has the times of their signs of life. Mailboxes stay
    open for all, so that what waits in that of a frozen worker is not lost.
    """

    def __init__(self, count: int, settings: ServerSettings = DEFAULTS) -> None:
        """`count` slots, none of them taken yet.

        Raises:
            OSError: no file or socket can be opened.
        """
        self._silent_seconds = settings.silent_seconds
        pairs = [socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM) for _ in range(count)]
        with tempfile.TemporaryFile() as file:
            file.truncate(count * FLOAT_BYTES)
            self._set(os.dup(file.fileno()), pairs)

    def _set(self, file: int, mailboxes: list[tuple[socket.socket, socket.socket]]) -> None:
        self._file, self._mailboxes = file, mailboxes  # a mailbox: where one reads and writes
        self._seen = memoryview(mmap.mmap(file, len(mailboxes) * FLOAT_BYTES)).cast("d")
        for end in (end for pair in mailboxes for end in pair):
            end.setblocking(False)

    def __getstate__(self) -> Any:
        return DupFd(self._file), self._mailboxes, self._silent_seconds

    def __setstate__(self, state: Any) -> None:
        file, mailboxes, self._silent_seconds = state
        self._set(file.detach(), mailboxes)

    def close(self) -> None:
        """Close the file and the mailboxes of this process."""
        os.close(self._file)
        for end in (end for pair in self._mailboxes for end in pair):
            end.close()

    def take(self) -> int | None:
        """Take a free slot; None if there is none."""
        import fcntl  # noqa: PLC0415  (not on Windows, where nothing is handed over)

        for slot in range(len(self._seen)):
            with suppress(BlockingIOError, PermissionError):  # which of them depends on the system
                fcntl.lockf(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, slot)
                return slot
        return None

    def leave(self, slot: int) -> None:
        """Let another worker take the slot of this one."""
        import fcntl  # noqa: PLC0415

        self._seen[slot] = 0.0
        fcntl.lockf(self._file, fcntl.LOCK_UN, 1, slot)

    def beat(self, slot: int) -> None:
        """Say that the worker with this slot lives."""
        self._seen[slot] = time.monotonic()

    def are_living(self) -> list[bool]:
        """For each slot, whether its worker lives and has not stopped taking clients."""
        now = time.monotonic()
        return [now - seen < self._silent_seconds for seen in self._seen]

    def slot_of(self, table: bytes) -> int | None:
        """Where the clients of a table meet; None if no worker lives. If a slot comes or goes,
        only its own tables move."""
        living = [slot for slot, lives in enumerate(self.are_living()) if lives]
        return max(
            living,
            key=lambda slot: blake2b(table, digest_size=8, salt=b"%d" % slot).digest(),
            default=None,
        )

    def inbox(self, slot: int) -> socket.socket:
        """Where what was sent to a slot is read."""
        return self._mailboxes[slot][0]

    def send(self, slot: int, connection: int, received: bytes) -> bool:
        """Send a connection to a slot, by its file descriptor, of which the other worker gets its
        own, and what was read from it; False if that is not possible now."""
        if len(received) > MOST_BYTES:
            return False
        try:
            return socket.send_fds(self._mailboxes[slot][1], [received], [connection]) > 0
        except OSError:  # full, or too long for this system
            return False

    def received(self, slot: int) -> Iterator[tuple[socket.socket, bytes]]:
        """The connections that wait in the mailbox of a slot, and what was read from each."""
        with suppress(BlockingIOError):
            while True:
                read, connections, *_ = socket.recv_fds(self.inbox(slot), MOST_BYTES, 1)
                for connection in connections:
                    os.set_inheritable(connection, False)
                    yield socket.socket(fileno=connection), read


class Handover:
    """What one worker gives to others and takes from them."""

    def __init__(self, slots: Slots) -> None:
        """It has no slot yet. All workers share `slots`."""
        self._slots = slots
        self._slot: int | None = None

    def give(self, target: bytes, transport: Transport, received: bytes) -> bool:
        """Give a WebSocket to the worker where its table is served; False if it stays here. If it
        does not, the caller closes its own end of it.

        Args:
            target: the path and query that it asks for.
            transport: its connection.
            received: its request, and what else was read.
        """
        table = table_of(target)
        slot = self._slots.slot_of(table) if table else None
        if slot is None or slot == self._slot or transport.get_write_buffer_size():
            return False
        return self._slots.send(slot, transport.get_extra_info("socket").fileno(), received)

    @asynccontextmanager
    async def taking(
        self, server: uvicorn.Server, is_leaving: Callable[[], bool]
    ) -> AsyncIterator[None]:
        """While this lasts, take the connections that others give, for this server. Once
        `is_leaving` says that this worker is about to stop, others take what waits for it."""
        task = start_task(self._keep_taking(server, is_leaving), "taking connections failed")
        try:
            yield
        finally:
            task.cancel()
            self._leave()

    async def _keep_taking(self, server: uvicorn.Server, is_leaving: Callable[[], bool]) -> None:
        """Have a slot and show signs of life; also take what waits for workers without any."""

        def take(slot: int) -> None:
            if server.should_exit or is_leaving():
                self._leave()
                return
            for connection, received in self._slots.received(slot):
                start_task(_serve(server, connection, received), "taking a connection failed")

        while not server.should_exit and not is_leaving():
            if self._slot is None:
                self._slot = self._slots.take()
                if self._slot is not None:
                    inbox = self._slots.inbox(self._slot)
                    asyncio.get_running_loop().add_reader(inbox, take, self._slot)
            if self._slot is not None:
                self._slots.beat(self._slot)
            for slot, lives in enumerate(self._slots.are_living()):
                if not lives:
                    take(slot)
            await asyncio.sleep(BEAT_SECONDS)
        self._leave()

    def _leave(self) -> None:
        if self._slot is not None:
            asyncio.get_running_loop().remove_reader(self._slots.inbox(self._slot))
            self._slots.leave(self._slot)
            self._slot = None


async def _serve(server: uvicorn.Server, connection: socket.socket, received: bytes) -> None:
    """Serve a WebSocket that another worker has accepted, as if it had been accepted here."""
    protocol: Any = server.config.ws_protocol_class
    await asyncio.get_running_loop().connect_accepted_socket(
        partial(
            protocol,
            config=server.config,
            server_state=server.server_state,
            app_state=server.lifespan.state,
            received=received,
        ),
        connection,
    )


def table_of(target: bytes) -> bytes:
    """The table in the path of a WebSocket, /ws/TABLE; empty if there is none."""
    path = target.partition(b"?")[0]
    return path.removeprefix(b"/ws/") if path.startswith(b"/ws/") else b""


@contextmanager
def slots_for(workers: int, settings: ServerSettings = DEFAULTS) -> Iterator[Slots | None]:
    """Slots for so many workers, as long as the block runs; None if there is nobody to hand a
    connection over to, or this system cannot do it.

    Raises:
        OSError: no file or socket can be opened.
    """
    if workers == 1 or not hasattr(socket, "send_fds"):
        yield None
        return
    slots = Slots(workers, settings)
    try:
        yield slots
    finally:
        slots.close()
