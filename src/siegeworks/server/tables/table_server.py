"""Everything that a server does with tables, in one object."""

import asyncio
from functools import partial
from pathlib import Path

from siegeworks.server.jobs.analyses import Analyses
from siegeworks.server.jobs.branches import Branches
from siegeworks.server.jobs.map_checks import MapChecks
from siegeworks.server.jobs.replays import Replays
from siegeworks.server.jobs.searches import Bounds
from siegeworks.server.runtime.settings import DEFAULTS, ServerSettings
from siegeworks.server.runtime.tasks import start_task
from siegeworks.server.storage.store import Store
from siegeworks.server.tables.new_tables import open_table
from siegeworks.server.tables.rooms import BOT_PACE, Rooms
from siegeworks.server.tables.seat_keys import SEAT_DAYS
from siegeworks.server.tables.seating import Seating


class TableServer:
    """The tables of one store: what HTTP and WebSockets offer to clients."""

    def __init__(
        self,
        store: Store,
        bot_pace: float = BOT_PACE,
        seat_days: float = SEAT_DAYS,
        maps_folder: Path | None = None,
        settings: ServerSettings = DEFAULTS,
    ) -> None:
        """A server for these tables, which closes their store; arguments as of `Rooms`."""
        self.store, self.settings = store, settings
        self.is_draining = False  # it is about to stop: clients should go to another worker
        self.rooms = rooms = Rooms(store, bot_pace, seat_days, maps_folder, settings)
        self.addresses = rooms.noticeboard.addresses  # what each asks for
        self.seating = Seating(rooms)
        pools, check = rooms.jobs, rooms.check_not_in_play
        self.replays = Replays(pools.search, rooms.loaders, rooms.games, rooms.preparation)
        self.open_table = partial(open_table, rooms, self.replays)
        self.map_checks = MapChecks(pools.background, rooms.loaders, rooms.preparation)
        bounds = Bounds(simulations=settings.jobs.simulations)
        self.analyses = Analyses(pools.background, self.replays, check, bounds)
        self.branches = Branches(pools.background, self.replays, check, bounds)
        self._preparing: asyncio.Task[None] | None = None

    def prepare(self) -> None:
        """Compile all games one after another, and let a process load them, before anybody asks."""
        self.rooms.preparation.start()
        self._preparing = start_task(self._load_games(), "loading the games failed")

    async def _load_games(self) -> None:
        await self.rooms.jobs.load_games()  # those that were compiled before
        await self.rooms.preparation.all_ready()
        await self.rooms.jobs.load_games()

    async def close(self) -> None:
        """Stop everything and write what waits to be written."""
        if self._preparing is not None:
            self._preparing.cancel()
        await self.map_checks.close()
        await self.analyses.close()
        await self.branches.close()
        await self.rooms.close()
