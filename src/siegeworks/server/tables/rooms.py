"""The rooms in memory: loaded from their logs when somebody comes, unloaded when everybody left."""

import time
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path

from siegeworks.core.errors import SiegeworksError
from siegeworks.core.game import Game
from siegeworks.play.openings import is_same_game, opening_of, went_the_same_way
from siegeworks.play.table import Step
from siegeworks.server.jobs.bot_pool import BotPool
from siegeworks.server.jobs.fair_pool import FairPool, SingleFlight
from siegeworks.server.jobs.job_pool import JobPools
from siegeworks.server.jobs.preparation import GameCache, Preparation
from siegeworks.server.monitoring.metrics import ROOMS
from siegeworks.server.runtime.error_log import log_failure
from siegeworks.server.runtime.garbage import GarbageCollector
from siegeworks.server.runtime.limits import Limiter
from siegeworks.server.runtime.settings import DEFAULTS, ServerSettings
from siegeworks.server.runtime.tasks import start_task
from siegeworks.server.storage.group_writer import NotStored
from siegeworks.server.storage.presence import read_in_play
from siegeworks.server.storage.restore import kept_steps, restore
from siegeworks.server.storage.rows import TOUCH_SECONDS, TableRow
from siegeworks.server.storage.store import Store
from siegeworks.server.tables.blocks import CLOSED_BY_HOST
from siegeworks.server.tables.clocks import Timekeeper
from siegeworks.server.tables.live_table import is_rated
from siegeworks.server.tables.neighbors import Neighbors
from siegeworks.server.tables.noticeboard import Noticeboard
from siegeworks.server.tables.room import Room
from siegeworks.server.tables.seat_keys import DAY, SEAT_DAYS

LOADERS = 2  # threads that play logs and records again; one address has one
SHORT_LOG = 500  # events of a table that is loaded in a small part of a second
BOT_PACE = 0.5  # the least seconds per move, where a bot's speed could reveal a secret
UNKNOWN_TABLE = "There is no such table here."
IN_PLAY = (
    "People are playing this exact game here now, so bots give no advice on it. Ask again when it "
    "is over or has taken another course."
)


class Rooms:
    """All rooms, and what they share."""

    def __init__(
        self,
        store: Store,
        bot_pace: float = BOT_PACE,
        seat_days: float = SEAT_DAYS,
        maps_folder: Path | None = None,
        settings: ServerSettings = DEFAULTS,
    ) -> None:
        """No room is loaded yet.

        Args:
            bot_pace: the least seconds that a bot takes for a move in a game with secrets.
            seat_days: after which an unused seat key expires; 0: never.
            maps_folder: with the host's maps; None: the user's own folder.
        """
        self.store, self.bot_pace, self.seat_days = store, bot_pace, seat_days
        self.settings = settings
        self.jobs, self.preparation = JobPools(settings.jobs), Preparation()
        self.bots = BotPool(self.jobs.search, settings.jobs)
        self.loaders = FairPool("loader", LOADERS, per_address=LOADERS // 2, quick=1)
        self.games = GameCache(self.loaders, maps_folder)
        self.lines = Limiter(settings.chat_rate)
        self.garbage = GarbageCollector(settings)
        self.loaded: dict[str, Room] = {}
        self._addresses: dict[str, Counter[Room]] = {}  # in which rooms they are, and how often
        self._loading: SingleFlight[str, Room] = SingleFlight()
        self.neighbors = Neighbors(store, self.loaded, settings)
        self.time = Timekeeper(store, self.loaded, self.get)
        self.noticeboard = Noticeboard(self, self.neighbors.worker)

    def start(self) -> None:
        """Listen to the other workers and to the host."""
        self.neighbors.start()
        self.noticeboard.start()
        self.time.start(self.neighbors.worker)

    async def close(self) -> None:
        """Unload everything and write what waits to be written."""
        for room in list(self.loaded.values()):
            self.unload(room, "The server is stopping. Reconnect in a moment.")
        self.garbage.stop()
        self.time.stop()
        self.noticeboard.stop()
        await self.neighbors.stop()
        self.jobs.close()
        await self.preparation.close()
        self.loaders.close()
        self.store.close()

    # Loading -------------------------------------------------------------------------------------

    async def row(self, table: str, keys: Sequence[str] = ()) -> TableRow:
        """What is known of a table without loading it. If its room in memory does not know one of
        the keys that somebody shows, its seats are read again: another worker may have made it a
        moment ago.

        Raises:
            SiegeworksError: there is none of this name.
        """
        room = self.loaded.get(table)
        if room is not None:
            if self.store.is_shared and not all(room.knows_key(key) for key in keys):
                await self.reread_seats([table])
            return room.live.row
        row = await self.store.table(table)
        if row is None:
            is_closed = await self.store.is_closed(table)
            raise SiegeworksError(CLOSED_BY_HOST if is_closed else UNKNOWN_TABLE)
        return row

    async def game_of(self, row: TableRow, address: str = "") -> Game:
        """The game of a table; if need be, it is made on behalf of this address.

        Raises:
            SiegeworksError: it can no longer be played.
        """
        room = self.loaded.get(row.id)
        if room is not None:
            return room.game
        game = await self.games.get(row.game, row.options, address, row.map_rows)
        check_ruleset(row, game)
        return game

    async def ready_game(
        self, name: str, options: dict[str, str], address: str, map_rows: str = ""
    ) -> Game:
        """A game that is not played at a table, with its rules prepared; if need be, it is made on
        behalf of this address. `map_rows` are those of a map that is not a shipped one.

        Raises:
            SiegeworksError: there is no such game, or it does not know an option.
        """
        game = await self.games.get(name, options, address, map_rows)
        await self.preparation.ready(game)
        return game

    async def get(self, table: str, address: str = "") -> Room:
        """The room of a table; if need be, it is loaded on behalf of this address.

        Raises:
            SiegeworksError: as `row` and `room_of`.
        """
        return self.loaded.get(table) or await self.room_of(await self.row(table), address)

    async def room_of(
        self,
        row: TableRow,
        address: str = "",
        progress: Callable[[Game, int], object] = lambda game, seconds: None,
    ) -> Room:
        """The room of a table, loaded if need be: its game is prepared, then its log is played.
        `progress` is called each second while the game is being prepared, with the seconds so far.

        Raises:
            SiegeworksError: it can no longer be played, is damaged or is being deleted.
        """
        game = await self.game_of(row, address)
        async for seconds in self.preparation.seconds_until_ready(game):
            progress(game, seconds)
        room = self.loaded.get(row.id)
        return room or await self._loading.get(row.id, lambda: self._load(row, game, address))

    async def reread_seats(self, tables: Collection[str]) -> None:
        """Who has which seat at these tables was changed in the database."""
        for table in [table for table in tables if table in self.loaded or self.is_loading(table)]:
            with suppress(SiegeworksError):  # it was deleted, or cannot be read
                room = await self.get(table)
                row = await self.store.table(table)
                if row is not None:
                    await room.replace_seats(row.seats)

    def is_loading(self, table: str) -> bool:
        """Is a room being made for this table?"""
        return table in self._loading

    async def _load(self, row: TableRow, game: Game, address: str) -> Room:
        if row.touched < time.time() - TOUCH_SECONDS:  # else it could be deleted as abandoned
            with suppress(NotStored):  # it may be looked at all the same
                if not await self.store.touch(row.id):
                    raise SiegeworksError(UNKNOWN_TABLE)
        events = await self.store.events(row.id)
        work = partial(restore, game, events, row.clock)
        try:
            log = await self.loaders.run(address, work, quick=len(events) <= SHORT_LOG)
        except SiegeworksError as error:  # its words would reveal what was hidden
            log_failure(f"a table of {game.name} can no longer be read", error)
            raise self.store.quarantine(row.id, "its steps are against the rules") from None
        _, known = await self.store.table_and_status(row.id)
        counts = await self.store.read(partial(is_rated, table=row.id))
        row = await self.row(row.id)  # as late as possible: somebody may have taken a seat
        if any(seat.who == "bot" for seat in row.seats):
            self.preparation.prepare_soon(game, searching=True)
        self.unload_idle()
        self.loaded[row.id] = room = Room(self, row, log, is_rated=counts)
        ROOMS.inc()
        room.moved = known.moved if known else row.touched
        if known != room.status():
            with suppress(NotStored):  # a list of tables shows less
                await self.store.set_status(row.id, room.status())
        if self.store.is_shared:  # another worker may have changed it while it was loaded
            await room.catch_up()
        return room

    # Unloading -----------------------------------------------------------------------------------

    def unload(
        self,
        room: Room,
        reason: str = "Something went wrong. Reconnect in a moment.",
        *,
        reconnect: bool = True,
    ) -> None:
        """Drop a room from memory; its clients reconnect, if they may, and it is loaded again."""
        if self.loaded.get(room.id) is room:
            del self.loaded[room.id]
            ROOMS.dec()
            start_task(
                self.neighbors.release_bots(room.id), "giving back the bots of a table failed"
            )
        room.is_unloaded = True
        room.bots.stop()
        for connection in list(room.connections):
            connection.disconnect(reason, reconnect=reconnect)

    def unload_idle(self) -> None:
        """Drop rooms that nobody has been in for a while, sooner if they take much memory."""
        oldest = time.monotonic() - self.settings.idle_seconds
        idle = [room for room in self.loaded.values() if room.is_idle]
        left = sum(room.size for room in idle)
        for room in sorted(idle, key=lambda room: room.left_at):
            if room.left_at < oldest or left > self.settings.max_idle_bytes:
                left -= room.size
                self.unload(room)

    # Who is where --------------------------------------------------------------------------------

    def arrived(self, room: Room, address: str) -> None:
        self._addresses.setdefault(address, Counter())[room] += 1

    def left(self, room: Room, address: str) -> None:
        rooms = self._addresses[address]
        rooms[room] -= 1
        if not rooms[room]:
            del rooms[room]
        if not rooms:
            del self._addresses[address]

    # Checks and upkeep ---------------------------------------------------------------------------

    def check_memory(self, room: Room, address: str) -> None:
        """May one more client from this address come into a room?

        Raises:
            SiegeworksError: the rooms that clients from there are in take too much memory.
        """
        theirs = {
            other
            for other in self._addresses.get(address, ())
            if self.loaded.get(other.id) is other
        }
        most = max(self.settings.max_bytes_per_address, room.size)
        if sum(other.size for other in theirs | {room}) > most:
            raise SiegeworksError(
                "Too many long games are open from your address. Leave one first."
            )

    async def check_not_in_play(
        self, game: Game, steps: Sequence[Step], but: Room | None = None
    ) -> None:
        """Is nobody playing this game now with other people or for ratings, at any worker?
        Otherwise bots give no advice on it.

        We cannot prevent anybody from asking a bot elsewhere (SECURITY.md). Games with secrets are
        left out: nobody has their record before the end, and comparing them would reveal what is
        hidden.

        Args:
            game: in which advice is wanted.
            steps: how it went so far.
            but: the room in which it is wanted, if it is in one.

        Raises:
            NotStored: the database is away.
            SiegeworksError: a game between people went the same way.
        """
        if game.has_secrets:
            return
        for room in self.loaded.values():
            is_played_now = room is not but and room.bars_advice and room.seats_here()
            is_alike = is_played_now and went_the_same_way(steps, room.table.steps)
            if is_alike and is_same_game(room.game, game):
                raise SiegeworksError(IN_PLAY)
        opening = opening_of(game, steps) if self.store.is_shared else ""
        if opening:
            in_play = partial(read_in_play, opening=opening, worker=self.neighbors.worker)
            for table, events in await self.store.read(in_play):
                is_other = but is None or table != but.id
                if is_other and went_the_same_way(steps, kept_steps(events)):
                    raise SiegeworksError(IN_PLAY)

    async def refresh_keys(self) -> None:
        """Keep the keys of those who are connected from expiring."""
        now = time.time()
        for room in list(self.loaded.values()):
            seats = room.live.seats
            here = {seat for connection in room.connections for seat in connection.seats}
            old = [seat for seat in here if now - (seats[seat].used or 0) > DAY]
            if old:
                async with room.lock:
                    with suppress(SiegeworksError):  # it is tried again
                        await room.update_seats([seats[seat]._replace(used=now) for seat in old])


def check_ruleset(row: TableRow, game: Game) -> None:
    """A table of another ruleset cannot be played on.

    Raises:
        SiegeworksError: it is one.
    """
    if game.ruleset != row.ruleset:
        raise SiegeworksError(
            f"This table is played under ruleset {row.ruleset} of {game.title}; this server only "
            f"knows ruleset {game.ruleset}."
        )
