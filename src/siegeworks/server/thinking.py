"""Bots at their own pace: they think in threads of their own, so that no other table waits.

Memory is bounded: only so many think at once, and of what they thought only so much is kept until
their next turn.
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
from siegeworks.bots.levels import level_bot
from siegeworks.bots.search import SearchBot
from siegeworks.core.game import Action, Game, Observation, Seat
from siegeworks.core.random import new_rng
from siegeworks.server.error_log import note
from siegeworks.server.turns import Turns

HINT_SECONDS = 1.5
MOST_KEPT = 64 << 20  # bytes of trees that wait for their bots' next turns, over all tables
AT_ONCE = min(8, max(2, os.cpu_count() or 1))  # long searches; each may take 180 MB
OF_ONE = AT_ONCE // 2  # of these, for one address
QUICK = 2  # threads for quick bots alone
HINTS_AT_ONCE = max(2, AT_ONCE // 2)  # so that those who ask for hints hold no bot up
QUICK_SIMULATIONS = 500  # with so many a bot answers in about a tenth of a second
NICENESS = 10  # how far thinking steps back behind answering

Look = Callable[[], Observation | None]


class Kept(NamedTuple):
    """A bot between its turns."""

    bot: Bot
    size: int  # bytes of its trees, at their largest


class Thinkers:
    """All bots of a server. They are given observations, never states."""

    def __init__(self) -> None:
        self._turns = Turns("thinker", AT_ONCE, of_one=OF_ONE, quick=QUICK, initializer=_step_back)
        self._hinting = Turns(
            "adviser", HINTS_AT_ONCE, of_one=HINTS_AT_ONCE // 2, initializer=_step_back
        )
        self._kept: OrderedDict[tuple[str, Seat], Kept] = OrderedDict()

    def close(self) -> None:
        """Begin no thought any more."""
        self._turns.close()
        self._hinting.close()

    @property
    def kept_bytes(self) -> int:
        """How much memory is taken by the trees of bots that do not think now."""
        return sum(kept.size for kept in self._kept.values())

    def forget(self, table: str) -> None:
        """Let go of what the bots of a table thought."""
        for key in [key for key in self._kept if key[0] == table]:
            del self._kept[key]

    async def choose(
        self, table: str, level: int, game: Game, look: Look, address: str
    ) -> str | None:
        """The token that a bot plays. One that fails is stood in for by one that plays greedily.

        Args:
            table: whose bot it is; what it thought is kept for its next turn, if there is room.
            level: 1 … 8.
            game: what is played.
            look: called when the bot begins to think: what the seat to act may know then; None if
                it need not think any more.
            address: for whom it thinks; bots of different addresses take turns.

        Returns:
            None if it need not think any more.
        """
        async with self._turns.turn(address, quick=is_quick(game, level)) as turn:
            seen = look()
            if seen is None:
                return None
            key = table, int(seen.to_act)
            kept = self._kept.pop(key, None)
            action: Action
            try:
                bot = kept.bot if kept else await turn.run(lambda: new_bot(f"level:{level}", game))
                action = await turn.run(lambda: bot.choose(seen))
            except Exception as error:
                note(f"a bot of level {level} failed at {game.name}", error)
                action = await turn.run(lambda: new_bot("greedy", game).choose(seen))
            else:
                self._keep(key, Kept(bot, max(size_of(bot), kept.size if kept else 0)))
        return game.action_texts[action]

    def _keep(self, key: tuple[str, Seat], kept: Kept) -> None:
        """Keep a bot for its next turn; the others go that were not asked for the longest time."""
        if kept.size > MOST_KEPT:
            return
        self._kept[key] = kept
        while self.kept_bytes > MOST_KEPT:
            self._kept.popitem(last=False)

    async def choose_meanwhile(
        self, level: int, game: Game, look: Look, address: str
    ) -> str | None:
        """What a bot plays whose search is still being compiled: the same, in plain Python, as far
        as it gets in the seconds that it has. Arguments and result as for `choose`."""
        async with self._turns.turn(address) as turn:
            seen = look()
            if seen is None:
                return None

            def choose() -> Action:
                bot = level_bot(game, new_rng(secrets.randbits(64)), str(level))
                bot.run_plain()
                return bot.choose(seen)

            return game.action_texts[await turn.run(choose)]

    async def hints(self, game: Game, seen: Observation, address: str) -> list[Hint]:
        """The best moves of the seat to act in `seen`; hints of different addresses take turns."""
        rng = new_rng(secrets.randbits(64))
        budget = Budget(seconds=HINT_SECONDS)
        return await self._hinting.run(address, lambda: hints(game, seen, rng, budget))


def is_quick(game: Game, level: int) -> bool:
    """Does a bot of this level answer in a small part of a second?"""
    simulations = game.advice.levels[level - 1].simulations
    return simulations is not None and simulations <= QUICK_SIMULATIONS


def size_of(bot: Bot) -> int:
    """How many bytes its trees take; 0 for a bot that does not search."""
    return bot.tree_bytes if isinstance(bot, SearchBot) else 0


def new_bot(spec: str, game: Game) -> Bot:
    """A bot with a random generator of its own."""
    return make_bot(spec, game, new_rng(secrets.randbits(64)))


def _step_back() -> None:
    """Let this thread run only when the others leave a processor free; only Linux can do that."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)
