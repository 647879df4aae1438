"""Conditional moves: what a seat has planned is played when the others go on as it expected."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from siegeworks.core.errors import SiegeworksError
from siegeworks.server import messages as m
from siegeworks.server.tables import questions
from siegeworks.server.tables.room import Room
from siegeworks.server.tables.table_server import TableServer
from tests.server.helpers import FakeConnection, act, enter, run_with_server
from tests.server.tables.test_clocks import DAYS, FISCHER, open_timed, watched

Play = Callable[[TableServer, Room, FakeConnection, FakeConnection], Awaitable[None]]


def over_days(
    tmp_path: Path, play: Play, game: str = "siege-master", clock: m.ClockTimes = DAYS
) -> None:
    async def run(server: TableServer) -> None:
        watched(server)
        room = await open_timed(server, "me", "hot-seat", game=game, clock=clock)
        await play(server, room, await enter(room, 0), await enter(room, 1))

    run_with_server(tmp_path, run)


def planned(page: FakeConnection) -> list[str]:
    return list(page.heard("planned")[-1]["tokens"])


async def plan(room: Room, page: FakeConnection, *tokens: str) -> None:
    await room.planning.plan(page, m.Plan("p", room.log.version, list(tokens)))


def played(room: Room) -> list[str]:
    return [step.token for step in room.table.steps]


FIRST, SECOND, THIRD, OTHER = "d3-d6", "e4-e7", "a6-d7", "q8-q11"


def test_a_reply_is_played_at_once_when_it_was_expected(tmp_path: Path) -> None:
    async def play(
        server: TableServer, room: Room, red: FakeConnection, blue: FakeConnection
    ) -> None:
        await plan(room, blue, FIRST, SECOND, THIRD)
        assert planned(blue) == [FIRST, SECOND, THIRD]
        assert SECOND not in "".join(text for text in red.texts if '"planned"' in text)
        assert not [message for message in red.heard("planned") if message["tokens"]]
        await act(room, red, FIRST)
        assert played(room) == [FIRST, SECOND]
        assert red.view["to_act"] == "red"
        assert planned(blue) == [THIRD]

    over_days(tmp_path, play)


def test_a_plan_is_forgotten_when_the_game_goes_another_way(tmp_path: Path) -> None:
    async def play(
        server: TableServer, room: Room, red: FakeConnection, blue: FakeConnection
    ) -> None:
        await plan(room, blue, FIRST, SECOND)
        await act(room, red, OTHER)
        assert played(room) == [OTHER]
        assert planned(blue) == []

    over_days(tmp_path, play)


def test_a_plan_outlives_a_restart_and_can_be_cancelled(tmp_path: Path) -> None:
    async def play(
        server: TableServer, room: Room, red: FakeConnection, blue: FakeConnection
    ) -> None:
        await plan(room, blue, FIRST, SECOND)
        server.rooms.unload(room)
        again = await server.rooms.get(room.id)
        blue = await enter(again, 1)
        assert planned(blue) == [FIRST, SECOND]
        await plan(again, blue)
        assert planned(blue) == []
        await act(again, await enter(again, 0), FIRST)
        assert played(again) == [FIRST]

    over_days(tmp_path, play)


def test_a_plan_must_be_legal_and_say_what_one_plays(tmp_path: Path) -> None:
    async def play(
        server: TableServer, room: Room, red: FakeConnection, blue: FakeConnection
    ) -> None:
        for page, tokens, why in (
            (blue, [FIRST], "Say what you play"),
            (blue, [FIRST, FIRST], FIRST),
            (blue, ["nonsense"], "nonsense"),
            (red, [FIRST, SECOND], "It is your turn"),
        ):
            with pytest.raises(SiegeworksError, match=why):
                await plan(room, page, *tokens)
        assert played(room) == []
        watcher = await enter(room)
        with pytest.raises(SiegeworksError):
            await plan(room, watcher, FIRST, SECOND)

    over_days(tmp_path, play)


@pytest.mark.parametrize(
    ("game", "clock"),
    [("kings-ransom", DAYS), ("siege-by-number", DAYS), ("siege-master", FISCHER)],
)  # fmt: skip
def test_where_something_is_hidden_or_hurried_nothing_is_planned(
    tmp_path: Path, game: str, clock: m.ClockTimes
) -> None:
    async def play(
        server: TableServer, room: Room, red: FakeConnection, blue: FakeConnection
    ) -> None:
        with pytest.raises(SiegeworksError, match="Moves can be planned in games over days"):
            await plan(room, blue, "x")

    over_days(tmp_path, play, game, clock)


def imagined(page: FakeConnection) -> dict[str, Any]:
    return dict(page.heard("imagined")[-1])


async def imagine(room: Room, page: FakeConnection, *tokens: str) -> None:
    await questions.imagine(room, page, m.Imagine("i", room.log.version, list(tokens)))


def test_a_line_is_shown_before_it_is_planned_and_changes_nothing(tmp_path: Path) -> None:
    async def play(
        server: TableServer, room: Room, red: FakeConnection, blue: FakeConnection
    ) -> None:
        await imagine(room, blue)
        begin = imagined(blue)
        assert (begin["to_act"], begin["steps"]) == ("red", [])
        assert begin["legal"] == red.view["legal"]
        assert begin["scene"].pop("reaches")  # pieces can be inspected there
        assert begin["scene"] == blue.view["scene"]
        await imagine(room, blue, FIRST)
        after = imagined(blue)
        assert after["to_act"] == "blue" and FIRST not in after["legal"]
        assert [step["token"] for step in after["steps"]] == [FIRST]
        assert played(room) == [] and red.heard("imagined") == []
        await act(room, red, FIRST)
        assert after["scene"].pop("reaches")
        assert blue.view["scene"] == after["scene"]
        with pytest.raises(SiegeworksError, match="your turn"):
            await imagine(room, blue)
        with pytest.raises(SiegeworksError):
            await imagine(room, red, "z9-z9")

    over_days(tmp_path, play)


@pytest.mark.parametrize(
    ("game", "clock"),
    [("kings-ransom", DAYS), ("siege-by-number", DAYS), ("siege-master", FISCHER)],
)
def test_nothing_is_imagined_where_something_is_hidden_or_time_is_short(
    tmp_path: Path, game: str, clock: m.ClockTimes
) -> None:
    async def play(
        server: TableServer, room: Room, red: FakeConnection, blue: FakeConnection
    ) -> None:
        for page in (red, blue):
            with pytest.raises(SiegeworksError, match="can be planned in games over days"):
                await imagine(room, page)
            assert page.heard("imagined") == []

    over_days(tmp_path, play, game, clock)
