"""What moves would do, as a table tells it: once for each position, and only to who may move"""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from siegeworks.core.effects import Effects
from siegeworks.core.errors import SiegeworksError
from siegeworks.server import messages as m
from siegeworks.server.messages.scenes import previews_message
from siegeworks.server.tables import questions
from siegeworks.server.tables.table_server import TableServer
from tests.server.helpers import act, enter, open_room, run_with_server

EVERY_GAME = ["siege-by-number", "nobles-and-peasants", "siege-master", "kings-ransom", "expansion"]


def test_every_legal_move_is_in_one_entry(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        for game in EVERY_GAME:
            room, _ = await open_room(server, game, *["me", "hot-seat"])
            client = await enter(room, 0, 1)
            seat = room.game.seats[room.table.state.to_act]
            await room.look(client, m.Look("l", seat))
            await questions.preview(room, client, m.Preview("p", room.log.version, seat))
            answer = client.heard("previewed")[-1]
            assert answer["version"] == room.log.version
            tokens = [token for effect in answer["effects"] for token in effect["tokens"]]
            assert sorted(tokens) == room.game.legal_texts(room.table.state)

    run_with_server(tmp_path, play)


def test_it_is_worked_out_once_for_each_position(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Any] = []

    def counted(game: Any, seen: Any) -> list[Effects]:
        asked.append(seen.tobytes())
        return previews_message(game, seen)

    monkeypatch.setattr("siegeworks.server.tables.questions.previews_message", counted)

    async def play(server: TableServer) -> None:
        room, _ = await open_room(server, "siege-master", "me", "hot-seat")
        client = await enter(room, 0, 1)
        version = room.log.version
        await asyncio.gather(
            *(
                questions.preview(room, client, m.Preview(f"p{number}", version))
                for number in range(3)
            )
        )
        assert len(asked) == 1
        await act(room, client, room.game.legal_texts(room.table.state)[0])
        await questions.preview(room, client, m.Preview("p", room.log.version))
        assert len(asked) == 2 and asked[0] != asked[1]
        first, _, third, last = client.heard("previewed")
        assert first["effects"] == third["effects"] != last["effects"]

    run_with_server(tmp_path, play)


def test_only_the_seat_to_act_may_ask_and_only_about_the_newest_position(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        room, _ = await open_room(server, "siege-master", "me", "hot-seat")
        red, blue, stranger = [await enter(room, *seats) for seats in ((0,), (1,), ())]
        version = room.log.version
        await questions.preview(room, red, m.Preview("p", version))
        assert red.heard("previewed")
        with pytest.raises(SiegeworksError, match="not your turn"):
            await questions.preview(room, blue, m.Preview("p", version))
        with pytest.raises(SiegeworksError, match="Spectators"):
            await questions.preview(room, stranger, m.Preview("p", version))
        with pytest.raises(SiegeworksError):
            await questions.preview(room, red, m.Preview("p", version + 1))

    run_with_server(tmp_path, play)


def test_a_seat_s_moves_are_not_told_while_another_view_is_shown(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        room, _ = await open_room(server, "kings-ransom", "me", "hot-seat")
        both = await enter(room, 0, 1)
        to_act = int(room.table.state.to_act)
        names = room.game.seats
        await room.look(both, m.Look("l", names[1 - to_act]))
        with pytest.raises(SiegeworksError, match="Switch to the view"):
            await questions.preview(room, both, m.Preview("p", room.log.version, names[to_act]))

    run_with_server(tmp_path, play)
