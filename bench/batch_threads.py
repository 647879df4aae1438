"""What threads bring to batches: `python bench/batch_threads.py`, into docs/results.md.

Steps per second of a batch on one thread and on every core, alternating, with the observations and
without. It needs cores on which nothing else runs, and takes a few minutes.
"""

import argparse
import os
from pathlib import Path
from statistics import median
from time import perf_counter

from siegeworks.cli.console.results_file import (
    markdown_table,
    replace_rows,
    rows_about,
    write_results,
)
from siegeworks.core.random import new_rng
from siegeworks.core.traversal.batch import Batch, random_actions
from siegeworks.games import NAMES, load
from siegeworks.lab.speed import cpu_model

RESULTS = Path("docs/results.md")
SEED = 273
SIZES, STEPS, ROUNDS = (8_192, 32_768), 40, 7
LINEAR = 0.9  # of the number of threads


class Stepped:
    """A batch that is stepped, on so many threads."""

    def __init__(self, name: str, size: int, threads: int) -> None:
        self.batch, self.rng = Batch(load(name), size, SEED, threads), new_rng(SEED)
        self.plain: list[float] = []  # steps per second of each round
        self.observed: list[float] = []  # likewise, with the observations

    def measure(self) -> None:
        """One round; choosing the actions is not measured."""
        stepping = observing = 0.0
        for _ in range(STEPS):
            actions = random_actions(self.batch.legal, self.rng)
            began = perf_counter()
            self.batch.step(actions)
            stepped = perf_counter()
            self.batch.observe()
            observing += perf_counter() - stepped
            stepping += stepped - began
        steps = STEPS * self.batch.size
        self.plain.append(steps / stepping)
        self.observed.append(steps / (stepping + observing))


COLUMNS = (
    "game",
    "batch",
    "threads",
    "one thread: steps/s",
    "all threads",
    "times",
    "one thread: with tensors",
    "all threads",
    "times",
    "wanted",
    "reached",
)


def row(name: str, size: int, threads: int, rounds: int) -> tuple[str, ...]:
    """One line of the table."""
    serial, parallel = (Stepped(name, size, number) for number in (1, threads))
    for _ in range(rounds + 1):
        serial.measure()
        parallel.measure()
    pairs = [
        (median(first[1:]), median(second[1:]))  # without the round that compiles
        for first, second in ((serial.plain, parallel.plain), (serial.observed, parallel.observed))
    ]
    cells: list[str] = []
    for single, shared in pairs:
        cells += [f"{single:,.0f}", f"{shared:,.0f}", f"{shared / single:.2f}"]
    wanted = LINEAR * threads
    reached = all(shared / single >= wanted for single, shared in pairs)
    return name, f"{size:,}", str(threads), *cells, f"{wanted:.2g}", "yes" if reached else "no"


def main() -> None:
    """Measure, and write after every game."""
    cores = os.cpu_count() or 1
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", nargs="*", choices=NAMES, default=list(NAMES), metavar="GAME")
    parser.add_argument("--sizes", type=int, nargs="*", default=SIZES, help="games of a batch")
    parser.add_argument("--threads", type=int, default=cores)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    asked = parser.parse_args()
    rows = rows_about(RESULTS, "batch-threads", NAMES)
    for name in asked.games:
        measured = [row(name, size, asked.threads, asked.rounds) for size in asked.sizes]
        print("\n".join(map(" | ".join, measured)), flush=True)
        rows = replace_rows(rows, measured, NAMES)
        text = (
            f"`python bench/batch_threads.py`, {cpu_model()}, load {os.getloadavg()[0]:.1f}. Steps "
            "of seats per second of a `Batch` with one thread and with "
            f"{asked.threads}: medians of {asked.rounds} rounds, alternating, without and with the "
            "observations as tensors. The games are the same whatever the number of threads. "
            "Linear would be as many times as there are threads. Rows of games that a run left "
            "out are older.\n\n"
        ) + markdown_table(COLUMNS, rows)
        write_results(RESULTS, text, "batch-threads", "Batches on threads")


if __name__ == "__main__":
    main()
