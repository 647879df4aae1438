"""The HTTP API of map checks: equal bots play on a map."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from siegeworks.server import messages as m
from siegeworks.server.http.addresses import address_of
from siegeworks.server.http.api import Api, HttpError
from siegeworks.server.http.shared_jobs import SharedJobs
from siegeworks.server.jobs.background_jobs import NoSuchJob
from siegeworks.server.jobs.findings import CheckProgress


class MapCheckRoutes:
    """Handlers, each for one path."""

    def __init__(self, api: Api) -> None:
        self._api, self._checks = api, api.server.map_checks
        self._shared = SharedJobs(api.server.store, self._checks, CheckProgress)

    def routes(self) -> list[Route]:
        """All paths."""
        path = "/api/games/{name}/maps/check"
        return [
            self._api.route("POST", path, self.start, takes=m.CheckRequest),
            self._api.route("GET", f"{path}/{{check}}", self.progress),
            self._api.route("DELETE", f"{path}/{{check}}", self.stop),
        ]

    async def start(self, request: Request) -> m.CheckStarted:
        """Let bots play on a map."""
        body = await self._api.body(request, m.CheckRequest)
        name = request.path_params["name"]
        started = await self._checks.start(name, body, address_of(request))
        self._shared.share(started.check)
        return started

    async def progress(self, request: Request) -> CheckProgress:
        """How far a check is."""
        try:
            return await self._shared.progress(request.path_params["check"])
        except NoSuchJob as error:
            raise HttpError(404, str(error)) from None

    async def stop(self, request: Request) -> Response:
        """Stop a check; also if there is none any more."""
        self._api.check_origin(request)
        await self._shared.stop(request.path_params["check"])
        return Response(status_code=204)
