"""The whole server on a free port of this machine, in a thread or in a separate process."""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit

import uvicorn.server
from msgspec.structs import replace
from starlette.types import ASGIApp
from websockets.sync.client import ClientConnection, connect

from siegeworks.play.record import read_record
from siegeworks.server.http.app import make_app
from siegeworks.server.http.serving import bound_socket, make_server
from siegeworks.server.runtime.settings import DEFAULTS, ServerSettings
from siegeworks.server.storage.sqlite_store import SqliteStore
from siegeworks.server.storage.store import Store
from siegeworks.server.tables.table_server import TableServer
from tests.samples import sample
from tests.server.helpers import NoPreparation, do_jobs_here

Json = dict[str, Any]
PATIENCE = 60.0  # seconds


def soon(seconds: float) -> Coroutine[Any, Any, None]:
    """A twentieth of the sleep that uvicorn asks for: it looks every 0.1 seconds whether to stop,
    and waits as long again for its connections, which is most of the time of a short test."""
    return asyncio.sleep(seconds / 20)


uvicorn.server.asyncio = SimpleNamespace(**{**vars(asyncio), "sleep": soon})  # type: ignore[assignment, attr-defined]


class Client:
    """A client of a server, as our page is one."""

    def __init__(self, base: str) -> None:
        self.base = base.rstrip("/")
        self.host = urlsplit(base).netloc
        self.connections = ExitStack()  # closed with the server

    def ask(
        self, method: str, path: str, body: bytes | None = None, **headers: str
    ) -> tuple[int, http.client.HTTPMessage, bytes]:
        """One request: status, headers and body of the answer."""
        connection = http.client.HTTPConnection(self.host, timeout=PATIENCE)
        try:
            connection.request(
                method, path, body, {k.replace("_", "-"): v for k, v in headers.items()}
            )
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read()
        finally:
            connection.close()

    def get(self, path: str) -> tuple[int, Any]:
        """A GET: the status and the answer."""
        status, _, body = self.ask("GET", path)
        return status, json.loads(body)

    def post(self, path: str, message: Any) -> tuple[int, Any]:
        """A POST from our page: the status and the answer."""
        status, _, body = self.ask(
            "POST",
            path,
            json.dumps(message).encode(),
            Content_Type="application/json",
            Origin=self.base,
        )
        return status, json.loads(body)

    def connect(self, path: str = "/ws", **more: Any) -> ClientConnection:
        """A WebSocket, opened by our page."""
        settings: dict[str, Any] = {
            "origin": self.base,
            "max_size": None,
            "compression": None,
            "open_timeout": PATIENCE,
            **more,
        }
        opened: ClientConnection = connect(f"ws://{self.host}{path}", close_timeout=1, **settings)
        return self.connections.enter_context(opened)

    def table(self, game: str, *whos: str, **options: str) -> Json:
        """A new table: me, hot-seat, friend, open, or a bot's level, in turn order."""
        return self.opened(game, whos, {"options": options}, options)

    def table_from(self, record: str, step: int, game: str, *whos: str) -> Json:
        """A table that continues from a step of a sample record."""
        text = sample(record).read_text(encoding="utf-8")
        options = read_record(sample(record)).options
        return self.opened(game, whos, {"record": text, "step": step}, options)

    def opened(
        self, game: str, whos: Sequence[str], how: Json, options: Mapping[str, str] | None = None
    ) -> Json:
        """A new table, opened with these fields; `options` say which seats it has."""
        shape = self.get(
            f"/api/games/{game}?" + "&".join(f"{k}={v}" for k, v in (options or {}).items())
        )
        seats = [
            {"seat": seat, "who": "bot", "level": int(who)}
            if who.isdigit()
            else {"seat": seat, "who": who}
            for seat, who in zip(shape[1]["seats"], whos, strict=True)
        ]
        status, made = self.post("/api/tables", {"game": game, "seats": seats, **how})
        assert status == 200, made
        return dict(made)

    def at(self, table: Json, *seats: int, version: int = 0) -> Player:
        """A player at a table, with these of its seats."""
        keys = [table["yours"][seat]["key"] for seat in seats]
        return Player(self.connect(), table["table"], keys, version)


class Player:
    """A client at a table."""

    def __init__(
        self, socket: ClientConnection, table: str, keys: list[str], version: int = 0
    ) -> None:
        self.socket = socket
        self.say(type="hello", table=table, keys=keys, version=version)
        self.view = self.hear("view")

    def say(self, **message: Any) -> None:
        """Send a message."""
        self.socket.send(json.dumps(message))

    def hear(self, *kinds: str) -> Json:
        """The next message of one of these kinds; others are skipped, views are remembered."""
        while True:
            message = json.loads(self.socket.recv(PATIENCE))
            if message["type"] == "view":
                self.view = message
            if message["type"] in kinds:
                return dict(message)

    def act(self, token: str | None = None, request: str = "") -> Json:
        """Take a step, by default the first legal one; returns the answer."""
        token = token or self.view["legal"][0]
        request = request or f"{self.view['version']} {token}"[:36]
        self.say(type="act", id=request, version=self.view["version"], token=token)
        return self.hear("accepted", "refused")

    def wait_for(self, version: int) -> None:
        """Wait for a view of this version or a later one."""
        while self.view["version"] < version:
            self.hear("view")

    def cut(self) -> None:
        """Lose the connection without closing it."""
        self.socket.socket.shutdown(socket.SHUT_RDWR)


@contextmanager
def served(
    folder: Path,
    *,
    store: Store | None = None,
    proxies: Sequence[str] = (),
    maps_folder: Path | None = None,
    settings: ServerSettings = DEFAULTS,
    line: Callable[[ASGIApp], ASGIApp] = lambda app: app,
    **more: Any,
) -> Iterator[Client]:
    """A server in a thread, at the other end of this line. Who waits for the next game of a
    tournament or for an event need not wait seconds."""
    settings = replace(settings, tournament_seconds=0.1, event_seconds=0.1)
    tables = TableServer(
        store or SqliteStore(folder), 0.0, maps_folder=maps_folder, settings=settings
    )
    tables.rooms.preparation = NoPreparation()
    do_jobs_here(tables)
    app = line(make_app(tables, prepares=False, **more))
    server = make_server(app, proxies, settings)
    listening = bound_socket("127.0.0.1", 0)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    client = Client(f"http://127.0.0.1:{listening.getsockname()[1]}")
    try:
        with client.connections:
            yield client
    finally:
        server.should_exit = True
        thread.join()


@contextmanager
def served_apart(
    folder: Path, *options: str, ignores_sigint: bool = False
) -> Iterator[tuple[Client, subprocess.Popen[str]]]:
    """A server in a separate process, which may be killed.

    Args:
        folder: of its tables.
        options: of `siegeworks serve`.
        ignores_sigint: it is started as by `nohup … &` in a script.
    """
    program = [sys.executable, "-m", "tests.server.program"]
    command = [*program, "serve", "--port", "0", "--data", str(folder), *options]
    if ignores_sigint:
        command = ["sh", "-c", "trap '' INT; exec \"$@\"", "sh", *command]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    assert process.stdout is not None and process.stderr is not None
    try:
        words = process.stdout.readline().split()
        client = Client(next(word for word in words if word.startswith("http")))
        with client.connections:
            yield client, process
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)  # its workers, too, which have the same pipes
        process.communicate()
