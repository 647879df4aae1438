"""Any worker serves any table: what happens at one is seen at the others, and happens once."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest

from siegeworks.core.errors import SiegeworksError
from siegeworks.server import messages as m
from siegeworks.server.jobs.preparation import cached_game
from siegeworks.server.runtime.settings import DEFAULTS, ServerSettings
from siegeworks.server.storage.event_log import Event
from siegeworks.server.storage.group_writer import Conflict, NotStored
from siegeworks.server.storage.postgresql.store import PostgresqlDatabase
from siegeworks.server.tables import neighbors
from siegeworks.server.tables.room import UNWATCHED_SECONDS, Room
from siegeworks.server.tables.table_server import TableServer
from tests.server.helpers import (
    TIMEOUT,
    FakeConnection,
    act,
    enter,
    open_room,
    plans,
    server_in,
    until,
)

Test = Callable[[TableServer, TableServer], Awaitable[None]]


@asynccontextmanager
async def workers(
    folder: Path, url: str, settings: Sequence[ServerSettings]
) -> AsyncIterator[list[TableServer]]:
    """Workers with these settings in one process, which share nothing but a database."""
    async with AsyncExitStack() as stack:
        servers = [await stack.enter_async_context(server_in(folder, own, url)) for own in settings]
        for server in servers:
            server.rooms.neighbors.start()
        yield servers


def with_two_workers(
    url: str, test: Test, ours: ServerSettings = DEFAULTS, theirs: ServerSettings = DEFAULTS
) -> None:
    async def run() -> None:
        async with workers(Path(), url, [ours, theirs]) as both:
            await test(*both)

    asyncio.run(asyncio.wait_for(run(), TIMEOUT))


async def both_rooms(ours: TableServer, theirs: TableServer, *whos: str) -> tuple[Room, Room]:
    """A table of Siege Master, in the memory of both workers."""
    room, made = await open_room(ours, "siege-master", *whos)
    return room, await theirs.rooms.get(made.table)


def tokens(page: FakeConnection) -> list[str]:
    return [step["token"] for step in page.steps]


def test_a_move_at_one_worker_is_shown_at_the_other(postgresql: str) -> None:
    async def play(ours: TableServer, theirs: TableServer) -> None:
        here, there = await both_rooms(ours, theirs, "hot-seat", "hot-seat")
        red, blue = await enter(here, 0), await enter(there, 1)
        await act(here, red, "d3-d6")
        await until(lambda: tokens(blue) == ["d3-d6"])
        await act(there, blue, "e4-e7")
        await until(lambda: tokens(red) == ["d3-d6", "e4-e7"])
        assert red.view["version"] == blue.view["version"] == 2

    with_two_workers(postgresql, play)


def test_a_table_that_nobody_looks_at_is_not_read_but_loaded_when_somebody_comes(
    postgresql: str,
) -> None:
    async def play(ours: TableServer, theirs: TableServer) -> None:
        here, there = await both_rooms(ours, theirs, "hot-seat", "hot-seat")
        red = await enter(here, 0)
        there.left_at -= 2 * UNWATCHED_SECONDS
        await act(here, red, "d3-d6")
        await until(lambda: here.id not in theirs.rooms.loaded)
        assert there.table.steps == []
        blue = await enter(await theirs.rooms.get(here.id), 1)
        assert tokens(blue) == ["d3-d6"]

    with_two_workers(postgresql, play)


def test_a_move_taken_back_at_one_worker_is_gone_at_the_other(postgresql: str) -> None:
    async def play(ours: TableServer, theirs: TableServer) -> None:
        here, there = await both_rooms(ours, theirs, "hot-seat", "hot-seat")
        both, spectator = await enter(here, 0, 1), await enter(there)
        await act(here, both, "d3-d6")
        await until(lambda: tokens(spectator) == ["d3-d6"])
        await here.undo(both, m.Undo("undo 1", 1))
        await until(lambda: spectator.view["version"] == 2)
        assert tokens(spectator) == []

    with_two_workers(postgresql, play)


def test_a_worker_that_missed_a_move_taken_back_and_another_shows_the_other(
    postgresql: str,
) -> None:
    async def play(ours: TableServer, theirs: TableServer) -> None:
        here, there = await both_rooms(ours, theirs, "hot-seat", "hot-seat")
        both, spectator = await enter(here, 0, 1), await enter(there)
        await act(here, both, "d3-d6")
        await until(lambda: tokens(spectator) == ["d3-d6"])
        async with there.lock:  # it does not read what happens now, and then all at once
            await here.undo(both, m.Undo("undo 1", 1))
            await act(here, both, "e4-e7")
        await until(lambda: spectator.view["version"] == 3)
        assert tokens(spectator) == ["e4-e7"]
        assert spectator.view["scene"] == both.view["scene"]

    with_two_workers(postgresql, play)


def test_a_page_that_changes_to_a_worker_that_knows_less_is_shown_nothing_older(
    postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(ours: TableServer, theirs: TableServer) -> None:
        here, there = await both_rooms(ours, theirs, "hot-seat", "hot-seat")
        with monkeypatch.context() as patched:
            patched.setattr(there, "catch_up", nothing)  # it has not heard of the move yet
            red = await enter(here, 0)
            await act(here, red, "d3-d6")
            again = await enter(there, 0, version=1)
        assert again.view["version"] == 1 and not again.view.get("legal")

    with_two_workers(postgresql, play)


async def nothing() -> None:
    """Read nothing."""


def test_a_request_sent_again_to_another_worker_counts_once(postgresql: str) -> None:
    async def play(ours: TableServer, theirs: TableServer) -> None:
        here, there = await both_rooms(ours, theirs, "hot-seat", "hot-seat")
        red = await enter(here, 0)
        await act(here, red, "d3-d6", request="once")
        await until(lambda: there.log.version == 1)
        again = await enter(there, 0)
        await there.act(again, m.Act("once", 0, "d3-d6"))
        assert again.heard("accepted")[-1]["version"] == 1
        assert there.log.version == 1

    with_two_workers(postgresql, play)


def test_of_two_moves_at_two_workers_at_once_one_is_refused_and_both_then_agree(
    postgresql: str,
) -> None:
    async def play(ours: TableServer, theirs: TableServer) -> None:
        here, there = await both_rooms(ours, theirs, "hot-seat", "hot-seat")
        pages = await enter(here, 0), await enter(there, 0)
        answers = await asyncio.gather(
            act(here, pages[0], "d3-d6", request="a"),
            act(there, pages[1], "e4-e7", request="b"),
            return_exceptions=True,
        )
        refused = [answer for answer in answers if isinstance(answer, SiegeworksError)]
        assert [str(answer) for answer in refused] == [
            "The table has just changed. Look at it again."
        ]
        rooms = [await server.rooms.get(here.id) for server in (ours, theirs)]
        logs = [[step.token for step in room.table.steps] for room in rooms]
        assert logs[0] == logs[1] and len(logs[0]) == 1

    with_two_workers(postgresql, play)


def test_who_sits_down_or_leaves_at_one_worker_is_shown_at_the_other(postgresql: str) -> None:
    async def play(ours: TableServer, theirs: TableServer) -> None:
        here, made = await open_room(ours, "siege-master", "me", "open")
        there = await theirs.rooms.get(made.table)
        red = await enter(here, 0)
        seats = await theirs.seating.take(m.TakeSeat("r" * 22, "Anna", "#123456", table=here.id))
        assert seats.yours[0].seat == "blue"
        await until(lambda: here.live.is_full)
        blue = await enter(there, 1)

        def shown() -> tuple[str, bool]:
            seat = red.heard("presence")[-1]["seats"][1]
            return seat.get("name", ""), seat.get("connected", False)

        await until(lambda: shown() == ("Anna", True))
        there.leave(blue)
        await until(lambda: shown() == ("Anna", False))

    with_two_workers(postgresql, play)


def test_a_bot_acts_once_although_people_watch_at_two_workers(postgresql: str) -> None:
    async def play(ours: TableServer, theirs: TableServer) -> None:
        here, there = await both_rooms(ours, theirs, "hot-seat", "1")
        pages = await enter(here, 0), await enter(there, 0)
        await act(here, pages[0], "d3-d6")
        await until(lambda: [len(tokens(page)) for page in pages] == [2, 2])
        assert here.log.version == there.log.version == 2
        assert tokens(pages[0]) == tokens(pages[1])
        assert [step["actor"] for step in pages[0].steps] == ["red", "blue"]

    with_two_workers(postgresql, play)


def test_a_bot_of_a_worker_that_is_gone_is_played_by_another(
    postgresql: str,
) -> None:
    async def play(ours: TableServer, theirs: TableServer) -> None:
        here, made = await open_room(ours, "siege-master", "hot-seat", "1")
        gone = await theirs.store.claim(f"bots {made.table}", "a worker that was killed", 0.2)
        assert gone is not None
        red = await enter(here, 0)
        await act(here, red, "d3-d6")
        await until(lambda: here.log.version == 2)  # the lease has ended by itself

    with_two_workers(postgresql, play, ServerSettings(retry_seconds=0.01))


def test_a_worker_whose_lease_has_ended_asks_again(postgresql: str) -> None:
    async def play(ours: TableServer, theirs: TableServer) -> None:
        first = await ours.rooms.neighbors.claim_bots("t")
        assert await ours.rooms.neighbors.claim_bots("t") == first  # nobody else wanted it
        assert await theirs.rooms.neighbors.claim_bots("t") != first
        with pytest.raises(Conflict):
            await ours.rooms.neighbors.claim_bots("t")

    with_two_workers(postgresql, play, ServerSettings(bot_lease_seconds=-1.0))


def test_a_worker_whose_lease_is_gone_changes_nothing(postgresql: str) -> None:
    async def play(ours: TableServer, theirs: TableServer) -> None:
        here, _ = await both_rooms(ours, theirs, "hot-seat", "1")
        fence = await ours.rooms.neighbors.claim_bots(here.id)
        assert fence is not None
        await theirs.store.release(fence)  # as if it had ended while this worker was frozen
        await theirs.rooms.neighbors.claim_bots(here.id)
        start, event = here.log.version, Event("step", "red", "d3-d6")
        here.log.add(event)
        with pytest.raises(SiegeworksError, match="has just changed"):
            await here.commit(start, [event], fence)
        assert here.is_unloaded
        assert await theirs.store.events(here.id) == []

    with_two_workers(postgresql, play)


def test_a_bot_whose_worker_has_lost_the_lease_while_it_thinks_makes_no_move(
    postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(ours: TableServer, theirs: TableServer) -> None:
        thinks, may_move = asyncio.Event(), asyncio.Event()

        async def choose(*_: object, **more: object) -> str:
            thinks.set()
            await may_move.wait()
            return "e4-e7"

        monkeypatch.setattr(ours.rooms.bots, "choose", choose)
        here, _ = await open_room(ours, "siege-master", "hot-seat", "1")
        red = await enter(here, 0)
        await act(here, red, "d3-d6")
        await thinks.wait()
        fence = await ours.rooms.neighbors.claim_bots(here.id)
        assert fence is not None
        await theirs.store.release(fence)  # as if it had ended while this worker was frozen
        await theirs.rooms.neighbors.claim_bots(here.id)
        ours.rooms.neighbors._held[here.id] = neighbors.Held(fence, 0.0)
        with pytest.raises(Conflict):  # a flag that falls asks for it too
            await ours.rooms.neighbors.claim_bots(here.id)
        may_move.set()
        await until(lambda: here.is_unloaded)
        assert len(await theirs.store.events(here.id)) == 1

    with_two_workers(postgresql, play)


def test_while_the_database_is_away_nothing_is_lost(
    postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(ours: TableServer, theirs: TableServer) -> None:
        here, there = await both_rooms(ours, theirs, "hot-seat", "hot-seat")
        red = await enter(here, 0)

        async def away(*_: object, **more: object) -> None:
            raise NotStored("The database cannot be reached. Try again in a moment.")

        with monkeypatch.context() as patched:
            patched.setattr(ours.store, "append", away)
            with pytest.raises(NotStored, match="cannot be reached"):
                await act(here, red, "d3-d6", request="again")
        assert red.disconnected  # it reconnects, and sends the move again
        back = await ours.rooms.get(here.id)
        red = await enter(back, 0)
        await act(back, red, "d3-d6", request="again")
        await until(lambda: there.log.version == 1)

    with_two_workers(postgresql, play)


def test_a_clock_starts_once_and_a_flag_falls_once(
    postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 1_800_000_000.0
    monkeypatch.setattr(PostgresqlDatabase, "now", lambda db: now)

    async def look(*servers: TableServer) -> None:
        for server in servers:
            server.rooms.time.machine = lambda: now + 40  # its own clock is wrong
            await server.rooms.time.look(server.rooms.neighbors.worker)

    async def play(ours: TableServer, theirs: TableServer) -> None:
        nonlocal now
        await look(ours, theirs)
        game = cached_game("siege-master", {})
        clock = m.ClockTimes(reserve=30_000)
        made = await ours.open_table(
            m.NewTable("siege-master", plans(game, "hot-seat", "hot-seat"), clock=clock)
        )
        here, there = [await server.rooms.get(made.table) for server in (ours, theirs)]
        red, blue = await enter(here, 0), await enter(there, 1)
        await until(lambda: blue.heard("clocks") and "running" in blue.heard("clocks")[-1])
        assert red.heard("clocks")[-1]["left"] == [30_000, 30_000]
        for _ in range(32):
            now += 1
            await asyncio.gather(look(ours), look(theirs))
        await until(lambda: tokens(red) == tokens(blue) == ["time=red"])
        assert not here.is_unloaded
        assert not there.is_unloaded

    with_two_workers(postgresql, play)
