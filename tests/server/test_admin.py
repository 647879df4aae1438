"""`siegeworks admin`: what a host sees and does, with SQLite and PostgreSQL, beside a server."""

import asyncio
import json
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from siegeworks.cli import run
from siegeworks.cli.hosting.admin import HOUR
from siegeworks.core.errors import SiegeworksError
from siegeworks.games import NAMES
from siegeworks.play.record import parse_record
from siegeworks.server.runtime.settings import Rate, ServerSettings
from siegeworks.server.storage.opening import open_store
from siegeworks.server.storage.rows import SeatRow, TableRow
from siegeworks.server.storage.table_status import StoredStatus
from siegeworks.server.tables.blocks import Blocks
from siegeworks.server.tables.noticeboard import NOTICE_SECONDS
from siegeworks.server.tables.table_server import TableServer
from tests.server.helpers import enter, open_room
from tests.server.people.browsers import Browser, Device
from tests.server.people.test_tournament_routes import wait_until
from tests.server.postgresql import new_database
from tests.server.served import PATIENCE, Client, Player, served
from tests.server.workers.test_rooms import with_two_workers

Admin = Callable[..., tuple[int, Any, str]]


@pytest.fixture(params=["sqlite", "postgresql"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> list[str]:
    """Where the tables are, as options."""
    if request.param == "postgresql":
        return ["--database", request.getfixturevalue("postgresql")]
    return ["--data", str(tmp_path)]


@pytest.fixture
def admin(where: list[str], capsys: pytest.CaptureFixture[str]) -> Admin:
    """Run a command: its exit status, what it printed (as JSON it is read), and its complaint."""

    def command(*arguments: str, as_json: bool = True) -> tuple[int, Any, str]:
        capsys.readouterr()
        status = run(
            ["admin", arguments[0], *where, *(["--json"] if as_json else []), *arguments[1:]]
        )
        captured = capsys.readouterr()
        is_json = as_json and captured.out
        return status, json.loads(captured.out) if is_json else captured.out, captured.err

    return command


def store_of(where: list[str], tmp_path: Path) -> Any:
    return open_store(tmp_path, where[1] if where[0] == "--database" else None)


@pytest.fixture
def client(where: list[str], tmp_path: Path) -> Any:
    """A running server, behind a proxy on this machine."""
    with served(tmp_path, store=store_of(where, tmp_path), proxies=["127.0.0.1"]) as client:
        yield client


def until(holds: Callable[[], Any]) -> None:
    """Wait until this holds: a server looks for what the host wants again and again."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end
        time.sleep(NOTICE_SECONDS / 10)


def finished(client: Client) -> str:
    """A table whose game is over."""
    table = client.table("siege-master", "me", "hot-seat")
    player = client.at(table, 0, 1)
    player.act("d3-d6")
    player.say(type="resign", id="r", seat="red")
    while not player.view.get("result") and "ending" not in player.view:
        player.hear("view")
    return str(table["table"])


def test_tables_are_listed_with_how_they_stand(admin: Admin, client: Client) -> None:
    over = finished(client)
    waiting = client.table("siege-by-number", "me", "open")["table"]
    playing = client.table("siege-master", "me", "1")["table"]
    status, listed, _ = admin("tables")
    assert status == 0
    assert {row["table"]: row["state"] for row in listed["tables"]} == {
        over: "over",
        waiting: "waiting",
        playing: "playing",
    }

    def names(*options: str) -> set[str]:
        return {row["table"] for row in admin("tables", *options)[1]["tables"]}

    assert names("--game", "siege-master") == {over, playing}
    assert names("--game", "siege-master", "--state", "over") == {over}
    assert names("--hours", "1") == {over, waiting, playing}
    assert names("--hours", "0.0000001") == set()
    assert len(names("--limit", "1")) == 1
    shown = admin("tables", as_json=False)[1]
    assert over in shown and "…" not in shown
    header = next(line for line in shown.splitlines() if "game" in line and "state" in line)
    row = next(line for line in shown.splitlines() if playing in line)
    assert row.index("siege-master") == header.index("game")  # text stands below its heading
    assert "there is no such game" in admin("tables", "--game", "chess")[2]


def test_in_80_columns_each_table_is_one_line(
    admin: Admin, where: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fill(opened: float) -> None:
        for game in NAMES:
            row = TableRow(f"{game:-<16.16}", game, {}, 1, opened, [SeatRow(0, "person")])
            await store.create(row, [], StoredStatus(0, opened, 12_345, "red"))

    with closing(store_of(where, tmp_path)) as store:
        asyncio.run(fill(time.time() - 729 * 24 * HOUR))
    monkeypatch.setenv("COLUMNS", "80")
    lines = admin("tables", as_json=False)[1].splitlines()
    assert len(lines) == 2 + len(NAMES) and max(map(len, lines)) <= 80
    for game in NAMES:
        assert any(f" {game} " in line and "729 days" in line for line in lines)


def test_a_finished_game_is_listed_as_one_where_it_was_moved_to(
    where: list[str], admin: Admin, client: Client, tmp_path: Path
) -> None:
    over, file = finished(client), str(tmp_path / "all.sqlite")
    assert run(["tables", "export", file, *where]) == 0
    assert run(["tables", "import", file, "--data", str(tmp_path / "new")]) == 0
    here = admin("tables", "--state", "over")[1]["tables"]
    where[:] = ["--data", str(tmp_path / "new")]
    (there,) = admin("tables", "--state", "over")[1]["tables"]
    assert here == [there] and there["table"] == over


def test_a_closed_table_says_so_to_those_who_sit_there_and_to_all_who_come(
    admin: Admin, client: Client
) -> None:
    table = client.table("siege-master", "me", "hot-seat")
    player, sentence = client.at(table, 0, 1), "The host of this server has closed this table."
    player.act()
    assert admin("close", "--", table["table"])[:2] == (0, {"changed": True})
    assert admin("close", "--", table["table"])[:2] == (0, {"changed": False})
    message = player.hear("closing")
    assert (message["sentence"], message["reconnect"]) == (sentence, False)
    late = client.connect()
    late.send(json.dumps({"type": "hello", "table": table["table"], "keys": []}))
    refused = json.loads(late.recv(PATIENCE))
    assert (refused["type"], refused["sentence"]) == ("refused", sentence)
    (row,) = admin("tables", "--state", "closed")[1]["tables"]
    assert (row["table"], row["events"]) == (table["table"], 1)


def test_a_move_is_refused_as_soon_as_the_table_is_closed(
    admin: Admin, where: list[str], tmp_path: Path
) -> None:
    """Even if its worker has not looked yet: what is stored decides."""

    async def play() -> None:
        store = store_of(where, tmp_path)
        row = TableRow("t" * 16, "siege-master", {}, 1, 1.0, [SeatRow(0, "person")])
        await store.create(row, [])
        assert admin("close", row.id)[0] == 0
        with pytest.raises(Exception, match="has just changed"):
            await store.append(row.id, 0, [])
        assert await store.table(row.id) is None
        assert await store.unused(time.time(), time.time(), 5) == [row.id], "pruned in its time"
        store.close()

    asyncio.run(play())


def test_an_unknown_table_is_refused_in_a_sentence(admin: Admin, client: Client) -> None:
    for command in ("close", "export"):
        status, _, error = admin(command, "no-such-table", as_json=False)
        assert status == 2 and "no-such-table: there is no such table here." in error


def test_the_record_of_a_finished_game_is_exported_and_of_no_other(
    admin: Admin, client: Client, tmp_path: Path
) -> None:
    table = finished(client)
    status, text, _ = admin("export", "--", table, as_json=False)
    assert status == 0
    assert text.encode() == client.ask("GET", f"/api/tables/{table}/record")[2]
    assert [step.token for step in parse_record(text).steps][:1] == ["d3-d6"]
    target = tmp_path / "game.siege"
    assert admin("export", "--to", str(target), "--", table, as_json=False)[0] == 0
    assert target.read_text(encoding="utf-8") == text
    status, _, error = admin("export", "--to", str(target), "--", table, as_json=False)
    assert status == 2 and "already exists" in error
    hidden = client.table("kings-ransom", "me", "1", setup="secret")
    client.at(hidden, 0).act()
    status, text, error = admin("export", "--", hidden["table"], as_json=False)
    assert (status, text) == (2, "") and "would reveal what is hidden" in error and "=" not in error


def test_a_blocked_address_is_refused_at_once_and_others_are_not(
    admin: Admin, client: Client
) -> None:
    table = client.table("siege-master", "me", "hot-seat")

    def status() -> int:
        return client.ask("GET", "/api/lobby", X_Forwarded_For="203.0.113.7")[0]

    socket = client.connect(additional_headers={"X-Forwarded-For": "203.0.113.7"})
    socket.send(json.dumps({"type": "hello", "table": table["table"], "keys": []}))
    assert status() == 200
    assert admin("block", "203.0.113.0/24")[:2] == (0, {"changed": True})
    until(lambda: status() == 403)
    answer = json.loads(client.ask("GET", "/", X_Forwarded_For="203.0.113.7")[2])
    assert answer["sentence"] == "The host of this server has blocked your address."
    with pytest.raises(ConnectionClosed):
        while True:
            heard = json.loads(socket.recv(PATIENCE))
    assert (heard["sentence"], heard["reconnect"]) == (answer["sentence"], False)
    with pytest.raises(InvalidStatus):
        client.connect(additional_headers={"X-Forwarded-For": "203.0.113.99"})
    assert client.ask("GET", "/api/lobby", X_Forwarded_For="203.0.114.1")[0] == 200
    (row,) = admin("blocked")[1]["blocked"]
    assert row["network"] == "203.0.113.0/24"
    assert admin("unblock", "203.0.113.7")[:2] == (1, {"changed": False})
    assert "is blocked with 203.0.113.0/24." in admin("unblock", "203.0.113.7", as_json=False)[1]
    assert admin("unblock", "203.0.113.0/24")[0] == 0
    until(lambda: status() == 200)
    assert admin("unblock", "203.0.113.0/24")[:2] == (1, {"changed": False})


def test_addresses_that_ask_for_much_are_listed_and_no_others(
    admin: Admin, where: list[str], tmp_path: Path
) -> None:
    settings = ServerSettings(post_rate=Rate(100, 100))
    store = store_of(where, tmp_path)
    with served(tmp_path, store=store, settings=settings, proxies=["127.0.0.1"]) as client:
        for address, posts in (("203.0.113.7", 12), ("203.0.113.8", 3)):
            for _ in range(posts):
                client.ask(
                    *("POST", "/api/invitation", b'{"code": "A"}'),
                    Content_Type="application/json",
                    Origin=client.base,
                    X_Forwarded_For=address,
                )
        until(lambda: [row["posted"] for row in admin("addresses")[1]["addresses"]] == [12])
        (row,) = admin("addresses")[1]["addresses"]
        assert row["address"] == "203.0.113.7"
    store_of(where, tmp_path).close()  # the next server starts from scratch
    assert admin("addresses")[1] == {"addresses": []}


def test_only_an_address_is_blocked(admin: Admin, client: Client) -> None:
    for wrong in ("nobody", "203.0.113.1/24", "0.0.0.0/0", "::/0"):
        assert admin("block", wrong)[0] == 2, wrong
    assert admin("block", "2001:db8::1")[0] == 0
    assert [row["network"] for row in admin("blocked")[1]["blocked"]] == ["2001:db8::/64"]


@pytest.mark.parametrize(
    ("address", "is_blocked"),
    [
        ("203.0.113.7", True),
        ("::ffff:203.0.113.7", True),
        ("203.0.114.7", False),
        ("2001:db8::5", True),
        ("2001:db8::/64", True),  # as limits count it
        ("2001:db8:1::5", False),
        ("", False),
        ("a name", False),
    ],
)
def test_an_address_is_found_in_a_blocked_network(address: str, is_blocked: bool) -> None:
    blocks = Blocks()
    assert not blocks.has(address)
    assert blocks.set(["203.0.113.0/24", "2001:db8::/64", "broken"])
    assert not blocks.set(["203.0.113.0/24", "2001:db8::/64", "broken"])
    assert blocks.has(address) == is_blocked


def test_where_there_are_no_tables_admin_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["admin", "tables", "--data", str(tmp_path)]) == 2
    assert "there are no tables here" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "command", ["admin tables", "admin block 192.0.2.1", "tables check", "tables prune --keep 30"]
)
def test_where_there_are_no_tables_none_are_made(
    command: str, postgresql_server: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with new_database(postgresql_server, "without_tables", empty=True) as url:
        for where in (["--database", url], ["--data", str(tmp_path)]):
            assert run([*command.split(), *where]) == 2
            assert "there are no tables here" in capsys.readouterr().err
        with psycopg.connect(url) as connection:
            made = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
            assert made.fetchall() == []
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("what", ["tables", "addresses", "blocked", "reports", "accounts"])
def test_what_is_listed_needs_no_writing(
    what: str, postgresql: str, capsys: pytest.CaptureFixture[str]
) -> None:
    url = f"{postgresql} options='-c default_transaction_read_only=on'"
    assert run(["admin", what, "--database", url]) == 0
    assert run(["admin", "block", "192.0.2.1", "--database", url]) == 2
    assert "read-only" in capsys.readouterr().err


def test_a_worker_that_hears_of_a_closed_table_from_another_says_so(
    postgresql: str, capsys: pytest.CaptureFixture[str]
) -> None:
    async def play(ours: TableServer, theirs: TableServer) -> None:
        room, made = await open_room(ours, "siege-master", "hot-seat", "hot-seat")
        page = await enter(room, 0)
        closing = ["admin", "close", "--database", postgresql, "--", made.table]
        assert await asyncio.to_thread(run, closing) == 0
        await room.catch_up()  # before it has looked at what the host wants
        assert page.disconnected == "The host of this server has closed this table."
        with pytest.raises(SiegeworksError, match="closed this table"):
            await theirs.rooms.get(made.table)

    with_two_workers(postgresql, play)


def test_accounts_are_listed_and_deleted(admin: Admin, client: Client) -> None:
    browser = Browser(client)
    browser.sign_up("Anna", Device())
    (row,) = admin("accounts")[1]["accounts"]
    assert (row["name"], row["passkeys"], row["browsers"], row["tables"]) == ("Anna", 1, 1, 0)
    assert "Anna" in admin("accounts", as_json=False)[1]
    seats = [{"seat": "red", "who": "me", "name": "Anna"}, {"seat": "blue", "who": "open"}]
    table = browser.asked("/api/tables", {"game": "siege-master", "seats": seats})
    Player(client.connect(), table["table"], [table["yours"][0]["key"]])
    assert names_in_the_lobby(client) == ["Anna"]
    assert admin("delete-account", "AnnA2")[0] == 1
    assert admin("delete-account", "anna")[:2] == (0, {"changed": True})
    assert admin("accounts")[1] == {"accounts": []}
    assert browser.account is None
    wait_until(lambda: names_in_the_lobby(client) == ["Somebody who left"])  # also while it runs


def names_in_the_lobby(client: Client) -> list[str]:
    """Of those who wait for an opponent."""
    tables = client.get("/api/lobby")[1]["tables"]
    return [seat["name"] for table in tables for seat in table["seats"] if seat["who"] != "open"]
