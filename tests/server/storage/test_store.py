"""What is stored stays stored, whatever happens to the server."""

import asyncio
import os
import sqlite3
import stat
import threading
from collections.abc import Iterator
from pathlib import Path
from types import NoneType
from typing import Any

import pytest

from siegeworks.core.errors import SiegeworksError
from siegeworks.server.storage.database import Database
from siegeworks.server.storage.event_log import STEP, Event
from siegeworks.server.storage.group_writer import Conflict, NotStored, Waiting
from siegeworks.server.storage.layout import COUNT, FILE, LOCK, SqliteConnection
from siegeworks.server.storage.rows import SeatRow, TableRow
from siegeworks.server.storage.sqlite_store import SqliteStore
from siegeworks.server.storage.store import Store
from siegeworks.server.tables.table_server import TableServer
from tests.server.helpers import enter, open_room, run_with_server, seats_of
from tests.server.served import Player, served, served_apart
from tests.server.storage.together import together

ROW = TableRow("t" * 16, "siege-master", {}, 1, 0.0, [SeatRow(0, "open"), SeatRow(1, "open")])
FIRST, SECOND = Event(STEP, "red", "d3-d6", "red 1"), Event(STEP, "blue", "e4-e7", "blue 1")


def test_a_version_is_written_once(sqlite_store: SqliteStore) -> None:
    async def write() -> None:
        await sqlite_store.create(ROW, [])
        both = [sqlite_store.append(ROW.id, 0, [event]) for event in (FIRST, SECOND)]
        answers = await asyncio.gather(*both, return_exceptions=True)
        assert [type(answer) for answer in answers] == [type(None), Conflict]
        for version, event in ((2, SECOND), (0, SECOND), (1, FIRST)):  # a gap, a race, a repeat
            with pytest.raises(Conflict):
                await sqlite_store.append(ROW.id, version, [event])
        await sqlite_store.append(ROW.id, 1, [SECOND])
        assert await sqlite_store.events(ROW.id) == [FIRST, SECOND]

    asyncio.run(write())


def test_a_failed_request_does_not_affect_others_in_its_batch(store: Store) -> None:
    async def write() -> None:
        await store.create(ROW, [])
        jobs = [store.append(f"{i:016}", 0, [FIRST]) for i in range(5)]  # no such tables
        answers = await asyncio.gather(
            *jobs, store.append(ROW.id, 0, [FIRST]), *jobs[:0], return_exceptions=True
        )
        assert [isinstance(answer, Conflict) for answer in answers] == [True] * 5 + [False]
        assert await store.events(ROW.id) == [FIRST]

    asyncio.run(write())


def test_what_reading_refuses_is_not_mistaken_for_a_broken_disk(store: Store) -> None:
    def refuse(_: Database) -> None:
        raise SiegeworksError("There is no such tournament.")

    async def read() -> None:
        for table in ("", ROW.id):
            with pytest.raises(SiegeworksError, match="There is no such") as refused:
                await store.read(refuse, table)
            assert type(refused.value) is SiegeworksError

    asyncio.run(read())


def test_what_waits_beside_a_request_that_fails_is_written_once(store: Store) -> None:
    async def write() -> None:
        await store.create(ROW, [])
        answers = await together(
            store,
            store.append(ROW.id, 0, [FIRST]),
            store.append(ROW.id, 7, [FIRST]),
            store.append(ROW.id, 1, [SECOND], beside=lambda _: None),
        )
        assert [type(answer) for answer in answers] == [NoneType, Conflict, NoneType]
        assert await store.events(ROW.id) == [FIRST, SECOND]

    asyncio.run(write())


def test_what_is_written_once_the_store_is_closed_is_refused(store: Store) -> None:
    """What ends last, like a mail that was being sent, would wait for its answer for ever."""

    async def write() -> None:
        with pytest.raises(NotStored, match="stopping"):
            await asyncio.wait_for(store.write(lambda db: None), 60)

    store.close()
    asyncio.run(write())


def test_a_failed_write_is_reported_to_everybody_in_the_batch(sqlite_store: SqliteStore) -> None:
    async def write() -> None:
        await sqlite_store.create(ROW, [])

        def full(db: sqlite3.Connection) -> None:
            error = sqlite3.OperationalError("database or disk is full")
            error.sqlite_errorcode = sqlite3.SQLITE_FULL
            raise error

        both = [
            sqlite_store.write(full, table=ROW.id),  # type: ignore[arg-type]
            sqlite_store.append(ROW.id, 0, [FIRST]),
        ]
        blocked = threading.Event()
        waits = asyncio.get_running_loop().create_future()
        sqlite_store._jobs.put(Waiting(lambda db: blocked.wait(5), waits))
        answers = asyncio.gather(*both, return_exceptions=True)
        await asyncio.sleep(0)  # both wait behind the one that blocks: one transaction
        blocked.set()
        assert [type(answer) for answer in await answers] == [NotStored, NotStored]
        assert await sqlite_store.events(ROW.id) == []
        await sqlite_store.append(ROW.id, 0, [FIRST])

    asyncio.run(write())


def test_after_a_failed_rollback_the_next_write_is_stored(sqlite_store: SqliteStore) -> None:
    class Failing:
        """A connection whose rollback fails once."""

        in_transaction = True

        def execute(self, command: str) -> None:
            if command == "ROLLBACK":
                sqlite_store._writing = working
                raise sqlite3.OperationalError("disk I/O error")
            working.execute(command)
            raise sqlite3.OperationalError("disk I/O error")

    working = sqlite_store._writing

    async def write() -> None:
        await sqlite_store.create(ROW, [])
        sqlite_store._writing = Failing()  # type: ignore[assignment]
        for _ in range(2):  # the first leaves a transaction open, the second ends it
            with pytest.raises(NotStored):
                await sqlite_store.append(ROW.id, 0, [FIRST])
        await sqlite_store.append(ROW.id, 0, [FIRST])

    asyncio.run(write())


def test_an_invalid_database_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "tables.sqlite").write_text("half a photograph " * 100)
    with pytest.raises(SiegeworksError, match="cannot store tables here: file is not a database"):
        SqliteStore(tmp_path)


def test_a_failed_lock_is_not_reported_as_another_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class ReadOnly(SqliteConnection):
        def execute(self, *arguments: object) -> sqlite3.Cursor:
            error = sqlite3.OperationalError("attempt to write a readonly database")
            error.sqlite_errorcode = sqlite3.SQLITE_READONLY
            raise error

    connect = sqlite3.connect
    monkeypatch.setattr(
        sqlite3, "connect", lambda *a, **k: connect(*a, **{**k, "factory": ReadOnly})
    )
    with pytest.raises(
        SiegeworksError, match="cannot store tables here: attempt to write a readonly"
    ):
        SqliteStore(tmp_path)


def test_two_servers_do_not_share_a_folder(sqlite_store: SqliteStore) -> None:
    with pytest.raises(SiegeworksError, match="a server uses this folder"):
        SqliteStore(sqlite_store.path.parent)


def test_an_unusable_folder_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(SiegeworksError, match=r"file: cannot store tables here"):
        SqliteStore(tmp_path / "file")


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture
def permissive_umask() -> Iterator[None]:
    """A umask with which everybody may read new files."""
    before = os.umask(0o022)
    yield
    os.umask(before)


@pytest.mark.usefixtures("permissive_umask")
@pytest.mark.parametrize("there", [[], [FILE], [FILE, f"{FILE}-wal", LOCK, COUNT], ["notes.txt"]])
def test_files_are_readable_by_their_owner_only(there: list[str], tmp_path: Path) -> None:
    """In a new or an existing folder, with or without files of an older version."""
    folder = tmp_path / "tables"
    folder.mkdir(0o755)
    for name in there:
        (folder / name).touch(0o644)
    store = SqliteStore(folder)
    asyncio.run(store.create(ROW, [FIRST]))
    try:
        ours = [path for path in folder.iterdir() if path.name != "notes.txt"]
        assert {f"{FILE}-wal", f"{FILE}-shm", FILE} < {path.name for path in ours}
        assert {mode(path) for path in ours} == {0o600}
        # A folder with other files keeps its permissions.
        assert mode(folder) == (0o755 if "notes.txt" in there else 0o700)
    finally:
        store.close()
    assert {mode(path) for path in folder.iterdir() if path.name != "notes.txt"} == {0o600}


@pytest.mark.usefixtures("permissive_umask")
def test_a_new_folder_is_readable_by_its_owner_only(tmp_path: Path) -> None:
    SqliteStore(tmp_path / "new" / "tables").close()
    assert mode(tmp_path / "new" / "tables") == 0o700


@pytest.mark.usefixtures("permissive_umask")
def test_the_files_of_a_running_server_are_readable_by_their_owner_only(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    with served_apart(tmp_path) as (client, _):
        client.table("kings-ransom", "me", "hot-seat", setup="secret")
        assert mode(tmp_path) == 0o700
        assert {mode(path) for path in tmp_path.iterdir()} == {0o600}


def test_no_seat_key_and_no_code_is_stored(tmp_path: Path) -> None:
    secrets: list[str] = []

    async def play(server: object) -> None:
        _, made = await open_room(server, "siege-master", "me", "friend")  # type: ignore[arg-type]
        secrets.extend([made.yours[0].key, made.invitations[0].code.replace("-", "")])

    run_with_server(tmp_path, play)
    for path in tmp_path.iterdir():
        kept = path.read_bytes()
        assert not any(secret.encode() in kept for secret in secrets)


def test_after_a_restart_the_table_is_as_it_was(tmp_path: Path) -> None:
    seen: list[Any] = []

    async def play(server: TableServer) -> None:
        room, made = await open_room(server, "siege-by-number", "me", "hot-seat")
        seen.append(made.table)
        page = await enter(room, *seats_of(room, [y.key for y in made.yours]))
        seen.append(page.view)

    async def again(server: TableServer) -> None:
        room = await server.rooms.get(seen[0])
        page = await enter(room, 0, 1)
        assert page.view == seen[1] and page.view["steps"]

    run_with_server(tmp_path, play)
    run_with_server(tmp_path, again)


def test_after_a_kill_every_answered_step_is_there(tmp_path: Path) -> None:
    answered: list[tuple[int, str]] = []
    with served_apart(tmp_path) as (client, process):
        table = client.table("siege-master", "me", "hot-seat")
        player = client.at(table, 0, 1)
        for number in range(12):
            token = player.view["legal"][0]
            player.say(type="act", id=str(number), version=number, token=token)
            if number == 11:
                break  # it may be stored or not; nobody has heard of it
            assert player.hear("accepted")["version"] == number + 1
            answered.append((number, token))
            player.wait_for(number + 1)
        process.kill()
    with served(tmp_path) as client:
        keys = [seat["key"] for seat in table["yours"]]
        player = Player(client.connect(), table["table"], keys)
        steps = [step["token"] for step in player.view["steps"]]
        assert steps[:11] == [token for _, token in answered] and len(steps) in (11, 12)
        player.say(type="act", id="3", version=3, token=answered[3][1])  # sent again: counted
        assert player.hear("accepted", "refused") == {"type": "accepted", "id": "3", "version": 4}
        assert player.act(request="next")["type"] == "accepted"
