"""The tables of tournaments: opened for accounts, whose seats are theirs from the start"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from siegeworks.core.contract import Seat
from siegeworks.server import messages as m
from siegeworks.server.http.call_routes import seats_here
from siegeworks.server.people.accounts.seats import claim
from siegeworks.server.people.ratings.rated_games import pace_at, register
from siegeworks.server.people.tournaments.tournament_rows import Tournament
from siegeworks.server.storage.database import Database
from siegeworks.server.tables.table_server import TableServer


class ServerTables:
    """Opens and ends the tables of tournaments at one server."""

    def __init__(self, server: TableServer) -> None:
        self._server = server

    async def open(self, tournament: Tournament, accounts: Sequence[str]) -> str:
        """Open a table for these accounts, in turn order; its id. Nobody has the keys of its seats:
        each account gets its own when it comes."""
        store, clock = self._server.store, tournament.clock
        names = await store.read(lambda db: [name_of(db, account) for account in accounts])
        game = await self._server.rooms.games.get(tournament.game, tournament.options, "")
        plans = [
            m.SeatPlan(seat, "hot-seat", name=name)
            for seat, name in zip(game.seats, names, strict=True)
        ]
        opened = await self._server.open_table(
            m.NewTable(tournament.game, plans, tournament.options, clock=m.ClockTimes(*clock))
        )
        pace = pace_at(tournament.game, clock, tournament.seats)

        def own(db: Database) -> None:
            for seat, account in enumerate(accounts):
                if name_of(db, account):  # it was not deleted meanwhile
                    claim(db, account, opened.table, [seat], counts=True)
            if tournament.is_rated:
                register(db, opened.table, pace)

        await store.write(own)
        return opened.table

    async def here(self, table: str) -> Collection[Seat]:
        """The seats whose players are at a table, through any worker."""
        return await seats_here(self._server.rooms, table)

    async def forfeit(self, table: str, seats: Collection[Seat]) -> None:
        """These seats have lost, since nobody came."""
        room = await self._server.rooms.get(table)
        await room.forfeit(seats)


def name_of(db: Database, account: str) -> str:
    """The name of an account."""
    row = db.execute("SELECT name FROM account WHERE id = ?", (account,)).fetchone()
    return str(row[0]) if row else ""
