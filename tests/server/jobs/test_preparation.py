"""Games are prepared once."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from siegeworks.server.jobs.preparation import Preparation, cached_game


def test_a_game_is_prepared_once_for_all_its_options(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Any] = []

    async def at_once(self: Preparation, game: Any, searching: bool) -> None:
        made.append(game)

    monkeypatch.setattr(Preparation, "_prepare", at_once)

    async def prepare() -> None:
        preparation = Preparation()
        for quiet in range(1, 11):
            game = cached_game("expansion", {"quiet": str(quiet)})
            for _ in range(2):
                await preparation.ready(game)
        assert len(made) == 1
        await preparation.close()

    asyncio.run(prepare())
