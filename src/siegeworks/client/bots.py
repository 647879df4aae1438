"""A bot of this machine at a table of a server: it learns what its seat may know, and no more."""

import asyncio
import secrets
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from threading import Thread
from typing import Any

from siegeworks.bots import Bot, make_bot
from siegeworks.bots.search import Budget, SearchBot
from siegeworks.client.session import Session
from siegeworks.core.contract import Action
from siegeworks.core.errors import SiegeworksError
from siegeworks.core.game import Game
from siegeworks.core.random import new_rng
from siegeworks.core.records import record_of
from siegeworks.games import load
from siegeworks.server import messages as m

MOVES_LEFT = 20  # for which a bot keeps time, as far as it knows
NETWORK_SECONDS = 0.5  # of its time that a bot leaves for the way of its move
LEAST_SECONDS = 0.05  # that a search gets in any case


def game_at(welcome: m.Welcome) -> Game:
    """The game of a table, as this machine knows it.

    Raises:
        SiegeworksError: it does not know it.
    """
    return load(welcome.game, welcome.options, map_rows=welcome.map_rows or None)


def observation_of(game: Game, observed: m.Observed) -> Any:
    """The observation that a bot chooses by.

    Raises:
        SiegeworksError: the server plays by another ruleset.
    """
    if observed.ruleset != game.ruleset:
        raise SiegeworksError(
            f"The server plays {game.title} by ruleset {observed.ruleset}, and this machine by "
            f"{game.ruleset}. Install the server's version."
        )
    return record_of(observed.fields, game.state_type)


class BotPlayer:
    """Plays all seats of a session with one kind of bot."""

    def __init__(self, session: Session, spec: str, game: Game) -> None:
        """A bot such as "level:6" for each seat of the session that is to act.

        Raises:
            UnknownBot: there is none.
        """
        self._session, self._spec, self._game = session, spec, game
        self._bots: dict[str, Bot] = {}
        tried = make_bot(spec, game, new_rng(0))
        self._budget = tried.budget if isinstance(tried, SearchBot) else None

    async def play(self, on_move: Callable[[str], object] = lambda token: None) -> m.View:
        """Play until the game is over; the last view. `on_move` is called with each of its moves,
        once it stands.

        Raises:
            SiegeworksError: the server has closed the table, or refuses a legal move.
        """
        session = self._session
        async for view in session.turns():
            token = await self._choose(view)
            if token is not None and await session.act(token) is not None:
                on_move(token)
        assert session.view is not None
        return session.view

    async def _choose(self, view: m.View) -> str | None:
        """The bot's move; None: the table has changed meanwhile."""
        seat = view.to_act
        assert seat is not None
        observed = await self._session.observe(seat)
        if observed.version != view.version:
            return None
        seen = observation_of(self._game, observed)
        bot = self._bots.get(seat)
        if bot is None:
            bot = self._bots[seat] = make_bot(self._spec, self._game, new_rng(secrets.randbits(63)))
        seconds, budget = self.seconds(seat), self._budget
        if isinstance(bot, SearchBot) and budget is not None and seconds is not None:
            limit = seconds if budget.seconds is None else min(budget.seconds, seconds)
            bot.budget = Budget(budget.simulations, limit)
        action: Action = await _apart(partial(bot.choose, seen))
        return self._game.action_texts[action]

    def seconds(self, seat: str) -> float | None:
        """How long the bot may search for its next move; None: as long as it likes."""
        session = self._session
        welcome, clocks = session.welcome, session.clocks
        if welcome is None or clocks is None or welcome.clock is None:
            return None
        left, clock = clocks.left[welcome.seats.index(seat)], welcome.clock
        reserve = max(0, left - clock.per_move)
        share = reserve / MOVES_LEFT + (clock.per_move + clock.increment) / 2
        return max(LEAST_SECONDS, min(share / 1000, left / 1000 - NETWORK_SECONDS))


async def _apart(work: Callable[[], Any]) -> Any:
    """What this returns, from a thread that keeps no program from ending: a search cannot be
    stopped."""
    answer: Future[Any] = Future()
    answer.set_running_or_notify_cancel()  # who waits for it may be cancelled, but not the search

    def run() -> None:
        try:
            answer.set_result(work())
        except Exception as error:
            answer.set_exception(error)

    Thread(target=run, daemon=True).start()
    return await asyncio.wrap_future(answer)
