"""Players under load while workers and the database are killed, frozen, full or replaced.

    python bench/server/failures.py --kill 100 --kill-database 10
    python bench/server/failures.py --only freeze --only rolling

Starts a PostgreSQL of its own and some workers, and lets players of `load.py` play at tables
of all games, at every third one against a bot. While they do, this happens one after another:

    kill       kill -9 of a worker at random, each time under the full load
    database   kill -9 of PostgreSQL, which is started again at once
    freeze     SIGSTOP of a worker for 30 s
    away       PostgreSQL is stopped for 60 s
    silent     PostgreSQL is frozen with SIGSTOP for 60 s
    read-only  PostgreSQL accepts no writes for 20 s
    full       the disk of its tables is full for 20 s (Linux, as root: it is a small tmpfs)
    rolling    SIGHUP: one worker after another is replaced, three times

At the end the steps of each table are compared with the moves that were answered, and each game
with a bot is played again by the rules. The section "failures" of docs/results.md is replaced.
"""

import argparse
import asyncio
import contextlib
import http.client
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path

import psycopg
from load import (
    RESULTS,
    Load,
    Server,
    Table,
    arrive,
    drive,
    end_all,
    full_load,
    percentile,
    renew,
)

from siegeworks.cli.console.results_file import markdown_table, write_results
from siegeworks.games import NAMES
from siegeworks.games import load as load_game
from siegeworks.lab.speed import machine_info
from siegeworks.play.precompile import precompile
from siegeworks.server.http.serving import bound_socket
from tests.server.postgresql import account, program
from tests.server.processes import workers_of

FROZEN, AWAY, FAILING = 30, 60, 20  # seconds
SCENARIOS = "kill", "database", "freeze", "away", "silent", "read-only", "full", "rolling"
ROLLS = 3
DRAIN = 4  # seconds
TMPFS = "size=96m"
PATIENCE = 120  # seconds in which everything must have come back


class Postgresql:
    """A PostgreSQL whose every failure we can bring about; its settings are the usual ones."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.disk, self.user = folder, folder / "disk", account()
        self.disk.mkdir()
        self.is_small = not subprocess.run(  # so that it can be filled
            ["mount", "-t", "tmpfs", "-o", TMPFS, "tmpfs", str(self.disk)], check=False
        ).returncode
        for path in (folder, self.disk):
            if self.user is not None:
                shutil.chown(path, self.user)
        initdb = [program("initdb"), "-D", str(folder / "data"), "-U", "siegeworks", "-A", "trust"]
        subprocess.run(
            [*initdb, "--locale=C.UTF-8"], check=True, user=self.user, stdout=subprocess.DEVNULL
        )
        self.start()
        self.url = f"host={folder} user=siegeworks dbname=tables"
        self.run(f"CREATE TABLESPACE small LOCATION '{self.disk}'", where="postgres")
        self.run("CREATE DATABASE tables TABLESPACE small", where="postgres")

    def start(self) -> None:
        """Start it; it answers when this returns."""
        command = [
            program("postgres"),
            "-D",
            f"{self.folder}/data",
            "-k",
            str(self.folder),
            "-h",
            "",
        ]
        self.process = subprocess.Popen(
            [*command, "-c", "max_connections=200"],
            user=self.user,
            cwd=self.folder,
            stderr=subprocess.DEVNULL,
        )
        ready = [program("pg_isready"), "-q", "-h", str(self.folder)]
        while subprocess.run(ready, check=False).returncode:
            if self.process.poll() is not None:  # the memory of the one before is not free yet
                self.start()
                return
            time.sleep(0.05)

    def run(self, command: str, where: str = "tables") -> None:
        """Run a command as somebody else."""
        url = f"host={self.folder} user=siegeworks dbname={where}"
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute("SET default_transaction_read_only = off")
            connection.execute(command.encode())

    def stop(self, how: signal.Signals = signal.SIGQUIT) -> None:
        """End it."""
        self.process.send_signal(how)
        self.process.wait()

    def all_processes(self) -> list[int]:
        """It, and all that serve its connections."""
        parent = self.process.pid
        children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
        return [parent, *map(int, children)]

    def close(self) -> None:
        """End it for good."""
        self.stop()
        if self.is_small:
            subprocess.run(["umount", self.disk], check=False)


class FailingServer(Server):
    """Workers and a database that fail when they are told to."""

    def __init__(self, folder: Path, workers: int, postgresql: Postgresql) -> None:
        self.folder, self.workers, self.postgresql = folder, workers, postgresql
        self.database = postgresql.url
        with bound_socket("127.0.0.1", 0) as free:
            self.port = free.getsockname()[1]
        self.start("--drain", str(DRAIN))

    def living(self) -> set[int]:
        """The workers."""
        return workers_of(self.process.pid)


class Trial:
    """A server under load, and what is done to it."""

    def __init__(self, server: FailingServer, load: Load, arguments: argparse.Namespace) -> None:
        self.server, self.load, self.arguments = server, load, arguments
        self.postgresql, self.sentences = server.postgresql, set[str]()

    async def kill(self) -> str:
        """Kill workers at random."""
        for _ in range(self.arguments.kill):
            await full_load(self.load, self.arguments.rate)
            if living := self.server.living():
                os.kill(random.choice([*living]), signal.SIGKILL)
        await full_load(self.load, self.arguments.rate)
        return f"{self.arguments.kill} workers killed"

    async def database(self) -> str:
        """Kill PostgreSQL and start it again."""
        for _ in range(self.arguments.kill_database):
            await full_load(self.load, self.arguments.rate)
            self.postgresql.stop(signal.SIGKILL)
            await asyncio.to_thread(self.postgresql.start)
        await full_load(self.load, self.arguments.rate)
        return f"PostgreSQL killed {self.arguments.kill_database} times"

    async def freeze(self) -> str:
        """Freeze a worker and let it wake up."""
        victim = random.choice([*self.server.living()])
        await self._frozen([victim], FROZEN)
        return f"a worker frozen for {FROZEN} s"

    async def away(self) -> str:
        """Stop PostgreSQL for a while."""
        self.postgresql.stop(signal.SIGINT)
        await asyncio.sleep(AWAY)
        await asyncio.to_thread(self.postgresql.start)
        await full_load(self.load, self.arguments.rate)
        return f"PostgreSQL away for {AWAY} s"

    async def silent(self) -> str:
        """Freeze PostgreSQL."""
        await self._frozen(self.postgresql.all_processes(), AWAY)
        return f"PostgreSQL frozen for {AWAY} s"

    async def _frozen(self, processes: list[int], seconds: float) -> None:
        for process in processes:
            os.kill(process, signal.SIGSTOP)
        await asyncio.sleep(seconds)
        for process in processes:
            os.kill(process, signal.SIGCONT)
        await full_load(self.load, self.arguments.rate)

    async def read_only(self) -> str:
        """Let PostgreSQL refuse to write, also to those who are connected."""
        setting = "ALTER SYSTEM SET default_transaction_read_only = "
        for value in ("on", "off"):
            self.postgresql.run(setting + value)
            self.postgresql.run("SELECT pg_reload_conf()")
            await asyncio.sleep(FAILING if value == "on" else 0)
        await full_load(self.load, self.arguments.rate)
        return f"PostgreSQL read-only for {FAILING} s"

    async def full(self) -> str:
        """Fill the disk of the tables."""
        if not self.postgresql.is_small:
            return "a full disk: not measured, only root can mount a small one"
        filler = self.postgresql.disk / "filler"
        try:
            with filler.open("wb", buffering=0) as file:
                while True:
                    file.write(bytes(1 << 12))
        except OSError:
            await asyncio.sleep(FAILING)
        filler.unlink()
        await full_load(self.load, self.arguments.rate)
        return f"the disk full for {FAILING} s"

    async def rolling(self) -> str:
        """Replace all workers, and ask for a page all the while."""
        asking = asyncio.create_task(self._ask_always())
        for _ in range(ROLLS):
            await full_load(self.load, self.arguments.rate)
            before = self.server.living()
            os.kill(self.server.process.pid, signal.SIGHUP)
            while before & (now := self.server.living()) or len(now) < self.server.workers:
                await asyncio.sleep(0.1)
        await full_load(self.load, self.arguments.rate)
        asking.cancel()
        return f"all workers replaced {ROLLS} times"

    async def _ask_always(self) -> None:
        """Count the requests by HTTP that fail."""
        while True:
            await asyncio.to_thread(self._ask)
            await asyncio.sleep(0.05)

    def _ask(self) -> None:
        line = http.client.HTTPConnection(f"127.0.0.1:{self.server.port}", timeout=30)
        try:
            line.request("GET", "/api/games")
            self.load.failed += line.getresponse().status != 200
        except (OSError, http.client.HTTPException):
            self.load.failed += 1
        finally:
            line.close()

    async def row(self, name: str) -> tuple[str, ...]:
        """Let this happen; what was measured meanwhile, a row of the table."""
        load = self.load
        await full_load(load, self.arguments.rate)
        for list_of_before in (load.latencies, load.away, load.refused, load.sent_away):
            list_of_before.clear()
        load.answered = load.failed = 0
        pauses = [0.0]
        watching = asyncio.create_task(self._watch(pauses))
        begun = time.perf_counter()
        scenario: Callable[[], Awaitable[str]] = getattr(self, name.replace("-", "_"))
        what = await scenario()
        seconds = time.perf_counter() - begun
        watching.cancel()
        refused, sent_away = Counter(load.refused), Counter(load.sent_away)
        print(f"{what}: refused {dict(refused)}, sent away {dict(sent_away)}", flush=True)
        self.sentences |= refused.keys() | sent_away.keys()
        away = load.away or [0.0]
        return (
            *(what, f"{seconds:.0f} s", f"{load.answered:,}", f"{max(pauses):.1f} s"),
            *(f"{len(load.away):,}", f"{sorted(away)[len(away) // 2]:.2f} s", f"{max(away):.1f} s"),
            f"{percentile(load.latencies, 0.99) / 1000:.2f} s",
            *(f"{len(load.refused)}", f"{load.failed}"),
        )

    async def _watch(self, pauses: list[float]) -> None:
        """Note how long no move is answered."""
        last, answered = time.perf_counter(), self.load.answered
        while True:
            await asyncio.sleep(0.02)
            now = time.perf_counter()
            if self.load.answered != answered:
                last, answered = now, self.load.answered
            pauses.append(now - last)

    async def run(self, scenarios: list[str]) -> list[tuple[str, ...]]:
        """Everything, from the first table to the last comparison; the rows of the table."""
        load, tables, rate = self.load, list[Table](), self.arguments.rate
        pace = rate / self.arguments.games
        renewing = asyncio.create_task(renew(load, tables))
        driving = asyncio.create_task(self._drive(tables, pace))
        await arrive(load, tables, self.arguments.games)
        rows = [await self.row(name) for name in scenarios]
        driving.cancel()
        until = time.perf_counter() + PATIENCE
        while time.perf_counter() < until and any(map(is_waiting, tables)):
            await asyncio.sleep(0.1)
        await end_all(load, tables, renewing)
        return rows

    async def _drive(self, tables: list[Table], pace: float) -> None:
        while True:
            await drive(tables, pace, 1.0)


def is_waiting(table: Table) -> bool:
    """Does a page still wait for an answer, or for a bot?"""
    seats = {page.seat for page in table.players}
    return not table.over and any(
        page.pending or page.to_act not in seats for page in table.players
    )


COLUMNS = (
    *("what happens", "for", "moves answered", "longest time without an answer"),
    *("pages that lost their connection", "back after, median", "longest"),
    *("99 of 100 answers within", "refused", "HTTP requests failed"),
)


def report(arguments: argparse.Namespace, trial: Trial, rows: list[tuple[str, ...]]) -> str:
    """The section in docs/results.md."""
    where = ", ".join(f"{key} {value}" for key, value in machine_info().items())
    bots = sum(table.game is not None for table in trial.load.ended)
    how = (
        f"`bench/server/failures.py --kill {arguments.kill} "
        f"--kill-database {arguments.kill_database} "
        f"--workers {arguments.workers} --games {arguments.games} --rate {arguments.rate:g}`"
    )
    return (
        f"Written by {how}: {where}. {arguments.workers} workers share a PostgreSQL with its usual "
        "settings. An answer counts from the first time that its move was sent; a page that loses "
        "its connection sends it again. Each row begins and ends with a second of full load.\n\n"
        + markdown_table(COLUMNS, rows)
        + f"\n\nGames compared with what is stored: {len(trial.load.ended):,}, of them {bots:,} "
        "with a bot, played again by the rules. Games in which a move is lost or doubled, or a "
        f"bot has not acted or has acted twice: {len(trial.load.wrong)} (wanted 0)."
    )


def main() -> int:
    """Measure, print, write; 1 if something was lost."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--rate", type=float, default=30)
    parser.add_argument("--kill", type=int, default=100)
    parser.add_argument("--kill-database", type=int, default=10)
    parser.add_argument("--only", action="append", choices=SCENARIOS, help="can be repeated")
    parser.add_argument("--no-results", action="store_true", help="print the results only")
    arguments = parser.parse_args()
    for name in NAMES:
        precompile(load_game(name), with_search=True)
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as open_ones:
        Path(folder).chmod(0o755)  # for the user who runs PostgreSQL
        (data := Path(folder) / "postgresql").mkdir()
        postgresql = Postgresql(data)
        open_ones.callback(postgresql.close)
        server = FailingServer(Path(folder), arguments.workers, postgresql)
        open_ones.callback(server.stop)
        load = Load(f"http://127.0.0.1:{server.port}", bots=3)
        trial = Trial(server, load, arguments)
        rows = asyncio.run(trial.run(arguments.only or list(SCENARIOS)))
    text = report(arguments, trial, rows)
    print(text)
    for sentence in (*load.wrong[:5], *sorted(trial.sentences)):
        print(sentence[:2000], file=sys.stderr)
    if not arguments.no_results:
        title = "Workers and databases that fail under load"
        write_results(RESULTS, text, name="failures", title=title)
    return 1 if load.wrong else os.EX_OK


if __name__ == "__main__":
    sys.exit(main())
