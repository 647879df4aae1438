"""Several processes behind one port: whichever dies, whatever was answered is there."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import pytest

from tests.server.helpers import TIMEOUT
from tests.server.processes import workers_of
from tests.server.served import served_apart

pytestmark = pytest.mark.long


def until_ready(parent: int, gone: set[int], count: int = 2) -> None:
    """Wait until so many workers run, and none of these."""
    until = time.monotonic() + TIMEOUT
    while time.monotonic() < until:
        living = workers_of(parent)
        if len(living) == count and not living & gone:
            return
        time.sleep(0.05)
    raise AssertionError("no new worker was started")


def test_moves_survive_the_death_of_each_worker_and_a_rolling_restart(
    tmp_path: Path, postgresql: str
) -> None:
    options = ("--workers", "2", "--database", postgresql, "--drain", "0.5")
    with served_apart(tmp_path, *options) as (client, process):
        table, moves = client.table("siege-master", "hot-seat", "hot-seat"), 0
        for _ in range(3):
            player = client.at(table, 0, 1)
            player.act()
            moves += 1
            victim = min(workers_of(process.pid))
            os.kill(victim, signal.SIGKILL)
            until_ready(process.pid, {victim})
        before = workers_of(process.pid)
        os.kill(process.pid, signal.SIGHUP)
        until_ready(process.pid, before)
        player = client.at(table, 0, 1)
        player.wait_for(moves)
        process.terminate()
        assert process.wait(TIMEOUT) == 0
        assert process.stdout is not None
        assert "Stopped. All tables are saved." in process.stdout.read()
