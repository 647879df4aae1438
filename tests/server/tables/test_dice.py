"""Dice that anybody can check: the server commits before the game and opens its secret after it."""

import time
from pathlib import Path

import pytest

from siegeworks.core.errors import SiegeworksError
from siegeworks.play.provable_chance import ProvableChance, draws
from siegeworks.play.record import parse_record, replay
from siegeworks.server import messages as m
from siegeworks.server.http.people.account_tables import ServerTables
from siegeworks.server.jobs.preparation import cached_game
from siegeworks.server.storage.event_log import SECRET
from siegeworks.server.tables.record_export import export, opened_chance
from siegeworks.server.tables.room import Room
from siegeworks.server.tables.table_server import TableServer
from tests.server.helpers import FakeConnection, enter, open_room, plans, run_with_server
from tests.server.tables.test_clocks import FISCHER, watched

MINE, YOURS = "ab" * 16, "cd" * 16
HOUR = 3600  # seconds
SLOW = m.ClockTimes(per_move=1000 * HOUR)


async def played(server: TableServer) -> tuple[Room, m.TableOpened, FakeConnection]:
    """Two people at one table of Siege by Number; each adds a number to chance."""
    room, made = await open_room(server, "siege-by-number", "me", "friend")
    page = FakeConnection(0)
    await room.enter(page, 0, MINE)
    request = m.TakeSeat("n" * 22, "Bo", code=made.invitations[0].code, entropy=YOURS)
    await server.seating.take(request)
    for number in range(6):
        seat, legal = room.live.to_act, room.game.legal_texts(room.table.state)
        player = page if seat == 0 else await enter(room, seat)
        await room.act(player, m.Act(f"a{number}", room.log.version, legal[0]))
    return room, made, page


def test_the_commitment_is_shown_before_the_game_and_kept(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        room, made, page = await played(server)
        invited, other = await open_room(server, "siege-by-number", "me", "friend")
        info = await server.seating.invitation(other.invitations[0].code)
        server.rooms.unload(invited)
        again = await server.seating.invitation(other.invitations[0].code)
        assert page.heard("welcome")[0]["commitment"] == made.commitment != ""
        assert info.commitment == again.commitment == other.commitment != made.commitment
        await room.resign(page, m.Resign("r"))
        opened = await opened_chance(room)
        assert opened.commitment == made.commitment
        assert ProvableChance(bytes.fromhex(opened.secret)).commitment == made.commitment

    run_with_server(tmp_path, play)


def test_every_outcome_of_a_finished_game_follows_from_the_secret_and_the_seats_numbers(
    tmp_path: Path,
) -> None:
    async def play(server: TableServer) -> None:
        room, _, page = await played(server)
        await room.resign(page, m.Resign("r"))
        _, text = await export(room)
        record = parse_record(text)
        chance = ProvableChance.from_header(record.notes)
        assert {entry.seat: entry.text for entry in chance.entropy} == {
            "suns": MINE,
            "crowns": YOURS,
        }
        assert {entry.step for entry in chance.entropy} == {0}
        drawn = draws(replay(record), chance)
        assert len(drawn) > 3
        assert all(draw.token == draw.expected for draw in drawn)
        opened = await opened_chance(room)
        assert [(draw.step, draw.token) for draw in opened.draws] == [
            (draw.step, draw.token) for draw in drawn
        ]

    run_with_server(tmp_path, play)


def test_the_secret_stays_with_the_server_until_the_game_is_over(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        room, _, page = await played(server)
        events = await server.store.events(room.id)
        (secret,) = [event.token for event in events if event.kind == SECRET]
        spectator = await enter(room)
        with pytest.raises(SiegeworksError, match="revealed when the game is over"):
            await opened_chance(room)
        assert not any(secret in text for text in (*page.texts, *spectator.texts))
        await room.resign(page, m.Resign("r"))
        assert secret in (await export(room))[1]

    run_with_server(tmp_path, play)


def test_only_the_first_number_of_a_seat_counts(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        room, _, _ = await played(server)
        version = room.log.version
        await room.enter(FakeConnection(0), 0, "ef" * 16)
        assert room.log.version == version

    run_with_server(tmp_path, play)


def test_a_table_that_is_loaded_again_rolls_what_it_would_have_rolled(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        room, _, _ = await played(server)
        before = room.log.chance
        server.rooms.unload(room)
        again = await server.rooms.get(room.id)
        assert again is not room
        assert again.log.chance == before

    run_with_server(tmp_path, play)


def test_a_game_without_chance_has_no_secret(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        room, made = await open_room(server, "siege-master", "me", "1")
        page = await enter(room, 0)
        assert made.commitment == page.heard("welcome")[0].get("commitment", "") == ""
        with pytest.raises(SiegeworksError, match="No dice of this table"):
            await opened_chance(room)

    run_with_server(tmp_path, play)


async def awaited_room(
    server: TableServer, *whos: str, clock: m.ClockTimes | None = None, **options: str
) -> Room:
    """A table of Siege by Number whose seats belong to people who have not come yet."""
    seats = plans(cached_game("siege-by-number", options), *whos)
    table = m.NewTable("siege-by-number", seats, options, clock=clock)
    opened = await server.open_table(table, is_awaited=True)
    return await server.rooms.get(opened.table)


def seen_entropy(room: Room) -> dict[str, str]:
    """What the seats have added, all of it before the first step."""
    assert room.log.chance is not None
    assert all(entry.step == 0 for entry in room.log.chance.entropy)
    return {entry.seat: entry.text for entry in room.log.chance.entropy}


@pytest.mark.parametrize("numbers", [(MINE, YOURS), (MINE, ""), ("", "")])
def test_nothing_is_drawn_before_everybody_has_been_here(
    tmp_path: Path, numbers: tuple[str, str]
) -> None:
    """The seats of challenges, rematches and tournaments belong to their players from the start."""

    async def play(server: TableServer) -> None:
        room = await awaited_room(server, "me", "hot-seat")
        first, second = FakeConnection(0), FakeConnection(1)
        await room.enter(first, 0, numbers[0])
        assert (first.view["to_act"], first.view["missing"]) == (None, ["crowns"])
        assert room.table.steps == []
        with pytest.raises(SiegeworksError, match="crowns must join before the first draw"):
            await room.resign(first, m.Resign("r"))
        room.leave(first)  # who has been here need not wait
        await room.enter(second, 0, numbers[1])
        assert second.heard("welcome")[0]["may_add"]
        assert "missing" not in second.view and second.view["to_act"] is not None
        assert [step.actor for step in room.table.steps][:1] == ["chance"]
        sent = zip(("suns", "crowns"), numbers, strict=True)
        assert seen_entropy(room) == {seat: number for seat, number in sent if number}

    run_with_server(tmp_path, play)


def test_who_takes_a_seat_does_not_draw_before_who_opened_the_table_has_come(
    tmp_path: Path,
) -> None:
    async def play(server: TableServer) -> None:
        room, made = await open_room(server, "siege-by-number", "me", "friend")
        code = made.invitations[0].code
        await server.seating.take(m.TakeSeat("n" * 22, "Bo", code=code, entropy=YOURS))
        await enter(room, 1)
        assert room.table.steps == []
        await room.enter(FakeConnection(0), 0, MINE)
        assert seen_entropy(room) == {"suns": MINE, "crowns": YOURS}

    run_with_server(tmp_path, play)


def test_who_comes_after_the_first_draw_is_told_that_nothing_can_be_added(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        room, _ = await open_room(server, "siege-by-number", "me", "1")
        await enter(room, 0)  # a program that adds nothing
        version, again = room.log.version, FakeConnection(0)
        await room.enter(again, 0, MINE)
        assert (seen_entropy(room), room.log.version) == ({}, version)
        assert "may_add" not in again.heard("welcome")[0]

    run_with_server(tmp_path, play)


def test_a_seat_that_is_taken_at_a_table_not_in_memory_adds_its_number(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        room, made = await open_room(server, "siege-by-number", "me", "friend")
        await room.enter(page := FakeConnection(0), 0, MINE)
        room.leave(page)
        server.rooms.unload(room)
        code = made.invitations[0].code
        seats = await server.seating.take(m.TakeSeat("n" * 22, "Bo", code=code, entropy=YOURS))
        assert seats.commitment == made.commitment
        room = await server.rooms.get(room.id)
        await enter(room, 0)
        assert seen_entropy(room) == {"suns": MINE, "crowns": YOURS}

    run_with_server(tmp_path, play)


def test_a_game_over_days_begins_without_who_has_not_come_within_the_time_for_a_move(
    tmp_path: Path,
) -> None:
    async def play(server: TableServer) -> None:
        watch = watched(server, time.time())
        room = await awaited_room(server, "me", "hot-seat", "hot-seat", clock=SLOW, seats="3")
        pages = [FakeConnection(0), FakeConnection(1)]
        for page, number in zip(pages, (MINE, YOURS), strict=True):
            await room.enter(page, 0, number)
            room.leave(page)
        assert await ServerTables(server).here(room.id) == {0, 1}  # the third has not come
        await watch.wait(server, HOUR - 60)
        assert room.table.steps == []
        await watch.wait(server, 120)
        assert room.table.steps != []
        assert room.clock is not None and room.clock.running is not None
        assert room.falls is not None
        late = FakeConnection(2)
        await room.enter(late, 0, "ef" * 16)
        assert seen_entropy(room) == {"suns": MINE, "moons": YOURS}

    run_with_server(tmp_path, play)


def test_who_never_comes_can_lose_before_the_first_draw(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        room = await awaited_room(server, "me", "hot-seat", clock=FISCHER)
        await room.enter(page := FakeConnection(0), 0, MINE)
        await room.forfeit([1], lambda _, lost: None)
        assert page.view["result"] == "suns"
        opened = await opened_chance(room)
        assert [entry.text for entry in opened.entropy] == [MINE]

    run_with_server(tmp_path, play)
