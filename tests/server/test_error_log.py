"""The error log reveals no secret and cannot fill the disk."""

import asyncio
import gc
import json
import logging
import re
import signal
import socket
import struct
import sys
import threading
from pathlib import Path

import pytest

from siegeworks.core.errors import IllegalStep
from siegeworks.server.runtime import error_log, tasks
from siegeworks.server.runtime.error_log import MAX_KINDS, MAX_REPEATS, Repetitions, log_failure
from siegeworks.server.runtime.tasks import run_to_completion, start_task
from tests.server.served import Player, served_apart

HIDDEN = "Sb2=K: the King of south already lies on a1"
CUTS = 6


@pytest.fixture(autouse=True)
def fresh_error_log(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(error_log, "_repetitions", Repetitions())


def reset(player: Player) -> None:
    """Reset the connection."""
    player.socket.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    player.socket.socket.close()


def test_lost_connections_during_a_secret_setup_log_nothing_secret(tmp_path: Path) -> None:
    """While a step is being stored, clients that wait with illegal ones are disconnected. The
    server is stopped meanwhile, so that it sees all of it at once."""
    with served_apart(tmp_path) as (client, process):
        table = client.table("kings-ransom", "me", "1", setup="secret")
        south = client.at(table, 0)
        token = south.view["legal"][0]
        assert "=" in token, "a token of the set-up names a place and the tile that lies there"
        first = south.view["version"]
        for version in range(first, first + 2 * CUTS, 2):
            waiting = [client.at(table, 0) for _ in range(3)]
            looking_on = [client.at(table) for _ in range(3)]
            process.send_signal(signal.SIGSTOP)
            south.say(type="act", id=f"act {version}", version=version, token=token)
            for player in waiting:  # illegal: the tile lies there by then
                player.say(type="act", id=f"{version}", version=version + 1, token=token)
            for player in (*waiting, *looking_on):
                reset(player)
            process.send_signal(signal.SIGCONT)
            south.wait_for(version + 1)
            south.say(type="undo", id=f"undo {version}", version=version + 1)
            south.wait_for(version + 2)
        assert client.get("/healthz")[0] == 200
        process.send_signal(signal.SIGTERM)
        out, err = process.communicate(timeout=60)
    for word in (token, "IllegalStep", "Traceback", "never retrieved"):
        assert word not in out + err, f"the log tells {word!r}:\n{err}"


def test_every_background_task_has_its_failure_logged() -> None:
    """All start in tasks.py, except the two that a WebSocket awaits itself."""
    folder = Path(tasks.__file__).parents[1]
    begun = {
        path.name: len(re.findall(r"create_task\(|ensure_future\(|TaskGroup\(", path.read_text()))
        for path in folder.rglob("*.py")
    }
    assert {name: count for name, count in begun.items() if count} == {
        "tasks.py": 1,
        "websocket.py": 2,
    }


async def refused() -> None:
    await asyncio.sleep(0)
    raise IllegalStep(HIDDEN)


async def broken() -> None:
    await asyncio.sleep(0)
    raise ValueError(HIDDEN)


def test_a_request_is_finished_after_its_connection_is_lost(
    caplog: pytest.LogCaptureFixture,
) -> None:
    complaints: list[object] = []

    async def cut() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _, what: complaints.append(what))
        for work in (refused, broken):
            asking = asyncio.create_task(run_to_completion(work(), "a request failed"))
            await asyncio.sleep(0)
            asking.cancel()
            await asyncio.gather(asking, return_exceptions=True)
            for _ in range(3):
                await asyncio.sleep(0)
            gc.collect()

    asyncio.run(cut())
    assert complaints == []
    assert "a request failed: ValueError" in caplog.text  # a failure; a refusal is none
    assert "IllegalStep" not in caplog.text and "=K" not in caplog.text


def test_an_awaiting_caller_gets_the_refusal() -> None:
    async def wait() -> None:
        with pytest.raises(IllegalStep, match="the King of south"):
            await run_to_completion(refused(), "a request failed")

    asyncio.run(wait())


def test_the_event_loop_logs_only_type_and_place(caplog: pytest.LogCaptureFixture) -> None:
    def callback(words: str) -> None:
        raise ValueError(words)

    async def fail() -> None:
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(error_log.log_loop_failure)
        loop.call_soon(callback, HIDDEN)
        loop.call_exception_handler({"message": HIDDEN})
        await asyncio.sleep(0.0)
        await start_task(asyncio.sleep(0), "nothing")

    asyncio.run(fail())
    assert "ValueError" in caplog.text and "test_error_log.py" in caplog.text
    assert "=K" not in caplog.text and "King" not in caplog.text


def test_failures_in_threads_and_finalizers_are_logged_the_same_way(
    caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    class Broken:
        def __repr__(self) -> str:
            return HIDDEN

        def __del__(self) -> None:
            raise ValueError(HIDDEN)

    def fails(words: str) -> None:
        raise ValueError(words)

    hooks = threading.excepthook, sys.unraisablehook, sys.excepthook
    try:
        error_log.log_all_failures()
        thread = threading.Thread(target=fails, args=(HIDDEN,))
        thread.start()
        thread.join()
        Broken()
        gc.collect()
    finally:
        threading.excepthook, sys.unraisablehook, sys.excepthook = hooks
    assert len(caplog.records) == 2 and "ValueError" in caplog.text
    assert "=K" not in caplog.text + "".join(capfd.readouterr())


def test_chained_errors_log_neither_message(
    caplog: pytest.LogCaptureFixture,
) -> None:
    try:
        try:
            raise IllegalStep(HIDDEN)
        except IllegalStep as first:
            raise ValueError(HIDDEN) from first
    except ValueError as error:
        error.add_note(HIDDEN)
        log_failure("a request failed", error)
    assert "ValueError" in caplog.text and "=K" not in caplog.text and "King" not in caplog.text


def test_the_same_failure_is_logged_a_few_times_and_then_once_an_hour() -> None:
    repetitions = Repetitions()
    recorded = [repetitions.left_out("here", second) for second in range(1000)]
    assert recorded == [0] * MAX_REPEATS + [None] * (1000 - MAX_REPEATS)
    assert repetitions.left_out("there", 1000) == 0  # another is heard all the same
    assert repetitions.left_out("here", 4700) == 1000 - MAX_REPEATS
    assert repetitions.left_out("here", 4701) is None
    for number in range(2 * MAX_KINDS):
        repetitions.left_out(number, 5000)
    assert len(repetitions._kinds) == MAX_KINDS


def test_provoked_failures_cannot_fill_the_log(
    caplog: pytest.LogCaptureFixture,
) -> None:
    def fail(deep: int) -> None:
        if deep:
            fail(deep - 1)
        raise ValueError(json.dumps(HIDDEN))

    for _ in range(500):
        try:
            fail(100)
        except ValueError as error:
            log_failure("a request failed", error)
    assert len(caplog.records) == MAX_REPEATS
    assert all(len(record.getMessage()) < 4000 for record in caplog.records)
    assert caplog.records[0].levelno == logging.ERROR
