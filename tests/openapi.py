"""The published descriptions of the server's API.

python -m tests.openapi    # write docs/reference/openapi.json and websocket.schema.json again
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Sequence
from pathlib import Path

from starlette.routing import Route

from siegeworks.server.http.app import api_routes
from siegeworks.server.http.origins import HostNames, Origins
from siegeworks.server.http.programs.openapi import openapi, text_of, websocket_schema
from siegeworks.server.storage.sqlite_store import SqliteStore
from siegeworks.server.tables.table_server import TableServer

REFERENCE = Path(__file__).parents[1] / "docs" / "reference"


def main() -> None:
    """Write both descriptions again."""
    for name, text in descriptions().items():
        (REFERENCE / name).write_text(text, encoding="utf-8")


def descriptions() -> dict[str, str]:
    """The files by name."""
    return {
        "openapi.json": text_of(openapi(routes())),
        "websocket.schema.json": text_of(websocket_schema()),
    }


def routes() -> Sequence[Route]:
    """The paths of a server that serves nothing."""

    async def made(folder: Path) -> Sequence[Route]:
        server = TableServer(SqliteStore(folder))
        try:
            return api_routes(server, Origins(HostNames()))
        finally:
            await server.close()

    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(made(Path(folder)))


if __name__ == "__main__":
    main()
