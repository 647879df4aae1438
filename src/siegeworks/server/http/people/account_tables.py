"""The HTTP API of an account's tables, which it has on every device: which seats are whose, and
tables that are opened for accounts"""

import re
import time
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from typing import Literal

from starlette.requests import Request

from siegeworks.core.contract import Seat
from siegeworks.core.errors import SiegeworksError
from siegeworks.games import game_title
from siegeworks.play.clock import ClockSettings
from siegeworks.server import messages as m
from siegeworks.server.http.answers import HttpError
from siegeworks.server.http.api import Routes, get, post
from siegeworks.server.http.sessions import Proof, account_of, needed_account, needed_proof
from siegeworks.server.people.accounts import seats
from siegeworks.server.people.accounts.account import Account
from siegeworks.server.people.ratings.rated_games import FOR_PEOPLE, pace_at, rated_game, register
from siegeworks.server.people.receivers import notify_account
from siegeworks.server.people.tournaments.director import Note
from siegeworks.server.people.tournaments.tournament_rows import Tournament
from siegeworks.server.storage.database import Database
from siegeworks.server.storage.presence import read_presence
from siegeworks.server.storage.rows import SeatRow, TableRow, read_head, read_seats, update_seat
from siegeworks.server.storage.store import Beside
from siegeworks.server.tables.rooms import Rooms
from siegeworks.server.tables.seat_keys import proven_seats
from siegeworks.server.tables.table_server import TableServer

TABLE = re.compile(r"[A-Za-z0-9_-]{16}")
# How a browser got seats: at a new game, at one that continues a record, or with new keys.
HowTaken = Literal["begun", "continued", "renewed"]


class OwnTableRoutes(Routes):
    @get("/api/account/tables", scope="read")
    async def tables(self, request: Request) -> m.AccountTables:
        """The tables of this account."""
        return await self._tables_of(await needed_account(request))

    @post("/api/account/tables", scope="play")
    async def claim(self, request: Request, body: m.MyTables) -> m.AccountTables:
        """The seats that this browser has are its account's."""
        account = await needed_account(request)
        for mine in body.tables:
            with suppress(SiegeworksError):  # what it cannot prove any more is left out
                await _claim(self._server, account, mine, counts=False)
        return await self._tables_of(account)

    @post("/api/account/tables/{table}/key", scope="play")
    async def new_keys(self, request: Request, table: str, body: m.Nothing) -> m.SeatTaken:
        """Keys for the seats of this account, for this browser or program."""
        proof = await needed_proof(request)
        check_id(table)
        return await new_keys(self._server, proof, table)

    async def _tables_of(self, account: Account) -> m.AccountTables:
        tables = await self._store.read(lambda db: seats.tables_of(db, account.id))
        lines = [
            m.AccountTable(own.table, own.game, game_title(own.game), int(own.opened), own.is_over)
            for own in tables
        ]
        return m.AccountTables(lines)


def check_id(table: str) -> None:
    """Could this be the id of a table?

    Raises:
        HttpError: 404: no table has such an id.
    """
    if TABLE.fullmatch(table) is None:
        raise HttpError(404, "There is no such table here.")


async def proven_at(rooms: Rooms, table: str, keys: Sequence[str]) -> list[SeatRow]:
    """The seats of a table that these keys prove, one for each key.

    Raises:
        UnknownKey: one of them proves none, or has expired.
    """
    row = await rooms.row(table, keys)
    return proven_seats(row.seats, keys, time.time(), rooms.seat_days)


async def seats_taken(
    server: TableServer, request: Request, answer: m.TableOpened | m.SeatTaken, how: HowTaken
) -> None:
    """The seats that a browser has got are its account's, if it has one."""
    if not answer.yours:
        return
    mine = m.MyTable(answer.table, [seat.key for seat in answer.yours])
    with suppress(SiegeworksError):  # the seats are taken all the same
        account = await account_of(request)
        if how == "renewed":
            own = [row.seat for row in await proven_at(server.rooms, mine.table, mine.keys)]
            owner = account.id if account else ""
            await server.store.write(lambda db: seats.release(db, mine.table, own, owner))
        elif account is not None:
            await _claim(server, account, mine, counts=how == "begun")


async def _claim(server: TableServer, account: Account, mine: m.MyTable, *, counts: bool) -> None:
    own = [row.seat for row in await proven_at(server.rooms, mine.table, mine.keys)]
    await server.store.write(lambda db: seats.claim(db, account.id, mine.table, own, counts=counts))


async def new_keys(server: TableServer, proof: Proof, table: str) -> m.SeatTaken:
    """Keys for the seats of an account, for one more of its browsers or programs. They end with the
    session or the token. If a bot is to play them, everybody is shown that from now on.

    Raises:
        SiegeworksError: it has none there, or a bot may not play them.
    """
    own = await server.store.read(lambda db: seats.seats_of(db, proof.account.id, table))
    if not own:
        raise SiegeworksError("You do not have a seat at this table now.")
    if proof.is_bot:
        await server.store.write(lambda db: give_to_bot(db, table, own))
        await server.rooms.reread_seats([table])
    return await server.seating.further_keys(table, own, proof.id)


def give_to_bot(db: Database, table: str, own: Collection[Seat]) -> None:
    """A program plays these seats from now on, which everybody is shown.

    Raises:
        SiegeworksError: the game is rated.
    """
    read_head(db, table)  # nobody else changes its seats meanwhile
    rated = rated_game(db, table)
    if rated.rated and not rated.counted:
        raise SiegeworksError(FOR_PEOPLE)
    for seat in read_seats(db, table):
        if seat.seat in own and not seat.is_bot:
            update_seat(db, table, seat._replace(is_bot=1))


async def open_for_accounts(
    server: TableServer,
    game: str,
    options: Mapping[str, str],
    clock: ClockSettings | None,
    players: Sequence[str | m.SeatPlan],
    *,
    is_rated: bool,
    beside: Beside = lambda db, table: None,
) -> str:
    """Open a table for these accounts, in turn order; its id. Nobody has the keys of their seats:
    each account gets its own when it comes.

    `players` are, for each seat, an account or who else has it. `beside` is called in the
    transaction that stores the table; if it raises, there is none.

    Raises:
        SiegeworksError: it cannot be opened so.
    """
    accounts = {seat: player for seat, player in enumerate(players) if isinstance(player, str)}
    names = await server.store.read(
        lambda db: {seat: name_of(db, account) for seat, account in accounts.items()}
    )
    shape = await server.rooms.games.get(game, dict(options), "")
    plans = [
        m.SeatPlan(name, "hot-seat", name=names[seat]) if isinstance(player, str) else player
        for seat, (name, player) in enumerate(zip(shape.seats, players, strict=True))
    ]
    pace = pace_at(game, clock, len(players)) if is_rated else None
    times = m.ClockTimes(*clock) if clock else None

    def own(db: Database, table: TableRow) -> None:
        beside(db, table)
        for seat, account in accounts.items():
            key_hash = table.seats[seat].key_hash
            if name_of(db, account) and key_hash is not None:  # it was not deleted meanwhile
                seats.claim(db, account, table.id, [seat], counts=True)
                notify_account(db, account, table.id, seat, key_hash)
        if pace is not None:
            register(db, table.id, pace)

    wanted = m.NewTable(game, plans, dict(options), clock=times)
    return (await server.open_table(wanted, beside=own, is_awaited=True)).table


def name_of(db: Database, account: str) -> str:
    """The name of an account."""
    row = db.execute("SELECT name FROM account WHERE id = ?", (account,)).fetchone()
    return str(row[0]) if row else ""


def clock_of(times: m.ClockTimes | None) -> ClockSettings | None:
    """The clock that a client wants; None: none."""
    return ClockSettings(times.reserve, times.increment, times.per_move) if times else None


class ServerTables:
    """Opens and ends the tables of tournaments at one server."""

    def __init__(self, server: TableServer) -> None:
        self._server = server

    async def open(self, tournament: Tournament, accounts: Sequence[str]) -> str:
        """Open a table for these accounts, in turn order; its id. Nobody has the keys of its seats:
        each account gets its own when it comes."""
        return await open_for_accounts(
            *(self._server, tournament.game, tournament.options, tournament.clock, accounts),
            is_rated=tournament.is_rated,
        )

    async def here(self, table: str) -> Collection[Seat]:
        """The seats whose players are at a table, through any worker, or have been there in a game
        over days."""
        here = await seats_here(self._server.rooms, table)
        room = await self._server.rooms.get(table)
        is_slow = room.clock is not None and room.clock.is_slow
        return room.came.union(here) if is_slow else here

    async def forfeit(self, table: str, seats: Collection[Seat], beside: Note) -> None:
        """Of these seats those have lost to which nobody has come, as `Room.forfeit`."""
        room = await self._server.rooms.get(table)
        await room.forfeit(seats, beside)


async def seats_here(rooms: Rooms, table: str) -> Collection[Seat]:
    """The seats whose players are connected to a table, through any worker."""
    room = rooms.loaded.get(table)
    here = room.seats_here() if room is not None else frozenset[Seat]()
    if rooms.store.is_shared:
        rows = await rooms.store.read(lambda db: read_presence(db, table))
        here = here.union(*(row.seats for row in rows))
    return here
