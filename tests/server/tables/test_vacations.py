"""Vacations: in a game over days, the time of a seat that is away does not run."""

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from siegeworks.core.errors import SiegeworksError
from siegeworks.play.clock import DAY, VACATION_DAYS, Period, Vacations
from siegeworks.server import messages as m
from siegeworks.server.tables.room import Room
from siegeworks.server.tables.table_server import TableServer
from tests.server.helpers import FakeConnection, act, enter, run_with_server
from tests.server.tables.test_clocks import DAYS, FISCHER, Watch, clocks, left, open_timed, watched

ALL = DAYS.per_move + DAYS.reserve  # milliseconds: three days


async def take(room: Room, page: FakeConnection, days: int, request: str = "v") -> None:
    await room.vacation(page, m.Vacation(request, days))


class Days:
    """A game over days between two people, in which time passes by days."""

    def __init__(self, server: TableServer, watch: Watch, room: Room) -> None:
        self.server, self.watch, self.room = server, watch, room

    async def wait(self, days: float) -> None:
        """Let days pass in which the server is there, as a heartbeat a second would say."""
        self.watch.now += 86_400 * days
        end = round(1000 * self.watch.now)
        await self.server.store.write(lambda db: db.execute("UPDATE served SET ended = ?", (end,)))
        time = self.server.rooms.time
        time._periods = [*time._periods[:-1], Period(time._periods[-1].start, end)]
        await time.look("worker")


def played(
    tmp_path: Path, play: Callable[[Days], Awaitable[None]], clock: m.ClockTimes = DAYS
) -> None:
    async def run(server: TableServer) -> None:
        watch = watched(server)
        room = await open_timed(server, "me", "hot-seat", clock=clock)
        await play(Days(server, watch, room))

    run_with_server(tmp_path, run)


def test_the_time_of_a_seat_on_vacation_does_not_run(tmp_path: Path) -> None:
    async def play(days: Days) -> None:
        room = days.room
        red, blue = await enter(room, 0), await enter(room, 1)
        await days.wait(1)
        await take(room, red, 10)
        assert clocks(blue)["away"] == [10 * DAY, 0]
        assert clocks(blue)["vacation"] == [VACATION_DAYS - 10, VACATION_DAYS]
        assert "running" not in clocks(blue)
        await days.wait(9)
        assert room.table.result == "*"
        assert left(await enter(room, 1))[0] == ALL - DAY
        await days.wait(2)  # of which one is vacation
        assert left(await enter(room, 1))[0] == ALL - 2 * DAY
        assert clocks(await enter(room, 1))["running"] == "red"
        await days.wait(1.1)
        assert room.table.result == "blue"

    played(tmp_path, play)


def test_the_next_turn_waits_too_and_a_move_ends_the_vacation(tmp_path: Path) -> None:
    async def play(days: Days) -> None:
        room = days.room
        red, blue = await enter(room, 0), await enter(room, 1)
        await take(room, blue, 5)
        await act(room, red, red.view["legal"][0])
        await days.wait(4)
        assert left(await enter(room, 0))[1] == ALL
        await act(room, blue, blue.view["legal"][0])
        assert clocks(red)["away"] == [0, 0]
        assert clocks(red)["vacation"] == [VACATION_DAYS, VACATION_DAYS - 4]

    played(tmp_path, play)


def test_who_is_back_early_says_so_and_no_seat_takes_more_than_it_has(tmp_path: Path) -> None:
    async def play(days: Days) -> None:
        room = days.room
        red = await enter(room, 0)
        await take(room, red, VACATION_DAYS)
        await days.wait(2)
        await take(room, red, 0, "back")
        assert clocks(red)["away"] == [0, 0]
        assert clocks(red)["vacation"][0] == VACATION_DAYS - 2
        with pytest.raises(SiegeworksError, match="You have 19 days of vacation left"):
            await take(room, red, 20, "more")
        await take(room, red, 19, "rest")
        await take(room, red, 19, "rest")  # sent again, it counts once

    played(tmp_path, play)


def test_a_day_of_vacation_counts_once_it_is_over(tmp_path: Path) -> None:
    """Who changes their mind loses nothing, and nobody gains a day by going away often."""

    async def play(days: Days) -> None:
        room = days.room
        red = await enter(room, 0)
        await take(room, red, 10)
        assert clocks(red)["vacation"][0] == VACATION_DAYS - 10
        await days.wait(0.01)
        await take(room, red, 0, "back")
        assert clocks(red)["vacation"][0] == VACATION_DAYS
        for number in range(3):
            await take(room, red, 1, f"v{number}")
            await days.wait(0.4)
            await take(room, red, 0, f"b{number}")
        assert clocks(red)["vacation"][0] == VACATION_DAYS - 1

    played(tmp_path, play)


def test_only_a_game_over_days_waits(tmp_path: Path) -> None:
    async def play(days: Days) -> None:
        red = await enter(days.room, 0)
        await enter(days.room, 1)
        with pytest.raises(SiegeworksError, match="Only a game over days"):
            await take(days.room, red, 3)

    played(tmp_path, play, FISCHER)


def test_a_server_that_starts_again_knows_who_is_away(tmp_path: Path) -> None:
    async def play(days: Days) -> None:
        room, server = days.room, days.server
        red = await enter(room, 0)
        await days.wait(1)
        await take(room, red, 10)
        before = clocks(red)
        server.rooms.unload(room)
        again = await server.rooms.get(room.id)
        assert clocks(await enter(again, 0)) == before

    played(tmp_path, play)


def test_time_is_divided_into_what_is_vacation_and_what_is_not() -> None:
    away = Vacations.none(1)
    away.take(0, 10 * DAY, 2)
    away.take(0, 20 * DAY, 1)
    parts = away.present(0, 9 * DAY, 22 * DAY)
    assert parts == [
        Period(9 * DAY, 10 * DAY), Period(12 * DAY, 20 * DAY), Period(21 * DAY, 22 * DAY)
    ]  # fmt: skip
    assert away.present(0, 10 * DAY, 11 * DAY) == []
    assert away.postponed(0, 9 * DAY, 11 * DAY) == 13 * DAY
    assert away.postponed(0, 11 * DAY, 20 * DAY) == 22 * DAY
    assert away.days_left(0, 30 * DAY) == VACATION_DAYS - 3
    assert away.days_left(0, 400 * DAY) == VACATION_DAYS
