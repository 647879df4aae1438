"""Everything that a server does with tables, in one object."""

from __future__ import annotations

from pathlib import Path

from siegeworks.server import messages as m
from siegeworks.server.analyses import Analyses
from siegeworks.server.branches import Branches
from siegeworks.server.lobby import lobby
from siegeworks.server.map_checks import MapChecks
from siegeworks.server.my_tables import my_tables, table_position
from siegeworks.server.new_tables import open_table
from siegeworks.server.replays import Replays, export
from siegeworks.server.rooms import BOT_PACE, Rooms
from siegeworks.server.seat_tokens import SEAT_DAYS
from siegeworks.server.seating import Seating
from siegeworks.server.store import Store


class TableServer:
    """The tables of one store: what HTTP and WebSockets offer to clients."""

    def __init__(
        self,
        store: Store,
        bot_pace: float = BOT_PACE,
        seat_days: float = SEAT_DAYS,
        maps_folder: Path | None = None,
    ) -> None:
        """A server for these tables.

        Args:
            store: where they are stored; closed with the server.
            bot_pace: the least seconds that a bot takes for a move in a game with secrets.
            seat_days: after which an unused seat token expires; 0: never.
            maps_folder: with the host's maps; None: the user's own folder.
        """
        self.store = store
        self.rooms = Rooms(store, bot_pace, seat_days, maps_folder)
        self.seating = Seating(self.rooms)
        self.replays = Replays(self.rooms)
        self.map_checks = MapChecks(self.rooms)
        self.analyses = Analyses(self.rooms, self.replays)
        self.branches = Branches(self.rooms, self.replays)

    async def close(self) -> None:
        """Stop everything and write what waits to be written."""
        await self.map_checks.close()
        await self.analyses.close()
        await self.branches.close()
        self.replays.close()
        await self.rooms.close()

    async def open_table(self, request: m.NewTable, address: str = "") -> m.TableOpened:
        """Open a table, as `new_tables.open_table`."""
        return await open_table(self.rooms, self.replays, request, address)

    def lobby(self) -> m.Lobby:
        """The tables where somebody is waiting for an opponent."""
        return lobby(self.rooms.loaded.values())

    async def my_tables(self, request: m.MyTables) -> m.TableStatuses:
        """How somebody's tables stand, as `my_tables.my_tables`."""
        return await my_tables(self.rooms, request)

    async def table_position(self, request: m.MyTable, address: str = "") -> m.TablePosition:
        """How one of somebody's tables looks, as `my_tables.table_position`."""
        return await table_position(self.rooms, request, address)

    async def record(self, table: str, address: str = "") -> tuple[str, str]:
        """A file name and the text of a table's record, as `replays.export`."""
        return await export(await self.rooms.get(table, address))
