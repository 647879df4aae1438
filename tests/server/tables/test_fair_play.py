"""What nobody learns during a game: bots' advice, and what was shown for a moment."""

import re
from pathlib import Path
from typing import Any

import pytest

from siegeworks.core.errors import SiegeworksError
from siegeworks.core.game import Game
from siegeworks.core.random import new_rng
from siegeworks.play.openings import SHARED_STEPS
from siegeworks.play.record import Record
from siegeworks.play.table import Table
from siegeworks.server import messages as m
from siegeworks.server.jobs.preparation import cached_game
from siegeworks.server.storage.event_log import STEP, Event, EventLog
from siegeworks.server.tables import questions
from siegeworks.server.tables.record_export import export
from siegeworks.server.tables.room import Room
from siegeworks.server.tables.table_server import TableServer
from tests.server.helpers import (
    act,
    enter,
    game_between_people,
    open_room,
    plans,
    replayed,
    room_of,
    run_with_server,
)
from tests.variants import random_choice

COIN = re.compile("[a-z][0-9]+=[0A2-5]$")
pytestmark = pytest.mark.usefixtures("quick_advice")


def record_of(room: Room) -> str:
    """What any spectator can write down."""
    return Record.of_table(room.table, {}).text()


async def forked(server: TableServer, record: str, step: int, *whos: str) -> Room:
    game = cached_game("siege-master", {})
    asked = m.NewTable(game.name, plans(game, *whos), record=record, step=step)
    return await server.rooms.get((await server.open_table(asked)).table)


async def advice(room: Room, *seats: int) -> None:
    """Ask for a hint at a table with these seats."""
    await questions.hint(room, await enter(room, *seats), m.Hint("h"))


# Advice -------------------------------------------------------------------------------------------


def test_the_record_of_a_game_between_people_is_available_when_it_is_over(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        room, (red, _) = await game_between_people(server, 4)
        with pytest.raises(SiegeworksError, match="when it is over"):
            await export(room)
        await room.resign(red, m.Resign("r"))
        assert (await export(room))[1].startswith("siege-record 1\n")
        alone, _ = await open_room(server, "siege-master", "me", "hot-seat")
        both = await enter(alone, 0, 1)
        await act(alone, both, "d3-d6")
        assert (await export(alone))[1]  # both sit at one screen

    run_with_server(tmp_path, play)


def test_bots_give_no_advice_on_a_game_that_people_are_playing(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        room, (red, blue) = await game_between_people(server, SHARED_STEPS + 1)
        record = record_of(room)
        for at in (SHARED_STEPS, SHARED_STEPS + 1):
            for who in ("hot-seat", "8"):  # a bot at the other side would say what it plays
                with pytest.raises(SiegeworksError, match="playing this exact game"):
                    await forked(server, record, at, "me", who)
        early = await forked(server, record, SHARED_STEPS - 1, "me", "hot-seat")
        await advice(early, 0, 1)  # an opening is everybody's
        mine = await enter(early, 0, 1)
        for step in room.table.steps[SHARED_STEPS - 1 :]:  # played again by hand
            await act(early, mine, step.token)
            with pytest.raises(SiegeworksError, match="playing this exact game"):
                await advice(early, 0, 1)
        await act(early, mine, mine.view["legal"][0])  # and on, to see what a bot would answer
        with pytest.raises(SiegeworksError, match="playing this exact game"):
            await advice(early, 0, 1)
        mover = blue if room.table.state.to_act else red
        await act(room, mover, mover.view["legal"][-1])  # theirs goes another way
        await advice(early, 0, 1)
        await room.resign(red, m.Resign("r"))
        await advice(await forked(server, record_of(room), SHARED_STEPS, "me", "hot-seat"), 0, 1)

    run_with_server(tmp_path, play)


def test_games_against_bots_or_at_one_screen_block_no_advice(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        room, _ = await open_room(server, "siege-master", "me", "hot-seat")
        both = await enter(room, 0, 1)
        for _ in range(SHARED_STEPS + 1):
            await act(room, both, both.view["legal"][0])
        await advice(room, 0, 1)
        await advice(await forked(server, record_of(room), 5, "me", "hot-seat"), 0, 1)
        room.leave(both)  # nobody knows any more that it was one screen
        await advice(await forked(server, record_of(room), 5, "me", "hot-seat"), 0, 1)

    run_with_server(tmp_path, play)


# What is briefly face up ----------------------------------------------------------------------


def revealing(game: Game) -> EventLog:
    """A game up to a step that reveals something."""
    for seed in range(1000):
        log, rng = EventLog(game), new_rng(seed)
        while not log.table.over and len(log.table.steps) < 400:
            play_on(log, rng)
            if is_revealed(log.table, len(log.table.steps) - 1) and log.table.state.to_act >= 0:
                return log
    raise AssertionError("nothing was ever shown")


def play_on(log: EventLog, rng: Any) -> None:
    state, game = log.table.state, log.game
    choice = random_choice(game, state, rng)
    log.add(Event(STEP, str(game.actor(state)), game.choice_to_text(state, choice)))


def is_revealed(table: Table, index: int) -> bool:
    """Did this step show a value? A coin of Siege by Number is shown by a step of chance."""
    actor, token = table.steps[index]
    return bool(table.shown_by(index)) or (actor == "chance" and bool(COIN.match(token)))


def shown_steps(steps: list[dict[str, Any]]) -> list[tuple[str, str]]:
    return [(step["token"], step.get("shown", "")) for step in steps]


GAMES = [
    ("expansion", {"setup": "random", "board": "2x2", "values": "5A0"}),
    ("siege-by-number", {}),
]


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_without_notes_latecomers_do_not_learn_what_was_shown_for_a_moment(
    name: str, options: dict[str, str], tmp_path: Path
) -> None:
    async def play(server: TableServer) -> None:
        log = revealing(cached_game(name, {**options, "notes": "off"}))
        room, at = room_of(server, log), len(log.table.steps) - 1
        there, mine = await enter(room), await enter(room, 0)
        fresh = shown_steps(there.view["steps"])[at]
        assert fresh[1] or "?" not in fresh[0]  # it is public
        await next_turn(room)
        for page in (await enter(room), await enter(room, 0), await enter(room, 1)):
            shown = shown_steps(page.view["steps"])[at]
            assert shown == ("?", "") or (log.table.steps[at].actor != "chance" and not shown[1])
        for page in (there, mine):  # and clients that saw it are told to forget it
            assert page.view["steps_from"] <= at
            known = shown_steps(page.view["steps"])[at - page.view["steps_from"]]
            assert known[0] == "?" or not known[1]
        await enter(room, 0, 1)  # one person at both seats has no record either
        with pytest.raises(SiegeworksError, match="A record reveals everything"):
            await export(room)

    run_with_server(tmp_path, play)


async def next_turn(room: Room) -> None:
    """Let the seat to act take a step, and show it to all."""
    to_act = room.table.state.to_act
    while room.table.state.to_act == to_act or room.table.state.to_act < 0:
        play_on(room.log, new_rng(1))
    room.report("")


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_with_notes_the_steps_tell_everything_that_was_shown(
    name: str, options: dict[str, str], tmp_path: Path
) -> None:
    async def play(server: TableServer) -> None:
        log = revealing(cached_game(name, options))
        room, at = room_of(server, log), len(log.table.steps) - 1
        await next_turn(room)
        page = await enter(room)
        shown = shown_steps(page.view["steps"])[at]
        assert shown == (log.table.steps[at].token, log.table.shown_by(at))

    run_with_server(tmp_path, play)


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_a_finished_game_tells_everything_that_was_shown(
    name: str, options: dict[str, str], tmp_path: Path
) -> None:
    async def play(server: TableServer) -> None:
        log = revealing(cached_game(name, {**options, "notes": "off"}))
        room, at = room_of(server, log), len(log.table.steps) - 1
        await next_turn(room)
        page = await enter(room)
        log.add(Event(STEP, "table", f"resign={room.game.seats[0]}"))
        room.report("")
        assert shown_steps(page.steps)[at][0] == log.table.steps[at].token
        assert page.view["steps_from"] > at  # sent again, but not all steps
        replay = await replayed(server, m.ReplayRequest((await export(room))[1], count=1))
        assert replay.steps[at].token == log.table.steps[at].token
        assert replay.steps[at].shown == log.table.shown_by(at)

    run_with_server(tmp_path, play)
