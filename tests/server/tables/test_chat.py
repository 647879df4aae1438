"""The chat of a table: who may say what, who reads it, and what a host learns of reports."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from siegeworks.core.errors import SiegeworksError
from siegeworks.server import messages as m
from siegeworks.server.runtime.settings import Rate, ServerSettings
from siegeworks.server.storage.administration import list_reports
from siegeworks.server.tables.company.chat import checked_text
from siegeworks.server.tables.record_export import export
from siegeworks.server.tables.room import Room
from siegeworks.server.tables.table_server import TableServer
from tests.server.helpers import FakeConnection, enter, open_room, run_with_server, server_in, until
from tests.server.served import served

GAME = "siege-master"
FAST = ServerSettings(chat_rate=Rate(10_000, 1))


def at_table(
    tmp_path: Path,
    play: Callable[[TableServer, Room], Awaitable[None]],
    settings: ServerSettings = FAST,
    database: str | None = None,
) -> None:
    async def run(server: TableServer) -> None:
        room, _ = await open_room(server, GAME, "me", "hot-seat")
        await play(server, room)

    run_with_server(tmp_path, run, settings, database)


def read(page: FakeConnection) -> list[str]:
    """What a page shows of the chat, as a client puts it together."""
    lines: dict[int, str] = {}
    for message in page.heard("chat"):
        if message.get("is_all"):
            lines.clear()
        for line in message["lines"]:
            who = line.get("seat") or f"({line.get('name', '')})"
            lines[line["number"]] = f"{who} {line.get('preset') or line['text']}"
    return list(lines.values())


async def say(room: Room, page: FakeConnection, words: str, **how: Any) -> None:
    page.lines.left = 10.0  # as if some time had passed
    await room.chat.say(page, m.Say(how.pop("id", words[:36]), text=words, **how))


async def greet(room: Room, page: FakeConnection, preset: Any) -> None:
    await room.chat.say(page, m.Say(preset, preset))


async def allow(room: Room, *pages: FakeConnection, allows: bool = True) -> None:
    for page in pages:
        page.lines.left = 10.0
        await room.chat.allow_texts(page, m.AllowTexts("a", allows))


def test_preset_sentences_are_sent_as_keys_to_everybody_with_a_seat(
    tmp_path: Path, database: str | None
) -> None:
    async def play(server: TableServer, room: Room) -> None:
        red, blue, watcher = await enter(room, 0), await enter(room, 1), await enter(room)
        await greet(room, red, "hello")
        await greet(room, blue, "luck")
        assert read(red) == read(blue) == ["red hello", "blue luck"]
        assert read(watcher) == []
        assert read(await enter(room, 1)) == ["red hello", "blue luck"]  # who comes later

    at_table(tmp_path, play, database=database)


def test_texts_are_read_only_by_those_who_have_switched_them_on(
    tmp_path: Path, database: str | None
) -> None:
    async def play(server: TableServer, room: Room) -> None:
        red, blue = await enter(room, 0), await enter(room, 1)
        with pytest.raises(SiegeworksError, match="Turn texts on first"):
            await say(room, red, "Hi")
        await allow(room, red)
        with pytest.raises(SiegeworksError, match="Nobody else here has turned texts on"):
            await say(room, red, "Hi")
        await allow(room, blue)
        assert blue.heard("chat")[-1]["allows"] == ["red", "blue"]
        await say(room, red, "Hi there")
        assert read(red) == read(blue) == ["red Hi there"]
        await allow(room, blue, allows=False)
        assert read(blue) == []
        with pytest.raises(SiegeworksError, match="Nobody else here"):
            await say(room, red, "Are you there?")

    at_table(tmp_path, play, database=database)


def test_spectators_talk_apart_until_the_game_is_over(tmp_path: Path) -> None:
    async def play(server: TableServer, room: Room) -> None:
        red, blue = await enter(room, 0), await enter(room, 1)
        ann, bo = await enter(room), await enter(room)
        ann.name = "Ann"
        await allow(room, ann, bo, red)
        await say(room, ann, "Red should attack")
        await greet(room, bo, "played")
        assert read(bo) == ["(Ann) Red should attack", "() played"]
        assert read(red) == read(blue) == []
        assert "attack" not in "".join(red.texts + blue.texts + (await enter(room, 0)).texts)
        await room.resign(red, m.Resign("r"))
        assert read(red) == ["(Ann) Red should attack", "() played"]
        assert read(blue) == ["() played"]  # texts are off
        assert read(ann) == read(bo)

    at_table(tmp_path, play)


def test_a_line_that_is_sent_twice_is_said_once(tmp_path: Path) -> None:
    async def play(server: TableServer, room: Room) -> None:
        red, blue = await enter(room, 0), await enter(room, 1)
        for page in (red, await enter(room, 0)):  # after a reconnect
            await greet(room, page, "hello")
            assert page.heard("accepted")
        await greet(room, blue, "hello")  # another client may choose the same id
        assert read(red) == ["red hello", "blue hello"]

    at_table(tmp_path, play)


def test_a_spectator_who_uses_the_id_of_another_is_told_and_may_report_that_line(
    tmp_path: Path, database: str | None
) -> None:
    async def play(server: TableServer, room: Room) -> None:
        ann, bo = await enter(room), await enter(room)
        await allow(room, ann, bo)
        await say(room, ann, "Well played", id="1")
        with pytest.raises(SiegeworksError, match="Another line was sent with this id"):
            await say(room, bo, "Not at all", id="1")
        await say(room, bo, "Not at all", id="2")
        assert read(ann) == read(bo) == ["() Well played", "() Not at all"]
        await room.chat.report(bo, m.ReportLine("r", 1))
        with pytest.raises(SiegeworksError, match="You said this yourself"):
            await room.chat.report(bo, m.ReportLine("r", 2))

    at_table(tmp_path, play, database=database)


@pytest.mark.parametrize(
    "text", ["", "   ", "a\nb", "a\x00b", "\u202eabc", "a\u2028b", "a\ue000b", "a" + "\u0336" * 9]
)
def test_texts_that_hide_or_cover_something_are_refused(text: str) -> None:
    with pytest.raises(SiegeworksError):
        checked_text(text)


@pytest.mark.parametrize("text", ["Ça va ?", "<b>hi</b>", "👩‍🌾 ok", "می‌خواهم", "Việt"])
def test_all_languages_and_signs_may_be_written(text: str) -> None:
    assert checked_text(f" {text} ") == text


def test_who_writes_too_much_is_refused_and_stays(tmp_path: Path) -> None:
    async def play(server: TableServer, room: Room) -> None:
        red = await enter(room, 0)
        with pytest.raises(SiegeworksError, match="too fast"):
            for number in range(20):
                await room.chat.say(red, m.Say(str(number), "hello"))
        assert 0 < len(read(red)) < 10

    at_table(tmp_path, play)


def test_an_address_that_comes_again_and_again_is_slowed_down_too(tmp_path: Path) -> None:
    async def play(server: TableServer, room: Room) -> None:
        with pytest.raises(SiegeworksError, match="too fast"):
            for number in range(20):
                await room.chat.say(await enter(room), m.Say(str(number), "hello"))
        await greet(room, await enter(room, address="198.51.100.1"), "hello")

    at_table(tmp_path, play, ServerSettings(chat_rate=Rate(10, 0.1)))


def test_spectators_that_write_much_leave_the_room_of_the_seats_alone(tmp_path: Path) -> None:
    async def play(server: TableServer, room: Room) -> None:
        ann, red = await enter(room), await enter(room, 0)
        ann.lines.left = 1000.0
        with pytest.raises(SiegeworksError, match="is full"):
            for number in range(5):
                ann.lines.left = 10.0
                await room.chat.say(ann, m.Say(str(number), "hello"))
        await greet(room, red, "hello")

    settings = ServerSettings(chat_rate=Rate(10_000, 1), max_lines=3)
    at_table(tmp_path, play, settings)


def test_reports_go_to_the_host_and_forged_ones_nowhere(
    tmp_path: Path, database: str | None
) -> None:
    async def play(server: TableServer, room: Room) -> None:
        red, blue, ann = await enter(room, 0), await enter(room, 1), await enter(room)
        await allow(room, red, blue, ann)
        await say(room, red, "You fool")
        await say(room, ann, "Among us")
        for page, number in ((red, 1), (blue, 2), (ann, 1), (blue, 77)):  # own, hidden, none
            with pytest.raises(SiegeworksError):
                await room.chat.report(page, m.ReportLine("r", number))
        for _ in range(2):
            await room.chat.report(blue, m.ReportLine("r", 1))
        reports = await server.store.read(lambda db: list_reports(db, 10))
        assert [(report.words, report.said_by, report.reported_by) for report in reports] == [
            ("You fool", "seat 1", "seat 2")
        ]

    at_table(tmp_path, play, database=database)


def test_spectators_know_their_own_lines_and_do_not_report_them(
    tmp_path: Path, database: str | None
) -> None:
    async def play(server: TableServer, room: Room) -> None:
        red, ann, bo = await enter(room, 0), await enter(room), await enter(room)
        await greet(room, ann, "hello")
        await greet(room, bo, "luck")

        def own(page: FakeConnection) -> set[int]:
            lines = [line for message in page.heard("chat") for line in message["lines"]]
            return {line["number"] for line in lines if line.get("own")}

        assert (own(ann), own(bo)) == ({1}, {2})
        with pytest.raises(SiegeworksError, match="You said this yourself"):
            await room.chat.report(ann, m.ReportLine("r", 1))
        await room.chat.report(ann, m.ReportLine("r", 2))
        assert own(await enter(room)) == set()  # somebody else, for all that the server knows
        await room.resign(red, m.Resign("resign"))
        assert len(read(red)) == 2 and own(red) == set()

    at_table(tmp_path, play, database=database)


def test_nothing_of_a_chat_is_in_the_record_or_outlives_its_table(
    tmp_path: Path, database: str | None
) -> None:
    async def play(server: TableServer, room: Room) -> None:
        red, blue = await enter(room, 0), await enter(room, 1)
        await allow(room, red, blue)
        await say(room, red, "Quite private")
        await room.chat.report(blue, m.ReportLine("r", 1))
        before = room.log.version
        await room.resign(red, m.Resign("r"))
        assert room.log.version == before + 1
        assert "private" not in "".join(await export(room))
        assert "private" not in "".join(map(str, await server.store.events(room.id)))
        server.rooms.unload(room)
        assert await server.store.delete(room.id, float("inf"))
        tables = ("chat", "chat_consent", "chat_report")

        def left(db: Any) -> list[int]:
            return [db.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in tables]

        assert await server.store.read(left) == [0, 0, 0]

    at_table(tmp_path, play, database=database)


def test_what_is_said_at_one_worker_is_read_at_the_others(tmp_path: Path, postgresql: str) -> None:
    async def run() -> None:
        async with (
            server_in(tmp_path, FAST, postgresql) as here,
            server_in(tmp_path, FAST, postgresql) as there,
        ):
            for server in (here, there):
                server.rooms.start()
            ours, _ = await open_room(here, GAME, "me", "hot-seat")
            theirs = await there.rooms.get(ours.id)
            red, blue, ann = await enter(ours, 0), await enter(theirs, 1), await enter(theirs)
            ann.name = "Ann"
            theirs._send_presence()
            await until(lambda: red.heard("presence")[-1].get("watching") == ["Ann"])
            await greet(ours, red, "hello")
            await until(lambda: read(blue) == ["red hello"])
            await allow(ours, red)
            await until(lambda: blue.heard("chat")[-1].get("allows") == ["red"])
            await allow(theirs, blue)
            await say(theirs, blue, "Hi")
            await until(lambda: read(red) == ["red hello", "blue Hi"])

    asyncio.run(asyncio.wait_for(run(), 60))


@pytest.mark.parametrize(
    "message",
    [
        {"type": "say", "id": "1", "preset": "<script>"},
        {"type": "say", "id": "1", "text": "x" * 201},
        {"type": "say", "id": "1", "text": "\x00"},
        {"type": "say", "id": "1", "text": {"a": 1}},
        {"type": "say", "id": "1", "preset": "hello", "text": "both"},
        {"type": "say", "id": "1"},
        {"type": "report", "id": "1", "number": -1},
        {"type": "report", "id": "1", "number": 10**12},
        {"type": "allow-texts", "id": "1", "allows": "yes"},
    ],
    ids=lambda message: json.dumps(message)[:40],
)
def test_messages_that_our_page_never_sends_are_refused(
    tmp_path: Path, message: dict[str, Any]
) -> None:
    with served(tmp_path) as client:
        red = client.at(client.table(GAME, "me", "hot-seat"), 0)
        red.say(**message)
        assert red.hear("refused", "chat")["type"] == "refused"
        red.act()  # the table is as it was
        assert red.hear("view")["version"] > 0
