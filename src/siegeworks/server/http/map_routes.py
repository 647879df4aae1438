"""The HTTP API of maps: those that are offered, random ones, what is wrong with a drawing, and
checks, in which equal bots play on it"""

import secrets
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from starlette.requests import Request

from siegeworks.core.errors import OptionError, SiegeworksError
from siegeworks.core.maps import Maps, hexes_of
from siegeworks.games import UnknownGame, maps_of
from siegeworks.server import messages as m
from siegeworks.server.http.addresses import address_of
from siegeworks.server.http.answers import missing
from siegeworks.server.http.api import Api, Routes, delete, get, post
from siegeworks.server.http.shared_jobs import SharedJobs
from siegeworks.server.jobs.findings import CheckProgress
from siegeworks.server.jobs.preparation import check_map_length

T = TypeVar("T")
MOST_LISTED = 200  # maps
SEEDS = 1_000_000  # so many that the server draws one of; short enough to be read out


class MapRoutes(Routes):
    """What makes or looks at maps is done in the threads that load games."""

    def __init__(self, api: Api) -> None:
        super().__init__(api)
        self._checks = api.server.map_checks
        self._shared = SharedJobs(self._store, self._checks, CheckProgress)

    @get("/api/games/{name}/maps", rate="map")
    async def maps(self, request: Request, name: str) -> m.MapList:
        """The shipped maps and the host's."""
        maps, folder = maps_of_game(name), self._rooms.games.maps_folder

        def listed() -> m.MapList:
            names = maps.names(folder)[:MOST_LISTED]
            infos = [info for name in names if (info := map_info(maps, name, folder))]
            return m.MapList(infos, list(maps.shapes), maps.sizes)

        return await self._run(request, listed)

    @post("/api/games/{name}/maps/random", rate="map", stores=False)
    async def random(self, request: Request, name: str, body: m.RandomMapRequest) -> m.MapDrawing:
        """A new map."""
        maps = maps_of_game(name)
        seed = secrets.randbelow(SEEDS) if body.seed is None else body.seed

        def made() -> m.MapDrawing:
            new = maps.random(body.size, body.shape, seed)
            return m.MapDrawing(new.name, maps.title(new.name), list(new.rows), seed)

        return await self._run(request, made)

    @post("/api/games/{name}/maps/inspect", rate="map", stores=False)
    async def inspect(self, request: Request, name: str, body: m.InspectRequest) -> m.MapInspection:
        """What can be said of a drawing."""
        maps = maps_of_game(name)
        report = await self._run(request, lambda: maps.inspect(body.name, body.text))
        return m.MapInspection(
            name=report.map.name,
            rows=list(report.map.rows),
            hexes=report.hexes,
            fortresses=report.fortresses,
            areas=report.areas,
            placements=report.placements,
            symmetries=list(report.symmetries),
            problems=[
                m.MapProblem(p.sentence, list(p.places), p.line, p.column, p.prevents_play)
                for p in report.problems
            ],
            free=list(report.free),
            playable=report.is_playable,
        )

    @post("/api/games/{name}/maps/check")
    async def start_check(
        self, request: Request, name: str, body: m.CheckRequest
    ) -> m.CheckStarted:
        """Let bots play on a map."""
        started = await self._checks.start(name, body, address_of(request))
        self._shared.share(started.check)
        return started

    @get("/api/games/{name}/maps/check/{check}")
    async def progress(self, request: Request, name: str, check: str) -> CheckProgress:
        """How far a check is."""
        return await self._shared.progress(check)

    @delete("/api/games/{name}/maps/check/{check}")
    async def stop_check(self, request: Request, name: str, check: str) -> None:
        """Stop a check; also if there is none any more."""
        await self._shared.stop(check)

    async def _run(self, request: Request, work: Callable[[], T]) -> T:
        return await self._rooms.loaders.run(address_of(request), work, quick=True)


def maps_of_game(name: str) -> Maps:
    """The maps of a game.

    Raises:
        HttpError: there is no such game, or it has no maps.
    """
    with missing(UnknownGame, OptionError):
        return maps_of(name)


def map_info(maps: Maps, name: str, folder: Path | None) -> m.MapInfo | None:
    """A map that is offered; None if it cannot be played."""
    try:
        drawing = maps.read(name, folder)
        check_map_length(drawing.text, name)
    except SiegeworksError:
        return None
    hexes = hexes_of(drawing.rows)
    fortresses = sum(place.has_fortress for place in hexes)
    return m.MapInfo(
        name=name,
        title=maps.title(name),
        rows=list(drawing.rows),
        hexes=len(hexes),
        fortresses=fortresses,
        is_shipped=drawing.is_shipped,
    )
