"""Spectators of a running game with a clock are some turns behind, and know nothing of those."""

import json
from pathlib import Path

import pytest

from siegeworks.core.errors import SiegeworksError
from siegeworks.server import messages as m
from siegeworks.server.runtime.settings import ServerSettings
from siegeworks.server.tables import questions
from siegeworks.server.tables.room import Room
from siegeworks.server.tables.table_server import TableServer
from tests.server.helpers import FakeConnection, act, enter, open_room, run_with_server
from tests.server.tables.test_clocks import open_timed, watched


async def play_turns(room: Room, red: FakeConnection, blue: FakeConnection, turns: int) -> None:
    for _ in range(turns):
        page = red if "legal" in red.view else blue
        await act(room, page, page.view["legal"][0])


def tokens(page: FakeConnection) -> list[str]:
    return [step["token"] for step in page.steps]


def test_spectators_are_three_turns_behind_until_the_game_is_over(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        watched(server)
        room = await open_timed(server, "me", "hot-seat")
        red, blue, watcher = await enter(room, 0), await enter(room, 1), await enter(room)
        assert watcher.heard("welcome")[-1]["behind"] == 3
        assert "behind" not in red.heard("welcome")[-1]
        for turns in range(1, 8):
            await play_turns(room, red, blue, 1)
            assert tokens(watcher) == tokens(red)[: max(0, turns - 3)]
            late = await enter(room)  # who comes later, or comes back
            assert tokens(late) == tokens(watcher)
            assert late.view["scene"] == watcher.view["scene"]
            newest = tokens(red)[-1]
            assert f'"token":"{newest}"' not in "".join(watcher.texts + late.texts)
            for page in (watcher, late):
                with pytest.raises(SiegeworksError, match="no such position"):
                    await questions.look_back(room, page, m.LookBack("b", max(0, turns - 3) + 1))
                await questions.look_back(room, page, m.LookBack("b", max(0, turns - 3)))
            room.leave(late)
        assert "running" not in watcher.heard("clocks")[-1]
        await room.resign(red, m.Resign("r"))
        assert watcher.view["result"] == "blue"
        assert tokens(watcher) == tokens(red)

    run_with_server(tmp_path, play)


def test_what_is_undone_behind_the_spectators_is_never_shown(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        watched(server)
        room = await open_timed(server, "me", "1")
        room.bots.wake = lambda: None  # type: ignore[method-assign]
        red, watcher = await enter(room, 0), await enter(room)
        first, second = red.view["legal"][:2]
        await act(room, red, first)
        await room.undo(red, m.Undo("u", red.view["version"]))
        await act(room, red, second)
        assert first not in json.dumps(watcher.heard("view")[0]["steps"])
        assert watcher.steps == []

    run_with_server(tmp_path, play)


def test_a_game_without_a_clock_is_shown_at_once(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        room, _ = await open_room(server, "siege-master", "me", "hot-seat")
        red, blue, watcher = await enter(room, 0), await enter(room, 1), await enter(room)
        await play_turns(room, red, blue, 2)
        assert tokens(watcher) == tokens(red)
        assert "behind" not in watcher.heard("welcome")[-1]

    run_with_server(tmp_path, play)


def test_a_host_may_show_all_games_at_once(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        watched(server)
        room = await open_timed(server, "me", "hot-seat")
        red, blue, watcher = await enter(room, 0), await enter(room, 1), await enter(room)
        await play_turns(room, red, blue, 2)
        assert tokens(watcher) == tokens(red)

    run_with_server(tmp_path, play, ServerSettings(watch_delay=0))


def test_a_game_with_secrets_hides_from_spectators_what_it_did_before(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        watched(server)
        room = await open_timed(server, "me", "hot-seat", game="kings-ransom")
        south, north, watcher = await enter(room, 0), await enter(room, 1), await enter(room)
        for _ in range(12):
            page = south if "legal" in south.view else north
            await act(room, page, page.view["legal"][0])
        shown = len(watcher.steps)
        seen = [room.table.token_seen_by(-1, index) for index in range(shown)]
        assert tokens(watcher) == seen

    run_with_server(tmp_path, play)
