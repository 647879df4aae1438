"""Games on drawn maps: those that a stranger, the host or a record brings."""

from pathlib import Path
from typing import Any

import pytest
from numba.core import event

from siegeworks.core.compiler.kernel_cache import KernelCache
from siegeworks.core.errors import SiegeworksError
from siegeworks.games import load, maps_of
from siegeworks.server import messages as m
from siegeworks.server.jobs import bot_worker, preparation
from siegeworks.server.runtime.settings import Rate, ServerSettings
from siegeworks.server.storage.layout import FILE
from siegeworks.server.tables.record_export import export
from siegeworks.server.tables.table_server import TableServer
from tests.server.helpers import (
    FakeConnection,
    act,
    enter,
    forget_games,
    plans,
    replayed,
    run_with_server,
    seats_of,
)
from tests.server.served import Player, served

DRAWING = ". . . . . . . .\n . . F . . . F .\n. . . . . . . .\n\n. . F . . . . ."
OTHER = ". . . . . .\n . F . . . ."
ISLE = {"map": "isle"}


def request(map_rows: str = DRAWING, options: dict[str, str] = ISLE, **more: Any) -> m.NewTable:
    seats = plans(load("siege-master"), "me", "hot-seat")
    return m.NewTable("siege-master", seats, options=options, map_rows=map_rows, **more)


async def opened(server: TableServer, asked: m.NewTable) -> FakeConnection:
    """A page with both seats of a new table."""
    made = await server.open_table(asked)
    room = await server.rooms.get(made.table)
    return await enter(room, *seats_of(room, [seat.key for seat in made.yours]))


def table_of(page: FakeConnection) -> str:
    return str(page.heard("welcome")[0]["table"])


# Opening, storing, recording ----------------------------------------------------------------------


def test_a_table_on_a_map_is_the_same_after_a_restart(tmp_path: Path) -> None:
    seen: list[Any] = []

    async def play(server: TableServer) -> None:
        page = await opened(server, request(f"\n  {DRAWING.replace(chr(10), chr(10) + '  ')}\n"))
        welcome = page.heard("welcome")[0]
        assert welcome["map_rows"] == DRAWING and welcome["options"] == ISLE
        assert len(welcome["board"]["places"]) == DRAWING.count(".") + DRAWING.count("F")
        room = server.rooms.loaded[table_of(page)]
        await act(room, page, "a1-a4")
        seen.extend((table_of(page), page.view))

    async def again(server: TableServer) -> None:
        page = await enter(await server.rooms.get(seen[0]), 0, 1)
        assert page.heard("welcome")[0]["map_rows"] == DRAWING and page.view == seen[1]

    run_with_server(tmp_path, play)
    forget_games()
    run_with_server(tmp_path, again)


def test_a_record_takes_its_map_along(tmp_path: Path) -> None:
    """Downloaded, uploaded, and played on from."""

    async def play(server: TableServer) -> None:
        page = await opened(server, request())
        await act(server.rooms.loaded[table_of(page)], page, "a1-a4")
        _, text = await export(await server.rooms.get(table_of(page)))
        head = "options: map=isle\nland: . . . . . . . .\nland:  . . F . . . F .\nland: . ."
        assert head in text and text.count("\nland:") == DRAWING.count("\n") + 1
        forget_games()
        replay = await replayed(server, m.ReplayRequest(text))
        assert (replay.map_rows, replay.options, len(replay.positions)) == (DRAWING, ISLE, 2)
        on = await opened(server, request("", {}, record=text, step=1))
        assert on.heard("welcome")[0]["map_rows"] == DRAWING
        assert on.view["legal"] == page.view["legal"]
        with pytest.raises(SiegeworksError, match="sets the game, its options and its map"):
            await server.open_table(request(record=text))

    run_with_server(tmp_path, play)


def test_a_shipped_map_needs_no_rows(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        drawing = maps_of("siege-master").read("hexagon").text
        page = await opened(server, request(drawing, {"map": "hexagon"}))
        welcome = page.heard("welcome")[0]
        assert "map_rows" not in welcome and welcome["options"] == {}
        row = await server.rooms.row(table_of(page))
        assert (row.map_rows, row.options) == ("", {})
        other = await opened(server, request(OTHER, {"map": "hexagon"}))  # nor is it replaced
        assert other.heard("welcome")[0]["map_rows"] == OTHER
        assert (await server.rooms.games.get("siege-master", {}, "")).map_rows == ()

    run_with_server(tmp_path, play)


# The host's maps ----------------------------------------------------------------------------------


def test_a_table_keeps_the_hosts_map_as_it_was(tmp_path: Path) -> None:
    folder = tmp_path / "maps"
    folder.mkdir()
    (folder / "isle.txt").write_text(DRAWING)
    tables: list[str] = []

    async def play(server: TableServer) -> None:
        server.rooms.games.maps_folder = folder
        page = await opened(server, request(""))
        assert page.heard("welcome")[0]["map_rows"] == DRAWING
        bare = "siege-record 1\ngame: siege-master\noptions: map=isle\n---\n"
        assert (await replayed(server, m.ReplayRequest(bare))).map_rows == DRAWING
        (folder / "isle.txt").write_text(OTHER)
        assert (await opened(server, request(""))).heard("welcome")[0]["map_rows"] == OTHER
        tables.append(table_of(page))

    async def again(server: TableServer) -> None:
        server.rooms.games.maps_folder = folder
        page = await enter(await server.rooms.get(tables[0]), 0, 1)
        assert page.heard("welcome")[0]["map_rows"] == DRAWING
        assert (await opened(server, request(DRAWING))).heard("welcome")[0]["map_rows"] == DRAWING

    run_with_server(tmp_path / "tables", play)
    forget_games()
    run_with_server(tmp_path / "tables", again)


def test_no_sentence_names_the_folder_of_the_hosts_maps(tmp_path: Path) -> None:
    folder = tmp_path / "maps"
    folder.mkdir()
    with served(tmp_path / "tables", maps_folder=folder) as client:
        status, answer = client.get("/api/games/siege-master?map=atlantis")
    assert status == 400 and "there is no such map" in answer["sentence"]
    assert str(tmp_path) not in answer["sentence"]


# A stranger's map --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("map_rows", "options", "why"),
    [
        (DRAWING, {}, "A drawn map needs a name: add map=NAME"),
        (DRAWING, {"map": "../isle"}, "and no folder"),
        (DRAWING, {"map": "isle", "count": "15"}, "count says how many"),
        (DRAWING.replace("F", ".", 1), ISLE, "their number must be odd"),
        (DRAWING.replace("F", "X", 1), ISLE, "line 2, column 6 holds 'X'"),
        (DRAWING.replace("F", "\x1b", 1), ISLE, "line 2, column 6 holds '\ufffd'"),
        (f"{DRAWING}\n.", ISLE, "line 6, column 1: this hex is half a hex off"),
        ("\n \n", ISLE, "it has no hex"),
        (". . . . F\n . . . .\n" * 14, ISLE, "it has 28 rows"),
        (". " * 257, ISLE, "at most 256"),
        (f"{DRAWING}{' ' * m.MAX_MAP_LENGTH}. . . .", ISLE, "takes at most 65,536"),
    ],
)
def test_a_map_that_cannot_be_played_on_is_refused_and_nothing_is_kept(
    tmp_path: Path, map_rows: str, options: dict[str, str], why: str
) -> None:
    record = "siege-record 1\ngame: siege-master\noptions: map=isle\n"
    record += "".join(f"land: {row}\n" for row in map_rows.split("\n")) + "---\n"

    async def play(server: TableServer) -> None:
        forget_games()
        with pytest.raises(SiegeworksError, match=why):
            await server.open_table(request(map_rows, options))
        if options == ISLE:
            with pytest.raises(SiegeworksError) as refused:
                await replayed(server, m.ReplayRequest(record))
            assert len(str(refused.value)) < 400
        assert not preparation._games and not server.rooms.loaded
        assert await server.store.tables_after("", 10) == []

    run_with_server(tmp_path, play)


def test_a_game_without_maps_takes_no_drawing(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        seats = plans(load("expansion"), "me", "hot-seat")
        with pytest.raises(SiegeworksError, match="Expansion has no maps"):
            await server.open_table(m.NewTable("expansion", seats, options=ISLE, map_rows=DRAWING))

    run_with_server(tmp_path, play)


def maps(number: int) -> list[str]:
    """Sound maps of different sizes and shapes."""
    drawings = []
    for i in range(number):
        width, height = 5 + i % 7, 2 + i % 5
        rows = [" " * (row % 2) + ". " * (width + (i * row) % 3) for row in range(height)]
        rows[0] = f"F {rows[0][2:]}"
        drawings.append("\n".join(row.rstrip() for row in rows))
    return drawings


@pytest.mark.usefixtures("prepared_searches")
def test_no_map_compiles_anything_or_leaves_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise a stranger could fill the disk, or hold the processor."""
    saved: list[Any] = []

    def everything(game: Any) -> None:
        preparation.warm_up_rules(game)
        bot_worker.warm_up(preparation.key_of(game))

    everything(load("siege-master"))

    async def play(server: TableServer) -> None:
        for map_rows in maps(20):
            page = await opened(server, request(map_rows))
            room = server.rooms.loaded[table_of(page)]
            await act(room, page, page.view["legal"][0])
            everything(room.game)
            assert room.game.map_rows == tuple(map_rows.split("\n"))
            server.rooms.unload(room)

    # Other tests add to the kernel cache meanwhile, so what this one saves is counted.
    monkeypatch.setattr(KernelCache, "save_overload", lambda *given: saved.append(given))
    with event.install_recorder("numba:compile") as compiled:
        run_with_server(tmp_path / "tables", play)
    assert compiled.buffer == []
    assert saved == []
    assert {path.name.partition(".")[0] for path in tmp_path.rglob("*") if path.is_file()} == {
        FILE.partition(".")[0],
        "server",
    }


@pytest.mark.long
def test_the_games_of_many_maps_do_not_stay_in_memory(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        for map_rows in maps(preparation.MAX_GAMES + 3):
            game = await server.rooms.games.get("siege-master", ISLE, "", map_rows)
            assert await server.rooms.games.get("siege-master", ISLE, "", map_rows) is game
            assert len(preparation._games) <= preparation.MAX_GAMES

    run_with_server(tmp_path, play)


def test_advice_on_a_game_between_people_is_refused_on_a_copy_of_its_map_too(
    tmp_path: Path,
) -> None:
    async def play(server: TableServer) -> None:
        drawing = maps_of("siege-master").read("hexagon").text
        seats = plans(load("siege-master"), "me", "friend")
        made = await server.open_table(m.NewTable("siege-master", seats))
        await server.seating.take(m.TakeSeat("r" * 22, "Ben", "", made.invitations[0].code))
        room = await server.rooms.get(made.table)
        pages = [await enter(room, 0), await enter(room, 1)]
        mine = await opened(server, request(drawing, {"map": "elsewhere"}))
        copy, other = server.rooms.loaded[table_of(mine)], await opened(server, request())
        elsewhere = server.rooms.loaded[table_of(other)]
        await server.rooms.check_not_in_play(elsewhere.game, elsewhere.table.steps, elsewhere)
        for number in range(5):
            await server.rooms.check_not_in_play(copy.game, copy.table.steps, copy)
            token = pages[number % 2].view["legal"][0]
            await act(room, pages[number % 2], token)
            await act(copy, mine, token)
            if number == 3:
                break
        with pytest.raises(SiegeworksError, match="playing this exact game"):
            await server.rooms.check_not_in_play(copy.game, copy.table.steps, copy)

    run_with_server(tmp_path, play)


# Over HTTP ----------------------------------------------------------------------------------------


def test_a_page_asks_for_a_map_opens_a_table_on_it_and_sees_it(tmp_path: Path) -> None:
    with served(tmp_path) as client:
        status, details = client.post(
            "/api/games/siege-master/details", {"options": ISLE, "map_rows": f"{DRAWING}\n\n"}
        )
        assert (
            status == 200 and details["map_rows"] == DRAWING and details["seats"] == ["red", "blue"]
        )
        assert len(details["board"]["places"]) == DRAWING.count(".") + DRAWING.count("F")
        seats = [{"seat": "red", "who": "me"}, {"seat": "blue", "who": "bot", "level": 1}]
        asked = {"game": "siege-master", "seats": seats, "options": ISLE, "map_rows": DRAWING}
        status, made = client.post("/api/tables", asked)
        assert status == 200
        player = Player(client.connect(), made["table"], [made["yours"][0]["key"]])
        assert player.act("a1-a4")["type"] == "accepted"
        status, answer = client.post("/api/tables", {**asked, "map_rows": "x" * 70_000})
        assert status == 400 and "Invalid request" in answer["sentence"]
        status, answer = client.post("/api/games/chess/details", {})
        assert status == 400 and "no game 'chess'" in answer["sentence"]


def test_asking_for_maps_is_limited_as_asking_for_boards_is(tmp_path: Path) -> None:
    with served(tmp_path, settings=ServerSettings(board_rate=Rate(3, 1e-9))) as client:
        path = "/api/games/siege-master/details"
        asks = [
            client.post(path, {"options": ISLE, "map_rows": map_rows})[0] for map_rows in maps(5)
        ]
        assert asks == [200, 200, 200, 429, 429]
        assert client.post(path, {})[0] == 200  # which needs no new board
