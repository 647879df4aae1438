"""What a process does for the check of a map"""

from __future__ import annotations

import time
from collections.abc import Iterator

import msgspec

from siegeworks.lab.campaign import Campaign, InThisProcess, arriving
from siegeworks.lab.map_findings import MapFindings, findings
from siegeworks.lab.map_study import MapGames, MapStudy, units_of

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


def checked(task: Assignment) -> Iterator[Report]:
    """Play, and report how far it is."""
    work = MapGames(task.game, task.options, map_rows=tuple(task.rows), level=task.level)
    study = MapStudy(work.game, work.level)
    yield Report(study.games)
    campaign = Campaign(work, units_of(work.game, task.games), task.seed)
    played, reported = 0.0, -REPORT_SECONDS  # seconds
    units = arriving(campaign, InThisProcess())
    while played < task.seconds:
        began = time.monotonic()
        unit = next(units, None)
        if unit is None:
            break
        if study.games:  # loading and the first games are not counted
            played += time.monotonic() - began
        study.add(*unit)
        if played >= reported + REPORT_SECONDS:
            reported = played
            yield Report(study.games, findings(study))
    yield Report(study.games, findings(study), is_last=True)
