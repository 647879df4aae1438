"""Branches of finished games: other moves are tried, and searched in a process of their own

Nothing is kept between requests but the games, which were played again for their analyses. A branch
of a game that people are playing now is refused as that game is, however the branch was led there.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from functools import partial

from siegeworks.core.contract import REFEREE
from siegeworks.core.errors import SiegeworksError
from siegeworks.core.random import new_rng
from siegeworks.core.text import counted
from siegeworks.lab.analysis import BranchFindings
from siegeworks.play import branch as play
from siegeworks.play.record import Record
from siegeworks.play.summary import ending
from siegeworks.server import messages as m
from siegeworks.server.analysis_worker import Assignment, Fork, Report
from siegeworks.server.background_jobs import JobSentences
from siegeworks.server.fair_play import check_not_in_play
from siegeworks.server.limits import Rate
from siegeworks.server.replays import OpenView
from siegeworks.server.searches import Search, Searches

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


@dataclass(eq=False, kw_only=True)
class _BranchSearch(Search):
    found: BranchFindings | None = None

    def note(self, report: Report) -> None:
        self.found, self.sentence, self.state = report.branch, "", "done"


class Branches(Searches[_BranchSearch]):
    """What is tried on this server."""

    rate, sentences = SEARCH_RATE, SENTENCES

    async def show(self, request: m.BranchRequest, address: str) -> m.Branch:
        """A branch, and the moves that there are at its end.

        Raises:
            SiegeworksError: the game is not over or not there, or a step is illegal.
        """
        view, branch = await self._branch(request, address)
        work = partial(_message, view, branch, request.known)
        return await self._rooms.loaders.run(address, work, quick=True)

    async def search(self, request: m.BranchEnd, address: str) -> m.AnalysisStarted:
        """Start to search the end of a branch; the last search of this address stops.

        Raises:
            TooManyJobs: this address, or all together, have to wait.
            SiegeworksError: as for `show`.
        """
        view, branch = await self._branch(request, address)
        record = Record.of_table(view.table).text()
        fork = Fork(request.step, list(request.moves))
        for name, job in list(self._jobs.jobs.items()):
            if job.address == address and not job.is_over:
                self._jobs.stop(name)
        self._jobs.make_room(address)
        assignment = Assignment(record, 0, self._bounds.simulations, fork)
        game = branch.table.game.name
        return self._start(_BranchSearch(address, game=game, assignment=assignment))

    async def record(self, request: m.BranchEnd, address: str) -> m.BranchRecord:
        """The game up to the branch and along it, as a record. It names no players.

        Raises:
            SiegeworksError: as for `show`.
        """
        _, branch = await self._branch(request, address)
        return m.BranchRecord(Record.of_table(branch.table).text())

    def progress(self, search: str) -> m.BranchSearch:
        """How far a search is; asking keeps it going.

        Raises:
            NoSuchJob: it does not exist, or was forgotten.
        """
        job = self._jobs.asked(search)
        return m.BranchSearch(job.state, job.sentence, job.found)

    def stop(self, search: str) -> None:
        """Nobody wants it any more."""
        job = self._jobs.jobs.get(search)
        if job is not None and not job.is_over:
            self._jobs.stop(search)

    async def _branch(self, request: m.BranchEnd, address: str) -> tuple[OpenView, play.Branch]:
        view = await self._open(request.record, address)
        table = view.table
        if request.step > len(table.steps):
            raise SiegeworksError(
                f"The record has {counted(len(table.steps), 'step')}; begin at one of them."
            )
        branch = play.Branch(table, request.step)
        work = partial(branch.play, request.moves)
        await self._rooms.loaders.run(address, work, quick=True)
        steps = branch.table.steps
        check_not_in_play(self._rooms.loaded.values(), table.game, steps)
        return view, branch


def _message(view: OpenView, branch: play.Branch, known: int) -> m.Branch:
    branch.deal(new_rng(secrets.randbits(64)))
    table, start = branch.table, branch.start
    shown = OpenView(table, view.encoder)
    shown.turns.update()
    first = shown.turns.at(start)
    return m.Branch(
        steps=shown.steps(REFEREE, start),
        history=shown.history(REFEREE, first),
        first_turn=first,
        positions=[
            m.Position(shown.scene(REFEREE, index), shown.changed_at(index))
            for index in range(start + known, len(table.states))
        ],
        to_act=table.game.actor(table.state),
        legal=[] if table.over else table.game.legal_texts(table.state),
        result=table.result,
        ending=ending(table) if table.over else "",
    )
