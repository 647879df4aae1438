"""The seats of accounts: which account has which, as seat keys prove it"""

from __future__ import annotations

import re
import time
from collections.abc import Collection, Mapping
from contextlib import suppress

from starlette.requests import Request

from siegeworks.core.contract import Seat
from siegeworks.core.errors import SiegeworksError
from siegeworks.server import messages as m
from siegeworks.server.http.api import HowTaken, HttpError
from siegeworks.server.http.people.sessions import Proof, account_of
from siegeworks.server.people.accounts import seats
from siegeworks.server.people.accounts.account import Account
from siegeworks.server.people.ratings.rated_games import FOR_PEOPLE, rated_game
from siegeworks.server.storage.database import Database
from siegeworks.server.storage.rows import read_head, read_seats, update_seat
from siegeworks.server.tables.my_tables import title_of
from siegeworks.server.tables.seat_keys import proven_seats
from siegeworks.server.tables.table_server import TableServer

TABLE = re.compile(r"[A-Za-z0-9_-]{16}")


def table_in_path(request: Request) -> str:
    """The table that a path names.

    Raises:
        HttpError: 404: no table has such a name.
    """
    table: str = request.path_params["table"]
    if TABLE.fullmatch(table) is None:
        raise HttpError(404, "There is no such table here.")
    return table


class OwnTables:
    """The tables where accounts have seats."""

    def __init__(self, server: TableServer) -> None:
        """The tables of this server."""
        self._server, self._store = server, server.store

    async def seats_taken(self, request: Request, mine: m.MyTable, how: HowTaken) -> None:
        """A browser has got seats: they are its account's, if it has one.

        Raises:
            NotStored: it could not be stored.
        """
        account = await account_of(request)
        if account is None and how != "renewed":
            return
        proven = await self._proven(mine)
        if how == "renewed":
            owner = account.id if account else ""
            await self._store.write(lambda db: seats.release(db, mine.table, proven, owner))
        elif account is not None:
            await self._claim(account, mine.table, proven, counts=how == "begun")

    async def claim(self, account: Account, tables: list[m.MyTable]) -> None:
        """The seats that a guest's browser has are its account's from now on. What it cannot prove
        any more is left out.

        Raises:
            NotStored: it could not be stored.
        """
        for mine in tables:
            with suppress(SiegeworksError):
                proven = await self._proven(mine)
                await self._claim(account, mine.table, proven, counts=False)

    async def seats_of_accounts(
        self, accounts: Collection[str]
    ) -> Mapping[str, Mapping[str, list[Seat]]]:
        """Which seats these accounts have, by account and table."""
        return await self._store.read(lambda db: seats.running_seats(db, accounts))

    async def tables_of(self, account: Account) -> m.AccountTables:
        """The tables of an account."""
        tables = await self._store.read(lambda db: seats.tables_of(db, account.id))
        lines = [
            m.AccountTable(own.table, own.game, title_of(own.game), int(own.opened), own.is_over)
            for own in tables
        ]
        return m.AccountTables(lines)

    async def new_keys(self, proof: Proof, table: str) -> m.SeatTaken:
        """Keys for the seats of an account, for one more of its browsers or programs. They end with
        the session or the token.

        Args:
            proof: whose seats they are. If a bot is to play them, everybody is shown that from now
                on.
            table: its name.

        Raises:
            SiegeworksError: it has none there, or a bot may not play them.
        """
        own = await self._store.read(lambda db: seats.seats_of(db, proof.account.id, table))
        if not own:
            raise SiegeworksError("You do not have a seat at this table now.")
        if proof.is_bot:
            await self._store.write(lambda db: give_to_bot(db, table, own))
            await self._server.rooms.reread_seats([table])
        return await self._server.seating.further_keys(table, own, proof.id)

    async def _claim(
        self, account: Account, table: str, proven: list[Seat], *, counts: bool
    ) -> None:
        await self._store.write(
            lambda db: seats.claim(db, account.id, table, proven, counts=counts)
        )

    async def _proven(self, mine: m.MyTable) -> list[Seat]:
        row = await self._server.rooms.row(mine.table, mine.keys)
        days = self._server.rooms.seat_days
        return [seat.seat for seat in proven_seats(row.seats, mine.keys, time.time(), days)]


def give_to_bot(db: Database, table: str, own: Collection[Seat]) -> None:
    """A program plays these seats from now on, which everybody is shown.

    Raises:
        SiegeworksError: the game is rated.
    """
    read_head(db, table)  # nobody else changes its seats meanwhile
    rated = rated_game(db, table)
    if rated is not None and not rated.is_counted:
        raise SiegeworksError(FOR_PEOPLE)
    for seat in read_seats(db, table):
        if seat.seat in own and not seat.is_bot:
            update_seat(db, table, seat._replace(is_bot=1))
