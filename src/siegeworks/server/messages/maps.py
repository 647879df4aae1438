"""Over HTTP: maps and their checks."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from siegeworks.server.messages.base import MAX_MAP_LENGTH, Data, RequestBody


class MapInfo(Data):
    """A map that the server offers."""

    name: str  # what `map=NAME` says
    title: str
    rows: list[str]  # the drawing: "." a hex, "F" one with a fortress
    hexes: int
    fortresses: int
    is_shipped: bool  # else it is the host's


class MapList(Data):
    """GET /api/games/{name}/maps: the maps to choose from, and what a random one may be."""

    maps: list[MapInfo]  # those of the product, then the host's
    shapes: list[str]  # of random maps; the first is the default
    sizes: tuple[int, int]  # the fewest and the most hexes of a random map


class RandomMapRequest(RequestBody):
    """POST /api/games/{name}/maps/random: a new map. Answered by `MapDrawing`."""

    size: Annotated[int, Meta(ge=0, le=MAX_MAP_LENGTH)]  # in hexes
    shape: Annotated[str, Meta(max_length=40)]
    seed: Annotated[int, Meta(ge=0, lt=1 << 53)] | None = None  # None: the server draws one


class MapDrawing(Data):
    """A random map; the same size, shape and seed give the same again."""

    name: str
    title: str
    rows: list[str]
    seed: int


class InspectRequest(RequestBody):
    """POST /api/games/{name}/maps/inspect: what is wrong with a drawing, and more. Answered by
    `MapInspection`."""

    name: Annotated[str, Meta(max_length=64)]
    text: Annotated[str, Meta(max_length=MAX_MAP_LENGTH)]


class MapProblem(Data):
    """What is wrong with a drawing."""

    sentence: str
    places: list[str]  # the hexes that it is about
    line: int  # of the text, from 1; 0: the drawing as a whole
    column: int  # from 1
    prevents_play: bool  # with the fortresses as they are drawn


class MapInspection(Data):
    """What can be said of a drawing without playing on it."""

    name: str
    rows: list[str]  # the drawing, cut: nothing blank around it or at the ends of rows
    hexes: int
    fortresses: int
    areas: int  # pieces of land that fit an army
    placements: int  # of an army on the bare map
    symmetries: list[str]  # "turn by 180°", "mirror left-right (hexes only)" …
    problems: list[MapProblem]
    free: list[str]  # where one more fortress may stand
    playable: bool


class CheckRequest(RequestBody):
    """POST /api/games/{name}/maps/check: let equal bots play on a map. Answered by
    `CheckStarted`."""

    name: Annotated[str, Meta(max_length=64)]
    text: Annotated[str, Meta(max_length=MAX_MAP_LENGTH)]


class CheckStarted(Data):
    """The answer to POST /api/games/{name}/maps/check."""

    check: str  # its name; ask for its progress every second or so
