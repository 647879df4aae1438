"""A table in memory: its game, its log, who has which seat, and how it stands."""

from collections.abc import Iterable

from siegeworks.core.contract import Seat
from siegeworks.core.game import Game
from siegeworks.play.summary import ending
from siegeworks.play.table import Table
from siegeworks.server.messages.views import AudienceViews
from siegeworks.server.storage.database import Database
from siegeworks.server.storage.event_log import EventLog
from siegeworks.server.storage.rows import TableRow
from siegeworks.server.storage.table_status import StoredStatus


class LiveTable:
    """The table itself, without the clients around it."""

    def __init__(self, row: TableRow, log: EventLog, *, is_rated: bool = False) -> None:
        self.row, self.log, self.is_rated = row, log, is_rated
        self.id: str = row.id
        self.game: Game = log.game
        self.table: Table = log.table
        self.seats = row.seats  # the same list, so that the row is always up to date

    @property
    def to_act(self) -> Seat:
        """The seat to act; negative if none is."""
        return int(self.table.state["to_act"])  # twice as fast as `.to_act`

    @property
    def is_full(self) -> bool:
        """Is every seat taken?"""
        return not [row for row in self.seats if row.who not in ("person", "bot")]

    @property
    def missing(self) -> list[Seat]:
        """Those for whom the first draw of chance waits, and who have not been here: each may add
        to it."""
        awaited = self.log.awaited - self.log.came
        if not awaited or not self.log.takes_entropy:
            return []
        return [seat for seat in self.table.remaining if self.name(seat) in awaited]

    @property
    def is_ready(self) -> bool:
        """Is every seat taken, and has everybody been here who may add to chance?"""
        return self.is_full and not self.missing

    @property
    def is_left_to_bots(self) -> bool:
        """Is the game still going on, with no person left in it?"""
        people = [row.seat for row in self.seats if row.who != "bot"]
        return not self.is_still_in(people) and self.is_full and not self.table.over

    def people(self) -> set[Seat]:
        """The seats taken by people."""
        return {row.seat for row in self.seats if row.who == "person"}

    def is_still_in(self, seats: Iterable[Seat]) -> bool:
        """Has at least one of these seats not resigned?"""
        return not set(seats).isdisjoint(self.table.remaining)

    def name(self, seat: Seat) -> str:
        return self.game.seats[seat]


def is_rated(db: Database, table: str) -> bool:
    """Is the game of a table to count for ratings? That is chosen when it is opened."""
    row = db.execute("SELECT 1 FROM rated_game WHERE game_table = ?", (table,)).fetchone()
    return row is not None


def status_of(live: LiveTable, views: AudienceViews, moved: float) -> StoredStatus:
    """How a table in memory stands."""
    table, log, names = live.table, live.log, live.game.seats
    views.turns.update()
    return StoredStatus(
        log.version,
        moved,
        len(views.turns.starts),
        " ".join(names),
        names[live.to_act] if live.to_act >= 0 and not live.missing else "",
        " ".join(log.offer.waiting_for) if log.offer else "",
        table.result,
        ending(table) if table.over else "",
    )
