"""The HTTP API of tournaments: open, enter, watch how they stand"""

import secrets
import time
import unicodedata
from collections.abc import Callable, Mapping
from typing import NamedTuple

from starlette.requests import Request

from siegeworks.core.errors import SiegeworksError
from siegeworks.games import game_title
from siegeworks.play.clock import SLOW, ClockSettings
from siegeworks.server import messages as m
from siegeworks.server.http.addresses import address_of
from siegeworks.server.http.answers import HttpError
from siegeworks.server.http.api import Api, Routes, get, post
from siegeworks.server.http.people.account_tables import new_keys
from siegeworks.server.http.sessions import account_of, is_bot, needed_account, needed_proof
from siegeworks.server.people.accounts.account import Account
from siegeworks.server.people.ratings.rated_games import FOR_PEOPLE
from siegeworks.server.people.tournaments.entries import (
    UNKNOWN,
    begin_now,
    cancel,
    enter,
    is_open_late,
    leave,
    open_tournament,
)
from siegeworks.server.people.tournaments.rounds import standings_of
from siegeworks.server.people.tournaments.standings import Entrant, StandingsRow
from siegeworks.server.people.tournaments.tournament_rows import (
    Tournament,
    TournamentGame,
    Whole,
    count_entrants,
    read_tournament,
    read_whole,
    tournaments_in,
)
from siegeworks.server.storage.database import Database

MOST_LISTED, MOST_OVER = 100, 20
FRESH_SECONDS = 1.0  # for which what was read of a tournament is shown again
PATIENCE, PATIENCE_OVER_DAYS = 5, 2 * 1440  # minutes, if a tournament does not say
SIGN_IN = "Tournaments are for people with an account. Sign in first."
ARENA_MINUTES = "Say how many minutes the arena lasts: 10 to 1440."
LEAST_ARENA = 10

Change = Callable[[Database, str, str], None]


class Seen(NamedTuple):
    """A tournament as it was read, with what is worked out from it."""

    read: float  # by the monotonic clock, in seconds
    now: float  # then, in seconds since 1970
    whole: Whole
    names: Mapping[str, str]  # of accounts
    standings: list[StandingsRow]


class TournamentRoutes(Routes):
    def __init__(self, api: Api) -> None:
        super().__init__(api)
        self._seen: dict[str, Seen] = {}  # pages ask for the same again and again

    @get("/api/tournaments")
    async def listed(self, request: Request) -> m.TournamentList:
        """Tournaments that are open or running, and the last that are over."""

        def job(db: Database) -> list[m.TournamentLine]:
            now = db.now()
            tournaments = tournaments_in(db, ("open", "running"), MOST_LISTED)
            tournaments += tournaments_in(db, ("over",), MOST_OVER)
            return [line_of(row, count_entrants(db, row.id), now) for row in tournaments]

        return m.TournamentList(await self._store.read(job))

    @post("/api/tournaments")
    async def open(self, request: Request, body: m.NewTournament) -> m.TournamentLine:
        """Open a tournament; who opens it has entered it."""
        account = await needed_account(request, SIGN_IN)
        game = await self._rooms.games.get(body.game, body.options, address_of(request))
        clock = ClockSettings(body.clock.reserve, body.clock.increment, body.clock.per_move)
        clock.check()
        name = shown_name(body.name)
        if body.kind == "arena" and body.minutes < LEAST_ARENA:
            raise SiegeworksError(ARENA_MINUTES)
        patience = body.patience or (PATIENCE_OVER_DAYS if clock.per_move >= SLOW else PATIENCE)

        def job(db: Database) -> m.TournamentLine:
            tournament = Tournament(
                secrets.token_urlsafe(9),
                name,
                body.kind,
                body.game,
                dict(game.changed_options),
                len(game.seats),
                clock,
                body.rated,
                rounds=body.rounds if body.kind == "swiss" else 0,
                minutes=body.minutes if body.kind == "arena" else 0,
                patience=60 * patience,
                opened_by=account.id,
                starts=db.now() + 60 * body.starts_in,
            )
            open_tournament(db, tournament)
            enter(db, tournament.id, account.id)
            return line_of(tournament, 1, db.now())

        return await self._store.write(job)

    @get("/api/tournaments/{id}", scope="read")
    async def details(self, request: Request, id: str) -> m.TournamentDetails:
        """How a tournament stands, and what it has for who asks."""
        account, asked = await account_of(request), request.query_params.get("round", "0")
        if not (asked.isascii() and asked.isdigit() and len(asked) < 6):
            raise SiegeworksError("A round is a number.")
        return details_of(await self._newest(id), account, int(asked))

    @get("/api/tournaments/{id}/course")
    async def course(self, request: Request, id: str) -> m.TournamentCourse:
        """How a tournament went, round by round."""
        whole = (await self._newest(id)).whole
        games = [] if whole.tournament.kind == "arena" else whole.pairings
        return m.TournamentCourse(
            [m.CourseGame(game.round, list(game.seats), list(game.points or ())) for game in games]
        )

    async def _newest(self, name: str) -> Seen:
        """A tournament as it was within the last second.

        Raises:
            HttpError: there is none.
        """
        now = time.monotonic()
        seen = self._seen.get(name)
        if seen is None or now - seen.read > FRESH_SECONDS:

            def job(db: Database) -> Seen | None:
                whole = read_whole(db, name)
                if whole is None:
                    return None
                return Seen(now, db.now(), whole, names_in(db, whole), standings_of(whole))

            seen = await self._store.read(job)
            if seen is None:
                raise HttpError(404, UNKNOWN)
            if len(self._seen) >= MOST_LISTED:
                self._seen.clear()
            self._seen[name] = seen
        return seen

    @post("/api/tournaments/{id}/seat", scope="play")
    async def seat(self, request: Request, id: str, body: m.Nothing) -> m.SeatTaken:
        """A key of the seat of an account at its game, for one more of its browsers."""
        proof = await needed_proof(request)
        whole = await self._store.read(lambda db: read_whole(db, id))
        me = whole.entrant_of(proof.account.id) if whole else None
        game = game_of(whole, me) if whole and me else None
        if game is None:
            raise SiegeworksError("You have no game in this tournament now.")
        return await new_keys(self._server, proof, game.table)

    @post("/api/tournaments/{id}/enter", scope="play")
    async def enter(self, request: Request, id: str, body: m.Nothing) -> m.TournamentDetails:
        """Enter a tournament, or come back to it."""

        def job(db: Database, name: str, account: str) -> None:
            tournament = read_tournament(db, name)
            if is_bot(request) and tournament is not None and tournament.is_rated:
                raise HttpError(403, FOR_PEOPLE)
            enter(db, name, account)

        return await self._change(request, id, job)

    @post("/api/tournaments/{id}/leave", scope="play")
    async def leave(self, request: Request, id: str, body: m.Nothing) -> m.TournamentDetails:
        """Leave a tournament."""
        return await self._change(request, id, leave)

    @post("/api/tournaments/{id}/begin")
    async def begin(self, request: Request, id: str, body: m.Nothing) -> m.TournamentDetails:
        """Begin a tournament now; only who opened it may."""
        return await self._change(request, id, begin_now)

    @post("/api/tournaments/{id}/cancel")
    async def cancel(self, request: Request, id: str, body: m.Nothing) -> m.TournamentDetails:
        """Cancel a tournament that has not begun; only who opened it may."""
        return await self._change(request, id, cancel)

    async def _change(self, request: Request, id: str, change: Change) -> m.TournamentDetails:
        account = await needed_account(request, SIGN_IN)
        await self._store.write(lambda db: change(db, id, account.id))
        self._seen.pop(id, None)
        return await self.details(request, id)


def shown_name(text: str) -> str:
    """The name of a tournament as it is shown to others.

    Raises:
        SiegeworksError: nothing of it can be seen.
    """
    signs = "".join(
        sign if sign.isprintable() else " " for sign in unicodedata.normalize("NFC", text)
    )
    name = " ".join(signs.split())
    if not name:
        raise SiegeworksError("Give the tournament a name.")
    return name


def game_of(whole: Whole, member: Entrant) -> TournamentGame | None:
    """The game that an entrant is to play now; None: there is none."""
    own = (
        game
        for game in whole.games
        if game.is_running and game.table and member.number in game.pairing.seats
    )
    return next(own, None)


def names_in(db: Database, whole: Whole) -> Mapping[str, str]:
    """The names of all accounts in a tournament."""
    rows = db.execute(
        "SELECT id, name FROM account WHERE id IN "
        "(SELECT account FROM entrant WHERE tournament = ?) OR id = ?",
        (whole.tournament.id, whole.tournament.opened_by),
    )
    return dict(rows.fetchall())


def line_of(tournament: Tournament, entrants: int, now: float) -> m.TournamentLine:
    """A tournament in a list."""
    return m.TournamentLine(
        *(tournament.id, tournament.name, tournament.kind, tournament.game),
        *(game_title(tournament.game), tournament.options, tournament.seats),
        *(m.ClockTimes(*tournament.clock), tournament.is_rated, tournament.state),
        *(round(tournament.starts - now), entrants),
        *(tournament.rounds, tournament.round, tournament.minutes),
    )


def details_of(seen: Seen, account: Account | None, asked: int) -> m.TournamentDetails:
    """How a tournament stands for who asks, with the games of the round that is asked for; 0: the
    newest."""
    whole, names, now = seen.whole, seen.names, seen.now
    tournament = whole.tournament
    of_number = {member.number: names.get(member.account, "") for member in whole.entrants}
    shown = asked or tournament.round
    games = [game for game in whole.games if game.pairing.round == shown]
    if tournament.kind == "arena" and not asked:
        games = whole.games[: -m.MAX_SHOWN_GAMES - 1 : -1]
    me = whole.entrant_of(account.id) if account else None
    mine = game_of(whole, me) if me else None
    return m.TournamentDetails(
        line_of(tournament, len(whole.entrants), now),
        names.get(tournament.opened_by, ""),
        tournament.patience // 60,
        [
            m.TournamentPlace(
                *(line.place, line.entrant.number, of_number[line.entrant.number]),
                line.points,
                line.games,
                *(line.buchholz, line.sonneborn_berger, round(line.entrant.rating)),
                line.entrant.is_gone,
            )
            for line in seen.standings
        ],
        [
            m.TournamentGame(
                game.pairing.round,
                [of_number[number] for number in game.pairing.seats],
                game.table,
                list(game.pairing.points or ()),
            )
            for game in games
        ],
        shown,
        can_enter=tournament.state == "open"
        or (tournament.state == "running" and (me is not None or is_open_late(tournament))),
        is_entrant=me is not None,
        is_gone=me is not None and me.is_gone,
        is_mine=account is not None and account.id == tournament.opened_by,
        my_table=mine.table if mine else "",
    )
