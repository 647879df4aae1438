"""How soon a fresh install plays: `python bench/first_start.py`, into docs/results.md.

Two bots of level 8 play in a new process (`siegeworks play`), first with an empty cache, then with
what the first process has compiled. The clock runs from the start of Python to the moment when the
first move of a bot is in the record. Nothing else should run meanwhile.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from siegeworks.cli.console.output import progress
from siegeworks.cli.console.results_file import (
    markdown_table,
    replace_rows,
    rows_about,
    write_results,
)
from siegeworks.cli.measuring.bench import with_range
from siegeworks.games import NAMES, load
from siegeworks.lab.speed import Measurement, cpu_model, machine_info
from siegeworks.play.record import read_record

RESULTS = Path("docs/results.md")
COLUMNS = ("game", "empty cache, s", "full cache, s")
WANTED = 20  # seconds
LOOK = 0.02  # seconds between two looks at the record
PATIENCE = 300  # seconds


def seconds_to_first_move(name: str, cache: Path, folder: Path) -> float:
    """How long it takes from the start of the process to the first move of a bot.

    Raises:
        OSError: the process ended, or took more than PATIENCE.
    """
    path = folder / "first.siege"
    path.unlink(missing_ok=True)
    seats = [word for seat in load(name).seats for word in ("--seat", f"{seat}=level:8")]
    command = [sys.executable, "-m", "siegeworks", "play", name, "--plain", "--record", str(path)]
    environment = {**os.environ, "SIEGEWORKS_CACHE": str(cache)}
    start = time.perf_counter()
    process = subprocess.Popen([*command, *seats], env=environment, stdout=subprocess.DEVNULL)
    try:
        while not has_moved(path):
            if process.poll() is not None or time.perf_counter() > start + PATIENCE:
                raise OSError(f"siegeworks play {name}: no bot has moved")
            time.sleep(LOOK)
        return time.perf_counter() - start
    finally:
        process.kill()
        process.wait()


def has_moved(path: Path) -> bool:
    """Is a move in this record?"""
    return path.exists() and any(step.actor != "chance" for step in read_record(path).steps)


def measured(name: str) -> tuple[float, float]:
    """The seconds with an empty cache and with a full one."""
    with tempfile.TemporaryDirectory(prefix="siegeworks-bench-") as folder:
        cache = Path(folder) / "cache"
        first = seconds_to_first_move(name, cache, Path(folder))
        return first, seconds_to_first_move(name, cache, Path(folder))


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=NAMES, help="only these; rows of others stay")
    parser.add_argument("--rounds", type=int, default=3)
    asked = parser.parse_args()
    turns = [name for _ in range(asked.rounds) for name in asked.games]
    with progress() as display:
        times = [(name, measured(name)) for name in display.track(turns, description="starting")]
    new = []
    for name in asked.games:
        both = zip(*(pair for who, pair in times if who == name), strict=True)
        new.append((name, *(with_range(Measurement.of(list(each))) for each in both)))
    rows = replace_rows(rows_about(RESULTS, "first-start", NAMES), new, NAMES)
    about = machine_info() | {"processor": f"{cpu_model()}, {os.cpu_count()} cores"}
    measured_on = ", ".join(f"{name} {value}" for name, value in about.items())
    body = (
        f"Written by `python bench/first_start.py`: {measured_on}. Rows of games that this run "
        "left out are older.\n\n"
        "Seconds from the start of `siegeworks play` until the first move of a bot of level 8, "
        "which plays another and thinks for up to two seconds, is in the record; first with an "
        f"empty cache (wanted: {WANTED} s), then with a full one. Medians of {asked.rounds} "
        "(minimum to maximum). A secret set-up is in the record once its seat has finished it; in "
        "Expansion that is its sixth minion.\n\n" + markdown_table(COLUMNS, rows)
    )
    print(body)
    write_results(RESULTS, body, "first-start", "How soon a fresh install plays level 8")


if __name__ == "__main__":
    main()
