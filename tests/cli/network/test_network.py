"""`siegeworks join` and `siegeworks bot connect` play at the tables of a served server."""

import asyncio
import os
import re
import shlex
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from siegeworks.cli import run
from siegeworks.cli.network.bot import _clock
from siegeworks.client import Client, Seats
from siegeworks.client.addresses import Address
from siegeworks.client.kept_seats import keep, kept_at
from siegeworks.play.record import read_record
from siegeworks.server import messages as m
from tests.server import served
from tests.variants import every_searched_game

PATIENCE = 120  # seconds, for a test that hangs


@pytest.fixture
def url(tmp_path: Path) -> Iterator[str]:
    """The address of a server."""
    with served.served(tmp_path / "tables") as client:
        yield client.base


def command(home: Path, *arguments: str) -> subprocess.Popen[str]:
    """A command that runs, of a user with this home."""
    return subprocess.Popen(
        [sys.executable, "-m", "siegeworks", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "XDG_DATA_HOME": str(home)},
    )


def finish(running: subprocess.Popen[str], typed: str = "") -> tuple[int, str, str]:
    """Exit status, standard output and standard error, after typing this."""
    out, err = running.communicate(typed, PATIENCE)
    assert "Traceback" not in out + err
    return running.returncode, out, err


def opened(url: str, game: str, *seats: str, **more: Any) -> tuple[Seats, list[str]]:
    """A table, and the links of its invitations."""
    seats_there = asyncio.run(Client(url).open_table(game, seats, **more))
    return seats_there, [f"{url}/#/join/{c}" for c in seats_there.invitations.values()]


def wait_for(running: subprocess.Popen[str], text: str) -> str:
    """Read what a command prints until this comes."""
    assert running.stdout is not None
    lines = ""
    while text not in lines:
        line = running.stdout.readline()
        assert line, lines
        lines += line
    return lines


def type_in(running: subprocess.Popen[str], typed: str) -> None:
    """Type this, and leave the input open."""
    assert running.stdin is not None
    running.stdin.write(typed)
    running.stdin.flush()


@every_searched_game
def test_every_game_is_played_in_a_pipe(name: str, url: str, tmp_path: Path) -> None:
    _, (link,) = opened(url, name, "friend", *["level:1"])
    status, out, err = finish(command(tmp_path, "join", link), "random\nhistory\nquit\n")
    assert (status, err) == (0, "")
    assert re.search(r"^ +1 \w+", out, re.MULTILINE), out
    assert "You have left. To come back: siegeworks join" in out


@pytest.mark.long
def test_who_comes_back_has_his_seat(
    url: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    _, (link,) = opened(url, "siege-master", "friend", "level:1")
    status, out, _ = finish(command(tmp_path, "join", link), "d3-d6\nquit\n")
    assert status == 0 and "red>" in out
    assert "blue Page (bot 1)" in out  # as the page names it
    (kept,) = tmp_path.rglob("seats.json")
    assert kept.stat().st_mode & 0o077 == 0
    status, out, err = finish(command(tmp_path, "join", link), "history\nquit\n")
    assert (status, err) == (0, "")
    assert "d3" in out and "red>" in out
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "another"))
    assert run(["join", link]) == 2
    assert "works only once" in capsys.readouterr().err


def test_a_user_and_a_bot_of_his_keep_seats_of_their_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    table = Address("http://localhost:7373", "t" * 16, "")
    bots, mine = Seats(table.table, {"red": "b"}), Seats(table.table, {"blue": "m"})
    keep(table, bots, is_bot=True)
    assert kept_at(table) is None
    keep(table, mine)
    assert (kept_at(table), kept_at(table, is_bot=True)) == (mine, bots)


def test_a_spectator_sees_the_game_and_cannot_play(url: str, tmp_path: Path) -> None:
    seats, _ = opened(url, "expansion", "me", "level:1")
    link = f"{url}/#/table/{seats.table}"
    watching = command(tmp_path, "join", link, "--watch")
    assert "The game begins when suns has come." in wait_for(watching, "begins")

    async def play() -> None:
        client = Client(url)
        async with client.enter(seats) as session:
            await session.until(lambda: session.is_my_turn)
            await session.resign()

    asyncio.run(play())
    status, out, err = finish(watching)
    assert (status, err) == (0, "") and "moons won" in out
    assert "5@" not in out  # where the values of others are


@pytest.mark.long
def test_a_game_that_is_over_goes_on_in_a_rematch_that_both_want(url: str, tmp_path: Path) -> None:
    _, links = opened(url, "siege-master", "friend", "friend")
    ada, ben = (
        command(tmp_path / name, "join", link, "--name", name)
        for name, link in zip(("Ada", "Ben"), links, strict=True)
    )
    wait_for(ben, "red Ada, blue you")
    type_in(ada, "resign\nyes\n")
    assert "Type rematch to play again, or quit." in wait_for(ada, "blue won")
    wait_for(ben, "blue won")
    type_in(ada, "rematch\n")
    wait_for(ada, "The game begins when every seat is taken.")
    output = wait_for(ben, "red offers a rematch. Type rematch to play it.")
    assert "begins" not in output  # nobody is taken there unasked
    type_in(ben, "rematch\n")
    wait_for(ben, "red you, blue Ada")
    for running, typed in ((ben, "resign\nyes\n"), (ada, "quit\n")):
        status, out, err = finish(running, typed)
        assert (status, err) == (0, "") and "blue won" in out


@pytest.mark.long
def test_who_does_not_want_a_rematch_gets_none(url: str, tmp_path: Path) -> None:
    _, (link,) = opened(url, "siege-master", "friend", "level:1")
    status, out, err = finish(command(tmp_path, "join", link), "resign\nyes\nyes\n\nrandom\n")
    assert (status, err) == (0, "")
    assert "begins" not in out.partition("blue won")[2] and "red>" in out
    status, out, err = finish(command(tmp_path, "join", link), "quit\n")
    assert (status, err) == (0, "") and "blue won" in out


@pytest.mark.long
def test_a_rematch_against_a_bot_begins_at_once_one_seat_further(url: str, tmp_path: Path) -> None:
    _, (link,) = opened(url, "siege-master", "friend", "level:1")
    status, out, err = finish(command(tmp_path, "join", link), "resign\nyes\nrematch\nquit\n")
    assert (status, err) == (0, "")
    assert "red Page (bot 1), blue you" in out


def test_what_is_wrong_is_said_and_loses_nothing(url: str, tmp_path: Path) -> None:
    _, (link,) = opened(url, "siege-master", "friend", "level:1")
    typed = "zz\n? zz\nyes\nlook 99\nresign\nno\nd3-d6 zz\nquit\n"
    status, out, err = finish(command(tmp_path, "join", link), typed)
    assert (status, err) == (0, "")
    assert "There is no offer to answer." in out
    assert "Type the number of a turn" in out
    assert "Resign the game? [y/N] no" in out
    assert "Not played, because the position has changed: zz" in out


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ("nowhere at all", "nowhere at all: give the address of a server"),
        ("", "siegeworks: Give the address of a server"),
        ("{url}/#/join/AAAA-AAAA-AAAA", "no invitation"),
        ("{url}/#/table/AAAAAAAAAAAAAAAA", "no such table"),
        ("http://127.0.0.1:9", "127.0.0.1:9 cannot be reached: no server answers there."),
        ("{tls}", "cannot be reached: it does not speak TLS. Try http:// instead."),
    ],
)
def test_a_wrong_address_is_refused(
    url: str, wrong: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["join", wrong.format(url=url, tls=url.replace("http:", "https:"))]) == 2
    captured = capsys.readouterr()
    assert (captured.out, sentence in captured.err) == ("", True)


def test_a_file_that_is_there_is_not_overwritten_by_a_game_that_one_joins(
    url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "game.siege").write_text("precious")
    assert run(["join", url, "--record", str(tmp_path / "game.siege")]) == 2
    assert "game.siege: this file already exists. Choose another" in capsys.readouterr().err


def test_a_name_without_an_address_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def unknown(*_: object, **__: object) -> None:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    assert run(["join", "http://nowhere.invalid"]) == 2
    assert "cannot be reached: there is no such address." in capsys.readouterr().err


@pytest.mark.long
@pytest.mark.usefixtures("prepared_searches")  # it says so where something has to be compiled
def test_a_bot_takes_a_seat_by_a_link_and_plays_to_the_end(url: str, tmp_path: Path) -> None:
    _, (link, other) = opened(url, "siege-by-number", "friend", "friend")
    bot = command(tmp_path / "bot", "bot", "connect", link, "--bot", "greedy")
    wait_for(bot, "At http")
    file = tmp_path / "game.siege"
    joined = command(tmp_path, "join", other, "--record", str(file))
    status, out, err = finish(joined, "random\n" * 3 + "resign\nyes\n")
    assert (status, err) == (0, "")
    assert "greedy (bot)" in out and "won" in out
    assert read_record(file).game == "siege-by-number"
    status, out, err = finish(bot)
    assert (status, err) == (0, "") and "won" in out


@pytest.mark.long
def test_a_bot_waits_in_the_lobby_with_a_clock_kept_and_leaves_cleanly(
    url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    waiting = command(
        tmp_path, "bot", "connect", url, "--game", "siege-by-number", "-o", "seats=3",
        "--seats", "open,me,level:1", "--bot", "random", "--clock", "5+3",
    )  # fmt: skip
    wait_for(waiting, "Seats:")

    async def lobby() -> list[m.LobbyTable]:
        return await Client(url).lobby()

    (table,) = asyncio.run(lobby())
    assert table.clock == m.ClockTimes(reserve=300_000, increment=3_000)
    assert [(seat.who, seat.is_bot) for seat in table.seats] == [
        ("open", False),
        ("person", True),
        ("bot", True),
    ]
    assert run(["join", url]) == 0
    assert f"{url}/#/table/{table.table}" in capsys.readouterr().out
    waiting.send_signal(signal.SIGINT)
    status, out, err = finish(waiting)
    assert status == 130 and "interrupted" in err
    assert asyncio.run(lobby()) == []
    back = out.partition("The bot has left. Its seat is kept. To come back: siegeworks ")[2]
    returned = command(tmp_path, *shlex.split(back))
    assert "moons random (bot)" in wait_for(returned, "Seats:")
    (again,) = asyncio.run(lobby())
    assert again.table == table.table
    returned.send_signal(signal.SIGINT)
    assert finish(returned)[0] == 130


@pytest.mark.long
def test_a_bot_at_a_link_plays_one_game_and_no_rematch(url: str, tmp_path: Path) -> None:
    _, (link, other) = opened(url, "siege-master", "friend", "friend")
    bot = command(tmp_path / "bot", "bot", "connect", link, "--bot", "random")
    wait_for(bot, "Seats:")
    joined = command(tmp_path, "join", other)
    type_in(joined, "resign\nyes\n")
    wait_for(joined, "won")
    status, out, _ = finish(bot)
    assert status == 0 and "won" in out
    type_in(joined, "rematch\n")
    wait_for(joined, "The game begins when every seat is taken.")
    status, out, _ = finish(command(tmp_path / "bot", "bot", "connect", link, "--bot", "random"))
    assert status == 0 and "won" in out
    joined.send_signal(signal.SIGINT)
    assert finish(joined)[0] == 130


def test_a_clock_is_written_as_players_write_it() -> None:
    assert _clock("") is None
    assert _clock("15+10") == m.ClockTimes(reserve=900_000, increment=10_000)
    assert _clock("30s") == m.ClockTimes(per_move=30_000)
    assert _clock("2d") == m.ClockTimes(per_move=2 * 86_400_000)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["http://127.0.0.1:9", "--bot", "level:99", "--game", "expansion"], "level"),
        (["http://127.0.0.1:9"], "--game siege-master"),
        (["http://127.0.0.1:9", "--game", "chess"], "There is no game"),
        (["http://127.0.0.1:9", "--game", "expansion", "-o", "x"], "KEY=VALUE"),
        (
            ["http://127.0.0.1:9", "--game", "expansion", "-o", "notes=on", "-o", "notes=off"],
            "the option notes is given twice",
        ),
        (["http://127.0.0.1:9", "--game", "expansion", "--seats", "open,open"], "must be me"),
        (["http://127.0.0.1:9", "--game", "expansion", "--clock", "five"], "as in 5+3"),
        (["http://127.0.0.1:9", "--game", "expansion", "--games", "-1"], "--games -1: give a"),
        (["http://127.0.0.1:9/#/join/ABCD-EFGH-JKLM", "--clock", "5+3"], "Leave --clock out."),
        (["http://127.0.0.1:9/#/join/ABCD-EFGH-JKLM", "--game", "expansion"], "Leave --game out"),
        (["http://127.0.0.1:9", "--game", "expansion", "--seat", "suns"], "--seat is for a table"),
    ],
)
def test_a_bot_that_cannot_play_says_why(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["bot", "connect", *arguments]) == 2
    assert sentence in capsys.readouterr().err
