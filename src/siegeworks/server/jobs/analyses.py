"""Analyses of finished games: the winning chances in every position, and the turning points

Everybody who asks about the same game shares one analysis, and it is remembered for those who ask
later.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from siegeworks.lab.analysis import AnalysedPosition, TurningPoint, totals
from siegeworks.server import messages as m
from siegeworks.server.jobs.background_jobs import JobSentences
from siegeworks.server.jobs.findings import AnalysisProgress
from siegeworks.server.jobs.searches import Assignment, Report, Search, Searches
from siegeworks.server.runtime.settings import Rate

ANALYSIS_RATE = Rate(12, 60 / 3600)  # analyses that one address starts
COMPARING = "Looking for better moves at the turning points."
SENTENCES = JobSentences(
    waiting="Waiting for another analysis to finish.",
    starting="Preparing the search.",
    stopped="The analysis was stopped.",
    failed="The analysis failed. Start it again.",
    unknown="There is no such analysis here; it may have been forgotten. Start it again.",
    busy="One of your analyses is running. Wait until it is done, or stop it.",
    too_often="You have started many analyses. Wait a few minutes before the next one.",
    full="Many analyses are waiting. Try again in a minute.",
    log="an analysis failed",
)


@dataclass(eq=False, kw_only=True)
class _Analysis(Search):
    seats: list[str]
    wanted: int = 0
    positions: list[AnalysedPosition] = field(default_factory=list)
    turning_points: list[TurningPoint] = field(default_factory=list)

    def note(self, report: Report) -> None:
        """As `Job.note`."""
        self.wanted, self.sentence = report.wanted, ""
        if report.position is not None:
            self.positions.append(report.position)
        if report.turning_point is not None:
            self.turning_points.append(report.turning_point)
        if len(self.positions) == report.wanted:
            self.sentence = COMPARING
        if report.is_last:
            self.state, self.sentence = "done", ""


class Analyses(Searches[_Analysis, AnalysisProgress]):
    """All analyses of a server."""

    rate, sentences = ANALYSIS_RATE, SENTENCES

    async def start(self, request: m.AnalysisRequest, address: str) -> m.AnalysisStarted:
        """Start to analyse a game, or join those who analyse it already.

        Raises:
            TooManyJobs: this address, or all together, have to wait.
            SiegeworksError: the record is wrong, or the game is not over.
        """
        opened = await self._open(request.record, address)
        game, record = opened.game, opened.played.record
        known = self._known(record)
        if known is not None:
            return m.AnalysisStarted(known)
        self.make_room(address)
        assignment = Assignment(record, self.bounds.positions, self.bounds.simulations)
        seats = list(game.seats)
        analysis = _Analysis(address, game.name, assignment=assignment, seats=seats)
        return m.AnalysisStarted(self.begin(analysis))

    def described(self, analysis: _Analysis) -> AnalysisProgress:
        """As `BackgroundJobs.described`."""
        return AnalysisProgress(
            state=analysis.state,
            seats=analysis.seats,
            wanted=analysis.wanted,
            simulations=self.bounds.simulations,
            sentence=analysis.sentence,
            positions=list(analysis.positions),
            turning_points=analysis.turning_points,
            totals=totals(analysis.seats, analysis.positions),
        )

    def _known(self, record: str) -> str | None:
        """The name of an analysis of this game, done or under way."""
        for analysis_id, analysis in self.jobs.items():
            is_under_way = not analysis.is_over and not self.is_unasked(analysis)
            is_wanted = analysis.state == "done" or is_under_way
            if analysis.assignment.record == record and is_wanted:
                self.asked(analysis_id)
                analysis.watched_by += 1
                return analysis_id
        return None
