"""Bots search in their own threads, so that no other table waits.

Memory is bounded: only a few search at once, and few search trees are kept until the next
turn of their bots.
"""

from __future__ import annotations

import os
import secrets
import sys
import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import NamedTuple

from siegeworks.bots import Bot, Budget, make_bot
from siegeworks.bots.hints import Hint, hints
from siegeworks.bots.levels import SECONDS, level_bot
from siegeworks.bots.review import Review, review
from siegeworks.bots.search import SearchBot
from siegeworks.core.contract import Action, Observation, Seat
from siegeworks.core.game import Game
from siegeworks.core.random import new_rng
from siegeworks.server.jobs.fair_pool import FairPool
from siegeworks.server.runtime.error_log import log_failure

HINT_SECONDS = 1.5
MAX_KEPT_BYTES = 64 << 20  # of search trees kept between turns, over all tables
MAX_SEARCHES = min(8, max(2, os.cpu_count() or 1))  # long ones at once; each may take 180 MB
MAX_SEARCHES_PER_ADDRESS = MAX_SEARCHES // 2
QUICK_THREADS = 2  # for quick bots alone
MAX_HINTS = max(2, MAX_SEARCHES // 2)  # at once, in their own threads so that no bot waits
QUICK_SIMULATIONS = 500  # a bot needs about a tenth of a second for these
NICENESS = 10  # of searches, so that answers come first

Observe = Callable[[], Observation | None]


class KeptBot(NamedTuple):
    """A bot between its turns."""

    bot: Bot
    size: int  # bytes of its trees, at their largest


class BotPool:
    """All bots of a server. They get observations, never states."""

    def __init__(self) -> None:
        self._searches = FairPool(
            "bot",
            MAX_SEARCHES,
            per_address=MAX_SEARCHES_PER_ADDRESS,
            quick=QUICK_THREADS,
            initializer=_lower_priority,
        )
        self._hints = FairPool(
            "hint", MAX_HINTS, per_address=MAX_HINTS // 2, initializer=_lower_priority
        )
        self._kept: OrderedDict[tuple[str, Seat], KeptBot] = OrderedDict()

    def close(self) -> None:
        """Start no more searches."""
        self._searches.close()
        self._hints.close()

    @property
    def kept_bytes(self) -> int:
        """How much memory the kept search trees take."""
        return sum(kept.size for kept in self._kept.values())

    def forget(self, table: str) -> None:
        """Drop the search trees of a table's bots."""
        for key in [key for key in self._kept if key[0] == table]:
            del self._kept[key]

    async def choose(
        self,
        table: str,
        level: int,
        game: Game,
        observe: Observe,
        address: str,
        *,
        seconds: float = SECONDS,
    ) -> str | None:
        """The token that a bot plays. If it fails, a greedy bot plays instead.

        Args:
            table: whose bot it is; its search tree is kept for its next turn, if there is room.
            level: 1 … 8.
            game: the game.
            observe: called when the search starts: what the seat to act may know then; None if no
                move is needed.
            address: for whom it plays; bots of different addresses take turns.
            seconds: how long it may search.

        Returns:
            None if no move is needed.
        """
        async with self._searches.slot(address, quick=is_quick(game, level)) as slot:
            seen = observe()
            if seen is None:
                return None
            key = table, int(seen.to_act)
            kept = self._kept.pop(key, None)
            action: Action
            try:
                bot = kept.bot if kept else await slot.run(lambda: new_bot(f"level:{level}", game))
                limit(bot, seconds)
                action = await slot.run(lambda: bot.choose(seen))
            except Exception as error:
                log_failure(f"a bot of level {level} failed at {game.name}", error)
                action = await slot.run(lambda: new_bot("greedy", game).choose(seen))
            else:
                self._keep(key, KeptBot(bot, max(size_of(bot), kept.size if kept else 0)))
        return game.action_texts[action]

    def _keep(self, key: tuple[str, Seat], kept: KeptBot) -> None:
        """Keep a bot for its next turn; the least recently used ones are dropped."""
        if kept.size > MAX_KEPT_BYTES:
            return
        self._kept[key] = kept
        while self.kept_bytes > MAX_KEPT_BYTES:
            self._kept.popitem(last=False)

    async def choose_uncompiled(
        self, level: int, game: Game, observe: Observe, address: str, *, seconds: float = SECONDS
    ) -> str | None:
        """The token that a bot plays while its search is still being compiled: the same search in
        plain Python, for a fixed time. Arguments and result as for `choose`."""
        async with self._searches.slot(address) as slot:
            seen = observe()
            if seen is None:
                return None

            def choose() -> Action:
                bot = level_bot(game, new_rng(secrets.randbits(64)), str(level))
                bot.run_plain()
                limit(bot, seconds)
                return bot.choose(seen)

            return game.action_texts[await slot.run(choose)]

    async def hints(self, game: Game, seen: Observation, address: str) -> list[Hint]:
        """The best moves of the seat to act in `seen`; different addresses take turns."""
        rng = new_rng(secrets.randbits(64))
        budget = Budget(seconds=HINT_SECONDS)
        return await self._hints.run(address, lambda: hints(game, seen, rng, budget))

    async def review(
        self, game: Game, seen: Observation, action: Action, address: str
    ) -> Review | None:
        """Whether this action was poor, and what was better; as long and as urgent as hints."""
        rng = new_rng(secrets.randbits(64))
        return await self._hints.run(address, lambda: review(game, seen, action, rng, HINT_SECONDS))


def is_quick(game: Game, level: int) -> bool:
    """Does a bot of this level answer in a small part of a second?"""
    simulations = game.advice.levels[level - 1].simulations
    return simulations is not None and simulations <= QUICK_SIMULATIONS


def limit(bot: Bot, seconds: float) -> None:
    """Let a bot search no longer than this."""
    if isinstance(bot, SearchBot):
        bot.budget = Budget(bot.budget.simulations, seconds)


def size_of(bot: Bot) -> int:
    """How many bytes its trees take; 0 for a bot that does not search."""
    return bot.tree_bytes if isinstance(bot, SearchBot) else 0


def new_bot(spec: str, game: Game) -> Bot:
    """A bot with its own random generator."""
    return make_bot(spec, game, new_rng(secrets.randbits(64)))


def _lower_priority() -> None:
    """Let this thread run only when others leave a processor free; only Linux can do that."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)
