"""The client plays at tables of a served server, over both databases, on lost connections too."""

import asyncio
import socket
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from siegeworks.client import (
    Client,
    Refused,
    Session,
    TableClosed,
    Unreachable,
    address,
    play_again,
)
from siegeworks.client import session as sessions
from siegeworks.client.bots import BotPlayer, game_at, observation_of
from siegeworks.client.client import players_again
from siegeworks.core.errors import SiegeworksError
from siegeworks.server import messages as m
from siegeworks.server.runtime.settings import Rate, ServerSettings
from siegeworks.server.storage.group_writer import NotStored
from siegeworks.server.storage.opening import open_store
from siegeworks.server.storage.sqlite_store import SqliteStore
from tests.server import served
from tests.variants import every_searched_game

TIMEOUT = 120  # seconds, for a test that hangs


def run(play: Callable[[], Awaitable[None]]) -> None:
    async def bounded() -> None:
        await asyncio.wait_for(play(), TIMEOUT)

    asyncio.run(bounded())


@pytest.fixture
def base(tmp_path: Path, database: str | None) -> Iterator[str]:
    """The address of a server."""
    with served.served(tmp_path, store=open_store(tmp_path, database)) as client:
        yield client.base


@pytest.fixture
def url(tmp_path: Path) -> Iterator[str]:
    """The address of a server with a file."""
    with served.served(tmp_path) as client:
        yield client.base


def cut(session: Session) -> None:
    """Lose a connection without closing it."""
    assert session._socket is not None
    session._socket.transport.get_extra_info("socket").shutdown(socket.SHUT_RDWR)


def test_two_programs_play_a_game_to_its_end_by_an_invitation(base: str) -> None:
    async def play() -> None:
        red, blue = Client(base, name="Ada"), Client(base, name="Ben", is_bot=True)
        opened = await red.open_table("siege-by-number", ["me", "friend"])
        ((_, code),) = opened.invitations.items()
        assert (await blue.invitation(code)).game == "siege-by-number"
        seats = await blue.take_seat(code=code)
        results = []

        async def first_moves(session: Session) -> None:
            async with session:
                async for view in session.turns():
                    if len(session.steps) < 40:
                        await session.act(view.legal[0])
                    else:
                        await session.resign()
                assert session.view is not None and session.presence is not None
                results.append((session.view.result, session.presence.seats))

        await asyncio.gather(first_moves(red.enter(opened)), first_moves(blue.enter(seats)))
        assert results[0][0] == results[1][0] != "*"
        assert [seat.is_bot for seat in results[0][1]] == [False, True]
        assert [seat.name for seat in results[0][1]] == ["Ada", "Ben"]
        assert "Ada" in await red.record(opened.table)

    run(play)


@every_searched_game
def test_a_bot_that_gets_only_what_its_seat_may_know_plays_every_game(name: str, url: str) -> None:
    async def play() -> None:
        client = Client(url, is_bot=True)
        opened = await client.open_table(name, ["me", "level:1"])
        moves: list[str] = []
        async with client.enter(opened) as session:
            assert session.welcome is not None
            bot = BotPlayer(session, "greedy", game_at(session.welcome))
            playing = asyncio.create_task(bot.play(moves.append))
            await session.until(lambda: len(moves) >= 4 or session.is_over)
            playing.cancel()
            steps = {(step.actor, step.token) for step in session.steps}
        assert {(next(iter(opened.keys)), token) for token in moves} <= steps

    run(play)


def test_a_move_whose_answer_is_lost_counts_once(base: str) -> None:
    async def play() -> None:
        client = Client(base)
        opened = await client.open_table("siege-master", ["me", "friend"])
        (code,) = opened.invitations.values()
        other = await Client(base).take_seat(code=code)
        async with client.enter(opened) as mine, client.enter(other) as theirs:
            for number in range(6):
                session = mine if number % 2 == 0 else theirs
                view = await anext(session.turns())
                acting = asyncio.create_task(session.act(view.legal[0]))
                await asyncio.sleep(0)  # it is sent
                cut(session)
                assert await acting is not None
            await mine.until(lambda: len(mine.steps) >= 6)
            assert len(mine.steps) == 6
            assert [step.token for step in mine.steps] == [step.token for step in theirs.steps]

    run(play)


def test_the_lobby_offers_a_table_as_long_as_somebody_waits(base: str) -> None:
    async def play() -> None:
        host, guest = Client(base, name="Host", is_bot=True), Client(base)
        opened = await host.open_table("expansion")
        async with host.enter(opened) as session:
            (offered,) = await guest.lobby()
            assert offered.table == opened.table
            assert [(seat.who, seat.is_bot) for seat in offered.seats] == [
                ("person", True),
                ("open", False),
            ]
            seats = await guest.take_seat(table=offered.table)
            async with guest.enter(seats), guest.watch(opened.table) as spectator:
                assert spectator.seats == []
                await session.until(lambda: session.view is not None and bool(session.view.to_act))
                with pytest.raises(Refused, match="Spectators"):
                    await spectator.resign()
        assert await guest.lobby() == []

    run(play)


@pytest.mark.parametrize("enters", [True, False], ids=["entering", "a move"])
def test_what_cannot_be_stored_is_tried_more_and_more_seldom(
    enters: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sessions, "FIRST_WAIT", 0.01)
    monkeypatch.setattr(sessions, "LONGEST_WAIT", 0.04)
    store = SqliteStore(tmp_path)
    disk, append = {"is_full": enters}, store.append

    async def append_if_there_is_room(*arguments: Any, **named: Any) -> None:
        if disk["is_full"]:
            raise NotStored("The disk is full.")
        await append(*arguments, **named)

    monkeypatch.setattr(store, "append", append_if_there_is_room)

    async def play(url: str) -> None:
        client = Client(url)
        session = client.enter(await client.open_table("siege-by-number", ["me", "me"]))
        doing = asyncio.create_task(session.__aenter__())
        if not enters:
            await doing
            disk["is_full"] = True
            doing = asyncio.create_task(session.resign(session.seats[0]))  # type: ignore[arg-type]
        await session.until(lambda: session._wait == sessions.LONGEST_WAIT)
        disk["is_full"] = False
        await doing
        assert session._wait == sessions.FIRST_WAIT
        await session.close()

    all_may_connect = ServerSettings(websocket_rate=Rate(1e9, 1e9))
    with served.served(tmp_path, store=store, settings=all_may_connect) as server:
        run(lambda: play(server.base))


def test_what_is_refused_has_its_sentence(url: str) -> None:
    async def play() -> None:
        client = Client(url)
        with pytest.raises(Refused, match="There is no game") as refused:
            await client.open_table("chess")
        assert refused.value.status == 400
        for player in ("level:0", "level:9", "level:²", "bot"):
            with pytest.raises(Refused, match="from level:1 to level:8"):
                await client.open_table("siege-master", ["me", player])
        with pytest.raises(Refused, match="table"):
            async with client.watch("t" * 16):
                pass
        opened = await client.open_table("siege-master", ["me", "level:1"])
        with pytest.raises(Refused, match="not yours"):
            async with Session(client.address, opened.table, ["k" * 22]):
                pass
        async with client.enter(opened) as session:
            await session.until(lambda: session.is_my_turn)
            with pytest.raises(Refused, match="zz9"):
                await session.act("zz9")
            assert (await session.explain("zz9")).legal is False
        with pytest.raises(TableClosed):
            await session.act("d3-d6")
        with pytest.raises(Unreachable, match="cannot be reached"):
            await Client("http://127.0.0.1:9").lobby()

    run(play)


def test_an_observation_of_another_ruleset_is_refused(url: str) -> None:
    async def play() -> None:
        client = Client(url)
        opened = await client.open_table("expansion", ["me", "level:1"])
        async with client.enter(opened) as session:
            assert session.welcome is not None
            game, observed = game_at(session.welcome), await session.observe()
            assert observation_of(game, observed).viewer == 0
            observed.ruleset += 1
            with pytest.raises(SiegeworksError, match="ruleset"):
                observation_of(game, observed)
            observed.ruleset -= 1
            del observed.fields["to_act"]
            with pytest.raises(SiegeworksError, match="fields"):
                observation_of(game, observed)

    run(play)


def test_a_bot_spares_its_clock(url: str) -> None:
    async def play() -> None:
        client = Client(url)
        clock = m.ClockTimes(reserve=60_000, increment=1_000)
        opened = await client.open_table("expansion", ["me", "level:1"], clock=clock)
        async with client.enter(opened) as session:
            assert session.welcome is not None
            bot = BotPlayer(session, "level:8", game_at(session.welcome))
            await session.until(lambda: session.clocks is not None)
            seconds = bot.seconds(session.seats[0])
            assert seconds is not None and 0.5 < seconds < 4

    run(play)


@pytest.mark.parametrize(
    ("link", "parts"),
    [
        ("http://localhost:7373/", ("http://localhost:7373", "", "")),
        ("localhost:7373", ("http://localhost:7373", "", "")),
        (
            "https://a.example/#/table/abcdefghijklmnop",
            ("https://a.example", "abcdefghijklmnop", ""),
        ),
        ("https://a.example/#/join/ABCD-EFGH-JKLM", ("https://a.example", "", "ABCD-EFGH-JKLM")),
    ],
)
def test_a_link_of_the_page_leads_to_its_table(link: str, parts: tuple[str, str, str]) -> None:
    assert address(link) == parts


@pytest.mark.parametrize(
    "link", ["", "ftp://a", "http://", "https://u:p@a.example", "a:99999", "a/#/table/../../etc"]
)
def test_what_is_no_link_is_refused(link: str) -> None:
    with pytest.raises(SiegeworksError):
        address(link)


def test_in_a_rematch_everybody_moves_on_by_one_seat() -> None:
    before = [
        m.SeatInfo("red", "person", "Ada"),
        m.SeatInfo("blue", "bot", "Page", level=3),
        m.SeatInfo("green", "person", "Ben"),
    ]
    assert players_again(before, ["green"]) == ["me", "friend", "level:3"]
    assert players_again(before, ["red", "green"]) == ["me", "me", "level:3"]


def test_a_rematch_is_for_games_that_are_over_and_not_rated(url: str) -> None:
    async def play() -> None:
        client = Client(url)
        opened = await client.open_table("siege-by-number", ["me", "level:1"])
        async with client.enter(opened) as session:
            with pytest.raises(Refused, match="once the game is over"):
                await play_again(client, session)
            await session.resign()
            await session.until(lambda: session.is_over)
            assert session.welcome is not None
            session.welcome.rated = True
            with pytest.raises(Refused, match="Ask for it on the page"):
                await play_again(client, session)

    run(play)
