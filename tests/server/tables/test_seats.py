"""Seats: listed in the lobby, taken, proven by seat keys, and protected by new keys."""

import json
import time
from pathlib import Path
from secrets import token_urlsafe
from typing import Any
from unittest.mock import Mock

import pytest

from siegeworks.core.errors import SiegeworksError
from siegeworks.server import messages as m
from siegeworks.server.runtime.settings import DEFAULTS, ServerSettings
from siegeworks.server.storage.group_writer import NotStored
from siegeworks.server.storage.sqlite_store import SqliteStore
from siegeworks.server.tables.room import Room
from siegeworks.server.tables.seat_keys import DAY, UnknownKey
from siegeworks.server.tables.table_server import TableServer
from tests.server.helpers import FakeConnection, enter, open_room, run_with_server, seats_of
from tests.server.served import Player, served


def seat_request(code: str = "", table: str | None = None) -> m.TakeSeat:
    """A request for a seat."""
    return m.TakeSeat(token_urlsafe(16), "Ben", "", code, table)


async def waiting_room(server: TableServer, address: str) -> Room:
    """A table in the lobby whose opener waits at it."""
    room, _ = await open_room(server, "siege-master", "me", "open")
    await room.enter(FakeConnection(0, address=address), 0)
    return room


async def lobby_tables(server: TableServer) -> list[str]:
    return [table.table for table in server.rooms.noticeboard.lobby().tables]


# The lobby ----------------------------------------------------------------------------------------


def test_one_address_cannot_fill_the_lobby(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        ben = await waiting_room(server, "192.0.2.2")
        crowd = [await waiting_room(server, "192.0.2.1") for _ in range(DEFAULTS.max_in_lobby + 5)]
        eve = await waiting_room(server, "192.0.2.3")
        listed = await lobby_tables(server)
        assert len(listed) == DEFAULTS.max_in_lobby and {ben.id, eve.id} <= {*listed}
        newest = [room.id for room in reversed(crowd[7:])]
        assert listed == [eve.id, *newest, ben.id]  # where there is space, one may have many

    run_with_server(tmp_path, play)


def test_addresses_share_the_lobby_equally(tmp_path: Path) -> None:

    async def play(server: TableServer) -> None:
        first = [(await waiting_room(server, "192.0.2.1")).id for _ in range(3)]
        second = [(await waiting_room(server, "192.0.2.2")).id for _ in range(3)]
        assert {*await lobby_tables(server)} == {*first[1:], *second[1:]}

    run_with_server(tmp_path, play, ServerSettings(max_in_lobby=4))


def test_entering_a_table_does_not_lower_its_rank_in_the_lobby(tmp_path: Path) -> None:

    async def play(server: TableServer) -> None:
        ben = await waiting_room(server, "192.0.2.2")
        await ben.enter(FakeConnection(address="192.0.2.1"), 0)  # as a spectator
        free, _ = await open_room(server, "siege-master", "open", "open")
        for address in ("192.0.2.3", "192.0.2.1"):
            await free.enter(FakeConnection(address=address), 0)
        crowd = [await waiting_room(server, "192.0.2.1") for _ in range(5)]
        assert await lobby_tables(server) == [crowd[-1].id, free.id, ben.id]

    run_with_server(tmp_path, play, ServerSettings(max_in_lobby=3))


def test_a_table_is_in_the_lobby_only_while_somebody_waits_there(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        room, _ = await open_room(server, "siege-master", "me", "open")
        assert await lobby_tables(server) == []  # nobody has come yet
        await enter(room)
        assert await lobby_tables(server) == []  # a spectator does not wait for an opponent
        page = await enter(room, 0)
        assert await lobby_tables(server) == [room.id]
        room.leave(page)
        assert await lobby_tables(server) == []
        await enter(room, 0)
        assert await lobby_tables(server) == [room.id]
        server.rooms.unload(room)
        assert await lobby_tables(server) == []

    run_with_server(tmp_path, play)


def test_a_table_without_people_is_listed_while_a_spectator_is_there(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        room, _ = await open_room(server, "siege-master", "open", "open")
        assert await lobby_tables(server) == []
        page = await enter(room)
        assert await lobby_tables(server) == [room.id]
        room.leave(page)
        assert await lobby_tables(server) == []

    run_with_server(tmp_path, play)


def test_a_wrong_clock_does_not_keep_a_table_on_top_of_the_lobby(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(server: TableServer) -> None:
        with monkeypatch.context() as patch:
            patch.setattr(time, "time", Mock(return_value=time.time() + 1000 * DAY))
            first = await waiting_room(server, "192.0.2.1")
        second = await waiting_room(server, "192.0.2.1")
        tables = server.rooms.noticeboard.lobby().tables
        assert [table.table for table in tables] == [second.id, first.id]
        assert all(0 <= table.age < 60 for table in tables)

    run_with_server(tmp_path, play)


# Seat keys --------------------------------------------------------------------------------------


def test_seat_keys_are_made_by_the_server(tmp_path: Path) -> None:
    with served(tmp_path) as client:
        table = client.table("siege-master", "me", "friend")
        code = table["invitations"][0]["code"]
        chosen = {"key": "b" * 22, "code": code, "name": "Ben"}
        status, answer = client.post("/api/seats", chosen)
        assert status == 400 and "key" in answer["sentence"]
        status, seats = client.post(
            "/api/seats", {"request": "b" * 22, "code": code, "name": "Ben"}
        )
        assert status == 200 and seats["yours"][0]["key"] != "b" * 22
        blue = Player(client.connect(), table["table"], [seats["yours"][0]["key"]])
        assert blue.view["seat"] == "blue"


def test_a_seat_request_can_be_repeated_until_its_key_is_used(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        room, made = await open_room(server, "siege-master", "me", "friend")
        asked = seat_request(made.invitations[0].code)
        lost = (await server.seating.take(asked)).yours[0].key
        server.rooms.unload(room)  # and the server was killed after that
        key = (await server.seating.take(asked)).yours[0].key
        room = await server.rooms.get(room.id)
        with pytest.raises(UnknownKey):
            seats_of(room, [lost])
        assert seats_of(room, [key]) == {1}
        await room.admit([key])
        for request in (asked, seat_request(made.invitations[0].code)):
            with pytest.raises(SiegeworksError, match="works only once"):
                await server.seating.take(request)

    run_with_server(tmp_path, play)


def test_a_renewed_key_disconnects_the_holder_of_the_old_one(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        room, made = await open_room(server, "siege-master", "me", "hot-seat")
        old = [seat.key for seat in made.yours]
        thief = await enter(room, 0)
        other = await enter(room, 1)
        with pytest.raises(UnknownKey):
            await server.seating.renew(m.RenewSeats(room.id, ["x" * 22]))
        (fresh,) = (await server.seating.renew(m.RenewSeats(room.id, old[:1]))).yours
        assert fresh.seat == "red" and fresh.key != old[0]
        assert seats_of(room, old) == {0, 1}  # the answer may have been lost
        await room.admit([fresh.key])
        assert "new key" in thief.disconnected and not other.disconnected
        for again in (room, await reloaded(server, room)):
            with pytest.raises(UnknownKey, match="not yours"):
                seats_of(again, old[:1])
            assert seats_of(again, [fresh.key]) == {0} and seats_of(again, old[1:]) == {1}

    run_with_server(tmp_path, play)


async def reloaded(server: TableServer, room: Room) -> Room:
    """The same table, as the disk knows it."""
    server.rooms.unload(room)
    return await server.rooms.get(room.id)


def test_a_renewed_key_works_over_the_network(tmp_path: Path) -> None:
    with served(tmp_path) as client:
        table = client.table("siege-master", "me", "hot-seat")
        stolen = client.at(table, 0)
        asked = {"table": table["table"], "keys": [table["yours"][0]["key"]]}
        status, fresh = client.post("/api/seats/renew", asked)
        assert status == 200
        mine = client.at(fresh, 0)
        assert stolen.hear("closing")["reconnect"]
        connection = client.connect()
        connection.send(json.dumps({"type": "hello", **asked}))
        assert "not yours" in json.loads(connection.recv())["sentence"]
        assert mine.act("d3-d6")["type"] == "accepted"
        assert client.post("/api/seats/renew", asked)[0] == 400


def test_a_new_key_that_cannot_be_stored_is_not_valid(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(*arguments: Any) -> None:
        raise NotStored("The disk is full.")

    async def play(server: TableServer) -> None:
        room, made = await open_room(server, "siege-master", "me", "hot-seat")
        old = made.yours[0].key
        (fresh,) = (await server.seating.renew(m.RenewSeats(room.id, [old]))).yours
        with monkeypatch.context() as patch:
            patch.setattr(server.store, "update_seats", fails)
            for failing in (room.admit([fresh.key]), room.renew_keys([old])):
                with pytest.raises(NotStored):
                    await failing
            long_ago = room.live.seats[1]._replace(used=1.0)
            room.live.seats[1] = long_ago
            server.rooms.seat_days = 0
            await room.admit([made.yours[1].key])  # who only comes in comes in all the same
        assert seats_of(room, [old]) == {0}

    run_with_server(tmp_path, play)


def test_unused_keys_expire_and_used_ones_do_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(server: TableServer) -> None:
        room, made = await open_room(server, "siege-master", "me", "hot-seat")
        red, blue = (seat.key for seat in made.yours)
        now = time.time()
        clock = Mock(return_value=now + 60 * DAY)
        monkeypatch.setattr(time, "time", clock)
        await room.admit([red])
        clock.return_value = now + 91 * DAY
        for again in (room, await reloaded(server, room)):
            assert seats_of(again, [red]) == {0}
            with pytest.raises(UnknownKey, match="Nobody used this seat for 90 days"):
                seats_of(again, [blue])
        server.rooms.seat_days = 0
        assert seats_of(again, [red, blue]) == {0, 1}

    run_with_server(tmp_path, play)


def test_a_connected_person_keeps_the_seat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(server: TableServer) -> None:
        room, made = await open_room(server, "siege-master", "me", "hot-seat")
        await enter(room, 0)
        now = time.time()
        clock = Mock(return_value=now + 89 * DAY)
        monkeypatch.setattr(time, "time", clock)
        await server.rooms.refresh_keys()
        clock.return_value = now + 170 * DAY
        room = await reloaded(server, room)
        assert seats_of(room, [made.yours[0].key]) == {0}
        with pytest.raises(UnknownKey):
            seats_of(room, [made.yours[1].key])

    run_with_server(tmp_path, play)


def test_a_damaged_table_keeps_nobody_elsewhere_from_staying_seated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(server: TableServer) -> None:
        damaged, _ = await open_room(server, "siege-master", "me", "hot-seat")
        room, made = await open_room(server, "siege-master", "me", "hot-seat")
        for table in (damaged, room):
            await enter(table, 0)
        server.store.quarantine(damaged.id, "it cannot be read")
        now = time.time()
        monkeypatch.setattr(time, "time", lambda: now + 89 * DAY)
        await server.rooms.refresh_keys()
        monkeypatch.setattr(time, "time", lambda: now + 170 * DAY)
        assert seats_of(await reloaded(server, room), [made.yours[0].key]) == {0}

    run_with_server(tmp_path, play)


def test_no_seat_key_is_stored(tmp_path: Path) -> None:
    keys: list[str] = []

    async def play(server: TableServer) -> None:
        room, made = await open_room(server, "siege-master", "me", "friend")
        asked = seat_request(made.invitations[0].code)
        seats = await server.seating.take(asked)
        fresh = await server.seating.renew(m.RenewSeats(room.id, [made.yours[0].key]))
        keys.extend([seats.yours[0].key, fresh.yours[0].key, asked.request])

    run_with_server(tmp_path, play)
    SqliteStore(tmp_path).close()
    everything = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert keys and not any(key.encode() in everything for key in keys)
