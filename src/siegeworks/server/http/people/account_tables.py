"""Tables that are opened for accounts, whose seats are theirs from the start, as for tournaments"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from siegeworks.core.contract import Seat
from siegeworks.play.clock import ClockSettings
from siegeworks.server import messages as m
from siegeworks.server.http.people.notification_routes import seats_here
from siegeworks.server.people.accounts.seats import claim
from siegeworks.server.people.ratings.rated_games import pace_at, register
from siegeworks.server.people.receivers import notify_account
from siegeworks.server.people.tournaments.director import Note
from siegeworks.server.people.tournaments.tournament_rows import Tournament
from siegeworks.server.storage.database import Database
from siegeworks.server.storage.rows import TableRow
from siegeworks.server.storage.store import Beside
from siegeworks.server.tables.table_server import TableServer


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
    accounts = {seat: one for seat, one in enumerate(players) if isinstance(one, str)}
    names = await server.store.read(
        lambda db: {seat: name_of(db, account) for seat, account in accounts.items()}
    )
    shape = await server.rooms.games.get(game, dict(options), "")
    plans = [
        m.SeatPlan(name, "hot-seat", name=names[seat]) if isinstance(one, str) else one
        for seat, (name, one) in enumerate(zip(shape.seats, players, strict=True))
    ]
    pace = pace_at(game, clock, len(players)) if is_rated else None
    times = m.ClockTimes(*clock) if clock else None

    def own(db: Database, table: TableRow) -> None:
        beside(db, table)
        for seat, account in accounts.items():
            key_hash = table.seats[seat].key_hash
            if name_of(db, account) and key_hash is not None:  # it was not deleted meanwhile
                claim(db, account, table.id, [seat], counts=True)
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
