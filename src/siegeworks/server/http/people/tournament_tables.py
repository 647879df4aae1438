"""The tables of tournaments: opened for accounts, whose seats are theirs from the start"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from siegeworks.core.contract import Seat
from siegeworks.server.http.notification_routes import seats_here
from siegeworks.server.http.people.account_tables import open_for_accounts
from siegeworks.server.people.tournaments.director import Note
from siegeworks.server.people.tournaments.tournament_rows import Tournament
from siegeworks.server.tables.table_server import TableServer


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
