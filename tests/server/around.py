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
from siegeworks.server.preparing import Preparation, cached_game
from siegeworks.server.room import Room
from siegeworks.server.rooms import Rooms
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


class Page:
    """A connection that notes what it is sent."""

    def __init__(self, *seats: int, address: str = "192.0.2.1") -> None:
        self.seats, self.address = frozenset(seats), address
        self.looks, self.version, self.is_gone = SPECTATOR, 0, False
        self.seen_as = SPECTATOR
        self.texts: list[str] = []
        self.left = ""

    def send(self, text: str) -> None:
        self.texts.append(text)

    def leave(self, sentence: str) -> None:
        self.left = sentence

    def heard(self, kind: str) -> list[dict[str, Any]]:
        """All messages of one kind, the oldest first."""
        return [said for text in self.texts if (said := json.loads(text))["type"] == kind]

    @property
    def steps(self) -> list[dict[str, Any]]:
        """All steps, as a page puts them together."""
        steps: list[dict[str, Any]] = []
        for view in self.heard("view"):
            steps = steps[: view["steps_from"]]
            for retold in view.get("retold", []):
                steps[retold["at"]] = retold["step"]
            steps += view["steps"]
        return steps

    @property
    def view(self) -> dict[str, Any]:
        """The newest view."""
        return self.heard("view")[-1]


@asynccontextmanager
async def rooms_in(folder: Path) -> AsyncIterator[Rooms]:
    """The tables that are kept in this folder."""
    rooms = Rooms(Store(folder), pace=0.0)
    rooms.preparation = AtOnce()
    try:
        yield rooms
    finally:
        await rooms.close()


def played_in(folder: Path, play: Callable[[Rooms], Awaitable[None]]) -> None:
    """Run this with the tables of a folder."""

    async def run() -> None:
        async with rooms_in(folder) as rooms:
            await play(rooms)

    asyncio.run(asyncio.wait_for(run(), 60))


def plans(game: Game, *whos: str) -> list[m.SeatPlan]:
    """Who has which seat, in turn order: me, friend, open, hot-seat, or a bot's level."""
    return [
        m.SeatPlan(seat, "bot", int(who)) if who.isdigit() else m.SeatPlan(seat, who)
        for seat, who in zip(game.seats, whos, strict=True)
    ]


async def opened(rooms: Rooms, name: str, *whos: str, **options: str) -> tuple[Room, m.TableOpened]:
    """A new table, in memory."""
    game = cached_game(name, options)
    made = await rooms.open(m.NewTable(name, plans(game, *whos), options))
    return await rooms.get(made.table), made


async def entered(room: Room, *seats: int, version: int = 0, address: str = "192.0.2.7") -> Page:
    """Somebody who has just come in from there and holds these seats."""
    page = Page(*seats)
    page.address = address
    await room.enter(page, version)
    return page


async def acts(room: Room, page: Page, token: str, request: str = "", **more: Any) -> None:
    """The page takes a step, on the view that it has."""
    request = request or f"{token} {len(page.texts)}"[:36]
    await room.do(page, m.Act(request, page.view["version"], token, **more))


async def rest(room: Room) -> None:
    """Let the bots act until a person is to."""
    while room.bots_at_work is not None and not room.bots_at_work.done():
        await room.bots_at_work
