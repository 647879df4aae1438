"""Access: host names, connections, framing, and the refusal log."""

import json
import re
import socket
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from unittest.mock import Mock

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from siegeworks.server.http.addresses import ConnectionLimit
from siegeworks.server.http.logs import RefusalLog, network_of
from siegeworks.server.http.origins import HostNames
from siegeworks.server.runtime.limits import REFUSAL_LOG_RATE
from siegeworks.server.runtime.settings import Rate, ServerSettings
from tests.server.served import Client, served


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with served(tmp_path_factory.mktemp("tables")) as client:
        yield client


def port_of(client: Client) -> str:
    return client.host.partition(":")[2]


def raw(client: Client, request: str) -> bytes:
    """All that is answered to these bytes, until the server closes."""
    with socket.create_connection(("127.0.0.1", int(port_of(client))), timeout=20) as connection:
        connection.sendall(request.encode())
        answer = b""
        with suppress(ConnectionResetError):
            while part := connection.recv(65536):
                answer += part
        return answer


# Names of the host --------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/", "/healthz", "/api/lobby", "/api/games", "/nothing"])
@pytest.mark.parametrize("host", ["evil.example", "evil.example:{port}", "127.0.0.1.evil.example"])
def test_a_request_under_a_foreign_host_name_is_refused(
    client: Client, path: str, host: str
) -> None:
    status, headers, body = client.ask("GET", path, Host=host.format(port=port_of(client)))
    assert status == 421 and "is not known by that name" in json.loads(body)["sentence"]
    assert headers["x-content-type-options"] == "nosniff"


def test_a_websocket_under_a_foreign_host_name_is_refused(client: Client) -> None:
    evil = f"evil.example:{port_of(client)}"
    request = (
        f"GET /ws HTTP/1.1\r\nHost: {evil}\r\nOrigin: http://{evil}\r\nConnection: Upgrade\r\n"
        "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    )
    assert raw(client, request).startswith(b"HTTP/1.1 421 ")


@pytest.mark.parametrize(
    "host", ["localhost", "127.0.0.1", "[::1]:{port}", "192.0.2.7:{port}", "LOCALHOST:{port}"]
)
def test_names_and_addresses_of_this_machine_are_accepted(client: Client, host: str) -> None:
    assert client.ask("GET", "/healthz", Host=host.format(port=port_of(client)))[0] == 200


def test_host_names_given_by_the_operator_are_accepted(tmp_path: Path) -> None:
    with served(
        tmp_path, origins=["https://play.example.org:8443"], hosts=["castle.lan"]
    ) as client:
        for host in ("play.example.org", "Play.Example.Org:8443", "castle.lan", "castle.lan.:80"):
            assert client.ask("GET", "/api/lobby", Host=host)[0] == 200
        assert client.ask("GET", "/api/lobby", Host="example.org")[0] == 421


@pytest.mark.parametrize(
    "strange", ["", " ", "localhost/x", "x@localhost", "localhost:x", "[localhost]", "1.2.3.4.5"]
)
def test_an_invalid_host_header_is_refused(strange: str) -> None:
    assert not HostNames().has(strange)


# Framing ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/api/invitation", "/nothing"])
def test_a_request_with_two_lengths_is_refused_and_the_connection_ends(
    client: Client, path: str
) -> None:
    smuggled = f"GET /healthz HTTP/1.1\r\nHost: {client.host}\r\n\r\n"
    request = (
        f"POST {path} HTTP/1.1\r\nHost: {client.host}\r\nOrigin: {client.base}\r\n"
        "Content-Type: application/json\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n"
        f"0\r\n\r\n{smuggled}"
    )
    answer = raw(client, request)
    assert answer.startswith(b"HTTP/1.1 400 ") and b"connection: close" in answer.lower()
    assert b"not both" in answer and answer.count(b"HTTP/1.1 ") == 1


# Connections --------------------------------------------------------------------------------------


def connected(client: Client, held: ExitStack) -> socket.socket:
    connection = socket.create_connection(("127.0.0.1", int(port_of(client))), timeout=20)
    return held.enter_context(connection)


def answers(connection: socket.socket, client: Client) -> bytes:
    with suppress(ConnectionError):  # it may be closed already
        connection.sendall(f"GET /healthz HTTP/1.1\r\nHost: {client.host}\r\n\r\n".encode())
        return connection.recv(4096)
    return b""


def test_connections_per_address_are_limited_and_closing_one_makes_room(tmp_path: Path) -> None:
    with (
        served(tmp_path, settings=ServerSettings(max_connections_per_address=3)) as client,
        ExitStack() as held,
    ):
        lines = [connected(client, held) for _ in range(3)]
        assert all(b" 200 " in answers(connection, client) for connection in lines)
        one_too_many = connected(client, held)
        reply = one_too_many.recv(4096)
        assert reply.startswith(b"HTTP/1.1 503 ") and b"Close some" in reply
        assert one_too_many.recv(1) == b""
        lines[0].close()
        for _ in range(1000):  # until the server has seen it
            if b" 200 " in answers(connected(client, held), client):
                break
        else:
            pytest.fail("closing a connection made no room")


def test_a_websocket_is_counted_with_websockets_only(tmp_path: Path) -> None:
    with served(tmp_path, settings=ServerSettings(max_connections_per_address=1)) as client:
        for _ in range(3):
            connection = client.connect()
            connection.send('{"type":"ping"}')
            assert json.loads(connection.recv())["type"] == "pong"


def test_connections_through_a_proxy_are_limited_in_total_only() -> None:
    settings = ServerSettings(max_connections_per_address=1, max_connections=4)
    limit = ConnectionLimit(["192.0.2.0/24", "2001:db8::1"], settings)
    assert [limit.take("192.0.2.9") for _ in range(2)] == [True, True]
    assert [limit.take("198.51.100.1") for _ in range(2)] == [True, False]
    assert [limit.take("2001:db8::1") for _ in range(2)] == [True, False]  # the sum is reached
    limit.release("198.51.100.1")
    assert limit.take("198.51.100.2")


# The log of refusals ------------------------------------------------------------------------------


def test_refusals_are_logged_with_their_reason_but_not_with_what_was_sent(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    secret = "q" * 22
    with served(
        tmp_path, settings=ServerSettings(max_websockets_per_address=1, post_rate=Rate(2, 0.001))
    ) as client:
        table = client.table("siege-master", "me", "hot-seat")["table"]
        client.ask("GET", "/?evil-path", Host="evil.example")
        with pytest.raises(InvalidStatus):
            client.connect(origin="http://evil.example")
        client.ask("POST", "/api/seats", b"{}", Origin="http://evil.example")
        client.post("/api/invitation", {"code": "EVIL-CODE"})
        client.post("/api/invitation", {"code": "EVIL-CODE"})
        connection = client.connect()
        connection.send(json.dumps({"type": "hello", "table": table, "keys": [secret]}))
        connection.recv()
        with suppress(ConnectionClosed):  # before the last is sent, or when all was read
            for _ in range(25):
                connection.send("evil words")
            while connection.recv():
                pass
        with pytest.raises(InvalidStatus):
            client.connect()
            client.connect()
    messages = [record.getMessage() for record in caplog.records if "refusals" in record.name]
    reasons = [message.partition("127.0.0.0/24: ")[2] for message in messages]
    assert set(reasons) >= {
        "an unknown host name.",
        "a page of another origin.",
        "an unknown invitation code.",
        "too many requests.",
        "an unknown or expired seat key.",
        "invalid messages.",
        "too many connections.",
    }
    everything = caplog.text.lower()
    assert not re.search("evil|q{22}", everything) and table.lower() not in everything


def test_codes_that_are_guessed_at_a_table_are_logged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with served(tmp_path) as client:
        table = client.table("siege-master", "me", "1")
        connection = client.connect()
        keys = [table["yours"][0]["key"]]
        connection.send(json.dumps({"type": "hello", "table": table["table"], "keys": keys}))
        guess = {"to": "blue", "code": "EVIL-CODE"}
        connection.send(
            json.dumps({"type": "rematch", "id": "1", "table": "q" * 16, "invitations": [guess]})
        )
        while json.loads(connection.recv())["type"] != "refused":
            pass
    assert "127.0.0.0/24: an unknown invitation code." in caplog.text
    assert "evil" not in caplog.text.lower()


def test_the_refusal_log_cannot_fill_the_disk(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Mock(return_value=0.0)
    monkeypatch.setattr("siegeworks.server.runtime.limits.time.monotonic", clock)
    log = RefusalLog()
    for _ in range(10_000):
        log.add("a request", "192.0.2.1", "too many requests")
    assert len(caplog.records) == REFUSAL_LOG_RATE.burst
    clock.return_value = 1 / REFUSAL_LOG_RATE.per_second
    log.add("a request", "2001:db8:1:2::3", "too many requests")
    last = caplog.records[-1].getMessage()
    assert last == (
        "Refused a request from 2001:db8:1::/48: too many requests. Not logged since the last "
        "line: 9940 for too many requests."
    )
    a_day = REFUSAL_LOG_RATE.burst + 86_400 * REFUSAL_LOG_RATE.per_second
    assert a_day * 500 < 10_000_000  # bytes


def test_addresses_are_logged_as_networks() -> None:
    assert network_of("203.0.113.77") == network_of("::ffff:203.0.113.1") == "203.0.113.0/24"
    assert network_of("nowhere") == "an unknown address"
