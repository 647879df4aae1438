"""Attackers within every rate limit: what other clients notice, and how much memory they cost.

    python bench/server/attacks.py
    python bench/server/attacks.py --workers 1
    python bench/server/attacks.py --only none --only hello --only look --seconds 20

Each attack gets a new server. Others play ordinary games on it from their own addresses: ten tables
with moves, a table with a bot of level 1, one that asks for hints, and a client that opens a new
table again and again. Then an attacker in another process does everything that its one address is
allowed to do, as fast as possible; analyses are asked for from as many addresses as can have one.
All addresses belong to this machine. What counts is how much longer others wait than beside nobody,
in the same run. The tables are in an SQLite file or, with --workers N, in a PostgreSQL of the
benchmark's own, which N workers share.

The section "attacks" of docs/results.md is replaced, of PostgreSQL "attacks-workers-N".
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import http.client
import itertools
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from load import LOST, Server, percentile  # beside this file
from websockets.asyncio.client import ClientConnection, connect

from siegeworks.cli.console.results_file import write_results
from siegeworks.core.random import new_rng, random_below
from siegeworks.games import NAMES
from siegeworks.games import load as load_game
from siegeworks.lab.speed import machine_info
from siegeworks.play.precompile import precompile
from siegeworks.play.record import Record, parse_record, replay
from siegeworks.play.table import TABLE, Table
from siegeworks.server.messages import MAX_BRANCH_STEPS

RESULTS = Path(__file__).parents[2] / "docs" / "results.md"
STRANGER = "127.0.3.1"
SETTLING = 10.0  # seconds in which a server that has just begun loads what was compiled
TABLES = 10  # at which others play
PACE = 0.5  # seconds between two moves at one of them
SAYS = 1 / 18  # seconds between two messages of one of the stranger's connections
AT_FIRST, LATER = 90, 4.5  # connections of the stranger: at once, then so many a second
SEVERAL = 9  # analyses: as many as run and wait at most
WATCHED = 2  # seconds for which one is followed
AT_ONCE = 12  # branches
MEMORY_PAUSE = 0.5  # seconds between two looks, each of which takes a hundredth
MOST_RATIO = 3.0  # of 99 of 100 answers to moves, to those beside nobody
MOST_MEMORY = 1000.0  # megabytes, of one worker with its processes

Json = dict[str, Any]


# Anybody ------------------------------------------------------------------------------------------


class Busy(Exception):
    """The server refused a request."""


def ask(base: str, address: str, method: str, path: str, body: Json | None = None) -> Json:
    """One HTTP request from this address.

    Raises:
        Busy: it was refused.
    """
    line = http.client.HTTPConnection(
        urlsplit(base).netloc, timeout=120, source_address=(address, 0)
    )
    try:
        headers = {"Content-Type": "application/json", "Origin": base}
        line.request(method, path, None if body is None else json.dumps(body), headers)
        answer = line.getresponse()
        reply = json.loads(answer.read() or "{}")
    finally:
        line.close()
    if answer.status not in (200, 204):
        raise Busy(f"{answer.status}: {reply['sentence']}")
    return dict(reply)


def open_table(
    base: str, address: str, game: str, whos: list[str], options: Json | None = None, **more: Any
) -> Json:
    """A table: "me", "hot-seat" or a bot's level for each seat, in turn order."""
    seats = load_game(game, options).seats
    plans = [
        {"seat": seat, "who": "bot", "level": int(who)}
        if who.isdigit()
        else dict(seat=seat, who=who)
        for seat, who in zip(seats, whos, strict=True)
    ]
    options = {} if "record" in more else (options or {})
    asked = {"game": game, "seats": plans, "options": options, **more}
    made = ask(base, address, "POST", "/api/tables", asked)
    return {"table": made["table"], "keys": [seat["key"] for seat in made["yours"]]}


class Page:
    """A connection to a table."""

    def __init__(self, base: str, address: str, table: Json) -> None:
        self.base, self.address, self.table = base, address, table
        self.view: Json = {}
        self.number = itertools.count(1)
        self.line: ClientConnection

    async def __aenter__(self) -> Page:
        host = urlsplit(self.base).netloc
        self.line = await connect(
            f"ws://{host}/ws/{self.table['table']}",
            origin=self.base,  # type: ignore[arg-type]
            compression=None,
            local_addr=(self.address, 0),
            open_timeout=60,
            close_timeout=1,
            ping_interval=None,
            max_size=None,
        )
        return self

    async def __aexit__(self, *_: object) -> None:
        self.line.transport.abort()

    async def say(self, kind: str, **message: Any) -> str:
        """Send a message; the id that it was given."""
        number = str(next(self.number))
        await self.line.send(json.dumps({"type": kind, "id": number, **message}))
        return number

    async def hello(self) -> None:
        """Go to the table."""
        message = {"type": "hello", "table": self.table["table"], "keys": self.table["keys"]}
        await self.line.send(json.dumps(message))
        await self.hear("view")

    async def hear(self, *kinds: str) -> Json:
        """The next message of these kinds; views are kept, others passed over."""
        while True:
            message = json.loads(await self.line.recv())
            if message["type"] == "view":
                self.view = message
            if message["type"] in kinds:
                return dict(message)

    async def listen(self) -> None:
        """Keep up with the views."""
        while True:
            await self.hear("view")

    async def act(self) -> None:
        """Take the first legal step; waits for the answer and its view."""
        version, legal = self.view["version"], self.view.get("legal")
        if not legal:
            return
        token = legal[version * 7919 % len(legal)]
        await self.say("act", version=version, token=token)
        reply = await self.hear("accepted", "refused")
        while reply["type"] == "accepted" and self.view["version"] < reply["version"]:
            await self.hear("view")


# The others ---------------------------------------------------------------------------------------


@dataclass
class Others:
    """What others notice, in seconds."""

    base: str
    moves: list[float] = field(default_factory=list)
    bots: list[float] = field(default_factory=list)
    hints: list[float] = field(default_factory=list)
    arrivals: list[float] = field(default_factory=list)

    def forget(self) -> None:
        """Begin to measure."""
        for values in (self.moves, self.bots, self.hints, self.arrivals):
            values.clear()

    @contextlib.contextmanager
    def timed(self, values: list[float]) -> Iterator[None]:
        """Note how long this takes, or took so far when the measurement ends."""
        begun = time.perf_counter()
        try:
            yield
        finally:
            values.append(time.perf_counter() - begun)

    async def play(self, number: int) -> None:
        """Make moves at a table, game after game."""
        address = f"127.0.1.{1 + number}"
        await asyncio.sleep(PACE * number / TABLES)
        while True:
            game = ("siege-master", "nobles-and-peasants", "siege-by-number")[number % 3]
            table = await asyncio.to_thread(
                open_table, self.base, address, game, ["me", "hot-seat"]
            )
            async with Page(self.base, address, table) as page:
                await page.hello()
                while page.view.get("legal"):
                    legal, version = page.view["legal"], page.view["version"]
                    token = legal[version * 7919 % len(legal)]
                    with self.timed(self.moves):
                        await page.say("act", version=version, token=token)
                        await page.hear("accepted")
                    await page.hear("view")
                    await asyncio.sleep(PACE)

    async def play_a_bot(self) -> None:
        """Play a bot of level 1, and wait for its answers."""
        while True:
            table = await asyncio.to_thread(
                open_table, self.base, "127.0.1.101", "siege-master", ["me", "1"]
            )
            async with Page(self.base, "127.0.1.101", table) as page:
                await page.hello()
                while page.view.get("legal"):
                    await page.act()
                    with self.timed(self.bots):
                        while page.view.get("to_act") and not page.view.get("legal"):
                            await page.hear("view")
                    await asyncio.sleep(PACE)

    async def ask_for_hints(self) -> None:
        """Ask for one hint after another."""
        table = await asyncio.to_thread(
            open_table, self.base, "127.0.1.102", "siege-master", ["me", "1"]
        )
        async with Page(self.base, "127.0.1.102", table) as page:
            await page.hello()
            while True:
                with self.timed(self.hints):
                    await page.say("hint")
                    await page.hear("hinted", "refused")

    async def arrive(self) -> None:
        """Open a table and go there, again and again."""
        while True:
            with self.timed(self.arrivals):
                table = await asyncio.to_thread(
                    open_table, self.base, "127.0.1.103", "kings-ransom", ["me", "hot-seat"]
                )
                async with Page(self.base, "127.0.1.103", table) as page:
                    await page.hello()
            await asyncio.sleep(1.1)  # within the rate of one address


# The stranger -------------------------------------------------------------------------------------


@dataclass
class Stranger:
    """What an attack needs."""

    base: str
    record: str
    pages: list[Page] = field(default_factory=list)

    def helper(self, number: int) -> str:
        """An address from which tables are opened before: at most 50 of them from one."""
        return f"127.0.4.{1 + number // 50}"

    async def tables(self, number: int, game: str, whos: list[str], **more: Any) -> list[Json]:
        """So many tables."""
        return [
            await asyncio.to_thread(open_table, self.base, self.helper(i), game, whos, **more)
            for i in range(number)
        ]

    async def come(self, tables: list[Json], hello: bool = True) -> None:
        """A connection to each of these tables."""
        for number, table in enumerate(tables):
            if number >= AT_FIRST:
                await asyncio.sleep(1 / LATER)
            page = Page(self.base, STRANGER, table)
            await page.__aenter__()
            if hello:
                await page.hello()
            self.pages.append(page)

    async def all_at_once(self, do: Callable[[Page], Awaitable[None]]) -> None:
        """Let every connection do this as often as it may, whatever the server answers."""

        async def again_and_again(page: Page) -> None:
            with contextlib.suppress(*LOST):
                while True:
                    begun = time.perf_counter()
                    await do(page)
                    await asyncio.sleep(max(0.0, begun + SAYS - time.perf_counter()))

        async def drain(page: Page) -> None:
            with contextlib.suppress(*LOST):
                while True:
                    await page.line.recv()

        jobs = [again_and_again(page) for page in self.pages]
        if do in DEAF:
            jobs += [drain(page) for page in self.pages]
        await asyncio.gather(*jobs)


Prepared = Callable[[], Awaitable[None]]


async def hello_without_a_seat(stranger: Stranger) -> Prepared:
    """13: 60 connections say hello with a wrong key to 128 tables with options of their own."""
    options = [
        {"fortresses": f, "count": str(c), "free": free, "pacifist": p}
        for f in ("scattered", "placed")
        for c in range(1, 32, 2)
        for free in ("no", "yes")
        for p in ("no", "yes")
    ]
    tables = [
        await asyncio.to_thread(
            open_table, stranger.base, stranger.helper(i), "siege-master", ["me", "hot-seat"], terms
        )
        for i, terms in enumerate(options)
    ]
    await stranger.come(tables[:60], hello=False)
    which = itertools.cycle(tables)
    for page in stranger.pages:
        page.table = {}

    async def go() -> None:
        async def do(page: Page) -> None:
            table = next(which)["table"]
            await page.line.send(json.dumps({"type": "hello", "table": table, "keys": ["w" * 22]}))

        DEAF.add(do)
        await stranger.all_at_once(do)

    return go


async def bots_left_alone(stranger: Stranger) -> Prepared:
    """14a: the person of 58 tables with three bots of level 8 each resigns."""
    whos, options = ["me", "8", "8", "8"], {"seats": "4"}
    tables = await stranger.tables(58, "nobles-and-peasants", whos, options=options)
    await stranger.come(tables)

    async def go() -> None:
        async def leave(page: Page) -> None:
            with contextlib.suppress(*LOST):
                await page.say("resign")
                await page.listen()

        await asyncio.gather(*(leave(page) for page in stranger.pages))

    return go


async def many_bots(stranger: Stranger) -> Prepared:
    """14b: 200 tables with three bots of level 8 each are played at."""
    whos, options = ["me", "8", "8", "8"], {"seats": "4"}
    tables = await stranger.tables(200, "nobles-and-peasants", whos, options=options)
    await stranger.come(tables)

    async def go() -> None:
        async def play(page: Page) -> None:
            with contextlib.suppress(*LOST):
                while True:
                    if page.view.get("legal"):
                        await page.act()
                    else:
                        await page.hear("view")

        await asyncio.gather(*(play(page) for page in stranger.pages))

    return go


async def many_hints(stranger: Stranger) -> Prepared:
    """14c: 80 connections ask for hints."""
    tables = await stranger.tables(80, "siege-master", ["me", "1"])
    await stranger.come(tables)

    async def go() -> None:
        async def do(page: Page) -> None:
            await page.say("hint")
            await page.hear("hinted", "refused")

        await stranger.all_at_once(do)

    return go


async def replays(stranger: Stranger) -> Prepared:
    """15a: 58 long records are sent in at once, then one more each second."""

    async def send(number: int) -> None:
        record = stranger.record.replace("---", f"note: {number}\n---", 1)
        with contextlib.suppress(Busy, *LOST):
            body = {"record": record}
            await asyncio.to_thread(ask, stranger.base, STRANGER, "POST", "/api/replay", body)

    async def go() -> None:
        jobs = [asyncio.create_task(send(number)) for number in range(58)]
        for number in itertools.count(58):
            await asyncio.sleep(1)
            jobs.append(asyncio.create_task(send(number)))

    return go


async def act_and_undo(stranger: Stranger) -> Prepared:
    """15b: 60 connections take a step and take it back, without end."""
    tables = await stranger.tables(60, "siege-master", ["me", "hot-seat"])
    await stranger.come(tables)

    async def go() -> None:
        async def do(page: Page) -> None:
            if page.view.get("undo"):
                await page.say("undo", version=page.view["version"])
                reply = await page.hear("accepted", "refused")
                if reply["type"] == "accepted":
                    await page.hear("view")
            else:
                await page.act()

        await stranger.all_at_once(do)

    return go


async def looks(stranger: Stranger) -> Prepared:
    """16: 60 connections at 12 tables of about 2,300 steps ask for another view without end."""
    whos, options = ["me", "hot-seat", "hot-seat"], {"seats": "3"}
    step = stranger.record.partition("---\n")[2].count("\n") - 6
    tables = await stranger.tables(
        12, "siege-by-number", whos, options=options, record=stranger.record, step=step
    )
    await stranger.come(tables * 5)
    seats = itertools.cycle([*load_game("siege-by-number", options).seats, None])

    async def go() -> None:
        async def do(page: Page) -> None:
            await page.say("look", seat=next(seats))

        DEAF.add(do)
        await stranger.all_at_once(do)

    return go


async def analyses(stranger: Stranger) -> Prepared:
    """17a: from nine addresses, one analysis after another of a game of about 2,300 steps."""

    game = replay(parse_record(stranger.record))

    async def ask_for_more(number: int) -> None:
        address = f"127.0.3.{1 + number}"
        for turn in itertools.count():
            record = given_up(game, SEVERAL * turn + number)
            with contextlib.suppress(Busy, *LOST):
                await watch_analysis(stranger.base, address, record)
            await asyncio.sleep(1)

    async def go() -> None:
        await asyncio.gather(*(ask_for_more(number) for number in range(SEVERAL)))

    return go


async def watch_analysis(base: str, address: str, record: str) -> None:
    """Start an analysis, follow it for a moment, and stop it."""
    made = await asyncio.to_thread(ask, base, address, "POST", "/api/analyses", {"record": record})
    path = f"/api/analyses/{made['analysis']}"
    for _ in range(WATCHED):
        await asyncio.to_thread(ask, base, address, "GET", path)
        await asyncio.sleep(1)
    await asyncio.to_thread(ask, base, address, "DELETE", path)


def given_up(game: Table, fewer: int) -> str:
    """The record of a game that ends earlier by this many steps: all but one seat resign."""
    table = game.branch(len(game.steps) - 1 - fewer)
    for seat in table.game.seats[1:]:
        if not table.over:
            table.play(TABLE, f"resign={seat}")
    return Record.of_table(table).text()


async def branches(stranger: Stranger) -> Prepared:
    """17b: branches of 400 steps of a game of about 2,300 steps, shown and searched without end."""
    steps = parse_record(stranger.record).steps
    start = len(steps) - MAX_BRANCH_STEPS - 1
    moves = [step.token for step in steps[start:-1]]
    body = {"record": stranger.record, "step": start, "moves": moves}

    async def send(path: str, pause: float) -> None:
        while True:
            with contextlib.suppress(Busy, *LOST):
                await asyncio.to_thread(ask, stranger.base, STRANGER, "POST", path, body)
            await asyncio.sleep(pause)

    async def go() -> None:
        shown = [send("/api/branches", SAYS) for _ in range(AT_ONCE)]
        await asyncio.gather(*shown, send("/api/branches/search", 1.0))

    return go


async def copies(stranger: Stranger) -> Prepared:
    """18: copies of all lessons for when there is no connection, unpacked, and where a seat is
    notified, without end."""
    (table,) = await stranger.tables(1, "siege-master", ["me", "hot-seat"])
    notified = "/api/notifications/at"

    async def send(method: str, path: str, body: Json | None) -> None:
        while True:
            with contextlib.suppress(Busy, *LOST):
                await asyncio.to_thread(ask, stranger.base, STRANGER, method, path, body)
            await asyncio.sleep(SAYS)

    async def go() -> None:
        copied = [send("GET", f"/api/games/{name}/offline", None) for name in NAMES]
        await asyncio.gather(*copied, *(send("POST", notified, table) for _ in range(AT_ONCE)))

    return go


DEAF: set[Callable[[Page], Awaitable[None]]] = set()  # that do not read the answers themselves


class Attack(NamedTuple):
    """How it is called, told and done."""

    title: str
    prepare: Callable[[Stranger], Awaitable[Prepared]] | None


ATTACKS = {
    "none": Attack("nobody", None),
    "hello": Attack("60 say hello with a wrong seat key to 128 boards", hello_without_a_seat),
    "resigned": Attack("58 tables of three bots of level 8, the person resigned", bots_left_alone),
    "bots": Attack("200 tables of three bots of level 8", many_bots),
    "hints": Attack("80 ask for hints", many_hints),
    "replays": Attack("58 records of 2,300 steps at once", replays),
    "undo": Attack("60 act and take back without end", act_and_undo),
    "look": Attack("60 look at games of 2,300 steps", looks),
    "analyses": Attack(f"{SEVERAL} ask for analyses of games of 2,300 steps", analyses),
    "branches": Attack(
        f"{AT_ONCE} try and search branches of {MAX_BRANCH_STEPS} steps without end", branches
    ),
    "copies": Attack("copies for offline, and where a seat is notified, without end", copies),
}


async def attack(name: str, base: str, record: str) -> None:
    """Be the stranger, until this process is ended."""
    prepare_it = ATTACKS[name].prepare
    assert prepare_it is not None
    go = await prepare_it(Stranger(base, record))
    print("ready", flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    await go()
    await asyncio.Event().wait()


def long_record() -> str:
    """A game of Siege by Number with about 2,300 steps."""
    game = load_game("siege-by-number", {"seats": "3"})
    rng, table = new_rng(1), Table(game)
    while True:
        table.deal(rng)
        if table.over:
            return Record.of_table(table).text()
        state = table.state
        legal = game.legal_actions(state)
        quiet = [action for action in legal if "-" in game.action_texts[action]] or legal

        def longest(action: int, seat: int = int(state.to_act)) -> tuple[bool, bool, bool, int]:
            text, after = game.action_texts[action], game.child(table.states[-1], action)
            goes_on = int(after.to_act) == seat
            return goes_on, "x" not in text, len(text) > 4, random_below(rng, 1000)

        best = max(quiet, key=longest)
        table.play(game.seats[state.to_act], game.action_texts[best])


# The course of a measurement ----------------------------------------------------------------------


@dataclass
class Found:
    """What was measured under one attack."""

    others: Others
    memory: float  # megabytes, at most
    after: float  # megabytes, a few seconds after the attacker has left


class Process:
    """The attacker in a separate process, so that its own work does not slow the others."""

    def __init__(self, name: str, base: str, record: Path) -> None:
        command = [sys.executable, __file__, "--be", name, "--base", base, "--record", str(record)]
        self.name = name
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def wait_until_ready(self) -> None:
        """It has opened its tables and come to them."""
        assert self.process.stdout is not None
        if self.process.stdout.readline() != "ready\n":
            raise RuntimeError(f"{self.name}: the stranger failed")

    def go(self) -> None:
        """Begin the attack."""
        assert self.process.stdin is not None
        self.process.stdin.write("go\n")
        self.process.stdin.flush()

    def end(self) -> None:
        """Go away."""
        self.process.kill()
        self.process.wait()


def processes_of(process: int) -> Iterator[int]:
    """A process and those that it started."""
    yield process
    with contextlib.suppress(OSError):  # it has ended meanwhile
        for thread in Path(f"/proc/{process}/task").iterdir():
            for child in (thread / "children").read_text(encoding="utf-8").split():
                yield from processes_of(int(child))


def memory_of(process: int) -> float:
    """How many megabytes a process and those that it started take from the machine.

    Of what they have written several may share a page, which counts once. They map the same
    libraries, also with processes that are not the server's: these count once, in full.
    """
    written, mapped = 0.0, 0.0
    for each in processes_of(process):
        with contextlib.suppress(OSError):
            text = Path(f"/proc/{each}/smaps_rollup").read_text(encoding="utf-8")
            rows = [line.split() for line in text.splitlines()[1:]]
            sizes = {name: int(size) / 1000 for name, size, _ in rows}
            written += sizes["Pss_Anon:"] + sizes["Pss_Shmem:"]
            mapped = max(mapped, sizes["Rss:"] - sizes["Anonymous:"])
    return written + mapped


async def watch(process: int, result: Found) -> None:
    """Note how much memory is taken."""
    while True:
        result.memory = max(result.memory, await asyncio.to_thread(memory_of, process))
        await asyncio.sleep(MEMORY_PAUSE)


async def measure(name: str, seconds: float, record: Path, server: Server) -> Found:
    """One attack on one server."""
    base = f"http://127.0.0.1:{server.port}"
    others = Others(base)
    result = Found(others, 0.0, 0.0)
    jobs = [
        *(asyncio.create_task(others.play(number)) for number in range(TABLES)),
        asyncio.create_task(others.play_a_bot()),
        asyncio.create_task(others.ask_for_hints()),
        asyncio.create_task(others.arrive()),
    ]
    stranger = None if ATTACKS[name].prepare is None else Process(name, base, record)
    try:
        await asyncio.sleep(SETTLING)
        if stranger is not None:
            await asyncio.to_thread(stranger.wait_until_ready)
        others.forget()
        jobs.append(asyncio.create_task(watch(server.process.pid, result)))
        if stranger is not None:
            stranger.go()
        done, _ = await asyncio.wait(jobs, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        for job in done:
            job.result()  # it ends only by failing
    finally:
        if stranger is not None:
            stranger.end()
        for job in jobs:
            job.cancel()
        await asyncio.gather(*jobs, return_exceptions=True)
    await asyncio.sleep(5)
    result.after = memory_of(server.process.pid)
    return result


def late(result: Found) -> float:
    """How long 99 of 100 moves of others wait at most, in milliseconds."""
    return percentile(result.others.moves, 0.99)


def row(name: str, result: Found, alone: Found) -> str:
    """One line of the table; `alone` is how it was beside nobody."""
    others = result.others

    def worst(values: list[float]) -> str:
        return f"{percentile(values, 0.5):,.0f} / {1000 * max(values):,.0f}" if values else "none"

    moves = "none | none | none"
    if others.moves:
        median, ratio = percentile(others.moves, 0.5), late(result) / late(alone)
        moves = f"{median:.1f} | {late(result):.0f} | {ratio:.1f}"
    rest = " | ".join(worst(values) for values in (others.bots, others.hints, others.arrivals))
    return (
        f"| {ATTACKS[name].title} | {len(others.moves)} | {moves} | {rest} | {result.memory:.0f} | "
        f"{result.after:.0f} |"
    )


def main() -> int:
    """Measure, tell, write down; 1 where others were not served as is wanted."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--only", action="append", choices=list(ATTACKS), default=[])
    parser.add_argument("--seconds", type=float, default=20, help="that each attack lasts")
    parser.add_argument("--workers", type=int, default=0, help="on PostgreSQL; 0: on SQLite")
    parser.add_argument("--no-results", action="store_true", help="only tell, write nothing")
    parser.add_argument("--be", choices=list(ATTACKS), help=argparse.SUPPRESS)
    parser.add_argument("--base", help=argparse.SUPPRESS)
    parser.add_argument("--record", type=Path, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    limit = min(65536, resource.getrlimit(resource.RLIMIT_NOFILE)[1])
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
    if arguments.be:
        record = arguments.record.read_text(encoding="utf-8")
        asyncio.run(attack(arguments.be, arguments.base, record))
        return os.EX_OK
    for name in NAMES:  # else compiling would be measured, not serving
        precompile(load_game(name), with_search=True)
    head = (
        "| the stranger | moves of others | median, ms | 99 of 100, ms | of nobody's | "
        "bot of level 1, ms | hint, ms | new table, ms | memory, MB | afterwards, MB |"
    )
    lines = [head, f"| --- |{' --: |' * 9}"]
    all_good, alone = True, None
    with tempfile.TemporaryDirectory() as folder:
        record = Path(folder) / "long.siege"
        record.write_text(long_record(), encoding="utf-8")
        for name in dict.fromkeys(["none", *(arguments.only or ATTACKS)]):
            (own := Path(folder) / name).mkdir()
            server = Server(own, arguments.workers)
            try:
                result = asyncio.run(measure(name, arguments.seconds, record, server))
            finally:
                server.stop()
            alone = alone or result
            lines.append(row(name, result, alone))
            good = bool(result.others.moves) and late(result) <= MOST_RATIO * late(alone)
            good &= result.memory < MOST_MEMORY * max(1, arguments.workers)
            all_good &= good
            print(lines[-1], "" if good else "  (not as wanted)", flush=True)
    where = ", ".join(f"{key} {value}" for key, value in machine_info().items())
    store = "SQLite"
    if arguments.workers:
        store = f"PostgreSQL, --workers {arguments.workers}"
    text = (
        f"Written by `bench/server/attacks.py --seconds {arguments.seconds:g} --workers "
        f"{arguments.workers}`: {where}. Store: {store}. One stranger "
        "comes from one address (those who ask for analyses from one each) and keeps within every "
        "rate limit. Others play: at ten tables with "
        "moves, at one with a bot of level 1, at one with hints; and about each second a newcomer "
        "opens a table. Where two times stand, they are the median and the longest. Wanted: 99 of "
        f"100 moves of others answered in at most {MOST_RATIO:g} times the time beside nobody, and "
        f"under {MOST_MEMORY:,.0f} MB for a worker with its processes, each page of memory counted "
        "once.\n\n" + "\n".join(lines)
    )
    if not arguments.no_results and not arguments.only:
        section, title = "attacks", "One stranger against all others"
        if arguments.workers:
            section += f"-workers-{arguments.workers}"
            title += f", on PostgreSQL with --workers {arguments.workers}"
        write_results(RESULTS, text, name=section, title=title)
    return os.EX_OK if all_good else 1


if __name__ == "__main__":
    sys.exit(main())
