"""What searches of finished games share: which games, and which search.

Who asks sends the record, so a search reveals nothing that its sender does not know. A game that is
not over is refused, and so is one that people are playing now.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from siegeworks.core.errors import SiegeworksError
from siegeworks.core.game import Game
from siegeworks.play.table import TABLE, Step
from siegeworks.server.jobs.background_jobs import BackgroundJobs, Job, JobBounds, P
from siegeworks.server.jobs.job_pool import JobPool
from siegeworks.server.jobs.replays import PlayedRecord, Replays

NOT_OVER = "This game is not over yet. Its winning chances are shown when it is."


@dataclass(frozen=True)
class Bounds(JobBounds):
    """How much searches may take."""

    kept: int = 50
    positions: int = 400  # of one game
    simulations: int = 1000  # of each


@dataclass(eq=False, kw_only=True)
class Search(Job[P]):
    """One of them."""

    watched_by: int = 1


S = TypeVar("S", bound=Search[Any])


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
