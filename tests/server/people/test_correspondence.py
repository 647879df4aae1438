"""One game by correspondence, from the first move to the ratings, over three days of a clock that
is moved: a call, a reminder, a day of vacation and a conditional move on the way."""

import random
import time
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import pytest

from siegeworks.play.clock import DAY, ClockSettings
from siegeworks.server import messages as m
from siegeworks.server.http.people.account_tables import open_for_accounts
from siegeworks.server.people.ratings.rated_games import Rater
from siegeworks.server.people.ratings.ratings import StoredRating, ratings_of
from siegeworks.server.tables import questions
from siegeworks.server.tables.table_server import TableServer
from tests.server.helpers import FakeConnection, act, enter, server_in, until
from tests.server.people.helpers import add_account
from tests.server.people.test_notifications import PushService, keys, notifications_of, run, service
from tests.server.tables.test_clocks import clocks, watched
from tests.server.tables.test_vacations import Days

__all__ = ["service"]  # a fixture

A_MOVE_A_DAY = ClockSettings(per_move=DAY)


def test_a_game_over_three_days_is_played_to_its_end_and_counts(
    tmp_path: Path, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        async with server_in(tmp_path) as server:
            await play_at(server)

    async def play_at(server: TableServer) -> None:
        watch = watched(server)
        begin = watch.now
        moving = SimpleNamespace(time=watch, monotonic=time.monotonic)
        monkeypatch.setattr("siegeworks.server.tables.room.time", moving)
        for name in ("ann", "bob"):
            await server.store.write(partial(add_account, account=name))
        table = await open_for_accounts(
            *(server, "siege-master", {}, A_MOVE_A_DAY, ["ann", "bob"]), is_rated=True
        )
        room = await server.rooms.get(table)
        days, calls = Days(server, watch, room), notifications_of(server, watch)  # type: ignore[arg-type]
        await calls.push_to(service.subscription(), table, keys(room, 1))
        chosen = random.Random(26)

        async def turn(page: FakeConnection) -> None:
            """A seat plays as long as it is to act."""
            seat = room.live.to_act
            while room.live.to_act == seat and not room.table.over:
                await act(room, page, chosen.choice(page.view["legal"]))

        async def called(times: int, title: str) -> None:
            assert await calls.look() == 1
            await until(lambda: len(service.posted) == times)
            message = service.read()
            assert message["title"] == title and message["tables"] == [table]

        # The first day: Ann moves, and Bob, who is not there, is called and reminded.
        ann = await enter(room, 0)
        await turn(ann)
        room.leave(ann)
        await days.wait(0.01)
        await called(1, "Your turn")
        await days.wait(0.8)
        await called(2, "Little time left")
        assert await calls.look() == 0  # once a turn

        # The second: Bob takes a day off, which is longer than he had, and moves in time.
        bob = await enter(room, 1)
        await room.vacation(bob, m.Vacation("off", 1))
        await days.wait(1.1)
        await room.let_fall()
        assert not room.table.over
        await turn(bob)
        assert clocks(bob)["vacation"] == [21, 20]

        # He expects a move of Ann's, and his answer is played while he is away.
        expected, answer = "", ""
        for expected in room.game.legal_texts(room.table.state):
            await questions.imagine(room, bob, m.Imagine("what if", room.log.version, [expected]))
            shown = bob.heard("imagined")[-1]
            if shown["to_act"] == "blue":
                answer = shown["legal"][0]
                break
        await room.planning.plan(bob, m.Plan("plan", room.log.version, [expected, answer]))
        room.leave(bob)
        await days.wait(0.5)
        ann = await enter(room, 0)
        await act(room, ann, expected)
        steps = [(step.actor, step.token) for step in room.table.steps]
        assert steps[-2:] == [("red", expected), ("blue", answer)]

        # The third: the rest, a move every twenty minutes, through a restart.
        server.rooms.unload(room)
        room = days.room = await server.rooms.get(table)
        pages = [await enter(room, 0), await enter(room, 1)]
        while not room.table.over:
            await days.wait(1 / 72)
            await turn(pages[room.live.to_act])
        assert 2.4 <= (watch.now - begin) / 86_400 <= 3.2
        assert room.table.steps[-1].actor in ("red", "blue")  # nobody's flag fell
        assert await Rater(server.store).look() == 1

        def rated(name: str) -> StoredRating:
            (rating,) = known[name]
            assert (rating.pace, rating.games) == ("days", 1)
            return rating

        known = {
            name: await server.store.read(partial(ratings_of, account=name))
            for name in ("ann", "bob")
        }
        winner = {"red": "ann", "blue": "bob"}[room.table.result]
        loser = "bob" if winner == "ann" else "ann"
        assert rated(winner).rating.points > 1500 > rated(loser).rating.points
        tokens = {step.token for step in room.table.steps}
        while service.posted:  # no call has told a move
            text = str(service.read())
            assert not any(token in text for token in tokens)
            service.posted.pop()
        calls.stop()

    run(play())
