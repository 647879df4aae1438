"""What a move costs the server, by part: `python bench/server/move_cost.py`

One process, no network and no browser: a table with a page for each seat and one spectator, whose
messages come and go as frames over a pair of sockets. Games are random with fixed seeds, so that
two runs play the same moves; runs that print the same digest sent the same views, byte by byte.

Counted is processor time, not that of the clock, from the first byte of a move until every page has
its view: of the event loop and of the thread that writes to the disk. What pages do is not counted.
Every game is played twice: as it is, for the time in all, and with probes for the parts.

    python bench/server/move_cost.py --quick --no-results
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import json
import random
import secrets
import socket
import statistics
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple
from unittest.mock import patch

from starlette.websockets import WebSocket
from uvicorn import Config
from websockets.frames import Frame, Opcode
from websockets.protocol import State
from websockets.server import ServerProtocol

from siegeworks.cli.console.results_file import markdown_table, write_results
from siegeworks.games import NAMES
from siegeworks.games import load as load_game
from siegeworks.lab.speed import machine_info
from siegeworks.play.precompile import precompile
from siegeworks.play.provable_chance import SECRET_BYTES
from siegeworks.server import messages as m
from siegeworks.server.http import websocket
from siegeworks.server.http.websocket import WebSocketConnection
from siegeworks.server.messages.views import AudienceViews
from siegeworks.server.runtime.garbage import GarbageCollector
from siegeworks.server.runtime.limits import Account
from siegeworks.server.runtime.settings import Rate, ServerSettings
from siegeworks.server.storage.sqlite_store import SqliteStore
from siegeworks.server.tables import changes, new_tables, room, showing, table_messages
from siegeworks.server.tables.room import Room
from siegeworks.server.tables.showing import Showing
from siegeworks.server.tables.table_server import TableServer

RESULTS = Path(__file__).parents[2] / "docs" / "results.md"
SEED = 2026
MOST_MOVES = 120  # of one game
WANTED = 1.5  # ms per move
MANY = Rate(1e12, 1e12)  # no limit
UNLIMITED = ServerSettings(message_rate=MANY, traffic_rate=MANY, storage_rate=MANY)

READING, RULES, CHANGED, SCENES = "reading", "rules and storing", "what changed", "scenes"
STEPS, HISTORY, OWN = "steps", "history", "own part, legal moves"
ENCODING, WRITING, REST = "encoding", "writing", "event loop, the rest"
PARTS = (READING, RULES, CHANGED, SCENES, STEPS, HISTORY, OWN, ENCODING, WRITING, REST)


class PageSocket:
    """The socket of a page, as Starlette and uvicorn drive one: frames in, frames out."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._protocol = ServerProtocol(state=State.OPEN)
        self._ours, self._theirs = socket.socketpair()
        self._received: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

    async def accept(self) -> None:
        """It is open."""

    async def close(self, code: int) -> None:
        """Say no more."""
        self.end()

    async def receive(self) -> dict[str, Any]:
        """The next message."""
        return await self._received.get()

    async def send_text(self, text: str) -> None:
        """Send a message."""
        self.write(text)
        self._page.hear(text)

    def write(self, text: str) -> None:
        """Write a frame to the socket."""
        self._protocol.send_text(text.encode())
        self._ours.sendall(b"".join(self._protocol.data_to_send()))

    def read(self, data: bytes) -> None:
        """A frame has arrived."""
        self._theirs.sendall(data)
        self._protocol.receive_data(self._ours.recv(1 << 16))
        for frame in self._protocol.events_received():
            assert isinstance(frame, Frame)
            text = bytes(frame.data).decode()
            self._received.put_nowait({"type": "websocket.receive", "text": text})

    def empty(self) -> None:
        """Take what was written out of the socket, as a page does."""
        self._theirs.setblocking(False)
        try:
            while self._theirs.recv(1 << 20):
                pass
        except BlockingIOError:
            self._theirs.setblocking(True)

    def end(self) -> None:
        """The page goes."""
        self._received.put_nowait({"type": "websocket.disconnect"})

    def close_sockets(self) -> None:
        """Give the pair of sockets back."""
        self._ours.close()
        self._theirs.close()


class Page:
    """A page at the table: it keeps what it heard and reads it when nobody counts the time."""

    def __init__(self, server: TableServer) -> None:
        self.line = PageSocket(self)
        self.connection = WebSocketConnection(
            server.rooms, _as_socket(self.line), Account("192.0.2.1", MANY)
        )
        self.heard: list[str] = []
        self.has_view = asyncio.Event()
        self.view: dict[str, Any] = {}

    def hear(self, text: str) -> None:
        """The server has said something."""
        self.heard.append(text)
        if text.startswith('{"type":"view"'):
            self.has_view.set()

    def read(self) -> list[bytes]:
        """Read what was said; the views among it."""
        views = [text for text in self.heard if text.startswith('{"type":"view"')]
        items = [json.loads(text) for text in self.heard]
        refused = [item for item in items if item["type"] in ("refused", "closing")]
        assert not refused, refused
        self.view = next((item for item in reversed(items) if item["type"] == "view"), self.view)
        self.heard.clear()
        self.has_view.clear()
        self.line.empty()
        return [view.encode() for view in views]


def _as_socket(line: Any) -> WebSocket:
    """As much of a WebSocket as a connection uses."""
    line.client = None
    return line  # type: ignore[no-any-return]


def frame_of(**message: Any) -> bytes:
    """A message as a client sends it."""
    return Frame(Opcode.TEXT, json.dumps(message).encode()).serialize(mask=True)


# Probes -------------------------------------------------------------------------------------------


class Probes:
    """Counts the time of each part: that of the event loop's thread, and of no part inside it."""

    def __init__(self) -> None:
        self.spent: Counter[str] = Counter()
        self._parts, self._then = [REST], time.thread_time()

    def switch(self) -> None:
        """What has passed until now belongs to the part at the top."""
        now = time.thread_time()
        self.spent[self._parts[-1]] += now - self._then  # type: ignore[assignment]
        self._then = now

    def of(self, part: str, work: Callable[..., Any]) -> Callable[..., Any]:
        """A function whose time counts for a part."""

        def counted(*given: Any, **named: Any) -> Any:
            self.switch()
            self._parts.append(part)
            try:
                return work(*given, **named)
            finally:
                self.switch()
                self._parts.pop()

        return counted

    @contextmanager
    def installed(self) -> Iterator[None]:
        """Count as long as this lasts."""
        places: Sequence[tuple[Any, str, str]] = (
            (PageSocket, "read", READING),
            (websocket, "decode", READING),
            (changes, "act", RULES),
            (Room, "status", RULES),
            (AudienceViews, "changed", CHANGED),
            (AudienceViews, "scene", SCENES),
            (AudienceViews, "steps", STEPS),
            (AudienceViews, "history", HISTORY),
            (Showing, "_own_part", OWN),
            (AudienceViews, "legal", OWN),
            (AudienceViews, "may_agree", OWN),
            (room, "text_of", ENCODING),
            (showing, "text_of", ENCODING),
            (table_messages, "text_of", ENCODING),
            (PageSocket, "write", WRITING),
        )
        with ExitStack() as stack:
            for where, name, part in places:
                work = getattr(where, name)
                stack.enter_context(patch.object(where, name, self.of(part, work)))
            yield


# Games --------------------------------------------------------------------------------------------


class Played(NamedTuple):
    """One game, measured."""

    moves: int
    seconds: float  # of processor time
    parts: Counter[str]  # seconds; nothing without probes
    sizes: list[int]  # of the views after moves, in bytes
    digest: bytes  # of all views


async def play(name: str, options: dict[str, str], seed: int, probes: Probes | None) -> Played:
    """Play one game at a table of its own."""
    rng, secret = random.Random(seed), seed.to_bytes(SECRET_BYTES, "big")  # the dice follow from it
    fixed = SimpleNamespace(token_bytes=lambda _: secret, token_urlsafe=secrets.token_urlsafe)
    with tempfile.TemporaryDirectory() as folder, patch.object(new_tables, "secrets", fixed):
        server = TableServer(SqliteStore(Path(folder)), settings=UNLIMITED)
        try:
            return await play_at(server, name, options, rng, probes)
        finally:
            await server.close()


async def play_at(
    server: TableServer,
    name: str,
    options: dict[str, str],
    rng: random.Random,
    probes: Probes | None,
) -> Played:
    """Play one game at a new table of this server."""
    seats = [m.SeatPlan(seat, "hot-seat") for seat in load_game(name, options).seats]
    opened = await server.open_table(m.NewTable(name, seats, options))
    keys = {yours.seat: [yours.key] for yours in opened.yours}
    pages = {seat: Page(server) for seat in (*keys, "")}
    running = [asyncio.create_task(page.connection.run()) for page in pages.values()]
    for seat, page in pages.items():
        page.line.read(
            frame_of(type="hello", table=opened.table, keys=keys.get(seat, []), version=0)
        )
        await page.has_view.wait()
    await asyncio.sleep(0)
    digest, sizes, moves, seconds, parts = hashlib.sha256(), list[int](), 0, 0.0, Counter[str]()
    while True:
        views = [view for page in pages.values() for view in page.read()]
        for view in views:
            digest.update(view)
        sizes += [len(view) for view in views] if moves else []
        to_act = pages[""].view.get("to_act")
        if to_act is None or moves == MOST_MOVES:
            break
        shown = pages[to_act].view
        token = rng.choice(shown["legal"])
        sent = frame_of(type="act", id=str(moves), version=shown["version"], token=token)
        if probes is not None:
            probes.switch()
            probes.spent.clear()
        began = time.process_time()
        pages[to_act].line.read(sent)
        for page in pages.values():
            await page.has_view.wait()
        spent = time.process_time() - began
        if probes is not None:
            probes.switch()
            loop = sum(probes.spent.values())
            parts.update(probes.spent)
            parts[RULES] += max(0.0, spent - loop)  # type: ignore[assignment]
        seconds += spent
        moves += 1
    for page in pages.values():
        page.line.end()
    await asyncio.gather(*running)
    for page in pages.values():
        page.line.close_sockets()
    return Played(moves, seconds, parts, sizes, digest.digest())


def run(game: Coroutine[Any, Any, Played]) -> Played:
    """Play a game on the event loop that a server has, with the same collection of garbage."""
    GarbageCollector.take_charge()
    with asyncio.Runner(loop_factory=Config(None).get_loop_factory()) as runner:  # type: ignore[arg-type]
        return runner.run(game)


class Cost(NamedTuple):
    """What a game costs."""

    name: str
    pages: int
    moves: int
    each: list[float]  # ms per move, of each game played
    parts: dict[str, float]  # ms per move
    sizes: list[int]
    digest: str

    @property
    def median(self) -> float:
        """The median of the games, in ms per move."""
        return statistics.median(self.each)


def measure(name: str, games: int) -> Cost:
    """Play this many games of one kind: one to warm up, then each without probes and with them."""
    seats = {"seats": "4"} if any(o.name == "seats" for o in load_game(name).known_options) else {}
    precompile(load_game(name, seats))
    plain, probed = list[Played](), list[Played]()
    run(play(name, seats, SEED, None))
    for number in range(games):
        plain.append(run(play(name, seats, SEED + number, None)))
        probes = Probes()
        with probes.installed():
            probed.append(run(play(name, seats, SEED + number, probes)))
    parts, moves = Counter[str](), sum(game.moves for game in probed)
    for game in probed:
        parts.update(game.parts)
    digests = [b"".join(game.digest for game in games) for games in (plain, probed)]
    assert digests[0] == digests[1], "the same moves gave other views"
    return Cost(
        name,
        len(load_game(name, seats).seats) + 1,
        sum(game.moves for game in plain),
        [1000 * game.seconds / game.moves for game in plain],
        {part: 1000 * parts[part] / moves for part in PARTS},
        [size for game in plain for size in game.sizes],
        hashlib.sha256(digests[0]).hexdigest()[:12],
    )


def body(costs: Sequence[Cost]) -> str:
    """The section in docs/results.md."""
    times = markdown_table(
        ("game", "pages", "moves", "ms per move", "from", "to", f"wanted {WANTED:g}", "digest"),
        [
            (
                *(cost.name, str(cost.pages), str(cost.moves), f"{cost.median:.2f}"),
                *(f"{min(cost.each):.2f}", f"{max(cost.each):.2f}"),
                *("yes" if cost.median <= WANTED else "no", f"`{cost.digest}`"),
            )
            for cost in costs
        ],
    )
    parts = markdown_table(
        ("ms per move, with probes", *(cost.name for cost in costs)),
        [(part, *(f"{cost.parts[part]:.3f}" for cost in costs)) for part in PARTS],
    )
    sizes = markdown_table(
        ("bytes per move and page", *(cost.name for cost in costs)),
        [
            ("median", *(f"{statistics.median(cost.sizes):,.0f}" for cost in costs)),
            ("largest", *(f"{max(cost.sizes):,}" for cost in costs)),
        ],
    )
    return f"{times}\n\n{parts}\n\n{sizes}"


def main() -> None:
    """Measure, print, write."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--games", type=int, default=7, help="of each kind")
    parser.add_argument("--only", choices=NAMES, help="one game")
    parser.add_argument("--quick", action="store_true", help="one game of each kind")
    parser.add_argument("--no-results", action="store_true", help="print only, write nothing")
    asked = parser.parse_args()
    games = 1 if asked.quick else asked.games
    names = [asked.only] if asked.only else NAMES
    info = ", ".join(f"{name} {value}" for name, value in machine_info().items())
    text = body([measure(name, games) for name in names])
    print(text)
    if not (asked.quick or asked.only or asked.no_results):
        intro = (
            f"Written by `python bench/server/move_cost.py`: {info}. Processor time of the server, "
            f"with a page for each seat and one spectator; {games} random games of each kind, at "
            f"most {MOST_MOVES} moves each: the median of the games, the lowest and the highest."
        )
        write_results(RESULTS, f"{intro}\n\n{text}", "move-cost", "What a move costs")


if __name__ == "__main__":
    main()
