"""Branches of finished games: other moves are tried, and searched in a process of their own

Nothing is kept between requests but the games, which were played again for their analyses. A branch
of a game that people are playing now is refused as that game is, however the branch was led there.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from contextlib import aclosing
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
from siegeworks.server.analyses import Bounds, check_may_be_analysed
from siegeworks.server.analysis_worker import COMMAND, Assignment, Fork, Report
from siegeworks.server.background_jobs import BackgroundJobs, Job, JobSentences
from siegeworks.server.fair_play import check_not_in_play
from siegeworks.server.limits import Rate
from siegeworks.server.preparation import cached_game
from siegeworks.server.replays import OpenView, Replays
from siegeworks.server.rooms import Rooms

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
class _Search(Job):
    game: str
    assignment: Assignment
    found: BranchFindings | None = None


class Branches:
    """What is tried on this server."""

    def __init__(
        self,
        rooms: Rooms,
        replays: Replays,
        bounds: Bounds | None = None,
        command: Sequence[str] = COMMAND,
    ) -> None:
        """No search yet.

        Args:
            rooms: whose prepared games are used.
            replays: play the records.
            bounds: how much searches may take.
            command: the program of their process.
        """
        self._rooms, self._replays, self._command = rooms, replays, command
        self._bounds = bounds or Bounds()
        self._jobs: BackgroundJobs[_Search] = BackgroundJobs(self._bounds, SEARCH_RATE, SENTENCES)

    async def show(self, request: m.BranchRequest, address: str) -> m.Branch:
        """A branch, and the moves that there are at its end.

        Raises:
            SiegeworksError: the game is not over or not there, or a step is illegal.
        """
        view, branch = await self._branch(request, address)
        work = partial(_message, view, branch, request.known)
        return await self._rooms.loaders.run(address, work, quick=True)

    async def search(self, request: m.BranchSearchRequest, address: str) -> m.AnalysisStarted:
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
        job = _Search(address, game=branch.table.game.name, assignment=assignment)
        return m.AnalysisStarted(self._jobs.start(job, self._run))

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

    async def close(self) -> None:
        """Stop all searches and their processes."""
        await self._jobs.close()

    async def _branch(
        self, request: m.BranchRequest | m.BranchSearchRequest, address: str
    ) -> tuple[OpenView, play.Branch]:
        _, view = await self._replays.load(request.record, address)
        table = view.table
        check_may_be_analysed(self._rooms, table)
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

    async def _run(self, search: _Search) -> None:
        """Let a process search, and note what it reports."""
        await self._rooms.preparation.ready(cached_game(search.game, {}), True)
        reports = self._jobs.reports(search, self._command, search.assignment, Report)
        async with aclosing(reports) as found:
            async for report in found:
                search.found, search.sentence = report.branch, ""
                search.state = "done"


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
