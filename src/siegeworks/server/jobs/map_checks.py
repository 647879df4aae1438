"""Checks of maps: equal bots play on them

A map comes from a stranger. It is checked before anything else happens, and its games are few.
Nothing is written to disk and nothing is compiled: kernels belong to the game, not to its map.
"""

import secrets
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from msgspec.structs import replace

from siegeworks.core.maps import MAP_OPTION, GameMap
from siegeworks.games import load, maps_of
from siegeworks.lab.campaign import Campaign, arriving
from siegeworks.lab.map_findings import findings
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


def checked(game: str, drawn: GameMap, bounds: Bounds, seed: int) -> Iterator[CheckProgress]:
    """Play, and say how far it is, in another process."""
    played_on = load(game, {MAP_OPTION: drawn.name}, map_rows=drawn.rows)
    work = MapGames(played_on, bounds.level)
    study = MapStudy(work.game, work.level)
    playing = f"Equal bots of level {work.level} are playing."
    now = CheckProgress("running", study.games, bounds.games, playing, None)
    yield now
    campaign = Campaign(work, units_of(work.game, bounds.games), seed)
    played, reported = 0.0, -REPORT_SECONDS  # seconds
    units = arriving(campaign, ProcessPool(1))
    while played < bounds.seconds:
        began = time.monotonic()
        unit = next(units, None)
        if unit is None:
            break
        if study.games:  # loading and the first games are not counted
            played += time.monotonic() - began
        study.add(*unit)
        if played >= reported + REPORT_SECONDS:
            reported = played
            yield replace(now, games=study.games, result=findings(study))
    result = findings(study)
    verdict = result.sentences[0]
    yield CheckProgress("done", study.games, bounds.games, verdict, result)


class MapChecks(BackgroundJobs[Job[CheckProgress], CheckProgress]):
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
        work = partial(checked, name, drawn, self.bounds, secrets.randbits(32))
        progress = CheckProgress("waiting", 0, self.bounds.games, "", None)
        return m.CheckStarted(self.begin(Job(address, name, work, progress)))


def _read(name: str, map_name: str, text: str) -> GameMap:
    """The map, if it can be played on."""
    drawn = maps_of(name).parse(map_name, text)
    load(name, {MAP_OPTION: drawn.name}, map_rows=drawn.rows)
    return drawn
