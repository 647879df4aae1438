"""`siegeworks tables check` and `backup`, with and without a running server."""

import asyncio
import json
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest

from siegeworks.cli import run
from siegeworks.server.storage.event_log import STEP, Event
from siegeworks.server.storage.layout import COUNT, FILE, UNRELEASED, newest_layout
from siegeworks.server.storage.rows import SeatRow, TableRow
from siegeworks.server.storage.sqlite_store import SqliteStore
from tests.server.served import Player, served

FIRST, SECOND = "first".ljust(16, "x"), "second".ljust(16, "x")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A folder with two tables, one with two events."""

    async def write() -> None:
        store = SqliteStore(tmp_path / "data")
        seats = [SeatRow(0, "person"), SeatRow(1, "person")]
        for name in (FIRST, SECOND):
            await store.create(TableRow(name, "kings-ransom", {}, 1, 1.0, seats), [])
        steps = [Event(STEP, "chance", "Sa1=K"), Event(STEP, "chance", "Sb2=A")]
        await store.append(FIRST, 0, steps)
        store.close()

    asyncio.run(write())
    return tmp_path / "data"


def broken(data: Path, command: str) -> None:
    with closing(sqlite3.connect(data / FILE, isolation_level=None)) as db:
        db.execute(command)


def test_undamaged_tables_are_reported_as_such(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["tables", "check", "--data", str(data)]) == 0
    out = capsys.readouterr().out
    assert f"2 tables, 2 events (layout {newest_layout()})" in out and "Nothing is damaged." in out


def test_damaged_tables_are_named_without_their_secrets(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken(data, "UPDATE event SET token = 'Sb2=C' WHERE token = 'Sb2=A'")
    assert run(["tables", "check", "--data", str(data)]) == 1
    captured = capsys.readouterr()
    assert f"Table {FIRST} is damaged: event 2 is not as it was written." in captured.out
    assert run(["tables", "check", "--data", str(data), "--json"]) == 1
    report = json.loads(capsys.readouterr().out)
    assert report["damaged"] == {FIRST: "event 2 is not as it was written"}
    assert (report["sound"], report["tables"], report["complaints"], report["lost"]) == (
        *(False, 2, []),
        0,
    )
    broken(data, "UPDATE event SET token = CAST(x'ff53' AS TEXT) WHERE token = 'Sb2=C'")
    assert run(["tables", "check", "--data", str(data)]) == 1
    captured = capsys.readouterr()
    assert f"Table {FIRST} is damaged: it cannot be read." in captured.out
    assert "S" not in captured.out.split("damaged:")[1].split("\n")[0]


def test_a_damaged_file_is_reported(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with (data / FILE).open("r+b") as file:
        file.seek(2 * 4096)
        file.write(b"\xff" * 4096)
    assert run(["tables", "check", "--data", str(data)]) == 1
    assert "The file is damaged:" in capsys.readouterr().out
    (data / FILE).write_bytes(b"half a photograph " * 100)
    assert run(["tables", "check", "--data", str(data)]) == 1
    assert "file is not a database" in capsys.readouterr().out


def test_missing_transactions_are_reported(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    broken(data, "UPDATE written SET transactions = transactions - 2")
    assert run(["tables", "check", "--data", str(data)]) == 1
    assert "The last 2 transactions are missing" in capsys.readouterr().out
    assert run(["tables", "backup", str(data.parent / "copy"), "--data", str(data)]) == 1
    assert "The last 2 transactions are missing" in capsys.readouterr().out
    (data / COUNT).unlink()  # a copy has none
    assert run(["tables", "check", "--data", str(data)]) == 0


@pytest.mark.parametrize("verb", [["check"], ["backup", "copy.sqlite"]])
def test_a_folder_without_tables_is_refused_and_unchanged(
    verb: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["tables", *verb, "--data", str(tmp_path)]) == 2
    assert "there are no tables here" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_another_sqlite_file_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    broken(tmp_path, "CREATE TABLE recipe (name TEXT)")
    assert run(["tables", "check", "--data", str(tmp_path)]) == 2
    assert "this file was not written by siegeworks" in capsys.readouterr().err


def test_a_file_from_before_the_first_release_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(sqlite3.connect(tmp_path / FILE)) as db:
        db.executescript(f"CREATE TABLE game_table (id TEXT); PRAGMA application_id = {UNRELEASED}")
    assert run(["tables", "check", "--data", str(tmp_path)]) == 2
    assert "Start with an empty folder: --data." in capsys.readouterr().err


def test_a_backup_of_a_running_server_can_be_served(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy, again = tmp_path / "copy.sqlite", tmp_path / "again"
    with served(tmp_path / "data") as client:
        table = client.table("siege-master", "me", "hot-seat")
        player = client.at(table, 0, 1)
        assert player.act("d3-d6")["type"] == "accepted"
        assert run(["tables", "check", "--data", str(tmp_path / "data")]) == 0
        assert run(["tables", "backup", str(copy), "--data", str(tmp_path / "data")]) == 0
        player.wait_for(1)
        assert player.act()["type"] == "accepted"  # the server has noticed nothing
        assert client.get("/healthz")[1]["state"] == "ok"
    assert "1 table, 1 event" in capsys.readouterr().out
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert {path.name for path in tmp_path.iterdir()} == {"data", "copy.sqlite"}
    again.mkdir()
    copy.rename(again / FILE)
    with served(again) as client:
        keys = [seat["key"] for seat in table["yours"]]
        assert Player(client.connect(), table["table"], keys).view["version"] == 1
        assert client.get("/healthz")[1]["state"] == "ok"


def test_a_backup_of_damaged_tables_is_made_and_reported_as_damaged(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken(data, "UPDATE event SET token = 'Sb2=C' WHERE token = 'Sb2=A'")
    copy = tmp_path / "copy.sqlite"
    assert run(["tables", "backup", str(copy), "--data", str(data)]) == 1
    assert f"Table {FIRST} is damaged" in capsys.readouterr().out and copy.exists()


def test_a_backup_overwrites_no_file(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    there = tmp_path / "there"
    there.write_text("a diary")
    assert run(["tables", "backup", str(there), "--data", str(data)]) == 2
    assert "this file already exists" in capsys.readouterr().err
    assert there.read_text() == "a diary"
    assert run(["tables", "backup", str(data), "--data", str(data)]) == 2
    assert "this is a folder" in capsys.readouterr().err
    assert run(["tables", "backup", str(tmp_path / "no" / "x"), "--data", str(data)]) == 2
    assert "there is no folder" in capsys.readouterr().err
    assert {path.name for path in tmp_path.iterdir()} == {"data", "there"}


@pytest.mark.parametrize("verb", ["check", "backup"])
def test_every_help_has_examples(verb: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["tables", verb, "--help"]) == 0
    assert f"siegeworks tables {verb}" in capsys.readouterr().out.split("Examples")[1]


def test_what_a_newer_version_has_written_is_refused_by_its_own_name(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken(data, "PRAGMA user_version = 99")
    for command in (
        ["check"],
        ["backup", str(tmp_path / "new")],
        ["export", str(tmp_path / "new")],
    ):
        assert run(["tables", *command, "--data", str(data)]) == 2
        complaint = capsys.readouterr().err
        assert f"{data / FILE}: written by a newer version" in complaint, command
    assert list(tmp_path.iterdir()) == [data]


def test_a_file_that_was_not_copied_whole_is_refused_in_a_sentence(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole, half, home = tmp_path / "whole", tmp_path / "half", tmp_path / "home"
    assert run(["tables", "export", str(whole), "--data", str(data)]) == 0
    half.write_bytes(whole.read_bytes()[: whole.stat().st_size // 2])
    capsys.readouterr()
    assert run(["tables", "import", str(half), "--data", str(home)]) == 2
    assert f"{half}: this file is damaged or was not copied whole" in capsys.readouterr().err
    assert not home.exists()


def test_where_nothing_can_be_read_nobody_is_told_to_play_on(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = data / FILE
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
    assert run(["tables", "check", "--data", str(data)]) == 1
    out = capsys.readouterr().out
    assert "No table can be read. Put a backup in its place." in out and "played on" not in out
