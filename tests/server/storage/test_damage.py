"""Damage is noticed, reported, and confined to the tables that it is in."""

import asyncio
import json
import random
import shutil
import sqlite3
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from siegeworks.core.errors import SiegeworksError
from siegeworks.server.storage import layout
from siegeworks.server.storage.checksums import Damaged
from siegeworks.server.storage.checkup import backup, check
from siegeworks.server.storage.event_log import STEP, Event
from siegeworks.server.storage.layout import COUNT, FILE
from siegeworks.server.storage.rows import SeatRow, TableRow
from siegeworks.server.storage.sqlite_store import CHECKED_AT_START, SqliteStore
from siegeworks.server.tables.maintenance import Maintenance, check_all
from tests.server.helpers import server_in
from tests.server.served import served

TABLES = [f"{number:02}{'t' * 14}" for number in range(12)]
LENGTH = 6


def row_of(table: str) -> TableRow:
    """A table whose first seat anybody may take."""
    seats = [SeatRow(0, "open"), SeatRow(1, "person", name=f"Ann {table[:2]}")]
    return TableRow(table, "siege-master", {"free": "yes"}, 1, 1.0, seats)


def events_of(table: str) -> list[Event]:
    """Tokens that are found in the file once each; nobody plays them."""
    return [Event(STEP, "red", f"<{table[:2]}.{n}>", f"red {table} {n}") for n in range(LENGTH)]


def with_store(
    folder: Path,
    work: Callable[[SqliteStore], Awaitable[None]],
    checked_at_start: int = CHECKED_AT_START,
) -> None:
    """Do this with the tables of a folder."""

    async def run() -> None:
        store = SqliteStore(folder, checked_at_start)
        try:
            await work(store)
        finally:
            store.close()

    asyncio.run(run())


async def written(store: SqliteStore) -> None:
    """Twelve tables."""
    for table in TABLES:
        await store.create(row_of(table), events_of(table))


@contextmanager
def by_hand(folder: Path) -> Iterator[sqlite3.Connection]:
    """The database file, opened directly in order to damage it."""
    with closing(sqlite3.connect(folder / FILE, isolation_level=None)) as db:
        yield db


async def readable_tables(store: SqliteStore) -> set[str]:
    """The tables that are as they were written; nothing of the others is revealed."""
    readable = set()
    for table in TABLES:
        try:
            row, events = await store.table(table), await store.events(table)
        except Damaged as error:
            assert "<" not in error.why + str(error)
            continue
        if row is not None:
            assert row._replace(touched=0.0) == row_of(table)
            assert events == events_of(table)
            readable.add(table)
    return readable


BREAKS = [
    "UPDATE event SET token = '<03.9>' WHERE token = '<03.2>'",
    "UPDATE event SET actor = 'blue' WHERE token = '<03.2>'",
    "UPDATE event SET kind = 'undo' WHERE token = '<03.2>'",
    "UPDATE event SET request = NULL WHERE token = '<03.2>'",
    "UPDATE event SET chain = chain + 1 WHERE token = '<03.2>'",
    "DELETE FROM event WHERE token = '<03.2>'",
    "DELETE FROM event WHERE token = '<03.5>'",
    "DELETE FROM event WHERE token LIKE '<03%'",
    "UPDATE game_table SET options = '{broken' WHERE id LIKE '03%'",
    "UPDATE game_table SET options = '{}' WHERE id LIKE '03%'",
    "UPDATE game_table SET game = 'chess' WHERE id LIKE '03%'",
    "UPDATE game_table SET opened = 2 WHERE id LIKE '03%'",
    "UPDATE game_table SET length = 5 WHERE id LIKE '03%'",
    "UPDATE game_table SET is_gone = 1 WHERE id LIKE '03%'",
    "UPDATE seat SET name = 'Bob' WHERE game_table LIKE '03%' AND seat = 1",
    "UPDATE seat SET who = 'open' WHERE game_table LIKE '03%' AND seat = 1",
    "UPDATE seat SET key_hash = x'00' WHERE game_table LIKE '03%' AND seat = 1",
    "DELETE FROM seat WHERE game_table LIKE '03%' AND seat = 0",
    "DELETE FROM seat WHERE game_table LIKE '03%' AND seat = 1",
    "DELETE FROM seat WHERE game_table LIKE '03%'",
    "UPDATE seat SET used = 1e9 WHERE game_table LIKE '03%' AND seat = 1",
    "UPDATE event SET token = CAST(x'ff3c' AS TEXT) WHERE token = '<03.2>'",
]


@pytest.mark.parametrize("command", BREAKS)
def test_any_change_to_one_table_is_noticed_and_the_others_go_on(
    command: str, tmp_path: Path
) -> None:
    with_store(tmp_path, written)
    with by_hand(tmp_path) as db:
        assert db.execute(command).rowcount >= 1

    async def look(store: SqliteStore) -> None:
        await check_all(store, pause=0)
        assert store.health().damaged == 1 and set(store.damaged) == {TABLES[3]}
        assert await readable_tables(store) == set(TABLES) - {TABLES[3]}
        with pytest.raises(Damaged, match="can no longer be read"):
            await store.append(TABLES[3], LENGTH, [Event(STEP, "red", "next")])
        await store.append(TABLES[4], LENGTH, [Event(STEP, "red", "next")])

    with_store(tmp_path, look)


def test_flipped_bits_never_go_unnoticed(tmp_path: Path) -> None:
    """400 bytes a time, anywhere behind the first page, as the issue's attacker flipped them."""
    with_store(tmp_path / "whole", written)
    whole = (tmp_path / "whole" / FILE).read_bytes()
    noticed = 0
    for seed in range(10):
        noise, broken = random.Random(seed), bytearray(whole)
        for _ in range(400):
            broken[noise.randrange(4096, len(broken))] ^= 1 << noise.randrange(8)
        folder = tmp_path / str(seed)
        folder.mkdir()
        (folder / FILE).write_bytes(broken)

        async def look(store: SqliteStore) -> None:
            try:
                await check_all(store, pause=0)
            except SiegeworksError as error:
                assert store.health().complaints and "<" not in str(error)
            readable = await readable_tables(store)
            assert not store.health().is_ok or readable == set(TABLES)

        try:
            with_store(folder, look)
        except SiegeworksError as error:  # not even its tables can be listed
            assert "cannot store tables here" in str(error)
        noticed += 1
    assert noticed == 10


@pytest.mark.parametrize("token", [f"<{table[:2]}.{LENGTH - 1}>" for table in TABLES])
def test_one_flipped_bit_costs_one_table(token: str, tmp_path: Path) -> None:
    with_store(tmp_path, written)
    kept = (tmp_path / FILE).read_bytes()
    assert kept.count(token.encode()) == 1
    at = kept.index(token.encode()) + 1
    (tmp_path / FILE).write_bytes(kept[:at] + bytes([kept[at] ^ 1]) + kept[at + 1 :])

    async def look(store: SqliteStore) -> None:
        assert {table[:2] for table in set(TABLES) - await readable_tables(store)} == {token[1:3]}

    with_store(tmp_path, look)


def test_the_health_check_reports_damage_and_other_tables_go_on(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with served(tmp_path) as client:
        broken, whole = (client.table("siege-master", "me", "open") for _ in range(2))
        for table in (broken, whole):
            client.at(table, 0)
        assert client.get("/healthz")[1]["state"] == "ok"
    with by_hand(tmp_path) as db:
        db.execute("UPDATE game_table SET options = '{\"free\"' WHERE id = ?", (broken["table"],))
    with served(tmp_path) as client:
        player = client.at(whole, 0)
        status, lobby = client.get("/api/lobby")
        assert status == 200 and [row["table"] for row in lobby["tables"]] == [whole["table"]]
        connection = client.connect()
        connection.send(json.dumps({"type": "hello", "table": broken["table"]}))
        assert "can no longer be read" in json.loads(connection.recv())["sentence"]
        status, health = client.get("/healthz")
        assert status == 200
        assert (health["state"], health["damaged"], health["lost"]) == ("degraded", 1, 0)
        request = {"key": "b" * 22, "table": whole["table"], "name": "Ben"}
        if client.post("/api/seats", request)[0] == 200:
            player.wait_for(0)
            assert player.act("d3-d6")["type"] == "accepted"
    assert caplog.text.count("is damaged") == 1


def test_tables_that_nobody_opens_are_checked_too(tmp_path: Path) -> None:
    with_store(tmp_path, written)
    with by_hand(tmp_path) as db:
        db.execute("UPDATE event SET token = '' WHERE token = '<07.1>'")

    async def look() -> None:
        async with server_in(tmp_path) as server:
            maintenance = Maintenance(server.rooms)
            maintenance.start()  # by itself, as soon as the server runs
            while not server.store.damaged:
                await asyncio.sleep(0.001)
            await maintenance.stop()
            assert server.store.damaged == {TABLES[7]: "event 2 is not as it was written"}

    asyncio.run(asyncio.wait_for(look(), 60))


def test_stored_illegal_steps_are_damage_and_are_not_revealed(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Check values are right, as if another version of the rules had written them."""
    with_store(tmp_path, written)

    async def look() -> None:
        async with server_in(tmp_path) as server:
            with pytest.raises(SiegeworksError, match="can no longer be read") as refused:
                await server.rooms.get(TABLES[3])
                assert "<03." not in str(refused.value) + caplog.text
            assert server.store.damaged == {TABLES[3]: "its steps are against the rules"}

    asyncio.run(look())


# The write-ahead log ------------------------------------------------------------------------------


def copied_while_open(folder: Path, copy: Path) -> None:
    """What a disk holds when the power fails: nothing was moved out of the write-ahead log yet."""

    async def leave(store: SqliteStore) -> None:
        await written(store)
        shutil.copytree(folder, copy)

    with_store(folder, leave)


@pytest.mark.parametrize("left", [0.0, 0.5, 1.0])
def test_a_truncated_write_ahead_log_is_noticed(
    left: float, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    copied_while_open(tmp_path / "first", tmp_path / "copy")
    wal = tmp_path / "copy" / f"{FILE}-wal"
    size = wal.stat().st_size
    with wal.open("r+b") as file:
        file.truncate(int(size * left))

    async def look(store: SqliteStore) -> None:
        health = store.health()
        if left == 1.0:
            assert health.is_ok and not caplog.text
            assert await readable_tables(store) == set(TABLES)
        else:
            assert health.lost > 0 and not health.is_ok
            assert f"the last {health.lost} transactions are missing" in caplog.text
            await store.create(row_of("n" * 16), [])

    if left == 0.0:  # not even the SQL tables were moved out of it
        shutil.copy(tmp_path / "first" / COUNT, tmp_path / "copy" / COUNT)
    with_store(tmp_path / "copy", look)
    caplog.clear()

    async def again(store: SqliteStore) -> None:
        assert store.health().is_ok  # reported once, and then no more

    with_store(tmp_path / "copy", again)


def test_a_kill_between_writing_and_counting_causes_no_alarm(tmp_path: Path) -> None:
    with_store(tmp_path, written)
    with by_hand(tmp_path) as db:
        db.execute("UPDATE written SET transactions = transactions + 1")

    async def look(store: SqliteStore) -> None:
        assert store.health().is_ok

    with_store(tmp_path, look)
    (tmp_path / COUNT).write_bytes(b"\xff" * 40)  # nor is a count that was never written whole
    with_store(tmp_path, look)


def test_a_damaged_number_of_transactions_is_ignored() -> None:
    """A STRICT column has no such value unless its page is damaged."""
    with closing(sqlite3.connect(":memory:")) as db:
        db.execute("CREATE TABLE written (transactions)")
        assert layout.transactions_of(db) is None
        for value in (None, "12", b"12"):
            db.execute(
                "INSERT OR REPLACE INTO written (rowid, transactions) VALUES (1, ?)", (value,)
            )
            assert layout.transactions_of(db) is None


def test_a_map_is_stored_with_its_table_and_damage_to_it_is_noticed(tmp_path: Path) -> None:
    map_rows = ". . . . .\n\n F . . . ."

    async def write(store: SqliteStore) -> None:
        for table in TABLES[:3]:
            await store.create(row_of(table)._replace(map_rows=map_rows), [])
            await store.touch(table)

    async def look(store: SqliteStore) -> None:
        row = await store.table(TABLES[0])
        assert row is not None and row.map_rows == map_rows
        for table in TABLES[1:3]:
            with pytest.raises(Damaged):
                await store.table(table)

    with_store(tmp_path, write)
    copy = tmp_path / "copy.sqlite"
    assert backup(tmp_path, copy).is_ok and check(tmp_path).is_ok
    with by_hand(tmp_path) as db:
        db.execute("UPDATE game_table SET map_rows = '' WHERE id = ?", (TABLES[1],))
        db.execute("UPDATE game_table SET map_rows = 'F' || map_rows WHERE id = ?", (TABLES[2],))
    assert list(check(tmp_path).damaged) == TABLES[1:3]
    with_store(tmp_path, look)


def test_a_file_too_damaged_to_be_opened_is_refused_in_a_sentence(tmp_path: Path) -> None:
    with_store(tmp_path, written)
    with (tmp_path / FILE).open("r+b") as file:
        file.seek(100)
        file.write(b"\xff" * 900)  # where the SQL tables are named
    with pytest.raises(SiegeworksError, match="cannot store tables here"):
        SqliteStore(tmp_path)


def test_a_large_file_does_not_keep_the_server_from_starting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its structure is looked at afterwards, beside everything else."""
    with_store(tmp_path, written)
    monkeypatch.setattr(layout, "complaints_of", lambda db: ["page 3 is damaged"])

    async def look(store: SqliteStore) -> None:
        assert store.health().is_ok
        await store.check_structure()
        assert store.health().complaints == ["page 3 is damaged"]

    with_store(tmp_path, look, checked_at_start=0)
