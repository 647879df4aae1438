"""A player's list of tables: whose turn it is, since when and how it ended, and nothing secret."""

import asyncio
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from secrets import token_urlsafe
from typing import Any

import pytest

from siegeworks.core.contract import SPECTATOR
from siegeworks.core.errors import SiegeworksError
from siegeworks.server import messages as m
from siegeworks.server.http.logs import refusals
from siegeworks.server.messages import MAX_MY_TABLES
from siegeworks.server.runtime.settings import Rate, ServerSettings
from siegeworks.server.storage.group_writer import NotStored
from siegeworks.server.storage.layout import FILE
from siegeworks.server.storage.rows import TableRow
from siegeworks.server.storage.sqlite_store import SqliteStore
from siegeworks.server.tables.my_tables import my_tables, table_position
from siegeworks.server.tables.room import Room
from siegeworks.server.tables.seat_keys import UnknownKey
from siegeworks.server.tables.table_server import TableServer
from tests.server.helpers import act, enter, open_room, run_with_server
from tests.server.served import served

NOBODY = "q" * 22
EXPANSION = {"board": "3x1", "values": "5A"}


async def ask(server: TableServer, table: str, *keys: str) -> m.TableStatus:
    """How one table stands."""
    (status,) = (await my_tables(server.rooms, m.MyTables([m.MyTable(table, [*keys])]))).tables
    return status


async def asked_both_ways(server: TableServer, room: Room, *keys: str) -> m.TableStatus:
    """How a table stands: the same from memory as from disk."""
    live = await ask(server, room.id, *keys)
    for connection in list(room.connections):
        room.leave(connection)
    server.rooms.unload(room)
    stored = await ask(server, room.id, *keys)
    assert not server.rooms.loaded
    for seat in live.seats:
        seat.connected = seat.who == "bot"  # nobody is at a table that is not in memory
    assert stored == live
    return stored


def test_a_table_says_whose_turn_it_is_since_when_and_who_plays(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        room, made = await open_room(server, "siege-master", "me", "hot-seat", map="hexagon")
        red, blue = [seat.key for seat in made.yours]
        page = await enter(room, 0, 1)
        first = await ask(server, room.id, red)
        assert (first.title, first.yours, first.to_act) == ("Siege Master", ["red"], "red")
        assert (first.turns, first.result, first.asked) == (0, "*", [])
        assert [seat.name for seat in first.seats] == ["Guest", "Guest"]
        await act(room, page, page.view["legal"][0])
        room.moved -= 200
        then = await ask(server, room.id, blue, red)
        assert (then.yours, then.to_act, then.turns) == (["red", "blue"], "blue", 1)
        assert 200 <= then.age < 260
        await room.offer(page, m.OfferAgreement("o", "draw", "blue"))
        offered = await asked_both_ways(server, room, red)
        assert (offered.asked, offered.to_act) == (["red"], "blue")
        assert 200 <= offered.age < 260  # an offer is not a move

    run_with_server(tmp_path, play)


def test_a_game_that_is_over_has_a_result_and_a_sentence(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        room, made = await open_room(server, "siege-master", "me", "1")
        page = await enter(room, 0)
        await room.resign(page, m.Resign("r"))
        over = await asked_both_ways(server, room, made.yours[0].key)
        assert (over.result, over.to_act, over.turns) == ("blue", None, 1)
        assert over.ending == "blue won: the last opponent resigned."
        assert (over.seats[1].who, over.seats[1].level, over.seats[1].name) == ("bot", 1, "Page")

    run_with_server(tmp_path, play)


def test_nobody_is_to_act_before_every_seat_is_taken(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        room, made = await open_room(server, "siege-master", "me", "friend")
        await enter(room, 0)
        waiting = await asked_both_ways(server, room, made.yours[0].key)
        assert waiting.to_act is None and waiting.seats[1].who == "friend"
        request = m.TakeSeat(token_urlsafe(16), "Ben", "", made.invitations[0].code)
        await server.seating.take(request)
        begun = await ask(server, room.id, made.yours[0].key)
        assert begun.to_act == "red" and begun.seats[1].name == "Ben"

    run_with_server(tmp_path, play)


def test_what_is_not_yours_cannot_be_told_from_what_is_not_there(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        room, made = await open_room(server, "siege-master", "me", "hot-seat")
        mine, _ = [seat.key for seat in made.yours]
        other, also = await open_room(server, "siege-master", "me", "1")
        for _ in range(2):  # in memory, then on disk
            for keys in ([NOBODY], [mine, NOBODY], [also.yours[0].key]):
                assert await ask(server, room.id, *keys) == m.TableStatus(room.id)
            assert await ask(server, "n" * 16, mine) == m.TableStatus("n" * 16)
            server.rooms.unload(room)
            server.rooms.unload(other)
        server.rooms.seat_days = 1.0
        room.live.seats[0] = room.live.seats[0]._replace(used=time.time() - 3 * 86400)
        await server.store.update_seats(room.id, room.live.seats)
        assert await ask(server, room.id, mine) == m.TableStatus(room.id)  # it has expired

    run_with_server(tmp_path, play)


def test_a_list_shows_nothing_that_spectators_do_not_know(tmp_path: Path) -> None:
    """Whichever client asks, whatever is hidden: only names of seats, counts and public words."""

    async def play(server: TableServer) -> None:
        statuses = []
        for secret in ("5@a1", "5@b1"):
            room, made = await open_room(server, "expansion", "me", "hot-seat", **EXPANSION)
            suns = await enter(room, 0)
            await act(room, suns, secret)
            for key in (seat.key for seat in made.yours):
                status = await ask(server, room.id, key)
                status.table, status.age, status.yours = "", 0, []
                statuses.append(status)
        assert all(status == statuses[0] for status in statuses)
        assert statuses[0].turns == 1

    run_with_server(tmp_path, play)


def test_a_list_is_made_without_loading_a_table_or_making_a_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(server: TableServer) -> None:
        room, made = await open_room(server, "siege-by-number", "me", "hot-seat")
        await enter(room, 0)
        key = made.yours[0].key
        await asked_both_ways(server, room, key)

        async def never(*arguments: Any) -> None:
            raise AssertionError

        monkeypatch.setattr(server.rooms.games, "get", never)
        monkeypatch.setattr(server.store, "events", never)
        assert (await ask(server, room.id, key)).to_act is not None

    run_with_server(tmp_path, play)


def test_a_missing_or_damaged_status_harms_nothing_and_is_made_again(tmp_path: Path) -> None:
    damage = (
        "DELETE FROM status",
        "UPDATE status SET to_act = 'blue'",
        "UPDATE status SET version = 0",
        "UPDATE status SET ending = CAST(x'ff' AS TEXT)",
    )

    async def play(server: TableServer) -> None:
        room, made = await open_room(server, "siege-master", "me", "hot-seat")
        page, key = await enter(room, 0, 1), made.yours[0].key
        for _ in range(2):
            await act(room, page, page.view["legal"][0])
        before = await asked_both_ways(server, room, key)
        for change in damage:
            with closing(sqlite3.connect(tmp_path / FILE)) as db, db:
                db.execute(change)
            lost = await ask(server, room.id, key)
            assert (lost.game, lost.title) == ("siege-master", "Siege Master")
            assert (lost.seats, lost.to_act, lost.result) == ([], None, "*")
            again = await server.rooms.get(room.id)
            server.rooms.unload(again)
            healed = await ask(server, room.id, key)
            assert (healed.to_act, healed.turns) == (before.to_act, before.turns)
        assert server.store.health().is_ok

    run_with_server(tmp_path, play)


def test_a_table_is_loaded_even_if_its_status_cannot_be_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(*arguments: Any) -> None:
        raise NotStored("The disk is full.")

    async def play(server: TableServer) -> None:
        made = await server.open_table(
            m.NewTable("siege-master", [m.SeatPlan("red", "me"), m.SeatPlan("blue", "hot-seat")])
        )
        monkeypatch.setattr(server.store, "set_status", fails)
        assert (await server.rooms.get(made.table)).live.to_act == 0

    run_with_server(tmp_path, play)


def test_a_damaged_table_is_listed_as_unknown_and_the_others_as_they_are(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        tables, keys = [], []
        for _ in range(2):
            room, made = await open_room(server, "siege-master", "me", "hot-seat")
            server.rooms.unload(room)
            tables.append(room.id)
            keys.append(made.yours[0].key)
        with closing(sqlite3.connect(tmp_path / FILE)) as db, db:
            db.execute("UPDATE game_table SET game = 'chess' WHERE id = ?", (tables[0],))
        asked = [m.MyTable(table, [key]) for table, key in zip(tables, keys, strict=True)]
        statuses = (await my_tables(server.rooms, m.MyTables(asked))).tables
        assert [status.table for status in statuses] == tables
        assert statuses[0] == m.TableStatus(tables[0]) and statuses[1].to_act == "red"

    run_with_server(tmp_path, play)


def test_a_deleted_table_leaves_nothing_behind(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        room, made = await open_room(server, "siege-master", "me", "hot-seat")
        server.rooms.unload(room)
        assert await server.store.delete(room.id, time.time() + 1)
        gone = await ask(server, room.id, made.yours[0].key)
        assert gone == m.TableStatus(room.id)
        with closing(sqlite3.connect(tmp_path / FILE)) as db:
            assert db.execute("SELECT count(*) FROM status").fetchone() == (0,)

    run_with_server(tmp_path, play)


def test_a_game_that_is_no_longer_installed_is_listed_by_its_name(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        room, made = await open_room(server, "siege-master", "me", "hot-seat")
        row = await server.rooms.row(room.id)
        seats = [seat._replace(code_hash=None) for seat in row.seats]
        await server.store.create(TableRow("z" * 16, "harbour", {}, 1, 1.0, seats), [])
        status = await ask(server, "z" * 16, made.yours[0].key)
        assert (status.game, status.title) == ("harbour", "harbour")

    run_with_server(tmp_path, play)


def test_a_position_is_shown_to_its_seat_as_it_knows_it_and_nobody_notices(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        room, made = await open_room(server, "expansion", "me", "hot-seat", **EXPANSION)
        page, suns, moons = await enter(room, 0), *(seat.key for seat in made.yours)
        await act(room, page, page.view["legal"][0])
        heard = len(page.texts)
        shown = await table_position(server.rooms, m.MyTable(room.id, [moons]))
        assert (shown.seat, shown.scene) == ("moons", room.views.scene(1, len(room.table.steps)))
        other = await table_position(server.rooms, m.MyTable(room.id, [suns]))
        assert other.scene != shown.scene  # each knows its own values only
        both = await table_position(server.rooms, m.MyTable(room.id, [suns, moons]))
        assert (both.seat, both.scene) == (None, room.views.scene(SPECTATOR, len(room.table.steps)))
        assert len(page.texts) == heard
        with pytest.raises(UnknownKey):
            await table_position(server.rooms, m.MyTable(room.id, [NOBODY]))
        with pytest.raises(SiegeworksError, match="no such table"):
            await table_position(server.rooms, m.MyTable("n" * 16, [suns]))

    run_with_server(tmp_path, play)


def test_only_statuses_of_the_newest_version_are_stored(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        room, _ = await open_room(server, "siege-master", "me", "hot-seat")
        old, page = room.status(), await enter(room, 0, 1)
        await act(room, page, page.view["legal"][0])
        await server.store.set_status(room.id, old)
        _, stored = await server.store.table_and_status(room.id)
        assert stored == room.status() != old

    run_with_server(tmp_path, play)


def test_over_the_network_a_list_has_limits_and_refuses_what_is_wrong(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    settings = ServerSettings(status_rate=Rate(9, 0.001), post_rate=Rate(1, 0.001))
    path, entry = "/api/tables/mine", {"table": "n" * 16, "keys": [NOBODY]}
    wrong: list[Any] = [
        [],
        {"tables": [entry] * (MAX_MY_TABLES + 1)},
        {"tables": [{**entry, "keys": []}]},
        {"tables": [{**entry, "keys": [NOBODY] * 9}]},
        {"tables": [{**entry, "table": "../x"}]},
        {"tables": [entry], "more": 1},
    ]
    with served(tmp_path, settings=settings) as client, caplog.at_level("INFO"):
        made = client.table("siege-master", "me", "hot-seat")
        mine = {"table": made["table"], "keys": [made["yours"][1]["key"]]}
        for body in wrong:
            assert client.post(path, body)[0] == 400
        status, answer = client.post(path, {"tables": [mine, *[entry] * (MAX_MY_TABLES - 1)]})
        assert status == 200 and len(answer["tables"]) == MAX_MY_TABLES
        assert answer["tables"][0]["yours"] == ["blue"] and answer["tables"][1] == {
            "table": "n" * 16
        }
        assert client.post(path, {"tables": []}) == (200, {"tables": []})
        foreign = client.ask(
            "POST", path, b"{}", Content_Type="application/json", Origin="http://evil.example"
        )
        assert foreign[0] == 403
        assert client.post(path, {"tables": []})[0] == 200
        assert client.post(path, {"tables": []})[0] == 429  # others still may open tables
    reasons = [record.getMessage() for record in caplog.records if record.name == refusals.name]
    assert not any("key" in reason for reason in reasons)


def test_a_missing_status_is_stored_as_its_table_is_entered(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        room, made = await open_room(server, "siege-master", "me", "hot-seat")
        keys.append((room.id, made.yours[0].key))

    async def later(server: TableServer) -> None:
        (table, key) = keys[0]
        assert (await ask(server, table, key)).seats == []
        server.rooms.unload(await server.rooms.get(table))
        assert (await ask(server, table, key)).to_act == "red"

    keys: list[tuple[str, str]] = []
    run_with_server(tmp_path, play)
    with closing(sqlite3.connect(tmp_path / FILE)) as db, db:
        db.executescript("DELETE FROM status")
    run_with_server(tmp_path, later)


def test_nobody_else_is_answered_later_because_of_a_list(tmp_path: Path) -> None:
    """The tables are read one after another, and others are answered in between."""

    async def read() -> None:
        store, order = SqliteStore(tmp_path), []
        server = TableServer(store)
        try:
            entry = m.MyTable("n" * 16, [NOBODY])
            listing = asyncio.ensure_future(
                my_tables(server.rooms, m.MyTables([entry] * MAX_MY_TABLES))
            )
            listing.add_done_callback(lambda _: order.append("list"))
            await store.table("m" * 16)
            order.append("table")
            await listing
            assert order[0] == "table"
        finally:
            await server.close()

    asyncio.run(read())
