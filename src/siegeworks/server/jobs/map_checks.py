"""Checks of maps: equal bots play on them

A map comes from a stranger. It is checked before anything else happens, and its games are few.
Nothing is written to disk and nothing is compiled: kernels belong to the game, not to its map.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

import msgspec

from siegeworks.core.maps import MAP_OPTION, GameMap
from siegeworks.games import load, maps_of
from siegeworks.lab.campaign import Campaign, arriving
from siegeworks.lab.map_findings import MapFindings, findings
from siegeworks.lab.map_study import MapGames, MapStudy, units_of
from siegeworks.lab.process_pool import ProcessPool
from siegeworks.server import messages as m
from siegeworks.server.jobs.background_jobs import BackgroundJobs, Job, JobBounds, JobSentences
from siegeworks.server.jobs.fair_pool import FairPool
from siegeworks.server.jobs.findings import CheckProgress
from siegeworks.server.jobs.job_pool import JobPool
from siegeworks.server.jobs.preparation import Preparation
from siegeworks.server.runtime.settings import Rate

REPORT_SECONDS = 0.5  # between two reports with findings
CHECK_RATE = Rate(6, 12 / 3600)  # checks of one address
SENTENCES = JobSentences(
    waiting="Waiting for other checks to finish.",
    starting="Preparing the bots.",
    stopped="The check was stopped.",
    failed="The check failed. Start it again.",
    unknown="There is no such check here; it may have been forgotten. Start one.",
    busy="One of your checks is running. Wait until it is done, or stop it.",
    too_often="You have started many checks. Wait a few minutes before the next one.",
    full="Many checks are waiting. Try again in a minute.",
    log="a check of a map failed",
)


@dataclass(frozen=True)
class Bounds(JobBounds):
    """How much checks may take."""

    running: int = 2
    level: int = 4  # of the bots
    games: int = 120  # of one check
    seconds: float = 20.0  # of playing


# In another process ------------------------------------------------------------------------------


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
    work = MapGames(load(task.game, task.options, map_rows=tuple(task.rows)), task.level)
    study = MapStudy(work.game, work.level)
    yield Report(study.games)
    campaign = Campaign(work, units_of(work.game, task.games), task.seed)
    played, reported = 0.0, -REPORT_SECONDS  # seconds
    units = arriving(campaign, ProcessPool(1))
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


# In the server ------------------------------------------------------------------------------------


@dataclass(eq=False, kw_only=True)
class _Check(Job):
    assignment: Assignment
    games: int = 0
    result: MapFindings | None = None

    def work(self) -> Callable[[], Iterator[Report]]:
        """As `Job.work`."""
        return partial(checked, self.assignment)

    def note(self, report: Report) -> None:
        """As `Job.note`."""
        self.games = report.games
        self.result = report.findings or self.result
        self.sentence = f"Equal bots of level {self.assignment.level} are playing."
        if report.is_last:
            self.state = "done"
            self.sentence = self.result.sentences[0] if self.result else ""


class MapChecks(BackgroundJobs[_Check, CheckProgress]):
    """All checks of a server."""

    rate, sentences = CHECK_RATE, SENTENCES
    bounds: Bounds

    def __init__(
        self,
        pool: JobPool,
        loaders: FairPool,
        preparation: Preparation,
        bounds: Bounds | None = None,
    ) -> None:
        """No check yet; the pool plays, and the loaders read maps."""
        super().__init__(pool, preparation, bounds or Bounds())
        self._loaders = loaders

    async def start(self, name: str, request: m.CheckRequest, address: str) -> m.CheckStarted:
        """Start a check of a map, or let it wait its turn.

        Raises:
            TooManyJobs: this address, or all together, have to wait.
            SiegeworksError: there is no such game, it has no maps, or the map cannot be played.
        """
        self.make_room(address)
        drawn = await self._loaders.run(
            address, lambda: _read(name, request.name, request.text), quick=True
        )
        self.make_room(address)  # others may have come meanwhile
        bounds, options = self.bounds, {MAP_OPTION: drawn.name}
        assignment = Assignment(
            name,
            options,
            list(drawn.rows),
            level=bounds.level,
            games=bounds.games,
            seconds=bounds.seconds,
            seed=secrets.randbits(32),
        )
        return m.CheckStarted(self.begin(_Check(address, name, assignment=assignment)))

    def described(self, check: _Check) -> CheckProgress:
        """As `BackgroundJobs.described`."""
        wanted = check.assignment.games
        return CheckProgress(check.state, check.games, wanted, check.sentence, check.result)


def _read(name: str, map_name: str, text: str) -> GameMap:
    """The map, if it can be played on."""
    drawn = maps_of(name).parse(map_name, text)
    load(name, {MAP_OPTION: drawn.name}, map_rows=drawn.rows)
    return drawn
