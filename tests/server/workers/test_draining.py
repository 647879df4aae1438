"""A worker that is told to stop sends its clients away a few at a time."""

import asyncio
import os
import signal
from pathlib import Path
from types import SimpleNamespace

import pytest

from siegeworks.server.tables.table_server import TableServer
from siegeworks.server.workers import draining
from tests.server.helpers import enter, open_room, run_with_server, until


def spent(course: list[tuple[float, int]]) -> float:
    """How long all pauses were."""
    return sum(seconds for seconds, _ in course)


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
        monkeypatch.setattr(draining, "time", SimpleNamespace(monotonic=lambda: spent(course)))
        before = signal.signal(signal.SIGTERM, lambda number, frame: stopped.append(number))
        try:
            async with draining.draining(server, 3.0):
                os.kill(os.getpid(), signal.SIGTERM)
                await until(lambda: stopped)
        finally:
            signal.signal(signal.SIGTERM, before)
        assert course == [(1.5, 0), (0.5, 1), (0.5, 2), (0.5, 3)]

    run_with_server(tmp_path, drain)


@pytest.mark.parametrize("more", [1, 99])
def test_clients_who_come_while_others_are_sent_away_are_sent_away_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, more: int
) -> None:
    async def drain(server: TableServer) -> None:
        room, _ = await open_room(server, "siege-master", "me", "hot-seat")
        pages = [await enter(room, 0)]
        course: list[tuple[float, int]] = []

        async def pause(seconds: float) -> None:
            course.append((seconds, sum(bool(page.disconnected) for page in pages)))
            if 1 < len(course) <= 1 + more:  # one more comes after each that was sent away
                pages.append(await enter(room, 0))

        monkeypatch.setattr(
            draining, "asyncio", SimpleNamespace(**vars(asyncio) | {"sleep": pause})
        )
        monkeypatch.setattr(draining, "time", SimpleNamespace(monotonic=lambda: spent(course)))
        stopped: list[bool] = []
        await draining._drain(server, 10.0, lambda: stopped.append(True))
        assert stopped and spent(course) <= 10.0
        sent_away = sum(bool(page.disconnected) for page in pages)
        assert sent_away == min(len(pages), 5)  # one per second, in the second half

    run_with_server(tmp_path, drain)
