"""Games are prepared once, and first those that somebody waits for."""

import asyncio
from typing import Any

import pytest

from siegeworks.games import NAMES
from siegeworks.play.precompile import Part
from siegeworks.server.jobs import preparation
from siegeworks.server.jobs.preparation import Preparation, cached_game
from tests.server.helpers import until


def test_a_game_is_prepared_once_for_all_its_options(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Any] = []

    async def at_once(self: Preparation, game: Any, searching: bool) -> None:
        made.append(game)

    monkeypatch.setattr(Preparation, "_prepare", at_once)

    async def prepare() -> None:
        games = Preparation()
        for quiet in range(1, 11):
            game = cached_game("expansion", {"quiet": str(quiet)})
            for _ in range(2):
                await games.ready(game)
        assert len(made) == 1
        await games.close()

    asyncio.run(prepare())


def test_what_somebody_waits_for_is_prepared_before_the_next_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begun: list[tuple[str, bool]] = []
    first, asked_for = asyncio.Event(), asyncio.Event()

    async def prepare(self: Preparation, game: Any, searching: bool) -> None:
        begun.append((game.name, searching))
        if begun == [(NAMES[0], False)]:
            await first.wait()
        if searching:
            await asked_for.wait()

    monkeypatch.setattr(Preparation, "_prepare", prepare)

    async def play() -> None:
        games = Preparation()
        games.start()
        await until(lambda: begun == [(NAMES[0], False)])
        wanted = games.prepare_soon(cached_game(NAMES[-1], {}), searching=True)
        await until(lambda: len(begun) == 2)
        first.set()
        await games.ready(cached_game(NAMES[0], {}))
        for _ in range(10):  # turns of the event loop, in which it could go on
            await asyncio.sleep(0)
        assert begun == [(NAMES[0], False), (NAMES[-1], True)]
        asked_for.set()
        await wanted
        await games.all_ready()
        assert sorted(begun) == sorted((name, how) for name in NAMES for how in (False, True))
        await games.close()

    asyncio.run(play())


def test_a_search_is_compiled_beside_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    compiling: set[Part] = set()

    async def compile_in_process(name: str, part: Part) -> None:
        compiling.add(part)
        await until(lambda: len(compiling) == 3)  # for ever, if one waited for another

    monkeypatch.setattr(preparation, "_compile_in_process", compile_in_process)
    monkeypatch.setattr(preparation, "missing_parts", lambda game, wanted: list(wanted))
    monkeypatch.setattr(preparation, "is_precompiled", lambda game: False)
    monkeypatch.setattr(preparation, "warm_up_rules", lambda game: None)

    async def play() -> None:
        games = Preparation()
        await games.ready(cached_game("expansion", {}), searching=True)
        assert compiling == set(Part)
        await games.close()

    asyncio.run(play())
