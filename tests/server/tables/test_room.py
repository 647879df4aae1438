"""Rooms: answers, versions, undo, offers, several seats at one screen, bots."""

import asyncio
import json
import threading
from pathlib import Path
from secrets import token_urlsafe
from typing import Any

import msgspec
import pytest

from siegeworks.bots import SearchBot, make_bot
from siegeworks.core.errors import SiegeworksError
from siegeworks.play.record import parse_record, replay
from siegeworks.server import messages as m
from siegeworks.server.jobs.preparation import cached_game
from siegeworks.server.runtime.settings import JobLimits, ServerSettings
from siegeworks.server.storage.event_log import Event
from siegeworks.server.storage.group_writer import NotStored
from siegeworks.server.storage.rows import SeatRow
from siegeworks.server.tables import questions
from siegeworks.server.tables.record_export import export
from siegeworks.server.tables.room import Room
from siegeworks.server.tables.seat_keys import hash_of
from siegeworks.server.tables.seating import clean_name
from siegeworks.server.tables.table_server import TableServer
from tests.samples import sample
from tests.server.helpers import (
    PLACED,
    FakeConnection,
    Greedy,
    NeverCompiled,
    act,
    do,
    enter,
    open_room,
    plans,
    replayed,
    run_with_server,
    seats_of,
    wait_for_bots,
)

SMALL = {"columns": "2", "tiles": "KAEC", "setup": "secret"}  # a small King's Ransom


pytestmark = pytest.mark.usefixtures("quick_bots")


def seat_request(name: str, code: str = "", table: str | None = None) -> m.TakeSeat:
    """What somebody asks who sits down."""
    return m.TakeSeat(token_urlsafe(16), name, "#1f6fb2", code, table)


def test_a_step_is_stored_then_answered_then_shown_to_all(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        room, _ = await open_room(server, "siege-master", "me", "hot-seat")
        red, blue = await enter(room, 0), await enter(room, 1)
        order: list[str] = []
        append = server.store.append

        async def recorded(*arguments: Any, **more: Any) -> None:
            await append(*arguments, **more)
            order.append("stored")

        server.store.append = recorded  # type: ignore[method-assign]
        red.send = lambda text: order.append(kind_of(text))  # type: ignore[method-assign]
        await room.act(red, m.Act("1", 0, "d3-d6"))
        assert order == ["stored", "accepted", "view"]
        assert blue.view["steps"] == [PLACED]
        assert blue.view["changed"] == ["d3", "d4", "d5", "d6"]
        assert blue.view["to_act"] == "blue" and blue.view["legal"]

    run_with_server(tmp_path, play)


def kind_of(text: str) -> str:
    return str(json.loads(text)["type"])


def test_legal_tokens_go_only_to_the_seat_to_act(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        room, _ = await open_room(server, "siege-master", "me", "hot-seat")
        red, blue, spectator = await enter(room, 0), await enter(room, 1), await enter(room)
        assert red.view["legal"] == cached_game("siege-master", {}).legal_texts(room.table.state)
        assert "legal" not in blue.view and "legal" not in spectator.view

    run_with_server(tmp_path, play)


def test_a_refused_request_leaves_the_table_as_it_was(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        room, _ = await open_room(server, "siege-master", "me", "hot-seat")
        red, blue, spectator = await enter(room, 0), await enter(room, 1), await enter(room)
        for page, message, why in (
            (red, m.Act("1", 0, "d3-d7"), r"\(R\d+"),
            (blue, m.Act("2", 0, "d3-d6"), "it is the turn of red"),
            (red, m.Act("3", 5, "d3-d6"), "The table has just changed"),
            (spectator, m.Act("4", 0, "d3-d6"), "Spectators can't do this"),
            (red, m.Act("5", 0, "d3-d6", seat="blue"), "not yours"),
            (red, m.Undo("6", 0), "You have not moved yet"),
            (red, m.AnswerOffer("7", 1, True), "no longer open"),
            (red, m.OfferAgreement("8", "agree"), "does not end by agreement"),
        ):
            with pytest.raises(SiegeworksError, match=why):
                await do(room, page, message)
        assert room.log.version == 0 and not room.table.steps
        assert await server.store.events(room.id) == []

    run_with_server(tmp_path, play)


def test_a_repeated_request_counts_once_even_after_a_restart(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        room, _ = await open_room(server, "siege-master", "me", "hot-seat")
        red = await enter(room, 0)
        for again in range(2):
            await room.act(red, m.Act("once", 0, "d3-d6"))
            assert red.heard("accepted")[again] == {"type": "accepted", "id": "once", "version": 1}
        server.rooms.unload(room)
        room = await server.rooms.get(room.id)
        red, blue = await enter(room, 0), await enter(room, 1)
        await room.act(red, m.Act("once", 0, "d3-d6"))
        assert red.heard("accepted") == [{"type": "accepted", "id": "once", "version": 1}]
        await act(room, blue, blue.view["legal"][0], request="once")  # another seat's own "once"
        await room.offer(red, m.OfferAgreement("once", "draw"))  # nor is this what was done
        assert room.log.offer is not None and red.heard("accepted")[-1]["version"] == 3
        assert len(room.table.steps) == 2

    run_with_server(tmp_path, play)


def test_a_repeated_undo_counts_once(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        room, _ = await open_room(server, "siege-master", "me", "hot-seat")
        both = await enter(room, 0, 1)
        for _ in range(2):
            await act(room, both, both.view["legal"][0])
        for version in (2, 3):
            await room.undo(both, m.Undo(str(version), version))
        assert not room.table.steps
        await room.undo(both, m.Undo("3", 3))
        assert both.heard("accepted")[-1] == {"type": "accepted", "id": "3", "version": 4}
        assert room.log.version == 4

    run_with_server(tmp_path, play)


def test_an_idle_room_is_unloaded(tmp_path: Path) -> None:

    async def play(server: TableServer) -> None:
        room, _ = await open_room(server, "siege-master", "me", "hot-seat")
        both = await enter(room, 0, 1)
        await act(room, both, "d3-d6")
        server.rooms.unload_idle()
        assert room.id in server.rooms.loaded
        room.leave(both)
        server.rooms.unload_idle()
        assert room.id not in server.rooms.loaded
        back = await enter(await server.rooms.get(room.id), 1)
        assert back.view["steps"] == [PLACED]

    run_with_server(tmp_path, play, ServerSettings(idle_seconds=-1.0))


def test_two_moves_on_the_same_version_are_not_both_accepted(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        room, _ = await open_room(server, "siege-master", "me", "hot-seat")
        tabs = [await enter(room, 0), await enter(room, 0)]
        answers = await asyncio.gather(
            *(
                room.act(tab, m.Act(str(i), 0, token))
                for i, (tab, token) in enumerate(zip(tabs, ("d3-d6", "e3-e6"), strict=True))
            ),
            return_exceptions=True,
        )
        assert sorted(isinstance(answer, SiegeworksError) for answer in answers) == [False, True]
        assert len(room.table.steps) == len(await server.store.events(room.id)) == 1

    run_with_server(tmp_path, play)


def test_a_reconnecting_client_gets_what_it_missed(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        room, _ = await open_room(server, "siege-master", "me", "hot-seat")
        both = await enter(room, 0, 1)
        for _ in range(4):
            await act(room, both, both.view["legal"][0])
        tokens = [step.token for step in room.table.steps]
        back = await enter(room, 1, version=2)
        assert back.view["steps_from"] == 2
        assert [step["token"] for step in back.view["steps"]] == tokens[2:]
        await room.undo(both, m.Undo("u", both.view["version"]))
        after_undo = await enter(room, 1, version=4)
        assert after_undo.view["steps_from"] == 3 and after_undo.view["steps"] == []
        stranger = await enter(room, 1, version=99)
        assert [step["token"] for step in stranger.view["steps"]] == tokens[:3]

    run_with_server(tmp_path, play)


def test_a_connection_closed_while_entering_is_not_present(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        room, _ = await open_room(server, "siege-master", "me", "hot-seat")
        red = FakeConnection(0)
        async with room.lock:
            entering = asyncio.create_task(room.enter(red, 0))
            await asyncio.sleep(0)  # it waits for the lock
            red.is_closed = True
            room.leave(red)
        await entering
        assert not room.connections and not red.texts

    run_with_server(tmp_path, play)


def test_after_a_failed_write_the_table_is_loaded_from_disk(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        room, _ = await open_room(server, "siege-master", "me", "hot-seat")
        red, guest = await enter(room, 0), await enter(room)

        async def broken(*arguments: Any, **more: Any) -> None:
            raise NotStored("This could not be stored.")

        working = server.store.append
        server.store.append = broken  # type: ignore[method-assign]
        with pytest.raises(NotStored):
            await room.act(red, m.Act("1", 0, "d3-d6"))
        assert not red.heard("accepted")
        assert red.disconnected == guest.disconnected == "This could not be stored."
        server.store.append = working  # type: ignore[method-assign]
        room = await server.rooms.get(room.id)
        assert room.log.version == 0
        red = await enter(room, 0)
        await room.act(red, m.Act("1", 0, "d3-d6"))
        assert red.heard("accepted")

    run_with_server(tmp_path, play)


def break_disk(server: TableServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on writing to disk fails."""

    async def broken(*arguments: Any, **more: Any) -> None:
        raise NotStored("This could not be stored.")

    monkeypatch.setattr(server.store, "append", broken)


def test_taking_a_seat_succeeds_even_if_the_game_cannot_begin(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(server: TableServer) -> None:
        room, made = await open_room(server, "siege-by-number", "me", "friend")
        suns = await enter(room, 0)
        views = len(suns.heard("view"))
        with monkeypatch.context() as patch:
            break_disk(server, patch)
            seats = await server.seating.take(seat_request("Ben", made.invitations[0].code))
        assert (
            suns.disconnected and len(suns.heard("view")) == views
        )  # no dice that are not on disk
        room = await server.rooms.get(room.id)
        moons = await enter(room, *seats_of(room, [seats.yours[0].key]))
        assert moons.view["to_act"] and room.table.steps[0].actor == "chance"

    run_with_server(tmp_path, play)


def test_an_unstored_bot_move_is_made_again_when_somebody_reconnects(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(server: TableServer) -> None:
        room, _ = await open_room(server, "siege-master", "me", "1")
        red = await enter(room, 0)
        await act(room, red, "d3-d6")
        with monkeypatch.context() as patch:
            break_disk(server, patch)
            (ended,) = await asyncio.gather(wait_for_bots(room), return_exceptions=True)
        assert isinstance(ended, asyncio.CancelledError)  # no error that nobody looks at
        assert red.disconnected and red.view["to_act"] == "blue"
        room = await server.rooms.get(room.id)
        red = await enter(room, 0)
        await wait_for_bots(room)
        assert [step.actor for step in room.table.steps] == ["red", "blue"]
        assert red.view["to_act"] == "red"

    run_with_server(tmp_path, play)


@pytest.mark.long
def test_a_bot_moves_before_its_search_is_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("siegeworks.server.jobs.bot_worker.make_bot", make_bot)
    plain_runs: list[Any] = []
    plain = SearchBot.run_plain
    monkeypatch.setattr(SearchBot, "run_plain", lambda bot: plain_runs.append(plain(bot)))

    async def play(server: TableServer) -> None:
        server.rooms.preparation = NeverCompiled()
        room, _ = await open_room(server, "expansion", "me", "1")
        suns = await enter(room, 0)
        while suns.view["to_act"] == "suns":
            await act(room, suns, suns.view["legal"][0])
        await wait_for_bots(room)
        assert "moons" in {step.actor for step in room.table.steps} and plain_runs

    settings = ServerSettings(search_wait_seconds=0.0, jobs=JobLimits(bot_seconds=0.02))
    run_with_server(tmp_path, play, settings)


def test_an_unloaded_room_accepts_nothing(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        old, _ = await open_room(server, "siege-master", "me", "hot-seat")
        red, late = await enter(old, 0), FakeConnection(1)
        server.rooms.unload(old)
        with pytest.raises(SiegeworksError, match="has just changed"):
            await old.act(red, m.Act("1", 0, "d3-d6"))
        await old.enter(late, 0)
        await old.take_seat(old.live.seats[1]._replace(name="Ben"))
        assert late.disconnected and not late.texts and not old.connections - {red}
        assert await server.store.events(old.id) == [] and old.live.seats[1].name != "Ben"

    run_with_server(tmp_path, play)


# Undo -------------------------------------------------------------------------------------------


def test_undo_removes_the_bots_answer_too_and_the_version_increases(
    tmp_path: Path,
) -> None:
    async def play(server: TableServer) -> None:
        room, _ = await open_room(server, "siege-master", "me", "1")
        red = await enter(room, 0)
        await act(room, red, "d3-d6")
        await wait_for_bots(room)
        assert red.view["version"] == 2 and red.view["undo"] == "red"
        await room.undo(red, m.Undo("u", 2))
        assert (red.view["version"], red.view["steps_from"], red.view["steps"]) == (3, 0, [])
        assert red.view["to_act"] == "red" and "undo" not in red.view
        server.rooms.unload(room)
        room = await server.rooms.get(room.id)
        assert room.log.version == 3 and not room.table.steps

    run_with_server(tmp_path, play)


def test_a_move_followed_by_a_roll_cannot_be_undone(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        room, _ = await open_room(server, "siege-by-number", "me", "hot-seat")
        both = await enter(room, 0, 1)
        await act(room, both, "done")
        assert room.table.steps[-1].actor == "chance"
        assert "undo" not in both.view
        with pytest.raises(SiegeworksError, match="chance has acted since"):
            await room.undo(both, m.Undo("u", both.view["version"]))

    run_with_server(tmp_path, play)


def test_a_finished_game_stays_finished(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        room, _ = await open_room(server, "siege-master", "me", "hot-seat")
        both = await enter(room, 0, 1)
        await act(room, both, "d3-d6")
        await room.resign(both, m.Resign("r", "blue"))
        assert both.view["result"] == "red" and "resigned" in both.view["ending"]
        with pytest.raises(SiegeworksError, match="over"):
            await room.undo(both, m.Undo("u", both.view["version"]))
        with pytest.raises(SiegeworksError, match="over"):
            await act(room, both, "e3-e6", seat="blue")

    run_with_server(tmp_path, play)


# Undo by agreement ---------------------------------------------------------------------------


def test_a_move_against_a_person_is_undone_only_with_their_agreement(
    tmp_path: Path,
) -> None:
    async def play(server: TableServer) -> None:
        room, _ = await open_room(server, "siege-master", "me", "hot-seat")
        red, blue, spectator = [await enter(room, *seats) for seats in ((0,), (1,), ())]
        await act(room, red, "d3-d6")
        assert (red.view["undo"], red.view["undo_asks"]) == ("red", ["blue"])
        with pytest.raises(SiegeworksError, match="Ask first: blue must agree"):
            await room.undo(red, m.Undo("u", red.view["version"]))
        await room.offer(red, m.OfferAgreement("t", "takeback"))
        for page in (red, blue, spectator):
            offer = page.view["offer"]
            assert (offer["what"], offer["by"], offer["waiting_for"]) == (
                "takeback",
                "red",
                ["blue"],
            )
        assert len(room.table.steps) == 1, "nothing is undone before the answer"
        await room.answer(blue, m.AnswerOffer("y", blue.view["offer"]["version"], True))
        for page in (red, blue, spectator):
            assert page.view["taken_back"] == {"by": "red", "token": "d3-d6"}
            assert page.view["to_act"] == "red" and "offer" not in page.view
        server.rooms.unload(room)
        room = await server.rooms.get(room.id)
        again = await enter(room, 1)
        assert not room.table.steps and again.view["taken_back"]["token"] == "d3-d6"
        red = await enter(room, 0)
        await act(room, red, "e3-e6")
        assert "taken_back" not in red.view

    run_with_server(tmp_path, play)


def test_a_takeback_goes_back_to_the_last_move_of_who_asks(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        room, _ = await open_room(server, "siege-master", "me", "hot-seat")
        red, blue = await enter(room, 0), await enter(room, 1)
        await act(room, red, "d3-d6")
        await act(room, blue, blue.view["legal"][0])
        assert (red.view["undo"], red.view["undo_asks"]) == ("red", ["blue"])
        with pytest.raises(SiegeworksError, match="Ask first: blue must agree"):
            await room.undo(red, m.Undo("u", red.view["version"]))
        await room.offer(red, m.OfferAgreement("t", "takeback"))
        await room.answer(blue, m.AnswerOffer("y", blue.view["offer"]["version"], True))
        for page in (red, blue):
            assert page.view["taken_back"] == {"by": "red", "token": "d3-d6"}
            assert page.view["to_act"] == "red"
        server.rooms.unload(room)
        assert not (await server.rooms.get(room.id)).table.steps

    run_with_server(tmp_path, play)


def test_a_takeback_may_not_be_asked_for_after_a_roll(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        room, _ = await open_room(server, "siege-by-number", "me", "hot-seat")
        suns, crowns = await enter(room, 0), await enter(room, 1)
        first, other = (suns, crowns) if room.table.state.to_act == 0 else (crowns, suns)
        await act(room, first, "done")
        assert room.table.steps[-1].actor == "chance" and "undo" not in first.view
        with pytest.raises(SiegeworksError, match="chance has acted since"):
            await room.offer(first, m.OfferAgreement("t", "takeback"))
        assert "offer" not in other.view

    run_with_server(tmp_path, play)


def test_a_takeback_may_not_be_asked_for_after_something_was_revealed(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        room, _ = await open_room(server, "expansion", "me", "hot-seat", setup="random")
        pages = {0: await enter(room, 0), 1: await enter(room, 1)}
        for _ in range(500):  # the first combat comes long before
            seat = int(room.table.state.to_act)
            legal = pages[seat].view["legal"]
            jumps = [token for token in legal if is_attack(room, token)]
            await act(room, pages[seat], (jumps or legal)[0])
            if jumps:
                break
        asked = pages[seat]
        assert "undo" not in asked.view
        with pytest.raises(SiegeworksError, match="something was revealed since"):
            await room.offer(asked, m.OfferAgreement("t", "takeback"))
        # Nor is an older move taken back past the combat.
        following = pages[int(room.table.state.to_act)]
        await act(room, following, following.view["legal"][0])
        with pytest.raises(SiegeworksError, match="something was revealed since"):
            await room.offer(asked, m.OfferAgreement("t2", "takeback"))

    run_with_server(tmp_path, play)


def is_attack(room: Room, token: str) -> bool:
    """Would this action reveal something?"""
    return room.game.reveals(room.table.state, room.game.action_texts.index(token))


def test_everybody_whom_a_takeback_affects_must_agree(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        seats = ("me", "friend", "friend")
        room, _ = await open_room(server, "nobles-and-peasants", *seats, seats="3")
        for seat in (1, 2):
            await room.take_seat(room.live.seats[seat]._replace(who="person"))
        pages = [await enter(room, seat) for seat in range(3)]
        first = int(room.table.state.to_act)
        while len({step.actor for step in room.table.steps} - {"chance"}) < 2:
            to_act = int(room.table.state.to_act)
            token = next(t for t in pages[to_act].view["legal"] if t.startswith("T@"))
            await act(room, pages[to_act], token)
        asked, others = pages[first], [page for n, page in enumerate(pages) if n != first]
        before = len(room.table.steps)
        await room.offer(asked, m.OfferAgreement("t", "takeback"))
        offered = asked.view["offer"]["version"]
        await room.answer(others[0], m.AnswerOffer("y0", offered, True))
        assert len(room.table.steps) == before, "one of the two has not answered"
        await room.answer(others[1], m.AnswerOffer("y1", offered, True))
        assert len(room.table.steps) < before
        assert room.table.state.to_act == first

    run_with_server(tmp_path, play)


def test_a_declined_takeback_leaves_the_move_and_cannot_be_repeated(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        room, _ = await open_room(server, "siege-master", "me", "hot-seat")
        red, blue = await enter(room, 0), await enter(room, 1)
        await act(room, red, "d3-d6")
        with pytest.raises(SiegeworksError, match="You have not moved yet"):
            await room.offer(blue, m.OfferAgreement("b", "takeback"))
        await room.offer(red, m.OfferAgreement("t", "takeback"))
        await room.answer(blue, m.AnswerOffer("n", blue.view["offer"]["version"], False))
        assert (red.view["declined_by"], red.view["declined_offer"]) == ("blue", "takeback")
        assert len(room.table.steps) == 1
        with pytest.raises(SiegeworksError, match="offered this a moment ago"):
            await room.offer(red, m.OfferAgreement("t2", "takeback"))
        await room.offer(red, m.OfferAgreement("d", "draw"))  # something else may be offered

    run_with_server(tmp_path, play)


def test_any_later_move_withdraws_a_takeback_request(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        room, _ = await open_room(server, "siege-master", "me", "hot-seat")
        red, blue = await enter(room, 0), await enter(room, 1)
        await act(room, red, "d3-d6")
        await room.offer(red, m.OfferAgreement("t", "takeback"))
        asked = red.view["offer"]["version"]
        await act(room, blue, blue.view["legal"][0])
        assert "offer" not in red.view and red.view["declined_by"] == "blue"
        with pytest.raises(SiegeworksError, match="no longer open"):
            await room.answer(blue, m.AnswerOffer("y", asked, True))
        assert len(room.table.steps) == 2

    run_with_server(tmp_path, play)


def test_the_requester_of_a_takeback_may_move_on_or_withdraw_it(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        room, _ = await open_room(server, "nobles-and-peasants", "me", "hot-seat", stones="8")
        blue, yellow = await enter(room, 0), await enter(room, 1)
        first, second = (blue, yellow) if blue.view["to_act"] == "blue" else (yellow, blue)
        await act(room, first, first.view["legal"][0])
        await room.offer(first, m.OfferAgreement("t", "takeback"))
        await room.answer(first, m.AnswerOffer("w", first.view["offer"]["version"], False))
        assert "offer" not in second.view and "declined_by" not in second.view
        await room.offer(second, m.OfferAgreement("d", "draw"))
        await room.answer(second, m.AnswerOffer("dw", second.view["offer"]["version"], False))
        assert "offer" not in first.view and not room.table.over

    run_with_server(tmp_path, play)


def test_a_takeback_asks_everybody_still_in_the_game_and_bots_wait(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        seats = ("me", "1", "friend", "friend")
        room, _ = await open_room(server, "nobles-and-peasants", *seats, seats="4")
        for seat in (2, 3):
            await room.take_seat(room.live.seats[seat]._replace(who="person"))
        pages = {seat: await enter(room, seat) for seat in (0, 2, 3)}
        names = room.game.seats
        while room.table.state.to_act != 0:
            await wait_for_bots(room)
            if (to_act := int(room.table.state.to_act)) in (2, 3):
                await act(room, pages[to_act], pages[to_act].view["legal"][0])
        await room.resign(pages[3], m.Resign("r"))
        me, friend = pages[0], pages[2]
        await act(room, me, next(t for t in me.view["legal"] if t.startswith("T@")))
        if room.bots.task is not None:
            room.bots.task.cancel()  # it has not found to the end yet
        assert me.view["undo_asks"] == [names[2]], "neither the bot nor who has resigned"
        await room.offer(me, m.OfferAgreement("t", "takeback"))
        assert me.view["offer"]["waiting_for"] == [names[2]]
        assert room.bots.to_act() is None, "a bot's move would withdraw the request"
        before = len(room.table.steps)
        await room.answer(friend, m.AnswerOffer("y", friend.view["offer"]["version"], True))
        assert len(room.table.steps) == before - 1
        assert me.view["taken_back"]["by"] == names[0]

    run_with_server(tmp_path, play)


def test_a_takeback_does_not_ask_seats_at_the_same_screen(
    tmp_path: Path,
) -> None:
    async def play(server: TableServer) -> None:
        seats = ("me", "hot-seat", "friend")
        room, _ = await open_room(server, "nobles-and-peasants", *seats, seats="3")
        await room.take_seat(room.live.seats[2]._replace(who="person"))
        both, friend = await enter(room, 0, 1), await enter(room, 2)
        names = room.game.seats
        while room.table.state.to_act == 2:
            await act(room, friend, friend.view["legal"][0])
        await act(room, both, both.view["legal"][0])
        assert both.view["undo_asks"] == [names[2]]
        await room.offer(both, m.OfferAgreement("t", "takeback"))
        assert both.view["offer"]["waiting_for"] == [names[2]]
        await room.answer(friend, m.AnswerOffer("y", friend.view["offer"]["version"], True))
        assert both.view["taken_back"]["by"] in names[:2]

        room, _ = await open_room(server, "siege-master", "me", "hot-seat")
        alone = await enter(room, 0, 1)
        await act(room, alone, "d3-d6")
        assert alone.view["undo"] == "red" and "undo_asks" not in alone.view
        with pytest.raises(SiegeworksError, match="Nobody has to agree"):
            await room.offer(alone, m.OfferAgreement("t", "takeback"))
        await room.undo(alone, m.Undo("u", alone.view["version"]))
        assert alone.view["taken_back"] == {"by": "red", "token": "d3-d6"}

    run_with_server(tmp_path, play)


def test_an_older_log_with_an_undo_still_loads(
    tmp_path: Path,
) -> None:
    async def play(server: TableServer) -> None:
        room, _ = await open_room(server, "siege-master", "me", "hot-seat")
        old = [Event("step", "red", "d3-d6"), Event("undo", "red"), Event("step", "red", "e3-e6")]
        await room.host.store.append(room.id, 0, old)
        server.rooms.unload(room)
        room = await server.rooms.get(room.id)
        assert [step.token for step in room.table.steps] == ["e3-e6"]

    run_with_server(tmp_path, play)


# Offers -----------------------------------------------------------------------------------------


def test_a_draw_needs_everybodys_agreement(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        room, _ = await open_room(server, "siege-by-number", "me", "friend", "friend", seats="3")
        suns, moons, crowns = await seated_three(server, room)
        await room.offer(suns, m.OfferAgreement("o", "draw"))
        offer = moons.view["offer"]
        assert offer["by"] == "suns" and offer["waiting_for"] == ["moons", "crowns"]
        await room.answer(moons, m.AnswerOffer("y", offer["version"], True))
        assert moons.view["result"] == "*" if "result" in moons.view else True
        await room.answer(crowns, m.AnswerOffer("y", offer["version"], True))
        assert suns.view["result"] == "draw"

    run_with_server(tmp_path, play)


async def seated_three(server: TableServer, room: Room) -> list[FakeConnection]:
    for seat in (1, 2):
        await room.take_seat(room.live.seats[seat]._replace(who="person"))
    return [await enter(room, seat) for seat in range(3)]


def test_an_offer_ends_with_a_no_or_a_move_of_the_asked_seat(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        room, _ = await open_room(server, "siege-master", "me", "hot-seat")
        red, blue = await enter(room, 0), await enter(room, 1)
        await room.offer(blue, m.OfferAgreement("o", "draw"))
        with pytest.raises(SiegeworksError, match="has already made an offer"):
            await room.offer(red, m.OfferAgreement("o", "draw"))
        await room.answer(red, m.AnswerOffer("n", red.view["offer"]["version"], False))
        assert "offer" not in blue.view
        assert blue.view["declined_by"] == "red", "the offering seat learns it"
        with pytest.raises(SiegeworksError, match="offered this a moment ago"):
            await room.offer(blue, m.OfferAgreement("o2", "draw"))
        await room.offer(red, m.OfferAgreement("o3", "draw"))
        assert "declined_by" not in blue.view, "there is a new offer"
        await act(room, red, "d3-d6")
        assert blue.view["offer"]["by"] == "red"  # who offers may move on
        await act(room, blue, blue.view["legal"][0])
        assert "offer" not in red.view and red.view["declined_by"] == "blue"
        await room.offer(blue, m.OfferAgreement("u", "takeback"))
        await room.answer(red, m.AnswerOffer("uy", red.view["offer"]["version"], True))
        assert "declined_by" not in red.view
        await room.offer(red, m.OfferAgreement("o4", "draw"))
        await room.answer(blue, m.AnswerOffer("n4", red.view["offer"]["version"], False))
        await act(room, blue, blue.view["legal"][0])
        assert "declined_by" not in red.view

    run_with_server(tmp_path, play)


def test_who_declined_is_still_known_after_reloading(tmp_path: Path) -> None:
    """By moving too, though the dice that are rolled then come after it."""

    async def play(server: TableServer) -> None:
        room, _ = await open_room(server, "siege-by-number", "me", "hot-seat")
        both = await enter(room, 0, 1)
        asked = both.view["to_act"]
        (other,) = {*room.game.seats} - {asked}
        await room.offer(both, m.OfferAgreement("o", "draw", seat=other))
        await act(room, both, "done")
        assert room.table.steps[-1].actor == "chance" and both.view["declined_by"] == asked
        server.rooms.unload(room)
        again = await enter(await server.rooms.get(room.id), 0, 1)
        assert again.view["declined_by"] == asked

    run_with_server(tmp_path, play)


def test_a_bot_declines_a_draw_and_stops_only_where_it_wins(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        room, _ = await open_room(server, "expansion", "me", "1", board="2x2", values="A0")
        suns = await enter(room, 0)
        await wait_for_bots(room)
        await room.offer(suns, m.OfferAgreement("d", "draw"))
        assert "offer" not in suns.view and not room.table.over
        assert suns.view["declined_by"] == "moons"
        while not suns.view.get("may_agree"):
            await act(room, suns, suns.view["legal"][0])
            await wait_for_bots(room)
        await room.offer(suns, m.OfferAgreement("a", "agree"))
        assert room.table.over == (room.table.result == "moons")

    run_with_server(tmp_path, play)


# Several seats at one device ----------------------------------------------------------------------


def test_at_one_screen_each_seat_sees_only_its_own_view(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        room, _ = await open_room(server, "kings-ransom", "me", "hot-seat", **SMALL)
        both = await enter(room, 0, 1)
        assert both.view["seat"] is None and "legal" not in both.view
        await room.look(both, m.Look("l", "south"))
        assert both.view["seat"] == "south" and both.view["legal"]
        tokens = []
        while room.table.state.to_act == 0:
            tokens.append(both.view["legal"][0])
            await act(room, both, tokens[-1])
        assert [step["token"] for step in both.view["steps"]] == tokens[-1:]
        await room.look(both, m.Look("l"))
        assert {step["token"] for step in both.steps} == {"?"}
        for message in (m.Explain("e", "a1", "north"), m.Hint("h", "north")):
            with pytest.raises(SiegeworksError, match="Switch to the view of north first"):
                await do(room, both, message)
        await room.look(both, m.Look("l", "north"))
        assert both.view["seat"] == "north" and both.view["legal"]
        assert {step["token"] for step in both.steps} == {"?"}
        await room.look(both, m.Look("l", "south"))
        assert [step["token"] for step in both.steps] == tokens
        with pytest.raises(SiegeworksError, match="not yours"):
            await room.look(FakeConnection(0), m.Look("l", "north"))

    run_with_server(tmp_path, play)


def test_without_secrets_one_client_plays_all_its_seats(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        room, _ = await open_room(server, "nobles-and-peasants", "me", "hot-seat", stones="8")
        both = await enter(room, 0, 1)
        while not room.table.over:
            await act(room, both, both.view["legal"][0])
        assert both.view["ending"] and "to_act" not in {k for k, v in both.view.items() if v}

    run_with_server(tmp_path, play)


# Sitting down -------------------------------------------------------------------------------------


def test_the_game_begins_when_all_seats_are_taken(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        room, made = await open_room(server, "siege-by-number", "me", "friend", "1", seats="3")
        suns = await enter(room, 0)
        assert suns.view["to_act"] is None and not room.table.steps
        with pytest.raises(SiegeworksError, match="some seats are still free"):
            await room.act(suns, m.Act("1", 0, "done"))
        code = made.invitations[0].code
        assert (await server.seating.invitation(code.lower().replace("-", " "))).seat == "moons"
        ben = seat_request("  Ben\u202e ", code)
        seats = await server.seating.take(ben)
        seats = await server.seating.take(ben)  # the first answer may have been lost
        assert suns.heard("presence")[-1]["seats"][1]["name"] == "Ben"
        assert suns.view["to_act"] and room.table.steps[0].actor == "chance"
        assert seats_of(room, [seats.yours[0].key]) == {1}
        for again in (
            server.seating.take(seat_request("Eve", code)),
            server.seating.invitation(code),
        ):
            with pytest.raises(SiegeworksError, match="works only once"):
                await again

    run_with_server(tmp_path, play)


def test_an_open_seat_is_in_the_lobby_until_the_first_takes_it(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        room, _ = await open_room(server, "siege-master", "me", "open")
        await enter(room, 0)
        assert [table.table for table in server.rooms.noticeboard.lobby().tables] == [room.id]
        asked = [server.seating.take(seat_request(name, table=room.id)) for name in ("Ann", "Ben")]
        answers = await asyncio.gather(*asked, return_exceptions=True)
        assert sorted(isinstance(answer, SiegeworksError) for answer in answers) == [False, True]
        assert server.rooms.noticeboard.lobby().tables == []

    run_with_server(tmp_path, play)


def test_the_next_guest_gets_the_seat_that_is_still_free(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        room, _ = await open_room(server, "siege-by-number", "me", "open", "open", seats="3")
        answers = [
            await server.seating.take(seat_request(name, table=room.id)) for name in ("Ann", "Ben")
        ]
        assert [seat.seat for answer in answers for seat in answer.yours] == ["moons", "crowns"]

    run_with_server(tmp_path, play)


@pytest.mark.parametrize("wanted", [("moons", "crowns"), ("moons", "moons")])
def test_a_seat_request_sent_twice_at_once_takes_one_seat(
    tmp_path: Path, wanted: tuple[str, str]
) -> None:
    async def play(server: TableServer) -> None:
        room, _ = await open_room(server, "siege-by-number", "me", "open", "open", seats="3")
        ben = seat_request("Ben", table=room.id)
        asked = [msgspec.structs.replace(ben, seat=name) for name in wanted]
        first, second = await asyncio.gather(*(server.seating.take(each) for each in asked))
        assert first == second
        assert sum(row.who == "person" for row in room.live.seats) == 2  # me and Ben
        again = await server.seating.take(asked[0])
        assert again.yours[0].seat == first.yours[0].seat
        assert len(seats_of(room, [again.yours[0].key])) == 1

    run_with_server(tmp_path, play)


def test_a_person_cannot_take_a_bots_name() -> None:
    assert clean_name("level:8") == "level8"


@pytest.mark.parametrize(
    ("whos", "why"),
    [(("1", "2"), "At least one seat must be for a person"), (("me",), "Say once for each seat")],
)
def test_an_invalid_seat_plan_is_refused(whos: tuple[str, ...], why: str, tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        seats = plans(cached_game("siege-master", {}), *whos, *(["me"] * (2 - len(whos))))
        with pytest.raises(SiegeworksError, match=why):
            await server.open_table(m.NewTable("siege-master", seats[: len(whos)]))
        with pytest.raises(SiegeworksError, match="level from 1 to 8"):
            two = [m.SeatPlan("red", "me"), m.SeatPlan("blue", "bot")]
            await server.open_table(m.NewTable("siege-master", two))

    run_with_server(tmp_path, play)


def test_an_unplayable_table_does_not_block_the_lobby(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        room, _ = await open_room(server, "siege-master", "me", "open")
        await enter(room, 0)
        seats = [SeatRow(0, "open"), SeatRow(1, "friend", code_hash=hash_of("ABC"))]
        known = room.live.row._replace(opened=room.live.row.opened + 1, seats=seats)
        await server.store.create(known._replace(id="a" * 16, options={"moats": "deep"}), [])
        seats[1] = seats[1]._replace(code_hash=hash_of("DEF"))
        await server.store.create(known._replace(id="b" * 16, ruleset=99), [])
        assert [table.table for table in server.rooms.noticeboard.lobby().tables] == [room.id]
        for code, why in (("ABC", "no option 'moats'"), ("DEF", "ruleset 99")):
            for asked in (
                server.seating.invitation(code),
                server.seating.take(seat_request("Ben", code)),
            ):
                with pytest.raises(SiegeworksError, match=why):
                    await asked

    run_with_server(tmp_path, play)


# Bots -------------------------------------------------------------------------------------------


def test_bots_play_to_the_end(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        room, _ = await open_room(server, "kings-ransom", "me", "3", **SMALL)
        south = await enter(room, 0)
        for _ in range(500):
            if room.table.over:
                break
            await act(room, south, south.view["legal"][-1])
            await wait_for_bots(room)
        assert south.view["result"] != "*" and south.view["ending"]

    run_with_server(tmp_path, play)


def test_a_failing_bot_is_replaced_and_if_that_fails_the_table_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Broken(Greedy):
        def choose(self, seen: Any) -> int:
            raise ValueError("a secret")

    kinds: dict[str, type[Greedy]] = {"level:1": Broken, "greedy": Greedy}
    monkeypatch.setattr(
        "siegeworks.server.jobs.bot_worker.make_bot", lambda spec, *how: kinds[spec](spec, *how)
    )

    async def play(server: TableServer) -> None:
        room, _ = await open_room(server, "siege-master", "me", "1")
        red = await enter(room, 0)
        await act(room, red, "d3-d6")
        await wait_for_bots(room)
        assert red.view["to_act"] == "red" and "trouble" not in red.view
        kinds["greedy"] = Broken
        await act(room, red, red.view["legal"][0])
        await wait_for_bots(room)
        assert "bot of blue" in red.view["trouble"] and red.view["undo"] == "red"
        kinds["greedy"] = Greedy
        await room.undo(red, m.Undo("u", red.view["version"]))
        assert "trouble" not in red.view and red.view["to_act"] == "red"

    run_with_server(tmp_path, play)


def test_a_searching_bot_delays_no_other_table_and_no_undo(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on = threading.Event()

    class Slow(Greedy):
        def choose(self, seen: Any) -> int:
            go_on.wait(30)
            return super().choose(seen)

    monkeypatch.setattr("siegeworks.server.jobs.bot_worker.make_bot", Slow)

    async def play(server: TableServer) -> None:
        slow, _ = await open_room(server, "siege-master", "me", "1")
        other, _ = await open_room(server, "siege-master", "me", "hot-seat")
        red, both = await enter(slow, 0), await enter(other, 0, 1)
        await act(slow, red, "d3-d6")
        await act(other, both, "d3-d6")
        await act(other, both, both.view["legal"][0])
        assert len(other.table.steps) == 2 and len(slow.table.steps) == 1
        await slow.undo(red, m.Undo("u", red.view["version"]))
        go_on.set()
        await wait_for_bots(slow)
        assert not slow.table.steps  # what it found of what was taken back is dropped

    run_with_server(tmp_path, play)


def test_hints_and_explanations_come_from_what_the_seat_may_know(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        room, _ = await open_room(server, "siege-master", "me", "1")
        red = await enter(room, 0)
        await questions.explain(room, red, m.Explain("e", "d3-d6"))
        await questions.explain(room, red, m.Explain("e", "d3-d9"))
        legal, illegal = red.heard("explained")
        assert legal["legal"] and not illegal["legal"] and "(R" in illegal["sentence"]
        asked: list[Any] = []

        async def no_hints(game: Any, seen: Any, *_: Any) -> list[Any]:
            asked.append(seen)
            return []

        server.rooms.bots.hints = no_hints  # type: ignore[method-assign, assignment]
        await questions.hint(room, red, m.Hint("h"))
        assert red.heard("hinted") == [{"type": "hinted", "id": "h", "moves": []}]
        people, _ = await open_room(server, "siege-master", "me", "hot-seat")
        with pytest.raises(SiegeworksError, match="no hints"):
            await questions.hint(people, await enter(people, 0), m.Hint("h"))

    run_with_server(tmp_path, play)


def test_a_hint_is_dropped_when_the_view_has_changed(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        room, _ = await open_room(server, "kings-ransom", "me", "hot-seat", **SMALL)
        both = await enter(room, 0, 1)
        await room.look(both, m.Look("l", "south"))
        thinking, done = asyncio.Event(), asyncio.Event()

        async def slow_hints(*_: Any) -> list[Any]:
            thinking.set()
            await done.wait()
            return []

        server.rooms.bots.hints = slow_hints  # type: ignore[method-assign, assignment]
        asked = asyncio.create_task(questions.hint(room, both, m.Hint("h")))
        await thinking.wait()
        await room.look(both, m.Look("l"))
        done.set()
        with pytest.raises(SiegeworksError, match="has just changed"):
            await asked
        assert not both.heard("hinted")

    run_with_server(tmp_path, play)


def test_hints_do_not_delay_bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    go_on = threading.Event()

    def slow(*arguments: Any) -> list[Any]:
        go_on.wait(30)
        return []

    monkeypatch.setattr("siegeworks.server.jobs.bot_worker.hints", slow)

    async def play(server: TableServer) -> None:
        room, _ = await open_room(server, "siege-master", "me", "1")
        seen = room.table.view(0)
        hints = [
            server.rooms.bots.hints(room.game, seen, "192.0.2.8", str(number))
            for number in range(20)
        ]
        waiting = asyncio.gather(*hints)
        await asyncio.sleep(0)
        red = await enter(room, 0)
        await act(room, red, "d3-d6")
        try:
            await asyncio.wait_for(wait_for_bots(room), 20)
        finally:
            go_on.set()
        await waiting
        assert len(room.table.steps) == 2

    run_with_server(tmp_path, play)


# Records ------------------------------------------------------------------------------------------


def test_a_record_with_secrets_is_available_when_the_game_is_over(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        room, _ = await open_room(server, "kings-ransom", "me", "hot-seat", **SMALL)
        both = await enter(room, 0, 1)
        await room.look(both, m.Look("l", "south"))
        await act(room, both, both.view["legal"][0])
        with pytest.raises(SiegeworksError, match="when the game is over"):
            await export(room)
        await room.resign(both, m.Resign("r", "south"))
        name, text = await export(room)
        assert name.startswith("kings-ransom-") and name.endswith(".siege")
        assert replay(parse_record(text)).result == "north"
        assert both.steps and all(step["token"] != "?" for step in both.steps)

    run_with_server(tmp_path, play)


def test_a_table_can_start_from_any_step_of_a_record(tmp_path: Path) -> None:
    text = sample("siege-master-0").read_text(encoding="utf-8")
    record = parse_record(text)

    async def play(server: TableServer) -> None:
        seats = plans(cached_game("siege-master", {}), "me", "hot-seat")
        made = await server.open_table(m.NewTable("siege-master", seats, record=text, step=3))
        room = await server.rooms.get(made.table)
        assert room.table.steps == record.steps[:3]
        both = await enter(room, 0, 1)
        await act(room, both, both.view["legal"][0])
        for step, why in ((len(record.steps), "over there"), (9999, "choose one of them")):
            with pytest.raises(SiegeworksError, match=why):
                await server.open_table(m.NewTable("siege-master", seats, record=text, step=step))
        with pytest.raises(SiegeworksError, match="The record sets the game"):
            await server.open_table(m.NewTable("expansion", seats, record=text))

    run_with_server(tmp_path, play)


def test_a_replay_shows_every_position_and_names_a_wrong_line(tmp_path: Path) -> None:
    text = sample("kings-ransom-0").read_text(encoding="utf-8")

    async def play(server: TableServer) -> None:
        whole = await replayed(server, m.ReplayRequest(text, 0, 100))
        assert len(whole.positions) == min(100, len(whole.steps) + 1)
        part = await replayed(server, m.ReplayRequest(text, 40, 2))
        assert part.positions == whole.positions[40:42]
        lines = text.splitlines()
        lines[-1] = "south Z9-Z9"
        with pytest.raises(SiegeworksError, match=f"line {len(lines)}:"):
            await replayed(server, m.ReplayRequest("\n".join(lines)))

    run_with_server(tmp_path, play)
