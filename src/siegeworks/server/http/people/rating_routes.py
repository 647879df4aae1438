"""The HTTP API of ratings: of an account, and the lists of the best"""

import time
from typing import cast, get_args

from starlette.requests import Request

from siegeworks.bots import LEVELS
from siegeworks.core.errors import SiegeworksError
from siegeworks.games import game_names, game_title
from siegeworks.play.clock import Pace
from siegeworks.server import messages as m
from siegeworks.server.http.addresses import address_of
from siegeworks.server.http.answers import HttpError
from siegeworks.server.http.api import Api, Routes, get, post
from siegeworks.server.http.people.account_tables import clock_of
from siegeworks.server.http.sessions import is_bot, needed_account
from siegeworks.server.people.accounts.account import named
from siegeworks.server.people.accounts.seats import claim
from siegeworks.server.people.ratings.levels import is_estimated, level_rating
from siegeworks.server.people.ratings.rated_games import (
    FOR_PEOPLE,
    NEEDS_ACCOUNT,
    NEEDS_START,
    NOT_MEASURED,
    PointRange,
    are_measured,
    pace_at,
    rated_game,
    register,
)
from siegeworks.server.people.ratings.ratings import (
    StoredRating,
    best,
    ratings_among,
    ratings_of,
)
from siegeworks.server.people.ratings.running import running_games
from siegeworks.server.storage.database import Database
from siegeworks.server.storage.rows import TableRow

ONE_SEAT = "In a rated game you have one seat, and nobody else plays at this screen."
FRESH_SECONDS = 2.0  # for which a list of running games is shown again
NOBODY = "There is no account of this name here."


class RatingRoutes(Routes):
    def __init__(self, api: Api) -> None:
        super().__init__(api)
        self._running: tuple[float, m.RunningGames] | None = None  # when it was read; pages repeat

    @get("/api/people/{name}/ratings")
    async def of_account(self, request: Request, name: str) -> m.PlayerRatings:
        """The ratings of an account."""

        def job(db: Database) -> m.PlayerRatings:
            account = named(db, name)
            if account is None:
                raise HttpError(404, NOBODY)
            ratings = [rating_message(rating) for rating in ratings_of(db, account.id)]
            return m.PlayerRatings(account.name, ratings)

        return await self._store.read(job)

    @get("/api/ratings/{game}/{pace}")
    async def best(self, request: Request, game: str, pace: str) -> m.RatingList:
        """The strongest accounts in a game at a pace, and the levels of bots."""
        if game not in game_names() or pace not in get_args(Pace):
            raise SiegeworksError(f"There are no ratings for {game!r} at the pace {pace!r}.")

        def job(db: Database) -> list[m.RankedPlayer]:
            rows = db.execute(
                "SELECT id, name FROM account WHERE id IN "
                "(SELECT account FROM rating WHERE game = ? AND pace = ?)",
                (game, pace),
            )
            names = dict(rows.fetchall())
            return [
                m.RankedPlayer(
                    *(names[row.account], row.rating.points, row.rating.uncertainty, row.games)
                )
                for row in best(db, game, cast("Pace", pace))
                if row.account in names
            ]

        return m.RatingList(await self._store.read(job), level_ratings(game))

    @get("/api/tables/rated")
    async def running(self, request: Request) -> m.RunningGames:
        """The rated games that are being played, the strongest first; anybody can watch."""
        now = time.monotonic()
        if self._running is None or now - self._running[0] > FRESH_SECONDS:
            self._running = now, m.RunningGames(await self._store.read(running_games))
        return self._running[1]

    @get("/api/tables/{table}/rating")
    async def of_table(self, request: Request, table: str) -> m.TableRating:
        """Whether the game of a table counts for ratings."""
        return await self._store.read(lambda db: rated_game(db, table))

    @post("/api/tables/rated", scope="play")
    async def open_table(self, request: Request, body: m.NewTable) -> m.TableOpened:
        """Open a table whose game counts for ratings, if it is over and only people with an account
        have played it."""
        account = await needed_account(request, NEEDS_ACCOUNT)
        if is_bot(request) or any(plan.is_bot for plan in body.seats):
            raise HttpError(403, FOR_PEOPLE)
        if body.record or body.map_rows:
            raise SiegeworksError(NEEDS_START)
        mine = [plan.seat for plan in body.seats if plan.who == "me"]
        if len(mine) != 1 or any(plan.who == "hot-seat" for plan in body.seats):
            raise SiegeworksError(ONE_SEAT)
        game = await self._rooms.games.get(body.game, body.options, address_of(request))
        levels = [plan.level for plan in body.seats if plan.who == "bot"]
        if not are_measured(game.name, dict(game.changed_options), levels):
            raise SiegeworksError(NOT_MEASURED)
        pace = pace_at(game.name, clock_of(body.clock), len(game.seats))

        def beside(db: Database, table: TableRow) -> None:
            claim(db, account.id, table.id, [game.seats.index(mine[0])], counts=True)
            register(db, table.id, pace, around(db, account.id, game.name, pace, body.within))

        return await self._server.open_table(body, address_of(request), beside)


def around(db: Database, account: str, game: str, pace: Pace, within: int) -> PointRange | None:
    """The ratings within so many points of an account's; None: all, as `within` is 0."""
    points = ratings_among(db, [account])(account, game, pace).points
    return PointRange(points - within, points + within) if within else None


def rating_message(stored: StoredRating) -> m.PlayerRating:
    """A rating as clients get it."""
    rating = stored.rating
    return m.PlayerRating(
        game=stored.game,
        title=game_title(stored.game),
        pace=stored.pace,
        points=rating.points,
        uncertainty=rating.uncertainty,
        games=stored.games,
        is_settled=rating.is_settled,
    )


def level_ratings(game: str) -> list[m.LevelRating]:
    """How strong the levels of bots are in a game; none if that was not measured."""
    estimated = is_estimated(game)
    return [
        m.LevelRating(number, level.name, rating.points, rating.uncertainty, estimated)
        for number, level in enumerate(LEVELS, 1)
        if (rating := level_rating(game, number)) is not None
    ]
