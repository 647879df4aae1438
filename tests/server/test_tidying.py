"""Tables that nobody comes to are deleted, in small parts, and no other table waits."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from siegeworks.core.game import SiegeworksError
from siegeworks.server import store as store_module
from siegeworks.server.layout import FILE
from siegeworks.server.log import STEP, UNDO, Event
from siegeworks.server.rooms import Rooms
from siegeworks.server.store import SeatRow, Store, TableRow
from siegeworks.server.tidying import DAY, KEEP_DAYS, UNBEGUN_DAYS, Tidying
from tests.server.around import acts, entered, opened, rooms_in

ACTED = Event(STEP, "red", "d3-d6", "red act 1")
DEALT = Event(STEP, "chance", "d3-d6")


def run(folder: Path, work: Callable[[Rooms], Awaitable[None]]) -> None:
    """Do this with the tables of a folder."""

    async def with_rooms() -> None:
        async with rooms_in(folder) as rooms:
            await work(rooms)

    asyncio.run(asyncio.wait_for(with_rooms(), 60))


async def table(store: Store, name: str, days: float, *events: Event) -> str:
    """A table that nobody has been at for so many days."""
    name = name.ljust(16, "x")
    seats = [SeatRow(0, "person"), SeatRow(1, "person")]
    await store.create(TableRow(name, "siege-master", {}, 1, 1.0, seats), events)

    def older(db: object) -> None:
        head = store_module._head(db, name)  # type: ignore[arg-type]
        assert head is not None
        long_ago = time.time() - days * DAY
        store_module._change(db, head._replace(touched=long_ago))  # type: ignore[arg-type]

    await store._write(older, name)
    return name


async def left(store: Store) -> set[str]:
    """The tables that are there, by the first letters of their names."""
    return {name.rstrip("x") for name in await store.tables_after("", 1000)}


def test_what_nobody_came_to_for_so_long_is_deleted_finished_or_not(tmp_path: Path) -> None:
    async def tidy(rooms: Rooms) -> None:
        store = rooms.store
        resigned = Event(STEP, "table", "resign=red", "red resign 2")
        await table(store, "old", KEEP_DAYS + 1, ACTED)
        await table(store, "old-finished", KEEP_DAYS + 1, ACTED, resigned)
        await table(store, "young", KEEP_DAYS - 1, ACTED)
        await table(store, "young-finished", KEEP_DAYS - 1, ACTED, resigned)
        await table(store, "unbegun-old", UNBEGUN_DAYS + 1, DEALT)
        await table(store, "unbegun-young", UNBEGUN_DAYS - 1, DEALT)
        await Tidying(rooms).delete_abandoned(rest=0)
        assert await left(store) == {"young", "young-finished", "unbegun-young"}
        assert await store.events("old".ljust(16, "x")) == []

    run(tmp_path, tidy)


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
def test_one_says_how_long_tables_are_kept(
    keep_days: float, stays: set[str], tmp_path: Path
) -> None:
    async def tidy(rooms: Rooms) -> None:
        await table(rooms.store, "year", 365, ACTED)
        await table(rooms.store, "month", 30, ACTED)
        await table(rooms.store, "unbegun", 30)
        tidying = Tidying(rooms, keep_days)
        tidying.begin()  # by itself, as soon as the server runs
        while await left(rooms.store) != stays:
            await asyncio.sleep(0.001)
        await tidying.stop()

    run(tmp_path, tidy)


def test_a_table_that_somebody_is_at_or_comes_to_stays(tmp_path: Path) -> None:
    async def tidy(rooms: Rooms) -> None:
        room, made = await opened(rooms, "siege-master", "me", "hot-seat")
        page = await entered(room, 0, 1)
        await acts(room, page, "d3-d6")
        await age(rooms.store, made.table)
        await Tidying(rooms).delete_abandoned(rest=0)
        assert await left(rooms.store) == {made.table}  # somebody looks at it, and says nothing
        rooms.forget(room)
        await rooms.get(made.table)  # comes to it
        rooms.forget(rooms.rooms[made.table])
        await Tidying(rooms).delete_abandoned(rest=0)
        assert await left(rooms.store) == {made.table}
        await age(rooms.store, made.table)
        await Tidying(rooms).delete_abandoned(rest=0)
        assert await left(rooms.store) == set()
        with pytest.raises(SiegeworksError, match="no such table"):
            await rooms.get(made.table)

    run(tmp_path, tidy)


async def age(store: Store, name: str) -> None:
    """Let it be long ago that somebody was at this table."""

    def older(db: object) -> None:
        head = store_module._head(db, name)  # type: ignore[arg-type]
        assert head is not None
        store_module._change(db, head._replace(touched=1.0))  # type: ignore[arg-type]

    await store._write(older, name)


def test_whoever_comes_while_a_table_is_looked_at_for_deletion_keeps_it(tmp_path: Path) -> None:
    async def tidy(rooms: Rooms) -> None:
        name = await table(rooms.store, "old", 1000, ACTED)
        before = time.time() - DAY
        assert await rooms.store.abandoned(before, before, 9) == [name]
        await rooms.get(name)
        assert not await rooms.store.delete(name, before)
        assert await rooms.store.events(name) == [ACTED]

    run(tmp_path, tidy)


def test_moves_elsewhere_do_not_wait_for_a_deletion(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is done in parts of bounded size, and others are written between any two of them."""
    monkeypatch.setattr(store_module, "DELETED_TOGETHER", 10)

    async def tidy(rooms: Rooms) -> None:
        store = rooms.store
        pairs = [Event(STEP, "red", "d3-d6"), Event(UNDO, "red")] * 100
        old = await table(store, "old", 1000, ACTED, *pairs)
        young = await table(store, "young", 0)
        deleting = asyncio.create_task(store.delete(old, time.time() - DAY))
        written = 0
        while not deleting.done():
            await store.append(young, written, [Event(STEP, "red", "d3-d6")])
            written += 1
        assert await deleting
        assert written >= len(pairs) / 10

    run(tmp_path, tidy)


def test_a_deletion_that_broke_off_is_finished_and_the_table_not_seen_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_module, "DELETED_TOGETHER", 1)

    async def break_off(rooms: Rooms) -> None:
        name = await table(rooms.store, "old", 1000, *[Event(STEP, "red", "d3-d6")] * 50)
        deleting = asyncio.create_task(rooms.store.delete(name, time.time() - DAY))
        while await rooms.store.table(name) is not None:
            await asyncio.sleep(0)
        deleting.cancel()
        assert await left(rooms.store) == {"old"}
        with pytest.raises(SiegeworksError, match="no such table"):
            await rooms.get(name)
        with pytest.raises(SiegeworksError):
            await rooms.store.append(name, 50, [ACTED])
        await rooms.store.check(name)
        assert rooms.store.health().is_well

    async def finish(rooms: Rooms) -> None:
        assert await rooms.store.table("old".ljust(16, "x")) is None
        await Tidying(rooms).delete_abandoned(rest=0)
        assert await left(rooms.store) == set()

    run(tmp_path, break_off)
    run(tmp_path, finish)


def test_a_damaged_table_is_not_deleted_and_holds_no_other_up(tmp_path: Path) -> None:
    async def tidy(rooms: Rooms) -> None:
        broken = await table(rooms.store, "broken", 1000, ACTED)
        await table(rooms.store, "old", 900, ACTED)

        def flip(db: object) -> None:
            db.execute("UPDATE game_table SET ruleset = 9 WHERE id = ?", (broken,))  # type: ignore[attr-defined]

        await rooms.store._write(flip, broken)
        await Tidying(rooms).delete_abandoned(rest=0)
        assert await left(rooms.store) == {"broken"}
        assert set(rooms.store.damaged) == {broken}

    run(tmp_path, tidy)


def test_the_disk_gets_back_what_was_deleted(tmp_path: Path) -> None:
    sizes = []

    async def write(rooms: Rooms) -> None:
        pairs = [Event(STEP, "red", "d3-d6"), Event(UNDO, "red")] * 2000
        await table(rooms.store, "old", 1000, *pairs)

    async def tidy(rooms: Rooms) -> None:
        await Tidying(rooms).delete_abandoned(rest=0)

    for work in (write, tidy):
        run(tmp_path, work)
        sizes.append((tmp_path / FILE).stat().st_size)
    assert sizes[1] < sizes[0] / 2
