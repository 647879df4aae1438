"""What is stored is brought from each layout to the next with all that is in it; what this version
does not know is refused and left alone."""

import asyncio
import shutil
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import psycopg
import pytest

from siegeworks.core.errors import SiegeworksError
from siegeworks.server.storage import layout
from siegeworks.server.storage.event_log import STEP, Event
from siegeworks.server.storage.layout import FILE, newest_layout, scripts_after
from siegeworks.server.storage.opening import open_store, reading
from siegeworks.server.storage.presence import PresenceRow, write_presence
from siegeworks.server.storage.rows import SeatRow, TableRow
from siegeworks.server.storage.store import Store
from tests.server.postgresql import new_database
from tests.server.storage.rows_of_layout_1 import ROWS, Row

TABLE = TableRow("t" * 16, "siege-master", {}, 1, 0.0, [SeatRow(0, "open"), SeatRow(1, "open")])
MOVE = Event(STEP, "red", "d3-d6", "red 1")
NEXT = newest_layout() + 1
# A next layout as it might be: a further column, and a table whose rows follow from others.
SYNTHETIC = """
ALTER TABLE seat ADD COLUMN handicap REAL NOT NULL DEFAULT 0.5;
CREATE TABLE greeting (
    account TEXT COLLATE BINARY PRIMARY KEY REFERENCES account,
    words TEXT NOT NULL,
    seal BLOB,
    times INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO greeting SELECT id, 'Hello, ' || name, NULL, 3000000000 FROM account;
"""
INTERRUPTED = f"{SYNTHETIC}\nINSERT INTO greeting SELECT id, name, NULL, 0 FROM nowhere;\n"


class Place:
    """Where a store is: a folder with an SQLite file, or a PostgreSQL database."""

    def __init__(self, folder: Path, database: str | None) -> None:
        self.folder, self.database = folder, database

    def open(self) -> Store:
        """The store, as a server opens it."""
        return open_store(self.folder, self.database)

    def run(self, command: str, values: Sequence[Any] = ()) -> list[Any]:
        """The rows of a command that no store runs."""
        if self.database is None:
            with closing(sqlite3.connect(self.folder / FILE)) as file, file:
                return file.execute(command, values).fetchall()
        with psycopg.connect(self.database) as connection:
            cursor = connection.execute(command.replace("?", "%s").encode(), values)
            return cursor.fetchall() if cursor.description else []

    def layout(self) -> int:
        """The layout in which it is written."""
        of_file, of_database = "PRAGMA user_version", "SELECT number FROM siegeworks_layout"
        return int(self.run(of_file if self.database is None else of_database)[0][0])

    def mark(self, number: int) -> None:
        """Say that it is written in another layout."""
        of_file = f"PRAGMA user_version = {number}"
        of_database = f"UPDATE siegeworks_layout SET number = {number}"
        self.run(of_file if self.database is None else of_database)


@pytest.fixture
def place(tmp_path: Path, database: str | None) -> Place:
    """A store of layout 1, with something in each of its tables."""
    place = Place(tmp_path, database)
    place.open().close()
    for table, row in ROWS:
        marks = ", ".join("?" * len(row))
        place.run(f"INSERT INTO {table} ({', '.join(row)}) VALUES ({marks})", list(row.values()))
    return place


@pytest.fixture
def scripts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the scripts, for more of them, in the place of those of the program."""
    folder = tmp_path / "layouts"
    shutil.copytree(layout.SCRIPTS, folder)
    monkeypatch.setattr(layout, "SCRIPTS", folder)
    return folder


def check_that_all_is_there(store: Store) -> None:
    """All rows are there and can be read, and the store can be used."""

    def is_there(db: Any, table: str, row: Row) -> bool:
        where = " AND ".join(f"{n} IS NULL" if row[n] is None else f"{n} = ?" for n in row)
        values = [value for value in row.values() if value is not None]
        return bool(db.execute(f"SELECT 1 FROM {table} WHERE {where}", values).fetchone())

    async def use() -> None:
        for table, row in ROWS:
            assert await store.read(lambda db, t=table, r=row: is_there(db, t, r)), (table, row)  # type: ignore[misc]
            if table == "game_table":  # whose rows, seats and events have checksums
                whole = await store.table(row["id"])
                assert whole is not None and len(whole.seats) == row["seats"]
                assert len(await store.events(row["id"])) == row["length"]
        assert store.health().is_ok
        await store.create(TABLE, [MOVE])
        assert await store.events(TABLE.id) == [MOVE]
        assert await store.claim("bots", "a", 60) is not None
        here = PresenceRow("a", frozenset({0}), 0)
        await store.write(partial(write_presence, table=TABLE.id, row=here))

    with closing(store):
        asyncio.run(use())


def check_that_it_is_migrated(place: Place) -> None:
    """It is written in the synthetic layout, with what that one adds."""
    assert place.layout() == NEXT
    assert {row[0] for row in place.run("SELECT handicap FROM seat")} == {0.5}
    greetings = place.run("SELECT words, times FROM greeting ORDER BY account")
    assert greetings == [("Hello, Ann", 3_000_000_000), ("Hello, Ben", 3_000_000_000)]


def test_the_scripts_are_numbered_from_1_without_gaps() -> None:
    assert [number for number, _ in scripts_after(0)] == list(range(1, newest_layout() + 1))


def test_layout_1_has_something_in_each_of_its_tables() -> None:
    with closing(sqlite3.connect(":memory:")) as db:
        db.executescript(scripts_after(0)[0][1])
        tables = {
            name for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type='table'")
        }
    # These have no rows that a server would keep.
    assert tables - {table for table, _ in ROWS} == {"written", "address_use"}


def test_what_was_stored_in_layout_1_is_read(place: Place) -> None:
    check_that_all_is_there(place.open())


def test_a_store_is_brought_to_the_next_layout_with_all_that_is_in_it(
    place: Place, scripts: Path
) -> None:
    (scripts / f"{NEXT:04}_synthetic.sql").write_text(SYNTHETIC)
    check_that_all_is_there(place.open())
    check_that_it_is_migrated(place)
    place.open().close()  # again: nothing is left to do
    check_that_it_is_migrated(place)


def test_an_interrupted_migration_leaves_what_was_there_and_is_made_later(
    place: Place, scripts: Path
) -> None:
    script = scripts / f"{NEXT:04}_synthetic.sql"
    script.write_text(INTERRUPTED)
    with pytest.raises(SiegeworksError, match="nowhere"):
        place.open()
    assert place.layout() == NEXT - 1
    script.unlink()
    check_that_all_is_there(place.open())  # by the version that was there before
    script.write_text(SYNTHETIC)
    place.open().close()
    check_that_it_is_migrated(place)


def test_what_a_newer_version_has_written_is_refused_and_left_alone(place: Place) -> None:
    place.mark(NEXT)
    with pytest.raises(
        SiegeworksError,
        match=rf"a newer version of siegeworks \(layout {NEXT}; this one knows {NEXT - 1}\)",
    ):
        place.open()
    with (
        pytest.raises(SiegeworksError, match="a newer version of siegeworks"),
        reading(place.folder, place.database),
    ):
        pass
    assert place.layout() == NEXT
    place.mark(NEXT - 1)
    check_that_all_is_there(place.open())


# What is not written in one of these layouts ------------------------------------------------------


@pytest.mark.parametrize("layout", [1, 11])
def test_a_file_from_before_the_first_release_is_refused_and_left_alone(
    layout: int, tmp_path: Path
) -> None:
    """Such files counted their layouts from 1 too, up to 11, but had another mark."""
    with closing(sqlite3.connect(tmp_path / FILE)) as db:
        db.executescript(
            "CREATE TABLE game_table (id TEXT);"
            f"PRAGMA application_id = {int.from_bytes(b'SIEG')}; PRAGMA user_version = {layout}"
        )
    before = (tmp_path / FILE).read_bytes()
    with pytest.raises(SiegeworksError, match=r"an earlier version of siegeworks.*empty folder"):
        open_store(tmp_path)
    assert (tmp_path / FILE).read_bytes() == before


def test_a_database_from_before_the_first_release_is_refused_and_left_alone(
    postgresql_server: str,
) -> None:
    with new_database(postgresql_server, "unreleased", empty=True) as url:
        place = Place(Path(), url)
        place.run("CREATE TABLE layout (number INTEGER NOT NULL)")
        place.run("INSERT INTO layout VALUES (1)")
        place.run("CREATE TABLE game_table (id TEXT)")
        with pytest.raises(SiegeworksError, match=r"an earlier version.*empty database"):
            place.open()
        tables = place.run("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
        assert sorted(tables) == [("game_table",), ("layout",)]


@pytest.mark.parametrize("mark", ["application_id = 7", "user_version = 7"])
def test_a_file_of_another_program_is_refused_and_left_alone(mark: str, tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / FILE)) as db:
        db.executescript(f"CREATE TABLE recipe (name TEXT); PRAGMA {mark}")
    before = (tmp_path / FILE).read_bytes()
    with pytest.raises(SiegeworksError, match="this file was not written by siegeworks"):
        open_store(tmp_path)
    assert (tmp_path / FILE).read_bytes() == before
