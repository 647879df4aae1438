"""The bots of one table: they play when it is their turn and a person is there to play with."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from siegeworks.core.contract import Observation, Seat
from siegeworks.core.errors import SiegeworksError
from siegeworks.server.jobs.bot_pool import BotPool
from siegeworks.server.jobs.fair_pool import TooManyJobs
from siegeworks.server.jobs.preparation import Preparation
from siegeworks.server.monitoring.metrics import BOT_MOVES, timed
from siegeworks.server.runtime.error_log import log_failure
from siegeworks.server.runtime.settings import ServerSettings
from siegeworks.server.runtime.tasks import start_task
from siegeworks.server.storage.event_log import STEP, TAKEBACK, Event
from siegeworks.server.storage.group_writer import Conflict, NotStored
from siegeworks.server.storage.leases import Fence
from siegeworks.server.storage.rows import SeatRow
from siegeworks.server.tables.changes import deal
from siegeworks.server.tables.connection import Connection
from siegeworks.server.tables.live_table import LiveTable
from siegeworks.server.tables.neighbors import Neighbors


class BotHost(Protocol):
    """What the driver needs of the server."""

    bots: BotPool
    preparation: Preparation
    neighbors: Neighbors
    settings: ServerSettings
    bot_pace: float  # the least seconds per move, where a bot's speed could reveal a secret


class BotRoom(Protocol):
    """What the driver needs of the room."""

    live: LiveTable
    lock: asyncio.Lock
    is_unloaded: bool
    trouble: str

    def player(self) -> Connection | None:
        """A person who is here and still in the game."""

    async def take_time(self, by: Seat, spent: int | None) -> None:
        """Before a seat acts: the clock learns of it, or its flag falls."""

    def bot_seconds(self, seat: Seat) -> float:
        """How long a bot may search for its move."""

    async def commit(self, start: int, events: Sequence[Event], fence: Fence | None) -> None:
        """Store new events and show them to everybody."""

    def report(self, trouble: str) -> None:
        """Show everybody why the game does not go on."""


class BotDriver:
    """Lets the bots of a room act."""

    def __init__(self, host: BotHost, room: BotRoom) -> None:
        self._host, self._room, self._live = host, room, room.live
        self.task: asyncio.Task[None] | None = None  # while bots act, and the last time they did

    def wake(self) -> None:
        """Let bots act if it is a bot's turn."""
        if self.to_act() is None:
            return
        if self.task is None or self.task.done():
            self.task = start_task(self._play(), "the bots of a table failed")

    def stop(self) -> None:
        if self.task is not None:
            self.task.cancel()

    def to_act(self) -> SeatRow | None:
        """The bot that is to act now; None while it must wait."""
        live, room = self._live, self._room
        if live.to_act < 0 or not live.is_ready or room.trouble or room.player() is None:
            return None
        if live.log.offer is not None and live.log.offer.what == TAKEBACK:
            return None  # a move would withdraw the request: it waits for the answer
        row = live.seats[live.to_act]
        return row if row.who == "bot" else None

    async def _play(self) -> None:
        """Act as long as it is a bot's turn, and of several workers only one. A choice for a
        position that no longer exists is dropped."""
        live, room = self._live, self._room
        while (row := self.to_act()) is not None:
            turn = await self._turn(row)
            if turn is None:  # another worker plays them; if it fails, we do later
                await asyncio.sleep(self._host.settings.retry_seconds)
                continue
            try:
                with timed(BOT_MOVES, str(row.level)):
                    token = await self._choose(turn)
                searched = round(1000 * (time.monotonic() - turn.begun))
            except TooManyJobs:  # they take turns
                await asyncio.sleep(self._host.settings.retry_seconds)
                continue
            except Exception as error:
                if live.log.version != turn.version:
                    continue
                log_failure(f"no bot could move at a table of {live.game.name}", error)
                room.report(f"The bot of {live.name(row.seat)} failed; undo a move to go on.")
                return
            async with room.lock:
                if room.is_unloaded:
                    return
                if token is None or live.log.version != turn.version:
                    continue
                try:
                    await room.take_time(row.seat, searched)
                    events = [live.log.add(Event(STEP, live.name(row.seat), token)), *deal(live)]
                    await room.commit(turn.version, events, turn.fence)
                except SiegeworksError as error:  # it moves again when somebody reconnects
                    if isinstance(error, Conflict) and not room.is_unloaded:
                        continue  # its time is up
                    log_failure(f"a bot's move at {live.game.name} was not stored", error)
                    return

    async def _turn(self, row: SeatRow) -> BotTurn | None:
        """The move that this bot is to make; None if this worker does not play the bots."""
        try:
            fence = await self._host.neighbors.claim_bots(self._live.id)
            return BotTurn(row, fence, self._live.log.version, time.monotonic())
        except Conflict:
            return None
        except NotStored as error:
            log_failure("a bot could not be claimed", error)
            return None

    async def _choose(self, turn: BotTurn) -> str | None:
        """A bot's move. Where there are secrets it takes at least a fixed time, since a quick
        answer could reveal one."""
        live, host = self._live, self._host
        ready = host.preparation.prepare_soon(live.game, searching=True)
        await asyncio.wait({ready}, timeout=host.settings.search_wait_seconds)
        player, is_ready = self._room.player(), ready.done()
        if player is None:
            return None
        seconds = self._room.bot_seconds(turn.row.seat)
        choice = host.bots.choose(
            live.id,
            turn.row.level,
            live.game,
            partial(self.observe, turn),
            player.address,
            is_compiled=is_ready,
            seconds=seconds,
        )
        if not live.game.has_secrets:
            return await choice
        pace = host.bot_pace if is_ready else host.bot_pace + seconds
        token, _ = await asyncio.gather(choice, asyncio.sleep(pace))
        return token

    def observe(self, turn: BotTurn) -> Observation | None:
        """What a bot may know now, when its search starts; None if it is no longer to act."""
        if self._room.is_unloaded or self.to_act() is not turn.row:
            return None
        seen = self._live.table.view(turn.row.seat)
        turn.version, turn.begun = self._live.log.version, time.monotonic()
        return seen


@dataclass
class BotTurn:
    """One move of a bot, chosen from the position at the time when its search starts, and written
    under the lease that its worker had before: another one may have taken it meanwhile."""

    row: SeatRow
    fence: Fence | None
    version: int  # of the game, in that position
    begun: float  # its time for the move runs since then
