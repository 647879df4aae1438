"""The HTTP API of an account's tables, which it has on every device"""

from __future__ import annotations

from starlette.requests import Request
from starlette.routing import Route

from siegeworks.server import messages as m
from siegeworks.server.http.api import Api
from siegeworks.server.http.people.own_tables import OwnTables, table_in_path
from siegeworks.server.http.people.sessions import needed_account, needed_proof


class TableRoutes:
    """The handlers, each for one path."""

    def __init__(self, api: Api, own_tables: OwnTables) -> None:
        """Answers with the help of the other handlers."""
        self._api, self._own_tables = api, own_tables

    def routes(self) -> list[Route]:
        """All paths."""
        path, route = "/api/account/tables", self._api.route
        return [
            route("GET", path, self.tables, scope="read"),
            route("POST", path, self.claim, takes=m.MyTables, scope="play"),
            route("POST", f"{path}/{{table}}/key", self.new_keys, takes=m.Nothing, scope="play"),
        ]

    async def tables(self, request: Request) -> m.AccountTables:
        """The tables of this account."""
        return await self._own_tables.tables_of(await needed_account(request))

    async def claim(self, request: Request) -> m.AccountTables:
        """The seats that this browser has are its account's."""
        body = await self._api.body(request, m.MyTables)
        account = await needed_account(request)
        await self._own_tables.claim(account, body.tables)
        return await self._own_tables.tables_of(account)

    async def new_keys(self, request: Request) -> m.SeatTaken:
        """Keys for the seats of this account, for this browser or program."""
        await self._api.body(request, m.Nothing)
        return await self._own_tables.new_keys(await needed_proof(request), table_in_path(request))
