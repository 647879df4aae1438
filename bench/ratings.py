"""Do ratings tell the truth? `python bench/ratings.py`, into docs/results.md.

A population of 2,000 whose strengths are known plays at tables of two, three and four; each player
plays 5 to 100 games. Their ratings are compared with their strengths: the order, and how often the
interval that is said to hold in nine of ten cases does. The population is that of the tests
(`tests/server/people/population.py`), and knows nothing of how ratings are worked out.

Then the strengths of the levels of bots are worked out from the section "levels" of
docs/results.md, with how uncertain they are, into levels.json, which servers read
(`siegeworks.server.people.ratings.levels`). A game whose levels were not all measured keeps the
points that it has there, as estimates.
"""

import argparse
import re
import sys
from collections import defaultdict
from collections.abc import Mapping, Sequence
from math import log10, sqrt
from pathlib import Path
from typing import NamedTuple

import msgspec

from siegeworks.bots import LEVELS
from siegeworks.cli.console.results_file import markdown_table, write_results
from siegeworks.lab.intervals import Z
from siegeworks.lab.ratings import SCALE
from siegeworks.lab.speed import measured_on
from siegeworks.server.people.ratings.levels import FILE, POINTS_OF_LEVELS, LevelPoints
from siegeworks.server.people.ratings.model import INTERVAL

sys.path.append(str(Path(__file__).parents[1]))
from tests.server.people.population import PLAYERS, simulate  # found there

RESULTS = Path("docs/results.md")
SEED = 2026
ROUNDS = (5, 10, 20, 50, 100)
SEATS = (2, 3, 4)
ANCHOR = 4  # the level that is 1500
LEAST_STEP = 25  # points between a level and the next
ANCHOR_UNCERTAINTY = 60  # points of level 4: what bots show among themselves may not hold of people
UNMEASURED_STEP = 60  # points, the standard error of a step that no match has measured
LEVELS_FILE = Path("src/siegeworks/server/people/ratings") / FILE
SHARES = re.compile(r"(\d+)%(?: \((\d+)% to (\d+)%\))?")


class Step(NamedTuple):
    """How many points a level is above the one below."""

    points: float
    error: float  # the standard error


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


def measured(text: str) -> dict[str, dict[int, Step]]:
    """By game and level, how far it is above the one below, as docs/results.md says."""
    section = text.partition("<!-- levels:begin -->")[2].partition("<!-- levels:end -->")[0]
    ahead: dict[str, dict[int, Step]] = defaultdict(dict)
    for line in section.splitlines():
        cells = [cell.strip() for cell in line.strip("| ").split(" | ")]
        if len(cells) < 5 or not cells[2].startswith("level:"):
            continue
        level, games = int(cells[1].removeprefix("level:")), int(cells[3])
        match = SHARES.match(cells[4])
        assert match is not None, line
        points, low, high = (points_of(int(part or match[1]), games) for part in match.groups())
        ahead[cells[0]][level] = Step(points, (high - low) / (2 * Z))
    return ahead


def points_of(percent: int, games: int) -> float:
    """How far apart two bots are if one scores this much in this many games; nobody wins always."""
    share = (percent / 100 * games + 0.5) / (games + 1)
    return SCALE * log10(share / (1 - share))


def levels_of(name: str, ahead: Mapping[int, Step]) -> LevelPoints:
    """The strength of each level, from how far it is above the one below; none is below that."""
    above = range(2, len(LEVELS) + 1)
    if any(level not in ahead for level in above):
        errors = [UNMEASURED_STEP] * len(above)
        return LevelPoints(POINTS_OF_LEVELS[name].points, uncertainties(errors), estimated=True)
    points = [0.0]
    for level in above:
        points.append(points[-1] + max(LEAST_STEP, ahead[level].points))
    anchored = tuple(round(value - points[ANCHOR - 1] + 1500) for value in points)
    return LevelPoints(anchored, uncertainties([ahead[level].error for level in above]))


def uncertainties(errors: Sequence[float]) -> tuple[int, ...]:
    """How uncertain each level is, from the standard errors of the steps between them: the errors
    of all steps from level 4 to it add up."""
    values = []
    for level in range(1, len(LEVELS) + 1):
        low, high = sorted((level, ANCHOR))
        chain = sqrt(sum(error**2 for error in errors[low - 1 : high - 1]))
        values.append(round(sqrt(ANCHOR_UNCERTAINTY**2 + (INTERVAL * chain) ** 2)))
    return tuple(values)


def row_of_levels(item: tuple[str, LevelPoints]) -> tuple[str, ...]:
    """One line of the table of levels."""
    name, levels = item
    pairs = zip(levels.points, levels.uncertainty, strict=True)
    shown = (f"{points} ± {uncertainty}" for points, uncertainty in pairs)
    return (f"{name}, estimated" if levels.estimated else name, *shown)


def body(population: Sequence[tuple[str, ...]], levels: Sequence[tuple[str, ...]]) -> str:
    """The section in docs/results.md."""
    columns = ("seats", "games of each", "order", "within the interval", "interval", "error")
    names = ("game", *(f"level {number}" for number in range(1, len(LEVELS) + 1)))
    return (
        f"Written by `python bench/ratings.py`: {measured_on()}.\n\n"
        f"A population of {PLAYERS:,} with known strengths (normal, a standard deviation of 300 "
        "points). *Order*: the rank correlation of ratings and strengths. *Within the interval*: "
        "how many strengths lie in the interval that is shown, which should be nine of ten. "
        "*Interval* and *error*, the distance from the true strength: the medians, in points.\n\n"
        + markdown_table(columns, population)
        + "\n\nThe levels in points, from the matches in *Levels for people* (level 4 is 1500 in "
        "every game), with the interval that should hold in nine of ten cases: "
        f"±{ANCHOR_UNCERTAINTY} for how people differ from bots, and the errors of all matches "
        "between a level and level 4. *Estimated*: not all levels were measured.\n\n"
        + markdown_table(names, levels)
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
    ahead = measured(RESULTS.read_text(encoding="utf-8"))
    levels = {name: levels_of(name, ahead.get(name, {})) for name in POINTS_OF_LEVELS}
    if not asked.no_write:
        text = msgspec.json.format(msgspec.json.encode(levels))
        LEVELS_FILE.write_bytes(text + b"\n")
        write_results(
            RESULTS,
            body(population, list(map(row_of_levels, levels.items()))),
            "ratings",
            "Ratings",
        )


if __name__ == "__main__":
    main()
