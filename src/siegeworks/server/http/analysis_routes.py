"""The HTTP API of analyses, and of branches of finished games"""

from __future__ import annotations

from msgspec import Raw
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from siegeworks.core.errors import SiegeworksError
from siegeworks.server import messages as m
from siegeworks.server.http.addresses import address_of
from siegeworks.server.http.api import Api, HttpError, check_rate
from siegeworks.server.http.shared_jobs import SharedJobs
from siegeworks.server.jobs.background_jobs import NoSuchJob
from siegeworks.server.jobs.findings import AnalysisProgress, BranchSearch
from siegeworks.server.runtime.limits import Limiter

KNOWN = {"known": "how many positions you have already"}
POSITIONS_PER_REQUEST = 10  # of a branch, drawn for as much work as an ordinary request


class AnalysisRoutes:
    """The handlers, each for one path."""

    def __init__(self, api: Api) -> None:
        """Answers with the help of the other handlers."""
        self._api, self._analyses = api, api.server.analyses
        self._branches, store = api.server.branches, api.server.store
        self._shared_analyses = SharedJobs(store, self._analyses, AnalysisProgress)
        self._shared_searches = SharedJobs(store, self._branches, BranchSearch)
        self._rate = Limiter(api.settings.branch_rate)

    def routes(self) -> list[Route]:
        """All paths."""
        path, branches = "/api/analyses", "/api/branches"
        return [
            self._api.route("POST", path, self.start, takes=m.AnalysisRequest),
            self._api.route("GET", f"{path}/{{analysis}}", self.progress, asks=KNOWN),
            self._api.route("DELETE", f"{path}/{{analysis}}", self.stop),
            self._api.route("POST", branches, self.branch, takes=m.BranchRequest, gives=m.Branch),
            self._api.route("POST", f"{branches}/record", self.branch_record, takes=m.BranchEnd),
            self._api.route("POST", f"{branches}/search", self.search, takes=m.BranchEnd),
            self._api.route("GET", f"{branches}/search/{{search}}", self.found),
            self._api.route("DELETE", f"{branches}/search/{{search}}", self.stop_search),
        ]

    async def start(self, request: Request) -> m.AnalysisStarted:
        """Analyse a finished game."""
        body = await self._api.body(request, m.AnalysisRequest, stores=False)
        started = await self._analyses.start(body, address_of(request))
        self._shared_analyses.share(started.analysis)
        return started

    async def progress(self, request: Request) -> AnalysisProgress:
        """How far an analysis is."""
        known = request.query_params.get("known", "0")
        if not (known.isascii() and known.isdigit() and len(known) < 7):
            raise SiegeworksError("`known` should be how many positions you have.")
        try:
            progress = await self._shared_analyses.progress(request.path_params["analysis"])
        except NoSuchJob as error:
            raise HttpError(404, str(error)) from None
        return progress.after(int(known))

    async def stop(self, request: Request) -> Response:
        """Stop an analysis; also if there is none any more."""
        self._api.check_origin(request)
        await self._shared_analyses.stop(request.path_params["analysis"])
        return Response(status_code=204)

    async def branch(self, request: Request) -> Raw:
        """How a finished game could have gone."""
        body = await self._api.body(request, m.BranchRequest, self._rate, stores=False)
        drawn = max(0, len(body.moves) - body.known)
        check_rate(self._rate, request, drawn / POSITIONS_PER_REQUEST)
        return await self._branches.show(body, address_of(request))

    async def branch_record(self, request: Request) -> m.BranchRecord:
        """A branch as a record."""
        body = await self._api.body(request, m.BranchEnd, self._rate, stores=False)
        return await self._branches.record(body, address_of(request))

    async def search(self, request: Request) -> m.AnalysisStarted:
        """Search the end of a branch."""
        body = await self._api.body(request, m.BranchEnd, self._rate, stores=False)
        started = await self._branches.search(body, address_of(request))
        self._shared_searches.share(started.analysis)
        return started

    async def found(self, request: Request) -> BranchSearch:
        """How far the search of a branch is."""
        try:
            return await self._shared_searches.progress(request.path_params["search"])
        except NoSuchJob as error:
            raise HttpError(404, str(error)) from None

    async def stop_search(self, request: Request) -> Response:
        """Stop the search of a branch; also if there is none any more."""
        self._api.check_origin(request)
        await self._shared_searches.stop(request.path_params["search"])
        return Response(status_code=204)
