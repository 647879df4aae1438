"""The HTTP API of personal tokens: made, listed and ended in a browser that is signed in"""

from __future__ import annotations

from typing import cast

from starlette.requests import Request
from starlette.routing import Route

from siegeworks.server import messages as m
from siegeworks.server.http.api import Api
from siegeworks.server.http.people.sessions import needed_session
from siegeworks.server.people.accounts import tokens
from siegeworks.server.people.accounts.tokens import Token
from siegeworks.server.storage.database import Database


class TokenRoutes:
    """The handlers, each for one path."""

    def __init__(self, api: Api) -> None:
        """Answers with the help of the other handlers."""
        self._api, self._store = api, api.server.store

    def routes(self) -> list[Route]:
        """All paths."""
        path, route = "/api/account/tokens", self._api.route
        return [
            route("GET", path, self.tokens),
            route("POST", path, self.make, takes=m.NewToken),
            route("POST", f"{path}/end", self.end, takes=m.EndToken),
        ]

    async def tokens(self, request: Request) -> m.Tokens:
        """The personal tokens of this account."""
        account = (await needed_session(request)).account
        return await self._store.read(lambda db: _tokens(db, account.id))

    async def make(self, request: Request) -> m.TokenMade:
        """A new personal token."""
        body = await self._api.body(request, m.NewToken)
        account = (await needed_session(request)).account
        token, kept = await self._store.write(
            lambda db: tokens.make(db, account.id, body.label, scopes=body.scopes, days=body.days)
        )
        return m.TokenMade(token, _info(kept))

    async def end(self, request: Request) -> m.Tokens:
        """A personal token works no more."""
        body = await self._api.body(request, m.EndToken)
        account = (await needed_session(request)).account

        def job(db: Database) -> tuple[m.Tokens, list[str]]:
            tables = tokens.end(db, account.id, body.id)
            return _tokens(db, account.id), tables

        answer, tables = await self._store.write(job)
        await self._api.server.rooms.reread_seats(tables)
        return answer


def _tokens(db: Database, account: str) -> m.Tokens:
    return m.Tokens([_info(token) for token in tokens.tokens_of(db, account)])


def _info(token: Token) -> m.TokenInfo:
    used = None if token.used is None else int(token.used)
    scopes = cast("list[m.Scope]", list(token.scopes))
    times = int(token.created), int(token.expires), used
    return m.TokenInfo(token.id, token.label, scopes, *times)
