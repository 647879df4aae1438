"""Tournaments from the first entry to the last result, with players who do not come or drop out."""

import asyncio
import random
from collections import Counter
from collections.abc import Collection
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest

from siegeworks.core.errors import SiegeworksError
from siegeworks.play.clock import SECOND, ClockSettings
from siegeworks.server import messages as m
from siegeworks.server.http.people.account_tables import ServerTables
from siegeworks.server.people.accounts.deletion import delete
from siegeworks.server.people.ratings.rated_games import Rater, rated_game
from siegeworks.server.people.ratings.ratings import ratings_of
from siegeworks.server.people.tournaments.director import Director
from siegeworks.server.people.tournaments.entries import (
    begin_now,
    cancel,
    enter,
    leave,
    open_tournament,
)
from siegeworks.server.people.tournaments.rounds import standings_of
from siegeworks.server.people.tournaments.tournament_rows import (
    Tournament,
    TournamentGame,
    Whole,
    read_whole,
)
from siegeworks.server.storage.database import Database
from siegeworks.server.storage.group_writer import Conflict
from siegeworks.server.tables.table_server import TableServer
from tests.server import helpers
from tests.server.helpers import FakeConnection, act, run_with_server
from tests.server.people.helpers import add_account
from tests.server.tables.test_clocks import BEGIN, Watch, watched

SHORT = {"columns": "3", "tiles": "KES"}  # a game of five moves
PATIENCE = 300
TOURNAMENT = Tournament(
    *("cup", "Autumn cup", "swiss", "kings-ransom", SHORT, 2),
    *(ClockSettings(60 * SECOND, SECOND), True),
    rounds=0,
    minutes=0,
    patience=PATIENCE,
    opened_by="p1",
    starts=BEGIN,
)


class Hall:
    """A tournament in which bots play, some of whom do not come or drop out."""

    def __init__(self, server: TableServer, tournament: Tournament, players: int) -> None:
        self.server, self.tournament, self.players = server, tournament, players
        self.watch: Watch = watched(server)
        self.directors = [self.director(), self.director()]
        self.rng = random.Random(26)
        self.pages: dict[tuple[str, int], FakeConnection] = {}
        self.absent: set[int] = set()  # entrants who come to no table
        self.dropping: set[int] = set()  # who leave in the middle of their games

    def director(self) -> Director:
        return Director(self.server.store, ServerTables(self.server), self.watch)

    async def open(self) -> None:
        store = self.server.store
        await store.write(lambda db: open_tournament(db, self.tournament))
        for number in range(1, self.players + 1):
            await self.enter(f"p{number}")

    async def enter(self, account: str) -> None:
        def job(db: Database) -> None:
            add_account(db, account)
            enter(db, self.tournament.id, account)

        await self.server.store.write(job)

    async def whole(self) -> Whole:
        whole = await self.server.store.read(lambda db: read_whole(db, self.tournament.id))
        assert whole is not None
        return whole

    async def look(self) -> None:
        """Every worker looks; one of them acts."""
        for director in self.directors:
            await director.look()

    async def play(self, game: TournamentGame) -> None:
        """Those who are here come to their table and play to the end; who drops out leaves when
        it is his turn."""
        room = await self.server.rooms.get(game.table)
        pages = {}
        for seat, number in enumerate(game.pairing.seats):
            if number not in self.absent:
                pages[seat] = await helpers.enter(room, seat)
        started = len(pages) == len(game.pairing.seats)
        while started and not room.table.over:
            seat = room.live.to_act
            if game.pairing.seats[seat] in self.dropping:
                room.leave(pages[seat])
                await self.watch.wait(self.server, 70)  # its flag falls
                continue
            await act(room, pages[seat], self.rng.choice(pages[seat].view["legal"]))
        self.pages |= {(room.id, seat): page for seat, page in pages.items()}

    async def leave_tables(self) -> None:
        for (table, _), page in self.pages.items():
            if table in self.server.rooms.loaded:
                self.server.rooms.loaded[table].leave(page)
        self.pages.clear()

    async def run(self, most: int = 60) -> Whole:
        """Play to the end."""
        for _ in range(most):
            await self.look()
            whole = await self.whole()
            if whole.tournament.state in ("over", "cancelled"):
                return whole
            running = [game for game in whole.games if game.is_running]
            for game in running:
                await self.play(game)
            await self.look()
            tables = {game.table for game in running}
            still = [game for game in (await self.whole()).games if game.is_running]
            if tables & {game.table for game in still}:
                self.watch.now += PATIENCE + 1
                await self.look()
            await self.leave_tables()
        raise AssertionError("the tournament does not end")


async def ended_by_time(server: TableServer, game: TournamentGame) -> bool:
    """Whether somebody's time ran out at its table."""
    if game.pairing.is_bye:
        return False
    room = await server.rooms.get(game.table)
    return room.table.steps[-1].token.startswith("time=")


def test_a_swiss_of_sixteen_ends_though_two_are_cut_off(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        hall = Hall(server, TOURNAMENT, 16)
        hall.absent, hall.dropping = {5}, {9}
        await hall.open()
        whole = await hall.run()
        assert whole.tournament.state == "over"
        assert whole.tournament.rounds == whole.tournament.round == 5
        rounds = Counter(game.pairing.round for game in whole.games)
        assert rounds[1] == 8 and set(rounds) == {1, 2, 3, 4, 5}
        pairs = Counter(
            frozenset(game.pairing.seats) for game in whole.games if not game.pairing.is_bye
        )
        assert max(pairs.values()) == 1
        table = standings_of(whole)
        assert [line.place for line in table] == list(range(1, 17))
        by_number = {line.entrant.number: line for line in table}
        assert (by_number[5].points, by_number[5].games) == (0, 1)  # and is paired no more
        assert by_number[5].entrant.is_gone
        assert by_number[9].games == 5
        assert sum(line.points for line in table) == sum(
            1 for game in whole.games if sum(game.pairing.points or ())
        )
        # What was played counts for ratings; where a flag fell of somebody who never moved, not.
        await Rater(server.store).look()
        flags = {game.table for game in whole.games if await ended_by_time(server, game)}
        for number in (1, 5, 9):
            rated = await server.store.read(partial(ratings_of, account=f"p{number}"))
            assert sum(stored.games for stored in rated) == sum(
                number in game.pairing.seats and not game.pairing.is_bye and game.table not in flags
                for game in whole.games
            )
        assert len(flags) >= 2

    run_with_server(tmp_path, play)


def test_two_workers_run_a_tournament_once(tmp_path: Path, database: str | None) -> None:
    async def play(server: TableServer) -> None:
        hall = Hall(server, TOURNAMENT, 6)
        await hall.open()
        for _ in range(20):
            await asyncio.gather(*(director.look() for director in hall.directors))
            whole = await hall.whole()
            if whole.tournament.state == "over":
                break
            for game in [game for game in whole.games if game.is_running]:
                await hall.play(game)
        assert whole.tournament.state == "over"
        assert len(whole.games) == 3 * whole.tournament.rounds
        assert len({game.table for game in whole.games}) == len(whole.games)

    run_with_server(tmp_path, play, database=database)


def test_a_round_robin_of_four_ends_though_a_line_drops(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        hall = Hall(server, TOURNAMENT._replace(kind="round-robin"), 4)
        hall.dropping = {2}
        await hall.open()
        whole = await hall.run()
        assert len(whole.games) == 6 and whole.tournament.rounds == 3
        points = {line.entrant.number: line.points for line in standings_of(whole)}
        assert points[2] == 0
        assert sum(points.values()) == 6

    run_with_server(tmp_path, play)


def test_who_withdraws_from_a_round_robin_loses_the_games_that_are_left(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        hall = Hall(server, TOURNAMENT._replace(kind="round-robin"), 4)
        await hall.open()
        await hall.look()
        for game in (await hall.whole()).games:
            await hall.play(game)
        await server.store.write(lambda db: leave(db, "cup", "p3"))
        whole = await hall.run()
        others = [
            game for game in whole.games if 3 in game.pairing.seats and game.pairing.round > 1
        ]
        assert len(others) == 2
        assert not any(game.table for game in others)
        assert all(
            game.pairing.points[game.pairing.seats.index(3)] == 0
            for game in others
            if game.pairing.points
        )

    run_with_server(tmp_path, play)


def test_a_new_worker_goes_on_where_the_last_one_stopped(tmp_path: Path) -> None:
    async def begin(server: TableServer) -> None:
        hall = Hall(server, TOURNAMENT, 4)
        await hall.open()
        await hall.look()
        whole = await hall.whole()
        assert [bool(game.table) for game in whole.games] == [True, True]
        await hall.play(whole.games[0])

    async def go_on(server: TableServer) -> None:
        hall = Hall(server, TOURNAMENT, 4)
        await server.store.write(lambda db: db.execute("UPDATE lease SET expires = 0").rowcount)
        before = await hall.whole()
        whole = await hall.run()
        assert [game.table for game in whole.games[:2]] == [game.table for game in before.games]
        assert len(whole.games) == 6

    run_with_server(tmp_path, begin)
    run_with_server(tmp_path, go_on)


def test_a_deleted_account_is_paired_no_more_and_its_games_stay(
    tmp_path: Path, database: str | None
) -> None:
    async def play(server: TableServer) -> None:
        hall = Hall(server, TOURNAMENT._replace(opened_by="host"), 4)
        await hall.open()
        await hall.look()
        for game in (await hall.whole()).games:
            await hall.play(game)
        await server.store.write(partial(delete, account="host"))
        assert (await hall.whole()).tournament.opened_by == ""
        await server.store.write(partial(delete, account="p2"))
        whole = await hall.run()
        assert [member.account for member in whole.entrants] == ["p1", "-2", "p3", "p4"]
        later = [game.pairing.seats for game in whole.games if game.pairing.round > 1]
        assert later and not any(2 in seats for seats in later)

    run_with_server(tmp_path, play, database=database)


@pytest.mark.parametrize("has_begun", [False, True])
def test_a_damaged_table_holds_up_no_tournament(tmp_path: Path, has_begun: bool) -> None:
    async def play(server: TableServer) -> None:
        hall = Hall(server, TOURNAMENT, 4)
        await hall.open()
        await hall.look()
        broken, whole_one = (await hall.whole()).games
        if has_begun:
            room = await server.rooms.get(broken.table)
            pages = [await helpers.enter(room, seat) for seat in (0, 1)]
            for page in pages:
                room.leave(page)
        for room in list(server.rooms.loaded.values()):
            server.rooms.unload(room)
        damage = "UPDATE game_table SET options = '?' WHERE id = ?"
        await server.store.write(lambda db: db.execute(damage, (broken.table,)).rowcount)
        await hall.play(whole_one)
        hall.watch.now += PATIENCE + 1
        with suppress(SiegeworksError):  # somebody tries to come
            await server.rooms.get(broken.table)
        await hall.look()
        games = (await hall.whole()).games
        assert games[0].pairing.points == (0.0, 0.0)
        assert sum(games[1].pairing.points or ()) == 1.0  # won, or a draw
        assert (await hall.run()).tournament.state == "over"

    run_with_server(tmp_path, play)


@pytest.mark.races
def test_a_worker_that_woke_up_changes_nothing(tmp_path: Path, database: str | None) -> None:
    async def play(server: TableServer) -> None:
        hall = Hall(server, TOURNAMENT, 4)
        await hall.open()
        store, (frozen, other) = server.store, hall.directors
        fence = await store.claim("tournaments", "frozen", 30)
        assert fence is not None
        await store.write(lambda db: db.execute("UPDATE lease SET expires = 0").rowcount)
        await other.look()  # the lease has passed on
        before = await hall.whole()
        for game in before.games:
            await hall.play(game)
        with pytest.raises(Conflict):
            await frozen._direct(fence, "cup")
        assert await hall.whole() == before

    run_with_server(tmp_path, play, database=database)


def test_nobody_comes_and_nobody_wins(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        hall = Hall(server, TOURNAMENT, 2)
        hall.absent = {1, 2}
        await hall.open()
        whole = await hall.run()
        assert [game.pairing.points for game in whole.games] == [(0.0, 0.0)]
        assert whole.tournament.state == "over"

    run_with_server(tmp_path, play)


class JustInTime(ServerTables):
    """Tables to which a player comes when it was just seen that he is not there."""

    def __init__(self, server: TableServer, seat: int) -> None:
        super().__init__(server)
        self.seat = seat

    async def here(self, table: str) -> Collection[int]:
        seen = await super().here(table)
        await helpers.enter(await self._server.rooms.get(table), self.seat)
        return seen


@pytest.mark.parametrize("seats", [2, 3])
def test_who_comes_at_the_last_moment_loses_nothing(tmp_path: Path, seats: int) -> None:
    """The clock of two runs then; of three, the one who has not come loses."""

    async def play(server: TableServer) -> None:
        three = {"seats": "3", "stones": "8"}
        tournament = TOURNAMENT._replace(rounds=1)
        if seats == 3:
            tournament = tournament._replace(game="nobles-and-peasants", options=three, seats=3)
        hall = Hall(server, tournament, seats)
        hall.directors = [Director(server.store, JustInTime(server, 1), hall.watch)]
        await hall.open()
        await hall.look()
        (game,) = (await hall.whole()).games
        room = await server.rooms.get(game.table)
        await helpers.enter(room, 0)
        hall.watch.now += PATIENCE + 1
        await hall.look()
        assert room.table.remaining == [0, 1] and not room.table.over
        gone = {member.number for member in (await hall.whole()).entrants if member.is_gone}
        assert gone == set(game.pairing.seats[2:])
        rated = await server.store.read(partial(rated_game, table=game.table))
        assert rated == m.TableRating(True, seats == 3, "no-show" if seats == 3 else "")

    run_with_server(tmp_path, play)


def test_a_table_of_three_goes_on_without_the_one_who_does_not_come(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        three = TOURNAMENT._replace(
            game="nobles-and-peasants", options={"seats": "3", "stones": "8"}, seats=3, rounds=1
        )
        hall = Hall(server, three, 3)
        await hall.open()
        await hall.look()
        (game,) = (await hall.whole()).games
        room = await server.rooms.get(game.table)
        pages = [await helpers.enter(room, seat) for seat in (0, 2)]
        hall.watch.now += PATIENCE + 1
        await hall.look()
        assert room.table.remaining == [0, 2] and not room.table.over
        assert room.clock is not None and room.clock.clock.since is not None
        while not room.table.over:
            page = pages[room.live.to_act // 2]
            await act(room, page, hall.rng.choice(page.view["legal"]))
        await hall.look()
        whole = await hall.whole()
        assert whole.tournament.state == "over"
        (game,) = whole.games
        assert game.pairing.points is not None and game.pairing.points[1] == 0

    run_with_server(tmp_path, play)


def test_an_arena_pairs_until_its_time_is_over(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        hall = Hall(server, TOURNAMENT._replace(kind="arena", minutes=10), 5)
        await hall.open()
        for _ in range(4):
            await hall.look()
            for game in [game for game in (await hall.whole()).games if game.is_running]:
                await hall.play(game)
        await hall.enter("late")  # one may always come
        await hall.look()
        whole = await hall.whole()
        assert whole.tournament.state == "running"
        assert any(6 in game.pairing.seats for game in whole.games)
        hall.watch.now = BEGIN + 601
        whole = await hall.run()
        assert whole.tournament.state == "over"
        assert min(line.games for line in standings_of(whole)) >= 1

    run_with_server(tmp_path, play)


def test_people_enter_late_only_while_that_is_fair(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        hall = Hall(server, TOURNAMENT._replace(rounds=3), 6)
        await hall.open()
        await hall.look()
        await hall.enter("late")  # in the first of three rounds
        for game in (await hall.whole()).games:
            await hall.play(game)
        await hall.look()
        assert (await hall.whole()).tournament.round == 2
        with pytest.raises(SiegeworksError, match="Half of the rounds"):
            await hall.enter("too late")
        whole = await hall.run()
        assert {line.games for line in standings_of(whole)} == {2, 3}

    run_with_server(tmp_path, play)


def test_only_its_owner_begins_or_cancels_a_tournament(
    tmp_path: Path, database: str | None
) -> None:
    async def play(server: TableServer) -> None:
        store = server.store
        later = TOURNAMENT._replace(starts=2e10)
        await store.write(lambda db: open_tournament(db, later))
        await store.write(lambda db: open_tournament(db, later._replace(id="other")))
        for doing in (begin_now, cancel):
            with pytest.raises(SiegeworksError, match="Only the person who opened"):
                await store.write(partial(doing, name="cup", account="p2"))
        await store.write(lambda db: enter(db, "cup", "p2"))
        await store.write(lambda db: begin_now(db, "cup", "p1"))
        await Director(store, ServerTables(server)).look()
        whole = await store.read(lambda db: read_whole(db, "cup"))
        assert whole is not None and whole.tournament.state == "cancelled"  # one is too few
        await store.write(lambda db: cancel(db, "other", "p1"))
        with pytest.raises(SiegeworksError, match="over"):
            await store.write(lambda db: enter(db, "other", "p2"))
        for number in range(5):
            await store.write(partial(open_tournament, tournament=later._replace(id=str(number))))
        with pytest.raises(SiegeworksError, match="You have 5"):
            await store.write(lambda db: open_tournament(db, later._replace(id="more")))

    run_with_server(tmp_path, play, database=database)
