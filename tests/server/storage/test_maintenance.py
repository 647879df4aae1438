"""Unused tables are deleted, in small parts, and no other table waits."""

import asyncio
import time
from pathlib import Path

import pytest

from siegeworks.core.errors import SiegeworksError
from siegeworks.server.storage import rows
from siegeworks.server.storage.event_log import STEP, UNDO, Event
from siegeworks.server.storage.layout import FILE
from siegeworks.server.storage.leases import bots_of
from siegeworks.server.storage.rows import SeatRow, TableRow
from siegeworks.server.storage.store import Store
from siegeworks.server.tables.maintenance import DAY, KEEP_DAYS, UNSTARTED_DAYS, Maintenance
from siegeworks.server.tables.table_server import TableServer
from tests.server.helpers import act, enter, open_room, run_with_server

ACTED = Event(STEP, "red", "d3-d6", "red act 1")
DEALT = Event(STEP, "chance", "d3-d6")


async def table(store: Store, name: str, days: float, *events: Event) -> str:
    """A table that nobody has used for this many days."""
    name = name.ljust(16, "x")
    seats = [SeatRow(0, "person"), SeatRow(1, "person")]
    await store.create(TableRow(name, "siege-master", {}, 1, 1.0, seats), events)

    def older(db: object) -> None:
        head = rows.read_head(db, name)  # type: ignore[arg-type]
        assert head is not None
        long_ago = time.time() - days * DAY
        rows.update_table(db, head._replace(touched=long_ago))  # type: ignore[arg-type]

    await store.write(older, table=name)
    return name


async def left(store: Store) -> set[str]:
    """The tables that are there, by the first letters of their names."""
    return {name.rstrip("x") for name in await store.tables_after("", 1000)}


def test_unused_tables_are_deleted_whether_finished_or_not(
    tmp_path: Path, database: str | None
) -> None:
    async def clean_up(server: TableServer) -> None:
        store = server.store
        resigned = Event(STEP, "table", "resign=red", "red resign 2")
        await table(store, "old", KEEP_DAYS + 1, ACTED)
        await table(store, "old-finished", KEEP_DAYS + 1, ACTED, resigned)
        await table(store, "young", KEEP_DAYS - 1, ACTED)
        await table(store, "young-finished", KEEP_DAYS - 1, ACTED, resigned)
        await table(store, "unbegun-old", UNSTARTED_DAYS + 1, DEALT)
        await table(store, "unbegun-young", UNSTARTED_DAYS - 1, DEALT)
        await Maintenance(server.rooms).delete_unused(pause=0)
        assert await left(store) == {"young", "young-finished", "unbegun-young"}
        assert await store.events("old".ljust(16, "x")) == []

    run_with_server(tmp_path, clean_up, database=database)


@pytest.mark.parametrize(
    ("keep_days", "stays"),
    [
        (0.0, {"year", "month", "unbegun"}),
        (40.0, {"month"}),
        (20.0, set()),
        (3.0, set()),
        (400, {"year", "month"}),
    ],
)
def test_the_operator_sets_how_long_tables_are_kept(
    keep_days: float, stays: set[str], tmp_path: Path
) -> None:
    async def clean_up(server: TableServer) -> None:
        await table(server.store, "year", 365, ACTED)
        await table(server.store, "month", 30, ACTED)
        await table(server.store, "unbegun", 30)
        maintenance = Maintenance(server.rooms, keep_days)
        maintenance.start()  # by itself, as soon as the server runs
        while await left(server.store) != stays:
            await asyncio.sleep(0.001)
        await maintenance.stop()

    run_with_server(tmp_path, clean_up)


def test_a_table_in_use_is_not_deleted(tmp_path: Path, database: str | None) -> None:
    async def clean_up(server: TableServer) -> None:
        room, made = await open_room(server, "siege-master", "me", "hot-seat")
        page = await enter(room, 0, 1)
        await act(room, page, "d3-d6")
        await age(server.store, made.table)
        await Maintenance(server.rooms).delete_unused(pause=0)
        # somebody looks at it, and says nothing
        assert set(await server.store.tables_after("", 1000)) == {made.table}
        server.rooms.unload(room)
        await server.rooms.get(made.table)  # comes to it
        server.rooms.unload(server.rooms.loaded[made.table])
        await Maintenance(server.rooms).delete_unused(pause=0)
        assert set(await server.store.tables_after("", 1000)) == {made.table}
        await age(server.store, made.table)
        await Maintenance(server.rooms).delete_unused(pause=0)
        assert await left(server.store) == set()
        with pytest.raises(SiegeworksError, match="no such table"):
            await server.rooms.get(made.table)

    run_with_server(tmp_path, clean_up, database=database)


def test_a_deleted_table_leaves_no_lease_behind(tmp_path: Path, database: str | None) -> None:
    async def clean_up(server: TableServer) -> None:
        old = await table(server.store, "old", 1000, ACTED)
        young = await table(server.store, "young", 0, ACTED)
        for name in (old, young):
            assert await server.store.claim(bots_of(name), "gone", 30) is not None
        await Maintenance(server.rooms).delete_unused(pause=0)
        leases = await server.store.read(lambda db: db.execute("SELECT name FROM lease").fetchall())
        assert {name for (name,) in leases if name.startswith("bots")} == {bots_of(young)}

    run_with_server(tmp_path, clean_up, database=database)


async def age(store: Store, name: str) -> None:
    """Make this table look unused for a long time."""

    def older(db: object) -> None:
        head = rows.read_head(db, name)  # type: ignore[arg-type]
        assert head is not None
        rows.update_table(db, head._replace(touched=1.0))  # type: ignore[arg-type]

    await store.write(older, table=name)


def test_entering_a_table_listed_for_deletion_keeps_it(
    tmp_path: Path, database: str | None
) -> None:
    async def clean_up(server: TableServer) -> None:
        name = await table(server.store, "old", 1000, ACTED)
        before = time.time() - DAY
        assert await server.store.unused(before, before, 9) == [name]
        await server.rooms.get(name)
        assert not await server.store.delete(name, before)
        assert await server.store.events(name) == [ACTED]

    run_with_server(tmp_path, clean_up, database=database)


def test_moves_at_other_tables_do_not_wait_for_a_deletion(
    tmp_path: Path,
) -> None:
    """It is done in parts of bounded size, and others are written between any two of them."""

    async def clean_up(server: TableServer) -> None:
        store = server.store
        pairs = [Event(STEP, "red", "d3-d6"), Event(UNDO, "red")] * 100
        old = await table(store, "old", 1000, ACTED, *pairs)
        young = await table(store, "young", 0)
        deleting = asyncio.create_task(store.delete(old, time.time() - DAY, batch=10))
        written = 0
        while not deleting.done():
            await store.append(young, written, [Event(STEP, "red", "d3-d6")])
            written += 1
        assert await deleting
        assert written >= len(pairs) / 10

    run_with_server(tmp_path, clean_up)


def test_an_interrupted_deletion_is_finished_later_and_hides_the_table(
    tmp_path: Path,
) -> None:
    async def break_off(server: TableServer) -> None:
        name = await table(server.store, "old", 1000, *[Event(STEP, "red", "d3-d6")] * 50)
        deleting = asyncio.create_task(server.store.delete(name, time.time() - DAY, batch=1))
        while await server.store.table(name) is not None:
            await asyncio.sleep(0)
        deleting.cancel()
        assert await left(server.store) == {"old"}
        with pytest.raises(SiegeworksError, match="no such table"):
            await server.rooms.get(name)
        with pytest.raises(SiegeworksError):
            await server.store.append(name, 50, [ACTED])
        await server.store.check(name)
        assert server.store.health().is_ok

    async def finish(server: TableServer) -> None:
        assert await server.store.table("old".ljust(16, "x")) is None
        await Maintenance(server.rooms).delete_unused(pause=0)
        assert await left(server.store) == set()

    run_with_server(tmp_path, break_off)
    run_with_server(tmp_path, finish)


def test_a_damaged_table_is_not_deleted_and_blocks_no_other(
    tmp_path: Path, database: str | None
) -> None:
    async def clean_up(server: TableServer) -> None:
        broken = await table(server.store, "broken", 1000, ACTED)
        await table(server.store, "old", 900, ACTED)

        def flip(db: object) -> None:
            db.execute("UPDATE game_table SET ruleset = 9 WHERE id = ?", (broken,))  # type: ignore[attr-defined]

        await server.store.write(flip, table=broken)
        await Maintenance(server.rooms).delete_unused(pause=0)
        assert await left(server.store) == {"broken"}
        assert set(server.store.damaged) == {broken}

    run_with_server(tmp_path, clean_up, database=database)


def test_deleting_shrinks_the_file(tmp_path: Path) -> None:
    sizes = []

    async def write(server: TableServer) -> None:
        pairs = [Event(STEP, "red", "d3-d6"), Event(UNDO, "red")] * 6000  # more than an empty file
        await table(server.store, "old", 1000, *pairs)

    async def clean_up(server: TableServer) -> None:
        await Maintenance(server.rooms).delete_unused(pause=0)

    for work in (write, clean_up):
        run_with_server(tmp_path, work)
        sizes.append((tmp_path / FILE).stat().st_size)
    assert sizes[1] < sizes[0] / 2
