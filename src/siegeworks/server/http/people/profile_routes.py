"""The HTTP API of profiles, of friends and blocks, and of what an account's browsers keep"""

from starlette.requests import Request

from siegeworks.core.errors import SiegeworksError
from siegeworks.server import messages as m
from siegeworks.server.http.answers import HttpError
from siegeworks.server.http.api import Routes, get, post
from siegeworks.server.http.sessions import account_of, needed_account
from siegeworks.server.people.accounts import progress, relations
from siegeworks.server.people.accounts.account import Account, named
from siegeworks.server.people.accounts.profiles import played_games, profile_of, rating_history
from siegeworks.server.storage.database import Database

NOBODY = "Nobody here has this name."


class ProfileRoutes(Routes):
    @get("/api/people/{name}", scope="read")
    async def profile(self, request: Request, name: str) -> m.Profile:
        """What everybody sees of somebody, and how one stands to them."""
        reader = await account_of(request)
        return await self._store.read(lambda db: profile_of(db, somebody(db, name), reader))

    @get("/api/people/{name}/games", scope="read")
    async def games(self, request: Request, name: str) -> m.PlayedGames:
        """Somebody's finished games, the newest first."""
        reader = await account_of(request)
        own, page = reader.id if reader else "", request.query_params.get("page", "0")
        if not (page.isascii() and page.isdigit() and len(page) < 5):
            raise SiegeworksError("A page is a number, counted from 0.")
        return await self._store.read(
            lambda db: played_games(db, somebody(db, name).id, own, int(page))
        )

    @get("/api/people/{name}/ratings/{game}/{pace}")
    async def rating_history(
        self, request: Request, name: str, game: str, pace: str
    ) -> m.RatingHistory:
        """How somebody's rating in a game at a pace went."""
        return await self._store.read(
            lambda db: rating_history(db, somebody(db, name).id, game, pace)
        )

    @post("/api/people/{name}/relation")
    async def relate(self, request: Request, name: str, body: m.Relate) -> m.Profile:
        """Ask somebody to be friends, block them, or neither."""
        account = await needed_account(request)

        def job(db: Database) -> m.Profile:
            other = somebody(db, name)
            relations.relate(db, account.id, other.id, None if body.kind == "none" else body.kind)
            return profile_of(db, other, account)

        return await self._store.write(job)

    @get("/api/account/people", scope="read")
    async def people(self, request: Request) -> m.People:
        """The friends of this account, who asks to be one, and whom it has blocked."""
        account = await needed_account(request)
        return m.People(await self._store.read(lambda db: relations.related(db, account.id)))

    @get("/api/account/progress")
    async def progress(self, request: Request) -> m.Progress:
        """What the browsers of this account keep."""
        account = await needed_account(request)
        return await self._store.read(lambda db: progress.read(db, account.id))

    @post("/api/account/progress")
    async def save_progress(self, request: Request, body: m.SaveProgress) -> m.Progress:
        """Keep what a browser has merged."""
        account = await needed_account(request)
        progress.check(body.document)
        return await self._store.write(lambda db: progress.write(db, account.id, body))


def somebody(db: Database, name: str) -> Account:
    """The account of this name.

    Raises:
        HttpError: there is none.
    """
    account = named(db, name)
    if account is None:
        raise HttpError(404, NOBODY)
    return account
