"""Tables with clocks: the server decides, and nobody loses time to it."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from siegeworks.bots.levels import SECONDS
from siegeworks.core.errors import SiegeworksError
from siegeworks.play.clock import LAG, allowance
from siegeworks.play.record import parse_record
from siegeworks.server import messages as m
from siegeworks.server.jobs.preparation import cached_game
from siegeworks.server.storage.group_writer import Conflict
from siegeworks.server.storage.service import any_clock_runs
from siegeworks.server.storage.store import Beside
from siegeworks.server.tables.record_export import export
from siegeworks.server.tables.room import Room
from siegeworks.server.tables.table_server import TableServer
from tests.server.helpers import (
    FakeConnection,
    Greedy,
    act,
    enter,
    open_room,
    plans,
    run_with_server,
    wait_for_bots,
)

FISCHER = m.ClockTimes(reserve=60_000, increment=5_000)
PER_MOVE = m.ClockTimes(per_move=30_000)
DAYS = m.ClockTimes(reserve=86_400_000, per_move=2 * 86_400_000)
BEGIN = 1_800_000_000.0  # seconds since 1970


class Watch:
    """The clock of a machine, which a test moves."""

    def __init__(self, now: float = BEGIN) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now

    async def wait(self, server: TableServer, seconds: float) -> None:
        """Let time pass, in which the server is there."""
        end = self.now + seconds
        while self.now < end:
            self.now = min(end, self.now + 1)
            await server.rooms.time.look("worker")


def watched(server: TableServer, now: float = BEGIN) -> Watch:
    """The clock of this server, from now on."""
    server.rooms.time.machine = watch = Watch(now)
    return watch


async def open_timed(
    server: TableServer,
    *whos: str,
    game: str = "siege-master",
    clock: m.ClockTimes = FISCHER,
    beside: Beside | None = None,
    **options: str,
) -> Room:
    """A new table with a clock."""
    made = await server.open_table(
        m.NewTable(game, plans(cached_game(game, options), *whos), options, clock=clock),
        beside=beside,
    )
    return await server.rooms.get(made.table)


def clocks(page: FakeConnection) -> dict[str, Any]:
    """What a client was told last."""
    return page.heard("clocks")[-1]


def left(page: FakeConnection) -> list[int]:
    return list(clocks(page)["left"])


def test_a_clock_starts_when_everybody_is_there(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        watch = watched(server)
        room = await open_timed(server, "me", "hot-seat")
        red = await enter(room, 0)
        await watch.wait(server, 20)
        await room.show_again(red)
        assert clocks(red) == {"type": "clocks", "left": [60_000, 60_000]}
        blue = await enter(room, 1)
        assert clocks(blue)["running"] == "red"
        await watch.wait(server, 7)
        await room.show_again(blue)
        assert left(blue) == [53_000, 60_000]

    run_with_server(tmp_path, play)


def test_a_clock_by_correspondence_starts_when_all_seats_are_taken(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        watched(server)
        room = await open_timed(server, "me", "hot-seat", clock=DAYS)
        assert clocks(await enter(room, 0))["running"] == "red"

    run_with_server(tmp_path, play)


def test_who_is_still_to_lay_out_the_pieces_is_shown_the_time_for_it(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        watched(server)
        day = DAYS.reserve
        laying_out, moving = 9 * day, 3 * day  # 4 × 2 or 2 days, and one in reserve
        room = await open_timed(
            server, "me", "hot-seat", game="expansion", clock=DAYS, setup="secret"
        )
        pages = [await enter(room, 0), await enter(room, 1)]
        assert left(pages[0]) == [laying_out, laying_out]
        while room.log.is_setup:
            seat = int(room.table.state.to_act)
            expected = [moving if seat else laying_out, laying_out]
            assert left(pages[seat]) == expected
            assert clocks(pages[seat])["is_setup"]
            await act(room, pages[seat], pages[seat].view["legal"][0])
        assert left(pages[0]) == [moving, moving]
        assert "is_setup" not in clocks(pages[0])

    run_with_server(tmp_path, play)


def test_a_move_costs_the_time_since_the_one_before_and_brings_the_increment(
    tmp_path: Path,
) -> None:
    async def play(server: TableServer) -> None:
        watch = watched(server)
        room = await open_timed(server, "me", "hot-seat")
        red, blue = await enter(room, 0), await enter(room, 1)
        await watch.wait(server, 12)
        await act(room, red, "d3-d6")
        assert clocks(red) == {
            "type": "clocks",
            "left": [53_000, 60_000],
            "running": "blue",
            "allowed": allowance(1),
            "is_started": True,
        }
        await watch.wait(server, 4)
        await act(room, blue, "e4-e7")
        assert left(blue) == [53_000, 61_000]

    run_with_server(tmp_path, play)


def test_a_client_is_believed_within_a_bound(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        watch = watched(server)
        room = await open_timed(server, "me", "hot-seat")
        red, blue = await enter(room, 0), await enter(room, 1)
        await watch.wait(server, 10)
        await act(room, red, "d3-d6", spent=0)
        assert left(red)[0] == 60_000 - (10_000 - LAG) + 5_000
        await watch.wait(server, 10)  # red's step was to be shown first
        await act(room, blue, "e4-e7", spent=9_500)
        assert left(red)[1] == 60_000 - 9_500 + 5_000
        await watch.wait(server, 2)
        await act(room, red, "f5-f8", spent=1_000_000)
        assert left(red)[0] == 60_000 - (10_000 - LAG) + 5_000 - 2_000 + 5_000

    run_with_server(tmp_path, play)


def test_a_flag_falls_once_and_ends_the_game_of_two(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        watch = watched(server)
        room = await open_timed(server, "me", "hot-seat")
        red, blue = await enter(room, 0), await enter(room, 1)
        await watch.wait(server, 60)
        assert not room.table.over  # a move may be on its way
        await watch.wait(server, 1)
        assert (room.table.steps[-1].token, room.table.result) == ("time=red", "blue")
        assert blue.view["result"] == "blue"
        assert left(blue) == [0, 60_000]
        await watch.wait(server, 60)
        assert len(room.table.steps) == 1
        assert await server.store.read(any_clock_runs) is False
        with pytest.raises(SiegeworksError):
            await act(room, red, "d3-d6")

    run_with_server(tmp_path, play)


def test_a_move_that_comes_too_late_is_not_made(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        watch = watched(server)
        room = await open_timed(server, "me", "hot-seat")
        red, _ = await enter(room, 0), await enter(room, 1)
        await watch.wait(server, 59)
        watch.now += 1.5
        with pytest.raises(Conflict, match="Your time is up"):
            await act(room, red, "d3-d6", spent=60_200)
        assert room.table.result == "blue"

    run_with_server(tmp_path, play)


def test_a_move_that_was_on_its_way_is_made(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        watch = watched(server)
        room = await open_timed(server, "me", "hot-seat")
        red, _ = await enter(room, 0), await enter(room, 1)
        await watch.wait(server, 59)
        watch.now += 1.5
        await act(room, red, "d3-d6", spent=59_900)
        assert left(red)[0] == 5_100

    run_with_server(tmp_path, play)


def test_four_seats_go_on_without_the_one_whose_flag_fell(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        watch = watched(server)
        room = await open_timed(
            server,
            *["me", *["hot-seat"] * 3],
            game="nobles-and-peasants",
            clock=PER_MOVE,
            seats="4",
        )
        pages = [await enter(room, seat) for seat in range(4)]
        first = room.live.to_act
        await watch.wait(server, 31 + allowance(9) / 1000)
        assert room.table.steps[-1].token == f"time={room.live.name(first)}"
        assert not room.table.over
        assert room.live.to_act != first
        assert clocks(pages[0])["running"] == room.live.name(room.live.to_act)

    run_with_server(tmp_path, play)


def test_a_restart_takes_nothing_from_anybody(tmp_path: Path) -> None:
    async def begin(server: TableServer) -> None:
        watch = watched(server)
        room = await open_timed(server, "me", "hot-seat")
        await enter(room, 0), await enter(room, 1)
        await watch.wait(server, 10)
        tables.append(room.id)

    async def go_on(server: TableServer) -> None:
        watch = watched(server, BEGIN + 3_600)
        await server.rooms.time.look("worker")
        room = await server.rooms.get(tables[0])
        blue = await enter(room, 1)
        assert left(blue) == [50_000, 60_000]
        await watch.wait(server, 5)
        await room.show_again(blue)
        assert left(blue) == [45_000, 60_000]
        red = await enter(room, 0)
        await act(room, red, "d3-d6")
        assert left(red) == [50_000, 60_000]

    tables: list[str] = []
    run_with_server(tmp_path, begin)
    run_with_server(tmp_path, go_on)


def test_a_frozen_worker_takes_nothing_from_anybody(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        watch = watched(server)
        room = await open_timed(server, "me", "hot-seat")
        red, _ = await enter(room, 0), await enter(room, 1)
        await watch.wait(server, 10)
        watch.now += 300  # nothing runs
        await act(room, red, "d3-d6")  # before it has noticed
        assert left(red)[0] == 55_000
        assert not room.table.over

    run_with_server(tmp_path, play)


def test_a_table_that_nobody_is_at_loses_its_flag_too(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        watch = watched(server)
        room = await open_timed(server, "me", "hot-seat")
        pages = [await enter(room, 0), await enter(room, 1)]
        for page in pages:
            room.leave(page)
        server.rooms.unload(room)
        await watch.wait(server, 75)
        room = await server.rooms.get(room.id)
        assert room.table.result == "blue"

    run_with_server(tmp_path, play)


@pytest.mark.parametrize("is_loaded", [False, True], ids=["unloaded", "loaded"])
def test_a_damaged_table_keeps_no_other_flag_from_falling(tmp_path: Path, is_loaded: bool) -> None:
    async def play(server: TableServer) -> None:
        watch = watched(server)
        damaged, other = [await open_timed(server, "me", "hot-seat") for _ in range(2)]
        for room in (damaged, other):
            for page in [await enter(room, seat) for seat in (0, 1)]:
                room.leave(page)
            if not is_loaded:
                server.rooms.unload(room)
        server.store.quarantine(damaged.id, "it cannot be read")
        await watch.wait(server, 75)
        assert (await server.rooms.get(other.id)).table.result == "blue"
        assert not await server.store.read(any_clock_runs)  # it is not tried again and again
        assert damaged.is_unloaded

    run_with_server(tmp_path, play)


def test_undoing_gives_nobody_time(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        watch = watched(server)
        room = await open_timed(server, "me", "hot-seat")
        both = await enter(room, 0, 1)
        await watch.wait(server, 10)
        await act(room, both, "d3-d6")
        await watch.wait(server, 3)
        await room.undo(both, m.Undo("u", both.view["version"]))
        assert clocks(both)["running"] == "red"
        # Blue's page had a second, and two for a step that was shown to it.
        assert left(both) == [50_000, 60_000]

    run_with_server(tmp_path, play)


def test_a_bot_is_charged_what_it_searches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(server: TableServer) -> None:
        watch = watched(server)
        room = await open_timed(server, "me", "1")
        red = await enter(room, 0)
        await watch.wait(server, 10)
        await act(room, red, "d3-d6")
        await wait_for_bots(room)
        assert clocks(red)["running"] == "red"
        assert left(red)[0] == 55_000
        assert 64_000 < left(red)[1] <= 65_000

    monkeypatch.setattr("siegeworks.server.jobs.bot_worker.make_bot", Greedy)
    run_with_server(tmp_path, play)


def test_a_bot_searches_no_longer_than_its_time_allows(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        watched(server)
        quick = m.ClockTimes(reserve=20_000, increment=500)
        room = await open_timed(server, "me", "8", clock=quick)
        assert room.bot_seconds(1) == 20 / 40 + 0.5 / 2
        assert (await open_timed(server, "me", "8", clock=DAYS)).bot_seconds(1) == SECONDS

    run_with_server(tmp_path, play)


def test_a_table_without_a_clock_stores_and_sends_nothing_of_one(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        room, _ = await open_room(server, "siege-master", "me", "hot-seat")
        both = await enter(room, 0, 1)
        await act(room, both, "d3-d6")
        assert both.heard("clocks") == []
        assert "clock" not in both.heard("welcome")[0]
        assert all(event.at is None for event in await server.store.events(room.id))

    run_with_server(tmp_path, play)


def test_a_record_says_what_each_step_has_cost(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        watch = watched(server)
        room = await open_timed(server, "me", "hot-seat")
        both = await enter(room, 0, 1)
        for token, seconds in (("d3-d6", 3), ("e4-e7", 2)):
            await watch.wait(server, seconds)
            await act(room, both, token)
        await room.undo(both, m.Undo("u", both.view["version"]))
        await watch.wait(server, 1)
        await act(room, both, "e3-e6")
        _, text = await export(room)
        assert text.partition("---\n")[2].splitlines() == [
            "# red: 3.0 s, 57.0 s left",
            "red d3-d6",
            "# blue: 1.0 s, 57.0 s left",
            "blue e3-e6",
        ]
        assert parse_record(text).text() == text

    run_with_server(tmp_path, play)


def test_a_clock_that_nobody_could_play_with_is_refused(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        with pytest.raises(SiegeworksError, match="at least 5 seconds"):
            await open_timed(server, "me", "hot-seat", clock=m.ClockTimes(increment=1_000))

    run_with_server(tmp_path, play)


def test_clocks_are_as_they_were_when_a_table_is_loaded_again(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        watch = watched(server)
        room = await open_timed(server, "me", "hot-seat", clock=DAYS)
        both = await enter(room, 0, 1)
        for token in ("d3-d6", "e4-e7", "f5-f8"):
            await watch.wait(server, 3)
            await act(room, both, token)
            if token == "e4-e7":
                await room.undo(both, m.Undo("u", both.view["version"]))
                await act(room, both, token)
        await asyncio.sleep(0)
        before = room.clock.message() if room.clock else None
        server.rooms.unload(room)
        again = await server.rooms.get(room.id)
        assert again.clock is not None
        assert again.clock.message() == before
        assert again.log.clock is not None
        assert room.log.clock is not None
        assert vars(again.log.clock) == vars(room.log.clock)

    run_with_server(tmp_path, play)
