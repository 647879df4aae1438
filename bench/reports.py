"""The reports of our games, into docs/reports/: `python bench/reports.py --minutes 6 --jobs 2`.

One report of each game, and one comparison for each question about its options. A run that was
stopped continues, a finished one plays on. `--only NAME` makes one of them, `--readme`
writes the overview again.
"""

import argparse
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from siegeworks.cli import run
from siegeworks.games import NAMES, module
from siegeworks.lab.reports.balance import summary, write_balance
from siegeworks.lab.reports.files import as_json
from siegeworks.lab.reports.model import Comparison, Report
from siegeworks.play.files import write_whole

ROOT = Path(__file__).parents[1]
SHIPPED = ROOT / "docs" / "reports"
WORK = ROOT / "build" / "reports"
SEED = 1
MOST_BYTES = {".html": 400_000, ".json": 200_000}


@dataclass(frozen=True)
class Made:
    """A report that we ship."""

    name: str  # of its files
    title: str
    question: str  # what a designer asks of it
    arguments: tuple[str, ...]  # of the command
    choices: int = 1  # of options, each of which gets the time of a report

    def command(self, minutes: float, jobs: int) -> list[str]:
        """The command that makes it."""
        return [
            *("report", *self.arguments, "--minutes", f"{self.choices * minutes:g}"),
            *("--jobs", str(jobs), "--seed", str(SEED), "--out", str(WORK / self.name)),
        ]


REPORTS = (
    Made(
        "siege-master",
        "Siege Master",
        "Red places the first army, and Blue may swap. Is it fair then, and is the swap used?",
        ("siege-master",),
    ),
    Made(
        "kings-ransom",
        "King's Ransom",
        "Chance lays out both armies. How much does that decide, and how much is left to skill?",
        ("kings-ransom",),
    ),
    Made(
        "expansion",
        "Expansion",
        "Both seats set up in secret. Does it matter who moves first after that?",
        ("expansion",),
    ),
    Made(
        "siege-by-number",
        "Siege by Number",
        "Dice say how far pieces go. Does the better player still win?",
        ("siege-by-number",),
    ),
    Made(
        "nobles-and-peasants",
        "Nobles and Peasants",
        "Everybody sees the row of stones. Which seat does that help?",
        ("nobles-and-peasants",),
    ),
    Made(
        "kings-ransom-setup",
        "King's Ransom: armies by chance or in secret",
        "Is the game another one when the players lay out their own armies?",
        ("kings-ransom", "--sweep", "setup=random,secret"),
        2,
    ),
    Made(
        "siege-by-number-corners",
        "Siege by Number: opposite or adjacent corners",
        "With two seats: which corners make the better game?",
        ("siege-by-number", "--sweep", "corners=opposite,adjacent"),
        2,
    ),
    Made(
        "siege-master-variants",
        "Siege Master: free and pacifist",
        "What do the two variants change, each alone and together? The swap stays in all of them.",
        ("siege-master", "--sweep", "free=no,yes", "--sweep", "pacifist=no,yes"),
        4,
    ),
    Made(
        "expansion-setup",
        "Expansion: set up in secret or by chance",
        "How much of the game is the setup?",
        ("expansion", "--sweep", "setup=secret,random"),
        2,
    ),
    Made(
        "nobles-and-peasants-seats",
        "Nobles and Peasants: two to four seats",
        "For how many players is it best?",
        ("nobles-and-peasants", "--sweep", "seats=2,3,4"),
        3,
    ),
)

INTRODUCTION = """\
# Reports of the games

For designers: what `siegeworks report` says about our five games and their options.

Each page is one file that loads nothing. [The reference](../reference/report.md) tells how to make
such a report yourself.

`make reports` makes them all, with seed {seed}: each game, and each choice of options of a
comparison, gets the same time. The page of a report ends with the command that makes it again.
"""


def main(arguments: list[str]) -> int:
    """Make what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=6, help="for each choice of options")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", choices=[made.name for made in REPORTS])
    parser.add_argument("--readme", action="store_true")
    given = parser.parse_args(arguments)
    too_large: list[str] = []
    for made in () if given.readme else REPORTS:
        if given.only in (None, made.name):
            status = run(made.command(given.minutes, given.jobs))
            if status:
                return status
            too_large += ship(made)
            if made.name in NAMES:
                report = read(WORK / made.name / "report.json")
                assert isinstance(report, Report)
                write_balance(summary(report), folder_of(made.name))
    write_whole(SHIPPED / "README.md", readme())
    for name in too_large:
        print(f"{name} is larger than {MOST_BYTES[Path(name).suffix]:,} bytes.", file=sys.stderr)
    return 1 if too_large else 0


def folder_of(game: str) -> Path:
    """The folder of a game."""
    return Path(next(iter(module(game).__path__)))


def ship(made: Made) -> list[str]:
    """Copy the page and the JSON of a report; the names of those that are too large."""
    SHIPPED.mkdir(exist_ok=True)
    source, too_large = WORK / made.name, []
    study = read(source / "report.json")
    if isinstance(study, Comparison):  # the records of its games are in no page
        bare = (msgspec.structs.replace(report, dramatic=()) for report in study.reports)
        study = msgspec.structs.replace(study, reports=tuple(bare))
    texts = {".html": (source / "report.html").read_text(encoding="utf-8"), ".json": as_json(study)}
    for suffix, text in texts.items():
        write_whole(SHIPPED / f"{made.name}{suffix}", text)
        if len(text.encode()) > MOST_BYTES[suffix]:
            too_large.append(f"{made.name}{suffix}")
    return too_large


def readme() -> str:
    """The overview: of each report that there is, the question and what it says."""
    parts = [INTRODUCTION.format(seed=SEED)]
    for made in REPORTS:
        path = SHIPPED / f"{made.name}.json"
        if path.is_file():
            parts.append(_entry(made, read(path)))
    return "\n".join(parts)


def read(path: Path) -> Report | Comparison:
    """The report or comparison in a file."""
    kind: Any = Comparison if "reports" in msgspec.json.decode(path.read_bytes()) else Report
    result: Report | Comparison = msgspec.json.decode(path.read_bytes(), type=kind)
    return result


def _entry(made: Made, result: Report | Comparison) -> str:
    reports = (result,) if isinstance(result, Report) else result.reports
    games = sum(report.games for report in reports)
    sentences = "\n".join(f"- {sentence}" for sentence in result.sentences)
    return (
        f"## {made.title}\n\n{made.question}\n\n{sentences}\n\n"
        f"{games:,} games, {reports[0].players}. [The page]({made.name}.html), "
        f"[JSON]({made.name}.json).\n"
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
