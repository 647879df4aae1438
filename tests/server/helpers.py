"""A server without a network: tables on a temporary disk, and connections that only record."""

import asyncio
import json
import pickle
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, nullcontext
from pathlib import Path
from typing import Any, ClassVar, TypeVar, cast

import msgspec

from siegeworks.core.game import Game
from siegeworks.server import messages as m
from siegeworks.server.jobs import preparation, replay_worker
from siegeworks.server.jobs.job_process import JobProcess
from siegeworks.server.jobs.preparation import Preparation, cached_game
from siegeworks.server.jobs.process_main import answered
from siegeworks.server.runtime.settings import DEFAULTS, ServerSettings
from siegeworks.server.storage.event_log import EventLog
from siegeworks.server.storage.opening import open_store
from siegeworks.server.storage.rows import SeatRow, TableRow
from siegeworks.server.tables import questions
from siegeworks.server.tables.connection import Connection
from siegeworks.server.tables.room import Room
from siegeworks.server.tables.seat_keys import proven_seats
from siegeworks.server.tables.table_server import TableServer

T = TypeVar("T")
TIMEOUT = 300  # seconds, for a test that hangs; processes of low priority may wait long
# The step of a table of Siege Master on which an army is placed, as clients get it.
PLACED = {"actor": "red", "token": "d3-d6", "effects": {"way": ["d3", "d4", "d5", "d6"]}}
PAUSE = 0.005  # seconds; a loop without a pause takes the processor from what it waits for


class NoPreparation(Preparation):
    """Prepares nothing: everything is compiled when it is first called."""

    async def seconds_until_ready(self, game: Game, searching: bool = False) -> AsyncIterator[int]:
        for second in range(0):
            yield second

    def prepare_soon(self, game: Game, searching: bool = False) -> asyncio.Task[None]:
        return asyncio.create_task(asyncio.sleep(0))


class NoProcess(JobProcess):
    """Does jobs in the process of the tests, which has loaded what that takes."""

    replays: ClassVar[threading.Lock] = threading.Lock()  # all processes share one memory here

    def run(self, work: Callable[[], T]) -> T:
        is_replay = getattr(work, "func", work).__module__ == replay_worker.__name__
        with self.replays if is_replay else nullcontext():
            answer = pickle.loads(answered(pickle.dumps(work)))
        if isinstance(answer, Exception):
            raise answer
        return cast(T, answer)


def do_jobs_here(server: TableServer) -> None:
    """Let a server do all its jobs in this process."""
    for pool in (server.rooms.jobs.search, server.rooms.jobs.background):
        pool.start = NoProcess


def forget_games() -> None:
    """Empty the cache of games, as after a restart."""
    preparation._games.clear()


class NeverCompiled(NoPreparation):
    """Never finishes compiling the search."""

    def __init__(self) -> None:
        super().__init__()
        self.compiling = asyncio.create_task(asyncio.sleep(3600))

    def prepare_soon(self, game: Game, searching: bool = False) -> asyncio.Task[None]:
        return self.compiling

    async def close(self) -> None:
        self.compiling.cancel()
        await super().close()


class Greedy:
    """A bot for tests: the first legal move, at once. It refuses to see more than it may."""

    def __init__(self, spec: str, game: Any, rng: Any) -> None:
        self.game = game

    def choose(self, seen: Any) -> int:
        assert not self.game.has_secrets or seen.viewer == seen.to_act
        return int(self.game.legal_actions(seen)[0])


class FakeConnection(Connection):
    """A connection that records what it is sent."""

    def __init__(self, *seats: int, address: str = "192.0.2.1") -> None:
        super().__init__(address, seats)
        self.texts: list[str] = []
        self.disconnected = ""

    def send(self, text: str) -> None:
        self.texts.append(text)

    def disconnect(self, reason: str, *, reconnect: bool = True) -> None:
        self.disconnected = reason

    def heard(self, kind: str) -> list[dict[str, Any]]:
        """All messages of one kind, the oldest first."""
        return [message for text in self.texts if (message := json.loads(text))["type"] == kind]

    @property
    def steps(self) -> list[dict[str, Any]]:
        """All steps, as a client puts them together."""
        steps: list[dict[str, Any]] = []
        for view in self.heard("view"):
            steps = steps[: view["steps_from"]]
            for update in view.get("step_updates", []):
                steps[update["at"]] = update["step"]
            steps += view["steps"]
        return steps

    @property
    def view(self) -> dict[str, Any]:
        """The newest view."""
        return self.heard("view")[-1]


@asynccontextmanager
async def server_in(
    folder: Path, settings: ServerSettings = DEFAULTS, database: str | None = None
) -> AsyncIterator[TableServer]:
    """A server for the tables in this folder, or in a database."""
    server = TableServer(open_store(folder, database), bot_pace=0.0, settings=settings)
    server.rooms.preparation = NoPreparation()
    do_jobs_here(server)
    try:
        yield server
    finally:
        await server.close()


def run_with_server(
    folder: Path,
    play: Callable[[TableServer], Awaitable[None]],
    settings: ServerSettings = DEFAULTS,
    database: str | None = None,
) -> None:
    """Run this with a server for the tables in a folder, or in a database."""

    async def run() -> None:
        async with server_in(folder, settings, database) as server:
            await play(server)

    asyncio.run(asyncio.wait_for(run(), TIMEOUT))


ROOM_METHODS: dict[type[Any], Any] = {
    m.Explain: questions.explain,
    m.LookBack: questions.look_back,
    m.Observe: questions.observe,
    m.Hint: questions.hint,
    m.Coach: questions.coach,
    m.Review: questions.review,
    m.Preview: questions.preview,
    m.Act: Room.act,
    m.Undo: Room.undo,
    m.Resign: Room.resign,
    m.OfferAgreement: Room.offer,
    m.AnswerOffer: Room.answer,
    m.OfferRematch: Room.offer_rematch,
}


async def do(room: Room, connection: Connection, message: Any) -> None:
    """Let a connection send any message to its room."""
    await ROOM_METHODS[type(message)](room, connection, message)


def seats_of(room: Room, keys: Sequence[str]) -> set[int]:
    """The seats that these keys prove."""
    rows = proven_seats(room.live.seats, keys, time.time(), room.host.seat_days)
    return {row.seat for row in rows}


def room_of(server: TableServer, log: EventLog) -> Room:
    """A room in which people play this game from its current position, and chance waits."""
    game = log.game
    seats = [SeatRow(seat, "person", name=name) for seat, name in enumerate(game.seats)]
    options = dict(game.changed_options)
    row = TableRow("t" * 16, game.name, options, game.ruleset, 0.0, seats)
    room = Room(server.rooms, row, log)
    room.log.deal = lambda rng: []  # type: ignore[method-assign]
    server.rooms.loaded[room.id] = room
    return room


def plans(game: Game, *whos: str) -> list[m.SeatPlan]:
    """Who has which seat, in turn order: me, friend, open, hot-seat, or a bot's level."""
    return [
        m.SeatPlan(seat, "bot", int(who)) if who.isdigit() else m.SeatPlan(seat, cast(Any, who))
        for seat, who in zip(game.seats, whos, strict=True)
    ]


async def open_room(
    server: TableServer, name: str, *whos: str, **options: str
) -> tuple[Room, m.TableOpened]:
    """A new table, in memory."""
    game = cached_game(name, options)
    made = await server.open_table(m.NewTable(name, plans(game, *whos), options))
    return await server.rooms.get(made.table), made


async def enter(
    room: Room, *seats: int, version: int = 0, address: str = "192.0.2.7"
) -> FakeConnection:
    """A connection from this address that has just entered with these seats."""
    page = FakeConnection(*seats, address=address)
    await room.enter(page, version)
    return page


async def game_between_people(server: TableServer, steps: int) -> tuple[Room, list[FakeConnection]]:
    """A game of Siege Master between two people, each at their own page."""
    room, made = await open_room(server, "siege-master", "me", "friend")
    await server.seating.take(m.TakeSeat("r" * 22, "Ben", "", made.invitations[0].code))
    pages = [await enter(room, 0), await enter(room, 1)]
    for number in range(steps):
        await act(room, pages[number % 2], pages[number % 2].view["legal"][0])
    return room, pages


async def act(room: Room, page: FakeConnection, token: str, request: str = "", **more: Any) -> None:
    """Take a step, on the newest view."""
    request = request or f"{token} {len(page.texts)}"[:36]
    await room.act(page, m.Act(request, page.view["version"], token, **more))


async def replayed(server: TableServer, request: m.ReplayRequest) -> m.Replay:
    """What a page reads of the answer."""
    return msgspec.json.decode(await server.replays.replay(request), type=m.Replay)


async def until(holds: Callable[[], Any]) -> None:
    """Wait until this holds, for a process or a thread that runs meanwhile."""
    while not holds():
        await asyncio.sleep(PAUSE)


async def wait_for_bots(room: Room) -> None:
    """Let the bots act until a person is to act."""
    while room.bots.task is not None and not room.bots.task.done():
        await room.bots.task
