"""Over HTTP: the games, their rules and maps, and the state of the server."""

from typing import Annotated, Literal

from msgspec import Meta

from siegeworks.core.card import Learning, Luck
from siegeworks.server.messages.base import MAX_MAP_LENGTH, Data, MapText, Options, RequestBody
from siegeworks.server.messages.drawing import Board, Step
from siegeworks.server.messages.replays import Position


class ErrorBody(Data):
    """The body of every answer with a status of 400 or more."""

    sentence: str
    request_id: str = ""  # under which the server's log says more


class OptionInfo(Data):
    """One option of a game."""

    name: str
    default: str
    values: list[str]  # all that may be chosen; empty: a text, as shown_values says
    meaning: str
    shown_values: str = ""


class GameInfo(Data):
    """A game, in `Games`."""

    name: str
    title: str
    sentence: str
    credits: str
    seats: str  # how many: "2", "2 to 4"
    minutes: tuple[int, int]  # between people who know the rules: mostly from … to …
    learning: Learning
    luck: Luck
    hidden: str  # what is secret; empty: nothing is
    has_lessons: bool
    has_puzzles: bool
    options: list[OptionInfo]
    view: str | None = None  # the address of the game's own view for the page


class LevelInfo(Data):
    """A level of bots."""

    level: int  # 1 … 8
    name: str
    description: str


class Games(Data):
    """GET /api/games."""

    games: list[GameInfo]
    levels: list[LevelInfo]


class GameQuery(RequestBody):
    """POST /api/games/NAME/details: a game with options and perhaps a map. Answered by
    `GameDetails`."""

    options: Options = {}
    map_rows: MapText = ""  # the drawing of the map that `options` names; "": the map of that name


class GameDetails(Data):
    """GET /api/games/NAME?option=value…: the game with these options. With a map it is asked for
    by `GameQuery`."""

    name: str
    title: str
    options: dict[str, str]  # that differ from their default
    seats: list[str]
    secrets: bool
    agreement: bool
    board: Board
    map_rows: str = ""  # as in `Welcome`


class RulebookSection(Data):
    """A rulebook from one second-level heading to the next."""

    title: str  # the heading; empty before the first
    paragraph: str  # "R4" if the heading begins with it
    html: str  # with the heading; no HTML of the rulebook itself


class Rulebook(Data):
    """GET /api/games/NAME/rules: the rulebook."""

    sections: list[RulebookSection]
    has_balance: bool = False  # is there more at GET /api/games/NAME/balance?


class RuleExample(Data):
    """A position that illustrates a paragraph, and what is played from it."""

    paragraph: str  # "R4"
    caption: str
    seat: str | None  # whose view it is; None: that of spectators
    seats: list[str]
    board: Board
    positions: list[Position]  # one more than steps; changed: by the last step
    steps: list[Step]
    said: list[str]  # for each step: what has happened in its turn
    turns: list[int]  # for each step: how many of the steps came before its turn
    show: list[str] = []  # places to look at
    trays: list[str] = []  # titles of trays to show


class RuleExamples(Data):
    """GET /api/games/{name}/rules/examples: the examples of a game's rules."""

    examples: list[RuleExample]


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


class Health(Data):
    """GET /healthz."""

    version: str
    tables: int  # in memory
    state: Literal["ok", "degraded"]  # degraded: some are damaged or lost, or none can be stored
    damaged: int  # tables that cannot be read; the others are not affected
    complaints: int  # of SQLite about its file
    lost: int  # transactions that were written and are missing
