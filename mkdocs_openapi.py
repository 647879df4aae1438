"""The descriptions of the server's API that are published with the documentation."""

import asyncio
import tempfile
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from siegeworks.server.http.api import ApiRoute
from siegeworks.server.http.app import NOT_SET_UP, api_routes
from siegeworks.server.http.openapi import openapi, text_of, websocket_schema
from siegeworks.server.http.origins import HostNames, Origins
from siegeworks.server.http.people.account_tables import seats_here
from siegeworks.server.http.people.table_events import TableEvents
from siegeworks.server.people.notifications import Notifications
from siegeworks.server.storage.sqlite_store import SqliteStore
from siegeworks.server.tables.table_server import TableServer


def descriptions() -> dict[str, str]:
    """The files by name."""
    return {
        "openapi.json": text_of(openapi(routes())),
        "websocket.schema.json": text_of(websocket_schema()),
    }


def routes() -> Sequence[ApiRoute]:
    """The paths of a server that serves nothing."""
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(_routes(Path(folder)))


async def _routes(folder: Path) -> Sequence[ApiRoute]:
    server = TableServer(SqliteStore(folder))
    try:
        notifications = Notifications(server.store, NOT_SET_UP, partial(seats_here, server.rooms))
        return api_routes(server, Origins(HostNames()), notifications, TableEvents(server))
    finally:
        await server.close()
