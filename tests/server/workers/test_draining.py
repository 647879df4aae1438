"""A worker that is told to stop sends its clients away a few at a time."""

from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path
from types import SimpleNamespace

import pytest

from siegeworks.server.tables.table_server import TableServer
from siegeworks.server.workers import draining
from tests.server.helpers import enter, open_room, run_with_server, until


def test_sigterm_sends_clients_away_table_by_table_and_then_stops(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def drain(server: TableServer) -> None:
        rooms = [(await open_room(server, "siege-master", "me", "hot-seat"))[0] for _ in range(3)]
        pages = [await enter(room, 0) for room in rooms]
        course: list[tuple[float, int]] = []  # pauses, and how many were sent away before
        stopped: list[int] = []

        async def pause(seconds: float) -> None:
            course.append((seconds, sum(bool(page.disconnected) for page in pages)))
            assert server.is_draining and not stopped

        monkeypatch.setattr(
            draining, "asyncio", SimpleNamespace(**vars(asyncio) | {"sleep": pause})
        )
        before = signal.signal(signal.SIGTERM, lambda number, frame: stopped.append(number))
        try:
            async with draining.draining(server, 12.0):
                os.kill(os.getpid(), signal.SIGTERM)
                await until(lambda: stopped)
        finally:
            signal.signal(signal.SIGTERM, before)
        assert course == [(6.0, 0), (2.0, 1), (2.0, 2), (2.0, 3)]

    run_with_server(tmp_path, drain)
