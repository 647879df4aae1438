"""Jobs are done in another process, which may die and does not outlive the server."""

import os
import pickle
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

import msgspec
import pytest

from siegeworks.play.record import RecordError, parse_record, read_record
from siegeworks.server.jobs import replay_worker as worker
from siegeworks.server.jobs.job_process import DIED, FAILED, NICENESS, JobFailed, JobProcess
from siegeworks.server.jobs.preparation import GameKey
from siegeworks.server.jobs.process_main import next_part
from siegeworks.server.jobs.replay_worker import Played, Source
from siegeworks.server.jobs.template import Template, can_copy
from tests.samples import sample
from tests.server.job_tasks import (
    SECRET,
    die,
    die_once,
    fail,
    parts,
    priority_and_session,
    remember,
    remembered,
    say_pid,
)

RECORD = sample("kings-ransom-1").read_text(encoding="utf-8")
GAME: GameKey = ("kings-ransom", tuple(parse_record(RECORD).options.items()), "")
SOURCE = Source(RECORD, GAME)


@pytest.fixture(scope="module")
def template() -> Iterator[Template]:
    with closing(Template()) as made:
        yield made


@pytest.fixture(scope="module", params=[pytest.param("alone", marks=pytest.mark.long), "a copy"])
def process(request: pytest.FixtureRequest, template: Template) -> Iterator[JobProcess]:
    start = template.copy if request.param == "a copy" else None
    with closing(JobProcess(start)) as made:
        yield made


def test_a_record_is_played_in_another_process(process: JobProcess) -> None:
    assert process.run(say_pid) != os.getpid()
    played = msgspec.json.decode(process.run(partial(worker.played, SOURCE)), type=Played)
    assert played.steps == read_record(sample("kings-ransom-1")).steps and played.is_over


def test_the_process_gives_way_to_the_server(process: JobProcess) -> None:
    """In the server's session: Linux weighs the priorities of processes only within one."""
    lower = min(19, os.getpriority(os.PRIO_PROCESS, 0) + NICENESS)
    assert process.run(priority_and_session) == (lower, os.getsid(0))


def test_a_step_that_is_illegal_is_refused_with_its_line(process: JobProcess) -> None:
    lines = RECORD.splitlines()
    wrong = "\n".join([*lines[:-1], "south a9xa9"]) + "\n"
    with pytest.raises(RecordError, match=rf"record, line {len(lines)}: south"):
        process.run(partial(worker.played, SOURCE._replace(text=wrong)))


def test_a_process_that_dies_costs_nobody_an_answer(process: JobProcess, tmp_path: Path) -> None:
    before = process.run(say_pid)
    assert process.run(partial(die_once, tmp_path / "died")) != before
    with pytest.raises(JobFailed, match=DIED):
        process.run(die)
    assert process.run(say_pid) > 0


def test_a_job_of_many_parts_goes_on_when_its_process_has_died(
    process: JobProcess, tmp_path: Path
) -> None:
    marker = tmp_path / "died"
    begin = partial(parts, 6, marker)
    results = [process.run(partial(next_part, "job", begin, n, {"job"})) for n in range(7)]
    assert results == [0, 1, 2, 3, 4, 5, None] and marker.exists()


def test_a_job_of_many_parts_that_was_stopped_is_forgotten(process: JobProcess) -> None:
    begin = partial(parts, 6)
    for known in range(3):
        process.run(partial(next_part, "first", begin, known, {"first"}))
    process.run(partial(next_part, "second", begin, 0, {"second"}))
    assert process.run(partial(next_part, "first", begin, 0, {"first", "second"})) == 0


def test_a_failure_is_logged_where_it_happened_without_its_message(
    capfd: pytest.CaptureFixture[str],
) -> None:
    with closing(JobProcess()) as process, pytest.raises(JobFailed, match=FAILED):
        process.run(fail)
    logged = capfd.readouterr().err
    assert "ZeroDivisionError" in logged and "job_tasks.py" in logged
    assert SECRET not in logged


def test_a_process_that_was_closed_answers_no_more() -> None:
    made = JobProcess()
    made.run(say_pid)
    made.close()
    with pytest.raises(JobFailed, match="stopping"):
        made.run(say_pid)


def test_ctrl_c_is_for_the_server_alone(process: JobProcess) -> None:
    there = process.run(say_pid)
    os.kill(there, signal.SIGINT)
    assert process.run(say_pid) == there
    if sys.platform != "win32":
        assert os.getpgid(there) != os.getpgid(0)


@pytest.mark.skipif(not can_copy(), reason="this system cannot copy processes")
def test_copies_have_what_their_template_has_loaded_and_do_not_share_what_they_do(
    template: Template,
) -> None:
    template.load(partial(remember, "by the template"))
    with closing(JobProcess(template.copy)) as first, closing(JobProcess(template.copy)) as second:
        first.run(partial(remember, "by one of them"))
        assert second.run(remembered) == ["by the template"]
        assert first.run(remembered) == ["by the template", "by one of them"]


@pytest.mark.skipif(not can_copy(), reason="this system cannot copy processes")
def test_where_the_template_has_died_another_loads_the_same(template: Template) -> None:
    with closing(Template()) as other:
        other.load(partial(remember, "again"))
        with closing(JobProcess(other.copy)) as process:
            os.kill(process.run(os.getppid), signal.SIGKILL)
        with closing(JobProcess(other.copy)) as process:  # it starts alone
            assert process.run(remembered) == []
        with closing(JobProcess(other.copy)) as process:
            assert process.run(remembered) == ["again"]


@pytest.mark.parametrize("how", ["alone", "copy"])
def test_the_process_of_a_killed_server_ends(how: str) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "tests.server.job_tasks", how], stderr=subprocess.PIPE
    ) as server:
        assert server.stderr is not None and server.stderr.readline()
        server.kill()
        server.communicate(timeout=60)  # ends when the last of its processes is gone


@pytest.mark.skipif(not can_copy(), reason="processes are copied on Linux only")
@pytest.mark.parametrize("is_unread", [False, True])
def test_a_template_whose_server_was_killed_while_it_loaded_ends_in_silence(
    is_unread: bool,
) -> None:
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    ours.send(pickle.dumps(partial(remember, "loaded")))
    if is_unread:
        theirs.send(b"an answer that the server has not read")
    ours.close()  # nobody hears the answer
    command = [sys.executable, "-m", "siegeworks.server.jobs.template_main"]
    ended = subprocess.run(command, stdin=theirs.fileno(), capture_output=True, check=False)
    theirs.close()
    assert (ended.returncode, ended.stderr) == (0, b"")
