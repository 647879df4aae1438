"""Bots at their own pace: they think in threads of their own, so that no other table waits."""

from __future__ import annotations

import asyncio
import os
import secrets
import sys
import threading
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeVar

from siegeworks.bots import Bot, Budget, make_bot
from siegeworks.bots.hints import Hint, hints
from siegeworks.bots.levels import level_bot
from siegeworks.core.game import Action, Game, Observation, Seat
from siegeworks.core.random import new_rng
from siegeworks.server.journal import note

T = TypeVar("T")
HINT_SECONDS = 1.5
MOST_BOTS = 32  # that keep what they thought; the others begin anew at their next turn
AT_ONCE = 4 * (os.cpu_count() or 1)  # so that a quick bot need not wait for slow ones
HINTS_AT_ONCE = AT_ONCE // 2  # so that those who ask for hints hold no bot up
NICENESS = 10  # how far thinking steps back behind answering


class Thinkers:
    """All bots of a server. They are given observations, never states."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(
            AT_ONCE, thread_name_prefix="thinker", initializer=_step_back
        )
        self._bots: OrderedDict[tuple[str, Seat], Bot] = OrderedDict()
        self._hinting = asyncio.Semaphore(HINTS_AT_ONCE)

    def close(self) -> None:
        """Begin no thought any more."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    def forget(self, table: str) -> None:
        """Let go of what the bots of a table thought."""
        for key in [key for key in self._bots if key[0] == table]:
            del self._bots[key]

    async def choose(self, table: str, level: int, game: Game, seen: Observation) -> str:
        """The token that a bot plays. One that fails is stood in for by one that plays greedily.

        Args:
            table: whose bot it is; it keeps its thoughts from turn to turn.
            level: 1 … 8.
            game: what is played.
            seen: what the seat to act may know.
        """
        key = table, int(seen.to_act)
        bot = self._bots.pop(key, None)
        action: Action
        try:
            if bot is None:
                bot = await self._in_thread(partial(new_bot, f"level:{level}", game))
            action = await self._in_thread(partial(bot.choose, seen))
        except Exception as error:
            note(f"a bot of level {level} failed at {game.name}", error)
            action = await self._in_thread(lambda: new_bot("greedy", game).choose(seen))
        else:
            self._bots[key] = bot
            if len(self._bots) > MOST_BOTS:
                self._bots.popitem(last=False)
        return game.action_texts[action]

    async def choose_meanwhile(self, level: int, game: Game, seen: Observation) -> str:
        """What a bot plays whose search is still being compiled: the same, in plain Python, as far
        as it gets in the seconds that it has."""

        def choose() -> Action:
            bot = level_bot(game, new_rng(secrets.randbits(64)), str(level))
            bot.run_plain()
            return bot.choose(seen)

        return game.action_texts[await self._in_thread(choose)]

    async def hints(self, game: Game, seen: Observation) -> list[Hint]:
        """The best moves of the seat to act in `seen`."""
        rng = new_rng(secrets.randbits(64))
        budget = Budget(seconds=HINT_SECONDS)
        async with self._hinting:
            return await self._in_thread(lambda: hints(game, seen, rng, budget))

    async def _in_thread(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._pool, work)


def new_bot(spec: str, game: Game) -> Bot:
    """A bot with a random generator of its own."""
    return make_bot(spec, game, new_rng(secrets.randbits(64)))


def _step_back() -> None:
    """Let this thread run only when the others leave a processor free; only Linux can do that."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)
