"""The memory of a report beside its number of games: `python bench/report_memory.py`

One report of King's Ransom between quick searchers grows in one process: each size reads the
journal of the one before, plays on and writes its files. Measured is the peak of the process.
Results go to docs/results.md.
"""

import argparse
import resource
import tempfile
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from siegeworks import lab
from siegeworks.cli.console.results_file import markdown_table, write_results
from siegeworks.lab.reports.files import write_files
from siegeworks.lab.reports.sample.journals import Journals
from siegeworks.lab.speed import machine_info

GAME = "kings-ransom"
PLAYERS = "search:simulations=2"  # they search, so that games have curves and dramas
SECTIONS = ("fair", "alive", "used")  # without the ladder, whose games take longer
SIZES = (200, 1_000, 4_000, 16_000)  # games
SEED = 1
RESULTS = Path("docs/results.md")


def grown(games: int, folder: Path) -> float:
    """Let the report of a folder grow to this many games; the peak so far, in kB."""
    with Journals(folder, {"game": GAME}) as kept:
        made = lab.report(
            GAME, players=PLAYERS, games=games, seed=SEED, kept=kept, sections=SECTIONS
        )
        write_files(made, folder)
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def peaks(sizes: tuple[int, ...]) -> list[float]:
    """The peak after each size."""
    with tempfile.TemporaryDirectory() as folder:
        return [grown(games, Path(folder)) for games in sizes]


def in_a_new_process(sizes: tuple[int, ...]) -> list[float]:
    """As `peaks`."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return pool.submit(peaks, sizes).result()


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--no-write", action="store_true")
    asked = parser.parse_args()
    in_a_new_process(SIZES[:1])  # compiles, which takes more memory than playing
    peaks = in_a_new_process(SIZES)
    rows: list[tuple[str, ...]] = [(f"{SIZES[0]:,}", f"{peaks[0] / 1024:.0f} MB", "")]
    for games, peak in zip(SIZES[1:], peaks[1:], strict=True):
        each = (peak - peaks[0]) / (games - SIZES[0])
        rows.append((f"{games:,}", f"{peak / 1024:.0f} MB", f"{each:.2f} kB"))
    table = markdown_table(("games", "peak", f"each game beyond {SIZES[0]}"), rows)
    print(table)
    if not asked.no_write:
        info = ", ".join(f"{name} {value}" for name, value in machine_info().items())
        body = (
            f"Written by `python bench/report_memory.py`: {info}.\n\nOne report of King's Ransom, "
            f"`{PLAYERS}` in every seat, grows in one process: each size reads the journal of the "
            f"one before, plays on and writes its files.\n\n{table}"
        )
        write_results(RESULTS, body, "report-memory", "Memory of a report")


if __name__ == "__main__":
    main()
