"""The HTTP API of profiles, of friends and blocks, and of what an account's browsers keep"""

from __future__ import annotations

from starlette.requests import Request
from starlette.routing import Route

from siegeworks.core.errors import SiegeworksError
from siegeworks.server import messages as m
from siegeworks.server.http.api import Api, HttpError
from siegeworks.server.http.people.sessions import account_of, needed_account
from siegeworks.server.people.accounts import account as accounts
from siegeworks.server.people.accounts import profiles, progress, relations
from siegeworks.server.people.accounts.account import Account
from siegeworks.server.people.accounts.profiles import (
    PlayedGame,
    RatingPoint,
    played_games,
    rating_history,
)
from siegeworks.server.people.accounts.progress import Progress
from siegeworks.server.storage.database import Database
from siegeworks.server.tables.my_tables import title_of

NOBODY = "Nobody here has this name."


class ProfileRoutes:
    """The handlers, each for one path."""

    def __init__(self, api: Api) -> None:
        """Answers with the help of the other handlers."""
        self._api, self._store = api, api.server.store

    def routes(self) -> list[Route]:
        """All paths."""
        route = self._api.route
        return [
            route("GET", "/api/people/{name}", self.profile, scope="read"),
            route("GET", "/api/people/{name}/games", self.games, scope="read"),
            route("GET", "/api/people/{name}/ratings/{game}/{pace}", self.rating_history),
            route("POST", "/api/people/{name}/relation", self.relate, takes=m.Relate),
            route("GET", "/api/account/people", self.people, scope="read"),
            route("GET", "/api/account/progress", self.progress),
            route("POST", "/api/account/progress", self.save_progress, takes=m.SaveProgress),
        ]

    async def profile(self, request: Request) -> m.Profile:
        """What everybody sees of somebody, and how one stands to them."""
        reader, name = await account_of(request), request.path_params["name"]

        def job(db: Database) -> m.Profile | None:
            account = accounts.named(db, name)
            return _profile(db, account, reader) if account else None

        profile = await self._store.read(job)
        if profile is None:
            raise HttpError(404, NOBODY)
        return profile

    async def games(self, request: Request) -> m.PlayedGames:
        """Somebody's finished games, the newest first."""
        reader, name = await account_of(request), request.path_params["name"]
        page = request.query_params.get("page", "0")
        if not (page.isascii() and page.isdigit() and len(page) < 5):
            raise SiegeworksError("A page is a number, counted from 0.")

        def job(db: Database) -> tuple[list[PlayedGame], bool] | None:
            account, own = accounts.named(db, name), reader.id if reader else ""
            return played_games(db, account.id, own, int(page)) if account else None

        found = await self._store.read(job)
        if found is None:
            raise HttpError(404, NOBODY)
        return m.PlayedGames([_played_game(one) for one in found[0]], found[1])

    async def rating_history(self, request: Request) -> m.RatingHistory:
        """How somebody's rating in a game at a pace went."""
        name, game, pace = (request.path_params[part] for part in ("name", "game", "pace"))

        def job(db: Database) -> list[RatingPoint] | None:
            account = accounts.named(db, name)
            return rating_history(db, account.id, game, pace) if account else None

        points = await self._store.read(job)
        if points is None:
            raise HttpError(404, NOBODY)
        return m.RatingHistory(
            [m.RatingPoint(int(one.finished), one.points, one.uncertainty) for one in points]
        )

    async def relate(self, request: Request) -> m.Profile:
        """Ask somebody to be friends, block them, or neither."""
        body = await self._api.body(request, m.Relate)
        account, name = await needed_account(request), request.path_params["name"]

        def job(db: Database) -> m.Profile:
            other = _named(db, name)
            relations.relate(db, account.id, other.id, None if body.kind == "none" else body.kind)
            return _profile(db, other, account)

        return await self._store.write(job)

    async def people(self, request: Request) -> m.People:
        """The friends of this account, who asks to be one, and whom it has blocked."""
        account = await needed_account(request)
        related = await self._store.read(lambda db: relations.related(db, account.id))
        return m.People([m.Person(*one) for one in related])

    async def progress(self, request: Request) -> m.Progress:
        """What the browsers of this account keep."""
        account = await needed_account(request)
        return m.Progress(*await self._store.read(lambda db: progress.read(db, account.id)))

    async def save_progress(self, request: Request) -> m.Progress:
        """Keep what a browser has merged."""
        body = await self._api.body(request, m.SaveProgress)
        account = await needed_account(request)
        after = Progress(progress.checked(body.document), body.version)
        return m.Progress(
            *await self._store.write(lambda db: progress.write(db, account.id, after))
        )


def _named(db: Database, name: str) -> Account:
    account = accounts.named(db, name)
    if account is None:
        raise HttpError(404, NOBODY)
    return account


def _played_game(one: PlayedGame) -> m.PlayedGame:
    own = one.own
    return m.PlayedGame(
        *(own.game, title_of(own.game), own.pace, int(own.finished), own.place, own.seats),
        [m.Opponent(other.name, other.place, other.level) for other in one.opponents],
        "lost" if own.place > 1 else "drawn" if one.is_shared else "won",
        own.table if one.is_open else "",
        one.points,
        one.change,
    )


def _profile(db: Database, account: Account, reader: Account | None) -> m.Profile:
    profile = profiles.profile_of(db, account)
    return m.Profile(
        profile.name,
        int(profile.since),
        [
            m.GameRecord(one.game, title_of(one.game), one.pace, one.played, one.won, one.drawn)
            for one in profile.records
        ],
        profile.puzzles,
        relations.standing(db, reader.id, account.id) if reader else "none",
        reader is not None and reader.id == account.id,
        reader is not None,
    )
