"""What one worker knows of the clients of another: the lobby, limits, and games in play."""

from functools import partial
from typing import Any

import pytest

from siegeworks.core.errors import SiegeworksError
from siegeworks.server import messages as m
from siegeworks.server.runtime.settings import DEFAULTS, Rate, ServerSettings
from siegeworks.server.storage.group_writer import NotStored
from siegeworks.server.storage.noticeboard import AddressUse, leave_notices
from siegeworks.server.tables.address_limits import KEPT_SECONDS, AddressLimits
from siegeworks.server.tables.table_server import TableServer
from tests.server.helpers import act, enter, game_between_people, open_room, until
from tests.server.tables.test_fair_play import advice, forked, record_of
from tests.server.workers.test_rooms import with_two_workers

pytestmark = pytest.mark.usefixtures("quick_advice")


async def look(*servers: TableServer) -> None:
    """Let each leave its notices, then read those of the others."""
    for server in (*servers, *servers):
        await server.rooms.noticeboard.look()


def listed(server: TableServer) -> list[str]:
    return [table.table for table in server.rooms.noticeboard.lobby().tables]


def test_a_table_is_in_the_lobby_of_every_worker_until_its_seat_is_taken(postgresql: str) -> None:
    async def play(ours: TableServer, theirs: TableServer) -> None:
        room, _ = await open_room(ours, "siege-master", "me", "open")
        await enter(room, 0)
        await until(lambda: ours.rooms.neighbors._shown)  # this worker is known to the others
        await look(ours, theirs)
        assert listed(ours) == listed(theirs) == [room.id]
        assert theirs.rooms.noticeboard.lobby().tables == ours.rooms.noticeboard.lobby().tables
        await theirs.seating.take(m.TakeSeat("r" * 22, "Anna", "", table=room.id))
        await until(lambda: room.live.is_full)
        await look(ours, theirs)
        assert listed(ours) == listed(theirs) == []

    with_two_workers(postgresql, play)


def test_the_lobby_of_a_worker_that_is_gone_is_empty(postgresql: str) -> None:
    async def play(ours: TableServer, theirs: TableServer) -> None:
        room, _ = await open_room(ours, "siege-master", "me", "open")
        await enter(room, 0)
        await until(lambda: ours.rooms.neighbors._shown)
        await look(ours, theirs)
        assert listed(theirs) == [room.id]
        await ours.rooms.neighbors.stop()
        await look(theirs)
        assert listed(theirs) == []

    with_two_workers(postgresql, play)


def test_a_lobby_that_another_version_wrote_is_left_out(postgresql: str) -> None:
    async def play(ours: TableServer, theirs: TableServer) -> None:
        worker = ours.rooms.neighbors.worker
        await until(lambda: ours.rooms.neighbors._heart)
        while not await ours.store.write(
            partial(leave_notices, worker=worker, uses=[], lobby='[{"what": 1}]')
        ):
            pass
        await look(theirs)
        assert listed(theirs) == []

    with_two_workers(postgresql, play)


def test_tables_that_an_address_opens_count_at_every_worker(postgresql: str) -> None:
    async def play(ours: TableServer, theirs: TableServer) -> None:
        burst = int(DEFAULTS.post_rate.burst)
        await look(ours, theirs)
        while not await ours.store.write(
            partial(leave_notices, worker=ours.rooms.neighbors.worker, uses=[], lobby="[]")
        ):
            pass
        assert all(ours.addresses.posts.take("192.0.2.1") for _ in range(burst))
        await look(ours, theirs)
        assert not theirs.addresses.posts.take("192.0.2.1", 5)
        assert theirs.addresses.posts.take("192.0.2.2", 5)

    with_two_workers(postgresql, play)


def test_websockets_of_an_address_count_at_every_worker_as_long_as_they_are_open(
    postgresql: str,
) -> None:
    async def play(ours: TableServer, theirs: TableServer) -> None:
        most = DEFAULTS.max_websockets_per_address
        while not await ours.store.write(
            partial(leave_notices, worker=ours.rooms.neighbors.worker, uses=[], lobby="[]")
        ):
            pass
        assert all(ours.addresses.open_websocket("192.0.2.1") for _ in range(most - 1))
        await look(ours, theirs)
        got = [theirs.addresses.open_websocket("192.0.2.1") for _ in range(2)]
        assert got == [True, False]
        for _ in range(most - 1):
            ours.addresses.close_websocket("192.0.2.1")
        await look(ours, theirs)
        assert theirs.addresses.open_websocket("192.0.2.1")

    with_two_workers(postgresql, play)


# How addresses are told ---------------------------------------------------------------------------


def test_an_address_that_asks_for_little_is_told_to_nobody() -> None:
    limits = AddressLimits(DEFAULTS)
    for _ in range(9):
        limits.open_websocket("192.0.2.1")
        limits.posts.take("192.0.2.1")
        limits.storage.take("192.0.2.1", 50)
    assert limits.news() == []
    limits.posts.take("192.0.2.1")
    assert limits.news() == [AddressUse("192.0.2.1", 9, 10, 450)]
    assert limits.news() == []


def test_what_could_not_be_told_is_told_again() -> None:
    limits = AddressLimits(DEFAULTS)
    limits.posts.take("192.0.2.1", 20)
    news = limits.news()
    limits.tell_again(news)
    assert limits.news() == news


def test_an_address_that_asks_for_nothing_more_is_forgotten(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = 1000.0
    monkeypatch.setattr("time.monotonic", lambda: clock)
    limits = AddressLimits(DEFAULTS)
    limits.posts.take("192.0.2.1", 20)
    assert len(limits.news()) == 1
    clock += KEPT_SECONDS + 1
    assert limits.news() == [AddressUse("192.0.2.1", 0, 0, 0)]
    limits.posts.take("192.0.2.1", 20)
    assert limits.news() == [AddressUse("192.0.2.1", 0, 20, 0)], "counted from 0 again"


def test_what_was_granted_before_this_worker_started_does_not_count() -> None:
    limits = AddressLimits(ServerSettings(post_rate=Rate(60, 0.001)))
    limits.hear([("w", AddressUse("192.0.2.1", 0, 500, 0))])
    assert limits.posts.take("192.0.2.1", 60)
    later = AddressLimits(ServerSettings(post_rate=Rate(60, 0.001)))
    later.hear([])
    later.hear([("w", AddressUse("192.0.2.1", 0, 50, 0))])
    assert not later.posts.take("192.0.2.1", 20)
    later.hear([("w", AddressUse("192.0.2.1", 0, 50, 0))])
    assert later.posts.take("192.0.2.1", 10), "nothing counts twice"


# Games in play ------------------------------------------------------------------------------------


def known_opening(server: TableServer, room: Any) -> str:
    """The opening of a room, as others know it."""
    shown = server.rooms.neighbors._shown.get(room.id)
    return shown.opening if shown else ""


def test_nobody_gets_advice_on_a_game_that_is_in_play_at_another_worker(postgresql: str) -> None:
    async def play(ours: TableServer, theirs: TableServer) -> None:
        room, pages = await game_between_people(ours, 3)
        mine = await forked(theirs, record_of(room), 3, "me", "1")
        await advice(mine, 0) if mine.live.to_act == 0 else None
        await act(room, pages[1], pages[1].view["legal"][0])
        opening = room.opening()
        assert opening
        await until(lambda: known_opening(ours, room) == opening)
        with pytest.raises(SiegeworksError, match="playing this exact game"):
            await forked(theirs, record_of(room), 4, "me", "1")
        steps = list(room.table.steps)
        with pytest.raises(SiegeworksError, match="playing this exact game"):
            await theirs.rooms.check_not_in_play(room.game, steps[:4])
        await theirs.rooms.check_not_in_play(room.game, [*steps[:3], *steps[:1]])
        for page in pages:
            room.leave(page)
        await until(lambda: room.id not in ours.rooms.neighbors._shown)
        await forked(theirs, record_of(room), 4, "me", "1")

    with_two_workers(postgresql, play)


def test_a_game_is_recognized_by_the_steps_that_were_not_taken_back(postgresql: str) -> None:
    async def play(ours: TableServer, theirs: TableServer) -> None:
        room, pages = await game_between_people(ours, 4)
        first = room.opening()
        await room.offer(pages[1], m.OfferAgreement("o", "takeback"))
        await room.answer(pages[0], m.AnswerOffer("a", 5, True))
        assert room.opening() == ""
        await act(room, pages[1], pages[1].view["legal"][-1])
        second = room.opening()
        assert second not in ("", first)
        await until(lambda: known_opening(ours, room) == second)
        with pytest.raises(SiegeworksError, match="playing this exact game"):
            await theirs.rooms.check_not_in_play(room.game, list(room.table.steps))

    with_two_workers(postgresql, play)


def test_a_game_with_one_person_at_both_seats_is_not_in_play(postgresql: str) -> None:
    async def play(ours: TableServer, theirs: TableServer) -> None:
        room, _ = await open_room(ours, "siege-master", "me", "hot-seat")
        page = await enter(room, 0, 1)
        for _ in range(5):
            await act(room, page, page.view["legal"][0])
        assert room.opening() == ""

    with_two_workers(postgresql, play)


def test_without_the_database_no_advice_is_given(
    postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(ours: TableServer, theirs: TableServer) -> None:
        room, _ = await game_between_people(ours, 4)

        async def away(*_: object) -> None:
            raise NotStored("The database cannot be reached.")

        monkeypatch.setattr(theirs.store, "read", away)
        with pytest.raises(NotStored):
            await theirs.rooms.check_not_in_play(room.game, list(room.table.steps))

    with_two_workers(postgresql, play)
