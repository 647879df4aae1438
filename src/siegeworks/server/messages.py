"""All that is said between page and server: the one place where the protocol is written down.

What comes in is checked by these types before anything else looks at it: unknown fields are
refused, every text and list is bounded. `python -m siegeworks.server.typescript` writes the same
types for the page (web/src/wire.ts).
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

# Limits of ours.
LONGEST_FRAME = 8192  # bytes of one message to the server
LONGEST_RECORD = 1 << 19  # characters of a record that is sent in; the longest game needs less
MOST_POSITIONS = 100  # of a replay, in one answer

TableId = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{16}\\Z")]
SeatToken = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{22}\\Z")]  # 128 bits: who has it sits
Nonce = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{22}\\Z")]  # drawn at random by who asks
Code = Annotated[str, Meta(max_length=20)]  # of an invitation, as somebody may type it
Id = Annotated[str, Meta(min_length=1, max_length=36)]  # of one request; a page makes them up
Version = Annotated[int, Meta(ge=0, lt=1 << 31)]
Token = Annotated[str, Meta(min_length=1, max_length=40)]
Text = Annotated[str, Meta(max_length=100)]
Name = Annotated[str, Meta(max_length=24)]
Color = Annotated[str, Meta(pattern="^(#[0-9a-f]{6})?\\Z")]
Key = Annotated[str, Meta(max_length=40)]
Value = Annotated[str, Meta(max_length=80)]
Options = Annotated[dict[Key, Value], Meta(max_length=20)]
Who = Literal["person", "bot", "open", "friend"]  # open: anybody may sit; friend: an invitation
# What all seats may agree on: a draw, to stop and count, or that one takes back its last action.
What = Literal["draw", "agree", "takeback"]


class Incoming(Struct, forbid_unknown_fields=True, tag_field="type"):
    """What a page says over its WebSocket."""


class Outgoing(Struct, omit_defaults=True, tag_field="type"):
    """What the server says over a WebSocket. A field that is left out has its default."""


class Asked(Struct, forbid_unknown_fields=True):
    """The body of a POST."""


class Part(Struct, omit_defaults=True, gc=False):
    """A part of an answer. A field that is left out has its default.

    The garbage collector passes over them: thousands are made a second, and none holds itself.
    """


# What is drawn -----------------------------------------------------------------------------------


class Place(Part):
    """A cell of the board that never moves."""

    name: str  # as tokens write it: "d3"
    x: float  # the centre, in board units, to the right
    y: float  # downwards
    ground: str  # what it is where a spot says nothing else: "land", "circle" …
    border: list[str] = []  # strong sides: "left", "right", "top", "bottom"


class Board(Part):
    """What never changes in a table's pictures."""

    shape: str  # "hexes" (pointy top), "squares", "circles" or "tiles"
    places: list[Place]


class Piece(Part):
    """Something that stands on a place or lies in a tray."""

    kind: str  # the game's word: "army", "commander", "tower", "die" …
    seat: str | None = None  # whose it is
    text: str = ""  # one or two characters: a value, "?" for face down
    face_down: bool = False  # turned down for the opponent, though the viewer may know it
    color: str | None = None  # where the piece has a colour of its own: its name
    spent: bool = False  # used up, such as a die that was played


class Spot(Part):
    """What is to be seen on a place now. A place without a spot is bare."""

    at: int  # which place of the board, from 0
    ground: str | None = None  # None: as the board says
    seat: str | None = None  # whose ground it is
    piece: Piece | None = None


class Tray(Part):
    """A row of things beside the board: a hand, a tally, the selection row, dice."""

    title: str
    pieces: list[Piece] = []
    seat: str | None = None
    note: str = ""  # what it adds up to: "3 of 15"


class Scene(Part):
    """What changes in a table's pictures: one position as one seat sees it."""

    spots: list[Spot]
    trays: list[Tray] = []
    chains: list[list[str]] = []  # names of places drawn as one piece: an army's four hexes
    notes: list[str] = []  # what must be done now, a rule that binds


class Step(Part):
    """One step as a seat saw it."""

    actor: str  # a seat, "chance" or "table"
    token: str  # "?" where it is hidden from this seat
    shown: str = ""  # what it turned up before everybody's eyes: "5x3"


class Retold(Part):
    """A step that was sent before, as it looks to the seat whose view is sent now."""

    at: int  # its number, from 0
    step: Step


class Deed(Part):
    """What one actor did in a row, in words."""

    actor: str
    words: str


class Last(Part):
    """What happened last: the last actions of one actor, with what chance then did."""

    deeds: list[Deed] = []
    places: list[str] = []  # names of the places that look different since


# From the page -----------------------------------------------------------------------------------


class Hello(Incoming, tag="hello"):
    """The first message: which table, and for which seats. Answered by `welcome`, `presence` and
    `view`, or by `refused`. With no token one is a spectator."""

    table: TableId
    tokens: Annotated[list[SeatToken], Meta(max_length=8)] = []
    version: Version = 0  # of the last view that the page has; 0: none


class Look(Incoming, tag="look"):
    """Where one holds several seats of a game with secrets: whose view to be sent from now on; None
    lets the curtain fall. Answered by `view`."""

    id: Id
    seat: Key | None = None


class Act(Incoming, tag="act"):
    """Take a step. Answered by `accepted`, then `view`; or by `refused`."""

    id: Id  # sent again after a broken line, it counts once
    version: Version  # of the view that it answers
    token: Token
    seat: Key | None = None  # which of my seats; None: the only one, or the one to act


class Undo(Incoming, tag="undo"):
    """Take back the last action of the seat that `View.undo` names. Done at once where nobody else
    is asked; where `View.undo_asks` names people, offer `takeback` instead."""

    id: Id
    version: Version


class Resign(Incoming, tag="resign"):
    """Give up."""

    id: Id
    seat: Key | None = None


class OfferAgreement(Incoming, tag="offer"):
    """Offer a draw, or to stop and count; or ask to take back the last action of the seat that
    `View.undo` names (`takeback`). All who are still in the game are asked; any move withdraws a
    request to take back."""

    id: Id
    what: What
    seat: Key | None = None


class AnswerOffer(Incoming, tag="answer"):
    """Say yes or no to the offer that stands. No from the seat that made it withdraws it."""

    id: Id
    offer: Version  # `Offer.version`
    agrees: bool
    seat: Key | None = None


class Explain(Incoming, tag="explain"):
    """May this token be played now, and if not, why? Answered by `explained`."""

    id: Id
    text: Text
    seat: Key | None = None


class Hint(Incoming, tag="hint"):
    """Name the best moves. Answered, after a moment, by `hinted`."""

    id: Id
    seat: Key | None = None


class Ping(Incoming, tag="ping"):
    """Is the line alive? Answered by `pong`."""


ClientMessage = (
    Hello | Look | Act | Undo | Resign | OfferAgreement | AnswerOffer | Explain | Hint | Ping
)


# From the server ---------------------------------------------------------------------------------


class Sitter(Part):
    """One seat and who has it."""

    seat: str
    who: Who
    name: str = ""  # of the person, or of the bot's level
    level: int = 0  # of a bot, 1 … 8
    color: str = ""  # that the person chose, "#rrggbb"
    connected: bool = False


class Welcome(Outgoing, tag="welcome"):
    """The table: what does not change any more."""

    table: str
    game: str
    title: str
    options: dict[str, str]  # that differ from their default
    seats: list[str]  # names in turn order
    yours: list[str]  # the seats of this connection
    secrets: bool  # may a seat know what another does not?
    agreement: bool  # do the rules know to stop and count?
    board: Board


class Preparing(Outgoing, tag="preparing"):
    """The game is being prepared, for the first time on this computer; sent each second."""

    game: str
    seconds: int  # so far


class Presence(Outgoing, tag="presence"):
    """Who is there. Sent whenever it changes."""

    seats: list[Sitter]
    spectators: int = 0


class Offer(Part):
    """What a seat has offered, as long as not all have answered."""

    what: What
    by: str
    waiting_for: list[str]
    version: int


class TakenBack(Part):
    """What was taken back; nobody acted since."""

    by: str
    token: str  # "?" where it was hidden from this seat


class View(Outgoing, tag="view"):
    """All that one seat, or a spectator, may know of the table now."""

    version: int  # counts every event of the table; never goes back
    seat: str | None  # whose view it is; None: a spectator's
    steps_from: int  # keep so many of the steps you have; then come these
    steps: list[Step]
    last: Last
    scene: Scene
    to_act: str | None  # a seat; None once the game is over, or before all have sat down
    retold: list[Retold] = []  # steps before `steps_from` that this seat saw otherwise
    legal: list[str] = []  # tokens; only where one of the connection's seats is to act
    undo: str | None = None  # a seat of this connection whose last action can be taken back
    undo_asks: list[str] = []  # seats of other people, all of whom must agree to that
    offer: Offer | None = None
    declined: str | None = None  # the seat that said no to the last offer; nobody acted since
    declined_what: What | None = None  # what that offer was
    taken_back: TakenBack | None = None
    may_agree: bool = False  # may the seats stop and count now?
    result: str = "*"  # "*" unfinished, "draw", or the winners joined by "+"
    ending: str = ""  # how it ended, a sentence
    trouble: str = ""  # why it does not go on, a sentence


class Accepted(Outgoing, tag="accepted"):
    """It is stored; no crash can undo it."""

    id: str
    version: int  # at which it was


class Refused(Outgoing, tag="refused"):
    """It was not done. The table is as it was."""

    sentence: str
    version: int = 0  # of the table now; 0: no table
    id: str | None = None


class Explained(Outgoing, tag="explained"):
    """What a token would be now."""

    id: str
    legal: bool
    sentence: str


class HintMove(Part):
    """One of the best moves."""

    token: str
    sentence: str  # "d3-d6: wins about 61%; captures 2 fortresses. Then perhaps e4-e7"
    win_probability: float  # of winning after it, 0 … 1
    proven: bool  # the chance is certain, not estimated
    line: list[str]  # the moves expected, this one first


class Hinted(Outgoing, tag="hinted"):
    """The best moves, the best first."""

    id: str
    moves: list[HintMove]


class Pong(Outgoing, tag="pong"):
    """The line is alive."""


class Closing(Outgoing, tag="closing"):
    """The last message: why the server hangs up."""

    sentence: str
    again: bool  # may the page come back by itself?


ServerMessage = (
    Welcome | Preparing | Presence | View | Accepted | Refused | Explained | Hinted | Pong | Closing
)


# Over HTTP ---------------------------------------------------------------------------------------


class Refusal(Part):
    """The body of every answer with a status from 400 on."""

    sentence: str


class OptionInfo(Part):
    """One option of a game."""

    name: str
    default: str
    values: list[str]  # all that may be chosen; empty: a text, as shown_values says
    meaning: str
    shown_values: str = ""


class GameInfo(Part):
    """GET /api/games: a list of these is in `Games`."""

    name: str
    title: str
    sentence: str
    credits: str
    seats: str  # how many: "2", "2 to 4"
    options: list[OptionInfo]


class LevelInfo(Part):
    """A bot of one strength."""

    level: int  # 1 … 8
    name: str
    description: str


class Games(Part):
    """GET /api/games."""

    games: list[GameInfo]
    levels: list[LevelInfo]


class GameShape(Part):
    """GET /api/games/NAME?option=value…: the game with these options."""

    name: str
    title: str
    options: dict[str, str]  # that differ from their default
    seats: list[str]
    secrets: bool
    agreement: bool
    board: Board


class RulesText(Part):
    """GET /api/games/NAME/rules: the rulebook."""

    markdown: str


class LobbyTable(Part):
    """A table with a seat for anybody."""

    table: str
    game: str
    title: str
    options: dict[str, str]
    seats: list[Sitter]
    age: int  # seconds that it has been waiting


class Lobby(Part):
    """GET /api/lobby, the newest first of those where somebody is waiting."""

    tables: list[LobbyTable]


class SeatPlan(Asked):
    """Who is to have one seat of a new table."""

    seat: Key
    who: Literal["me", "hot-seat", "friend", "open", "bot"]
    level: Annotated[int, Meta(ge=0, le=8)] = 0  # of a bot
    name: Name = ""  # of me, or of another person at this device


class NewTable(Asked):
    """POST /api/tables: open a table. Answered by `TableOpened`."""

    game: Key
    seats: Annotated[list[SeatPlan], Meta(max_length=8)]  # one for each seat
    options: Options = {}  # where a record is given: none
    color: Color = ""
    record: Annotated[str, Meta(max_length=LONGEST_RECORD)] = ""  # play on from this one …
    step: Version = 0  # … after so many of its steps


class YourSeat(Part):
    """A seat, and the token that proves it. Keep it; it is told once."""

    seat: str
    token: str


class Invitation(Part):
    """One friend may take this seat with the code, once."""

    seat: str
    code: str


class TableOpened(Part):
    """The answer to POST /api/tables."""

    table: str
    yours: list[YourSeat]
    invitations: list[Invitation] = []


class AskInvitation(Asked):
    """POST /api/invitation: what is this code for? Answered by `Invited`. Uses nothing up."""

    code: Code


class Invited(Part):
    """What an invitation is for."""

    table: str
    seat: str
    game: str
    title: str
    options: dict[str, str]
    seats: list[Sitter]


class TakeSeat(Asked):
    """POST /api/seats: sit down, with a code, or at a table of the lobby. Answered by
    `SeatTaken`; asked again under the same request, because the answer was lost, with a new token,
    as long as the one before was not used."""

    request: Nonce
    name: Name
    color: Color = ""
    code: Code = ""
    table: TableId | None = None
    seat: Key | None = None  # None: any that is open


class RenewSeats(Asked):
    """POST /api/seats/renew: new tokens for my seats, because somebody else may have the old ones.
    Answered by `SeatTaken`. An old token counts until its new one is first used, in `hello`."""

    table: TableId
    tokens: Annotated[list[SeatToken], Meta(min_length=1, max_length=8)]


class SeatTaken(Part):
    """The answer to POST /api/seats and /api/seats/renew."""

    table: str
    yours: list[YourSeat]


class AskReplay(Asked):
    """POST /api/replay: the positions of a record, some at a time. Answered by `Replay`."""

    record: Annotated[str, Meta(max_length=LONGEST_RECORD)]
    start: Version = 0  # the first position wanted: after so many steps
    count: Annotated[int, Meta(ge=0, le=MOST_POSITIONS)] = MOST_POSITIONS


class Position(Part):
    """A position of a record, everything turned up."""

    scene: Scene
    last: Last  # what led here


class Replay(Part):
    """A record, checked, and some of its positions. There is one more than steps."""

    game: str
    title: str
    options: dict[str, str]
    seats: list[str]
    notes: dict[str, str]  # players, result, date and what else its header says
    steps: list[Step]
    result: str
    ending: str
    board: Board
    start: int
    positions: list[Position]


class Healthy(Part):
    """GET /healthz."""

    version: str
    tables: int  # in memory
    state: Literal["ok", "degraded"]  # degraded: some of what is kept is damaged or lost
    damaged: int  # tables that cannot be read; the others are not affected
    complaints: int  # of SQLite about its file
    lost: int  # transactions that were written and are missing


SPOKEN = (ClientMessage, ServerMessage)
ASKED = (NewTable, AskInvitation, TakeSeat, RenewSeats, AskReplay)
ANSWERED = (
    Refusal,
    Games,
    GameShape,
    RulesText,
    Lobby,
    TableOpened,
    Invited,
    SeatTaken,
    Replay,
    Healthy,
)
