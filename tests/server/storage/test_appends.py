"""Moves at many tables are stored by PostgreSQL with two statements, as one after the other would
be."""

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from typing import Any

import psycopg
import pytest

from siegeworks.core.errors import SiegeworksError
from siegeworks.server.storage.database import Database
from siegeworks.server.storage.event_log import STEP, Event
from siegeworks.server.storage.group_writer import Conflict, NotStored
from siegeworks.server.storage.leases import bots_of, claim
from siegeworks.server.storage.postgresql import appends as postgresql_appends
from siegeworks.server.storage.postgresql.store import PostgresqlDatabase, PostgresqlStore
from siegeworks.server.storage.rows import (
    CLOSED,
    SeatRow,
    TableRow,
    continued,
    read_head,
    update_table,
)
from siegeworks.server.storage.service import any_clock_runs, falling_flags
from siegeworks.server.storage.table_status import Finished, StoredStatus
from tests.server.helpers import until
from tests.server.postgresql import waits_for_a_lock
from tests.server.storage.together import together

SEATS = [SeatRow(0, "open"), SeatRow(1, "open")]
TABLES = [letter * 16 for letter in "abc"]
FIRST, SECOND = Event(STEP, "red", "d3-d6", "red 1"), Event(STEP, "blue", "e4-e7", "blue 1")
STANDS = StoredStatus(1, 7.5, 1, "red blue", "blue")


@pytest.fixture
def stores(postgresql: str) -> Iterator[list[PostgresqlStore]]:
    """Two workers' stores of one database."""
    both = [PostgresqlStore(postgresql) for _ in range(2)]
    yield both
    for store in both:
        store.close()


async def with_tables(store: PostgresqlStore) -> None:
    for table in TABLES:
        await store.create(TableRow(table, "siege-master", {}, 1, 0.0, SEATS), [])


@contextmanager
def statements() -> Iterator[list[str]]:
    """What is executed meanwhile."""
    seen: list[str] = []
    execute = psycopg.Connection.execute

    def noting(connection: Any, query: Any, *values: Any, **more: Any) -> Any:
        seen.append(str(query))
        return execute(connection, query, *values, **more)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(psycopg.Connection, "execute", noting)
        yield seen


def test_moves_that_wait_together_take_two_statements(stores: list[PostgresqlStore]) -> None:
    async def move() -> None:
        store = stores[0]
        await with_tables(store)
        moves = [store.append(table, 0, [FIRST], STANDS, flag=9) for table in TABLES]
        with statements() as seen:
            assert await together(store, *moves) == [None] * 3
        ours = seen[seen.index("COMMIT") + 1 :]
        assert ours == [postgresql_appends.HEADS, postgresql_appends.APPEND]
        for table in TABLES:
            assert await store.events(table) == [FIRST]  # compared with the checksums
            assert (await store.table_and_status(table))[1] == STANDS
        assert sorted(await store.read(lambda db: falling_flags(db, 9, 9))) == TABLES

    asyncio.run(move())


def test_the_next_move_at_a_table_does_not_read_its_row_again(
    stores: list[PostgresqlStore],
) -> None:
    async def move() -> None:
        store = stores[0]
        await with_tables(store)
        await store.append(TABLES[0], 0, [FIRST], STANDS)
        with statements() as seen:
            await store.append(TABLES[0], 1, [SECOND], STANDS)
        assert seen == [postgresql_appends.APPEND]
        assert await store.events(TABLES[0]) == [FIRST, SECOND]

    asyncio.run(move())


def test_a_move_is_stored_though_others_have_changed_the_row_since_the_last_one(
    stores: list[PostgresqlStore],
) -> None:
    async def move() -> None:
        ours, theirs = stores
        await with_tables(ours)
        await ours.append(TABLES[0], 0, [FIRST], STANDS)

        def touch(db: Database) -> None:
            head = read_head(db, TABLES[0])
            assert head is not None
            update_table(db, head._replace(touched=head.touched + 1))

        await theirs.write(touch)
        await ours.append(TABLES[0], 1, [SECOND], STANDS)
        third = FIRST._replace(request="red 3")
        await theirs.append(TABLES[0], 2, [third], STANDS)
        fourth = SECOND._replace(request="blue 4")
        await ours.append(TABLES[0], 3, [fourth], STANDS)
        assert await theirs.events(TABLES[0]) == [FIRST, SECOND, third, fourth]

    asyncio.run(move())


def test_moves_of_bots_take_two_statements_and_those_of_a_frozen_worker_change_nothing(
    stores: list[PostgresqlStore],
) -> None:
    async def move() -> None:
        ours, theirs = stores
        await with_tables(ours)
        fences = [await ours.claim(bots_of(table), "ours", -1) for table in TABLES]  # over at once
        await theirs.claim(bots_of(TABLES[0]), "theirs", 60)
        moves = [
            ours.append(table, 0, [FIRST], STANDS, fence, flag=9)
            for table, fence in zip(TABLES, fences, strict=True)
        ]
        with statements() as seen:
            answers = await together(ours, *moves)
        assert [type(answer) for answer in answers] == [Conflict, type(None), type(None)]
        ours_seen = seen[seen.index("COMMIT") + 1 :]
        assert ours_seen[:2] == [postgresql_appends.HEADS, postgresql_appends.APPEND]
        assert not any("INSERT INTO event" in statement for statement in ours_seen[2:3])
        assert [await ours.events(table) for table in TABLES] == [[], [FIRST], [FIRST]]
        assert (await ours.table_and_status(TABLES[0]))[1] is None
        assert sorted(await ours.read(lambda db: falling_flags(db, 9, 9))) == TABLES[1:]

    asyncio.run(move())


def test_a_lease_that_is_taken_while_a_bot_moves_is_noticed(
    stores: list[PostgresqlStore], postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def move() -> None:
        store = stores[0]
        await with_tables(store)
        fence = await store.claim(bots_of(TABLES[0]), "ours", -1)

        def late(*given: Any) -> Any:
            monkeypatch.setattr(postgresql_appends, "continued", continued)
            with psycopg.connect(postgresql) as connection:
                db = PostgresqlDatabase(connection, writes=True)
                assert claim(db, bots_of(TABLES[0]), "theirs", 60) is not None
            return continued(*given)

        monkeypatch.setattr(postgresql_appends, "continued", late)
        with pytest.raises(Conflict):
            await store.append(TABLES[0], 0, [FIRST], STANDS, fence, flag=9)
        assert await store.events(TABLES[0]) == []
        assert not await store.read(any_clock_runs)

    asyncio.run(move())


def test_a_bot_waits_for_who_is_taking_its_lease_and_then_changes_nothing(
    stores: list[PostgresqlStore], postgresql: str
) -> None:
    async def move() -> None:
        store = stores[0]
        await with_tables(store)
        fence = await store.claim(bots_of(TABLES[0]), "ours", -1)
        with psycopg.connect(postgresql) as connection:
            db = PostgresqlDatabase(connection, writes=True)
            assert claim(db, bots_of(TABLES[0]), "theirs", 60) is not None
            moving = asyncio.create_task(store.append(TABLES[0], 0, [FIRST], STANDS, fence))
            while not moving.done() and not await waits_for_a_lock(postgresql):
                pass
        with pytest.raises(Conflict):
            await moving
        assert await store.events(TABLES[0]) == []

    asyncio.run(move())


def test_bots_lock_each_table_and_then_its_lease_before_the_next_table_as_jobs_do(
    stores: list[PostgresqlStore], postgresql: str
) -> None:
    async def move() -> None:
        store = stores[0]
        await with_tables(store)
        fences = [await store.claim(bots_of(table), "ours", 60) for table in TABLES[:2]]
        moves = [
            store.append(table, 0, [FIRST], STANDS, fence)
            for table, fence in zip(TABLES, fences, strict=False)
        ]
        with psycopg.connect(postgresql) as connection:
            db = PostgresqlDatabase(connection, writes=True)
            assert claim(db, bots_of(TABLES[0]), "ours", 60) == fences[0]
            moving = asyncio.create_task(together(store, *moves))
            while not moving.done() and not await waits_for_a_lock(postgresql):
                pass
            # Nobody waits in a circle: what comes later is still free.
            db.execute("SELECT 1 FROM game_table WHERE id = ? FOR UPDATE NOWAIT", TABLES[1:2])
        assert await moving == [None, None]

    asyncio.run(move())


def test_the_end_of_a_game_is_told_with_its_last_move_and_both_or_neither_are_stored(
    stores: list[PostgresqlStore],
) -> None:
    ended = Finished("siege-master", None, (1.0, 0.0))

    def note(db: Database, table: str, finished: Finished) -> None:
        assert finished == ended
        db.execute("INSERT INTO chat_consent (game_table, seat) VALUES (?, 0)", (table,))
        db.notify(table, 0)
        if table == TABLES[1]:
            raise SiegeworksError("The end cannot be told.")

    def noted(db: Database) -> list[Any]:
        return db.execute("SELECT game_table FROM chat_consent").fetchall()

    async def move() -> None:
        ours, theirs = stores
        await with_tables(ours)
        ours.on_finished = note
        heard: list[Sequence[tuple[str, int]] | None] = []
        theirs.listen(lambda changes: heard.append(None if changes is None else list(changes)))
        await until(lambda: heard == [None])
        ends = [ours.append(table, 0, [FIRST], STANDS, finished=ended) for table in TABLES[:2]]
        answers = await together(ours, *ends, ours.append(TABLES[2], 0, [FIRST], STANDS))
        assert [type(answer) for answer in answers] == [type(None), SiegeworksError, type(None)]
        assert [len(await ours.events(table)) for table in TABLES] == [1, 0, 1]
        assert await ours.read(noted) == [(TABLES[0],)]
        with statements() as seen:
            await ours.append(TABLES[0], 1, [SECOND], STANDS, finished=None)
            await ours.append(TABLES[2], 1, [SECOND], STANDS, finished=ended)
        assert seen.count(postgresql_appends.APPEND) == 2 and seen[-1] == "COMMIT"
        await until(
            lambda: (TABLES[2], 0) in [change for changes in heard for change in changes or ()]
        )

    asyncio.run(move())


def test_who_comes_too_late_is_told_and_the_others_are_stored(
    stores: list[PostgresqlStore],
) -> None:
    async def move() -> None:
        ours, theirs = stores
        await with_tables(ours)
        heard: list[Sequence[tuple[str, int]] | None] = []
        theirs.listen(lambda changes: heard.append(None if changes is None else list(changes)))
        await until(lambda: heard == [None])
        versions = dict(zip(TABLES, (0, 7, 0), strict=True))
        moves = [ours.append(table, version, [FIRST]) for table, version in versions.items()]
        answers = await together(ours, *moves)
        assert [type(answer) for answer in answers] == [type(None), Conflict, type(None)]
        assert [len(await ours.events(table)) for table in TABLES] == [1, 0, 1]
        await until(lambda: len(heard) == 3)
        received = sorted(change for changes in heard for change in changes or ())
        assert received == [(TABLES[0], 1), (TABLES[2], 1)]

    asyncio.run(move())


def test_what_is_stored_is_answered_though_the_database_then_goes_away(
    stores: list[PostgresqlStore], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def move() -> None:
        ours, theirs = stores
        await with_tables(ours)
        begin, begun = ours._begin, 0

        def once() -> Any:
            nonlocal begun
            begun += 1
            if begun > 1:  # for the move that comes too late
                raise psycopg.OperationalError("the connection is lost")
            return begin()

        monkeypatch.setattr(ours, "_begin", once)
        versions = dict(zip(TABLES, (0, 7, 0), strict=True))
        moves = [ours.append(table, version, [FIRST]) for table, version in versions.items()]
        answers = await together(ours, *moves)
        assert [type(answer) for answer in answers] == [type(None), NotStored, type(None)]
        assert [len(await theirs.events(table)) for table in TABLES] == [1, 0, 1]
        assert ours.is_failing

    asyncio.run(move())


def test_a_table_that_is_closed_meanwhile_stays_as_it_is(
    stores: list[PostgresqlStore], postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def move() -> None:
        store = stores[0]
        await with_tables(store)

        def late(*given: Any) -> Any:
            monkeypatch.setattr(postgresql_appends, "continued", continued)
            with psycopg.connect(postgresql) as connection:
                db = PostgresqlDatabase(connection, writes=True)
                head = read_head(db, TABLES[0])
                assert head is not None
                update_table(db, head._replace(is_gone=CLOSED))
            return continued(*given)

        monkeypatch.setattr(postgresql_appends, "continued", late)
        with pytest.raises(Conflict):
            await store.append(TABLES[0], 0, [FIRST], STANDS, flag=9)
        assert await store.is_closed(TABLES[0]) and await store.events(TABLES[0]) == []
        assert not await store.read(any_clock_runs)

    asyncio.run(move())


def test_a_request_that_was_stored_fails_alone(stores: list[PostgresqlStore]) -> None:
    async def move() -> None:
        store = stores[0]
        await with_tables(store)
        await store.append(TABLES[0], 0, [FIRST])
        again = store.append(TABLES[0], 1, [SECOND._replace(request=FIRST.request)])
        answers = await together(store, again, store.append(TABLES[1], 0, [FIRST]))
        assert [type(answer) for answer in answers] == [Conflict, type(None)]
        assert [len(await store.events(table)) for table in TABLES] == [1, 1, 0]

    asyncio.run(move())


def test_a_clock_that_stops_leaves_no_flag(stores: list[PostgresqlStore]) -> None:
    async def stop() -> None:
        store = stores[0]
        await with_tables(store)
        await store.append(TABLES[0], 0, [FIRST._replace(at=1, spent=1)], flag=9)
        await store.append(TABLES[0], 1, [SECOND._replace(at=2, spent=1)])
        assert not await store.read(any_clock_runs)

    asyncio.run(stop())


def test_a_damaged_table_is_noticed_before_it_is_written(
    stores: list[PostgresqlStore], postgresql: str
) -> None:
    async def move() -> None:
        store = stores[0]
        await with_tables(store)
        with closing(psycopg.connect(postgresql, autocommit=True)) as connection:
            connection.execute("UPDATE game_table SET game = 'chess' WHERE id = %s", TABLES[:1])
        moves = [store.append(table, 0, [FIRST]) for table in TABLES]
        answers = await together(store, *moves)
        assert [type(answer).__name__ for answer in answers] == ["Damaged", "NoneType", "NoneType"]
        assert list(store.damaged) == TABLES[:1]

    asyncio.run(move())
