"""Many players at once: how long answers take, and whether any move is lost.

    python bench/server/load.py --players 1000 --games 250 --rate 250 --seconds 60
    python bench/server/load.py --kill 20
    python bench/server/load.py --workers 2 --rate 400
    python bench/server/load.py --workers 2 --kill 100

Starts its own server, opens tables of all five games in turn, and puts four pages at each: four
players if the game seats four, else two players and two spectators. The tables start one after
another, so that games are at every stage, and end at different times, when the measurement begins.
Moves are random and come at an even rate. Every other connection is closed once and opened again; a
move without an answer is then sent again with the same id. At the end the steps of each table are
compared with the moves that were answered.

With --kill N the server is killed N times, each time when the full rate has been reached again; the
measurement lasts until then. With --workers N the tables are in a PostgreSQL of the benchmark's
own, which N workers share, and --kill kills one of them at random; 1 is one worker on PostgreSQL.

The section "load" of docs/results.md is replaced.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import http.client
import json
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake, WebSocketException

from siegeworks.cli.console.results_file import write_results
from siegeworks.core.errors import SiegeworksError
from siegeworks.core.game import Game
from siegeworks.games import NAMES
from siegeworks.games import load as load_game
from siegeworks.lab.speed import machine_info
from siegeworks.play.precompile import precompile
from siegeworks.server.http.serving import bound_socket
from siegeworks.server.storage.event_log import STEP, Event, EventLog

sys.path.append(str(Path(__file__).parents[2]))
from tests.server.postgresql import TEMPLATE, shared  # found there
from tests.server.processes import workers_of

RESULTS = Path(__file__).parents[2] / "docs" / "results.md"
OPEN_GAMES = ("siege-master", "siege-by-number", "nobles-and-peasants")  # no step is hidden
FOUR_SEATS = {"siege-by-number", "nobles-and-peasants"}
PAGES = 4  # at a table
PAGES_AN_ADDRESS = 20  # as many as a server lets come from one address at once, and more
ARRIVAL = 30.0  # seconds in which all tables are opened: about as long as a short game takes
SHORTEST_PAUSE = 0.05  # seconds
LONG_CLOCK = {"reserve": 3_600_000, "increment": 10_000}  # milliseconds: no flag falls
NEARLY = 0.9  # of the wanted rate: as much load as there can be by chance
LOST = (OSError, WebSocketException, EOFError)


class Said(msgspec.Struct):
    """As much of a server's message as a player here reads."""

    type: str
    id: str = ""
    version: int = 0
    to_act: str | None = None
    legal: list[str] = []
    steps_from: int = 0
    steps: list[dict[str, Any]] = []
    result: str = "*"
    sentence: str = ""


decode = msgspec.json.Decoder(Said).decode


@dataclass
class Load:
    """One measurement."""

    base: str
    latencies: list[float] = field(default_factory=list)
    answered: int = 0
    cpu: float = 0.0  # seconds of the server during the measurement, if it was not killed
    sent_again: int = 0
    refused: list[str] = field(default_factory=list)
    sent_away: list[str] = field(default_factory=list)  # with these sentences, to come back
    away: list[float] = field(default_factory=list)  # seconds until a page was back
    failed: int = 0  # requests by HTTP without an answer, or with one of the server's failures
    clock: dict[str, int] | None = None  # of every table, in milliseconds
    bots: int = 0  # at every so manieth table a bot plays the last seat; 0: nowhere
    cuts: int = 0
    killed_at: list[int] = field(default_factory=list)  # moves answered in the second before
    seconds: float = 0.0
    games: int = 0
    ended: list[Table] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    ends: bool = False


@dataclass
class Player:
    """One page: a line that may break, and what it saw last."""

    load: Load
    table: Table
    seat: str | None
    keys: list[str]
    address: str
    line: ClientConnection | None = None
    version: int = 0
    to_act: str | None = None
    legal: list[str] = field(default_factory=list)
    pending: dict[str, Any] | None = None
    answered: list[str] = field(default_factory=list)  # tokens
    sent_at: float = 0.0
    pause: float = SHORTEST_PAUSE  # seconds before it tries to come back
    lost_at: float = 0.0  # when it lost its line; 0: it has one
    task: asyncio.Task[None] | None = None

    async def live(self) -> None:
        """Come, and come back, until the game or the measurement is over."""
        while not self.table.over:
            try:
                host = urlsplit(self.load.base).netloc
                async with connect(
                    f"ws://{host}/ws/{self.table.id}",
                    origin=self.load.base,  # type: ignore[arg-type]
                    compression=None,
                    local_addr=(self.address, 0),
                    open_timeout=60,
                    close_timeout=1,
                    ping_interval=1.25 if self.load.bots else None,  # as the page does
                    ping_timeout=9.5,
                ) as self.line:
                    await self.listen(self.line)
            except (*LOST, InvalidHandshake, TimeoutError):
                pass
            if self.line is not None:
                self.line, self.lost_at = None, time.perf_counter()
            if not self.table.over:
                await asyncio.sleep(self.pause * (0.5 + random.random()))
                self.pause = min(2.0, self.pause * 2)

    async def listen(self, line: ClientConnection) -> None:
        hello = {"type": "hello", "table": self.table.id, "keys": self.keys}
        await line.send(json.dumps({**hello, "version": self.version}))
        is_back = True
        async for text in line:
            news = decode(text)
            if news.type == "view":
                if self.lost_at:
                    self.load.away.append(time.perf_counter() - self.lost_at)
                    self.lost_at = 0.0
                self.version, self.to_act, self.legal = news.version, news.to_act, news.legal
                if is_back and self.pending is not None:
                    self.load.sent_again += 1
                    await self.send(self.pending)
                is_back = False
                if news.result != "*":
                    self.table.over = True
                    return
            elif news.type == "accepted" and self.pending and news.id == self.pending["id"]:
                self.load.latencies.append(time.perf_counter() - self.sent_at)
                self.load.answered += 1
                self.pause = SHORTEST_PAUSE
                self.answered.append(self.pending["token"])
                self.pending = None
                if news.version > self.version:
                    self.legal = []  # until the view of that version comes
            elif news.type == "closing":
                self.load.sent_away.append(news.sentence)
            elif news.type == "refused":
                self.load.refused.append(news.sentence)
                if self.pending and news.id == self.pending["id"]:
                    self.pending = None

    async def send(self, message: dict[str, Any]) -> None:
        assert self.line is not None
        await self.line.send(json.dumps(message))

    async def move(self) -> bool:
        """Take a random step, if it is this player's turn; whether one was sent."""
        if self.line is None or self.pending or self.seat != self.to_act or not self.legal:
            return False
        token = random.choice(self.legal)
        self.table.counter += 1
        self.pending = {
            "type": "act",
            "id": str(self.table.counter),
            "version": self.version,
            "token": token,
        }
        self.legal, self.sent_at = [], time.perf_counter()
        with contextlib.suppress(*LOST):  # it is sent again when the line is back
            await self.send(self.pending)
        return True


@dataclass
class Table:
    """One table with its pages."""

    load: Load
    number: int
    id: str = ""
    over: bool = False
    counter: int = 0
    game: Game | None = None  # if a bot plays it too
    players: list[Player] = field(default_factory=list)

    def address(self, page: int) -> str:
        index = (self.number * PAGES + page) // PAGES_AN_ADDRESS
        return f"127.0.{1 + index // 250}.{1 + index % 250}"

    async def begin(self) -> None:
        """Open a table and sit down."""
        every = self.load.bots
        has_bot = every > 0 and self.number % every == 0
        names = OPEN_GAMES if has_bot else NAMES
        name = names[self.number // max(1, every) % len(names)]
        options = {"seats": "4"} if name in FOUR_SEATS else {}
        made = await asyncio.to_thread(
            open_table, self.load, name, options, self.address(0), has_bot
        )
        self.id, self.over, self.counter = made["table"], False, 0
        self.game = load_game(name, options) if has_bot else None
        yours = [(seat["seat"], [seat["key"]]) for seat in made["yours"]]
        seats = [*yours, *[(None, [])] * (PAGES - len(yours))]
        self.players = [
            Player(self.load, self, seat, keys, self.address(page))
            for page, (seat, keys) in enumerate(seats)
        ]
        for player in self.players:
            player.task = asyncio.create_task(player.live())
        self.load.games += 1

    async def end(self) -> None:
        """Close all pages. What was stored is checked later, without load."""
        self.over = True
        for player in self.players:
            assert player.task is not None
            player.task.cancel()
        tasks = [player.task for player in self.players if player.task]
        await asyncio.gather(*tasks, return_exceptions=True)
        self.load.ended.append(replace(self))

    async def check(self) -> None:
        """Compare what is stored with what was answered."""
        steps = await self.all_steps()
        for player in self.players:
            stored = [step["token"] for step in steps if step["actor"] == player.seat]
            # A move that was sent but never answered may be stored or not.
            unanswered = [player.pending["token"]] if player.pending else []
            if stored not in (player.answered, player.answered + unanswered):
                who = f"table {self.number}, {player.seat}"
                self.load.wrong.append(f"{who}: answered {player.answered}, stored {stored}")
        if self.game is not None:
            self.check_bot(steps)

    def check_bot(self, steps: list[dict[str, str]]) -> None:
        """Play everything again: by the rules, the bot has acted once whenever it was to act."""
        assert self.game is not None
        log = EventLog(self.game)
        try:
            for step in steps:
                log.add(Event(STEP, step["actor"], step["token"]))
        except SiegeworksError as error:
            self.load.wrong.append(f"table {self.number}: {error}")
            return
        to_act = log.table.state.to_act
        if to_act >= 0 and all(self.game.seats[to_act] != player.seat for player in self.players):
            self.load.wrong.append(f"table {self.number}: the bot has not acted")

    async def all_steps(self) -> list[dict[str, str]]:
        """All steps in order: of what a seat did in secret, only that seat tells."""
        views = []
        for player in self.players:
            if player.seat is None:
                continue
            views.append(await whole_view(self.load, self.id, player.keys, player.address))
        return [
            next((v[i] for v in views if v[i]["token"] != "?"), views[0][i])
            for i in range(min(len(view) for view in views))
        ]


async def whole_view(load: Load, table: str, keys: list[str], address: str) -> list[dict[str, str]]:
    host = urlsplit(load.base).netloc
    async with connect(
        f"ws://{host}/ws/{table}",
        origin=load.base,  # type: ignore[arg-type]
        compression=None,
        local_addr=(address, 0),
        max_size=None,
    ) as line:
        await line.send(json.dumps({"type": "hello", "table": table, "keys": keys}))
        async for text in line:
            news = decode(text)
            if news.type == "view":
                return news.steps
    raise EOFError(f"{table}: no view")


def open_table(
    load: Load, game: str, options: dict[str, str], address: str, has_bot: bool = False
) -> dict[str, Any]:
    """POST /api/tables, with all seats mine, except perhaps the last."""
    for _ in range(100):
        line = http.client.HTTPConnection(
            urlsplit(load.base).netloc, timeout=120, source_address=(address, 0)
        )
        try:
            query = "&".join(f"{key}={value}" for key, value in options.items())
            line.request("GET", f"/api/games/{game}?{query}")
            seats = json.load(line.getresponse())["seats"]
            plans = [{"seat": seat, "who": "hot-seat", "name": seat} for seat in seats]
            if has_bot:
                plans[-1] = {"seat": seats[-1], "who": "bot", "level": 1}
            asked = {"game": game, "options": options, "seats": plans, "clock": load.clock}
            body = json.dumps(asked)
            headers = {"Content-Type": "application/json", "Origin": load.base}
            line.request("POST", "/api/tables", body, headers)
            answer = line.getresponse()
            reply = json.load(answer)
            if answer.status == 200:
                return dict(reply)
            load.failed += answer.status >= 500
        except (OSError, http.client.HTTPException, KeyError):
            load.failed += 1
            reply = {"sentence": "no answer"}
        finally:
            line.close()
        time.sleep(0.2)
    raise RuntimeError(reply["sentence"])


# The course of a measurement ----------------------------------------------------------------------


async def drive(tables: list[Table], pace: float, seconds: float) -> None:
    """Let moves be made at an even rate, so many a second at each table; more tables may come."""
    begun = last = time.perf_counter()
    due, turn = 0.0, 0
    while (now := time.perf_counter()) < begun + seconds:
        due = min(due + (now - last) * pace * len(tables), pace * len(tables))  # no piling up
        last = now
        tries = 0
        while due >= 1 and tries < len(tables):
            table = tables[turn % len(tables)]
            turn, tries = turn + 1, tries + 1
            for player in table.players:
                if await player.move():
                    due -= 1
                    break
        await asyncio.sleep(0.002)


async def arrive(load: Load, tables: list[Table], number: int) -> None:
    """Open so many tables, one after another."""
    begun = time.perf_counter()
    while len(tables) < number:
        await asyncio.sleep(begun + ARRIVAL * len(tables) / number - time.perf_counter())
        table = Table(load, len(tables))
        await table.begin()
        tables.append(table)


async def cut_half(load: Load, tables: list[Table], seconds: float) -> None:
    """Cut every other line once, spread over the time."""
    count = len(tables) * PAGES // 2
    for number in range(count):
        await asyncio.sleep(seconds * 0.9 / count)
        table = tables[(number * 7919) % len(tables)]
        player = table.players[number % PAGES]
        if player.line is not None:
            player.line.transport.abort()
            load.cuts += 1


async def renew(load: Load, tables: list[Table]) -> None:
    """Where a game has ended, check it and begin another."""
    while not load.ends:
        await asyncio.sleep(0.1)
        for table in tables:
            if table.over and not load.ends:
                await table.end()
                await table.begin()


class Server:
    """A server in a process of its own."""

    def __init__(self, folder: Path, workers: int = 0) -> None:
        """Start it.

        Args:
            folder: of its tables.
            workers: how many share a PostgreSQL; 0: one, with an SQLite file.
        """
        self.folder, self.workers, self.database = folder, workers, ""
        if workers:
            url = shared(folder, os.getpid(), settings=("max_connections=200",))
            self.database = url.replace("dbname=postgres", f"dbname={TEMPLATE}")
        with bound_socket("127.0.0.1", 0) as free:
            self.port = free.getsockname()[1]
        self.start()

    def start(self, *more: str) -> None:
        """Start it, with more options; it answers when this returns."""
        command = [sys.executable, "-m", "siegeworks", "serve", "--data", str(self.folder)]
        if self.workers:
            command += ["--workers", str(self.workers), "--database", self.database]
        self.process = subprocess.Popen(
            [*command, *more, "--port", str(self.port)], stdout=subprocess.PIPE, text=True
        )
        assert self.process.stdout is not None
        self.process.stdout.readline()

    def kill(self) -> None:
        """End it without a chance to put anything away; of several workers, one at random."""
        if self.workers > 1:
            os.kill(random.choice([*workers_of(self.process.pid)]), signal.SIGKILL)
            return
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def spent(self) -> float:
        """The processor time of its processes, without those that they have started, in seconds."""
        ticks = 0
        for process in (self.process.pid, *workers_of(self.process.pid)):
            parts = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
            ticks += int(parts[11]) + int(parts[12])
        return ticks / os.sysconf("SC_CLK_TCK")

    def start_again(self) -> None:
        """Start it after it was killed; a worker is started again by its parent."""
        if self.workers <= 1:
            self.start()

    def stop(self) -> None:
        """End it; its processor time is known then."""
        self.process.terminate()
        self.process.wait()


async def kill_often(load: Load, server: Server, times: int, rate: float) -> None:
    """Kill the server under full load and start it again."""
    for _ in range(times):
        load.killed_at.append(await full_load(load, rate))
        await asyncio.to_thread(server.kill)
        await asyncio.to_thread(server.start_again)


async def full_load(load: Load, rate: float) -> int:
    """Wait for a second in which nearly all moves are made that should be; how many there were."""
    while True:
        before = load.answered
        await asyncio.sleep(1)
        if load.answered - before >= NEARLY * rate:
            return load.answered - before


async def measure(arguments: argparse.Namespace, server: Server) -> Load:
    """One measurement, from the first table to the last comparison."""
    clock = LONG_CLOCK if arguments.clocks else None
    load, tables = Load(f"http://127.0.0.1:{server.port}", clock=clock), list[Table]()
    pace = arguments.rate / arguments.games
    renewing = asyncio.create_task(renew(load, tables))
    arriving = asyncio.create_task(arrive(load, tables, arguments.games))
    while not arriving.done():
        await drive(tables, pace, 1.0)
    await arriving
    print(f"{len(tables)} tables, {len(tables) * PAGES} pages; measuring …", flush=True)
    load.latencies.clear()
    load.answered = load.games = 0
    jobs = [cut_half(load, tables, arguments.seconds)]
    if arguments.kill:
        jobs.append(kill_often(load, server, arguments.kill, arguments.rate))
    begun, start, spent = asyncio.gather(*jobs), time.perf_counter(), server.spent()
    await drive(tables, pace, arguments.seconds)
    while not begun.done():
        await drive(tables, pace, 0.1)
    await begun
    load.seconds = time.perf_counter() - start
    load.cpu = server.spent() - spent
    for _ in range(100):
        if not any(p.pending for table in tables for p in table.players):
            break
        await asyncio.sleep(0.1)
    await end_all(load, tables, renewing)
    return load


async def end_all(load: Load, tables: list[Table], renewing: asyncio.Task[None]) -> None:
    """End the games that still go on, and compare all with what is stored."""
    load.ends = True
    await renewing
    for table in tables:
        await table.end()
    print(f"Comparing {len(load.ended)} games with what is stored …", flush=True)
    for table in load.ended:
        await table.check()


def percentile(values: list[float], part: float) -> float:
    """The value that so many of all do not exceed, in milliseconds."""
    ordered = sorted(values)
    return 1000 * ordered[min(len(ordered) - 1, int(part * len(ordered)))]


def report(arguments: argparse.Namespace, load: Load, cpu: float) -> str:
    """The section in docs/results.md."""
    where = ", ".join(f"{key} {value}" for key, value in machine_info().items())
    wanted = "as much as there can be" if arguments.kill else f"{arguments.rate:g}"
    in_time = "" if arguments.kill else " (wanted 150)"
    killed = f"{arguments.kill} times"
    each = "not measured" if arguments.kill else f"{1000 * load.cpu / load.answered:.2f} ms"
    if load.killed_at:
        killed += f", each after a second with {min(load.killed_at)} moves or more"
    rows = [
        ("players", f"{arguments.games * PAGES:,} pages at {arguments.games:,} tables"),
        ("moves answered", f"{load.answered:,} in {load.seconds:.0f} s"),
        ("moves per second", f"{load.answered / load.seconds:.0f} (wanted {wanted})"),
        ("answer, median", f"{percentile(load.latencies, 0.5):.1f} ms"),
        ("answer, 99 of 100", f"{percentile(load.latencies, 0.99):.1f} ms{in_time}"),
        ("connections closed and resumed", f"{load.cuts:,}"),
        ("moves sent again", f"{load.sent_again:,}"),
        ("a worker killed" if arguments.workers > 1 else "server killed", killed),
        ("games started", f"{load.games:,}"),
        ("tables with a move lost or doubled", f"{len(load.wrong)} (wanted 0)"),
        ("processor time of the server", f"{cpu:.1f} s"),
        ("the same for each move of the measurement", each),
    ]
    table = "\n".join(f"| {name} | {value} |" for name, value in rows)
    how = (
        f"`bench/server/load.py --players {arguments.players} --games {arguments.games} --rate "
        f"{arguments.rate:g} --seconds {arguments.seconds:g} --kill {arguments.kill} --workers "
        f"{arguments.workers}{' --clocks' if arguments.clocks else ''}`"
    )
    return f"Written by {how}: {where}.\n\n| | |\n| --- | --: |\n{table}"


def main() -> int:
    """Measure, print, write; 1 if a move was lost or there was less load than wanted."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--players", type=int, default=1000)
    parser.add_argument("--games", type=int, default=250)
    parser.add_argument("--rate", type=float, default=250)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--kill", type=int, default=0)
    parser.add_argument("--workers", type=int, default=0, help="on PostgreSQL; 0: on SQLite")
    parser.add_argument("--clocks", action="store_true", help="let a clock run at every table")
    parser.add_argument(
        "--no-results", action="store_true", help="print the results, write nothing"
    )
    arguments = parser.parse_args()
    if arguments.players != arguments.games * PAGES:
        parser.error(f"{PAGES} players sit at each table: --players {arguments.games * PAGES}")
    limit = min(65536, resource.getrlimit(resource.RLIMIT_NOFILE)[1])
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
    for name in NAMES:  # else compiling would be measured, not serving
        precompile(load_game(name), with_search=True)
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), arguments.workers)
        try:
            load = asyncio.run(measure(arguments, server))
        finally:
            server.stop()
    cpu = resource.getrusage(resource.RUSAGE_CHILDREN)
    text = report(arguments, load, cpu.ru_utime + cpu.ru_stime)
    print(text)
    for sentence in (*load.wrong[:5], *{*load.refused}):
        print(sentence[:2000], file=sys.stderr)
    if not arguments.no_results:
        name = "load-killed" if arguments.kill else "load"
        title = "Many players at once" + (", and a server that is killed" if arguments.kill else "")
        if arguments.clocks:
            name, title = f"{name}-clocks", f"{title}, with clocks"
        if arguments.workers:
            name += f"-workers-{arguments.workers}"
            title += f", on PostgreSQL with --workers {arguments.workers}"
        write_results(RESULTS, text, name=name, title=title)
    idle = not arguments.kill and load.answered < NEARLY * arguments.rate * load.seconds
    return 1 if load.wrong or idle else os.EX_OK


if __name__ == "__main__":
    sys.exit(main())
