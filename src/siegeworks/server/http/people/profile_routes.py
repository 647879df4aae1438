"""The HTTP API of profiles, of friends and blocks, and of what an account's browsers keep"""

from __future__ import annotations

from starlette.requests import Request
from starlette.routing import Route

from siegeworks.server import messages as m
from siegeworks.server.http.api import Api, HttpError
from siegeworks.server.http.people.sessions import account_of, needed_account
from siegeworks.server.people.accounts import account as accounts
from siegeworks.server.people.accounts import profiles, progress, relations
from siegeworks.server.people.accounts.account import Account
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
