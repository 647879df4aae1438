"""What searches of finished games share: which games, and a process that takes what others leave

Who asks sends the record, so a search reveals nothing that its sender does not know. A game that is
not over is refused, and so is one that people are playing now.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from typing import ClassVar, Generic, TypeVar

from siegeworks.core.errors import SiegeworksError
from siegeworks.core.game import Game
from siegeworks.play.table import TABLE, Step
from siegeworks.server import messages as m
from siegeworks.server.jobs.analysis_worker import COMMAND, Assignment, Report
from siegeworks.server.jobs.background_jobs import BackgroundJobs, Job, JobBounds, JobSentences
from siegeworks.server.jobs.preparation import cached_game
from siegeworks.server.jobs.replays import PlayedRecord, Replays
from siegeworks.server.runtime.settings import Rate

NOT_OVER = "This game is not over yet. Its winning chances are shown when it is."


@dataclass(frozen=True)
class Bounds(JobBounds):
    """How much searches may take."""

    kept: int = 50
    positions: int = 400  # of one game
    simulations: int = 1000  # of each


@dataclass(eq=False, kw_only=True)
class Search(Job, ABC):
    """One of them."""

    game: str
    assignment: Assignment
    watched_by: int = 1

    @abstractmethod
    def note(self, report: Report) -> None:
        """Keep what its process has found."""


S = TypeVar("S", bound=Search)


class Searches(Generic[S]):
    """All searches of one kind."""

    rate: ClassVar[Rate]  # of those that one address starts
    sentences: ClassVar[JobSentences]

    def __init__(
        self,
        replays: Replays,
        check_not_in_play: Callable[[Game, Sequence[Step]], Awaitable[None]],
        bounds: Bounds | None = None,
        command: Sequence[str] = COMMAND,
    ) -> None:
        """No search yet.

        Args:
            replays: play the records.
            check_not_in_play: raises SiegeworksError if people are playing this game.
            bounds: how much searches may take.
            command: the program of their process.
        """
        self._replays, self._check, self._command = replays, check_not_in_play, command
        self._bounds = bounds or Bounds()
        self._jobs: BackgroundJobs[S] = BackgroundJobs(self._bounds, self.rate, self.sentences)

    async def close(self) -> None:
        """Stop all searches and their processes."""
        await self._jobs.close()

    def stop(self, name: str) -> None:
        """Somebody no longer wants it: it stops when nobody does. One that is done is kept."""
        job = self._jobs.jobs.get(name)
        if job is None or job.is_over:
            return
        job.watched_by -= 1
        if job.watched_by <= 0:
            self._jobs.stop(name)

    async def _open(self, record: str, address: str) -> PlayedRecord:
        """The game of a record, with everything revealed.

        Raises:
            SiegeworksError: the record is wrong, the game is not over, or people are playing it.
        """
        opened = await self._replays.load(record, address)
        if not opened.played.is_over:
            raise SiegeworksError(NOT_OVER)
        await self._check(opened.game, _without_its_end(opened.played.steps))
        return opened

    def _start(self, search: S) -> m.AnalysisStarted:
        """Start a search, for which there is room."""
        return m.AnalysisStarted(self._jobs.start(search, self._run))

    async def _run(self, search: S) -> None:
        """Let a process search, and note what it reports."""
        await self._replays.preparation.ready(cached_game(search.game, {}), True)
        reports = self._jobs.reports(search, self._command, search.assignment, Report)
        async with aclosing(reports) as open_reports:
            async for report in open_reports:
                search.note(report)


def _without_its_end(steps: Sequence[Step]) -> Sequence[Step]:
    """The steps before somebody resigned or all agreed: a copy of a running game that ends in such
    a step is still that game."""
    end = len(steps)
    while end and steps[end - 1].actor == TABLE:
        end -= 1
    return steps[:end]
