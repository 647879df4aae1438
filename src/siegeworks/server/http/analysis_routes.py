"""The HTTP API of analyses, and of branches of finished games"""

from msgspec import Raw
from starlette.requests import Request

from siegeworks.core.errors import SiegeworksError
from siegeworks.server import messages as m
from siegeworks.server.http.addresses import address_of
from siegeworks.server.http.api import Api, Routes, check_rate, delete, get, post
from siegeworks.server.http.shared_jobs import SharedJobs
from siegeworks.server.jobs.findings import AnalysisProgress, BranchSearch

POSITIONS_PER_REQUEST = 10  # of a branch, drawn for as much work as an ordinary request


class AnalysisRoutes(Routes):
    def __init__(self, api: Api) -> None:
        super().__init__(api)
        self._analyses, self._branches = api.server.analyses, api.server.branches
        self._shared_analyses = SharedJobs(self._store, self._analyses, AnalysisProgress)
        self._shared_searches = SharedJobs(self._store, self._branches, BranchSearch)

    @post("/api/analyses", stores=False)
    async def start(self, request: Request, body: m.AnalysisRequest) -> m.AnalysisStarted:
        """Analyse a finished game."""
        started = await self._analyses.start(body, address_of(request))
        self._shared_analyses.share(started.analysis)
        return started

    @get("/api/analyses/{analysis}", asks={"known": "how many positions you have already"})
    async def progress(self, request: Request, analysis: str) -> AnalysisProgress:
        """How far an analysis is."""
        known = request.query_params.get("known", "0")
        if not (known.isascii() and known.isdigit() and len(known) < 7):
            raise SiegeworksError("`known` should be how many positions you have.")
        return (await self._shared_analyses.progress(analysis)).after(int(known))

    @delete("/api/analyses/{analysis}")
    async def stop(self, request: Request, analysis: str) -> None:
        """Stop an analysis; also if there is none any more."""
        await self._shared_analyses.stop(analysis)

    @post("/api/branches", rate="branch", gives=m.Branch, stores=False)
    async def branch(self, request: Request, body: m.BranchRequest) -> Raw:
        """How a finished game could have gone."""
        drawn = max(0, len(body.moves) - body.known)
        check_rate(self._api.rates["branch"], request, drawn / POSITIONS_PER_REQUEST)
        return await self._branches.show(body, address_of(request))

    @post("/api/branches/record", rate="branch", stores=False)
    async def branch_record(self, request: Request, body: m.BranchEnd) -> m.BranchRecord:
        """A branch as a record."""
        return await self._branches.record(body, address_of(request))

    @post("/api/branches/search", rate="branch", stores=False)
    async def search(self, request: Request, body: m.BranchEnd) -> m.AnalysisStarted:
        """Search the end of a branch."""
        started = await self._branches.search(body, address_of(request))
        self._shared_searches.share(started.analysis)
        return started

    @get("/api/branches/search/{search}")
    async def found(self, request: Request, search: str) -> BranchSearch:
        """How far the search of a branch is."""
        return await self._shared_searches.progress(search)

    @delete("/api/branches/search/{search}")
    async def stop_search(self, request: Request, search: str) -> None:
        """Stop the search of a branch; also if there is none any more."""
        await self._shared_searches.stop(search)
