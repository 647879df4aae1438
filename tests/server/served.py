"""The whole server on a free port of this machine, in a thread or in a process of its own."""

from __future__ import annotations

import http.client
import json
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from websockets.sync.client import ClientConnection, connect

from siegeworks.server.app import make_app
from siegeworks.server.table_server import TableServer
from siegeworks.server.serving import bound_socket, make_server
from siegeworks.server.store import Store
from tests.server.helpers import AtOnce

Json = dict[str, Any]
PATIENCE = 60.0  # seconds


class Client:
    """Somebody who speaks to a server, as our page does."""

    def __init__(self, base: str) -> None:
        self.base = base.rstrip("/")
        self.host = urlsplit(base).netloc
        self.lines = ExitStack()  # closed with the server

    def ask(
        self, method: str, path: str, body: bytes | None = None, **headers: str
    ) -> tuple[int, http.client.HTTPMessage, bytes]:
        """One request: status, headers and body of the answer."""
        line = http.client.HTTPConnection(self.host, timeout=PATIENCE)
        try:
            line.request(method, path, body, {k.replace("_", "-"): v for k, v in headers.items()})
            answer = line.getresponse()
            return answer.status, answer.headers, answer.read()
        finally:
            line.close()

    def get(self, path: str) -> tuple[int, Any]:
        """A GET: status and what the answer says."""
        status, _, body = self.ask("GET", path)
        return status, json.loads(body)

    def post(self, path: str, message: Any) -> tuple[int, Any]:
        """A POST from our page: status and what the answer says."""
        status, _, body = self.ask(
            "POST",
            path,
            json.dumps(message).encode(),
            Content_Type="application/json",
            Origin=self.base,
        )
        return status, json.loads(body)

    def line(self, **more: Any) -> ClientConnection:
        """A WebSocket, opened by our page."""
        settings = {"origin": self.base, "max_size": None, "compression": None, **more}
        line = connect(f"ws://{self.host}/ws", close_timeout=1, **settings)
        return self.lines.enter_context(line)

    def table(self, game: str, *whos: str, **options: str) -> Json:
        """A new table: me, hot-seat, friend, open, or a bot's level, in turn order."""
        return self.opened(game, whos, {"options": options})

    def table_from(self, record: str, step: int, game: str, *whos: str) -> Json:
        """A table that goes on from a step of one of the sample records."""
        text = Path(f"tests/records/{record}.siege").read_text(encoding="utf-8")
        return self.opened(game, whos, {"record": text, "step": step})

    def opened(self, game: str, whos: Sequence[str], how: Json) -> Json:
        """The table that a request asks for."""
        options = how.get("options", {})
        shape = self.get(f"/api/games/{game}?" + "&".join(f"{k}={v}" for k, v in options.items()))
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
        """Somebody who sits at a table with these of its tokens."""
        tokens = [table["yours"][seat]["token"] for seat in seats]
        return Player(self.line(), table["table"], tokens, version)


class Player:
    """A page at a table."""

    def __init__(
        self, line: ClientConnection, table: str, tokens: list[str], version: int = 0
    ) -> None:
        self.line = line
        self.say(type="hello", table=table, tokens=tokens, version=version)
        self.view = self.hear("view")

    def say(self, **message: Any) -> None:
        """Send a message."""
        self.line.send(json.dumps(message))

    def hear(self, *kinds: str) -> Json:
        """The next message of one of these kinds; others are passed over, views are kept."""
        while True:
            said = json.loads(self.line.recv(PATIENCE))
            if said["type"] == "view":
                self.view = said
            if said["type"] in kinds:
                return dict(said)

    def act(self, token: str | None = None, request: str = "") -> Json:
        """Take a step, the first legal one unless it is named; the answer."""
        token = token or self.view["legal"][0]
        request = request or f"{self.view['version']} {token}"[:36]
        self.say(type="act", id=request, version=self.view["version"], token=token)
        return self.hear("accepted", "refused")

    def wait_for(self, version: int) -> None:
        """Listen until a view of this version or a later one is here."""
        while self.view["version"] < version:
            self.hear("view")

    def cut(self) -> None:
        """The line breaks, without a goodbye."""
        self.line.socket.shutdown(socket.SHUT_RDWR)


@contextmanager
def served(
    folder: Path, *, store: Store | None = None, proxies: Sequence[str] = (), **more: Any
) -> Iterator[Client]:
    """A server in a thread."""
    rooms = Rooms(store or Store(folder), bot_pace=0.0)
    server.rooms.preparation = AtOnce()
    server = make_server(make_app(server, prepares=False, **more), proxies)
    listening = bound_socket("127.0.0.1", 0)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    client = Client(f"http://127.0.0.1:{listening.getsockname()[1]}")
    try:
        with client.lines:
            yield client
    finally:
        server.should_exit = True
        thread.join()


@contextmanager
def served_apart(folder: Path) -> Iterator[tuple[Client, subprocess.Popen[str]]]:
    """A server in a process of its own, which may be killed."""
    command = [sys.executable, "-m", "siegeworks", "serve", "--port", "0", "--data", str(folder)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None and process.stderr is not None
    try:
        said = process.stdout.readline().split()
        client = Client(next(word for word in said if word.startswith("http")))
        with client.lines:
            yield client, process
    finally:
        process.kill()
        process.communicate()
