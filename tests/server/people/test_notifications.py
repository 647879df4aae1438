"""People are notified when it is their turn and they are not there: once, and told nothing else."""

import asyncio
import base64
import email
import json
import os
import re
import socket
import threading
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from email.message import Message
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_address
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from aiosmtpd.controller import Controller

from siegeworks.core.errors import SiegeworksError
from siegeworks.games import game_title
from siegeworks.server import messages as m
from siegeworks.server.http.people.account_tables import seats_here
from siegeworks.server.people import push
from siegeworks.server.people.mail import checked_address
from siegeworks.server.people.notifications import Notifications
from siegeworks.server.people.push import Subscription, check_subscription, is_allowed
from siegeworks.server.people.receivers import Receiver, add
from siegeworks.server.people.settings import NotificationSettings
from siegeworks.server.storage.opening import open_store
from siegeworks.server.tables.room import Room
from siegeworks.server.tables.table_server import TableServer
from tests.server.helpers import PAUSE, act, enter, open_room, run_with_server, server_in, until
from tests.server.served import PATIENCE, Client, served
from tests.server.tables.test_clocks import DAYS, open_timed, watched

http_ece = pytest.importorskip("http_ece")
pytest.importorskip("pywebpush")
ec: Any = pytest.importorskip("cryptography.hazmat.primitives.asymmetric.ec")
serialization: Any = pytest.importorskip("cryptography.hazmat.primitives.serialization")

GAME = "siege-master"
LOCAL = ("127.0.0.0/8",)


def coded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


# A push service ----------------------------------------------------------------------------------


class Posted(NamedTuple):
    """What a push service got."""

    path: str
    headers: dict[str, str]
    body: bytes


class PushService:
    """A push service, and a browser that can read what it gets."""

    def __init__(self) -> None:
        self.posted: list[Posted] = []
        self.status = 201
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = os.urandom(16)
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                length = int(self.headers["content-length"])
                headers = {name.lower(): value for name, value in self.headers.items()}
                service.posted.append(Posted(self.path, headers, self.rfile.read(length)))
                self.send_response(service.status)
                self.send_header("location", "/elsewhere")
                self.send_header("content-length", "0")
                self.end_headers()

            def log_message(self, *args: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.server.server_port}"

    def subscription(self, name: str = "browser") -> Subscription:
        point = self.key.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        return Subscription(f"{self.base}/{name}", coded(point), coded(self.auth))

    def read(self, number: int = -1) -> dict[str, Any]:
        """A push as the browser decrypts it."""
        body = self.posted[number].body
        text = http_ece.decrypt(body, private_key=self.key, auth_secret=self.auth)
        return dict(json.loads(text))


@pytest.fixture
def service() -> Iterator[PushService]:
    service = PushService()
    serve = partial(service.server.serve_forever, poll_interval=0.01)  # in which it ends
    threading.Thread(target=serve, daemon=True).start()
    yield service
    service.server.shutdown()
    service.server.server_close()


class Watch:
    """The time, which a test moves."""

    def __init__(self) -> None:
        self.ahead = 0.0

    def __call__(self) -> float:
        return time.time() + self.ahead


def notifications_of(server: TableServer, watch: Watch, **settings: Any) -> Notifications:
    """What notifies the people of a server, asked by the test."""
    chosen = NotificationSettings(push_networks=LOCAL, **settings)
    return Notifications(server.store, chosen, lambda table: seats_here(server.rooms, table), watch)


class Called(NamedTuple):
    """A table whose blue seat is notified."""

    server: TableServer
    notifications: Notifications
    room: Room
    watch: Watch


@asynccontextmanager
async def called_table(
    tmp_path: Path, service: PushService, database: str | None = None, **settings: Any
) -> AsyncIterator[Called]:
    async with server_in(tmp_path, database=database) as server:
        room, _ = await open_room(server, GAME, "me", "hot-seat")
        watch = Watch()
        notifications = notifications_of(server, watch, **settings)
        await notifications.push_to(service.subscription(), room.id, keys(room, 1))
        yield Called(server, notifications, room, watch)
        notifications.stop()


def keys(room: Room, *seats: int) -> dict[int, bytes]:
    """The digests of the keys of these seats."""
    return {seat: room.live.seats[seat].key_hash or b"" for seat in seats}


async def red_moves(room: Room) -> None:
    red = await enter(room, 0)
    await act(room, red, red.view["legal"][0])
    room.leave(red)


async def blue_moves(room: Room) -> None:
    blue = await enter(room, 1)
    await act(room, blue, blue.view["legal"][0])
    room.leave(blue)


def wait_until(holds: Any) -> None:
    """Wait for another thread."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end
        time.sleep(PAUSE)


def run(work: Any) -> None:
    asyncio.run(asyncio.wait_for(work, 60))


def test_a_push_says_whose_turn_it_is_and_nothing_else(
    tmp_path: Path, service: PushService, database: str | None
) -> None:
    async def play() -> None:
        async with called_table(tmp_path, service, database) as (_, notifications, room, watch):
            assert await notifications.look() == 0  # it is the turn of the other seat
            await red_moves(room)
            assert await notifications.look() == 0  # perhaps he comes by himself
            watch.ahead += 10
            assert await notifications.look() == 1
            await until(lambda: service.posted)
            message = service.read()
            assert message == {
                "title": "Your turn",
                "body": game_title(GAME),
                "tables": [room.id],
                "off": "Stop notifications",
            }
            token = room.table.steps[-1].token
            headers = json.dumps(service.posted[0].headers)
            assert token not in json.dumps(message) and room.id not in headers
            assert "vapid t=" in service.posted[0].headers["authorization"]
            for _ in range(3):  # once a turn
                watch.ahead += 1000
                assert await notifications.look() == 0
            await blue_moves(room)
            await red_moves(room)
            watch.ahead += 10_000
            assert await notifications.look() == 1

    run(play())


def test_who_is_at_the_table_is_not_called(
    tmp_path: Path, service: PushService, database: str | None
) -> None:
    async def play() -> None:
        async with called_table(tmp_path, service, database) as (_, notifications, room, watch):
            blue = await enter(room, 1)
            await red_moves(room)
            watch.ahead += 20
            assert await notifications.look() == 0
            room.leave(blue)  # perhaps its connection was lost all the time
            assert await notifications.look() == 1
            await blue_moves(room)
            blue = await enter(room, 1)
            await red_moves(room)
            watch.ahead += 100  # so long at the table he knows that it is his turn
            assert await notifications.look() == 0
            room.leave(blue)
            watch.ahead += 1000
            assert await notifications.look() == 0

    run(play())


def test_who_moves_first_is_called_when_the_last_seat_is_taken(
    tmp_path: Path, service: PushService, database: str | None
) -> None:
    """Also in a game without a clock, which begins then."""

    async def play() -> None:
        async with server_in(tmp_path, database=database) as server:
            room, made = await open_room(server, GAME, "me", "friend")
            room.leave(await enter(room, 0))
            watch = Watch()
            notifications = notifications_of(server, watch)
            await notifications.push_to(service.subscription(), room.id, keys(room, 0))
            watch.ahead += 3600
            assert await notifications.look() == 0  # nobody can move yet
            watch.ahead -= 3600
            await server.seating.take(m.TakeSeat("r" * 22, "Ben", "", made.invitations[0].code))
            assert await notifications.look() == 0  # perhaps she comes by herself
            watch.ahead += 10
            assert await notifications.look() == 1
            await until(lambda: service.posted)
            assert service.read()["title"] == "Your turn"
            watch.ahead += 3600
            assert await notifications.look() == 0  # once
            notifications.stop()

    run(play())


def test_several_tables_are_one_push(tmp_path: Path, service: PushService) -> None:
    async def play() -> None:
        async with called_table(tmp_path, service) as (server, notifications, room, watch):
            others = [(await open_room(server, GAME, "me", "hot-seat"))[0] for _ in range(2)]
            for other in others:
                await notifications.push_to(service.subscription(), other.id, keys(other, 1))
            for table in (room, *others):
                await red_moves(table)
            watch.ahead += 10
            assert await notifications.look() == 1
            await until(lambda: service.posted)
            message = service.read()
            assert message["title"] == "Your turn at 3 tables"
            assert sorted(message["tables"]) == sorted(table.id for table in (room, *others))
            assert len(service.posted) == 1

    run(play())


def test_pushes_come_with_a_pause_between_them(tmp_path: Path, service: PushService) -> None:
    async def play() -> None:
        async with called_table(tmp_path, service, push_seconds=500.0) as notified:
            server, notifications, room, watch = notified
            other, _ = await open_room(server, GAME, "me", "hot-seat")
            await notifications.push_to(service.subscription(), other.id, keys(other, 1))
            await red_moves(room)
            watch.ahead += 10
            assert await notifications.look() == 1
            await red_moves(other)
            watch.ahead += 100
            assert await notifications.look() == 0
            watch.ahead += 500
            assert await notifications.look() == 1

    run(play())


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_has_forgotten_its_subscription_is_forgotten(
    tmp_path: Path, service: PushService, status: int
) -> None:
    async def play() -> None:
        async with called_table(tmp_path, service) as (server, notifications, room, watch):
            service.status = status
            await red_moves(room)
            watch.ahead += 10
            await notifications.look()

            def left(db: Any) -> int:
                return int(db.execute("SELECT count(*) FROM receiver").fetchone()[0])

            while await server.store.read(left):
                await asyncio.sleep(0.01)

    run(play())


@pytest.mark.parametrize("status", [302, 429, 500])
def test_other_answers_of_a_push_service_change_nothing(
    tmp_path: Path, service: PushService, status: int
) -> None:
    async def play() -> None:
        async with called_table(tmp_path, service) as (_, notifications, room, watch):
            service.status = status
            await red_moves(room)
            watch.ahead += 10
            assert await notifications.look() == 1
            await until(lambda: service.posted)
            await blue_moves(room)
            await red_moves(room)
            watch.ahead += 1000
            service.status = 201
            assert await notifications.look() == 1
            await until(lambda: len(service.posted) > 1)
            assert {posted.path for posted in service.posted} == {"/browser"}

    run(play())


def test_of_many_workers_one_calls(tmp_path: Path, service: PushService, postgresql: str) -> None:
    async def play() -> None:
        async with (
            called_table(tmp_path, service, postgresql) as (_, ours, room, watch),
            server_in(tmp_path, database=postgresql) as there,
        ):
            theirs = [notifications_of(there, watch) for _ in range(3)]
            for turn in range(3):
                await red_moves(room)
                watch.ahead += 1000
                for _ in range(2):  # a Conflict lets one of them try again
                    await asyncio.gather(
                        *(notifications.look() for notifications in (ours, *theirs))
                    )
                await until(partial(lambda most: len(service.posted) > most, turn))
                assert len(service.posted) == turn + 1
                await blue_moves(room)
            for notifications in theirs:
                notifications.stop()

    run(play())


def test_a_worker_that_was_frozen_calls_nobody_when_it_wakes_up(
    tmp_path: Path, service: PushService
) -> None:
    async def play() -> None:
        async with called_table(tmp_path, service) as (server, ours, room, watch):
            theirs = notifications_of(server, watch)
            await red_moves(room)
            watch.ahead += 10
            claimed = await ours._claim()  # then it freezes
            assert claimed is not None
            await server.store.release(claimed)
            assert await theirs.look() == 1
            ours._claim = lambda: asyncio.sleep(0, claimed)  # type: ignore[method-assign]
            await blue_moves(room)
            await red_moves(room)
            watch.ahead += 1000
            assert await ours.look() == 0
            theirs.stop()

    run(play())


def test_a_game_that_is_over_and_a_table_that_is_deleted_call_nobody(
    tmp_path: Path, service: PushService
) -> None:
    async def play() -> None:
        async with called_table(tmp_path, service) as (server, notifications, room, watch):
            other, _ = await open_room(server, GAME, "me", "hot-seat")
            await notifications.push_to(service.subscription("other"), other.id, keys(other, 0, 1))
            red = await enter(room, 0)
            await room.resign(red, m.Resign("r"))
            server.rooms.unload(other)
            assert await server.store.delete(other.id, float("inf"))
            watch.ahead += 10_000
            assert await notifications.look() == 0

            def left(db: Any) -> list[int]:
                tables = ("called_seat", "receiver")
                return [db.execute(f"SELECT count(*) FROM {t}").fetchone()[0] for t in tables]

            await notifications.look()
            watch.ahead += 10_000
            await notifications.look()
            assert await server.store.read(left) == [0, 0]

    run(play())


def test_a_new_seat_key_ends_the_calls_of_who_had_the_old_one(
    tmp_path: Path, service: PushService
) -> None:
    with notifying(tmp_path) as client:
        table = client.table(GAME, "me", "hot-seat")
        assert client.post("/api/notifications/push", push_body(service, table, 1))[0] == 200
        old = {"table": table["table"], "keys": [table["yours"][1]["key"]]}
        (renewed,) = client.post("/api/seats/renew", old)[1]["yours"]
        table["yours"][1] = renewed
        client.at(table, 1).cut()  # the new key is used
        other = client.table(GAME, "me", "hot-seat")
        assert client.post("/api/notifications/push", push_body(service, other, 1))[0] == 200
        client.at(table, 0).act()
        client.at(other, 0).act()
        wait_until(lambda: service.posted)
        assert service.read()["tables"] == [other["table"]]


def test_calls_stop_by_one_click(tmp_path: Path, service: PushService) -> None:
    async def play() -> None:
        async with called_table(tmp_path, service) as (_, notifications, room, watch):
            await notifications.push_off(service.subscription().endpoint, None)
            await red_moves(room)
            watch.ahead += 1000
            assert await notifications.look() == 0

    run(play())


def test_a_reminder_comes_when_a_quarter_of_the_time_is_left(
    tmp_path: Path, service: PushService
) -> None:
    async def play() -> None:
        async with server_in(tmp_path) as server:
            clock = watched(server)
            room = await open_timed(server, "me", "hot-seat", clock=DAYS)
            watch = Watch()
            notifications = notifications_of(server, watch)
            notifications._now = clock  # the time of the table
            await notifications.push_to(service.subscription(), room.id, keys(room, 1))
            await red_moves(room)
            room.moved = clock.now
            await server.store.write(
                lambda db: db.execute("UPDATE status SET moved = ?", (clock.now,))
            )
            clock.now += 100
            assert await notifications.look() == 1
            await until(lambda: len(service.posted) == 1)
            clock.now += 86_400 * 2.2  # of three days
            assert await notifications.look() == 0
            clock.now += 86_400 * 0.1
            assert await notifications.look() == 1
            await until(lambda: len(service.posted) == 2)
            assert service.read()["title"] == "Little time left"
            clock.now += 86_400 * 0.1
            assert await notifications.look() == 0
            notifications.stop()

    # What is stored has a checksum; a status that is not valid is left out of a list only.
    run(play())


# Where pushes may go ------------------------------------------------------------------------------

POINT = coded(b"\x04" + bytes(64))
AUTH = coded(bytes(16))


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example.org/x",
        "https://127.0.0.1/x",
        "https://[::1]/x",
        "https://10.0.0.1/x",
        "https://169.254.169.254/latest/meta-data",
        "https://[::ffff:10.0.0.1]/x",
        "https://[64:ff9b::7f00:1]/x",
        "https://localhost/x",
        "https://me:secret@push.example.org/x",
        "https://push.example.org:6379/x",
        "https://push.example.org/\r\nHost: evil",
        "https://push.example.org:99999/x",
        "file:///etc/passwd",
        "gopher://push.example.org/",
        "",
        "//push.example.org/x",
    ],
)
def test_pushes_go_to_public_push_services_only(endpoint: str) -> None:
    with pytest.raises(SiegeworksError):
        check_subscription(Subscription(endpoint, POINT, AUTH))


def test_a_public_push_service_is_accepted() -> None:
    check_subscription(Subscription("https://push.example.org/x?y=1", POINT, AUTH))


def test_a_name_that_leads_to_a_private_address_is_not_connected_to(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    answers = {
        "both.example.org": ["192.0.2.8", "93.184.215.14", "10.0.0.1"],
        "inside.example.org": ["127.0.0.1"],
    }

    def lookup(host: str, port: int, **more: Any) -> list[Any]:
        return [(2, 1, 6, "", (address, port)) for address in answers[host]]

    def connect(*args: Any) -> None:
        raise AssertionError("it must not connect")

    monkeypatch.setattr(socket, "getaddrinfo", lookup)
    monkeypatch.setattr(socket, "create_connection", connect)
    for host in answers:
        with pytest.raises(SiegeworksError):
            push.SafeSession().post(f"https://{host}/x", 1.0, b"", {})


def test_private_networks_are_allowed_only_if_the_host_says_so() -> None:
    assert not is_allowed(ip_address("10.1.2.3"))
    assert is_allowed(ip_address("10.1.2.3"), ["10.0.0.0/8"])
    assert not is_allowed(ip_address("127.0.0.1"), ["10.0.0.0/8"])
    assert is_allowed(ip_address("93.184.215.14"))


@pytest.mark.parametrize(("point", "auth"), [("x" * 87, AUTH), (POINT, "x"), ("", "")])
def test_keys_that_no_browser_makes_are_refused(point: str, auth: str) -> None:
    with pytest.raises(SiegeworksError):
        check_subscription(Subscription("https://push.example.org/x", point, auth))


# Over HTTP ----------------------------------------------------------------------------------------


@contextmanager
def notifying(tmp_path: Path, database: str | None = None, **settings: Any) -> Iterator[Client]:
    chosen = NotificationSettings(
        push_networks=LOCAL, looking_seconds=0.02, waiting_seconds=0.0, push_seconds=0.0,
        mail_seconds=0.0, **settings,
    )  # fmt: skip
    with served(tmp_path, store=open_store(tmp_path, database), notifying=chosen) as client:
        yield client


def push_body(service: PushService, table: Any, seat: int) -> dict[str, Any]:
    subscription = service.subscription()
    return {
        "table": table["table"],
        "keys": [table["yours"][seat]["key"]],
        "endpoint": subscription.endpoint,
        "p256dh": subscription.p256dh,
        "auth": subscription.auth,
    }


def test_a_guest_subscribes_with_the_key_of_his_seat_and_is_called(
    tmp_path: Path, service: PushService
) -> None:
    with notifying(tmp_path) as client:
        table = client.table(GAME, "me", "hot-seat")
        status, offered = client.get("/api/notifications")
        assert status == 200 and len(offered["push"]) == 87
        assert client.post("/api/notifications/push", push_body(service, table, 1))[0] == 200
        client.at(table, 0).act()
        wait_until(lambda: service.posted)
        assert service.read()["tables"] == [table["table"]]
        off = {"endpoint": service.subscription().endpoint, "table": table["table"]}
        assert client.post("/api/notifications/push/off", off)[0] == 200
        assert client.get("/api/notifications")[1] == offered  # the key is made once


def test_nobody_subscribes_to_a_seat_of_others(tmp_path: Path, service: PushService) -> None:
    with notifying(tmp_path) as client:
        table, other = (client.table(GAME, "me", "hot-seat") for _ in range(2))
        body = push_body(service, table, 1)
        wrong: dict[str, Any]
        for wrong in (
            {"keys": ["x" * 22]},
            {"keys": [other["yours"][1]["key"]]},
            {"keys": []},
            {"table": "n" * 16},
            {"endpoint": "http://10.0.0.1/x"},
            {"endpoint": "https://push.example.org/" + "x" * 2000},
            {"p256dh": "!" * 87},
            {"more": 1},
        ):
            status, answer = client.post("/api/notifications/push", {**body, **wrong})
            assert status == 400 and answer["sentence"], wrong
        raw = json.dumps(body).encode()
        for headers in ({}, {"Origin": "https://evil.example"}):
            refused, _, _ = client.ask(
                "POST", "/api/notifications/push", raw, Content_Type="application/json", **headers
            )
            assert refused == 403
        huge = b'{"endpoint": "' + b"x" * (3 << 20) + b'"}'
        refused, _, _ = client.ask(
            "POST",
            "/api/notifications/push",
            huge,
            Content_Type="application/json",
            Origin=client.base,
        )
        assert refused == 413


def test_without_what_sends_pushes_none_are_offered(
    tmp_path: Path, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("siegeworks.server.people.push.can_push", lambda: False)
    with notifying(tmp_path) as client:
        table = client.table(GAME, "me", "hot-seat")
        assert client.get("/api/notifications") == (200, {})
        status, answer = client.post("/api/notifications/push", push_body(service, table, 1))
        sentence = "This server does not send push notifications."
        assert (status, answer["sentence"]) == (400, sentence)


# E-mail -------------------------------------------------------------------------------------------


PAGE = "https://play.example.org"  # to which links in mails lead


class Mailbox:
    """A mail server that keeps what it gets."""

    def __init__(self) -> None:
        self.mails: list[Message] = []
        self.refuses = False

    async def handle_RCPT(self, _: Any, session: Any, envelope: Any, to: str, how: Any) -> str:
        if self.refuses:
            return "550 There is no such address"
        envelope.rcpt_tos.append(to)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        self.mails.append(email.message_from_bytes(envelope.content))
        return "250 OK"

    def text(self, number: int = -1) -> str:
        return str(self.mails[number].get_payload(decode=True), "utf-8")  # type: ignore[arg-type]


@pytest.fixture
def mailbox() -> Iterator[tuple[Mailbox, dict[str, str]]]:
    box = Mailbox()
    controller = Controller(box, hostname="127.0.0.1", port=0)
    controller.port = free_port()
    controller.start()
    yield (
        box,
        {
            "smtp": f"smtp://127.0.0.1:{controller.port}",
            "mail_from": "games@example.org",
            "page": PAGE,
        },
    )
    controller.stop()


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


Box = tuple[Mailbox, dict[str, str]]


def wait_for(box: Mailbox, mails: int) -> None:
    wait_until(lambda: len(box.mails) >= mails)


def confirm(client: Client, box: Mailbox) -> tuple[str, tuple[int, Any]]:
    """Open the link in the last mail: its code, and what the server answers."""
    (code,) = re.findall(r"/#/notifications/confirm/([\w-]+)", box.text())
    return code, client.post("/api/notifications/mail/confirm", {"code": code})


def test_an_address_is_confirmed_and_gets_one_mail_a_turn(tmp_path: Path, mailbox: Box) -> None:
    box, settings = mailbox
    with notifying(tmp_path, **settings) as client:
        table = client.table(GAME, "me", "hot-seat")
        key = table["yours"][1]["key"]
        body = {"table": table["table"], "keys": [key], "address": "ann@Example.org"}
        assert client.get("/api/notifications")[1]["mail"] is True
        assert client.post("/api/notifications/mail", body) == (200, {})
        wait_for(box, 1)
        red = client.at(table, 0)
        token = red.view["legal"][0]
        red.act(token)  # nobody has confirmed the address yet
        code, (status, confirmed) = confirm(client, box)
        assert status == 200 and confirmed["address"] == "ann@example.org"
        wait_for(box, 2)
        mail, text = box.mails[1], box.text(1)
        assert mail["subject"] == "Your turn: Siege Master" and mail["to"] == "ann@example.org"
        assert f"{PAGE}/#/table/{table['table']}" in text
        assert key not in text and token not in text
        # Known by its key, the same browser needs no link for the next table.
        other = client.table(GAME, "me", "hot-seat")
        more = {"keys": [other["yours"][1]["key"]], "table": other["table"]}
        body |= {**more, "key": confirmed["key"]}
        assert client.post("/api/notifications/mail", body) == (200, {"is_confirmed": True})
        # One click of a mail program, without a page, ends all of them.
        assert mail["list-unsubscribe-post"] == "List-Unsubscribe=One-Click"
        where = mail["list-unsubscribe"].strip("<>").removeprefix(PAGE)
        status, headers, _ = client.ask("GET", where)  # others only open it: a page asks
        assert status == 303 and f"{PAGE}{headers['location']}" in text
        form = "application/x-www-form-urlencoded"
        status, _, _ = client.ask("POST", where, b"List-Unsubscribe=One-Click", Content_Type=form)
        assert status == 204
        client.at(other, 0).act()
        assert client.post("/api/notifications/mail/confirm", {"code": code})[0] == 400
        assert len(box.mails) == 2


def test_who_has_the_seat_is_told_where_it_is_notified_and_nobody_else(
    tmp_path: Path, mailbox: Box, service: PushService
) -> None:
    box, settings = mailbox
    with notifying(tmp_path, **settings) as client:
        table = client.table(GAME, "me", "hot-seat")
        red, blue = ([seat["key"]] for seat in table["yours"])
        asked = {"table": table["table"], "endpoint": service.subscription().endpoint}

        def on(keys: list[str], **more: str) -> Any:
            status, answer = client.post("/api/notifications/at", {**asked, "keys": keys, **more})
            return answer if status == 200 else status

        assert on(blue) == {}
        client.post("/api/notifications/push", push_body(service, table, 1))
        body = {"table": table["table"], "keys": blue, "address": "ann@example.org"}
        client.post("/api/notifications/mail", body)
        assert on(blue) == {"push": True}  # the address is not confirmed yet
        wait_for(box, 1)
        assert confirm(client, box)[1][0] == 200
        assert on(blue) == {"push": True, "mails": ["a***@example.org"]}
        assert on(blue, endpoint="") == {"mails": ["a***@example.org"]}  # another browser
        assert on(red) == {}
        assert on(["x" * 22]) == 400


def test_who_has_the_seat_stops_its_mails_at_one_table_and_nothing_else(
    tmp_path: Path, mailbox: Box, service: PushService, database: str | None
) -> None:
    box, settings = mailbox
    with notifying(tmp_path, database=database, **settings) as client:
        table, other = (client.table(GAME, "me", "hot-seat") for _ in range(2))
        seats = [(at["table"], [at["yours"][1]["key"]]) for at in (table, other)]
        (name, keys), (other_name, other_keys) = seats
        to = {"table": name, "keys": keys, "address": "ann@example.org"}
        client.post("/api/notifications/mail", to)
        wait_for(box, 1)
        _, (_, confirmed) = confirm(client, box)
        to |= {"table": other_name, "keys": other_keys, "key": confirmed["key"]}
        client.post("/api/notifications/mail", to)
        client.post("/api/notifications/push", push_body(service, table, 1))

        def on(name: str, keys: list[str]) -> Any:
            asked = {"endpoint": service.subscription().endpoint, "table": name, "keys": keys}
            return client.post("/api/notifications/at", asked)[1]

        mails = ["a***@example.org"]
        assert [on(*seat) for seat in seats] == [{"push": True, "mails": mails}, {"mails": mails}]
        for stranger in (["x" * 22], [table["yours"][0]["key"]]):
            client.post("/api/notifications/mail/stop", {"table": name, "keys": stranger})
        assert on(*seats[0]) == {"push": True, "mails": mails}
        stopped = client.post("/api/notifications/mail/stop", {"table": name, "keys": keys})
        assert stopped[0] == 200
        assert [on(*seat) for seat in seats] == [{"push": True}, {"mails": mails}]


def test_links_that_are_not_ours_do_nothing(tmp_path: Path, mailbox: Box) -> None:
    box, settings = mailbox
    with notifying(tmp_path, **settings) as client:
        table = client.table(GAME, "me", "hot-seat")
        body = {"table": table["table"], "keys": [table["yours"][1]["key"]]}
        for _ in range(3):  # an address gets one link, however often it is asked for
            assert (
                client.post("/api/notifications/mail", {**body, "address": "ann@example.org"})[0]
                == 200
            )
        wait_for(box, 1)
        forged = {**body, "address": "ann@example.org", "key": "A" * 24}
        assert client.post("/api/notifications/mail", forged) == (200, {})  # not confirmed
        for path, wrong in (
            ("confirm", {"code": "A" * 22}),
            ("off", {"receiver": "mail-" + "0" * 32, "key": "A" * 24}),
            ("off", {"receiver": "mail-" + "0" * 32, "key": ""}),
        ):
            assert client.post(f"/api/notifications/mail/{path}", wrong)[0] == 400
        assert client.ask("POST", "/api/notifications/mail/off/mail-1/x", b"")[0] == 400
        assert len(box.mails) == 1


def test_a_link_confirms_nothing_that_somebody_else_has_asked_for(
    tmp_path: Path, mailbox: Box
) -> None:
    box, settings = mailbox
    with notifying(tmp_path, **settings) as client:
        mine, other = (client.table(GAME, "me", "hot-seat") for _ in range(2))
        for table in (mine, other):  # the second by somebody who knows Ann's address
            body = {"table": table["table"], "keys": [table["yours"][1]["key"]]}
            client.post("/api/notifications/mail", {**body, "address": "ann@example.org"})
        wait_for(box, 1)
        assert confirm(client, box)[1][0] == 200
        client.at(other, 0).act()
        client.at(mine, 0).act()
        wait_for(box, 2)
        assert mine["table"] in box.text() and other["table"] not in box.text()


def test_an_address_that_does_not_exist_is_forgotten(tmp_path: Path, mailbox: Box) -> None:
    box, settings = mailbox
    box.refuses = True
    with notifying(tmp_path, **settings) as client:
        table = client.table(GAME, "me", "hot-seat")
        body = {"table": table["table"], "keys": [table["yours"][1]["key"]]}
        assert (
            client.post("/api/notifications/mail", {**body, "address": "no@example.org"})[0] == 200
        )


@pytest.mark.parametrize(
    "address",
    ["ann", "ann@localhost", "a b@example.org", "ann@example.org\nBcc: all@example.org",
     "<ann@example.org>", "ann@example..org", "@example.org", '"a"@example.org',
     "a" * 65 + "@example.org"],
)  # fmt: skip
def test_what_is_no_plain_address_is_refused(address: str) -> None:
    with pytest.raises(SiegeworksError):
        checked_address(address)


def test_a_server_without_mail_sends_none(tmp_path: Path) -> None:
    with notifying(tmp_path) as client:
        table = client.table(GAME, "me", "hot-seat")
        body = {"table": table["table"], "keys": [table["yours"][1]["key"]]}
        status, answer = client.post(
            "/api/notifications/mail", {**body, "address": "ann@example.org"}
        )
        assert (status, answer["sentence"]) == (400, "This server does not send e-mails.")
        assert "mail" not in client.get("/api/notifications")[1]


@pytest.mark.parametrize(
    ("smtp", "sender"),
    [("smtp://x", ""), ("", "a@b.org"), ("http://x", "a@b.org"), ("smtp://x", "a")],
)  # fmt: skip
def test_a_host_who_has_set_up_half_of_it_is_told(smtp: str, sender: str) -> None:
    with pytest.raises(SiegeworksError):
        NotificationSettings(smtp=smtp, mail_from=sender, page=PAGE).checked()


def test_mails_need_the_address_of_the_page() -> None:
    """A request names one, but it could name any."""
    with pytest.raises(SiegeworksError, match="--smtp needs --origin"):
        NotificationSettings(smtp="smtp://x", mail_from="a@b.org").checked()
    NotificationSettings(smtp="smtp://x", mail_from="a@b.org", page=PAGE).checked()


def test_only_the_owner_of_an_address_changes_where_its_links_lead(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        room, _ = await open_room(server, GAME, "me", "hot-seat")
        pages = [(PAGE, True), ("https://evil.example", False), ("https://new.example.org", True)]
        rows = []
        for page, is_owner in pages:
            receiver = Receiver("mail-x", "x@example.org", page)
            work = partial(add, receiver=receiver, table=room.id, is_confirmed=is_owner)
            await server.store.write(partial(work, seats=keys(room, 1)))
            rows += await server.store.read(
                lambda db: db.execute("SELECT page FROM receiver").fetchall()
            )
        assert [page for (page,) in rows] == [PAGE, PAGE, "https://new.example.org"]

    run_with_server(tmp_path, play)
