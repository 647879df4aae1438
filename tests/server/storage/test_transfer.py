"""Tables move between the two databases, whole and compared, and nothing that is there is lost."""

import asyncio
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from siegeworks.core.errors import SiegeworksError
from siegeworks.server.storage.checkup import backup, check, check_database
from siegeworks.server.storage.event_log import STEP, Event
from siegeworks.server.storage.opening import open_store, reading
from siegeworks.server.storage.people_rows import (
    OF_PEOPLE,
    OF_SERVERS,
    OF_TABLES,
    PASSING,
    Row,
    rows_of,
)
from siegeworks.server.storage.rows import SeatRow, TableRow, names_after
from siegeworks.server.storage.transfer import export_tables, import_tables

SEATS = [SeatRow(0, "person", 0, "Änne", "#aabbcc", b"a" * 32, None, 5.5), SeatRow(1, "bot", 3)]
EVENTS = [Event(STEP, "red", "d3-d6", "red 1"), Event(STEP, "blue", "e4-e7")]


def filled(folder: Path, database: str | None, tables: Sequence[str], events: int = 2) -> None:
    """Open tables of these names, with so many events each."""

    async def fill() -> None:
        for name in tables:
            row = TableRow(name.ljust(16, "x"), "siege-master", {"map": "isle"}, 1, 2.5, SEATS)
            await store.create(row, EVENTS[:events])

    store = open_store(folder, database)
    asyncio.run(fill())
    store.close()


def content(folder: Path, database: str | None) -> dict[str, object]:
    """All tables with their events."""

    async def read() -> dict[str, object]:
        return {
            name: (await store.table(name), await store.events(name))
            for name in await store.tables_after("", 1000)
        }

    store = open_store(folder, database)
    try:
        return asyncio.run(read())
    finally:
        store.close()


TABLE = "a".ljust(16, "x")
KEPT = (*OF_SERVERS, *OF_PEOPLE, *OF_TABLES)


def sample(name: str, kind: str) -> object:
    """A value for a column, such that what it refers to is there."""
    values = {
        "TEXT": TABLE if name == "game_table" else "A",
        "INTEGER": 1,
        "REAL": 1.5,
        "BLOB": b"\x00\xff",
    }
    return values[kind]


def with_people(folder: Path) -> dict[str, list[Row]]:
    """Add to the file of a folder a row of everything that is kept beside tables."""
    with closing(sqlite3.connect(folder / "tables.sqlite")) as db:
        db.execute("DELETE FROM served")
        for kept in KEPT:
            kinds = {
                name: kind for _, name, kind, *_ in db.execute(f"PRAGMA table_info({kept.name})")
            }
            row = [sample(name, kind) for name, kind in kinds.items()]
            marks = ", ".join("?" * len(row))
            db.execute(f"INSERT INTO {kept.name} VALUES ({marks})", row)
        db.commit()
    return people(folder, None)


def people(folder: Path, database: str | None) -> dict[str, list[Row]]:
    """All that is kept beside tables."""
    with reading(folder, database) as db:
        return {kept.name: [row for rows in rows_of(db, kept) for row in rows] for kept in KEPT}


def test_people_and_what_they_say_move_with_the_tables(tmp_path: Path, postgresql: str) -> None:
    home, back = tmp_path / "home", tmp_path / "back"
    filled(home, None, ["a"])
    before = with_people(home)
    assert all(before.values())
    export_tables(home, None, tmp_path / "one.sqlite")
    moved = import_tables(tmp_path / "one.sqlite", home, postgresql)
    assert (moved.accounts, moved.rows, moved.taken) == (1, len(KEPT) - 1, ())
    export_tables(Path(), postgresql, tmp_path / "two.sqlite")
    import_tables(tmp_path / "two.sqlite", back, None)
    assert before == people(Path(), postgresql) == people(back, None)
    again = import_tables(tmp_path / "one.sqlite", home, postgresql)
    assert (again.accounts, again.rows, again.known) == (0, 0, 1)


def test_everything_that_is_stored_is_moved_or_passes(tmp_path: Path) -> None:
    filled(tmp_path, None, [])
    own = {"game_table", "seat", "event", "written"}
    with closing(sqlite3.connect(tmp_path / "tables.sqlite")) as db:
        names = {
            name for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
        }
        assert names == own | PASSING | {kept.name for kept in KEPT}
        for kept in KEPT:
            columns = [(row[1], row[5]) for row in db.execute(f"PRAGMA table_info({kept.name})")]
            keys = [(name, at) for at, name in enumerate(kept.key.split(", "), 1)]
            assert keys == [(name, at) for name, at in columns if at], kept.name
            assert keys == columns[: len(keys)], kept.name
            tables = [at for at, (name, _) in enumerate(columns) if name == "game_table"]
            if kept.name in {"result", "pairing"}:  # they outlive it
                tables = []
            assert tables == ([] if kept.table_at is None else [kept.table_at]), kept.name


def test_accounts_stay_out_where_another_has_the_name(tmp_path: Path, postgresql: str) -> None:
    filled(tmp_path, None, ["a"])
    with_people(tmp_path)
    export_tables(tmp_path, None, tmp_path / "all.sqlite")
    filled(Path(), postgresql, ["b"])
    with psycopg.connect(postgresql) as connection:
        connection.execute("INSERT INTO account VALUES ('B', 'Λ', 'A', 1)")  # looks like the other
    moved = import_tables(tmp_path / "all.sqlite", tmp_path, postgresql)
    assert (moved.tables, moved.accounts, moved.taken) == (1, 0, ("A",))
    there = people(Path(), postgresql)
    assert [row[0] for row in there["account"]] == ["B"]
    assert not there["seat_owner"] and not there["rating"] and len(there["chat"]) == 1


def test_what_was_said_at_a_table_stays_out_with_it(tmp_path: Path, postgresql: str) -> None:
    filled(tmp_path, None, ["a"])
    with_people(tmp_path)
    export_tables(tmp_path, None, tmp_path / "all.sqlite")
    filled(Path(), postgresql, ["a"], events=1)  # another one of this name
    moved = import_tables(tmp_path / "all.sqlite", tmp_path, postgresql)
    there = people(Path(), postgresql)
    assert moved.different == [TABLE]
    assert not there["chat"] and not there["seat_owner"] and not there["further_key"]
    assert there["account"] and there["result"]  # they outlive their tables


def test_tables_move_to_the_other_database_and_back(tmp_path: Path, postgresql: str) -> None:
    home, back, progress = tmp_path / "home", tmp_path / "back", list[tuple[int, int]]()
    filled(home, None, ["a", "b", "c"])
    export_tables(home, None, tmp_path / "one.sqlite")
    moved = import_tables(
        tmp_path / "one.sqlite", home, postgresql, lambda done, of: progress.append((done, of))
    )
    assert moved[:5] == (3, 6, 0, {}, [])
    assert progress == [(1, 3), (2, 3), (3, 3)]
    export_tables(Path(), postgresql, tmp_path / "two.sqlite")
    import_tables(tmp_path / "two.sqlite", back, None)
    assert content(home, None) == content(Path(), postgresql) == content(back, None)
    assert len(content(back, None)) == 3


def test_an_import_that_was_interrupted_is_repeated(tmp_path: Path, postgresql: str) -> None:
    filled(tmp_path, None, ["a", "b", "c"])
    export_tables(tmp_path, None, tmp_path / "all.sqlite")
    filled(Path(), postgresql, ["b"])
    assert import_tables(tmp_path / "all.sqlite", tmp_path, postgresql)[:5] == (2, 4, 1, {}, [])
    assert import_tables(tmp_path / "all.sqlite", tmp_path, postgresql)[:5] == (0, 0, 3, {}, [])


def test_another_table_of_the_same_name_stays_as_it_is(tmp_path: Path, postgresql: str) -> None:
    filled(tmp_path, None, ["a", "b"])
    export_tables(tmp_path, None, tmp_path / "all.sqlite")
    filled(Path(), postgresql, ["a"], events=1)
    before = content(Path(), postgresql)
    moved = import_tables(tmp_path / "all.sqlite", tmp_path, postgresql)
    assert (moved.tables, moved.different) == (1, ["a".ljust(16, "x")])
    assert before.items() <= content(Path(), postgresql).items()


def test_a_damaged_table_is_left_out_and_named(tmp_path: Path) -> None:
    filled(tmp_path, None, ["a", "b"])
    with closing(sqlite3.connect(tmp_path / "tables.sqlite")) as db:
        db.execute("UPDATE event SET token = 'd3-d7' WHERE game_table LIKE 'a%' AND version = 1")
        db.commit()
    moved = export_tables(tmp_path, None, tmp_path / "all.sqlite")
    assert moved.damaged == {"a".ljust(16, "x"): "event 1 is not as it was written"}
    with reading(tmp_path / "all.sqlite", None) as db:
        assert names_after(db, "", 10) == ["b".ljust(16, "x")]


def test_what_the_target_stores_otherwise_is_not_imported(tmp_path: Path, postgresql: str) -> None:
    filled(tmp_path, None, ["a"])
    export_tables(tmp_path, None, tmp_path / "all.sqlite")
    with psycopg.connect(postgresql) as connection:
        connection.execute(
            "CREATE FUNCTION change() RETURNS trigger LANGUAGE plpgsql AS "
            "$$BEGIN NEW.token = 'd3-d7'; RETURN NEW; END$$"
        )
        connection.execute(
            "CREATE TRIGGER change BEFORE INSERT ON event FOR EACH ROW EXECUTE FUNCTION change()"
        )
    moved = import_tables(tmp_path / "all.sqlite", tmp_path, postgresql)
    assert moved.damaged == {"a".ljust(16, "x"): "event 1 is not as it was written"}
    assert content(tmp_path, postgresql) == {}


def test_damage_in_a_database_is_found(postgresql: str) -> None:
    filled(Path(), postgresql, ["a", "b"])
    assert check_database(postgresql).is_ok
    with psycopg.connect(postgresql) as connection:
        connection.execute("UPDATE seat SET name = 'Eve' WHERE game_table LIKE 'a%'")
    findings = check_database(postgresql)
    assert (findings.tables, findings.events) == (2, 2)
    assert findings.damaged == {"a".ljust(16, "x"): "seat 0 is not as it was written"}


def test_an_exported_file_is_one_that_a_server_can_use(tmp_path: Path, postgresql: str) -> None:
    filled(Path(), postgresql, ["a"])
    (tmp_path / "new").mkdir()
    export_tables(Path(), postgresql, tmp_path / "new" / "tables.sqlite")
    assert check(tmp_path / "new").is_ok
    assert content(tmp_path / "new", None) == content(Path(), postgresql)


def test_an_exported_file_and_a_backup_stay_one_file(tmp_path: Path) -> None:
    filled(tmp_path / "data", None, ["a"])
    (tmp_path / "files").mkdir()
    backup(tmp_path / "data", tmp_path / "files" / "backup")
    export_tables(tmp_path / "data", None, tmp_path / "files" / "exported")
    for name in ("backup", "exported"):
        import_tables(tmp_path / "files" / name, tmp_path / f"from-{name}", None)
    assert {path.name for path in (tmp_path / "files").iterdir()} == {"backup", "exported"}


def test_nothing_is_overwritten_and_nothing_is_read_that_is_not_there(tmp_path: Path) -> None:
    filled(tmp_path, None, ["a"])
    (tmp_path / "there").write_text("mine")
    with pytest.raises(SiegeworksError, match="this file already exists"):
        export_tables(tmp_path, None, tmp_path / "there")
    assert (tmp_path / "there").read_text() == "mine"
    with pytest.raises(SiegeworksError, match="there is no folder"):
        export_tables(tmp_path, None, tmp_path / "nowhere" / "new")
    with pytest.raises(SiegeworksError, match="this file was not written by siegeworks"):
        import_tables(tmp_path / "there", tmp_path, None)
    with pytest.raises(SiegeworksError, match="there is no such file"):
        import_tables(tmp_path / "nowhere", tmp_path, None)
    with pytest.raises(SiegeworksError, match="there are no tables here"):
        export_tables(tmp_path / "empty", None, tmp_path / "new")
