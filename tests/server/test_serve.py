"""`siegeworks serve`: how it starts and stops."""

import logging
import signal
import socket
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from starlette.applications import Starlette

from siegeworks.cli import run
from siegeworks.server.http.serving import address_for_others, bound_socket, make_server
from tests.server.helpers import PLACED
from tests.server.served import served, served_apart


def test_a_taken_port_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        assert run(["serve", "--port", str(port), "--data", str(tmp_path)]) == 2
    assert f"Port {port} is taken" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--port", "70000"], "a number from 0 to 65535"),
        (["--host", "203.0.113.1", "--port", "0"], "port 0: cannot listen there: Cannot assign"),
        (["--metrics", "203.0.113.1:9464"], "cannot listen there: Cannot assign requested address"),
        (["--data", __file__], "test_serve.py is a file; name a folder"),
        (["--origin", "play.example.org"], "write an address like https://"),
        (["--origin", "https://play.example.org/game"], "write an address like https://"),
        (["--seat-days", "-1"], "give a number of days"),
        (["--keep", "-1"], "--keep -1: give a number of days"),
        (["--keep", "nan"], "give a number of days"),
        (["--proxy", "my-proxy"], "write an IP address like 127.0.0.1"),
        (["--proxy", "*"], "write an IP address like 127.0.0.1"),
        (["--workers", "0"], "--workers 0: give a number from 1 to 256"),
        (["--workers", "2"], "an SQLite file serves one process. Name a PostgreSQL"),
        (["--jobs", "0"], "--jobs 0: give a number from 1 to 100,000"),
        (["--job-seconds", "1"], "--job-seconds 1: give a number from 5 to 100,000"),
        (["--analysis-simulations", "0"], "--analysis-simulations 0: give a number from 1 to"),
        (["--waiting-per-table", "-1"], "--waiting-per-table -1: give a number from 0"),
        (["--drain", "-1"], "--drain -1: give a number of seconds"),
        (["--metrics", "9464"], "write HOST:PORT, such as 127.0.0.1:9464"),
        (["--database", "tables.sqlite"], "write an address like postgresql://"),
        (["--database", "postgresql://me:hunter2@localhost:1/x"], "it cannot be reached"),
        (["--maps", "/nowhere"], "There is no folder /nowhere to look for maps in"),
    ],
)
def test_invalid_arguments_are_refused_in_a_sentence(
    arguments: list[str], why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # Somebody may be playing at the usual port.
    assert run(["serve", "--port", "0", "--data", str(tmp_path), *arguments]) == 2
    message = " ".join(capsys.readouterr().err.split())
    assert why in message
    assert "hunter2" not in message and "Errno" not in message


def test_a_broken_map_of_the_host_is_named_at_the_start(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "isle.txt").write_text(". . . . .\n . F . .\n")
    (tmp_path / "broken.txt").write_text(". . . . .\n x F . .\n")
    (tmp_path / "long.txt").write_text(". . . F ." + " " * 100_001 + ". . . .")
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = str(listener.getsockname()[1])
        assert run(["serve", "--maps", str(tmp_path), "--port", port]) == 2
    lines = capsys.readouterr().out.splitlines()
    assert [line.partition(" is left out. ")[2][:40] for line in lines] == [
        "map=broken: line 2, column 2 holds 'x' (",
        "map=long: its drawing has 100,017 charac",
    ]


def test_listening_on_the_network_shows_the_address_for_others() -> None:
    with bound_socket("127.0.0.1", 0) as alone:
        assert address_for_others(alone) is None
    with bound_socket("0.0.0.0", 0) as everywhere:
        address = address_for_others(everywhere)
        port = everywhere.getsockname()[1]
    if address is not None:  # this machine is in a network
        url = urlsplit(address)
        assert url.port == port and ip_address(url.hostname or "").is_unspecified is False


@pytest.mark.parametrize(
    "in_background",
    [
        pytest.param(False, id="at a terminal"),
        pytest.param(True, id="after nohup", marks=pytest.mark.long),
    ],
)
def test_ctrl_c_stops_the_server_cleanly(tmp_path: Path, in_background: bool) -> None:
    with served_apart(tmp_path, ignores_sigint=in_background) as (client, process):
        connection = client.connect()
        assert client.get("/healthz")[0] == 200
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
        assert (process.returncode, err) == (0, "")
        assert "Stopped. All tables are saved." in out
        connection.close()


@pytest.mark.long
def test_sigterm_stops_the_server_cleanly_while_a_bot_searches(tmp_path: Path) -> None:
    with served_apart(tmp_path) as (client, process):
        table = client.table("siege-master", "me", "8")
        assert client.at(table, 0).act("d3-d6")["type"] == "accepted"
        process.send_signal(signal.SIGTERM)
        out, err = process.communicate(timeout=60)
        assert (process.returncode, err) == (0, "")
        assert "Stopped. All tables are saved." in out
    with served(tmp_path) as again:
        assert again.at(table, 0).view["steps"][0] == PLACED


@pytest.mark.long
def test_a_second_server_says_so_and_starts_once_the_first_was_killed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with served_apart(tmp_path) as (client, process):
        table = client.table("siege-master", "me", "8")
        assert client.at(table, 0).act("d3-d6")["type"] == "accepted"
        assert run(["serve", "--port", "0", "--data", str(tmp_path)]) == 2
        message = " ".join(capsys.readouterr().err.split())
        assert (
            "a server uses this folder. Stop it first, or name another folder: --data." in message
        )
        assert run(["tables", "check", "--data", str(tmp_path)]) == 0
        process.kill()
        process.wait()
        with served(tmp_path) as again:  # although a bot was searching
            assert again.at(table, 0).view["steps"][0] == PLACED


def test_making_a_server_closes_no_log_handler() -> None:
    closed: list[str] = []

    class Recording(logging.NullHandler):
        def close(self) -> None:
            closed.append("closed")
            super().close()

    handler = Recording()
    make_server(Starlette())
    assert not closed
    handler.close()
