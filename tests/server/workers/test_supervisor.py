"""Several processes behind one port: whichever dies, whatever was answered is there."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from uvicorn.supervisors.multiprocess import Process

from siegeworks.server.workers.supervisor import Workers
from tests.server.helpers import TIMEOUT
from tests.server.processes import workers_of
from tests.server.served import served_apart


class DiesWhenAsked:
    """A connection to a worker that is killed while its answer is waited for."""

    def __init__(self, worker: Process) -> None:
        self._worker, self._connection = worker, worker.parent_conn
        self.heard: list[bool] = []

    def poll(self, seconds: float) -> bool:
        """Wait for the answer."""
        assert self._worker.pid is not None
        os.kill(self._worker.pid, signal.SIGSTOP)
        os.kill(self._worker.pid, signal.SIGKILL)
        self.heard.append(self._connection.poll(seconds))
        return self.heard[-1]

    def __getattr__(self, name: str) -> Any:
        return getattr(self._connection, name)


def test_a_worker_that_dies_while_it_is_asked_is_replaced_without_waiting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("uvicorn.supervisors.multiprocess.SIGNALS", {})  # they stay the tests' own
    workers = Workers(uvicorn.Config("no:app", workers=1, timeout_worker_healthcheck=10), [])
    workers.init_processes()
    try:
        worker = workers.processes[0]
        connection = DiesWhenAsked(worker)
        worker.parent_conn = connection  # type: ignore[assignment]
        workers.keep_subprocess_alive()
        assert connection.heard == [True]  # that nobody is there
        assert workers.processes[0].pid != worker.pid
    finally:
        for left in workers.processes:
            left.kill()
        workers.join_all()


def test_a_frozen_worker_keeps_no_signal_waiting_and_is_ended(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("uvicorn.supervisors.multiprocess.SIGNALS", {})  # they stay the tests' own
    monkeypatch.setattr("siegeworks.server.workers.supervisor.ASK_SECONDS", 0.01)
    monkeypatch.setattr("siegeworks.server.workers.supervisor.HUNG_SECONDS", 0.1)
    workers = Workers(uvicorn.Config("no:app", workers=1), [], stop_seconds=0.1)
    workers.init_processes()
    try:
        worker = workers.processes[0]
        assert worker.pid is not None
        os.kill(worker.pid, signal.SIGSTOP)
        workers.signal_queue.append(signal.SIGTERM)
        workers.keep_subprocess_alive()
        assert workers.processes == [worker]  # it may go on one day
        workers.terminate_all()
        workers.join_all()
        assert worker.exitcode is not None
    finally:
        for left in workers.processes:
            left.kill()


def until_ready(parent: int, gone: set[int], count: int = 2) -> None:
    """Wait until so many workers run, and none of these."""
    until = time.monotonic() + TIMEOUT
    while time.monotonic() < until:
        living = workers_of(parent)
        if len(living) == count and not living & gone:
            return
        time.sleep(0.05)
    raise AssertionError("no new worker was started")


@pytest.mark.long
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
