"""Over HTTP: replays of records, analyses and branches."""

from typing import Annotated

from msgspec import Meta

from siegeworks.core.effects import Effects
from siegeworks.server.messages.base import (
    MAX_BRANCH_STEPS,
    MAX_POSITIONS,
    MAX_RECORD_LENGTH,
    Data,
    RequestBody,
    Token,
    Version,
)
from siegeworks.server.messages.drawing import Board, Scene, Step, Turn


class ReplayRequest(RequestBody):
    """POST /api/replay: the positions of a record, some at a time. Answered by `Replay`."""

    record: Annotated[str, Meta(max_length=MAX_RECORD_LENGTH)]
    start: Version = 0  # the first position wanted: after this many steps
    count: Annotated[int, Meta(ge=0, le=MAX_POSITIONS)] = MAX_POSITIONS


class Position(Data):
    """A position of a record, everything revealed."""

    scene: Scene
    changed: list[str]  # the places that look different since its turn began


class Replay(Data):
    """A record, checked, and some of its positions. There is one position more than steps."""

    game: str
    title: str
    options: dict[str, str]
    seats: list[str]
    notes: dict[str, str]  # players, result, date and whatever else the header says
    steps: list[Step]
    history: list[Turn]
    result: str
    ending: str
    board: Board
    start: int
    positions: list[Position]
    map_rows: str = ""  # as in `Welcome`


class AnalysisRequest(RequestBody):
    """POST /api/analyses: each seat's chance to win after every turn of a finished game. Answered
    by `AnalysisStarted`; refused if the game is not over."""

    record: Annotated[str, Meta(max_length=MAX_RECORD_LENGTH)]


class AnalysisStarted(Data):
    """The answer to POST /api/analyses. Who asks about the same game gets the same analysis."""

    analysis: str  # its name; ask for its progress every second or so


class BranchEnd(RequestBody):
    """The end of a branch of a finished game. Nothing is kept: all steps are sent each time.
    POST /api/branches/search: what it is worth, and how the search would go on; answered by
    `AnalysisStarted`. POST /api/branches/record: the game that ends there; answered by
    `BranchRecord`. Refused as an analysis is."""

    record: Annotated[str, Meta(max_length=MAX_RECORD_LENGTH)]
    step: Version  # after this many steps of the game
    moves: Annotated[list[Token], Meta(max_length=MAX_BRANCH_STEPS)] = []  # its steps, all actors'


class BranchRequest(BranchEnd):
    """POST /api/branches: how a finished game could have gone from one of its positions. If chance
    is to act after the steps that are sent, it does. Answered by `Branch`; refused as an analysis
    is."""

    known: Version = 0  # so many of its positions the client has already


class Branch(Data):
    """The answer to POST /api/branches, with everything revealed."""

    steps: list[Step]  # of the branch; more than were sent if chance has acted
    history: list[Turn]  # the turns from the one in which the branch begins; steps count from the …
    first_turn: int  # … start of the game; so many turns come before them
    positions: list[Position]  # without those known; the first is the one in which it begins
    to_act: str | None  # None: the game is over
    legal: list[str]  # moves …
    effects: list[Effects]  # … and what they would do
    result: str
    ending: str = ""


class BranchRecord(Data):
    """The answer to POST /api/branches/record."""

    record: str
