"""Running the server: its socket, its protocols, its limits."""

import asyncio
import errno
import logging
import signal
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

from siegeworks.core.errors import SiegeworksError
from siegeworks.server.http.addresses import ConnectionLimit
from siegeworks.server.http.logs import log_refusal
from siegeworks.server.messages import MAX_FRAME_BYTES, Closing, ErrorBody
from siegeworks.server.runtime.error_log import log_all_failures
from siegeworks.server.runtime.garbage import GarbageCollector
from siegeworks.server.runtime.limits import Bucket
from siegeworks.server.runtime.memory import return_memory_early
from siegeworks.server.runtime.settings import DEFAULTS, ServerSettings

UNUSED_ADDRESS = ("192.0.2.1", 9)  # that nobody has (RFC 5737)
UNREAD_SECONDS = 60  # after which the system closes a connection whose client reads nothing
SHUTDOWN_SECONDS = 3  # in which connections must close when the server stops
SWITCH_SECONDS = 0.0002  # how long a thread may keep others waiting for the interpreter

TOO_LONG_BODY = msgspec.json.encode(
    Closing(
        f"The message is longer than {MAX_FRAME_BYTES} bytes and was not read. "
        "The table is as it was.",
        reconnect=False,
    )
)
# The answer to a message that is too long to be read, as a frame.
TOO_LONG = Frame(Opcode.TEXT, TOO_LONG_BODY).serialize(mask=False)

# The answer when there are too many connections.
TOO_MANY_BODY = msgspec.json.encode(
    ErrorBody("Too many connections are open from your address. Close some, or try later.")
)
TOO_MANY = (
    b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\n"
    b"Content-Length: %d\r\nRetry-After: 5\r\nConnection: close\r\n\r\n" % len(TOO_MANY_BODY)
) + TOO_MANY_BODY


def bound_socket(host: str, port: int, unread_seconds: int = UNREAD_SECONDS) -> socket.socket:
    """A listening socket; port 0 takes any free one.

    Raises:
        SiegeworksError: the port is taken or reserved, or the host is not ours.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listening = socket.create_server((host, port), family=family, backlog=2048)
    except (OSError, OverflowError) as error:
        number = getattr(error, "errno", None)
        if number == errno.EADDRINUSE:
            raise SiegeworksError(
                f"Port {port} is taken by another program, perhaps by a server that is already "
                f"running. Choose another: --port {port + 1}"
            ) from None
        if number == errno.EACCES:
            raise SiegeworksError(
                f"You may not use port {port}. Choose port 1024 or higher."
            ) from None
        reason = getattr(error, "strerror", None) or str(error)
        reason = reason.partition(" (while ")[0]  # Python repeats the address
        raise SiegeworksError(f"{host}, port {port}: cannot listen there: {reason}.") from None
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux only; all connections inherit it
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 1000 * unread_seconds)
    return listening


def address_of(listening: socket.socket) -> str:
    """The address to open in a browser on this machine."""
    host, port = listening.getsockname()[:2]
    if host in ("0.0.0.0", "::"):
        host = "localhost"
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def address_for_others(listening: socket.socket) -> str | None:
    """The address for other people in the same network, and for links to friends; None if only this
    machine can connect, or there is no network."""
    host, port = listening.getsockname()[:2]
    if host not in ("0.0.0.0", "::"):
        return None
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
        probe.connect(UNUSED_ADDRESS)  # chooses a route, and sends nothing
        return f"http://{probe.getsockname()[0]}:{port}/"
    return None


# Gives a WebSocket to another worker: what it asks for, its connection, and what was read of it.
# True if it is served there; the other has an end of the connection of its own.
Give = Callable[[bytes, asyncio.Transport, bytes], bool]


def give_nothing(target: bytes, transport: asyncio.Transport, received: bytes) -> bool:
    """Serve every WebSocket here."""
    return False


class HttpProtocol(H11Protocol):
    """An HTTP connection that must send its request in time; limited for each address."""

    def __init__(
        self,
        *arguments: Any,
        limit: ConnectionLimit,
        head_seconds: float,
        give: Give,
        **named: Any,
    ) -> None:
        super().__init__(*arguments, **named)
        self._limit, self._head_seconds, self._give = limit, head_seconds, give
        self._counted_for: str | None = None  # the address, as long as it counts

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._timeout = self._start_timeout()
        host = self.client[0] if self.client else ""
        if self._limit.take(host):
            self._counted_for = host
        else:
            log_refusal("a connection", host, "too many connections")
            transport.write(TOO_MANY)
            transport.close()

    def _release(self) -> None:
        """Stop counting this connection."""
        if self._counted_for is not None:
            self._limit.release(self._counted_for)
            self._counted_for = None

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """It becomes a WebSocket, here or at another worker; those are counted separately."""
        self._release()
        rest = self.conn.trailing_data[0]
        if self._give(event.target, self.transport, _head(event) + rest):
            self.transport.close()
            return
        super().handle_websocket_upgrade(event)
        if rest:  # uvicorn would lose it
            self.transport.get_protocol().data_received(rest)  # type: ignore[attr-defined]

    def _start_timeout(self) -> asyncio.TimerHandle:
        return self.loop.call_later(self._head_seconds, self.transport.close)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.conn.their_state is not h11.IDLE:
            self._timeout.cancel()
        elif self._timeout.cancelled():
            self._timeout = self._start_timeout()

    def connection_lost(self, exc: Exception | None) -> None:
        self._timeout.cancel()
        self._release()
        super().connection_lost(exc)


def _head(event: h11.Request) -> bytes:
    """The head of a request, with names in small letters as ASGI wants them."""
    lines = [event.method + b" " + event.target + b" HTTP/1.1"]
    lines += [name + b": " + value for name, value in event.headers]
    return b"\r\n".join([*lines, b"", b""])


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """A WebSocket that reads nothing while its client reads nothing: otherwise answers to pings
    would pile up. It counts frames that are not messages, which nothing else counts."""

    def __init__(
        self,
        *arguments: Any,
        settings: ServerSettings = DEFAULTS,
        received: bytes = b"",  # what another worker has read of it
        **named: Any,
    ) -> None:
        super().__init__(*arguments, **named)
        self._linger_seconds = settings.linger_seconds
        self._frames = Bucket(settings.frame_rate)
        self._received = received

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """It is connected; what another worker has read comes first."""
        super().connection_made(transport)
        if self._received:
            self.data_received(self._received)

    def handle_ping(self) -> None:
        if self._take_frame():
            super().handle_ping()

    def handle_pong(self, event: Any) -> None:
        if self._take_frame():
            super().handle_pong(event)

    def handle_cont(self, event: Any) -> None:
        """A further fragment of a message has arrived."""
        if self._take_frame():
            super().handle_cont(event)

    def _take_frame(self) -> bool:
        """Count one more frame that is not a message; too many close the connection."""
        if self.close_sent or self.transport.is_closing():
            return False
        if self._frames.take():
            return True
        host = self.client[0] if self.client else ""
        log_refusal("a frame of a WebSocket", host, "too many messages")
        self.conn.fail(1008, "Too many frames at once. Slow down.")
        self._refuse()
        return False

    def handle_parser_exception(self) -> None:
        """An invalid frame closes the connection; a client whose message was too long is told."""
        if self.close_sent or self.transport.is_closing():
            return
        if self.handshake_complete and isinstance(self.conn.parser_exc, PayloadTooBig):
            self.transport.write(TOO_LONG)
        self._refuse()

    def _refuse(self) -> None:
        """Send why the connection has failed, and close it a little later. If it were closed while
        the client still sends, the system would reset it, and the client might not learn why."""
        self.close_sent = self.disconnected = True  # from now on the protocol drops what arrives
        self.stop_keepalive()
        close = self.conn.close_sent
        code = close.code if close else 1006
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code})
        self.transport.write(b"".join(self.conn.data_to_send()))
        if self.transport.can_write_eof():
            self.transport.write_eof()
        self.transport.resume_reading()
        self.close_timer = self.loop.call_later(self._linger_seconds, self.transport.close)

    def pause_writing(self) -> None:
        super().pause_writing()
        self.transport.pause_reading()

    def resume_writing(self) -> None:
        super().resume_writing()
        if not self.read_paused and not self.transport.is_closing():
            self.transport.resume_reading()

    async def receive(self) -> Any:
        """The next message; reading goes on only while writing does."""
        message = await super().receive()
        if not self.writable.is_set() and not self.transport.is_closing():
            self.transport.pause_reading()
        return message


def protocols(
    settings: ServerSettings, proxies: Sequence[str] = (), give: Give = give_nothing
) -> dict[str, Any]:
    """How connections are spoken with, as arguments of `uvicorn.Config`. `proxies` are addresses or
    networks whose X-Forwarded-For header is trusted."""
    return {
        "http": partial(
            HttpProtocol,
            limit=ConnectionLimit(proxies, settings),
            head_seconds=settings.head_seconds,
            give=give,
        ),
        "ws": partial(WebSocketProtocol, settings=settings),
    }


def behavior(settings: ServerSettings, proxies: Sequence[str] = ()) -> dict[str, Any]:
    """What else we ask of uvicorn, as arguments of `uvicorn.Config`; given as to `protocols`."""
    return {
        "ws_max_size": MAX_FRAME_BYTES,
        # Compressing messages costs more than it saves, and sizes could reveal secrets.
        "ws_per_message_deflate": False,
        "proxy_headers": bool(proxies),  # otherwise any client could claim any address
        "forwarded_allow_ips": list(proxies),
        "server_header": False,
        "access_log": False,
        "log_config": None,  # otherwise it closes the log handlers of the embedding program
        "log_level": "critical",  # we log failures ourselves, without secrets
        "timeout_keep_alive": settings.keep_alive_seconds,  # any number, not only whole ones
        "timeout_graceful_shutdown": SHUTDOWN_SECONDS,
    }


def make_server(
    app: ASGIApp, proxies: Sequence[str] = (), settings: ServerSettings = DEFAULTS
) -> uvicorn.Server:
    """A server for this application, with the limits of the protocol; `proxies` as of
    `protocols`."""
    return uvicorn.Server(
        uvicorn.Config(app, **protocols(settings, proxies), **behavior(settings, proxies))
    )


def prepare_process() -> None:
    """Set up this process for serving: its garbage collection, its limits, its log."""
    sys.setswitchinterval(SWITCH_SECONDS)  # threads that load tables must not delay answers
    GarbageCollector.take_charge()
    raise_file_limit()
    log_all_failures()
    for library in ("asyncio", "websockets", "psycopg"):  # whose messages may contain what was sent
        logging.getLogger(library).setLevel(logging.CRITICAL)
    return_memory_early()


def serve(
    app: ASGIApp,
    listening: socket.socket,
    on_start: Callable[[], None],
    proxies: Sequence[str] = (),
) -> None:
    """Serve until interrupted, with `proxies` as of `protocols`; `on_start` is called once just
    before.

    After SIGINT it returns where that signal was ignored when the program started, as it is behind
    `nohup … &` in a script.

    Raises:
        KeyboardInterrupt: after SIGTERM, and after SIGINT otherwise, once everything has been
            closed.
    """
    # uvicorn raises the signal again once it has stopped, and the system's handler would end us.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    prepare_process()
    server = make_server(app, proxies)
    on_start()
    server.run(sockets=[listening])


def raise_file_limit() -> None:
    """Allow as many open connections as the system lets one program have; the default is often a
    thousand."""
    try:
        import resource  # noqa: PLC0415  (not on Windows, where there is no such limit)
    except ImportError:
        return
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
