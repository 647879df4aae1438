"""The process of one map check: `python -m siegeworks.server.jobs.map_check_worker`

It reads one line from standard input, plays, and writes lines of progress. It ends when standard
input is closed, so that it cannot outlive its server.
"""

from __future__ import annotations

import sys
import time
from typing import BinaryIO

import msgspec

from siegeworks.lab.campaign import Campaign, InThisProcess, arriving
from siegeworks.lab.map_findings import MapFindings, findings
from siegeworks.lab.map_study import MapGames, MapStudy, units_of
from siegeworks.server.jobs import background_process

COMMAND = [sys.executable, "-m", "siegeworks.server.jobs.map_check_worker"]
REPORT_SECONDS = 0.5  # between two reports with findings


class Assignment(msgspec.Struct):
    """What to check, and how much."""

    game: str
    options: dict[str, str]  # with the name of the map
    rows: list[str]
    level: int
    games: int  # at most
    seconds: float  # of playing, at most
    seed: int


class Report(msgspec.Struct):
    """How far it is."""

    games: int
    findings: MapFindings | None = None  # of these games; None: as reported before
    is_last: bool = False


def check(task: Assignment, out: BinaryIO) -> None:
    """Play and report."""
    work = MapGames(task.game, task.options, map_rows=tuple(task.rows), level=task.level)
    study = MapStudy(work.game, work.level)
    campaign = Campaign(work, units_of(work.game, task.games), task.seed)

    def report(*, with_findings: bool, is_last: bool = False) -> None:
        result = findings(study) if with_findings else None
        background_process.report(Report(study.games, result, is_last), out)

    report(with_findings=False)
    reported = end = None
    for unit, pair in arriving(campaign, InThisProcess()):
        study.add(unit, pair)
        now = time.monotonic()
        end = end or now + task.seconds  # loading and the first game are not counted
        if now > end:
            break
        is_due = reported is None or now > reported + REPORT_SECONDS
        reported = now if is_due else reported
        report(with_findings=is_due)
    report(with_findings=True, is_last=True)


def main() -> None:
    """Read the assignment and check."""
    check(background_process.assignment(Assignment), sys.stdout.buffer)


if __name__ == "__main__":
    main()
