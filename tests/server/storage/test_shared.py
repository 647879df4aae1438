"""Several workers share the tables of one database, and each version is written by one of them."""

import asyncio
import threading
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import psycopg
import pytest

from siegeworks.core.errors import SiegeworksError
from siegeworks.server.storage.checksums import Damaged
from siegeworks.server.storage.event_log import STEP, Event
from siegeworks.server.storage.group_writer import Conflict, NotStored
from siegeworks.server.storage.leases import bots_of, claim
from siegeworks.server.storage.opening import open_store
from siegeworks.server.storage.postgresql.layout import (
    MAX_PAYLOAD,
    payloads,
    read_payload,
    why,
)
from siegeworks.server.storage.postgresql.store import PostgresqlDatabase, PostgresqlStore
from siegeworks.server.storage.presence import PresenceRow, beat, read_presence, write_presence
from siegeworks.server.storage.rows import SeatRow, TableRow
from siegeworks.server.storage.store import Store
from tests.server.helpers import until
from tests.server.postgresql import waits_for_a_lock
from tests.server.storage.together import together

ROW = TableRow("t" * 16, "siege-master", {}, 1, 0.0, [SeatRow(0, "open"), SeatRow(1, "open")])
FIRST, SECOND = Event(STEP, "red", "d3-d6", "red 1"), Event(STEP, "blue", "e4-e7", "blue 1")
Heard = list[list[tuple[str, int]] | None]


@asynccontextmanager
async def two_stores(url: str) -> AsyncIterator[tuple[PostgresqlStore, PostgresqlStore]]:
    """Two workers' stores of one database, with a table."""
    ours, theirs = PostgresqlStore(url), PostgresqlStore(url)
    try:
        await ours.create(ROW, [])
        yield ours, theirs
    finally:
        ours.close()
        theirs.close()


async def hear(store: Store) -> Heard:
    """What a store is told from now on."""
    heard: Heard = []
    store.listen(lambda changes: heard.append(None if changes is None else list(changes)))
    await until(lambda: heard == [None])  # it listens; what was before may have been missed
    return heard


def test_of_two_workers_one_writes_a_version(postgresql: str) -> None:
    async def race() -> None:
        async with two_stores(postgresql) as stores:
            both = [
                store.append(ROW.id, 0, [event])
                for store, event in zip(stores, (FIRST, SECOND), strict=True)
            ]
            answers = await asyncio.gather(*both, return_exceptions=True)
            assert sorted(type(answer).__name__ for answer in answers) == ["Conflict", "NoneType"]
            assert len(await stores[0].events(ROW.id)) == 1

    asyncio.run(race())


def test_of_two_people_at_two_workers_one_gets_a_seat(postgresql: str) -> None:
    async def race() -> None:
        async with two_stores(postgresql) as stores:
            wanted = [SeatRow(0, "person", key_hash=bytes([n]) * 32) for n in range(2)]
            both = [store.take_seat(ROW.id, row) for store, row in zip(stores, wanted, strict=True)]
            seats = await asyncio.gather(*both)
            assert sum(seat is not None for seat in seats) == 1
            row = await stores[0].table(ROW.id)
            assert row is not None and row.seats[0] in seats

    asyncio.run(race())


def test_a_worker_hears_what_others_write_and_not_what_it_writes_itself(postgresql: str) -> None:
    async def listen() -> None:
        async with two_stores(postgresql) as (ours, theirs):
            heard = await hear(ours)
            await ours.append(ROW.id, 0, [FIRST])
            await theirs.append(ROW.id, 1, [SECOND])
            fence = await theirs.claim(bots_of(ROW.id), "a", 60)
            await theirs.append(ROW.id, 2, [FIRST._replace(request=None)], fence=fence)
            move = theirs.append(ROW.id, 3, [SECOND._replace(request=None)])
            await together(theirs, move, theirs.claim("dice", "a", 60))  # each by its own job
            await theirs.take_seat(ROW.id, SeatRow(0, "person", key_hash=b"x"))
            await until(lambda: [(ROW.id, 0)] in heard)
            assert heard == [None, *([(ROW.id, version)] for version in (2, 3, 4, 0))]

    asyncio.run(listen())


def test_what_could_not_be_written_is_not_heard(postgresql: str) -> None:
    async def listen() -> None:
        async with two_stores(postgresql) as (ours, theirs):
            heard = await hear(ours)
            with pytest.raises(Conflict):
                await theirs.append(ROW.id, 7, [SECOND])
            await theirs.append(ROW.id, 0, [FIRST])
            await until(lambda: len(heard) > 1)
            assert heard == [None, [(ROW.id, 1)]]

    asyncio.run(listen())


def test_a_worker_that_lost_its_connections_writes_reads_and_listens_again(postgresql: str) -> None:
    async def lose() -> None:
        async with two_stores(postgresql) as (ours, theirs):
            heard = await hear(ours)
            await ours.append(ROW.id, 0, [FIRST])
            with psycopg.connect(postgresql, autocommit=True) as connection:
                connection.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                    "WHERE datname = current_database() AND pid <> pg_backend_pid()"
                )
            await until(lambda: heard == [None, None])  # it listens again
            with pytest.raises(NotStored, match="The database cannot be reached"):
                await ours.append(ROW.id, 1, [SECOND])
            assert ours.is_failing
            await ours.append(ROW.id, 1, [SECOND])
            assert not ours.is_failing
            while not await _can_read(theirs):  # the pool replaces its connections one by one
                pass

    asyncio.run(lose())


async def _can_read(store: Store) -> bool:
    try:
        return await store.events(ROW.id) == [FIRST, SECOND]
    except NotStored:
        return False


def test_a_database_that_can_only_be_read_is_told_and_used_again_later(postgresql: str) -> None:
    name = postgresql.rpartition("dbname=")[2]

    def set_read_only(value: str) -> None:
        with psycopg.connect(postgresql, autocommit=True) as connection:
            command = f"ALTER DATABASE {name} SET default_transaction_read_only = {value}"
            connection.execute("SET default_transaction_read_only = off")
            connection.execute(command.encode())

    async def write() -> None:
        async with two_stores(postgresql) as (ours, _):
            set_read_only("on")
            ours._disconnect()  # the setting holds for new connections
            with pytest.raises(NotStored, match="can only be read at the moment"):
                await ours.append(ROW.id, 0, [FIRST])
            set_read_only("off")
            await ours.append(ROW.id, 0, [FIRST])

    asyncio.run(write())


def test_a_value_that_the_database_cannot_store_fails_alone(postgresql: str) -> None:
    async def write() -> None:
        async with two_stores(postgresql) as (ours, _):
            bad = ours.append(ROW.id, 0, [Event(STEP, "red", "d3\0-d6", "red 1")])
            with pytest.raises(psycopg.DataError):
                await bad
            await ours.append(ROW.id, 0, [FIRST])

    asyncio.run(write())


# Leases -------------------------------------------------------------------------------------------


def test_a_lease_has_one_holder_who_may_keep_it(store: Store) -> None:
    async def claim() -> None:
        first = await store.claim("bots", "a", 60)
        assert first is not None
        assert await store.claim("bots", "b", 60) is None
        assert await store.claim("bots", "a", 60) == first
        await store.release(first)
        second = await store.claim("bots", "b", 60)
        assert second is not None and second.number > first.number
        await store.release(first)  # too late: it is somebody else's
        assert await store.claim("bots", "a", 60) is None

    asyncio.run(claim())


def test_a_frozen_worker_that_wakes_up_writes_nothing(store: Store) -> None:
    async def freeze() -> None:
        await store.create(ROW, [])
        frozen = await store.claim("bots", "a", -1)  # over before it acts
        awake = await store.claim("bots", "b", 60)
        assert awake is not None
        with pytest.raises(Conflict):
            await store.append(ROW.id, 0, [FIRST], fence=frozen)
        await store.append(ROW.id, 0, [SECOND], fence=awake)
        assert await store.events(ROW.id) == [SECOND]

    asyncio.run(freeze())


def test_of_two_workers_that_take_a_lease_at_once_one_gets_it(postgresql: str) -> None:
    async def race() -> None:
        async with two_stores(postgresql) as (store, _):
            assert await store.claim("bots", "gone", -1) is not None
            with psycopg.connect(postgresql) as connection:
                first = claim(PostgresqlDatabase(connection, writes=True), "bots", "a", 60)
                second = asyncio.create_task(store.claim("bots", "b", 60))
                while not await waits_for_a_lock(postgresql):
                    pass
            assert first is not None and await second is None

    asyncio.run(race())


def test_workers_take_leases_and_tables_in_the_same_order(postgresql: str) -> None:
    async def write() -> None:
        async with two_stores(postgresql) as (store, _):
            leases = ["flags", bots_of(ROW.id), "calls", bots_of("a" * 16)]
            for name in leases:
                await store.claim(name, "a", 60)
            fence = await store.claim(bots_of(ROW.id), "a", 60)
            order: list[str] = []
            locked = PostgresqlDatabase.execute

            def execute(db: PostgresqlDatabase, command: str, values: Sequence[Any] = ()) -> Any:
                if command.endswith("FOR UPDATE"):
                    order.append(values[0])
                return locked(db, command, values)

            begun, go_on = threading.Event(), threading.Event()

            def wait(_: object) -> None:
                begun.set()
                go_on.wait()

            with pytest.MonkeyPatch.context() as patched:
                patched.setattr(PostgresqlDatabase, "execute", execute)
                first = asyncio.create_task(store.write(wait))
                await asyncio.to_thread(begun.wait)
                rest = [asyncio.create_task(store.claim(name, "a", 60)) for name in leases]
                rest.append(asyncio.create_task(store.append(ROW.id, 0, [FIRST], fence=fence)))
                await asyncio.sleep(0)  # all wait for the same transaction
                go_on.set()
                await asyncio.gather(first, *rest)
            bots = bots_of(ROW.id)
            assert order == ["calls", "flags", bots_of("a" * 16), ROW.id, bots, bots]

    asyncio.run(write())


@pytest.mark.parametrize(("code", "tries"), [("40P01", 2), ("40001", 2), ("57014", 1)])
def test_a_transaction_that_others_were_in_the_way_of_is_tried_again(
    postgresql: str, code: str, tries: int
) -> None:
    async def write() -> None:
        async with two_stores(postgresql) as (store, _):
            tried: list[int] = []

            def job(db: Any) -> None:
                tried.append(1)
                db.execute("DELETE FROM event WHERE game_table = 'nobody'")
                if len(tried) < 2:
                    db.execute(f"DO $$BEGIN RAISE 'It fails.' USING ERRCODE = '{code}'; END$$")

            both = [store.write(job), store.append(ROW.id, 0, [FIRST])]
            answers = await asyncio.gather(*both, return_exceptions=True)
            assert len(tried) == tries
            assert isinstance(answers[0], NotStored) == (tries == 1)
            assert not store.is_failing or tries == 1

    asyncio.run(write())


# Who is there -------------------------------------------------------------------------------------


async def present(store: Store, silent: float) -> list[PresenceRow]:
    return await store.read(partial(read_presence, table=ROW.id, silent=silent))


def test_what_is_new_is_read_and_compared(store: Store) -> None:
    async def read() -> None:
        await store.create(ROW, [FIRST, SECOND])
        for version, new in ((0, [FIRST, SECOND]), (1, [SECOND]), (2, [])):
            news = await store.since(ROW.id, version)
            assert news is not None and news.events == new
        assert await store.since("n" * 16, 0) is None
        await store.write(
            lambda db: db.execute("UPDATE event SET token = 'e4-e8' WHERE version = 2"),
            table=ROW.id,
        )
        with pytest.raises(Damaged):
            await store.since(ROW.id, 1)

    asyncio.run(read())


def test_presence_ends_with_its_worker(store: Store) -> None:
    async def come_and_go() -> None:
        here, there = PresenceRow("a", frozenset({0}), 2), PresenceRow("b", frozenset({1}), 0)
        assert not await store.write(partial(beat, worker="a", silent=60))
        assert not await store.write(partial(beat, worker="b", silent=60))
        await store.create(ROW, [])
        for row in (here, there):
            await store.write(partial(write_presence, table=ROW.id, row=row))
        assert set(await present(store, 60)) == {here, there}
        news = await store.since(ROW.id, 0)
        assert news is not None and set(news.present) == {here, there}
        gone = PresenceRow("a", frozenset(), 0)
        await store.write(partial(write_presence, table=ROW.id, row=gone))
        assert await present(store, 60) == [there]
        assert await present(store, -60) == []  # silent for too long
        forgets_all = partial(beat, worker="a", silent=-60)  # who were silent, itself too
        assert not await store.write(forgets_all)
        assert await present(store, 60) == []

    asyncio.run(come_and_go())


# Addresses of databases --------------------------------------------------------------------------


@pytest.mark.parametrize("url", ["postgresql://me:hunter2@localhost:1/x", "host=localhost port=1"])
def test_a_database_that_is_away_is_named_without_the_password(url: str) -> None:
    with pytest.raises(SiegeworksError) as error:
        open_store(Path(), url)
    assert "on localhost: it cannot be reached: connection to server at" in str(error.value)
    assert "Connection refused. Is the server running on that host and" in str(error.value)
    assert "hunter2" not in str(error.value)
    assert "\n" not in str(error.value)


def test_a_database_that_is_not_there_is_to_be_created(postgresql: str) -> None:
    with pytest.raises(SiegeworksError, match=r"does not exist\. Create it first: createdb\.$"):
        open_store(Path(), f"{postgresql} dbname=nowhere")


@pytest.mark.parametrize(
    ("message", "sentence"),
    [
        ("connection failed: … failed: FATAL:  no such database\n", "… failed: no such database."),
        (
            "failed to resolve host: [Errno -2] Unknown name",
            "failed to resolve host: Unknown name.",
        ),
        (
            "connection is bad: … failed: fe_sendauth: none\n\tIs it there?",
            "… failed: none. Is it there?",
        ),
    ],
)
def test_why_a_database_cannot_be_reached_is_one_line(message: str, sentence: str) -> None:
    assert why(psycopg.OperationalError(message)) == sentence


def test_who_gives_no_password_is_told_where_it_belongs(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*arguments: object, **named: object) -> None:
        raise psycopg.OperationalError("connection failed: fe_sendauth: no password supplied")

    monkeypatch.setattr(psycopg, "connect", refuse)
    with pytest.raises(SiegeworksError, match=r"no password supplied\. Its password"):
        open_store(Path(), "postgresql://me@localhost/x")


@pytest.mark.parametrize("url", ["tables.sqlite", "", " "])
def test_an_address_that_is_none_is_refused(url: str) -> None:
    with pytest.raises(SiegeworksError, match="write an address like postgresql://"):
        open_store(Path(), url)


def test_notices_say_tables_and_versions_and_are_short_enough() -> None:
    notices = [(f"{number:016}", number) for number in range(10_000)]
    texts = list(payloads(notices))
    assert max(len(text) for _, text in texts) <= MAX_PAYLOAD
    assert sorted(pair for _, text in texts for pair in read_payload(text)) == notices
    assert read_payload("nonsense, 1 x,") == []
