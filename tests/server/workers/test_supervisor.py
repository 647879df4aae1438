"""Several processes behind one port: whichever dies, whatever was answered is there."""

import os
import re
import signal
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

import pytest
import uvicorn

from siegeworks.server.runtime.settings import ServerSettings
from siegeworks.server.workers import supervisor
from siegeworks.server.workers.supervisor import STOP_SECONDS, Worker, Workers
from tests.server.helpers import TIMEOUT
from tests.server.processes import workers_of
from tests.server.served import served_apart

UNIT = Path(__file__).parents[3] / "deploy" / "siegeworks.service"


class FakeWorker:
    """A worker without a process."""

    def __init__(self, *_: object) -> None:
        self.has_started = self.is_gone = self.is_buried = False
        self.exitcode = 1
        self.stopped: list[float] = []  # with how many seconds to do it
        self.process = self

    def look(self) -> None:
        """It does nothing by itself."""

    def stop(self, seconds: float) -> None:
        self.stopped.append(seconds)

    def join(self, seconds: float) -> None:
        self.is_gone = True

    def bury(self) -> None:
        self.is_gone = self.is_buried = True


@pytest.fixture
def workers(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Two workers without processes, which serve."""
    monkeypatch.setattr("uvicorn.supervisors.multiprocess.SIGNALS", {})  # they stay the tests' own
    monkeypatch.setattr(supervisor, "Worker", FakeWorker)
    made = Workers(uvicorn.Config("no:app", workers=2), [], stop_seconds=25.0)
    made.init_processes()
    for worker in made.processes:
        worker.has_started = True
    return made


def new_one(workers: Any, known: list[FakeWorker]) -> FakeWorker:
    """The worker that was started last."""
    (newest,) = [
        worker for worker in [*workers.processes, workers._new] if worker and worker not in known
    ]
    return newest


def test_a_worker_that_has_died_is_replaced_at_once_though_another_one_is_frozen(
    workers: Any,
) -> None:
    frozen, dead = workers.processes
    dead.is_gone = True
    workers.keep_subprocess_alive()
    assert workers.processes[0] is frozen
    assert workers.processes[1] is not dead and dead.is_buried


def test_workers_are_replaced_one_after_the_other(workers: Any) -> None:
    old, other = workers.processes
    workers.handle_hup()
    workers.keep_subprocess_alive()
    first = new_one(workers, [old, other])
    workers.keep_subprocess_alive()
    assert not old.stopped  # before the new one serves
    first.has_started = True
    workers.keep_subprocess_alive()
    assert workers.processes == [first, other] and old.stopped == [25.0]
    workers.keep_subprocess_alive()
    assert workers._new is None  # as long as the old one sends its clients away
    old.is_gone = True
    workers.keep_subprocess_alive()
    second = new_one(workers, [old, other, first])
    second.has_started = True
    workers.keep_subprocess_alive()
    assert workers.processes == [first, second] and other.stopped and old.is_buried
    other.is_gone = True
    for _ in range(2):
        workers.keep_subprocess_alive()
    assert workers.processes == [first, second] and workers._new is None


def test_workers_that_die_while_others_are_replaced_are_started_again(workers: Any) -> None:
    old, other = workers.processes
    workers.handle_hup()
    workers.keep_subprocess_alive()
    coming = new_one(workers, [old, other])
    old.is_gone = other.is_gone = True
    workers.keep_subprocess_alive()
    assert len(workers.processes) == 2 and not {old, other} & set(workers.processes)
    assert coming.stopped  # nobody waits for it any more
    coming.is_gone = True
    for _ in range(2):
        workers.keep_subprocess_alive()
    assert workers._new is None and len(workers.processes) == 2


def test_the_old_workers_stay_if_a_new_one_does_not_start(workers: Any) -> None:
    old, other = workers.processes
    workers.handle_hup()
    workers.keep_subprocess_alive()
    new_one(workers, [old, other]).is_gone = True
    for _ in range(2):
        workers.keep_subprocess_alive()
    assert workers.processes == [old, other] and workers._new is None
    assert not old.stopped + other.stopped


def test_a_stop_while_workers_are_replaced_ends_old_and_new_ones(workers: Any) -> None:
    old, other = workers.processes
    workers.handle_hup()
    workers.keep_subprocess_alive()
    first = new_one(workers, [old, other])
    first.has_started = True
    workers.keep_subprocess_alive()
    old.is_gone = True
    workers.keep_subprocess_alive()
    second = new_one(workers, [old, other, first])
    workers.terminate_all()
    workers.join_all()
    for worker in (other, first, second):
        assert worker.stopped == [25.0] and worker.is_buried


def test_a_worker_more_and_a_worker_less_can_be_asked_for(workers: Any) -> None:
    workers.handle_ttin()
    assert len(workers.processes) == 3
    last = workers.processes[-1]
    for _ in range(3):
        workers.handle_ttou()
    assert len(workers.processes) == 1 and last.stopped == [25.0]


def test_a_service_that_is_stopped_has_the_time_to_drain() -> None:
    unit = UNIT.read_text(encoding="utf-8")
    (drain,) = re.findall(r"--drain (\d+)", unit)
    (most,) = re.findall(r"^TimeoutStopSec=(\d+)$", unit, re.MULTILINE)
    assert int(drain) + STOP_SECONDS < int(most)


@contextmanager
def running_worker() -> Iterator[Worker]:
    """A process with an application that nobody asks."""
    worker = Worker(uvicorn.Config("asyncio:sleep", lifespan="off", log_level="critical"), [])
    try:
        yield worker
    finally:
        worker.bury()


def look_until(worker: Worker, holds: Callable[[], bool]) -> None:
    until = time.monotonic() + TIMEOUT
    while not holds():
        assert time.monotonic() < until
        worker.look()
        time.sleep(0.01)


def test_a_worker_serves_hangs_and_is_ended() -> None:
    with running_worker() as worker:
        look_until(worker, lambda: worker.has_started)
        assert worker.pid is not None
        os.kill(worker.pid, signal.SIGSTOP)
        worker.settings = ServerSettings(hung_seconds=0.05)
        worker._late_at = time.monotonic() + worker.settings.hung_seconds
        look_until(worker, lambda: worker.is_gone)
        assert worker.process.exitcode == -signal.SIGKILL


def test_a_worker_that_does_not_stop_in_time_is_ended() -> None:
    with running_worker() as worker:
        look_until(worker, lambda: worker.has_started)
        assert worker.pid is not None
        os.kill(worker.pid, signal.SIGSTOP)
        worker.stop(0.05)
        look_until(worker, lambda: worker.is_gone)
        assert worker.process.exitcode == -signal.SIGKILL


def until_ready(parent: int, gone: set[int], count: int = 2) -> None:
    """Wait until so many workers run, and none of these."""
    until = time.monotonic() + TIMEOUT
    while time.monotonic() < until:
        living = workers_of(parent)
        if len(living) == count and not living & gone:
            return
        time.sleep(0.05)
    raise AssertionError("no new worker was started")


def workers_counted(port: int) -> float:
    """What the metric of workers says; 0 before it is answered."""
    try:
        with urlopen(f"http://127.0.0.1:{port}/metrics") as answer:
            text = answer.read().decode()
    except URLError:
        return 0.0
    return sum(
        float(count) for count in re.findall(r"^siegeworks_workers (\S+)$", text, re.MULTILINE)
    )


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return int(listening.getsockname()[1])


@pytest.mark.long
def test_a_worker_that_was_killed_is_no_longer_counted(tmp_path: Path, postgresql: str) -> None:
    port = free_port()
    options = ("--workers", "2", "--database", postgresql, "--metrics", f"127.0.0.1:{port}")
    with served_apart(tmp_path, *options) as (_, process):
        until_counted(port, 2)
        before = workers_of(process.pid)
        for worker in before:
            os.kill(worker, signal.SIGKILL)
        until_ready(process.pid, before)
        until_counted(port, 2)


def until_counted(port: int, count: int) -> None:
    until = time.monotonic() + TIMEOUT
    while workers_counted(port) != count:
        assert time.monotonic() < until
        time.sleep(0.05)


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
