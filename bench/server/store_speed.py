"""How many moves PostgreSQL stores per second, by how many wait and on how many connections.

    python bench/server/store_speed.py --seconds 5

The store of the server alone, without rules and pages, in one process a connection. PostgreSQL has
its usual settings: a commit waits until it is on the disk. Moves that wait together are written in
one commit. The section "store-speed" of docs/results.md is replaced.
"""

import argparse
import asyncio
import os
import secrets
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

from siegeworks.cli.console.results_file import markdown_table, write_results
from siegeworks.lab.speed import machine_info
from siegeworks.server.storage.event_log import STEP, Event
from siegeworks.server.storage.group_writer import Answer, Waiting
from siegeworks.server.storage.postgresql.store import PostgresqlStore
from siegeworks.server.storage.rows import SeatRow, TableRow
from siegeworks.server.storage.table_status import StoredStatus

sys.path.append(str(Path(__file__).parents[2]))
from tests.server.postgresql import TEMPLATE, shared  # found there

RESULTS = Path(__file__).parents[2] / "docs" / "results.md"
CONNECTIONS = 1, 2, 4
WAITING = 1, 10, 50  # on each connection
COLUMNS = (
    "connections",
    "moves waiting on each",
    "moves/s",
    "commits/s",
    "moves in a commit",
    "ms of a worker's processor per move",
)
SEATS = [SeatRow(0, "person"), SeatRow(1, "person")]


class Counted(NamedTuple):
    """What one connection has stored."""

    moves: int
    commits: int
    seconds: float
    processor: float  # seconds of the worker's


class CountingStore(PostgresqlStore):
    """A store that counts its commits."""

    commits = 0

    def _transactions(self, batch: list[Waiting]) -> Iterator[list[Answer]]:
        for stored in super()._transactions(batch):
            self.commits += bool(stored)
            yield stored


async def write(url: str, waiting: int, seconds: float) -> Counted:
    """Store moves at so many tables at once."""
    store, moves = CountingStore(url), 0

    async def play(table: str) -> None:
        nonlocal moves
        version = 0
        while time.perf_counter() < begun + seconds:
            event = Event(STEP, "red", "d3-d6", f"red act {version}")
            status = StoredStatus(version + 1, time.time(), version, "red blue", "blue")
            await store.append(table, version, [event], status)
            version, moves = version + 1, moves + 1

    tables = [secrets.token_hex(8) for _ in range(waiting)]
    for table in tables:
        await store.create(TableRow(table, "siege-master", {}, 1, time.time(), SEATS), [])
    store.commits, begun, used = 0, time.perf_counter(), time.process_time()
    await asyncio.gather(*map(play, tables))
    took, used = time.perf_counter() - begun, time.process_time() - used
    store.close()
    return Counted(moves, store.commits, took, used)


def write_alone(url: str, waiting: int, seconds: float) -> Counted:
    """The same, in a process of its own."""
    return asyncio.run(write(url, waiting, seconds))


def row(url: str, connections: int, waiting: int, seconds: float) -> tuple[str, ...]:
    """One line of the table."""
    with ProcessPoolExecutor(connections, get_context("fork")) as pool:
        running = [pool.submit(write_alone, url, waiting, seconds) for _ in range(connections)]
        counted = [future.result() for future in running]
    moves = sum(count.moves / count.seconds for count in counted)
    commits = sum(count.commits / count.seconds for count in counted)
    used = sum(count.processor for count in counted) / sum(count.moves for count in counted)
    return (
        *(f"{connections}", f"{waiting}"),
        *(f"{moves:,.0f}", f"{commits:,.0f}", f"{moves / commits:.1f}", f"{1000 * used:.2f}"),
    )


def main() -> int:
    """Measure, print, write."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--no-results", action="store_true", help="print the results only")
    arguments = parser.parse_args()
    where = ", ".join(f"{key} {value}" for key, value in machine_info().items())
    with tempfile.TemporaryDirectory() as folder:
        url = shared(Path(folder), os.getpid(), settings=("max_connections=200",))
        url = url.replace("dbname=postgres", f"dbname={TEMPLATE}")
        rows = [
            row(url, connections, waiting, arguments.seconds)
            for connections in CONNECTIONS
            for waiting in WAITING
        ]
    text = (
        f"Written by `bench/server/store_speed.py --seconds {arguments.seconds:g}`: {where}. "
        "PostgreSQL and all who write to it share the cores.\n\n" + markdown_table(COLUMNS, rows)
    )
    print(text)
    if not arguments.no_results:
        write_results(RESULTS, text, name="store-speed", title="Moves stored by PostgreSQL")
    return os.EX_OK


if __name__ == "__main__":
    sys.exit(main())
