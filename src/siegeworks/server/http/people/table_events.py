"""Server-sent events: how tables stand and what accounts are told, as soon as that changes. One
loop asks the database for all who listen."""

import asyncio
from collections.abc import AsyncIterator, Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial

import msgspec
from starlette.requests import Request
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from siegeworks.core.contract import Seat
from siegeworks.core.errors import SiegeworksError
from siegeworks.server import messages as m
from siegeworks.server.http.addresses import address_of
from siegeworks.server.http.answers import HttpError
from siegeworks.server.http.api import TOO_MANY, Api, Routes, get, post
from siegeworks.server.http.people.account_tables import proven_at
from siegeworks.server.http.people.challenge_routes import notices_of
from siegeworks.server.http.sessions import needed_proof
from siegeworks.server.people.accounts import sessions, tokens
from siegeworks.server.people.accounts.seats import running_seats
from siegeworks.server.runtime.error_log import log_failure
from siegeworks.server.runtime.limits import OpenCount
from siegeworks.server.runtime.tasks import start_task
from siegeworks.server.storage.database import Database, marks
from siegeworks.server.storage.group_writer import NotStored
from siegeworks.server.tables.my_tables import status_of
from siegeworks.server.tables.seat_keys import hash_of
from siegeworks.server.tables.table_server import TableServer

TOO_MANY_STREAMS = "Too many streams of events are open. Close one, or try later."
AGAIN_AFTER = 3000  # milliseconds, after which a lost stream is opened again
HEADERS = {"cache-control": "no-store", "x-accel-buffering": "no"}  # proxies must not hold it back
QUIET_SECONDS = 15.0  # after which a listener is told that there is nothing new
IDS_IN_A_QUERY = 500

Seats = Mapping[str, Collection[Seat]]  # by table
NOTICES = "notices"  # under which they are kept beside tables
Stamp = tuple[object, ...]  # another one: the table stands otherwise


class Listener:
    """One who listens. It is told how each table stands now; who is slow misses what has changed
    again meanwhile."""

    def __init__(self, account: str, proof: str) -> None:
        """`account` is whose tables or notices it listens to, and `proof` the id of its session or
        token, with whose end it is told nothing more; both are empty if it has keys instead."""
        self.account, self.proof = account, proof
        self.seats: Seats = {}
        self.seen: dict[str, Stamp] = {}
        self._news: dict[str, m.TableStatus | m.Notices] = {}
        self._has_news, self.is_closed = asyncio.Event(), False

    def tell(self, about: str, stamp: Stamp, news: m.TableStatus | m.Notices) -> None:
        """News of a table or of its notices, which have this stamp now."""
        self.seen[about], self._news[about] = stamp, news
        self._has_news.set()

    def close(self) -> None:
        """It is told nothing more."""
        self.is_closed = True
        self._has_news.set()

    async def news(self) -> AsyncIterator[m.TableStatus | m.Notices | None]:
        """What has changed; None now and then if nothing has."""
        while not self.is_closed:
            try:
                await asyncio.wait_for(self._has_news.wait(), QUIET_SECONDS)
            except TimeoutError:
                yield None
                continue
            self._has_news.clear()
            news, self._news = self._news, {}
            for event in news.values():
                yield event


class KeyListener(Listener):
    """One who listens to seats as long as its keys prove them."""

    def __init__(
        self, seats: Mapping[str, Sequence[Seat]], digests: Mapping[str, Collection[bytes]]
    ) -> None:
        """The seats that its keys prove, by table, and the digests of these keys."""
        super().__init__("", "")
        self.seats, self._digests = seats, digests

    def keep_proven(self, valid: Mapping[str, Mapping[Seat, set[bytes]]]) -> None:
        """It loses the seats that have other keys by now; without any, it is told nothing more.
        `valid` has the digests of all keys of each seat, by table. Tables that are gone are not in
        it: of these the listener is told just that."""
        kept = {
            table: [
                seat
                for seat in seats
                if table not in valid or not valid[table][seat].isdisjoint(self._digests[table])
            ]
            for table, seats in self.seats.items()
        }
        self.seats = {table: seats for table, seats in kept.items() if seats}
        if not self.seats:
            self.close()


class NoticeListener(Listener):
    """One who listens to what its account is told, and to no tables."""


class TableEvents:
    """All who listen at this worker."""

    def __init__(self, server: TableServer) -> None:
        self._server = server
        self._listeners: set[Listener] = set()
        self._is_asked = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def ask(self) -> None:
        """Ask now: something has changed."""
        self._is_asked.set()

    @contextmanager
    def listening(self, listener: Listener) -> Iterator[None]:
        """One who listens while the block runs."""
        self._listeners.add(listener)
        self._is_asked.set()
        if self._task is None:
            self._task = start_task(self._run(), "telling programs of their tables failed")
        try:
            yield
        finally:
            self._listeners.discard(listener)

    def close(self) -> None:
        """Nobody is told anything any more."""
        for listener in self._listeners:
            listener.close()
        if self._task is not None:
            self._task.cancel()

    async def _run(self) -> None:
        while self._listeners:
            self._is_asked.clear()
            if self._server.is_draining:
                for listener in self._listeners:  # they come back to another worker
                    listener.close()
            try:
                await self._tell_all()
            except NotStored:
                pass  # the next round asks again
            except Exception as error:
                log_failure("asking how tables stand failed", error)
            with suppress(TimeoutError):
                seconds = self._server.settings.event_seconds
                await asyncio.wait_for(self._is_asked.wait(), seconds)
        self._task = None

    async def _tell_all(self) -> None:
        """Ask once for all, and tell each what has changed for it."""
        proven = await self._still_proven()
        to_notify = [listener for listener in proven if isinstance(listener, NoticeListener)]
        await self._tell_notices(to_notify)
        listeners = [listener for listener in proven if not isinstance(listener, NoticeListener)]
        accounts = {listener.account for listener in listeners if listener.account}
        if accounts:
            owned = await self._server.store.read(lambda db: running_seats(db, accounts))
            for listener in listeners:
                if listener.account:
                    listener.seats = owned.get(listener.account, {})
        if not listeners:
            return
        tables = {table for listener in listeners for table in listener.seats}
        stamps = await self._server.store.read(lambda db: stamps_of(db, tables))
        statuses: dict[tuple[str, tuple[Seat, ...]], m.TableStatus] = {}
        for listener in listeners:
            for table, seats in listener.seats.items():
                stamp = stamps.get(table, ())
                if listener.seen.get(table) == stamp:
                    continue
                key = table, tuple(sorted(seats))
                if key not in statuses:
                    statuses[key] = await status_of(self._server.rooms, table, key[1])
                listener.tell(table, stamp, statuses[key])

    async def _still_proven(self) -> list[Listener]:
        """Those whose session, token or keys last; the others are told nothing more."""
        listeners = list(self._listeners)
        owners = {listener.account for listener in listeners if listener.proof}
        if owners:
            proofs = await self._server.store.read(
                lambda db: sessions.ids_of(db, owners) | tokens.ids_of(db, owners)
            )
            for listener in listeners:
                if listener.proof and listener.proof not in proofs:
                    listener.close()
        by_keys = [listener for listener in listeners if isinstance(listener, KeyListener)]
        tables = {table for listener in by_keys for table in listener.seats}
        if tables:
            valid = await self._server.store.read(lambda db: key_digests(db, tables))
            for listener in by_keys:
                listener.keep_proven(valid)
        return [listener for listener in listeners if not listener.is_closed]

    async def _tell_notices(self, listeners: Sequence[NoticeListener]) -> None:
        accounts = {listener.account for listener in listeners}
        if accounts:
            by_account = await self._server.store.read(
                lambda db: {account: notices_of(db, account) for account in accounts}
            )
            for listener in listeners:
                notices = by_account[listener.account]
                stamp = (msgspec.json.encode(notices),)
                if listener.seen.get(NOTICES) != stamp:
                    listener.tell(NOTICES, stamp, notices)


class EventStream(StreamingResponse):
    """Server-sent events, as long as somebody reads them."""

    def __init__(self, written: AsyncIterator[bytes], ended: Callable[[], None]) -> None:
        super().__init__(written, media_type="text/event-stream", headers=HEADERS)
        self._ended = ended

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._ended()


class EventRoutes(Routes):
    def __init__(self, api: Api, events: TableEvents) -> None:
        super().__init__(api)
        self._events, self._open = events, OpenCount()

    @get("/api/account/tables/events", scope="read")
    async def of_account(self, request: Request) -> StreamingResponse:
        """How the tables of this account stand, as server-sent events: a `TableStatus` for each
        table, and a new one whenever it changes."""
        proof = await needed_proof(request)
        return self._stream(request, Listener(proof.account.id, proof.id))

    @post("/api/tables/events", stores=False)
    async def of_keys(self, request: Request, body: m.MyTables) -> StreamingResponse:
        """The same for seats without an account, as long as these keys prove them."""
        if not body.tables:
            raise SiegeworksError("Name the tables that you want the events of.")
        seats = dict[str, list[Seat]]()
        for mine in body.tables:
            proven = await proven_at(self._rooms, mine.table, mine.keys)
            seats[mine.table] = [row.seat for row in proven]
        digests = {mine.table: [hash_of(key) for key in mine.keys] for mine in body.tables}
        return self._stream(request, KeyListener(seats, digests))

    @get("/api/account/notices/events", scope="read")
    async def of_notices(self, request: Request) -> StreamingResponse:
        """What this account is told, as server-sent events: its `Notices`, and again whenever they
        change."""
        proof = await needed_proof(request)
        return self._stream(request, NoticeListener(proof.account.id, proof.id))

    def _stream(self, request: Request, listener: Listener) -> StreamingResponse:
        address, limits = address_of(request), self._api.settings
        if not self._open.take(address, limits.max_streams_per_address, limits.max_streams):
            raise HttpError(503, TOO_MANY_STREAMS, TOO_MANY)
        return EventStream(self._written(listener), partial(self._open.release, address))

    async def _written(self, listener: Listener) -> AsyncIterator[bytes]:
        yield f"retry: {AGAIN_AFTER}\n\n".encode()
        with self._events.listening(listener):
            async for news in listener.news():
                if news is None:
                    yield b":\n\n"  # a comment, which finds out whether somebody still reads
                else:
                    event = b"notices" if isinstance(news, m.Notices) else b"table"
                    yield b"event: " + event + b"\ndata: " + msgspec.json.encode(news) + b"\n\n"


def parts_of(tables: Collection[str]) -> Iterator[Sequence[str]]:
    """Tables in parts, each small enough for a query."""
    ids = sorted(tables)
    return (ids[at : at + IDS_IN_A_QUERY] for at in range(0, len(ids), IDS_IN_A_QUERY))


def stamps_of(db: Database, tables: Collection[str]) -> dict[str, Stamp]:
    """What differs for each of these tables once it stands otherwise; those that are gone are left
    out."""
    stamps = dict[str, Stamp]()
    for part in parts_of(tables):
        rows = db.execute(
            "SELECT id, version, asked, (SELECT count(*) FROM seat WHERE game_table = id AND "
            "who IN ('open', 'friend')) FROM game_table "
            "LEFT JOIN status ON status.game_table = id "
            f"WHERE is_gone = 0 AND id IN ({marks(part)})",
            part,
        )
        stamps.update({str(table): tuple(stamp) for table, *stamp in rows})
    return stamps


def key_digests(db: Database, tables: Collection[str]) -> dict[str, dict[Seat, set[bytes]]]:
    """The digests of all keys of each seat, those that `has_key` knows, at those of these tables
    that are there."""
    hashes: dict[str, dict[Seat, set[bytes]]] = {}
    for part in parts_of(tables):
        rows = db.execute(
            "SELECT seat.game_table, seat.seat, seat.key_hash, next_hash, further_hash FROM seat "
            "LEFT JOIN further_key ON further_key.game_table = seat.game_table "
            "AND further_key.seat = seat.seat AND further_key.key_hash = seat.key_hash "
            f"WHERE seat.game_table IN ({marks(part)})",
            part,
        )
        for table, seat, *digests in rows:
            of_seat = hashes.setdefault(table, {}).setdefault(seat, set())
            of_seat.update(bytes(digest) for digest in digests if digest is not None)
    return hashes
