"""The HTTP API of maps: those that are offered, random ones, and what is wrong with a drawing"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from starlette.requests import Request
from starlette.routing import Route

from siegeworks.core.errors import OptionError, SiegeworksError
from siegeworks.core.maps import Maps, hexes_of
from siegeworks.games import UnknownGame, maps_of
from siegeworks.server import messages as m
from siegeworks.server.http.addresses import address_of
from siegeworks.server.http.api import Api, HttpError, check_rate
from siegeworks.server.jobs.preparation import check_map_length
from siegeworks.server.runtime.limits import Limiter

T = TypeVar("T")
MOST_LISTED = 200  # maps
SEEDS = 1_000_000  # so many that the server draws one of; short enough to be read out


class MapRoutes:
    """The handlers, each for one path. Their work is done in the threads that load games."""

    def __init__(self, api: Api) -> None:
        """Answers with the help of the other handlers."""
        self._api, self._rooms = api, api.server.rooms
        self._rate = Limiter(api.settings.map_rate)

    def routes(self) -> list[Route]:
        """All paths."""
        path = "/api/games/{name}/maps"
        return [
            self._api.route("GET", path, self.maps),
            self._api.route("POST", f"{path}/random", self.random, takes=m.RandomMapRequest),
            self._api.route("POST", f"{path}/inspect", self.inspect, takes=m.InspectRequest),
        ]

    async def maps(self, request: Request) -> m.MapList:
        """The shipped maps and the host's."""
        check_rate(self._rate, request)
        maps, folder = maps_named_by(request), self._rooms.games.maps_folder

        def listed() -> m.MapList:
            names = maps.names(folder)[:MOST_LISTED]
            infos = [info for name in names if (info := map_info(maps, name, folder))]
            return m.MapList(infos, list(maps.shapes), maps.sizes)

        return await self._run(request, listed)

    async def random(self, request: Request) -> m.MapDrawing:
        """A new map."""
        maps = maps_named_by(request)
        wanted = await self._api.body(request, m.RandomMapRequest, self._rate)
        seed = secrets.randbelow(SEEDS) if wanted.seed is None else wanted.seed

        def made() -> m.MapDrawing:
            new = maps.random(wanted.size, wanted.shape, seed)
            return m.MapDrawing(new.name, maps.title(new.name), list(new.rows), seed)

        return await self._run(request, made)

    async def inspect(self, request: Request) -> m.MapInspection:
        """What can be said of a drawing."""
        maps = maps_named_by(request)
        drawn = await self._api.body(request, m.InspectRequest, self._rate)
        report = await self._run(request, lambda: maps.inspect(drawn.name, drawn.text))
        return m.MapInspection(
            name=report.map.name,
            rows=list(report.map.rows),
            hexes=report.hexes,
            fortresses=report.fortresses,
            areas=report.areas,
            placements=report.placements,
            symmetries=list(report.symmetries),
            problems=[
                m.MapProblem(
                    problem.sentence,
                    list(problem.places),
                    problem.line,
                    problem.column,
                    problem.prevents_play,
                )
                for problem in report.problems
            ],
            free=list(report.free),
            playable=report.is_playable,
        )

    async def _run(self, request: Request, work: Callable[[], T]) -> T:
        return await self._rooms.loaders.run(address_of(request), work, quick=True)


def maps_named_by(request: Request) -> Maps:
    """The maps of the game in the path.

    Raises:
        HttpError: there is no such game, or it has no maps.
    """
    try:
        return maps_of(request.path_params["name"])
    except (UnknownGame, OptionError) as error:
        raise HttpError(404, str(error)) from None


def map_info(maps: Maps, name: str, folder: Path | None) -> m.MapInfo | None:
    """A map that is offered; None if it cannot be played."""
    try:
        drawing = maps.read(name, folder)
        check_map_length(drawing.text, name)
    except SiegeworksError:
        return None
    hexes = hexes_of(drawing.rows)
    return m.MapInfo(
        name,
        maps.title(name),
        list(drawing.rows),
        len(hexes),
        sum(place.has_fortress for place in hexes),
        drawing.is_shipped,
    )
