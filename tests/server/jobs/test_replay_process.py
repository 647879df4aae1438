"""Records are played again in another process, which may die and does not outlive the server."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

import msgspec
import pytest

from siegeworks.play.record import RecordError, read_record
from siegeworks.server import messages as m
from siegeworks.server.jobs import replay_worker as worker
from siegeworks.server.jobs.replay_process import NICENESS, ReplayFailed, ReplayProcess
from siegeworks.server.jobs.replay_worker import Played, Source
from siegeworks.server.tables.table_server import TableServer
from tests.samples import sample
from tests.server.helpers import run_with_server
from tests.server.replay_tasks import SECRET, die, die_once, fail, priority, say_pid

RECORD = sample("kings-ransom-1").read_text(encoding="utf-8")
OPTIONS = read_record(sample("kings-ransom-1")).options
SOURCE = Source(RECORD, "kings-ransom", tuple(OPTIONS.items()), "")


@pytest.fixture(scope="module")
def process() -> Iterator[ReplayProcess]:
    made = ReplayProcess()
    yield made
    made.close()


def test_a_record_is_played_in_another_process(process: ReplayProcess) -> None:
    assert int(process.run(say_pid)) != os.getpid()
    played = msgspec.json.decode(process.run(partial(worker.played, SOURCE)), type=Played)
    assert played.steps == read_record(sample("kings-ransom-1")).steps and played.is_over


def test_the_process_gives_way_to_the_server(process: ReplayProcess) -> None:
    assert int(process.run(priority)) == min(19, os.getpriority(os.PRIO_PROCESS, 0) + NICENESS)


def test_a_step_that_is_illegal_is_refused_with_its_line(process: ReplayProcess) -> None:
    lines = RECORD.splitlines()
    wrong = "\n".join([*lines[:-1], "south a9xa9"]) + "\n"
    with pytest.raises(RecordError, match=rf"record, line {len(lines)}: south"):
        process.run(partial(worker.played, SOURCE._replace(text=wrong)))


def test_a_process_that_dies_costs_nobody_an_answer(process: ReplayProcess, tmp_path: Path) -> None:
    before = process.run(say_pid)
    assert process.run(partial(die_once, tmp_path / "died")) != before
    with pytest.raises(ReplayFailed):
        process.run(die)
    assert int(process.run(say_pid)) > 0


def test_a_failure_is_logged_where_it_happened_without_its_message(
    capfd: pytest.CaptureFixture[str],
) -> None:
    with closing(ReplayProcess()) as process, pytest.raises(ReplayFailed, match="failed"):
        process.run(fail)
    logged = capfd.readouterr().err
    assert "ZeroDivisionError" in logged and "replay_tasks.py" in logged
    assert SECRET not in logged


def test_a_process_that_was_closed_answers_no_more() -> None:
    made = ReplayProcess()
    made.run(say_pid)
    made.close()
    with pytest.raises(ReplayFailed):
        made.run(say_pid)


def test_ctrl_c_is_for_the_server_alone(process: ReplayProcess) -> None:
    there = int(process.run(say_pid))
    os.kill(there, signal.SIGINT)
    assert int(process.run(say_pid)) == there


def test_the_process_of_a_killed_server_ends() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "tests.server.replay_tasks"], stdout=subprocess.PIPE
    ) as server:
        assert server.stdout is not None and server.stdout.readline()
        server.kill()
        server.communicate(timeout=60)  # ends when the last of its processes is gone


def test_a_server_answers_from_the_process(tmp_path: Path, process: ReplayProcess) -> None:
    async def play(server: TableServer) -> None:
        server.replays.process = process
        found = await server.replays.replay(m.ReplayRequest(RECORD, 2, 3))
        assert (found.game, found.start, len(found.positions)) == ("kings-ransom", 2, 3)

    run_with_server(tmp_path, play)
