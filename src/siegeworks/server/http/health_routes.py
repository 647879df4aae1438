"""What a load balancer asks: whether this worker can serve."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from siegeworks.server.tables.table_server import TableServer


class HealthRoutes:
    """Handlers, each for one path."""

    def __init__(self, server: TableServer) -> None:
        self._server = server

    def routes(self) -> list[Route]:
        """All paths."""
        return [Route("/readyz", self.ready)]

    async def ready(self, request: Request) -> Response:
        """200: this worker can serve. 503: send clients to another one; why."""
        if self._server.is_draining:
            return PlainTextResponse("This worker is stopping.\n", 503)
        if self._server.store.is_failing:
            return PlainTextResponse("Tables cannot be stored. The server keeps trying.\n", 503)
        return PlainTextResponse("ready\n")
