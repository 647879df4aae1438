"""Do ratings tell the truth? `python bench/ratings.py`, into docs/results.md.

A population of 2,000 whose strengths are known plays at tables of two, three and four; each player
plays 5 to 100 games. Their ratings are compared with their strengths: the order, and how often the
interval that is said to hold in nine of ten cases does. The population is that of the tests
(`tests/server/people/population.py`), and knows nothing of how ratings are worked out.

Then the strengths of the levels of bots are worked out from the section "levels" of
docs/results.md; `siegeworks.server.people.ratings.levels` has them.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Sequence
from math import log10
from pathlib import Path

import numpy as np

from siegeworks.bots import LEVELS
from siegeworks.cli.console.results_file import markdown_table, write_results
from siegeworks.lab.speed import machine_info
from tests.server.people.population import PLAYERS, simulate

RESULTS = Path("docs/results.md")
SEED = 2026
ROUNDS = (5, 10, 20, 50, 100)
SEATS = (2, 3, 4)
ANCHOR = 4  # the level that is 1500
LEAST_STEP = 25  # points between a level and the next


def row(seats: int, rounds: int) -> tuple[str, ...]:
    """One line of the table of the population."""
    outcome = simulate(seats, rounds, SEED)
    return (
        str(seats),
        str(outcome.games),
        f"{outcome.order:.3f}",
        f"{outcome.inside:.1%}",
        f"±{outcome.uncertainty:.0f}",
        f"{outcome.error:.0f}",
    )


def measured(text: str) -> dict[str, dict[int, float]]:
    """By game and level, how many points it is above the one below, as docs/results.md says."""
    section = text.partition("<!-- levels:begin -->")[2].partition("<!-- levels:end -->")[0]
    ahead: dict[str, dict[int, float]] = defaultdict(dict)
    for line in section.splitlines():
        cells = [cell.strip() for cell in line.strip("| ").split(" | ")]
        if len(cells) < 5 or not cells[2].startswith("level:"):
            continue
        games, score = int(cells[3]), float(cells[4].split("%")[0]) / 100
        score = (score * games + 0.5) / (games + 1)  # nobody wins always
        level = int(cells[1].removeprefix("level:"))
        ahead[cells[0]][level] = 400 * log10(score / (1 - score))
    return ahead


def points_of_levels(ahead: dict[int, float]) -> list[int]:
    """The strength of each level, from how far it is above the one below; none is below that."""
    steps = [max(LEAST_STEP, ahead[level]) for level in range(2, len(LEVELS) + 1)]
    points = np.concatenate([[0], np.cumsum(steps)])
    return [round(float(one)) for one in points - points[ANCHOR - 1] + 1500]


def body(population: Sequence[tuple[str, ...]], levels: Sequence[tuple[str, ...]]) -> str:
    """The section in docs/results.md."""
    columns = ("seats", "games of each", "order", "within the interval", "interval", "error")
    names = ("game", *(f"level {number}" for number in range(1, len(LEVELS) + 1)))
    info = ", ".join(f"{name} {value}" for name, value in machine_info().items())
    return (
        f"Written by `python bench/ratings.py`: {info}.\n\n"
        f"A population of {PLAYERS:,} with known strengths (normal, a standard deviation of 300 "
        "points). *Order*: the rank correlation of ratings and strengths. *Within the interval*: "
        "how many strengths lie in the interval that is shown, which should be nine of ten. "
        "*Interval* and *error*, the distance from the true strength: the medians, in points.\n\n"
        + markdown_table(columns, population)
        + "\n\nThe levels in points, from the matches in *Levels for people* (level 4 is 1500 in "
        "every game):\n\n" + markdown_table(names, levels)
    )


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, nargs="*", default=ROUNDS, help="games of each")
    parser.add_argument("--no-write", action="store_true")
    asked = parser.parse_args()
    population = []
    for seats in SEATS:
        for rounds in asked.rounds:
            population.append(row(seats, rounds))
            print(" | ".join(population[-1]), flush=True)
    levels = []
    for name, ahead in measured(RESULTS.read_text(encoding="utf-8")).items():
        points = points_of_levels(ahead)
        levels.append((name, *map(str, points)))
        print(f'    "{name}": {tuple(points)},')
    if not asked.no_write:
        write_results(RESULTS, body(population, levels), "ratings", "Ratings")


if __name__ == "__main__":
    main()
