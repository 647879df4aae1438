"""The work of one client costs the others little: fair threads, counted bytes, limited memory."""

import asyncio
import json
import threading
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.datastructures import Address

from siegeworks.core.errors import SiegeworksError
from siegeworks.games import load
from siegeworks.play.record import parse_record, replay_on
from siegeworks.server import messages as m
from siegeworks.server.http.websocket import WebSocketConnection
from siegeworks.server.jobs import preparation
from siegeworks.server.jobs.preparation import cached_game
from siegeworks.server.messages.views import AudienceViews
from siegeworks.server.runtime import limits
from siegeworks.server.runtime.limits import Account, Bucket
from siegeworks.server.runtime.settings import DEFAULTS, Rate, ServerSettings
from siegeworks.server.tables import showing
from siegeworks.server.tables.room import Room
from siegeworks.server.tables.table_messages import OwnPart, text_of, view
from siegeworks.server.tables.table_server import TableServer
from tests.samples import sample
from tests.server.helpers import act, enter, forget_games, open_room, plans, run_with_server

SECRET = {"columns": "2", "tiles": "KAEC", "setup": "secret"}  # a small King's Ransom
RECORD = sample("siege-master-0")


class Socket:
    """A WebSocket whose client sends these messages and records the answers."""

    client = Address("192.0.2.1", 50_000)

    def __init__(self, *texts: str) -> None:
        self.said = [{"type": "websocket.receive", "text": text} for text in texts]
        self.heard: list[str] = []
        self.has_answered = asyncio.Event()

    async def accept(self) -> None:
        """It is open."""

    async def receive(self) -> dict[str, Any]:
        if self.said:
            return self.said.pop(0)
        await asyncio.wait_for(self.has_answered.wait(), 20)
        return {"type": "websocket.disconnect"}

    async def send_text(self, text: str) -> None:
        self.heard.append(text)
        self.has_answered.set()

    async def close(self, code: int) -> None:
        """It is closed."""


async def answer_to(server: TableServer, **message: Any) -> dict[str, Any]:
    """The first answer to a message on a new connection."""
    socket: Any = Socket(json.dumps(message))
    await WebSocketConnection(server.rooms, socket, Account("192.0.2.1")).run()
    return dict(json.loads(socket.heard[0]))


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, bool]]:
    """The games made from now on, and whether the event loop's thread made them."""
    recorded: list[tuple[str, bool]] = []
    loop = threading.get_ident()

    def recording(name: str, *more: Any) -> Any:
        recorded.append((name, threading.get_ident() == loop))
        return load(name, *more)

    monkeypatch.setattr(preparation, "load", recording)
    return recorded


# Boards -------------------------------------------------------------------------------------------


def test_a_hello_with_a_wrong_key_makes_no_board_and_loads_no_table(
    tmp_path: Path, made: list[Any]
) -> None:
    async def play(server: TableServer) -> None:
        room, _ = await open_room(server, "siege-master", "me", "hot-seat", free="yes")
        server.rooms.unload(room)
        forget_games()
        made.clear()
        answer = await answer_to(server, type="hello", table=room.id, keys=["w" * 22])
        assert answer["type"] == "refused" and "not yours" in answer["sentence"]
        assert not made and not server.rooms.loaded

    run_with_server(tmp_path, play)


def test_no_request_makes_a_board_in_the_event_loop(tmp_path: Path, made: list[Any]) -> None:
    async def play(server: TableServer) -> None:
        options = {"fortresses": "placed", "count": "7"}
        seats = plans(cached_game("siege-master", options), "me", "open")
        text = "siege-record 1\ngame: siege-master\noptions: free=yes\n---\n"
        made.clear()
        table = (await server.open_table(m.NewTable("siege-master", seats, options))).table
        asks: list[Callable[[], Awaitable[Any]]] = [
            partial(server.rooms.get, table),
            partial(server.replays.replay, m.ReplayRequest(RECORD.read_text(encoding="utf-8"))),
            partial(server.open_table, m.NewTable("siege-master", seats, record=text)),
            partial(answer_to, server, type="hello", table=table),
        ]
        for ask in asks:
            forget_games()
            before = len(made)
            await ask()
            assert len(made) > before
            for room in list(server.rooms.loaded.values()):
                server.rooms.unload(room)
        assert not any(by_loop for _, by_loop in made)

    run_with_server(tmp_path, play)


def test_entering_a_loaded_table_makes_no_new_board(tmp_path: Path, made: list[Any]) -> None:
    async def play(server: TableServer) -> None:
        room, _ = await open_room(server, "siege-master", "me", "hot-seat", free="yes")
        forget_games()
        made.clear()
        answer = await answer_to(server, type="hello", table=room.id)
        assert answer["type"] == "welcome" and not made

    run_with_server(tmp_path, play)


# Records ------------------------------------------------------------------------------------------


def test_a_record_requested_by_several_at_once_is_replayed_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    replayed: list[str] = []

    def recording(game: Any, record: Any) -> Any:
        replayed.append(record.game)
        return replay_on(game, record)

    monkeypatch.setattr("siegeworks.server.jobs.replay_worker.replay_on", recording)

    async def play(server: TableServer) -> None:
        text = RECORD.read_text(encoding="utf-8").replace("---", "note: several\n---", 1)
        asked = m.ReplayRequest(text, 0, 1)
        answers = await asyncio.gather(
            *(server.replays.replay(asked, f"192.0.2.{i}") for i in range(5))
        )
        assert replayed == ["siege-master"] and all(answer == answers[0] for answer in answers)

    run_with_server(tmp_path, play)


def test_loading_a_table_does_not_wait_for_a_strangers_records(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    playing, go_on = threading.Event(), threading.Event()

    def slow(text: str) -> Any:
        playing.set()
        go_on.wait(30)
        return parse_record(text)

    async def play(server: TableServer) -> None:
        room, _ = await open_room(server, "siege-master", "me", "hot-seat")
        server.rooms.unload(room)
        monkeypatch.setattr("siegeworks.server.jobs.replays.parse_record", slow)
        text = RECORD.read_text(encoding="utf-8")
        asked = [
            asyncio.create_task(
                server.replays.replay(m.ReplayRequest(text.replace("---", f"note: {n}\n---", 1)))
            )
            for n in range(10)
        ]
        await asyncio.to_thread(playing.wait, 30)
        try:
            assert (
                await asyncio.wait_for(server.rooms.get(room.id, "192.0.2.2"), 20)
            ).id == room.id
        finally:
            go_on.set()
        await asyncio.gather(*asked)

    run_with_server(tmp_path, play)


def test_a_record_costs_by_its_length_and_nothing_while_it_is_cached(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        text = RECORD.read_text(encoding="utf-8")
        long = text + "# a remark\n" * 10_000
        assert 0 < server.replays.cost(text) < 2 and server.replays.cost(long) > 20
        await server.replays.replay(m.ReplayRequest(text, 0, 1))
        assert server.replays.cost(text) == server.replays.cost("") == 0

    run_with_server(tmp_path, play)


# Messages -----------------------------------------------------------------------------------------


def test_between_two_messages_of_one_address_others_get_their_turn() -> None:
    order: list[str] = []

    async def say(account: Account, name: str) -> None:
        await account.wait_for_credit()
        order.append(name)

    async def play() -> None:
        stranger, other = Account("192.0.2.1"), Account("192.0.2.2")
        await asyncio.gather(*(say(stranger, f"stranger {n}") for n in range(3)), say(other, "me"))

    asyncio.run(play())
    assert order == ["stranger 0", "me", "stranger 1", "stranger 2"]


class Clock:
    """A clock that only advances when somebody sleeps."""

    def __init__(self) -> None:
        self.now = 0.0

    def monotonic(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.now += seconds


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(limits, "time", clock)
    # Servers of other tests, which still run in threads of this process, sleep as before.
    own = SimpleNamespace(sleep=clock.sleep, Lock=asyncio.Lock)
    monkeypatch.setattr(limits, "asyncio", own)
    return clock


def test_debt_is_paid_by_waiting_but_never_for_long(clock: Clock) -> None:
    bucket = Bucket(Rate(100, 10))
    bucket.spend(130)
    assert bucket.seconds_in_debt() == pytest.approx(3) and not bucket.take()
    clock.now += 4
    assert bucket.seconds_in_debt() == 0 and bucket.take(10) and not bucket.take()
    bucket.spend(1e9)
    assert bucket.seconds_in_debt() == pytest.approx(limits.MAX_DEBT_SECONDS)


def test_all_connections_of_an_address_share_one_rate_in_bytes(clock: Clock) -> None:
    rate = DEFAULTS.traffic_rate

    async def speak() -> None:
        account = Account("192.0.2.1")

        async def page() -> None:
            for _ in range(50):
                await account.wait_for_credit()
                account.spend(80_000)  # the answer

        await asyncio.gather(*(page() for _ in range(60)))

    asyncio.run(speak())
    answered = 60 * 50 * (80_000 + limits.MESSAGE_COST)
    least = (answered - rate.burst) / rate.per_second
    assert 0.9 * least < clock.now < 1.1 * least


def test_sent_bytes_are_charged_to_the_address() -> None:
    async def send() -> None:
        account, socket = Account("192.0.2.1"), Socket()
        no_rooms: Any = SimpleNamespace(settings=DEFAULTS)
        for _ in range(2):
            connection: Any = WebSocketConnection(no_rooms, socket, account)  # type: ignore[arg-type]
            connection.send("x" * 50_000)
        assert account._bucket.left < DEFAULTS.traffic_rate.burst - 90_000

    asyncio.run(send())


# Views --------------------------------------------------------------------------------------------


async def some_steps(room: Room, page: Any) -> None:
    """Steps of both seats, some of them hidden."""
    for seat in ("south", "north", "south"):
        await room.look(page, m.Look("l", seat))
        while page.view.get("to_act") == seat and len(room.table.steps) < 6:
            await act(room, page, page.view["legal"][0])
            if room.table.over:
                return


def test_look_sends_only_the_steps_that_read_differently(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        room, _ = await open_room(server, "kings-ransom", "me", "hot-seat", **SECRET)
        both = await enter(room, 0, 1)
        await some_steps(room, both)
        assert len(room.table.steps) > 4
        for seat in ("north", "south", None, "south", "south"):
            before = both.steps
            await room.look(both, m.Look("l", seat))
            looks = -1 if seat is None else room.game.seats.index(seat)
            wanted = [
                {"actor": step.actor, "token": room.table.token_seen_by(looks, number)}
                for number, step in enumerate(room.table.steps)
            ]
            after = [{key: step[key] for key in ("actor", "token")} for step in both.steps]
            assert after == wanted
            assert both.view["steps"] == [] and both.view["steps_from"] == len(wanted)
            changed = [
                n
                for n, pair in enumerate(zip(before, both.steps, strict=True))
                if len({json.dumps(step) for step in pair}) > 1
            ]
            assert [update["at"] for update in both.view.get("step_updates", [])] == changed

    run_with_server(tmp_path, play)


def test_the_end_of_a_game_sends_only_the_steps_that_were_hidden(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        room, _ = await open_room(server, "kings-ransom", "me", "hot-seat", **SECRET)
        both, south = await enter(room, 0, 1), await enter(room, 0)
        await some_steps(room, both)
        hidden = [n for n, step in enumerate(south.steps) if step["token"] == "?"]
        await room.resign(both, m.Resign("r", "south"))
        assert hidden and [update["at"] for update in south.view["step_updates"]] == hidden
        assert [step["token"] for step in south.steps] == [s.token for s in room.table.steps]
        assert south.view["steps_from"] == len(room.table.steps) - 1

    run_with_server(tmp_path, play)


def test_a_step_is_computed_once_per_audience_until_it_is_undone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(server: TableServer) -> None:
        room, _ = await open_room(server, "siege-master", "me", "hot-seat")
        both = await enter(room, 0, 1)
        for _ in range(3):
            await act(room, both, both.view["legal"][0])
        asked: list[int] = []
        seen_by = room.table.token_seen_by
        monkeypatch.setattr(
            room.table,
            "token_seen_by",
            lambda seat, index: (asked.append(index), seen_by(seat, index))[1],  # type: ignore[func-returns-value]
        )
        await enter(room)
        await enter(room, 1)
        computed = asked.count(0)
        assert computed == 0
        await room.undo(both, m.Undo("u", both.view["version"]))
        await act(room, both, both.view["legal"][-1])
        spectator = await enter(room)
        assert [s["token"] for s in spectator.view["steps"]] == [s.token for s in room.table.steps]

    run_with_server(tmp_path, play)


def test_one_view_is_shared_by_all_who_see_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(server: TableServer) -> None:
        room, _ = await open_room(server, "siege-master", "me", "hot-seat")
        made: list[int] = []
        monkeypatch.setattr(
            showing,
            "view",
            lambda *given: (made.append(1), view(*given))[1],  # type: ignore[func-returns-value]
        )
        spectators = [await enter(room) for _ in range(5)]
        assert len(made) == 1
        for _ in range(5):
            await room.look(spectators[0], m.Look("l"))
        assert len(made) == 1
        both = await enter(room, 0, 1)
        await act(room, both, "d3-d6")
        assert spectators[0].view["version"] == 1 and len({w.texts[-1] for w in spectators}) == 1

    run_with_server(tmp_path, play)


def test_a_position_is_drawn_once_for_all_who_know_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(server: TableServer) -> None:
        room, _ = await open_room(server, "siege-master", "me", "hot-seat")
        both, _, _ = await enter(room, 0, 1), await enter(room, 1), await enter(room)
        drawn: list[int] = []
        draw = room.views.encoder.draw
        monkeypatch.setattr(
            room.views.encoder,
            "draw",
            lambda seen: (drawn.append(1), draw(seen))[1],  # type: ignore[func-returns-value]
        )
        await act(room, both, "d3-d6")
        assert len(drawn) == 1

    run_with_server(tmp_path, play)


@pytest.mark.parametrize(("name", "options"), [("siege-master", {}), ("kings-ransom", SECRET)])
def test_nothing_of_an_undone_position_is_shown_with_another_of_the_same_length(
    tmp_path: Path, name: str, options: dict[str, str]
) -> None:
    async def play(server: TableServer) -> None:
        room, _ = await open_room(server, name, "me", "hot-seat", **options)
        both, spectator = await enter(room, 0, 1), await enter(room)
        if room.game.has_secrets:
            await room.look(both, m.Look("l", room.game.seats[room.live.to_act]))
        first, *_, last = both.view["legal"]
        await act(room, both, first)
        await room.undo(both, m.Undo("u", both.view["version"]))
        await act(room, both, last)
        fresh = AudienceViews(room.table, room.views.encoder)
        for page in (both, spectator):
            page.version = 0
            await room.show_again(page)
            page.version = 0
            wanted = view(room.live, fresh, page, OwnPart(page.audience), "")
            for part in ("scene", "changed", "history", "steps"):
                assert page.view[part] == json.loads(text_of(wanted))[part]

    run_with_server(tmp_path, play)


# Memory -------------------------------------------------------------------------------------------


def test_idle_rooms_take_limited_memory_and_the_newest_stay(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        tables = [await open_room(server, "siege-master", "me", "hot-seat") for _ in range(5)]
        pages = [await enter(room, 0) for room, _ in tables]
        server.rooms.settings = ServerSettings(max_idle_bytes=2.5 * tables[0][0].size)
        order = [3, 0, 4, 1]
        for number in order:
            tables[number][0].leave(pages[number])
        left = {room.id for room, _ in tables if room.id in server.rooms.loaded}
        assert left == {tables[number][0].id for number in (2, *order[-2:])}

    run_with_server(tmp_path, play)


def test_memory_of_long_games_is_limited_per_address(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        tables = [(await open_room(server, "siege-master", "me", "hot-seat"))[0] for _ in range(4)]
        server.rooms.settings = ServerSettings(max_bytes_per_address=2.5 * tables[0].size)
        pages = []
        for room in tables[:2]:
            server.rooms.check_memory(room, "192.0.2.1")
            pages.append(await enter(room, 0, address="192.0.2.1"))
        with pytest.raises(SiegeworksError, match="Too many long games"):
            server.rooms.check_memory(tables[2], "192.0.2.1")
        server.rooms.check_memory(tables[1], "192.0.2.1")  # where one is already
        server.rooms.check_memory(tables[2], "192.0.2.2")
        tables[0].leave(pages[0])
        server.rooms.check_memory(tables[2], "192.0.2.1")

    run_with_server(tmp_path, play)


def test_a_longer_game_counts_for_more_memory(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        room, _ = await open_room(server, "siege-master", "me", "hot-seat")
        both = await enter(room, 0, 1)
        sizes = [room.size]
        for _ in range(3):
            await act(room, both, both.view["legal"][0])
            sizes.append(room.size)
        await room.undo(both, m.Undo("u", both.view["version"]))
        assert sizes == sorted(set(sizes)) and sizes[-2] < room.size < sizes[-1]

    run_with_server(tmp_path, play)
