"""A rematch at a table where somebody has no account: its opener invites the others there."""

from pathlib import Path

import pytest

from siegeworks.core.errors import SiegeworksError
from siegeworks.server import messages as m
from siegeworks.server.runtime.codes import normalized_code
from siegeworks.server.tables.room import Room
from siegeworks.server.tables.seat_keys import UnknownKey, UnknownSecret
from siegeworks.server.tables.table_server import TableServer
from tests.server.helpers import FakeConnection, enter, game_between_people, open_room, plans
from tests.server.helpers import run_with_server as run

pytestmark = pytest.mark.usefixtures("quick_bots")


async def finished_game(server: TableServer) -> tuple[Room, FakeConnection, FakeConnection]:
    """Red and Blue, at their own pages; Red has resigned."""
    room, (red, blue) = await game_between_people(server, 2)
    await room.resign(red, m.Resign("r"))
    return room, red, blue


async def open_again(server: TableServer, room: Room) -> m.TableOpened:
    """Red's table for a rematch, in which Blue is to have the seat red."""
    return await server.open_table(m.NewTable("siege-master", plans(room.game, "friend", "me")))


def offered(opened: m.TableOpened, to: str = "blue", request: str = "again") -> m.OfferRematch:
    """What Red says at the old table."""
    codes = [m.RematchInvitation(to, invitation.code) for invitation in opened.invitations]
    return m.OfferRematch(request, opened.table, codes)


def accepted(before: Room, key: str, seat: str | None = None) -> m.TakeSeat:
    """What somebody asks who accepts a rematch of this game."""
    return m.TakeSeat("q" * 22, "Ben", seat=seat, after=m.MyTable(before.id, [key]))


async def taken_by_ben(server: TableServer) -> tuple[Room, FakeConnection, FakeConnection, str]:
    """A finished game, and the key of Blue's seat."""
    room, made = await open_room(server, "siege-master", "me", "friend")
    ben = await server.seating.take(m.TakeSeat("r" * 22, "Ben", "", made.invitations[0].code))
    red, blue = await enter(room, 0), await enter(room, 1)
    await room.resign(red, m.Resign("r"))
    return room, red, blue, ben.yours[0].key


def test_a_rematch_reaches_the_other_player_who_takes_a_seat_there(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        room, red, blue, key = await taken_by_ben(server)
        with pytest.raises(SiegeworksError, match="Nobody has offered you a rematch"):
            await server.seating.take(accepted(room, key))
        opened = await open_again(server, room)
        await room.offer_rematch(red, offered(opened))
        assert blue.view["rematch"] == {"by": "red", "table": opened.table, "invited": ["blue"]}
        assert red.view["rematch"]["invited"] == []
        seats = await server.seating.take(accepted(room, key))
        assert (seats.table, seats.yours[0].seat) == (opened.table, "red")
        again = await server.seating.take(accepted(room, key))  # the answer was lost
        assert again.yours[0].seat == "red"
        with pytest.raises(SiegeworksError, match="works only once"):
            other = m.TakeSeat("o" * 22, "Eve", after=m.MyTable(room.id, [key]))
            await server.seating.take(other)

    run(tmp_path, play)


def test_a_rematch_takes_the_key_of_a_seat_that_is_invited(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        room, red, _, key = await taken_by_ben(server)
        await room.offer_rematch(red, offered(await open_again(server, room)))
        with pytest.raises(UnknownKey):
            await server.seating.take(accepted(room, "x" * 22))
        with pytest.raises(SiegeworksError, match="Nobody has offered you a rematch"):
            await server.seating.take(accepted(room, key, "red"))

    run(tmp_path, play)


def test_a_key_is_good_only_for_its_own_seat_in_a_rematch(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        whos = "me", "friend", "friend"
        room, made = await open_room(server, "nobles-and-peasants", *whos, seats="3")
        seats = [
            await server.seating.take(m.TakeSeat(letter * 22, "Guest", "", invitation.code))
            for letter, invitation in zip("ab", made.invitations, strict=True)
        ]
        pages = [await enter(room, seat) for seat in range(3)]
        for page in pages[:2]:
            await room.resign(page, m.Resign("r"))
        again = m.NewTable("nobles-and-peasants", plans(room.game, *whos), {"seats": "3"})
        opened = await server.open_table(again)
        codes = [
            m.RematchInvitation(seat.yours[0].seat, invitation.code)
            for seat, invitation in zip(seats, opened.invitations, strict=True)
        ]
        await room.offer_rematch(pages[0], m.OfferRematch("o", opened.table, codes))
        mine, other = (seat.yours[0] for seat in seats)
        with pytest.raises(SiegeworksError, match="Nobody has offered you a rematch"):
            await server.seating.take(accepted(room, mine.key, other.seat))
        accepts = await server.seating.take(accepted(room, mine.key, mine.seat))
        assert accepts.yours[0].seat == opened.invitations[0].seat

    run(tmp_path, play)


def test_nobody_offers_seats_without_their_codes(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        room, red, blue = await finished_game(server)
        private, other = await open_again(server, room), await open_again(server, room)
        for codes in (other.invitations, [m.Invitation("red", "")]):
            foreign = m.TableOpened(private.table, [], codes)
            with pytest.raises(UnknownSecret, match="not an invitation to that table"):
                await room.offer_rematch(red, offered(foreign))
        assert "rematch" not in blue.view

    run(tmp_path, play)


def test_spectators_hear_nothing_of_a_rematch_and_no_code_is_stored(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        room, red, blue = await finished_game(server)
        spectator, opened = await enter(room), await open_again(server, room)
        await room.offer_rematch(red, offered(opened))
        assert "rematch" in blue.view and "rematch" not in spectator.view
        code = normalized_code(opened.invitations[0].code)
        stored = await server.store.events(room.id)
        assert stored[-1].token == f"{opened.table} blue:0"
        assert not any(code in text for text in (*blue.texts, *spectator.texts))
        assert not any(opened.table in text for text in spectator.texts)

    run(tmp_path, play)


def test_a_rematch_is_still_offered_when_the_table_is_loaded_again(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        room, red, blue = await finished_game(server)
        await room.offer_rematch(red, offered(await open_again(server, room)))
        before = blue.view["rematch"]
        server.rooms.unload(room)
        again = await enter(await server.rooms.get(room.id), 1)
        assert again.view["rematch"] == before

    run(tmp_path, play)


def test_a_rematch_is_offered_once_the_game_is_over_and_only_once(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        room, (red, blue) = await game_between_people(server, 2)
        opened = await open_again(server, room)
        with pytest.raises(SiegeworksError, match="not over yet"):
            await room.offer_rematch(red, offered(opened))
        await room.resign(red, m.Resign("r"))
        await room.offer_rematch(red, offered(opened))
        version = room.log.version
        await room.offer_rematch(red, offered(opened))  # its answer was lost
        with pytest.raises(SiegeworksError, match="red has already offered a rematch"):
            await room.offer_rematch(blue, offered(opened, "red", "mine"))
        assert room.log.version == version

    run(tmp_path, play)


@pytest.mark.parametrize("to", ["red", "green"])
def test_a_rematch_invites_only_others_who_have_played(tmp_path: Path, to: str) -> None:
    async def play(server: TableServer) -> None:
        room, red, blue = await finished_game(server)
        message = offered(await open_again(server, room), to)
        with pytest.raises(SiegeworksError, match="each of the other people"):
            await room.offer_rematch(red, message)
        codes = 2 * [m.RematchInvitation("blue", message.invitations[0].code)]
        twice = m.OfferRematch("t", message.table, codes)
        with pytest.raises(SiegeworksError, match="each of the other people"):
            await room.offer_rematch(red, twice)
        assert "rematch" not in blue.view

    run(tmp_path, play)


def test_spectators_and_bots_are_not_part_of_a_rematch(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        room, _ = await open_room(server, "siege-master", "me", "1")
        red = await enter(room, 0)
        await room.resign(red, m.Resign("r"))
        message = offered(await open_again(server, room))
        with pytest.raises(SiegeworksError, match="each of the other people"):
            await room.offer_rematch(red, message)
        with pytest.raises(SiegeworksError, match="Spectators can't do this"):
            await room.offer_rematch(await enter(room), message)

    run(tmp_path, play)
