"""What a campaign costs beside the kernel that it runs: `python bench/campaigns.py`

Random games of Siege Master: the kernel alone on one core, then the same games as a campaign in two
processes, starting them included. Results go to docs/results.md. Nothing else should run: where
something does, the share of processor time says more than that of the clock.
"""

import argparse
import resource
import time
from pathlib import Path

from siegeworks.cli.console.results_file import markdown_table, write_results
from siegeworks.core.random import new_rng
from siegeworks.core.traversal.playouts import playouts
from siegeworks.games import load
from siegeworks.lab.process_pool import ProcessPool
from siegeworks.lab.simulate import CHUNK, running_counts, warm_up
from siegeworks.lab.speed import machine_info

GAME = "siege-master"
SEED = 2026
RESULTS = Path("docs/results.md")


def processor_seconds() -> float:
    """Of this process and of those that it started and that have ended."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in used)


def kernel(seconds: float) -> tuple[float, float]:
    """Games per second of one core, and per second of processor time, over at least this long."""
    game, rng, games = load(GAME), new_rng(SEED), 0
    began, used = time.perf_counter(), processor_seconds()
    while time.perf_counter() - began < seconds:
        playouts(game, rng, CHUNK)
        games += CHUNK
    return games / (time.perf_counter() - began), games / (processor_seconds() - used)


def campaign(games: int, jobs: int) -> tuple[float, float]:
    """The same of a campaign, everything included."""
    began, used = time.perf_counter(), processor_seconds()
    *_, counts = running_counts(load(GAME), games, SEED, ProcessPool(jobs))
    assert counts.games == games
    return games / (time.perf_counter() - began), games / (processor_seconds() - used)


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=20, help="about, of each measurement")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--no-write", action="store_true")
    asked = parser.parse_args()
    warm_up(load(GAME))
    before = kernel(asked.seconds / 2)
    games = round(before[0] * asked.jobs * asked.seconds / CHUNK) * CHUNK
    ours = campaign(games, asked.jobs)
    after = kernel(asked.seconds / 2)
    alone = [(earlier + later) / 2 for earlier, later in zip(before, after, strict=True)]
    rows = [
        ("kernel alone, one core", f"{alone[0]:,.0f}", f"{alone[1]:,.0f}", ""),
        (
            f"campaign of {games:,} games, {asked.jobs} processes",
            f"{ours[0]:,.0f}",
            f"{ours[1]:,.0f}",
            f"{ours[0] / alone[0] / asked.jobs:.0%} of the clock, {ours[1] / alone[1]:.0%} of the "
            "processor (wanted: 80%)",
        ),
    ]
    columns = ("random games of Siege Master", "games/s", "games per processor s", "share")
    table = markdown_table(columns, rows)
    print(table)
    if not asked.no_write:
        info = ", ".join(f"{name} {value}" for name, value in machine_info().items())
        body = f"Written by `python bench/campaigns.py`: {info}.\n\n{table}"
        write_results(RESULTS, body, "campaigns", "Campaigns")


if __name__ == "__main__":
    main()
