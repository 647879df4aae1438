"""Running the server: the socket, the loop, the way to stop it."""

from __future__ import annotations

import asyncio
import ctypes
import errno
import gc
import logging
import socket
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

import h11
import msgspec
import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import PayloadTooBig
from websockets.frames import Frame, Opcode

from siegeworks.core.game import SiegeworksError
from siegeworks.server.doors import FILLING, Bucket, ConnectionLimit
from siegeworks.server.error_log import note_all_failures
from siegeworks.server.messages import LONGEST_FRAME, Closing, Refusal
from siegeworks.server.refusals import note_refusal

ELSEWHERE = ("192.0.2.1", 9)  # an address that nobody has (RFC 5737)
HEAD_SECONDS = 20.0  # in which a request without its body is to arrive
DEAF_SECONDS = 60  # after which who takes nothing of what was sent is cut off by the system
YOUNG_OBJECTS = 5_000  # made before the collector looks through them
GOODBYE_SECONDS = 3  # that lines have to end when the server stops
M_MMAP_THRESHOLD, BIG_BLOCK = -3, 1 << 20  # glibc's name of the setting; bytes
SWITCH_SECONDS = 0.0002  # how long a thread may keep others waiting for the interpreter

# The answer to a message that is not read to its end, as a frame.
TOO_LONG = Frame(
    Opcode.TEXT,
    msgspec.json.encode(
        Closing(
            f"A message may be {LONGEST_FRAME} bytes long; this one was longer and was not read. "
            "The table is as it was.",
            again=False,
        )
    ),
).serialize(mask=False)

# The answer to one connection too many.
TOO_MANY_BODY = msgspec.json.encode(
    Refusal("Too many connections are open from your address; close some, or come again later.")
)
TOO_MANY = (
    b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\n"
    b"Content-Length: %d\r\nRetry-After: 5\r\nConnection: close\r\n\r\n" % len(TOO_MANY_BODY)
) + TOO_MANY_BODY


def bound_socket(host: str, port: int) -> socket.socket:
    """A socket that listens here; port 0 takes any that is free.

    Raises:
        SiegeworksError: another program listens there, or this host is not ours.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listening = socket.create_server((host, port), family=family, backlog=2048)
    except (OSError, OverflowError) as error:
        number = getattr(error, "errno", None)
        if number == errno.EADDRINUSE:
            raise SiegeworksError(
                f"Port {port} is taken by another program, perhaps by a server that runs already. "
                f"Choose another: --port {port + 1}"
            ) from None
        if number == errno.EACCES:
            raise SiegeworksError(
                f"Port {port} may not be used here; choose one from 1024 on."
            ) from None
        raise SiegeworksError(
            f"{host}, port {port}: no server can listen there: {error}."
        ) from None
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # of Linux; all lines inherit it
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 1000 * DEAF_SECONDS)
    return listening


def address_of(listening: socket.socket) -> str:
    """What to type into a browser on this machine."""
    host, port = listening.getsockname()[:2]
    if host in ("0.0.0.0", "::"):
        host = "localhost"
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def address_for_others(listening: socket.socket) -> str | None:
    """What people in the same network type into a browser, and what links to friends begin with;
    None where only this machine is listened to, or no network is found."""
    host, port = listening.getsockname()[:2]
    if host not in ("0.0.0.0", "::"):
        return None
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
        probe.connect(ELSEWHERE)  # chooses a way there, and sends nothing
        return f"http://{probe.getsockname()[0]}:{port}/"
    return None


class Door(H11Protocol):
    """An HTTP connection whose other end is to say in time what it wants, and of which one address
    has only so many."""

    def __init__(self, *arguments: Any, limit: ConnectionLimit, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._limit = limit
        self._counted_for: str | None = None  # the address, as long as it counts

    def connection_made(self, transport: Any) -> None:
        """Somebody has come."""
        super().connection_made(transport)
        self._due = self._by_then()
        host = self.client[0] if self.client else ""
        if self._limit.take(host):
            self._counted_for = host
        else:
            note_refusal("a connection", host, "too many connections")
            transport.write(TOO_MANY)
            transport.close()

    def _release(self) -> None:
        """This connection counts no longer."""
        if self._counted_for is not None:
            self._limit.release(self._counted_for)
            self._counted_for = None

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """It becomes a WebSocket, which is counted with those."""
        self._release()
        super().handle_websocket_upgrade(event)

    def _by_then(self) -> asyncio.TimerHandle:
        return self.loop.call_later(HEAD_SECONDS, self.transport.close)

    def data_received(self, data: bytes) -> None:
        """Something was said, perhaps not all of it."""
        super().data_received(data)
        if self.conn.their_state is not h11.IDLE:
            self._due.cancel()
        elif self._due.cancelled():
            self._due = self._by_then()

    def connection_lost(self, exc: Exception | None) -> None:
        """Somebody has gone."""
        self._due.cancel()
        self._release()
        super().connection_lost(exc)


class Line(WebSocketsSansIOProtocol):
    """A WebSocket that hears nothing as long as its other end takes nothing: else the answers to
    pings would pile up here. It counts what is no message and so is counted nowhere else."""

    def connection_made(self, transport: Any) -> None:
        """A line is open."""
        super().connection_made(transport)
        self._filling = Bucket(FILLING)

    def handle_ping(self) -> None:
        """A ping."""
        if self._may_fill():
            super().handle_ping()

    def handle_pong(self, event: Any) -> None:
        """The answer to a ping of ours, or to none."""
        if self._may_fill():
            super().handle_pong(event)

    def handle_cont(self, event: Any) -> None:
        """A further part of a message."""
        if self._may_fill():
            super().handle_cont(event)

    def _may_fill(self) -> bool:
        """One more frame that is no message; who sends too many is cut off."""
        if self.transport.is_closing():
            return False
        if self._filling.take():
            return True
        note_refusal(
            "a frame of a WebSocket", self.client[0] if self.client else "", "too many messages"
        )
        self.conn.send_close(1008, "Too many frames at once; more slowly.")
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.transport.close()
        return False

    def handle_parser_exception(self) -> None:
        """No frame of the protocol: the line ends; who sent too long a message is told."""
        is_open = self.handshake_complete and not self.close_sent
        if is_open and isinstance(self.conn.parser_exc, PayloadTooBig):
            self.transport.write(TOO_LONG)
        super().handle_parser_exception()

    def pause_writing(self) -> None:
        """Too much lies here unsent."""
        super().pause_writing()
        self.transport.pause_reading()

    def resume_writing(self) -> None:
        """It was sent."""
        super().resume_writing()
        if not self.read_paused and not self.transport.is_closing():
            self.transport.resume_reading()

    async def receive(self) -> Any:
        """The next message; reading goes on after it only where writing does."""
        message = await super().receive()
        if not self.writable.is_set() and not self.transport.is_closing():
            self.transport.pause_reading()
        return message


def configured(app: ASGIApp, proxies: Sequence[str] = ()) -> uvicorn.Server:
    """A server for this application, with the limits of the protocol.

    Args:
        app: what is served.
        proxies: addresses or networks whose word is taken for whom they speak.
    """
    config = uvicorn.Config(
        app,
        http=partial(Door, limit=ConnectionLimit(proxies)),  # type: ignore[arg-type]
        ws=Line,
        ws_max_size=LONGEST_FRAME,
        ws_per_message_deflate=False,  # costs more than it saves, and sizes would tell secrets
        proxy_headers=bool(proxies),  # else whoever connects could name any address in them
        forwarded_allow_ips=list(proxies),
        server_header=False,
        access_log=False,
        log_config=None,  # else it closes the log handlers of whoever runs us
        log_level="critical",  # what goes wrong is noted by ourselves, without secrets
        timeout_graceful_shutdown=GOODBYE_SECONDS,
    )
    return uvicorn.Server(config)


def serve(
    app: ASGIApp,
    listening: socket.socket,
    begun: Callable[[], None],
    proxies: Sequence[str] = (),
) -> None:
    """Serve until somebody interrupts.

    Args:
        app: what is served.
        listening: where.
        begun: called once just before.
        proxies: as `configured`.

    Raises:
        KeyboardInterrupt: after everything has been put away.
    """
    sys.setswitchinterval(SWITCH_SECONDS)  # threads that load tables are not to hold up answers
    # Tables and libraries live long: to look through them for garbage all the time would hold
    # answers up for a tenth of a second now and then.
    gc.freeze()
    gc.set_threshold(YOUNG_OBJECTS, 10, 1_000)
    _allow_many_lines()
    note_all_failures()
    for library in ("asyncio", "websockets"):  # whose complaints may hold what was sent
        logging.getLogger(library).setLevel(logging.CRITICAL)
    _give_memory_back()
    server = configured(app, proxies)
    begun()
    server.run(sockets=[listening])


def _give_memory_back() -> None:
    """Let glibc give blocks of a megabyte and more back as soon as they are free. By itself it
    keeps ever larger ones once some were freed, and bots would take them for ever."""
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):  # another C library
            ctypes.CDLL(None).mallopt(M_MMAP_THRESHOLD, BIG_BLOCK)


def _allow_many_lines() -> None:
    """As many open lines as the system lets one program have; often a thousand are too few."""
    try:
        import resource  # noqa: PLC0415  (not on Windows, where there is no such limit)
    except ImportError:
        return
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
