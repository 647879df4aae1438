"""Runs the tournaments: begins rounds, opens their tables, takes down results

Of several workers one does it (a lease), and every write carries the lease's fencing number. All
that is known stands in the database: a worker that takes over continues where the other stopped. If
it stopped between opening a table and noting it, another table is opened, and the first stays
empty.
"""

import secrets
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import NamedTuple, Protocol, TypeVar

from siegeworks.core.contract import Seat
from siegeworks.core.errors import SiegeworksError
from siegeworks.server.people.notices import GAME, give_notice
from siegeworks.server.people.tournaments.entries import rating_points
from siegeworks.server.people.tournaments.rounds import next_games, rounds_of
from siegeworks.server.people.tournaments.standings import Pairing, points_of
from siegeworks.server.people.tournaments.tournament_rows import (
    Tournament,
    TournamentGame,
    Whole,
    due_tournaments,
    insert_games,
    read_whole,
    set_points,
    set_table,
    update_tournament,
    write_entrant,
)
from siegeworks.server.runtime.error_log import log_failure
from siegeworks.server.runtime.settings import DEFAULTS, ServerSettings
from siegeworks.server.runtime.tasks import Looker
from siegeworks.server.storage.database import Database
from siegeworks.server.storage.event_log import START
from siegeworks.server.storage.group_writer import CHANGED_MEANWHILE, Conflict, NotStored
from siegeworks.server.storage.leases import Fence, holds
from siegeworks.server.storage.store import Store
from siegeworks.server.storage.table_status import winning_seats

T = TypeVar("T")
LEASE, LEASE_SECONDS = "tournaments", 30.0
NO_SHOW = "no-show"  # why the game did not count for ratings

Note = Callable[[Database, Sequence[Seat]], object]


class TournamentTables(Protocol):
    """What a director needs of the tables."""

    async def open(self, tournament: Tournament, accounts: Sequence[str]) -> str:
        """Open a table for these accounts, in turn order, whose seats are theirs; its id."""

    async def here(self, table: str) -> Collection[Seat]:
        """The seats whose players are at a table, through any worker."""

    async def forfeit(self, table: str, seats: Collection[Seat], beside: Note) -> None:
        """Of these seats those have lost to which nobody has come by now, unless the clock runs;
        what `beside` notes of them is stored in the same transaction."""


class TableState(NamedTuple):
    """How the table of a game stands."""

    has_started: bool  # its clock
    points: tuple[float, ...] | None  # of its seats; None: the game is not over


class Director(Looker):
    """One at each worker; the one with the lease acts."""

    def __init__(
        self,
        store: Store,
        tables: TournamentTables,
        now: Callable[[], float] | None = None,
        settings: ServerSettings = DEFAULTS,
    ) -> None:
        """Not started. `now` is the time in seconds since 1970; None: the database's."""
        super().__init__("running tournaments", settings.tournament_seconds)
        self._store, self._tables, self._now = store, tables, now
        self._worker = secrets.token_hex(8)
        self._fence: Fence | None = None
        self._claimed = 0.0  # when, by the monotonic clock

    async def look(self) -> int:
        """Do all that is due; how many tournaments are running here."""
        own = self._now() if self._now else None
        due = await self._store.read(
            lambda db: due_tournaments(db, db.now() if own is None else own)
        )
        if not due:
            return 0
        fence = await self._claim()
        if fence is None:
            return 0
        for name in due:
            try:
                await self._direct(fence, name)
            except Conflict:  # somebody has just entered, or another worker has the lease
                self._fence = None
            except NotStored:
                raise
            except SiegeworksError as error:  # its game is no longer installed, for example
                log_failure("a tournament could not go on", error)
        return len(due)

    async def _claim(self) -> Fence | None:
        """The lease, written again only when a third of it is over."""
        now = time.monotonic()
        if self._fence is not None and now - self._claimed < LEASE_SECONDS / 3:
            return self._fence
        self._fence = None
        with suppress(Conflict):  # another worker takes it at this moment
            self._fence = await self._store.claim(LEASE, self._worker, LEASE_SECONDS)
            self._claimed = now
        return self._fence

    async def _time(self) -> float:
        return self._now() if self._now else await self._store.read(lambda db: db.now())

    async def _write(self, fence: Fence, job: Callable[[Database], T]) -> T:
        """Write under the lease.

        Raises:
            Conflict: another worker has it now.
        """

        def fenced(db: Database) -> T:
            check_lease(db, fence)
            return job(db)

        return await self._store.write(fenced, fence.name)

    # One tournament -------------------------------------------------------------------------------

    async def _direct(self, fence: Fence, name: str) -> None:
        now = await self._time()
        whole = await self._store.read(lambda db: read_whole(db, name))
        if whole is None:
            return
        if whole.tournament.state == "open":
            await self._write(fence, lambda db: begin(db, name, now))
        await self._settle(fence, name, now)
        # Pairing hundreds of players takes a while: not in the thread that writes.
        plan = await self._store.read(lambda db: plan_of(db, name, now))
        if plan is not None:
            await self._write(fence, lambda db: go_on(db, plan, now))
        await self._open_tables(fence, name)

    async def _settle(self, fence: Fence, name: str, now: float) -> None:
        """Take down results, and let those lose who have not come."""
        whole = await self._store.read(lambda db: read_whole(db, name))
        if whole is None:
            return
        running = [game for game in whole.games if game.is_running and game.table]
        states = await self._store.read(lambda db: {game: state_of(db, game) for game in running})
        over = {game: state.points for game, state in states.items() if state.points is not None}
        for game in running:  # nobody can play at a damaged table, which must not hold up the rest
            if game.table in self._store.damaged and game not in over:
                over[game] = points_of(len(game.pairing.seats), ())
        if over:
            await self._write(fence, lambda db: settle(db, name, over))
        late = now - whole.tournament.patience
        for game, state in states.items():
            if game not in over and game.opened <= late and not state.has_started:
                await self._forfeit(fence, whole, game)

    async def _forfeit(self, fence: Fence, whole: Whole, game: TournamentGame) -> None:
        here = set(await self._tables.here(game.table))
        missing = sorted(set(range(len(game.pairing.seats))) - here)
        if not missing:
            return

        def note(db: Database, lost: Sequence[Seat]) -> None:
            check_lease(db, fence)
            # If nobody has come, the last seat must not win: the game has its points at once.
            note_missing(db, whole, game, lost)

        await self._tables.forfeit(game.table, missing, note)

    async def _open_tables(self, fence: Fence, name: str) -> None:
        whole = await self._store.read(lambda db: read_whole(db, name))
        if whole is None:
            return
        accounts = {entrant.number: entrant.account for entrant in whole.entrants}
        for game in whole.games:
            if game.is_running and not game.table:
                players = [accounts[number] for number in game.pairing.seats]
                table = await self._tables.open(whole.tournament, players)
                placed = game._replace(table=table, opened=await self._time())
                await self._write(fence, partial(place, name=name, game=placed, players=players))


def check_lease(db: Database, fence: Fence) -> None:
    """Only the worker that has the lease writes.

    Raises:
        Conflict: another worker has it now.
    """
    if not holds(db, fence):
        raise Conflict(CHANGED_MEANWHILE)


def place(db: Database, name: str, game: TournamentGame, players: Sequence[str]) -> None:
    """The table of a game is there, and waits for its players."""
    set_table(db, name, game)
    for account in players:
        give_notice(db, account, GAME, game.table)


def begin(db: Database, name: str, now: float) -> None:
    """A tournament begins, or is cancelled if too few have come."""
    whole = read_whole(db, name, is_locked=True)
    if whole is None or whole.tournament.state != "open" or whole.tournament.starts > now:
        return
    tournament = whole.tournament
    if len(whole.entrants) < tournament.seats:
        update_tournament(db, tournament._replace(state="cancelled", ended=now))
        return
    for entrant in whole.entrants:
        points = rating_points(db, tournament, entrant.account)
        write_entrant(db, name, entrant._replace(rating=points))
    rounds = rounds_of(tournament, len(whole.entrants))
    update_tournament(db, tournament._replace(state="running", starts=now, rounds=rounds))


class Plan(NamedTuple):
    """What comes next in a tournament that stands so."""

    whole: Whole
    games: list[Pairing]  # none: the tournament is over


def plan_of(db: Database, name: str, now: float) -> Plan | None:
    """The next games of a tournament; None: it is not time for them."""
    whole = read_whole(db, name)
    if whole is None or whole.tournament.state != "running":
        return None
    if whole.tournament.kind == "arena" and now < whole.tournament.ends:
        games = next_games(whole)
        return Plan(whole, games) if games else None
    if any(game.is_running for game in whole.games):
        return None
    return Plan(whole, [] if whole.tournament.kind == "arena" else next_games(whole))


def go_on(db: Database, plan: Plan, now: float) -> None:
    """The next games begin, or the tournament is over.

    Raises:
        Conflict: somebody has entered or left meanwhile.
    """
    tournament, games = plan.whole.tournament, plan.games
    if read_whole(db, tournament.id, is_locked=True) != plan.whole:
        raise Conflict(CHANGED_MEANWHILE)
    if not games:
        update_tournament(db, tournament._replace(state="over", ended=now))
        return
    placed = [TournamentGame(game, board) for board, game in enumerate(games)]
    insert_games(db, tournament.id, placed)
    update_tournament(db, tournament._replace(round=games[0].round))


def state_of(db: Database, game: TournamentGame) -> TableState:
    """How the table of a game stands, as anybody may know. If it is gone, nobody gets points."""
    table, seats = game.table, len(game.pairing.seats)
    row = db.execute(
        "SELECT status.result, status.seats FROM game_table "
        "LEFT JOIN status ON status.game_table = game_table.id "
        "WHERE game_table.id = ? AND game_table.is_gone = 0",
        (table,),
    ).fetchone()
    if row is None:
        return TableState(has_started=False, points=points_of(seats, ()))
    begun = "SELECT 1 FROM event WHERE game_table = ? AND kind = ? LIMIT 1"
    has_started = db.execute(begun, (table, START)).fetchone() is not None
    result, names = row[0] or "*", (row[1] or "").split()
    if result == "*":
        return TableState(has_started, None)
    winners = winning_seats(db, table, names, result)
    return TableState(has_started, points_of(seats, winners))


def settle(db: Database, name: str, over: Mapping[TournamentGame, Sequence[float]]) -> None:
    """Take down the results of games that are over."""
    for game, points in over.items():
        set_points(db, name, game, points)


def note_missing(db: Database, whole: Whole, game: TournamentGame, missing: Sequence[Seat]) -> None:
    """Who has not come is paired no more until they come back, and nobody's rating changes."""
    name, seats = whole.tournament.id, game.pairing.seats
    for entrant in whole.entrants:
        if entrant.number in {seats[seat] for seat in missing}:
            write_entrant(db, name, entrant._replace(is_gone=True))
    db.execute(
        "UPDATE rated_game SET counted = ?, refusal = ? WHERE game_table = ? AND counted = 0",
        (db.now(), NO_SHOW, game.table),
    )
    if len(missing) == len(seats):
        set_points(db, name, game, (0.0,) * len(seats))
