"""Bots, hints and reviews: what is asked of the processes that search. They get observations."""

import secrets
from collections.abc import Callable
from functools import partial

from siegeworks.bots.hints import Hint
from siegeworks.bots.review import Review
from siegeworks.core.contract import Action, Observation
from siegeworks.core.game import Game
from siegeworks.server.jobs import bot_worker as worker
from siegeworks.server.jobs.bot_worker import Question
from siegeworks.server.jobs.job_pool import JobPool
from siegeworks.server.jobs.job_process import JobFailed
from siegeworks.server.jobs.preparation import key_of
from siegeworks.server.runtime.error_log import log_failure
from siegeworks.server.runtime.settings import JobLimits

HINT_SECONDS = 1.5
QUICK_SIMULATIONS = 500  # a bot needs about a tenth of a second for these

Observe = Callable[[], Observation | None]


class BotPool:
    """All bots of a server."""

    def __init__(self, pool: JobPool, limits: JobLimits) -> None:
        """Bots that search in these processes."""
        self._pool, self._limits = pool, limits

    async def choose(
        self,
        table: str,
        level: int,
        game: Game,
        observe: Observe,
        address: str,
        *,
        is_compiled: bool = True,
        seconds: float | None = None,
    ) -> str | None:
        """The token that a bot of this level (1 … 8) plays at a table; None: no move is needed. If
        it fails, a greedy bot plays instead. Bots of different addresses take turns.

        Args:
            table: whose bot it is.
            level: of the bot.
            game: that is played.
            observe: called when the search starts: what the seat to act may know then; None if no
                move is needed.
            address: for whom it plays.
            is_compiled: can its search run? If not, it searches in plain Python.
            seconds: how long it may search; None: as long as the limits say.

        Raises:
            TooManyJobs: too many of this address are waiting.
            JobFailed: the greedy bot failed, too.
        """
        quick = is_compiled and is_quick(game, level)
        async with self._pool.turn(address, table, quick=quick) as slot:
            seen = observe()
            if seen is None:
                return None
            question = _question(game, seen)
            spec = f"level:{level}"
            seconds = self._limits.bot_seconds if seconds is None else seconds
            work = partial(worker.choose, question, spec, table, seconds, self._limits.kept_bytes)
            if not is_compiled:
                work = partial(worker.choose_once, question, spec, seconds)
            try:
                return await self._pool.run_in(slot, work, key=table)
            except JobFailed as error:
                log_failure(f"a bot of level {level} failed at {game.name}", error)
                work = partial(worker.choose_once, question, "greedy", seconds)
                return await self._pool.run_in(slot, work)

    async def hints(
        self, game: Game, seen: Observation, address: str, table: str = ""
    ) -> list[Hint]:
        """The best moves of the seat to act in `seen`; addresses, and their tables, take turns.

        Raises:
            TooManyJobs: too many of this address or table are waiting.
            JobFailed: there is no answer.
        """
        work = partial(worker.give_hints, _question(game, seen), HINT_SECONDS)
        return await self._pool.run(address, work, table=table)

    async def review(
        self, game: Game, seen: Observation, action: Action, address: str, table: str = ""
    ) -> Review | None:
        """Whether this action was poor, and what was better; as long and as urgent as hints."""
        work = partial(worker.give_review, _question(game, seen), action, HINT_SECONDS)
        return await self._pool.run(address, work, table=table)


def is_quick(game: Game, level: int) -> bool:
    """Does a bot of this level answer in a small part of a second?"""
    simulations = game.advice.levels[level - 1].simulations
    return simulations is not None and simulations <= QUICK_SIMULATIONS


def _question(game: Game, seen: Observation) -> Question:
    return Question(key_of(game), seen.tobytes(), secrets.randbits(64))
