"""Running the server: the socket, the loop, the way to stop it."""

from __future__ import annotations

import errno
import socket
import sys
from collections.abc import Callable
from contextlib import suppress

import uvicorn
from starlette.applications import Starlette

from siegeworks.core.game import Refused
from siegeworks.server.messages import LONGEST_FRAME

GOODBYE_SECONDS = 3  # that lines have to end when the server stops
SWITCH_SECONDS = 0.001  # how long a thread may keep others waiting for the interpreter


def bound_socket(host: str, port: int) -> socket.socket:
    """A socket that listens here; port 0 takes any that is free.

    Raises:
        Refused: another program listens there, or this host is not ours.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=2048)
    except (OSError, OverflowError) as error:
        number = getattr(error, "errno", None)
        if number == errno.EADDRINUSE:
            raise Refused(
                f"Port {port} is taken by another program, perhaps by a server that runs already. "
                f"Choose another: --port {port + 1}"
            ) from None
        if number == errno.EACCES:
            raise Refused(f"Port {port} may not be used here; choose one from 1024 on.") from None
        raise Refused(f"{host}, port {port}: no server can listen there: {error}.") from None


def address_of(listening: socket.socket) -> str:
    """What to type into a browser on this machine."""
    host, port = listening.getsockname()[:2]
    if host in ("0.0.0.0", "::"):
        host = "localhost"
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def configured(app: Starlette) -> uvicorn.Server:
    """A server for this application, with the limits of the protocol."""
    config = uvicorn.Config(
        app,
        ws="websockets-sansio",
        ws_max_size=LONGEST_FRAME,
        ws_per_message_deflate=False,  # costs more than it saves, and sizes would tell secrets
        proxy_headers=False,  # whoever connects could name any address in them
        server_header=False,
        access_log=False,
        log_level="critical",  # what goes wrong is noted by ourselves, without secrets
        timeout_graceful_shutdown=GOODBYE_SECONDS,
    )
    return uvicorn.Server(config)


def serve(app: Starlette, listening: socket.socket, begun: Callable[[], None]) -> None:
    """Serve until somebody interrupts.

    Args:
        app: what is served.
        listening: where.
        begun: called once just before.

    Raises:
        KeyboardInterrupt: after everything has been put away.
    """
    sys.setswitchinterval(SWITCH_SECONDS)  # threads that load tables are not to hold up answers
    _allow_many_lines()
    server = configured(app)
    begun()
    server.run(sockets=[listening])


def _allow_many_lines() -> None:
    """As many open lines as the system lets one program have; often a thousand are too few."""
    try:
        import resource  # noqa: PLC0415  (not on Windows, where there is no such limit)
    except ImportError:
        return
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
