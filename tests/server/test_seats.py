"""Seats: how they are offered in the lobby, taken, proven, and taken back from who should not have
them."""

from __future__ import annotations

import json
import time
from pathlib import Path
from secrets import token_urlsafe
from typing import Any
from unittest.mock import Mock

import pytest

from siegeworks.core.game import SiegeworksError
from siegeworks.server import messages as m
from siegeworks.server.lobby import MAX_IN_LOBBY
from siegeworks.server.room import Room
from siegeworks.server.seat_tokens import DAY, UnknownToken
from siegeworks.server.store import NotStored, Store
from siegeworks.server.table_server import TableServer
from tests.server.helpers import FakeConnection, entered, opened, played_in, seats_of
from tests.server.served import Player, served


def taking(code: str = "", table: str | None = None) -> m.TakeSeat:
    """What somebody asks who sits down."""
    return m.TakeSeat(token_urlsafe(16), "Ben", "", code, table)


async def waiting(server: TableServer, address: str) -> Room:
    """A table in the lobby whose opener waits at it."""
    room, _ = await opened(server, "siege-master", "me", "open")
    await room.enter(FakeConnection(0, address=address), 0)
    return room


async def listed(server: TableServer) -> list[str]:
    return [table.table for table in server.lobby().tables]


# The lobby ----------------------------------------------------------------------------------------


def test_one_address_cannot_fill_the_lobby(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        ben = await waiting(server, "192.0.2.2")
        crowd = [await waiting(server, "192.0.2.1") for _ in range(MAX_IN_LOBBY + 5)]
        eve = await waiting(server, "192.0.2.3")
        found = await listed(server)
        assert len(found) == MAX_IN_LOBBY and {ben.id, eve.id} <= {*found}
        newest = [room.id for room in reversed(crowd[7:])]
        assert found == [eve.id, *newest, ben.id]  # where there is space, one may have many

    played_in(tmp_path, play)


def test_addresses_share_the_lobby_equally(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("siegeworks.server.lobby.MAX_IN_LOBBY", 4)

    async def play(server: TableServer) -> None:
        one = [(await waiting(server, "192.0.2.1")).id for _ in range(3)]
        two = [(await waiting(server, "192.0.2.2")).id for _ in range(3)]
        assert {*await listed(server)} == {*one[1:], *two[1:]}

    played_in(tmp_path, play)


def test_entering_a_table_does_not_lower_its_rank_in_the_lobby(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("siegeworks.server.lobby.MAX_IN_LOBBY", 3)

    async def play(server: TableServer) -> None:
        ben = await waiting(server, "192.0.2.2")
        await ben.enter(FakeConnection(address="192.0.2.1"), 0)  # looks on
        free, _ = await opened(server, "siege-master", "open", "open")
        for address in ("192.0.2.3", "192.0.2.1"):
            await free.enter(FakeConnection(address=address), 0)
        crowd = [await waiting(server, "192.0.2.1") for _ in range(5)]
        assert await listed(server) == [crowd[-1].id, free.id, ben.id]

    played_in(tmp_path, play)


def test_a_table_is_in_the_lobby_only_while_somebody_waits_there(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        room, _ = await opened(server, "siege-master", "me", "open")
        assert await listed(server) == []  # nobody has come yet
        await entered(room)
        assert await listed(server) == []  # who looks on does not wait for an opponent
        page = await entered(room, 0)
        assert await listed(server) == [room.id]
        room.leave(page)
        assert await listed(server) == []
        await entered(room, 0)
        assert await listed(server) == [room.id]
        server.rooms.unload(room)
        assert await listed(server) == []

    played_in(tmp_path, play)


def test_a_table_without_people_is_listed_while_a_spectator_is_there(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        room, _ = await opened(server, "siege-master", "open", "open")
        assert await listed(server) == []
        page = await entered(room)
        assert await listed(server) == [room.id]
        room.leave(page)
        assert await listed(server) == []

    played_in(tmp_path, play)


def test_a_wrong_clock_does_not_keep_a_table_on_top_of_the_lobby(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(server: TableServer) -> None:
        with monkeypatch.context() as patch:
            patch.setattr(time, "time", Mock(return_value=time.time() + 1000 * DAY))
            first = await waiting(server, "192.0.2.1")
        second = await waiting(server, "192.0.2.1")
        tables = server.lobby().tables
        assert [table.table for table in tables] == [second.id, first.id]
        assert all(0 <= table.age < 60 for table in tables)

    played_in(tmp_path, play)


# Tokens -------------------------------------------------------------------------------------------


def test_seat_tokens_are_made_by_the_server(tmp_path: Path) -> None:
    with served(tmp_path) as client:
        table = client.table("siege-master", "me", "friend")
        code = table["invitations"][0]["code"]
        chosen = {"token": "b" * 22, "code": code, "name": "Ben"}
        status, said = client.post("/api/seats", chosen)
        assert status == 400 and "token" in said["sentence"]
        status, taken = client.post(
            "/api/seats", {"request": "b" * 22, "code": code, "name": "Ben"}
        )
        assert status == 200 and taken["yours"][0]["token"] != "b" * 22
        blue = Player(client.connect(), table["table"], [taken["yours"][0]["token"]])
        assert blue.view["seat"] == "blue"


def test_a_seat_request_can_be_repeated_until_its_token_is_used(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        room, made = await opened(server, "siege-master", "me", "friend")
        asked = taking(made.invitations[0].code)
        lost = (await server.seating.take(asked)).yours[0].token
        server.rooms.unload(room)  # and the server was killed after that
        token = (await server.seating.take(asked)).yours[0].token
        room = await server.rooms.get(room.id)
        with pytest.raises(UnknownToken):
            seats_of(room, [lost])
        assert seats_of(room, [token]) == {1}
        await room.admit([token])
        for request in (asked, taking(made.invitations[0].code)):
            with pytest.raises(SiegeworksError, match="works only once"):
                await server.seating.take(request)

    played_in(tmp_path, play)


def test_a_renewed_token_disconnects_the_holder_of_the_old_one(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        room, made = await opened(server, "siege-master", "me", "hot-seat")
        old = [seat.token for seat in made.yours]
        thief = await entered(room, 0)
        other = await entered(room, 1)
        with pytest.raises(UnknownToken):
            await server.seating.renew(m.RenewSeats(room.id, ["x" * 22]))
        (fresh,) = (await server.seating.renew(m.RenewSeats(room.id, old[:1]))).yours
        assert fresh.seat == "red" and fresh.token != old[0]
        assert seats_of(room, old) == {0, 1}  # the answer may have been lost
        await room.admit([fresh.token])
        assert "new token" in thief.disconnected and not other.disconnected
        for again in (room, await reloaded(server, room)):
            with pytest.raises(UnknownToken, match="not yours"):
                seats_of(again, old[:1])
            assert seats_of(again, [fresh.token]) == {0} and seats_of(again, old[1:]) == {1}

    played_in(tmp_path, play)


async def reloaded(server: TableServer, room: Room) -> Room:
    """The same table, as the disk knows it."""
    server.rooms.unload(room)
    return await server.rooms.get(room.id)


def test_a_renewed_token_works_over_the_network(tmp_path: Path) -> None:
    with served(tmp_path) as client:
        table = client.table("siege-master", "me", "hot-seat")
        stolen = client.at(table, 0)
        asked = {"table": table["table"], "tokens": [table["yours"][0]["token"]]}
        status, fresh = client.post("/api/seats/renew", asked)
        assert status == 200
        mine = client.at(fresh, 0)
        assert stolen.hear("closing")["reconnect"]
        line = client.connect()
        line.send(json.dumps({"type": "hello", **asked}))
        assert "not yours" in json.loads(line.recv())["sentence"]
        assert mine.act("d3-d6")["type"] == "accepted"
        assert client.post("/api/seats/renew", asked)[0] == 400


def test_a_new_token_that_cannot_be_stored_is_not_valid(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(*arguments: Any) -> None:
        raise NotStored("The disk is full.")

    async def play(server: TableServer) -> None:
        room, made = await opened(server, "siege-master", "me", "hot-seat")
        old = made.yours[0].token
        (fresh,) = (await server.seating.renew(m.RenewSeats(room.id, [old]))).yours
        with monkeypatch.context() as patch:
            patch.setattr(server.store, "update_seats", fails)
            for failing in (room.admit([fresh.token]), room.renew_tokens([old])):
                with pytest.raises(NotStored):
                    await failing
            long_ago = room.live.seats[1]._replace(used=1.0)
            room.live.seats[1] = long_ago
            server.rooms.seat_days = 0
            await room.admit([made.yours[1].token])  # who only comes in comes in all the same
        assert seats_of(room, [old]) == {0}

    played_in(tmp_path, play)


def test_unused_tokens_expire_and_used_ones_do_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(server: TableServer) -> None:
        room, made = await opened(server, "siege-master", "me", "hot-seat")
        red, blue = (seat.token for seat in made.yours)
        now = time.time()
        clock = Mock(return_value=now + 60 * DAY)
        monkeypatch.setattr(time, "time", clock)
        await room.admit([red])
        clock.return_value = now + 91 * DAY
        for again in (room, await reloaded(server, room)):
            assert seats_of(again, [red]) == {0}
            with pytest.raises(UnknownToken, match="Nobody used this seat for 90 days"):
                seats_of(again, [blue])
        server.rooms.seat_days = 0
        assert seats_of(again, [red, blue]) == {0, 1}

    played_in(tmp_path, play)


def test_a_connected_person_keeps_the_seat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(server: TableServer) -> None:
        room, made = await opened(server, "siege-master", "me", "hot-seat")
        await entered(room, 0)
        now = time.time()
        clock = Mock(return_value=now + 89 * DAY)
        monkeypatch.setattr(time, "time", clock)
        await server.rooms.refresh_tokens()
        clock.return_value = now + 170 * DAY
        room = await reloaded(server, room)
        assert seats_of(room, [made.yours[0].token]) == {0}
        with pytest.raises(UnknownToken):
            seats_of(room, [made.yours[1].token])

    played_in(tmp_path, play)


def test_no_seat_token_is_stored(tmp_path: Path) -> None:
    tokens: list[str] = []

    async def play(server: TableServer) -> None:
        room, made = await opened(server, "siege-master", "me", "friend")
        asked = taking(made.invitations[0].code)
        taken = await server.seating.take(asked)
        fresh = await server.seating.renew(m.RenewSeats(room.id, [made.yours[0].token]))
        tokens.extend([taken.yours[0].token, fresh.yours[0].token, asked.request])

    played_in(tmp_path, play)
    Store(tmp_path).close()
    everything = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert tokens and not any(token.encode() in everything for token in tokens)
