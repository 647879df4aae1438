"""A database that is full, read-only, away or silent: clients are told, and nothing is lost."""

import asyncio
import json
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, LiteralString

import psycopg
import pytest

from siegeworks.server.monitoring.metrics import STORE_FAILURES
from siegeworks.server.runtime.settings import StoreLimits
from siegeworks.server.storage.event_log import STEP, Event
from siegeworks.server.storage.group_writer import Conflict, NotStored
from siegeworks.server.storage.postgresql import store as postgresql_store
from siegeworks.server.storage.postgresql.appends import append_at_once
from siegeworks.server.storage.postgresql.store import PostgresqlStore
from siegeworks.server.storage.rows import Head, SeatRow, TableRow
from siegeworks.server.storage.store import READERS, Append
from tests.server.helpers import until
from tests.server.served import PATIENCE, Client, Json, served

ROW = TableRow("t" * 16, "siege-master", {}, 1, 0.0, [SeatRow(0, "open"), SeatRow(1, "open")])
FIRST = Event(STEP, "red", "d3-d6", "red 1")
CUT = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s"


class Database:
    """A database that can be put into a bad state, and out of it again."""

    def __init__(self, url: str) -> None:
        self.url, self.name = url, url.rpartition("dbname=")[2]

    def run(self, *commands: str, where: str = "") -> None:
        """Run commands as somebody else, each for itself."""
        url = self.url.replace(self.name, where or self.name)
        with psycopg.connect(url, autocommit=True) as connection:
            for command in commands:
                connection.execute(command.encode())

    def cut(self) -> None:
        """End all connections to it."""
        with psycopg.connect(self.url.replace(self.name, "postgres"), autocommit=True) as other:
            other.execute(CUT, (self.name,))

    @contextmanager
    def failing(self, code: str) -> Iterator[None]:
        """Moves fail with this error of PostgreSQL's."""
        self.run(
            "CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS "
            f"$$BEGIN RAISE 'It fails.' USING ERRCODE = '{code}'; END$$",
            "CREATE TRIGGER fail BEFORE INSERT ON event EXECUTE FUNCTION fail()",
        )
        yield
        self.run("DROP FUNCTION fail CASCADE")

    @contextmanager
    def full(self) -> Iterator[str]:
        """Its disk is full; the sentence that people then read."""
        with self.failing("53100"):
            yield "The disk of the database is full. Try again later."

    @contextmanager
    def read_only(self) -> Iterator[str]:
        """It is a copy of another one."""
        with self.failing("25006"):
            yield "The database can only be read at the moment. Try again later."

    @contextmanager
    def read_only_for_good(self) -> Iterator[None]:
        """It is a copy of another one, as its connections are told when they are made."""
        setting = "default_transaction_read_only"
        self.run(f"ALTER DATABASE {self.name} SET {setting} = on", where="postgres")
        yield
        self.run(f"ALTER DATABASE {self.name} RESET {setting}", where="postgres")
        self.cut()

    @contextmanager
    def away(self) -> Iterator[str]:
        """It accepts nobody."""
        self.run(f"ALTER DATABASE {self.name} ALLOW_CONNECTIONS false", where="postgres")
        self.cut()
        yield postgresql_store.UNREACHABLE
        self.run(f"ALTER DATABASE {self.name} ALLOW_CONNECTIONS true", where="postgres")

    @contextmanager
    def silent(self, locked: LiteralString = "event IN EXCLUSIVE MODE") -> Iterator[str]:
        """It accepts everything and answers no write."""
        with psycopg.connect(self.url) as connection:
            connection.execute(f"LOCK TABLE {locked}")
            yield "The database does not answer. Try again in a moment."

    def frozen(self) -> AbstractContextManager[str]:
        """It accepts everything and answers neither writes nor reads."""
        return self.silent("event, game_table IN ACCESS EXCLUSIVE MODE")


def returned(client: Client, table: Json) -> str:
    """Come back; the sentence with which a client is sent away, if it is, empty otherwise."""
    socket = client.connect()
    keys = [seat["key"] for seat in table["yours"]]
    socket.send(json.dumps({"type": "hello", "table": table["table"], "keys": keys}))
    message = json.loads(socket.recv())
    if message["type"] == "welcome":
        return ""
    assert message["type"] == "closing" and message["reconnect"]
    return str(message["sentence"])


@pytest.mark.parametrize("state", ["full", "read_only", "away", "silent", "frozen"])
def test_a_player_is_told_loses_nothing_and_goes_on_when_the_database_is_back(
    tmp_path: Path, postgresql: str, state: str
) -> None:
    database = Database(postgresql)
    store = PostgresqlStore(postgresql, StoreLimits(reader_seconds=0.2))
    with served(tmp_path, store=store) as client:
        table = client.table("siege-master", "hot-seat", "hot-seat")
        player = client.at(table, 0, 1)
        assert player.act("d3-d6", "first")["version"] == 1
        with getattr(database, state)() as sentence:
            if state in ("silent", "frozen"):
                store.answer_seconds = 0.2
            player.say(type="act", id="second", version=1, token="e4-e7")
            message = player.hear("accepted", "refused", "closing")
            assert (message["type"], message["sentence"]) == ("closing", sentence)
            assert message["reconnect"]
            if state in ("away", "silent", "frozen"):  # else other things can be stored
                assert client.ask("GET", "/readyz")[0] == 503
            assert returned(client, table) in ("", sentence)  # what can be read is shown
        store.answer_seconds = PATIENCE
        while returned(client, table):
            pass
        player = client.at(table, 0, 1)
        player.say(type="act", id="second", version=1, token="e4-e7")  # again, as the page does
        while (answer := player.hear("accepted", "closing"))["type"] == "closing":
            player = client.at(table, 0, 1)
            player.say(type="act", id="second", version=1, token="e4-e7")
        assert answer["version"] == 2
        player.wait_for(2)
        steps = client.at(table, 0, 1).view["steps"]
        assert [step["token"] for step in steps] == ["d3-d6", "e4-e7"]
        assert client.ask("GET", "/readyz")[0] == 200


def test_a_move_that_was_stored_without_an_answer_is_found_when_it_is_sent_again(
    tmp_path: Path, postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = PostgresqlStore(postgresql)
    unanswered = list[list[str]]()

    def break_off(connection: Any, appends: Sequence[Append], known: Any) -> dict[str, Head]:
        """Commit, and lose the connection before the answer comes: once."""
        stored = append_at_once(connection, appends, known)
        if not unanswered and any(
            event.token == "e4-e7" for append in appends for event in append.events
        ):
            unanswered.append([*stored])
            connection.close()
            raise psycopg.OperationalError("server closed the connection unexpectedly")
        return stored

    monkeypatch.setattr(postgresql_store, "append_at_once", break_off)
    move = {"type": "act", "id": "second", "version": 1, "token": "e4-e7"}
    with served(tmp_path, store=store) as client:
        table = client.table("siege-master", "hot-seat", "hot-seat")
        player = client.at(table, 0, 1)
        assert player.act("d3-d6", "first")["version"] == 1
        player.say(**move)
        assert player.hear("accepted", "refused", "closing")["reconnect"]
        assert unanswered == [[table["table"]]]
        player = client.at(table, 0, 1)
        player.say(**move)  # again, as the page does
        answer = player.hear("accepted", "refused", "closing")
        assert (answer["type"], answer["version"]) == ("accepted", 2)
        steps = client.at(table, 0, 1).view["steps"]
        assert [step["token"] for step in steps] == ["d3-d6", "e4-e7"]


@pytest.mark.parametrize(
    ("ours", "theirs"),  # seconds: ours if the database is frozen, theirs to have a reader back
    [pytest.param(0.05, 0.0, id="ours"), pytest.param(None, 0.05, id="that of the database")],
)
def test_a_read_that_is_not_answered_ends_at_a_limit(
    postgresql: str, ours: float | None, theirs: float
) -> None:
    async def read() -> None:
        store = PostgresqlStore(postgresql, StoreLimits(answer_seconds=theirs))  # 0: none
        store.answer_seconds = None
        try:
            await store.create(ROW, [FIRST])
            with Database(postgresql).frozen():
                store.answer_seconds = ours
                many = [store.events(ROW.id) for _ in range(2 * READERS)]
                for answer in await asyncio.gather(*many, return_exceptions=True):
                    assert isinstance(answer, NotStored) and "does not answer" in str(answer)
            store.answer_seconds = None
            assert await store.events(ROW.id) == [FIRST]
        finally:
            store.close()

    asyncio.run(read())


@pytest.mark.parametrize("state", ["away", "read_only_for_good"])
def test_a_database_that_is_back_is_noticed_and_logged_though_nobody_writes(
    postgresql: str, caplog: pytest.LogCaptureFixture, state: str
) -> None:
    async def fail() -> None:
        store = PostgresqlStore(postgresql, StoreLimits(retry_seconds=0.01))
        database = Database(postgresql)
        try:
            with getattr(database, state)():
                database.cut()
                with pytest.raises(NotStored):
                    await store.create(ROW, [])
                failures = STORE_FAILURES._value.get()
                await until(lambda: STORE_FAILURES._value.get() > failures)
                assert store.is_failing
                assert "can be stored again" not in caplog.text
            await until(lambda: not store.is_failing)
            assert "tables can be stored again" in caplog.text
        finally:
            store.close()

    asyncio.run(fail())


def test_what_is_stored_too_late_is_stored_once(postgresql: str) -> None:
    async def write() -> None:
        store = PostgresqlStore(postgresql)
        try:
            await store.create(ROW, [])
            with Database(postgresql).silent():
                store.answer_seconds = 0.05
                for _ in range(2):  # and once more, before anything has been stored
                    with pytest.raises(NotStored, match="does not answer"):
                        await store.append(ROW.id, 0, [FIRST])
                assert store.is_failing
            store.answer_seconds = PATIENCE
            with pytest.raises(Conflict):
                await store.append(ROW.id, 0, [FIRST])
            assert not store.is_failing
            assert await store.events(ROW.id) == [FIRST]
        finally:
            store.close()

    asyncio.run(write())
