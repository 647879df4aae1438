"""What is stored of clocks: times, flags, and when moves could be made."""

import asyncio
from functools import partial

from siegeworks.play.clock import ClockSettings, Period
from siegeworks.server.storage.checksums import first_checksum, next_checksum
from siegeworks.server.storage.event_log import STEP, Event
from siegeworks.server.storage.rows import Head, SeatRow, TableRow
from siegeworks.server.storage.service import SILENCE, any_clock_runs, falling_flags, serve
from siegeworks.server.storage.store import Store

SEATS = [SeatRow(0, "open"), SeatRow(1, "open")]
ROW = TableRow(
    "t" * 16, "siege-master", {}, 1, 0.0, SEATS, clock=ClockSettings(reserve=60_000, per_move=5)
)
FIRST = Event(STEP, "red", "d3-d6", "red 1", at=1_000, spent=900)
EVENT_BEFORE, HEAD_BEFORE = 2_922_673_457, 2_140_236_770  # as version 0.1.0 wrote them
SECOND = Event(STEP, "blue", "e4-e7", "blue 1", at=3_000, spent=0)


def test_a_clock_and_the_times_of_events_are_stored(store: Store) -> None:
    async def write() -> None:
        await store.create(ROW, [])
        await store.append(ROW.id, 0, [FIRST], flag=61_000)
        await store.append(ROW.id, 1, [SECOND], flag=63_000)
        assert await store.events(ROW.id) == [FIRST, SECOND]
        row = await store.table(ROW.id)
        assert row is not None
        assert row.clock == ROW.clock

    asyncio.run(write())


def test_a_flag_falls_when_the_last_event_says_so(store: Store) -> None:
    async def write() -> None:
        await store.create(ROW, [])
        await store.append(ROW.id, 0, [FIRST], flag=61_000)
        assert await store.read(partial(falling_flags, now=60_999, most=9)) == []
        assert await store.read(partial(falling_flags, now=61_000, most=9)) == [ROW.id]
        assert await store.read(any_clock_runs)
        await store.append(ROW.id, 1, [SECOND])  # the game is over
        assert not await store.read(any_clock_runs)

    asyncio.run(write())


def test_a_deleted_table_leaves_no_flag(store: Store) -> None:
    async def write() -> None:
        await store.create(ROW, [])
        await store.append(ROW.id, 0, [FIRST], flag=61_000)
        assert await store.delete(ROW.id, before=1e12)
        assert not await store.read(any_clock_runs)

    asyncio.run(write())


def test_a_period_lasts_until_there_was_no_heartbeat(store: Store) -> None:
    async def beat() -> None:
        for now in (10_000, 11_000, 11_000 + SILENCE):
            await store.write(partial(serve, now=now, is_new=False))
        silent = 11_001 + 2 * SILENCE
        now, periods = await store.write(partial(serve, now=silent, is_new=False))
        assert now == silent
        assert periods == [Period(10_000, 11_000 + SILENCE), Period(silent, silent)]

    asyncio.run(beat())


def test_a_new_server_begins_a_period_however_quickly_it_started(store: Store) -> None:
    async def beat() -> None:
        await store.write(partial(serve, now=10_000, is_new=True))
        _, periods = await store.write(partial(serve, now=10_500, is_new=True))
        assert periods == [Period(10_000, 10_000), Period(10_500, 10_500)]

    asyncio.run(beat())


def test_a_clock_that_was_put_back_makes_no_period_twice(store: Store) -> None:
    async def beat() -> None:
        await store.write(partial(serve, now=10_000, is_new=True))
        _, periods = await store.write(partial(serve, now=5_000, is_new=True))
        assert periods[0] == Period(10_000, 10_000)
        assert periods[1].start > 10_000

    asyncio.run(beat())


def test_where_no_clock_runs_rows_are_as_they_were_before_there_were_clocks() -> None:
    event = FIRST._replace(at=None, spent=None)
    assert next_checksum(first_checksum(ROW.id), 1, event) == EVENT_BEFORE
    head = Head(ROW.id, "siege-master", "{}", 1, 2, 0.0, 0.0, 0, 7, 0)
    assert head.checksum == HEAD_BEFORE
    assert head._replace(clock="60000 0 5").checksum != HEAD_BEFORE
