"""A server's tables without a network: rooms on a temporary disk, and pages that only listen."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from siegeworks.core.game import SPECTATOR, Game
from siegeworks.server import messages as m
from siegeworks.server.preparation import Preparation, cached_game
from siegeworks.server.room import Room
from siegeworks.server.table_server import TableServer
from siegeworks.server.store import Store


class AtOnce(Preparation):
    """Nothing is prepared: what is called first is compiled first."""

    async def seconds_until_ready(self, game: Game, searching: bool = False) -> AsyncIterator[int]:
        for second in ():
            yield second

    def prepare_soon(self, game: Game, searching: bool = False) -> asyncio.Task[None]:
        return asyncio.create_task(asyncio.sleep(0))


class Never(AtOnce):
    """The search is never compiled."""

    def __init__(self) -> None:
        super().__init__()
        self.compiling = asyncio.create_task(asyncio.sleep(3600))

    def prepare_soon(self, game: Game, searching: bool = False) -> asyncio.Task[None]:
        return self.compiling

    async def close(self) -> None:
        self.compiling.cancel()
        await super().close()


class FakeConnection:
    """A connection that notes what it is sent."""

    def __init__(self, *seats: int, address: str = "192.0.2.1") -> None:
        self.seats, self.address = frozenset(seats), address
        self.audience, self.version, self.is_closed = SPECTATOR, 0, False
        self.shown_to = SPECTATOR
        self.texts: list[str] = []
        self.disconnected = ""

    def send(self, text: str) -> None:
        self.texts.append(text)

    def leave(self, sentence: str) -> None:
        self.disconnected = sentence

    def heard(self, kind: str) -> list[dict[str, Any]]:
        """All messages of one kind, the oldest first."""
        return [said for text in self.texts if (said := json.loads(text))["type"] == kind]

    @property
    def steps(self) -> list[dict[str, Any]]:
        """All steps, as a page puts them together."""
        steps: list[dict[str, Any]] = []
        for view in self.heard("view"):
            steps = steps[: view["steps_from"]]
            for retold in view.get("step_updates", []):
                steps[retold["at"]] = retold["step"]
            steps += view["steps"]
        return steps

    @property
    def view(self) -> dict[str, Any]:
        """The newest view."""
        return self.heard("view")[-1]


@asynccontextmanager
async def server_in(folder: Path) -> AsyncIterator[TableServer]:
    """The tables that are kept in this folder."""
    rooms = Rooms(Store(folder), bot_pace=0.0)
    server.rooms.preparation = AtOnce()
    try:
        yield rooms
    finally:
        await server.close()


def played_in(folder: Path, play: Callable[[TableServer], Awaitable[None]]) -> None:
    """Run this with the tables of a folder."""

    async def run() -> None:
        async with server_in(folder) as server:
            await play(server)

    asyncio.run(asyncio.wait_for(run(), 60))


def plans(game: Game, *whos: str) -> list[m.SeatPlan]:
    """Who has which seat, in turn order: me, friend, open, hot-seat, or a bot's level."""
    return [
        m.SeatPlan(seat, "bot", int(who)) if who.isdigit() else m.SeatPlan(seat, who)
        for seat, who in zip(game.seats, whos, strict=True)
    ]


async def opened(server: TableServer, name: str, *whos: str, **options: str) -> tuple[Room, m.TableOpened]:
    """A new table, in memory."""
    game = cached_game(name, options)
    made = await server.open_table(m.NewTable(name, plans(game, *whos), options))
    return await server.rooms.get(made.table), made


async def entered(room: Room, *seats: int, version: int = 0, address: str = "192.0.2.7") -> FakeConnection:
    """Somebody who has just come in from there and holds these seats."""
    page = FakeConnection(*seats)
    page.address = address
    await room.enter(page, version)
    return page


async def acts(room: Room, page: FakeConnection, token: str, request: str = "", **more: Any) -> None:
    """The page takes a step, on the view that it has."""
    request = request or f"{token} {len(page.texts)}"[:36]
    await room.act(page, m.Act(request, page.view["version"], token, **more))


async def rest(room: Room) -> None:
    """Let the bots act until a person is to."""
    while room.bots.task is not None and not room.bots.task.done():
        await room.bots.task
