"""The log, one event a line, tells a host what happened, and nothing that was sent or is hidden."""

import json
import logging
import signal
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

from siegeworks.server.http import logs
from siegeworks.server.runtime.limits import REQUEST_LOG_RATE
from siegeworks.server.runtime.logs import (
    JsonFormatter,
    TextFormatter,
    request_id,
    request_id_from,
    set_up_logs,
)
from siegeworks.server.tables.noticeboard import Noticeboard
from tests.server.served import served, served_apart


def lines_of(log: str) -> list[dict[str, Any]]:
    """The events of a log."""
    return [json.loads(line) for line in log.splitlines()]


@pytest.fixture
def as_json(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> pytest.LogCaptureFixture:
    """What is logged, as JSON."""
    monkeypatch.setattr(caplog.handler, "formatter", JsonFormatter())
    caplog.set_level(logging.INFO, "siegeworks")
    return caplog


def test_no_line_has_anything_that_was_sent_or_is_hidden(tmp_path: Path) -> None:
    with served_apart(tmp_path, "--log-format", "json") as (client, process):
        hidden = client.table("kings-ransom", "me", "1", setup="secret")
        shared = client.table("siege-master", "me", "friend")
        south = client.at(hidden, 0)
        placed = south.view["legal"][0]
        south.act(placed)
        south.act(placed)  # illegal now: refused with a sentence that names the tile
        south.say(type="act", id="evil-id", version=99, token="evil-token")
        south.say(type="explain", id="evil-id", text="evil-text")
        for _ in range(25):
            south.socket.send("evil words")
        with suppress(Exception):
            while True:
                south.socket.recv(10)
        client.post("/api/invitation", {"code": "EVIL-CODE"})
        client.post("/api/invitation", {"code": shared["invitations"][0]["code"]})
        client.ask("GET", f"/evil-path/{hidden['table']}?evil=1", X_Evil="evil", Cookie="evil")
        client.ask("GET", f"/api/tables/{hidden['table']}/record")
        client.ask("EVIL", "/api/lobby")
        client.ask("GET", "/", Host="evil.example", X_Request_Id="evil id\x7f")
        with pytest.raises(InvalidStatus):
            client.connect(origin="http://evil.example")
        process.send_signal(signal.SIGTERM)
        log = process.communicate(timeout=60)[1]
    lines = lines_of(log)
    assert {line["event"] for line in lines} == {"request", "websocket", "refusal"}
    key, code = hidden["yours"][0]["key"], shared["invitations"][0]["code"]
    for word in ("evil", hidden["table"], shared["table"], key, code, placed, "127.0.0.1"):
        assert word.lower() not in log.lower(), f"the log tells {word!r}"
    assert {line["request_id"] for line in lines if line["event"] == "refusal"} <= {
        line["request_id"] for line in lines if line["event"] != "refusal"
    }
    assert {line["network"] for line in lines} == {"127.0.0.0/24"}


@pytest.mark.parametrize(
    ("given", "is_taken"),
    [("a-Z-09", True), ("a" * 64, True), ("a" * 65, False), ("", False), ("a b", False)]
    + [(bad, False) for bad in ("a\n", 'a"', "a_b", "ä", "{}")],
)
def test_a_request_keeps_the_id_that_it_comes_with_if_it_is_one(given: str, is_taken: bool) -> None:
    got = request_id_from(given)
    assert (got == given) == is_taken
    assert request_id_from(got) == got, "what we make is an id"


def test_the_id_of_a_request_is_in_its_answer_and_in_its_lines(
    tmp_path: Path, as_json: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    hidden = "Sb2=K"

    def broken(noticeboard: Noticeboard) -> None:
        raise ValueError(hidden)

    monkeypatch.setattr(Noticeboard, "lobby", broken)
    with served(tmp_path) as client:
        status, headers, body = client.ask("GET", "/api/lobby", X_Request_Id="from-the-proxy-1")
        table = client.table("siege-master", "me", "open")
        socket = client.at(table, 0).socket
        assert socket.response is not None
        id_of_socket = socket.response.headers["x-request-id"]
        with pytest.raises(InvalidStatus) as denied:
            client.connect(origin="http://evil.example")
    assert (status, headers["x-request-id"]) == (500, "from-the-proxy-1")
    assert json.loads(body)["request_id"] == "from-the-proxy-1"
    assert denied.value.response.body is not None
    refused = json.loads(denied.value.response.body)["request_id"]
    lines = lines_of(as_json.text)
    ours = [line for line in lines if line.get("request_id") == "from-the-proxy-1"]
    assert [line["event"] for line in ours] == ["failure", "request"]
    failure, request = ours
    assert failure["error"] == "ValueError" and hidden not in as_json.text
    assert (request["route"], request["status"]) == ("GET /api/lobby", 500)
    assert request["duration"] > 0
    (open_table,) = [line for line in lines if line.get("request_id") == id_of_socket]
    assert (open_table["event"], open_table["table"]) == ("websocket", table["table"])
    assert [line["event"] for line in lines if line.get("request_id") == refused] == [
        "refusal",
        "websocket",
    ]


def test_a_table_that_is_not_in_the_lobby_is_not_named(
    tmp_path: Path, as_json: pytest.LogCaptureFixture
) -> None:
    with served(tmp_path) as client:
        table = client.table("siege-master", "me", "friend")
        client.at(table, 0)
    assert "websocket" in as_json.text and table["table"] not in as_json.text


def test_what_a_library_says_is_not_logged_as_json(as_json: pytest.LogCaptureFixture) -> None:
    logging.getLogger("psycopg.pool").warning("connecting with %s", "evil")
    (line,) = lines_of(as_json.text)
    assert line["logger"] == "psycopg.pool" and "evil" not in as_json.text


def test_the_text_of_a_line_ends_with_its_request(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(caplog.handler, "formatter", TextFormatter())
    logging.getLogger("siegeworks.server").warning("Refused a request.")
    mark = request_id.set("abc")
    logging.getLogger("siegeworks.server").warning("Failed.\nline 1")
    request_id.reset(mark)
    assert caplog.text == "Refused a request.\nFailed. [abc]\nline 1\n"


@pytest.mark.parametrize(
    ("style", "level", "written"),
    [
        ("text", None, "W E"),
        ("json", None, "I W E"),
        ("json", "error", "E"),
        ("text", "info", "I W E"),
    ],
)
def test_the_level_says_what_is_logged(
    style: Any,
    level: Any,
    written: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    root, ours = logging.getLogger(), logging.getLogger("siegeworks")
    monkeypatch.setattr(root, "handlers", [])
    before = ours.level
    try:
        set_up_logs(style, level)
        logger = logging.getLogger("siegeworks.server.requests")
        for say, word in ((logger.info, "I"), (logger.warning, "W"), (logger.error, "E")):
            say(word)
    finally:
        ours.setLevel(before)
    output = capsys.readouterr().err
    words = [line["event"] for line in lines_of(output)] if style == "json" else output.split()
    assert words == written.split()


def test_requests_cannot_fill_the_disk(as_json: pytest.LogCaptureFixture) -> None:
    log = logs.RequestLog(lambda *_: None)  # type: ignore[arg-type]
    scope = {"type": "http", "client": ("192.0.2.1", 1)}
    for _ in range(10_000):
        log._log(scope, {"status": 200}, 0.1)
    assert len(as_json.records) <= REQUEST_LOG_RATE.burst + 500  # some time passes meanwhile
    log._bucket.left = 1.0
    log._log(scope, {"status": 200}, 0.1)
    assert lines_of(as_json.text)[-1]["left_out"] > 0
