"""Branches of finished games: other moves are tried, and searched

Nothing is kept between requests but the games, which were played again for their analyses. A branch
of a game that people are playing now is refused as that game is, however the branch was led there.
"""

from collections.abc import Iterator, Sequence
from functools import partial

from msgspec import Raw

from siegeworks.core.errors import SiegeworksError
from siegeworks.core.text import counted
from siegeworks.lab.analysis import search_branch
from siegeworks.play.record import parse_record, replay
from siegeworks.server import messages as m
from siegeworks.server.jobs import replay_worker as worker
from siegeworks.server.jobs.background_jobs import JobSentences
from siegeworks.server.jobs.findings import BranchSearch
from siegeworks.server.jobs.replay_worker import Played, ShownBranch
from siegeworks.server.jobs.replays import PlayedRecord
from siegeworks.server.jobs.searches import Search, Searches
from siegeworks.server.runtime.settings import Rate

SEARCH_RATE = Rate(60, 600 / 3600)  # searches that one address starts: one for each move tried
SENTENCES = JobSentences(
    waiting="Waiting for another search to finish.",
    starting="The bot is thinking.",
    stopped="The search was stopped.",
    failed="The search failed. Start it again.",
    unknown="There is no such search here; it may have been forgotten. Start it again.",
    busy="The search for your last move is running. Wait until it is done, or stop it.",
    too_often="You have started many searches. Wait a minute before the next one.",
    full="Many searches are waiting. Try again in a minute.",
    log="the search of a branch failed",
)


def searched(
    record: str, step: int, moves: Sequence[str], simulations: int
) -> Iterator[BranchSearch]:
    """Search the end of a branch, in another process."""
    branch = replay(parse_record(record)).branch(step)
    branch.play_all(moves)
    yield BranchSearch("done", "", search_branch(branch, step, simulations))


class Branches(Searches[Search[BranchSearch], BranchSearch]):
    """What is tried on this server."""

    rate, sentences = SEARCH_RATE, SENTENCES

    async def show(self, request: m.BranchRequest, address: str) -> Raw:
        """A branch, and the moves that there are at its end: an `m.Branch`, as JSON. To read and
        write it again would keep all tables waiting for several milliseconds.

        Raises:
            SiegeworksError: the game is not over or not there, or a step is illegal.
        """
        opened = await self._forked(request, address)
        fork = opened.source, request.step, request.moves
        work = partial(worker.branch_shown, *fork, request.known)
        shown = await self._replays.ask(address, opened.source, ShownBranch, work)
        await self._check(opened.game, shown.steps)
        return shown.branch

    async def search(self, request: m.BranchEnd, address: str) -> m.AnalysisStarted:
        """Start to search the end of a branch; the last search of this address stops.

        Raises:
            TooManyJobs: this address, or all together, have to wait.
            SiegeworksError: as for `show`.
        """
        opened, _ = await self._branch(request, address)
        for name, job in list(self.jobs.items()):
            if job.address == address and not job.is_over:
                self.stop(name)
        self.make_room(address)
        fork = opened.played.record, request.step, request.moves
        work = partial(searched, *fork, self.bounds.simulations)
        search = Search(address, opened.game.name, work, BranchSearch("waiting", ""))
        return m.AnalysisStarted(self.begin(search))

    async def record(self, request: m.BranchEnd, address: str) -> m.BranchRecord:
        """The game up to the branch and along it, as a record. It names no players.

        Raises:
            SiegeworksError: as for `show`.
        """
        _, branch = await self._branch(request, address)
        return m.BranchRecord(branch.record)

    async def _branch(self, request: m.BranchEnd, address: str) -> tuple[PlayedRecord, Played]:
        """A game, and what it and its branch come to."""
        opened = await self._forked(request, address)
        work = partial(worker.branch_played, opened.source, request.step, request.moves)
        branch = await self._replays.ask(address, opened.source, Played, work)
        await self._check(opened.game, branch.steps)
        return opened, branch

    async def _forked(self, request: m.BranchEnd, address: str) -> PlayedRecord:
        """The game, which is long enough for this branch."""
        opened = await self._open(request.record, address)
        if request.step > len(opened.played.steps):
            raise SiegeworksError(
                f"The record has {counted(len(opened.played.steps), 'step')}; begin at one of them."
            )
        return opened
