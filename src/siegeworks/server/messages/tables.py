"""Over HTTP: tables, seats and invitations."""

from typing import Annotated, Literal

from msgspec import Meta

from siegeworks.server.messages.accounts import SeatPerson
from siegeworks.server.messages.base import (
    MAX_MY_TABLES,
    MAX_RECORD_LENGTH,
    ClockTimes,
    Code,
    Color,
    Data,
    Entropy,
    Key,
    MapText,
    Name,
    Nonce,
    Options,
    RequestBody,
    SeatKey,
    TableId,
    Version,
)
from siegeworks.server.messages.drawing import Board, Scene
from siegeworks.server.messages.from_server import SeatInfo


class LobbyTable(Data):
    """A table with a free seat."""

    table: str
    game: str
    title: str
    options: dict[str, str]
    seats: list[SeatInfo]
    age: int  # seconds that it has been waiting
    commitment: str = ""  # SHA-256 of the secret that chance follows from; "": no chance
    clock: ClockTimes | None = None
    rated: bool = False
    people: list[SeatPerson] = []  # of the seats that accounts have
    lowest: int | None = None  # points of those who may take a seat; null: anybody
    highest: int | None = None
    refusal: str = ""  # why I may not, a sentence


class Lobby(Data):
    """GET /api/lobby: the tables where somebody is waiting, the newest first."""

    tables: list[LobbyTable]


class MyTable(RequestBody):
    """A table where I have seats."""

    table: TableId
    keys: Annotated[list[SeatKey], Meta(min_length=1, max_length=8)]


class MyTables(RequestBody):
    """POST /api/tables/mine: how do my tables stand? Answered by `TableStatuses`."""

    tables: Annotated[list[MyTable], Meta(max_length=MAX_MY_TABLES)]


class TableStatus(Data):
    """How one of my tables stands. Only `table` is there if there is no such table, or one of the
    keys proves no seat of it. Without `seats`, it is known again once somebody enters."""

    table: str
    game: str = ""
    title: str = ""
    options: dict[str, str] = {}
    seats: list[SeatInfo] = []
    yours: list[str] = []  # the seats that the keys prove
    to_act: str | None = None  # as in `View`
    asked: list[str] = []  # the seats that have not answered an offer yet
    age: int = 0  # seconds since somebody acted
    turns: int = 0  # of the history
    result: str = "*"  # as in `View`
    ending: str = ""  # as in `View`


class TableStatuses(Data):
    """My tables, in the order in which they were asked for."""

    tables: list[TableStatus]


class TablePosition(Data):
    """POST /api/tables/position: how one of my tables looks now. The body is a `MyTable`. Nobody
    else learns that it was looked at."""

    seat: str | None  # whose view it is; None: a spectator's, as I have several seats there
    board: Board
    scene: Scene
    changed: list[str]  # as in `View`


STRONGEST = 8  # the highest level of a bot


class SeatPlan(RequestBody):
    """Who gets one seat of a new table."""

    seat: Key
    who: Literal["me", "hot-seat", "friend", "open", "bot"]
    level: Annotated[int, Meta(ge=0, le=STRONGEST)] = 0  # of a bot
    name: Name = ""  # mine, or of another person at this screen
    is_bot: bool = False  # I am a program, which everybody at the table is shown


class NewTable(RequestBody):
    """POST /api/tables: open a table. Answered by `TableOpened`."""

    game: Key
    seats: Annotated[list[SeatPlan], Meta(max_length=8)]  # one for each seat
    options: Options = {}  # none if a record is given
    map_rows: MapText = ""  # the drawing of the map that `options` names; none if a record is given
    color: Color = ""
    record: Annotated[str, Meta(max_length=MAX_RECORD_LENGTH)] = ""  # play on from this record …
    step: Version = 0  # … after this many of its steps
    clock: ClockTimes | None = None
    # Of a rated table: only people within so many points of mine may take an open seat; 0: anybody.
    within: Annotated[int, Meta(ge=0, le=1000)] = 0


class YourSeat(Data):
    """A seat, and the seat key that proves it. Keep it: it is not sent again."""

    seat: str
    key: str


class Invitation(Data):
    """A code with which one friend can take this seat, once."""

    seat: str
    code: str


class TableOpened(Data):
    """The answer to POST /api/tables."""

    table: str
    yours: list[YourSeat]
    invitations: list[Invitation] = []
    commitment: str = ""  # SHA-256 of the secret that chance follows from; "": no chance


class SeatEntropy(Data):
    """What a seat added to chance."""

    seat: str
    text: str
    step: int  # it counts from this step on


class OutcomeWeight(Data):
    """How likely an outcome was, beside the others."""

    token: str
    weight: int


class ChanceDraw(Data):
    """What chance did at one step, and what it could have done."""

    step: int  # how many came before it
    weights: list[OutcomeWeight]  # sorted by token, without a common divisor
    token: str


class OpenedChance(Data):
    """GET /api/tables/TABLE/chance: all by which the dice of a finished game can be checked, as
    `siegeworks.play.provable_chance` describes it."""

    commitment: str
    secret: str
    entropy: list[SeatEntropy]
    draws: list[ChanceDraw]
    first: int = 0  # steps before this one were played elsewhere, before the table was opened


class InvitationRequest(RequestBody):
    """POST /api/invitation: what is this code for? Answered by `InvitationInfo`. The code stays
    valid."""

    code: Code


class InvitationInfo(Data):
    """What an invitation is for."""

    table: str
    seat: str
    game: str
    title: str
    options: dict[str, str]
    seats: list[SeatInfo]
    commitment: str = ""  # SHA-256 of the secret that chance follows from; "": no chance
    clock: ClockTimes | None = None


class TakeSeat(RequestBody):
    """POST /api/seats: take a seat, with a code, at a table of the lobby, or in a rematch. Answered
    by `SeatTaken`. If the answer was lost, send the same request again: it is answered with a new
    key, as long as the one before was not used."""

    request: Nonce
    name: Name
    color: Color = ""
    code: Code = ""
    table: TableId | None = None
    seat: Key | None = None  # None: any that is open
    after: MyTable | None = None  # take part in the rematch of this game, where I had `seat`
    entropy: Entropy = ""  # what the seat adds to chance
    is_bot: bool = False  # I am a program, which everybody at the table is shown


class RenewSeats(RequestBody):
    """POST /api/seats/renew: new seat keys for my seats, in case somebody else has the old ones.
    Answered by `SeatTaken`. An old key stays valid until its new one is first used, in
    `hello`."""

    table: TableId
    keys: Annotated[list[SeatKey], Meta(min_length=1, max_length=8)]


class SeatTaken(Data):
    """The answer to POST /api/seats and /api/seats/renew."""

    table: str
    yours: list[YourSeat]
    commitment: str = ""  # SHA-256 of the secret that chance follows from; "": no chance
