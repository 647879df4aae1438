"""How many moves per second a server answers in time: `python bench/server/load_limit.py`

    python bench/server/load_limit.py --workers 1 --workers 2 --seconds 15
    python bench/server/load_limit.py --workers 0 --no-results

The players are those of `bench/server/load.py`, with all that they do besides: pages come, go and
come back, games end and others begin. The rate of moves is doubled until 99 of 100 are no longer
answered in time, or fewer are made than should be; then the limit is looked for between the last
two rates. 0 workers: one process with an SQLite file; else so many share a PostgreSQL.

Players, server and database share the cores of this machine. So the table also says how busy each
of them was at the limit: where the players or the machine were full, the server could do more.

The section "load-limit" of docs/results.md is replaced.
"""

import argparse
import asyncio
import os
import resource
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from load import (  # beside this file
    NEARLY,
    PAGES,
    RESULTS,
    Load,
    Server,
    Table,
    arrive,
    cut_half,
    drive,
    percentile,
    renew,
)

from siegeworks.cli.console.results_file import markdown_table, write_results
from siegeworks.games import NAMES
from siegeworks.games import load as load_game
from siegeworks.lab.speed import machine_info
from siegeworks.play.precompile import precompile

FIRST_RATE = 100.0  # moves per second
MOST_RATE = 3_200.0
HALVINGS = 3  # of the rates between the last good one and the first bad one
SETTLING = 2.0  # seconds at a new rate that are not measured
IN_TIME = 100.0  # ms, for 99 of 100


class Tried(NamedTuple):
    """How it went at one rate."""

    rate: float  # wanted
    moves: float  # per second
    median: float  # ms
    late: float  # ms, 99 of 100
    server: float  # cores
    players: float  # cores
    machine: float  # of all cores, the part that was busy

    @property
    def is_in_time(self) -> bool:
        """Were the moves made, and answered in time?"""
        return self.moves >= NEARLY * self.rate and self.late <= IN_TIME


def busy_and_all() -> tuple[int, int]:
    """What the cores of this machine have worked, and what they could have, in ticks."""
    parts = Path("/proc/stat").read_text(encoding="utf-8").partition("\n")[0].split()[1:9]
    ticks = [int(part) for part in parts]
    return sum(ticks) - ticks[3] - ticks[4], sum(ticks)  # but idle, and waiting for a disk


async def attempt(
    load: Load, server: Server, tables: list[Table], rate: float, seconds: float
) -> Tried:
    """Let moves be made at this rate."""
    pace = rate / len(tables)
    await drive(tables, pace, SETTLING)
    load.latencies.clear()
    load.answered = 0
    begun, spent, own = time.perf_counter(), server.spent(), time.process_time()
    busy, every = busy_and_all()
    cutting = asyncio.create_task(cut_half(load, tables, 60.0))  # as often as in load.py
    await drive(tables, pace, seconds)
    took, moves, times = time.perf_counter() - begun, load.answered, list(load.latencies)
    cores = (server.spent() - spent) / took, (time.process_time() - own) / took
    busy_after, every_after = busy_and_all()
    cutting.cancel()
    for table in tables:  # who still waits has waited so long at least
        times += [begun + took - player.sent_at for player in table.players if player.pending]
    tried = Tried(
        rate,
        moves / took,
        percentile(times, 0.5),
        percentile(times, 0.99),
        *cores,
        (busy_after - busy) / max(1, every_after - every),
    )
    verdict = "in time" if tried.is_in_time else "late"
    print(
        f"  {rate:,.0f} wanted, {tried.moves:,.0f} moves per second, half within "
        f"{tried.median:.1f} ms, 99 of 100 within {tried.late:.0f} ms: {verdict}",
        flush=True,
    )
    while any(player.pending for table in tables for player in table.players):
        await asyncio.sleep(0.1)
    return tried


async def limit_of(server: Server, games: int, seconds: float) -> Tried:
    """The highest rate that was answered in time; the lowest one if none was."""
    load, tables = Load(f"http://127.0.0.1:{server.port}"), list[Table]()
    renewing = asyncio.create_task(renew(load, tables))
    arriving = asyncio.create_task(arrive(load, tables, games))
    while not arriving.done():
        await drive(tables, FIRST_RATE / games, 1.0)
    await arriving
    best = await attempt(load, server, tables, FIRST_RATE, seconds)
    bad = FIRST_RATE
    while best.is_in_time and best.rate == bad < MOST_RATE:
        bad *= 2
        tried = await attempt(load, server, tables, bad, seconds)
        best = tried if tried.is_in_time else best
    for _ in range(HALVINGS if best.rate < bad else 0):
        between = (best.rate + bad) / 2
        tried = await attempt(load, server, tables, between, seconds)
        if tried.is_in_time:
            best = tried
        else:
            bad = between
    load.ends = True
    await renewing
    for table in tables:
        await table.end()
    return best


def body(limits: dict[int, Tried]) -> str:
    """The table of docs/results.md."""
    return markdown_table(
        (
            *("workers", "moves per second in time", "of one with the same database"),
            *("median, ms", "99 of 100, ms", "ms of processor time per move"),
            *("cores of the workers", "of the players", "machine busy"),
        ),
        [
            (
                *(name_of(workers), f"{tried.moves:,.0f}", times_of_one(limits, workers)),
                *(f"{tried.median:.1f}", f"{tried.late:.0f}"),
                f"{1000 * tried.server / tried.moves:.2f}",
                *(f"{tried.server:.2f}", f"{tried.players:.2f}", f"{tried.machine:.0%}"),
            )
            for workers, tried in limits.items()
        ],
    )


def times_of_one(limits: dict[int, Tried], workers: int) -> str:
    """How many times the limit of one worker with the same database that is."""
    single = limits.get(min(workers, 1))
    return f"{limits[workers].moves / single.moves:.2f}" if single else "–"


def name_of(workers: int) -> str:
    """How a row is called."""
    return f"{workers} on PostgreSQL" if workers else "1 with SQLite"


def main() -> int:
    """Measure, print, write."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--workers", type=int, action="append", help="0, 1 and 2 if left out")
    parser.add_argument("--games", type=int, default=250, help="tables, with four pages each")
    parser.add_argument("--seconds", type=float, default=15, help="at each rate")
    parser.add_argument("--no-results", action="store_true", help="only print, write nothing")
    arguments = parser.parse_args()
    limit = min(65536, resource.getrlimit(resource.RLIMIT_NOFILE)[1])
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
    for name in NAMES:  # else compiling would be measured, not serving
        precompile(load_game(name), with_search=True)
    limits = dict[int, Tried]()
    where = ", ".join(f"{key} {value}" for key, value in machine_info().items())
    for workers in arguments.workers or (0, 1, 2):
        print(f"{name_of(workers)}:", flush=True)
        with tempfile.TemporaryDirectory() as folder:
            server = Server(Path(folder), workers)
            try:
                limits[workers] = asyncio.run(limit_of(server, arguments.games, arguments.seconds))
            finally:
                server.stop()
    text = (
        f"Written by `bench/server/load_limit.py --seconds {arguments.seconds:g} --games "
        f"{arguments.games}`: {where}. {PAGES * arguments.games:,} pages at {arguments.games} "
        f"tables; in time means that 99 of 100 moves are answered within {IN_TIME:g} ms. Players, "
        "server and database share the machine: where it is full, the limit is its own.\n\n"
        + body(limits)
    )
    print(text)
    if not arguments.no_results:
        write_results(RESULTS, text, "load-limit", "The most moves per second")
    return os.EX_OK


if __name__ == "__main__":
    sys.exit(main())
