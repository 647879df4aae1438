"""Analyses of finished games, in a process that takes what all others leave

Who asks sends the record, so an analysis reveals nothing that its sender does not know. Everybody
who asks about the same game shares one analysis, and it is remembered for those who ask later.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import aclosing
from dataclasses import dataclass, field

from siegeworks.core.errors import SiegeworksError
from siegeworks.core.game import Game
from siegeworks.lab.analysis import AnalysedPosition, TurningPoint
from siegeworks.play.record import Record
from siegeworks.play.table import TABLE, Step, Table
from siegeworks.server import messages as m
from siegeworks.server.analysis_worker import COMMAND, Assignment, Report
from siegeworks.server.background_jobs import BackgroundJobs, Job, JobBounds, JobSentences
from siegeworks.server.fair_play import check_not_in_play
from siegeworks.server.limits import Rate
from siegeworks.server.preparation import cached_game
from siegeworks.server.replays import Replays
from siegeworks.server.rooms import Rooms

ANALYSIS_RATE = Rate(12, 60 / 3600)  # analyses that one address starts
NOT_OVER = "This game is not over yet. Its winning chances are shown when it is."
COMPARING = "Looking for better moves at the turning points."
SENTENCES = JobSentences(
    waiting="Waiting for another analysis to finish.",
    starting="Preparing the search.",
    stopped="The analysis was stopped.",
    failed="The analysis failed. Start it again.",
    unknown="There is no such analysis here; it may have been forgotten. Start it again.",
    busy="An analysis of yours is running. Wait until it is done, or stop it.",
    too_often="You have started many analyses. Wait a few minutes before the next one.",
    full="Many analyses are waiting. Try again in a minute.",
    log="an analysis failed",
)


@dataclass(frozen=True)
class Bounds(JobBounds):
    """How much analyses may take."""

    kept: int = 50
    positions: int = 400  # of one game
    simulations: int = 1000  # of each


@dataclass(eq=False, kw_only=True)
class _Analysis(Job):
    game: Game
    record: str  # without notes: equal games are one
    wanted: int = 0
    watched_by: int = 1
    positions: list[AnalysedPosition] = field(default_factory=list)
    turning_points: list[TurningPoint] = field(default_factory=list)


class Analyses:
    """All analyses of a server."""

    def __init__(
        self,
        rooms: Rooms,
        replays: Replays,
        bounds: Bounds | None = None,
        command: Sequence[str] = COMMAND,
    ) -> None:
        """No analysis yet.

        Args:
            rooms: whose prepared games are used.
            replays: play the records.
            bounds: how much analyses may take.
            command: the program of the process.
        """
        self._rooms, self._replays, self._command = rooms, replays, command
        self._bounds = bounds or Bounds()
        self._jobs: BackgroundJobs[_Analysis] = BackgroundJobs(
            self._bounds, ANALYSIS_RATE, SENTENCES
        )

    async def start(self, request: m.AnalysisRequest, address: str) -> m.AnalysisStarted:
        """Start to analyse a game, or join those who analyse it already.

        Raises:
            TooManyJobs: this address, or all together, have to wait.
            SiegeworksError: the record is wrong, or the game is not over.
        """
        _, view = await self._replays.load(request.record, address)
        check_may_be_analysed(self._rooms, view.table)
        record = Record.of_table(view.table).text()
        known = self._known(record)
        if known is not None:
            return m.AnalysisStarted(known)
        self._jobs.make_room(address)
        analysis = _Analysis(address, game=view.game, record=record)
        return m.AnalysisStarted(self._jobs.start(analysis, self._analyse))

    def progress(self, analysis_id: str, known: int = 0) -> m.AnalysisProgress:
        """How far an analysis is; asking keeps it going.

        Args:
            analysis_id: its name.
            known: so many positions the client has already.

        Raises:
            NoSuchJob: it does not exist, or was forgotten.
        """
        found = self._jobs.asked(analysis_id)
        return m.AnalysisProgress(
            found.state,
            list(found.game.seats),
            found.wanted,
            self._bounds.simulations,
            found.sentence,
            found.positions[known:],
            found.turning_points,
        )

    def stop(self, analysis_id: str) -> None:
        """Somebody no longer wants it: it stops when nobody does. One that is done is kept."""
        found = self._jobs.jobs.get(analysis_id)
        if found is None or found.is_over:
            return
        found.watched_by -= 1
        if found.watched_by <= 0:
            self._jobs.stop(analysis_id)

    async def close(self) -> None:
        """Stop all analyses and their processes."""
        await self._jobs.close()

    def _known(self, record: str) -> str | None:
        """The name of an analysis of this game, done or under way."""
        for analysis_id, found in self._jobs.jobs.items():
            is_wanted = found.state == "done" or not (found.is_over or self._jobs.is_unasked(found))
            if found.record == record and is_wanted:
                self._jobs.asked(analysis_id)
                found.watched_by += 1
                return analysis_id
        return None

    async def _analyse(self, analysis: _Analysis) -> None:
        """Let a process search, and note what it reports."""
        await self._rooms.preparation.ready(cached_game(analysis.game.name, {}), True)
        assignment = Assignment(analysis.record, self._bounds.positions, self._bounds.simulations)
        reports = self._jobs.reports(analysis, self._command, assignment, Report)
        async with aclosing(reports) as found:
            async for report in found:
                analysis.wanted = report.wanted
                analysis.sentence = ""
                if report.position is not None:
                    analysis.positions.append(report.position)
                if report.turning_point is not None:
                    analysis.turning_points.append(report.turning_point)
                if len(analysis.positions) == report.wanted:
                    analysis.sentence = COMPARING
                if report.is_last:
                    analysis.state, analysis.sentence = "done", ""


def check_may_be_analysed(rooms: Rooms, table: Table) -> None:
    """May this game be analysed, and may branches of it be tried?

    Raises:
        SiegeworksError: it is not over, or people are playing it now.
    """
    if not table.over:
        raise SiegeworksError(NOT_OVER)
    check_not_in_play(rooms.loaded.values(), table.game, _without_its_end(table.steps))


def _without_its_end(steps: Sequence[Step]) -> Sequence[Step]:
    """The steps before somebody resigned or all agreed: a copy of a running game that ends in such
    a step is still that game."""
    end = len(steps)
    while end and steps[end - 1].actor == TABLE:
        end -= 1
    return steps[:end]
