"""What searches of finished games share: which games, and which search.

Who asks sends the record, so a search reveals nothing that its sender does not know. A game that is
not over is refused, and so is one that people are playing now.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

import msgspec

from siegeworks.core.errors import SiegeworksError
from siegeworks.core.game import Game
from siegeworks.lab.analysis import (
    AnalysedPosition,
    Analysis,
    BranchFindings,
    TurningPoint,
    search_branch,
    turns_to_analyse,
)
from siegeworks.play.record import parse_record, replay
from siegeworks.play.table import TABLE, Step
from siegeworks.server.jobs.background_jobs import BackgroundJobs, Job, JobBounds
from siegeworks.server.jobs.job_pool import JobPool
from siegeworks.server.jobs.replays import PlayedRecord, Replays

NOT_OVER = "This game is not over yet. Its winning chances are shown when it is."


# In another process ------------------------------------------------------------------------------


class Fork(msgspec.Struct):
    """Where a branch leaves the game, and its own steps."""

    step: int  # after this many steps of the game
    moves: list[str]


class Assignment(msgspec.Struct):
    """What to analyse, and how much."""

    record: str  # of a finished game, with its map if that is not shipped
    positions: int  # at most
    simulations: int  # of each
    branch: Fork | None = None  # analyse this branch, not the game


class Report(msgspec.Struct, omit_defaults=True):
    """What was found."""

    wanted: int  # positions in all
    position: AnalysedPosition | None = None
    turning_point: TurningPoint | None = None
    branch: BranchFindings | None = None
    is_last: bool = False


def analysed(task: Assignment) -> Iterator[Report]:
    """What there is to find: of a branch a single thing, of a finished game every position, then
    every turning point."""
    table = replay(parse_record(task.record))
    if task.branch is not None:
        fork = task.branch
        branch = table.branch(fork.step)
        branch.play_all(fork.moves)
        findings = search_branch(branch, fork.step, task.simulations)
        yield Report(1, branch=findings, is_last=True)
        return
    analysis = Analysis(table, task.simulations)
    after = turns_to_analyse(analysis.turns, task.positions)
    for position in analysis.positions(after):
        yield Report(len(after), position)
    for point in analysis.turning_points():
        yield Report(len(after), turning_point=point)
    yield Report(len(after), is_last=True)


# In the server ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Bounds(JobBounds):
    """How much searches may take."""

    kept: int = 50
    positions: int = 400  # of one game
    simulations: int = 1000  # of each


@dataclass(eq=False, kw_only=True)
class Search(Job):
    """One of them."""

    assignment: Assignment
    watched_by: int = 1

    def work(self) -> Callable[[], Iterator[Report]]:
        """As `Job.work`."""
        return partial(analysed, self.assignment)


S = TypeVar("S", bound=Search)
P = TypeVar("P")


class Searches(BackgroundJobs[S, P]):
    """All searches of one kind."""

    bounds: Bounds

    def __init__(
        self,
        pool: JobPool,
        replays: Replays,
        check_not_in_play: Callable[[Game, Sequence[Step]], Awaitable[None]],
        bounds: Bounds | None = None,
    ) -> None:
        """No search yet. `check_not_in_play` raises SiegeworksError if people play this game."""
        super().__init__(pool, replays.preparation, bounds or Bounds())
        self._replays, self._check = replays, check_not_in_play

    def stop(self, name: str) -> None:
        """Somebody no longer wants it: it stops when nobody does. One that is done is kept."""
        job = self.jobs.get(name)
        if job is None or job.is_over:
            return
        job.watched_by -= 1
        if job.watched_by <= 0:
            super().stop(name)

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


def _without_its_end(steps: Sequence[Step]) -> Sequence[Step]:
    """The steps before somebody resigned or all agreed: a copy of a running game that ends in such
    a step is still that game."""
    end = len(steps)
    while end and steps[end - 1].actor == TABLE:
        end -= 1
    return steps[:end]
