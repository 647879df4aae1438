"""How long the analysis of a finished game takes: `python bench/server/analysis.py`

    python bench/server/analysis.py
    python bench/server/analysis.py --only expansion --no-results

Starts its own server and asks it for an analysis of a recorded game of at most 40 plies (King's
Ransom has fewer), as the page does: how far it is, first at once, then again and again. Measured
are the time until an answer holds a position, and until the analysis is whole, with its turning
points. Each game is analysed on a new server, whose kernels were compiled before.

The section "analysis" of docs/results.md is replaced.
"""

import argparse
import os
import sys
import tempfile
import time
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

from attacks import ask  # beside this file
from load import Server

from siegeworks.cli.console.results_file import markdown_table, write_results
from siegeworks.games import NAMES
from siegeworks.games import load as load_game
from siegeworks.lab.speed import machine_info
from siegeworks.play.precompile import precompile
from siegeworks.play.record import Record, parse_record, replay
from siegeworks.play.table import TABLE

ROOT = Path(__file__).parents[2]
RESULTS = ROOT / "docs" / "results.md"
ADDRESS = "127.0.0.1"
PLIES = 40
POLL = 0.7  # seconds between an answer and the next question, as in net/background-job.svelte.ts
SETTLING = 10.0  # seconds in which a server that has just begun loads what was compiled
FIRST_WANTED, WHOLE_WANTED = 2.0, 20.0  # seconds


class Found(NamedTuple):
    """What was measured of one game."""

    plies: int
    positions: int
    turning_points: int
    first: float  # seconds
    whole: float


def record_of(game: str) -> str:
    """A recorded game; if it is not over after so many plies, all but one seat resign."""
    path = ROOT / "tests" / "games" / game.replace("-", "_") / "records" / f"{game}-0.siege"
    whole = replay(parse_record(path.read_text(encoding="utf-8")))
    plies = list(accumulate(int(step.actor in whole.game.seats) for step in whole.steps))
    table = whole.branch(plies.index(min(PLIES, plies[-1])) + 1)
    for seat in whole.game.seats[1:]:
        if not table.over:
            table.play(TABLE, f"resign={seat}")
    return Record.of_table(table).text()


def measure(base: str, record: str) -> Found:
    """Ask for an analysis until it is done."""
    begun = time.perf_counter()
    made = ask(base, ADDRESS, "POST", "/api/analyses", {"record": record})
    first, known = 0.0, 0
    while True:
        path = f"/api/analyses/{made['analysis']}?known={known}"
        answer = ask(base, ADDRESS, "GET", path)
        now = time.perf_counter() - begun
        known += len(answer["positions"])
        if known and not first:
            first = now
        if answer["state"] == "failed":
            raise RuntimeError(answer["sentence"])
        if answer["state"] == "done":
            steps = parse_record(record).steps
            plies = sum(step.actor not in ("chance", TABLE) for step in steps)
            return Found(plies, known, len(answer.get("turning_points", [])), first, now)
        time.sleep(POLL)


def main() -> int:
    """Measure, tell, write down; 1 where it takes longer than is wanted."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--only", action="append", choices=NAMES, default=[])
    parser.add_argument("--no-results", action="store_true", help="only tell, write nothing")
    arguments = parser.parse_args()
    rows, all_good = [], True
    for name in NAMES:  # else compiling would be measured; a server prepares all games
        precompile(load_game(name), with_search=True)
    for game in arguments.only or NAMES:
        with tempfile.TemporaryDirectory() as folder:
            server = Server(Path(folder))
            try:
                time.sleep(SETTLING)
                result = measure(f"http://127.0.0.1:{server.port}", record_of(game))
            finally:
                server.kill()
        is_good = result.first <= FIRST_WANTED and result.whole <= WHOLE_WANTED
        all_good &= is_good
        rows.append(
            (
                game,
                f"{result.plies}",
                f"{result.positions}",
                f"{result.turning_points}",
                f"{result.first:.1f} s",
                f"{result.whole:.1f} s",
                "yes" if is_good else "no",
            )
        )
        print(" | ".join(rows[-1]), flush=True)
    where = ", ".join(f"{key} {value}" for key, value in machine_info().items())
    columns = ("game", "plies", "positions", "turning points", "first position", "whole", "in time")
    body = (
        f"Written by `bench/server/analysis.py`: {where}. The analysis of a finished game, "
        f"asked for as the page asks for it, from a server with nothing else to do. Wanted: the "
        f"first position within {FIRST_WANTED:g} s, the whole within {WHOLE_WANTED:g} s.\n\n"
        + markdown_table(columns, rows)
    )
    if not arguments.no_results and not arguments.only:
        write_results(RESULTS, body, name="analysis", title="Analysis of a finished game")
    return os.EX_OK if all_good else 1


if __name__ == "__main__":
    sys.exit(main())
