"""Analyses of finished games: the winning chances in every position, and the turning points

Everybody who asks about the same game shares one analysis, and it is remembered for those who ask
later.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from msgspec.structs import replace

from siegeworks.lab.analysis import Analysis, totals, turns_to_analyse
from siegeworks.play.record import parse_record, replay
from siegeworks.server import messages as m
from siegeworks.server.jobs.background_jobs import JobSentences
from siegeworks.server.jobs.findings import AnalysisProgress
from siegeworks.server.jobs.searches import Search, Searches
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


def analysed(record: str, most: int, simulations: int) -> Iterator[AnalysisProgress]:
    """Search the positions of a finished game, then its turning points, in another process. Of both
    a part has only what is new."""
    table = replay(parse_record(record))
    analysis = Analysis(table, simulations)
    after = turns_to_analyse(analysis.turns, most)
    now = AnalysisProgress("running", list(table.game.seats), len(after), simulations, "", [])
    for number, position in enumerate(analysis.positions(after), 1):
        sentence = COMPARING if number == len(after) else ""
        yield replace(now, sentence=sentence, positions=[position])
    for point in analysis.turning_points():
        yield replace(now, sentence=COMPARING, turning_points=[point])
    yield replace(now, state="done")


@dataclass(eq=False, kw_only=True)
class _Analysis(Search[AnalysisProgress]):
    record: str

    def note(self, part: AnalysisProgress) -> None:
        """As `Job.note`."""
        positions = [*self.progress.positions, *part.positions]
        points = [*self.progress.turning_points, *part.turning_points]
        sums = totals(part.seats, positions)
        self.progress = replace(part, positions=positions, turning_points=points, totals=sums)


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
        simulations = self.bounds.simulations
        work = partial(analysed, record, self.bounds.positions, simulations)
        seats = list(game.seats)
        sums = totals(seats, [])
        nothing = AnalysisProgress("waiting", seats, 0, simulations, "", [], totals=sums)
        analysis = _Analysis(address, game.name, work, nothing, record=record)
        return m.AnalysisStarted(self.begin(analysis))

    def _known(self, record: str) -> str | None:
        """The name of an analysis of this game, done or under way."""
        for analysis_id, analysis in self.jobs.items():
            is_under_way = not analysis.is_over and not self.is_unasked(analysis)
            is_wanted = analysis.progress.state == "done" or is_under_way
            if analysis.record == record and is_wanted:
                self.asked(analysis_id)
                analysis.watched_by += 1
                return analysis_id
        return None
