"""Games over the network: connections, limits, HTTP and static files."""

import asyncio
import errno
import json
import random
import select
import socket
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any, get_args

import msgspec
import platformdirs
import pytest
from starlette.applications import Starlette
from starlette.requests import HTTPConnection
from uvicorn.server import ServerState
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from siegeworks._version import __version__
from siegeworks.server import messages as m
from siegeworks.server.http import websocket
from siegeworks.server.http.addresses import address_of, counted_websocket
from siegeworks.server.http.app import make_app
from siegeworks.server.http.logs import refusals
from siegeworks.server.http.serving import WebSocketProtocol, bound_socket, make_server
from siegeworks.server.http.static_files import Page
from siegeworks.server.runtime.limits import Account
from siegeworks.server.runtime.settings import Rate, ServerSettings
from siegeworks.server.storage.sqlite_store import SqliteStore
from siegeworks.server.tables.address_limits import AddressLimits
from siegeworks.server.tables.table_server import TableServer
from tests.samples import sample
from tests.server.helpers import Greedy, run_with_server
from tests.server.malformed import ADDRESSES, BODIES, UNLIMITED, WHOLE, send_malformed
from tests.server.served import PATIENCE, Client, Player, served


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("siegeworks.server.jobs.bot_worker.make_bot", Greedy)
        with served(tmp_path_factory.mktemp("tables")) as client:
            yield client


# Playing ------------------------------------------------------------------------------------------


def test_two_clients_finish_a_game_while_one_keeps_losing_its_connection(client: Client) -> None:
    table = client.table("siege-master", "me", "hot-seat")
    red, blue = client.at(table, 0), client.at(table, 1)
    number, steps = 0, 0
    while "ending" not in red.view:
        mover, other = (red, blue) if red.view["to_act"] == "red" else (blue, red)
        number += 1
        mover.say(type="act", id=str(number), version=steps, token=mover.view["legal"][0])
        if mover is blue:  # cut before the answer: come back, send it again
            blue.cut()
            blue = mover = client.at(table, 1, version=steps)
            if blue.view["version"] == steps:
                blue.say(type="act", id=str(number), version=steps, token=blue.view["legal"][0])
        steps += 1
        mover.wait_for(steps)
        other.wait_for(steps)
    assert red.view["version"] == blue.view["version"] == steps
    assert {red.view["result"], blue.view["result"]} <= {"red", "blue", "draw"}
    status, headers, record = client.ask("GET", f"/api/tables/{table['table']}/record")
    assert status == 200 and record.startswith(b"siege-record 1\n")
    assert headers["content-disposition"].endswith('.siege"')


def test_a_bot_answers(client: Client) -> None:
    player = client.at(client.table("siege-master", "me", "1"), 0)
    player.act("d3-d6")
    player.wait_for(2)
    assert [step["actor"] for step in player.view["steps"]] == ["blue"]


def test_a_friend_takes_a_seat_with_a_code_and_is_shown_as_connected(client: Client) -> None:
    table = client.table("siege-master", "me", "friend")
    red = client.at(table, 0)
    code = table["invitations"][0]["code"]
    status, invited = client.post("/api/invitation", {"code": code})
    assert status == 200 and invited["seat"] == "blue"
    status, seats = client.post("/api/seats", {"request": "b" * 22, "code": code, "name": "Ben"})
    assert status == 200
    blue = Player(client.connect(), seats["table"], [seats["yours"][0]["key"]])
    there = red.hear("presence")
    while not there["seats"][1].get("connected"):
        there = red.hear("presence")
    assert there["seats"][1]["name"] == "Ben"
    blue.cut()
    while there["seats"][1].get("connected"):
        there = red.hear("presence")


@pytest.mark.parametrize(
    ("hello", "why"),
    [
        ({"table": "x" * 16}, "no such table"),
        ({"table": "", "keys": ["y" * 22]}, "not yours"),
    ],
)
def test_a_wrong_hello_is_refused(client: Client, hello: dict[str, Any], why: str) -> None:
    table = client.table("siege-master", "me", "hot-seat")
    connection = client.connect()
    connection.send(
        json.dumps({"type": "hello", **hello, "table": hello["table"] or table["table"]})
    )
    refused = json.loads(connection.recv())
    assert refused["type"] == "refused" and why in refused["sentence"]
    connection.send(json.dumps({"type": "hello", "table": table["table"]}))
    assert json.loads(connection.recv())["type"] == "welcome"


def test_every_message_is_answered(client: Client) -> None:
    table = client.table("siege-master", "me", "hot-seat")
    player = client.at(table, 0, 1)
    for message in (
        {"type": "ping"},
        {"type": "explain", "id": "1", "text": "d3-d6"},
        {"type": "explain", "id": "1", "text": "nowhere"},
        {"type": "look", "id": "1", "seat": "red"},
        {"type": "hint", "id": "1", "seat": "blue"},
        {"type": "act", "id": "1", "version": 9, "token": "d3-d6"},
        {"type": "undo", "id": "1", "version": 0},
        {"type": "offer", "id": "1", "what": "draw"},
        {"type": "answer", "id": "1", "offer": 7, "agrees": True},
        {"type": "resign", "id": "1", "seat": "green"},
        {"type": "hello", "table": table["table"]},
        {"type": "nonsense"},
    ):
        player.say(**message)
        player.hear("pong", "explained", "view", "refused", "accepted")


def test_a_move_on_a_full_disk_is_not_answered_until_it_can_be_stored(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path)
    with served(tmp_path, store=store) as client:
        table = client.table("siege-master", "me", "hot-seat")
        player = client.at(table, 0, 1)
        store._writing.execute("PRAGMA max_page_count = 1")  # that is, no more than there are
        answer, number = player.act("d3-d6", "0"), 0
        while answer["type"] == "accepted":
            player.wait_for(answer["version"])
            number += 1
            kind = {"type": "undo"} if number % 2 else {"type": "act", "token": "d3-d6"}
            player.say(id=f"{number:036}", version=number, **kind)
            answer = player.hear("accepted", "refused", "closing")
        assert "disk is full" in answer["sentence"] and answer["reconnect"]
        assert client.ask("GET", "/readyz")[0] == 503
        assert client.get("/healthz")[0] == 200  # starting it again would help nobody
        store._writing.execute("PRAGMA max_page_count = 1000000")
        player = client.at(table, 0, 1)
        assert player.view["version"] == number
        player.say(id=f"{number:036}", version=number, **kind)
        assert player.hear("accepted", "refused")["type"] == "accepted"
        assert client.ask("GET", "/readyz")[0] == 200


def test_a_damaged_log_reveals_no_secrets(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with served(tmp_path) as client:
        table = client.table("kings-ransom", "me", "hot-seat")
        client.at(table, 0)
    with closing(sqlite3.connect(tmp_path / "tables.sqlite", isolation_level=None)) as db:
        db.execute("UPDATE event SET token = 'Nd4=K' WHERE token LIKE 'Nd4=%'")
        db.execute("UPDATE event SET token = 'Na1=K' WHERE token LIKE 'Na1=%'")
    with served(tmp_path) as client:
        connection = client.connect()
        connection.send(json.dumps({"type": "hello", "table": table["table"]}))
        sentence = json.loads(connection.recv())["sentence"]
        status, answer = client.get(f"/api/tables/{table['table']}/record")
    assert "can no longer be read" in sentence and (status, answer["sentence"]) == (400, sentence)
    assert "is damaged: event" in caplog.text and "=K" not in caplog.text


@pytest.mark.parametrize("who", ["friend", "open"])
def test_nobody_can_be_invited_to_a_record_that_reveals_secrets(client: Client, who: str) -> None:
    record = sample("kings-ransom-0").read_text(encoding="utf-8")
    seats = [{"seat": "south", "who": "me"}, {"seat": "north", "who": who}]
    asked = {"game": "kings-ransom", "record": record, "step": 33, "seats": seats}
    status, answer = client.post("/api/tables", asked)
    assert status == 400 and "knows what is hidden" in answer["sentence"]
    table = client.table_from("kings-ransom-0", 33, "kings-ransom", "me", "hot-seat")
    assert len(table["yours"]) == 2
    open_game = client.table_from("siege-master-0", 10, "siege-master", "me", who)
    assert len(open_game["yours"]) == 1


# HTTP ---------------------------------------------------------------------------------------------


def test_the_home_page_gets_what_it_needs(client: Client) -> None:
    status, games = client.get("/api/games")
    assert status == 200 and len(games["games"]) == 5 and len(games["levels"]) == 8
    for game in games["games"]:
        status, shape = client.get(f"/api/games/{game['name']}")
        assert status == 200 and shape["seats"] and shape["board"]["places"]
        status, rules = client.get(f"/api/games/{game['name']}/rules")
        assert status == 200 and "R1" in [section["paragraph"] for section in rules["sections"]]
    assert client.get("/healthz")[1]["version"] == __version__


@pytest.mark.parametrize(
    ("path", "status", "why"),
    [
        ("/api/games/chess", 400, "no game 'chess'"),
        ("/api/games/chess/rules", 400, "no game 'chess'"),
        ("/api/games/siege-by-number?seats=9", 400, "is 2 or 3 or 4"),
        ("/api/games/siege-by-number?seats=2&seats=3", 400, "given twice"),
        ("/api/tables/nothing/record", 400, "no such table"),
        ("/api/nothing", 404, "Not found"),
        ("/%00", 404, "Not found"),
        ("/../../pyproject.toml", 404, "Not found"),
        ("/api/tables", 404, "Not found"),
    ],
)
def test_errors_are_answered_in_a_sentence(
    client: Client, path: str, status: int, why: str
) -> None:
    code, answer = client.get(path)
    assert code == status and why in answer["sentence"] and answer["sentence"].endswith(".")


def test_every_answer_has_security_headers(client: Client) -> None:
    for path in ("/", "/api/games", "/nothing", "/api/tables"):
        _, headers, _ = client.ask("GET", path)
        policy = headers["content-security-policy"]
        assert policy.startswith("default-src 'self';") and "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert headers["x-frame-options"] == "DENY"
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["cross-origin-opener-policy"] == "same-origin"
        assert headers["cross-origin-resource-policy"] == "same-origin"
    with pytest.raises(InvalidStatus) as refused:
        connect(f"ws://{client.host}/elsewhere", origin=Origin(client.base))
    assert refused.value.response.status_code == 404
    assert "default-src" in refused.value.response.headers["content-security-policy"]


def test_a_wrong_method_names_the_allowed_ones(client: Client) -> None:
    status, headers, _ = client.ask("POST", "/api/games")
    assert status == 405 and "GET" in headers["allow"]


def test_a_failure_has_security_headers_and_reveals_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    secret = "the King is on a1"

    async def fails(*arguments: Any) -> None:
        raise ValueError(secret)

    monkeypatch.setattr(Page, "answer", fails)
    with served(tmp_path) as client:
        status, headers, body = client.ask("GET", "/")
    assert status == 500 and b"The server failed." in body
    assert headers["x-content-type-options"] == "nosniff"
    assert "ValueError" in caplog.text and secret not in caplog.text


def test_no_folder_of_this_machine_is_revealed(client: Client) -> None:
    status, answer = client.get("/api/games/siege-master?map=nowhere")
    assert status == 400 and "there is no such map" in answer["sentence"]
    assert str(platformdirs.user_data_path("siegeworks")) not in answer["sentence"]


# Limits and origins -------------------------------------------------------------------------------

STRANGE = [
    "http://evil.example",
    "null",
    "",
    "http://127.0.0.1",
    "https://{host}",
    "http://{host}.x",
]


@pytest.mark.parametrize("origin", STRANGE)
def test_only_our_own_page_may_use_the_server(client: Client, origin: str) -> None:
    origin = origin.format(host=client.host)
    with pytest.raises(InvalidStatus) as refused:
        client.connect(origin=origin or None)
    assert refused.value.response.status_code == 403
    headers = {"Content_Type": "application/json", **({"Origin": origin} if origin else {})}
    status, _, body = client.ask("POST", "/api/seats", b'{"name":"Eve","code":"x"}', **headers)
    assert status == 403 and b"Only a page of this server" in body


def test_a_foreign_name_that_resolves_to_us_is_refused(client: Client) -> None:
    evil = f"evil.example:{client.host.partition(':')[2]}"
    status, _, _ = client.ask(
        "POST",
        "/api/seats",
        b"{}",
        Content_Type="application/json",
        Host=evil,
        Origin=f"http://{evil}",
    )
    assert status == 421


def test_origins_named_by_the_operator_may_use_the_server(tmp_path: Path) -> None:
    with served(tmp_path, origins=["https://play.example.org"]) as client:
        connection = client.connect(origin="https://play.example.org")
        connection.send('{"type":"ping"}')
        assert json.loads(connection.recv())["type"] == "pong"
        with pytest.raises(InvalidStatus):
            client.connect(origin="https://play.example.org.evil.example")


def test_a_message_over_8_kib_closes_the_connection_and_harms_no_table(client: Client) -> None:
    table = client.table("siege-master", "me", "hot-seat")
    player, other = client.at(table, 0, 1), client.at(table, 1)
    player.say(type="explain", id="1", text="x" * 9000)
    assert "8192 bytes" in player.hear("closing")["sentence"]
    with pytest.raises(ConnectionClosed) as closed:
        player.hear("refused")
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 1009
    assert client.at(table, 0).act("d3-d6")["type"] == "accepted"
    other.wait_for(1)


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("/api/tables", b"", 400),
        ("/api/tables", b"[" * 100_000, 400),
        ("/api/tables", b'{"game":"chess","seats":[]}', 400),
        ("/api/tables", b'{"game":"siege-master","seats":[],"cheat":1}', 400),
        ("/api/tables", b'{"game":"siege-master","seats":[],"record":"siege-record 2"}', 400),
        ("/api/seats", b'{"request":"%s","name":"x","table":"%s"}' % (b"z" * 22, b"z" * 16), 400),
        ("/api/seats", b'{"request":"guess","name":"x","table":"%s"}' % (b"z" * 16), 400),
        ("/api/seats", b'{"name":"\xff"}', 400),
        ("/api/replay", b'{"record":"' + b"x" * 600_000 + b'"}', 400),
        ("/api/replay", b"x" * 1_100_000, 413),
    ],
)
def test_an_invalid_body_is_refused_in_a_sentence(
    client: Client, path: str, body: bytes, status: int
) -> None:
    code, _, answer = client.ask(
        "POST", path, body, Content_Type="application/json", Origin=client.base
    )
    assert code == status and json.loads(answer)["sentence"].endswith(".")


def test_a_form_post_is_refused(client: Client) -> None:
    status, _, _ = client.ask(
        "POST", "/api/seats", b"{}", Content_Type="text/plain", Origin=client.base
    )
    assert status == 415


def test_too_many_messages_close_the_connection(client: Client) -> None:
    connection, messages = client.connect(), []
    with pytest.raises(ConnectionClosed) as closed:
        for _ in range(5000):
            connection.send('{"type":"ping"}')
            messages.append(json.loads(connection.recv()))
    assert messages[-1]["type"] == "closing" and not messages[-1]["reconnect"]
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 1008


@pytest.mark.parametrize("kind", ["pings", "parts of a message"])
def test_too_many_frames_close_the_connection(tmp_path: Path, kind: str) -> None:
    with (
        served(tmp_path, settings=ServerSettings(frame_rate=Rate(3, 0.001))) as client,
        pytest.raises(ConnectionClosed) as closed,
    ):
        connection = client.connect()
        if kind == "pings":
            for _ in range(5):
                connection.ping()
        else:
            connection.send(["{", *[""] * 5])
        connection.recv(10)
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 1008


@contextmanager
def raw_websocket(client: Client) -> Iterator[socket.socket]:
    """A WebSocket whose bytes the test sends and reads itself."""
    host, _, port = client.host.partition(":")
    with socket.create_connection((host, int(port)), timeout=PATIENCE) as connection:
        connection.sendall(
            f"GET /ws HTTP/1.1\r\nHost: {client.host}\r\nOrigin: {client.base}\r\n"
            "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
        )
        assert connection.recv(4096).startswith(b"HTTP/1.1 101 ")
        yield connection


@pytest.mark.parametrize(
    ("refused", "code"),
    [(b"\x89\x80----", 1008), (b"\x81\xfe\xff\xff----", 1009), (b"\xff\x80----", 1002)],
    ids=["too many pings", "a message too long", "an invalid frame"],
)
def test_a_client_that_is_still_sending_learns_why_its_connection_is_closed(
    tmp_path: Path, refused: bytes, code: int
) -> None:
    settings = ServerSettings(frame_rate=Rate(3, 0.001), linger_seconds=PATIENCE)
    with served(tmp_path, settings=settings) as client, raw_websocket(client) as connection:
        connection.sendall(refused * 1_000_000)  # more than what the system buffers
        answer = b"".join(iter(lambda: connection.recv(4096), b""))
    assert code.to_bytes(2, "big") in answer[-125:]


def test_a_refused_client_that_keeps_sending_is_cut_off(tmp_path: Path) -> None:
    with (
        served(tmp_path, settings=ServerSettings(linger_seconds=0.1)) as client,
        raw_websocket(client) as connection,
        pytest.raises(ConnectionError),
    ):
        connection.sendall(b"\xff\x80----")
        while True:
            connection.sendall(bytes(1 << 16))


def test_too_many_boards_are_refused(tmp_path: Path) -> None:
    with served(tmp_path, settings=ServerSettings(board_rate=Rate(2, 0.001))) as client:
        path = "/api/games/siege-by-number"
        assert [client.get(f"{path}?seats=3")[0] for _ in range(3)] == [200, 200, 429]
        assert client.get(path)[0] == 200


def test_too_many_posts_are_refused(tmp_path: Path) -> None:
    with served(tmp_path, settings=ServerSettings(post_rate=Rate(3, 0.001))) as client:
        answers = [client.post("/api/invitation", {"code": "x"})[0] for _ in range(4)]
        assert answers == [400, 400, 400, 429]
    assert ServerSettings().post_rate.burst > 3


@pytest.mark.parametrize(("proxies", "status"), [((), 429), (("127.0.0.1",), 400)])
def test_only_a_named_proxy_may_set_the_clients_address(
    proxies: tuple[str, ...], status: int, tmp_path: Path
) -> None:
    with served(
        tmp_path, proxies=proxies, settings=ServerSettings(post_rate=Rate(1, 0.001))
    ) as client:
        answers = [
            client.ask(
                "POST",
                "/api/invitation",
                b'{"code":"x"}',
                Content_Type="application/json",
                Origin=client.base,
                X_Forwarded_For=address,
            )[0]
            for address in ("192.0.2.1", "192.0.2.2")
        ]
    assert answers == [400, status]


def test_ipv6_addresses_are_counted_by_network() -> None:
    def key(host: str) -> str:
        return address_of(HTTPConnection({"type": "http", "client": (host, 1), "headers": []}))

    assert key("2001:db8::1") == key("2001:db8::2") != key("2001:db8:0:1::1")
    assert key("::ffff:192.0.2.1") == key("192.0.2.1") != key("::ffff:192.0.2.2")


def test_websockets_per_address_are_limited(tmp_path: Path) -> None:
    settings = ServerSettings(max_websockets_per_address=1)
    with served(tmp_path, settings=settings) as client:
        first = client.connect()
        with pytest.raises(InvalidStatus) as refused:
            client.connect()
        assert refused.value.response.status_code == 503
        assert b"Too many connections are open" in refused.value.response.body
        first.send('{"type":"ping"}')
        assert json.loads(first.recv())["type"] == "pong"
    connection = HTTPConnection({"type": "http", "client": ("::1", 1), "headers": []})
    addresses = AddressLimits(settings)
    for _ in range(2):  # closing makes room
        with (
            counted_websocket(addresses, connection) as first_has,
            counted_websocket(addresses, connection) as second_has,
        ):
            assert (first_has, second_has) == (True, False)
    assert not addresses._open


@pytest.mark.parametrize("path", ["/ws", "/ws/{table}", "/ws/another-table-16", "/ws/no%20table"])
def test_a_websocket_reaches_its_table_whatever_its_address_says(client: Client, path: str) -> None:
    """Its address is for load balancers; `hello` names the table."""
    table = client.table("siege-master", "me", "1")
    place = path.format(table=table["table"])
    with connect(f"ws://{client.host}{place}", origin=Origin(client.base)) as socket:
        keys = [table["yours"][0]["key"]]
        socket.send(json.dumps({"type": "hello", "table": table["table"], "keys": keys}))
        assert json.loads(socket.recv())["type"] == "welcome"


def test_storage_per_address_is_limited(tmp_path: Path) -> None:
    """Neither move by move nor by opening tables in the middle of a record. Others play on."""
    with served(
        tmp_path, proxies=["127.0.0.1"], settings=ServerSettings(storage_rate=Rate(20, 0))
    ) as client:
        table = client.table("siege-master", "me", "hot-seat")  # the first event of the share
        player = client.at(table, 0, 1)
        for number in range(3):
            assert player.act()["type"] == "accepted"
            player.wait_for(number + 1)
        client.table_from("siege-master-0", 10, "siege-master", "me", "hot-seat")
        record = sample("siege-master-0").read_text(encoding="utf-8")
        seats = [{"seat": seat, "who": "hot-seat"} for seat in ("red", "blue")]
        asked = {"game": "siege-master", "record": record, "step": 10, "seats": seats}
        status, answer = client.post("/api/tables", asked)
        assert status == 429 and "Try again later" in answer["sentence"]
        answers = [player.act(player.view["legal"][0], f"again {n}") for n in range(9)]
        assert [answer["type"] for answer in answers][-1] == "refused"
        assert "Try again later" in answers[-1]["sentence"]
        elsewhere = client.connect(additional_headers={"X-Forwarded-For": "192.0.2.7"})
        other = Player(elsewhere, table["table"], [seat["key"] for seat in table["yours"]])
        assert other.act()["type"] == "accepted"


def test_what_is_only_looked_at_costs_nothing_of_what_may_be_stored(tmp_path: Path) -> None:
    record = sample("siege-master-0").read_text(encoding="utf-8")
    with served(tmp_path, settings=ServerSettings(storage_rate=Rate(2, 0))) as client:
        code = client.table("siege-master", "me", "friend")["invitations"][0]["code"]
        for _ in range(2):
            assert client.post("/api/invitation", {"code": code})[0] == 200
            assert client.post("/api/games/siege-master/details", {})[0] == 200
            assert client.post("/api/replay", {"record": record, "count": 1})[0] == 200
        assert client.table("siege-master", "me", "hot-seat")["table"]


def test_a_client_without_hello_is_disconnected(tmp_path: Path) -> None:
    settings = ServerSettings(hello_seconds=0.05, message_rate=Rate(1e9, 1e9))
    with served(tmp_path, settings=settings) as client:
        connection = client.connect()
        message = {"type": "pong"}
        for _ in range(20_000):  # a ping is not a hello, however often it is sent
            if message["type"] != "pong":
                break
            with suppress(ConnectionClosed):  # the last word may be here already, yet unread
                connection.send('{"type":"ping"}')
            message = json.loads(connection.recv(10))
    assert "Say hello first" in message["sentence"]


def test_spectators_are_limited_but_seated_players_are_not(tmp_path: Path) -> None:
    with served(tmp_path, settings=ServerSettings(max_spectators=1)) as client:
        table = client.table("siege-master", "me", "hot-seat")
        Player(client.connect(), table["table"], [])
        connection = client.connect()
        connection.send(json.dumps({"type": "hello", "table": table["table"]}))
        assert "no room for more spectators" in json.loads(connection.recv())["sentence"]
        assert client.at(table, 0).act("d3-d6")["type"] == "accepted"


def test_endless_headers_are_refused(client: Client) -> None:
    host, _, port = client.host.partition(":")
    with socket.create_connection((host, int(port)), timeout=10) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"x" * 100_000)
        assert b" 400 " in connection.recv(100)


def test_an_idle_connection_is_closed(tmp_path: Path) -> None:
    with served(tmp_path, settings=ServerSettings(keep_alive_seconds=0.05)) as client:
        host, _, port = client.host.partition(":")
        with socket.create_connection((host, int(port)), timeout=20) as connection:
            request = f"HEAD /healthz HTTP/1.1\r\nHost: {client.host}\r\n\r\n"
            connection.sendall(request.encode())
            assert b"\r\n\r\n" in connection.recv(4096)
            assert connection.recv(100) == b""


PART_OF_A_HEAD = "GET / HTTP/1.1\r\nHost: x\r\nX: "


@pytest.mark.parametrize(("before", "part"), [(0, ""), (0, PART_OF_A_HEAD), (1, PART_OF_A_HEAD)])
def test_a_request_head_that_does_not_arrive_times_out(
    tmp_path: Path, before: int, part: str
) -> None:
    """Also after a complete request on the same connection."""
    settings = ServerSettings(head_seconds=1.0 if before else 0.05)
    with served(tmp_path, settings=settings) as client:
        host, _, port = client.host.partition(":")
        with socket.create_connection((host, int(port)), timeout=20) as connection:
            for _ in range(before):
                head = f"HEAD /healthz HTTP/1.1\r\nHost: {client.host}\r\n\r\n"
                connection.sendall(head.encode())
                assert b"\r\n\r\n" in connection.recv(4096)
            with suppress(ConnectionError):  # it has closed already
                connection.sendall(part.encode())
                assert connection.recv(100) == b""


def test_a_body_that_does_not_arrive_times_out(tmp_path: Path) -> None:
    with served(tmp_path, settings=ServerSettings(body_seconds=0.05)) as client:
        host, _, port = client.host.partition(":")
        head = f"POST /api/seats HTTP/1.1\r\nHost: {client.host}\r\nOrigin: {client.base}\r\n"
        rest = "Content-Type: application/json\r\nContent-Length: 9\r\n\r\n{"
        with socket.create_connection((host, int(port)), timeout=10) as connection:
            connection.sendall((head + rest).encode())
            assert b" 408 " in connection.recv(100)


class FullTransport:
    """A transport whose client reads nothing."""

    reads = True

    def pause_reading(self) -> None:
        self.reads = False

    def resume_reading(self) -> None:
        self.reads = True

    def is_closing(self) -> bool:
        return False


def test_nothing_is_read_from_a_client_that_does_not_read() -> None:
    async def overfill() -> None:
        config = make_server(Starlette()).config
        config.load()
        connection: Any = WebSocketProtocol(config, ServerState(), {})
        connection.transport = transport = FullTransport()
        connection.pause_writing()
        assert not transport.reads
        connection.read_paused = True
        connection.queue.put_nowait({"type": "websocket.receive", "text": "x"})
        assert (await connection.receive())["text"] == "x"
        assert not transport.reads
        connection.resume_writing()
        assert transport.reads

    asyncio.run(overfill())


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="only Linux can do that")
def test_the_system_drops_connections_that_never_read() -> None:
    with bound_socket("127.0.0.1", 0, unread_seconds=1) as listening, socket.socket() as client:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        client.connect(listening.getsockname())
        connection, _ = listening.accept()
        with connection:
            connection.setblocking(False)
            with suppress(BlockingIOError):  # until no buffer has room
                while True:
                    connection.send(bytes(65_536))
            ended = select.poll()
            ended.register(connection, 0)  # only what always wakes: an error, or the end
            assert ended.poll(1000 * PATIENCE)
            assert connection.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR) == errno.ETIMEDOUT


class UnreadSocket:
    """A WebSocket whose client reads nothing."""

    async def accept(self) -> None:
        """It is open."""

    async def receive(self) -> None:
        await asyncio.Event().wait()

    async def send_text(self, text: str) -> None:
        await asyncio.Event().wait()


def test_a_client_that_does_not_read_is_disconnected() -> None:
    async def overfill() -> None:
        socket: Any = UnreadSocket()
        no_rooms: Any = SimpleNamespace(settings=ServerSettings(closing_seconds=0.01))
        connection = websocket.WebSocketConnection(no_rooms, socket, Account(""))
        running = asyncio.create_task(connection.run())
        for _ in range(websocket.MAX_QUEUED + 2):
            connection.send("x")
            await asyncio.sleep(0)
        await asyncio.wait_for(running, 10)
        assert not connection._queue

    asyncio.run(overfill())


def test_malformed_messages_do_no_harm(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with served(tmp_path, settings=UNLIMITED) as client:
        send_malformed(client, random.Random(5), 2000)
    assert {record.name for record in caplog.records} <= {refusals.name}


def test_malformed_messages_are_made_from_every_kind_that_a_server_takes(tmp_path: Path) -> None:
    assert {msgspec.convert(whole, m.ClientMessage).__class__ for whole in WHOLE} == {
        *get_args(m.ClientMessage)
    }
    asked = [*ADDRESSES, *(("POST", path) for path, _ in BODIES)]

    async def compare(server: TableServer) -> None:
        app: Any = make_app(server, prepares=False)
        routes = [
            route for route in app.app.app.app.routes if route.path.startswith(("/api", "/healthz"))
        ]
        assert len(routes) > 30
        for route in routes:
            assert any(
                method in route.methods and route.path_regex.match(path.partition("?")[0])
                for method, path in asked
            ), route

    run_with_server(tmp_path, compare)


# The page's files ---------------------------------------------------------------------------------


def test_the_page_is_served_compressed_and_cached(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    static = tmp_path / "static"
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_text("<!doctype html><title>page</title>")
    (static / "assets" / "main-1a2b.js").write_text("plain")
    (static / "assets" / "main-1a2b.js.gz").write_bytes(b"packed")
    monkeypatch.setattr("siegeworks.server.http.app.Page", lambda: Page(static))
    with served(tmp_path / "tables") as client:
        status, headers, body = client.ask("GET", "/")
        assert status == 200 and b"<title>page" in body and headers["cache-control"] == "no-cache"
        status, headers, body = client.ask(
            "GET", "/assets/main-1a2b.js", Accept_Encoding="br, gzip;q=0.5"
        )
        assert (status, body, headers["content-encoding"]) == (200, b"packed", "gzip")
        assert "javascript" in headers["content-type"]
        assert "immutable" in headers["cache-control"] and headers["vary"] == "accept-encoding"
        assert client.ask("GET", "/assets/main-1a2b.js")[2] == b"plain"
        for unwanted in ("gzip;q=0", "br, gzip; q=0.0"):
            _, headers, body = client.ask("GET", "/assets/main-1a2b.js", Accept_Encoding=unwanted)
            assert body == b"plain" and "content-encoding" not in headers
        tag = client.ask("GET", "/")[1]["etag"]
        assert client.ask("GET", "/", If_None_Match=tag)[0] == 304
        assert client.ask("GET", "/assets/../../tables")[0] == 404
        assert client.ask("POST", "/")[0] == 405


def test_a_missing_page_says_how_to_build_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("siegeworks.server.http.app.Page", lambda: Page(tmp_path / "nothing"))
    with served(tmp_path / "tables") as client:
        status, _, body = client.ask("GET", "/")
        assert status == 503 and b"was not built" in body and b"siegeworks play" in body
