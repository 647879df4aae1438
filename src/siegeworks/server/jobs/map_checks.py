"""Checks of maps: equal bots play on them, in processes that give way to all others

A map comes from a stranger. It is checked before anything else happens, and its games are few.
Nothing is written to disk and nothing is compiled: kernels belong to the game, not to its map.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from contextlib import aclosing
from dataclasses import dataclass

from siegeworks.core.game import Game
from siegeworks.core.maps import MAP_OPTION, GameMap
from siegeworks.games import load, maps_of
from siegeworks.lab.map_findings import MapFindings
from siegeworks.server import messages as m
from siegeworks.server.jobs.background_jobs import BackgroundJobs, Job, JobBounds, JobSentences
from siegeworks.server.jobs.fair_pool import FairPool
from siegeworks.server.jobs.findings import CheckProgress
from siegeworks.server.jobs.map_check_worker import COMMAND, Assignment, Report
from siegeworks.server.jobs.preparation import Preparation, cached_game
from siegeworks.server.runtime.settings import Rate

CHECK_RATE = Rate(6, 12 / 3600)  # checks of one address
SENTENCES = JobSentences(
    waiting="Waiting for other checks to finish.",
    starting="Preparing the bots.",
    stopped="The check was stopped.",
    failed="The check failed. Start it again.",
    unknown="There is no such check here; it may have been forgotten. Start one.",
    busy="A check of yours is running. Wait until it is done, or stop it.",
    too_often="You have started many checks. Wait a few minutes before the next one.",
    full="Many checks are waiting. Try again in a minute.",
    log="a check of a map failed",
)


@dataclass(frozen=True)
class Bounds(JobBounds):
    """How much checks may take."""

    processes: int = 2
    level: int = 4  # of the bots
    games: int = 120  # of one check
    seconds: float = 20.0  # of playing


@dataclass(eq=False, kw_only=True)
class _Check(Job):
    drawn: GameMap
    game: Game
    wanted: int
    games: int = 0
    result: MapFindings | None = None


class MapChecks:
    """All checks of a server."""

    def __init__(
        self,
        loaders: FairPool,
        preparation: Preparation,
        bounds: Bounds | None = None,
        command: Sequence[str] = COMMAND,
    ) -> None:
        """No check yet.

        Args:
            loaders: threads that read maps.
            preparation: of the games that bots play.
            bounds: how much checks may take.
            command: the program of a process.
        """
        self._loaders, self._preparation = loaders, preparation
        self._bounds, self._command = bounds or Bounds(), command
        self._jobs: BackgroundJobs[_Check] = BackgroundJobs(self._bounds, CHECK_RATE, SENTENCES)

    async def start(self, name: str, request: m.CheckRequest, address: str) -> m.CheckStarted:
        """Start a check of a map, or let it wait its turn.

        Raises:
            TooManyJobs: this address, or all together, have to wait.
            SiegeworksError: there is no such game, it has no maps, or the map cannot be played.
        """
        self._jobs.make_room(address)
        drawn, game = await self._loaders.run(
            address, lambda: _read(name, request.name, request.text), quick=True
        )
        self._jobs.make_room(address)  # others may have come meanwhile
        check = _Check(address, drawn=drawn, game=game, wanted=self._bounds.games)
        return m.CheckStarted(self._jobs.start(check, self._play))

    def progress(self, check_id: str) -> CheckProgress:
        """How far a check is; asking keeps it going.

        Raises:
            NoSuchJob: it does not exist, or was forgotten.
        """
        return _described(self._jobs.asked(check_id))

    def peek(self, check_id: str) -> CheckProgress:
        """The same without asking.

        Raises:
            NoSuchJob: it does not exist, or was forgotten.
        """
        return _described(self._jobs.find(check_id))

    def stop(self, check_id: str) -> None:
        """Stop a check and forget it; nothing happens if there is none."""
        self._jobs.stop(check_id)

    async def close(self) -> None:
        """Stop all checks and their processes."""
        await self._jobs.close()

    async def _play(self, check: _Check) -> None:
        """Let a process play, and note what it reports."""
        await self._preparation.ready(cached_game(check.game.name, {}), True)
        assignment = self._assignment(check)
        async with aclosing(
            self._jobs.reports(check, self._command, assignment, Report)
        ) as reports:
            async for report in reports:
                self._note(check, report)

    def _assignment(self, check: _Check) -> Assignment:
        return Assignment(
            check.game.name,
            {MAP_OPTION: check.drawn.name},
            list(check.drawn.rows),
            self._bounds.level,
            self._bounds.games,
            self._bounds.seconds,
            secrets.randbits(32),
        )

    def _note(self, check: _Check, report: Report) -> None:
        check.games = report.games
        check.result = report.findings or check.result
        check.sentence = f"Equal bots of level {self._bounds.level} are playing."
        if report.is_last:
            check.state = "done"
            check.sentence = check.result.sentences[0] if check.result else ""


def _read(name: str, map_name: str, text: str) -> tuple[GameMap, Game]:
    """The map and the game on it, if it can be played."""
    drawn = maps_of(name).parse(map_name, text)
    return drawn, load(name, {MAP_OPTION: drawn.name}, map_rows=drawn.rows)


def _described(check: _Check) -> CheckProgress:
    return CheckProgress(check.state, check.games, check.wanted, check.sentence, check.result)
