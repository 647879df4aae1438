"""The coach of a table: for one person against bots, never against people, and never in the way"""

import asyncio
import threading
from pathlib import Path
from typing import Any

import pytest

from siegeworks.bots.review import Review
from siegeworks.core.errors import SiegeworksError
from siegeworks.play.teaching.coach import advice_of
from siegeworks.server import messages as m
from siegeworks.server.tables import questions
from siegeworks.server.tables.table_server import TableServer
from tests.server.helpers import act, do, enter, open_room, run_with_server, wait_for_bots

GAME = "siege-master"
SENTENCES = {advice.name: advice.text for advice in advice_of(GAME)}


pytestmark = pytest.mark.usefixtures("quick_bots")


def reviewing(monkeypatch: pytest.MonkeyPatch, better: str = "d3-d6") -> list[tuple[Any, str]]:
    """What is reviewed from now on: what was seen, and the move; each is called poor."""
    asked: list[tuple[Any, str]] = []

    def review(game: Any, seen: Any, action: int, *_: Any) -> Review:
        asked.append((seen, game.action_texts[action]))
        return Review(
            game.action_texts[action], better, "wins about 61%.", "wins about 40%.", "Blue wins."
        )

    monkeypatch.setattr("siegeworks.server.jobs.bot_worker.review", review)
    return asked


def test_before_a_move_it_says_what_matters(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        room, _ = await open_room(server, GAME, "me", "1")
        red = await enter(room, 0)
        await questions.coach(room, red, m.Coach("c"))
        answer = red.heard("coached")[-1]
        assert answer["sentence"] == SENTENCES["first"]
        assert answer["version"] == room.log.version

    run_with_server(tmp_path, play)


def test_a_poor_move_is_reviewed_from_what_the_seat_knew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = reviewing(monkeypatch)

    async def play(server: TableServer) -> None:
        room, _ = await open_room(server, "kings-ransom", "me", "1")
        south = await enter(room, 0)
        await wait_for_bots(room)  # if north begins
        index = len(room.table.steps)
        token = room.game.legal_texts(room.table.state)[0]
        await act(room, south, token)
        await questions.review(room, south, m.Review("r"))
        answer = south.heard("reviewed")[-1]
        assert (answer["step"], answer["better"]) == (index, "d3-d6")
        assert answer["why"] == "It wins about 61%. Your move wins about 40%. Blue wins."
        ((seen, reviewed),) = asked
        assert reviewed == token
        assert seen.viewer == 0 and seen.tobytes() == room.table.view(0, index).tobytes()

    run_with_server(tmp_path, play)


@pytest.mark.parametrize(
    ("seats", "own"),
    [(("me", "hot-seat"), (0, 1)), (("me", "friend"), (0,)), (("me", "open"), (0,))],
)
@pytest.mark.parametrize("message", [m.Coach("c"), m.Review("c")])
def test_there_is_no_coach_where_people_play(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    seats: tuple[str, ...],
    own: tuple[int, ...],
    message: m.Coach | m.Review,
) -> None:
    asked = reviewing(monkeypatch)

    async def play(server: TableServer) -> None:
        room, _ = await open_room(server, GAME, *seats)
        red = await enter(room, *own)
        with pytest.raises(SiegeworksError, match=r"no coach against people|still free"):
            await do(room, red, message)
        assert not asked

    run_with_server(tmp_path, play)


def test_spectators_and_those_who_have_not_moved_are_refused(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        room, _ = await open_room(server, GAME, "me", "1")
        stranger, red = await enter(room), await enter(room, 0)
        for ask in (
            questions.coach(room, stranger, m.Coach("c")),
            questions.review(room, stranger, m.Review("r")),
        ):
            with pytest.raises(SiegeworksError, match="Spectators"):
                await ask
        with pytest.raises(SiegeworksError, match="not moved yet"):
            await questions.review(room, red, m.Review("r"))
        await room.resign(red, m.Resign("q"))
        for ask in (
            questions.coach(room, red, m.Coach("c")),
            questions.review(room, red, m.Review("r")),
        ):
            with pytest.raises(SiegeworksError, match="over"):
                await ask

    run_with_server(tmp_path, play)


def test_a_move_does_not_wait_for_a_review_and_one_that_was_undone_is_not_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    searching, go_on = threading.Event(), threading.Event()

    def slow(*_: Any) -> None:
        searching.set()
        go_on.wait(30)

    monkeypatch.setattr("siegeworks.server.jobs.bot_worker.review", slow)

    async def play(server: TableServer) -> None:
        room, _ = await open_room(server, GAME, "me", "1")
        red = await enter(room, 0)
        await act(room, red, room.game.legal_texts(room.table.state)[0])
        review = asyncio.create_task(questions.review(room, red, m.Review("r")))
        await asyncio.to_thread(searching.wait, 30)
        try:
            await room.undo(red, m.Undo("u", room.log.version))
        finally:
            go_on.set()
        with pytest.raises(SiegeworksError, match="has just changed"):
            await review

    run_with_server(tmp_path, play)
