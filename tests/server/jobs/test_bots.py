"""Bots and hints: when they search, what is kept between turns, and when they stop."""

import asyncio
import threading
from collections import OrderedDict
from pathlib import Path
from typing import Any

import pytest

from siegeworks.bots import Budget, SearchBot
from siegeworks.core.errors import SiegeworksError
from siegeworks.core.random import new_rng
from siegeworks.server import messages as m
from siegeworks.server.jobs import bot_worker
from siegeworks.server.jobs.bot_pool import is_quick
from siegeworks.server.jobs.preparation import cached_game
from siegeworks.server.runtime.settings import JobLimits, ServerSettings
from siegeworks.server.tables import questions
from siegeworks.server.tables.table_server import TableServer
from tests.server.helpers import (
    Greedy,
    NoPreparation,
    act,
    enter,
    open_room,
    run_with_server,
    wait_for_bots,
)

FOUR = ("me", "8", "8", "8")


pytestmark = pytest.mark.usefixtures("quick_bots")


# Bots alone ---------------------------------------------------------------------------------------


def test_bots_stop_playing_when_the_last_person_has_resigned(
    tmp_path: Path,
) -> None:
    async def play(server: TableServer) -> None:
        room, _ = await open_room(server, "nobles-and-peasants", *FOUR, seats="4")
        blue = await enter(room, 0)
        await wait_for_bots(room)
        await room.resign(blue, m.Resign("r"))
        await wait_for_bots(room)
        steps = len(room.table.steps)
        assert room.table.steps[-1].token == "resign=blue" and not room.table.over
        assert blue.view["to_act"] != "blue" and "Only bots" in blue.view["trouble"]
        again = await enter(room, 0)
        await enter(room)
        await wait_for_bots(room)
        assert len(room.table.steps) == steps and "Only bots" in again.view["trouble"]

    run_with_server(tmp_path, play)


def test_bots_wait_for_an_absent_person_even_if_spectators_are_there(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        room, _ = await open_room(server, "siege-master", "1", "me")
        await enter(room)
        await wait_for_bots(room)
        assert not room.table.steps
        blue = await enter(room, 1)
        await wait_for_bots(room)
        assert len(room.table.steps) == 1 and "trouble" not in blue.view

    run_with_server(tmp_path, play)


# What happens meanwhile ---------------------------------------------------------------------------


class ReadyOnDemand(NoPreparation):
    """The search is ready when it is said to be."""

    def __init__(self) -> None:
        super().__init__()
        self.is_ready = asyncio.Event()

    def prepare_soon(self, game: Any, searching: bool = False) -> Any:
        return asyncio.create_task(self._wait()) if searching else super().prepare_soon(game)

    async def _wait(self) -> None:
        await self.is_ready.wait()


@pytest.mark.parametrize("how", ["resign", "undo", "leave"])
def test_events_before_a_bots_search_starts_are_not_its_failure(
    tmp_path: Path, how: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def play(server: TableServer) -> None:
        server.rooms.preparation = preparation = ReadyOnDemand()
        room, _ = await open_room(server, "siege-master", "me", "1")
        red, elsewhere = await enter(room, 0), await enter(room, 0)
        await act(room, red, "d3-d6")
        await asyncio.sleep(0)  # the bot waits for its search
        if how == "resign":
            await room.resign(elsewhere, m.Resign("r"))
        elif how == "undo":
            await room.undo(elsewhere, m.Undo("u", elsewhere.view["version"]))
        else:
            room.leave(red)
            room.leave(elsewhere)
        preparation.is_ready.set()
        await wait_for_bots(room)
        assert not room.trouble and "trouble" not in red.view
        assert [step.actor for step in room.table.steps if step.actor == "blue"] == []
        assert not caplog.records

    run_with_server(tmp_path, play)


def test_a_bot_that_fails_on_an_outdated_position_is_not_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    thinks, go_on = threading.Event(), threading.Event()

    class Broken(Greedy):
        def choose(self, seen: Any) -> int:
            thinks.set()
            go_on.wait(30)
            raise ValueError("a test")

    monkeypatch.setattr("siegeworks.server.jobs.bot_worker.make_bot", Broken)

    async def play(server: TableServer) -> None:
        room, _ = await open_room(server, "siege-master", "me", "1")
        red = await enter(room, 0)
        await act(room, red, "d3-d6")
        await asyncio.to_thread(thinks.wait, 30)
        await room.resign(red, m.Resign("r"))
        go_on.set()
        await wait_for_bots(room)
        assert room.table.over and "trouble" not in red.view

    run_with_server(tmp_path, play)


def test_a_failed_bot_is_no_longer_reported_after_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Broken(Greedy):
        def choose(self, seen: Any) -> int:
            raise ValueError("a test")

    monkeypatch.setattr("siegeworks.server.jobs.bot_worker.make_bot", Broken)

    async def play(server: TableServer) -> None:
        room, _ = await open_room(server, "siege-master", "me", "1")
        red = await enter(room, 0)
        await act(room, red, "d3-d6")
        await wait_for_bots(room)
        assert "The bot of blue failed" in red.view["trouble"]
        await room.resign(red, m.Resign("r"))
        assert red.view["ending"] and "trouble" not in red.view

    run_with_server(tmp_path, play)


# Memory -------------------------------------------------------------------------------------------


def test_search_trees_that_a_process_keeps_between_turns_are_limited(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("siegeworks.server.jobs.bot_worker.kept", OrderedDict())
    monkeypatch.setattr("siegeworks.server.jobs.bot_worker.size_of", lambda bot: 100)

    async def play(server: TableServer) -> None:
        tables = []
        for _ in range(4):
            room, _ = await open_room(server, "siege-master", "me", "1")
            red = await enter(room, 0)
            await act(room, red, "d3-d6")
            await wait_for_bots(room)
            tables.append(room.id)
        assert [table for table, _ in bot_worker.kept] == tables[-2:]
        monkeypatch.setattr("siegeworks.server.jobs.bot_worker.size_of", lambda bot: 300)
        await act(room, red, red.view["legal"][0])
        await wait_for_bots(room)
        assert [table for table, _ in bot_worker.kept] == tables[-2:-1]  # it is too large

    run_with_server(tmp_path, play, ServerSettings(jobs=JobLimits(kept_bytes=250)))


def test_a_search_reports_the_memory_of_its_trees() -> None:
    game = cached_game("siege-master", {})
    bot = SearchBot(game, new_rng(0), Budget(simulations=200))
    empty = bot.tree_bytes
    bot.search(game.observe(game.new_state(), 0))
    assert empty < 200_000 < bot.tree_bytes or bot.tree_bytes > 2 * empty


def test_weak_levels_are_quick_and_the_strongest_are_not() -> None:
    for name in ("siege-master", "nobles-and-peasants", "siege-by-number", "expansion"):
        assert is_quick(cached_game(name, {}), 1) and not is_quick(cached_game(name, {}), 8)


# Fairness -----------------------------------------------------------------------------------------


def test_many_strong_bots_of_one_address_do_not_delay_a_bot_of_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    thinks, go_on = threading.Event(), threading.Event()

    class Slow(Greedy):
        def choose(self, seen: Any) -> int:
            thinks.set()
            go_on.wait(30)
            return super().choose(seen)

    kinds = {"level:8": Slow, "level:7": Greedy, "level:1": Greedy}
    monkeypatch.setattr(
        "siegeworks.server.jobs.bot_worker.make_bot", lambda spec, *how: kinds[spec](spec, *how)
    )

    async def play(server: TableServer) -> None:
        rows = []
        for _ in range(20):
            room, _ = await open_room(server, "siege-master", "me", "8")
            red = await enter(room, 0)
            await act(room, red, "d3-d6")
            rows.append(room)
        await asyncio.to_thread(thinks.wait, 30)
        try:
            for level in ("1", "7"):
                other, _ = await open_room(server, "siege-master", "me", level)
                page = await enter(other, 0, address="192.0.2.99")
                await act(other, page, "d3-d6")
                await asyncio.wait_for(wait_for_bots(other), 20)
                assert len(other.table.steps) == 2
        finally:
            go_on.set()
        for room in rows:
            await wait_for_bots(room)

    run_with_server(tmp_path, play)


def test_a_hint_in_a_game_that_is_over_is_refused(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        room, _ = await open_room(server, "siege-master", "me", "1")
        red = await enter(room, 0)
        await room.resign(red, m.Resign("r"))
        with pytest.raises(SiegeworksError, match="not your turn"):
            await questions.hint(room, red, m.Hint("h"))

    run_with_server(tmp_path, play)
