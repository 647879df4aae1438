"""The HTTP API of analyses"""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from siegeworks.core.errors import SiegeworksError
from siegeworks.server import messages as m
from siegeworks.server.api import TOO_MANY, Api, HttpError
from siegeworks.server.background_jobs import NoSuchJob, TooManyJobs
from siegeworks.server.limits import address_of


class AnalysisRoutes:
    """The handlers, each for one path."""

    def __init__(self, api: Api) -> None:
        """Answers with the help of the other handlers."""
        self._api, self._analyses = api, api.server.analyses

    def routes(self) -> list[Route]:
        """All paths."""
        path = "/api/analyses"
        return [
            self._api.route("POST", path, self.start),
            self._api.route("GET", f"{path}/{{analysis}}", self.progress),
            self._api.route("DELETE", f"{path}/{{analysis}}", self.stop),
        ]

    async def start(self, request: Request) -> m.AnalysisStarted:
        """Analyse a finished game."""
        body = await self._api.body(request, m.AnalysisRequest, stores=False)
        try:
            return await self._analyses.start(body, address_of(request))
        except TooManyJobs as error:
            raise HttpError(429, str(error), TOO_MANY) from None

    async def progress(self, request: Request) -> m.AnalysisProgress:
        """How far an analysis is."""
        known = request.query_params.get("known", "0")
        if not (known.isascii() and known.isdigit() and len(known) < 7):
            raise SiegeworksError("`known` should be how many positions you have.")
        try:
            return self._analyses.progress(request.path_params["analysis"], int(known))
        except NoSuchJob as error:
            raise HttpError(404, str(error)) from None

    async def stop(self, request: Request) -> Response:
        """Stop an analysis; also if there is none any more."""
        self._api.check_origin(request)
        self._analyses.stop(request.path_params["analysis"])
        return Response(status_code=204)
