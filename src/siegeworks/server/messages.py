"""The wire protocol: every message and every HTTP body, as one type each.

Incoming data is checked against these types before anything else looks at it: unknown fields are
refused, and every text and list is bounded. `python -m siegeworks.server.typescript` writes the
same types for the page (web/src/wire.ts).
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from siegeworks.lab.analysis import AnalysedPosition, BranchFindings, SeatTotal, TurningPoint
from siegeworks.lab.map_findings import MapFindings
from siegeworks.lab.reports.balance import Balance

# Limits of this server.
MAX_FRAME_BYTES = 8192  # of one message to the server
MAX_RECORD_LENGTH = 1 << 19  # characters of a record that is sent in; the longest game needs fewer
MAX_LAND_LENGTH = 1 << 16  # characters of a land that is sent in; the largest needs fewer
MAX_POSITIONS = 100  # of a replay, in one answer
MAX_MY_TABLES = 40  # that one request asks for
MAX_LESSON_STEPS = 40
MAX_BRANCH_STEPS = 400  # of all actors, after the position in which it begins

TableId = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{16}\\Z")]
SeatToken = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{22}\\Z")]  # 128 bits: proves a seat
Nonce = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{22}\\Z")]  # chosen at random by the client
Code = Annotated[str, Meta(max_length=20)]  # of an invitation, as somebody may type it
Id = Annotated[str, Meta(min_length=1, max_length=36)]  # of one request, chosen by the client
Version = Annotated[int, Meta(ge=0, lt=1 << 31)]
Token = Annotated[str, Meta(min_length=1, max_length=40)]  # a step, as records write it
Text = Annotated[str, Meta(max_length=100)]
Name = Annotated[str, Meta(max_length=24)]
Color = Annotated[str, Meta(pattern="^(#[0-9a-f]{6})?\\Z")]
Key = Annotated[str, Meta(max_length=40)]
Value = Annotated[str, Meta(max_length=80)]
Options = Annotated[dict[Key, Value], Meta(max_length=20)]
Land = Annotated[str, Meta(max_length=MAX_LAND_LENGTH)]  # the rows of a map, one a line
Who = Literal["person", "bot", "open", "friend"]  # open: for anybody; friend: by invitation
# What all seats can agree on: a draw, to stop and count, or to undo the last action of one of them.
OfferKind = Literal["draw", "agree", "takeback"]


class Incoming(Struct, forbid_unknown_fields=True, tag_field="type"):
    """A message from a client over its WebSocket."""


class Outgoing(Struct, omit_defaults=True, tag_field="type"):
    """A message from the server over a WebSocket. A field that is left out has its default."""


class RequestBody(Struct, forbid_unknown_fields=True):
    """The body of a POST."""


class Data(Struct, omit_defaults=True, gc=False):
    """A part of an answer. A field that is left out has its default.

    The garbage collector skips these: thousands are made per second, and none refers to itself.
    """


# What is drawn -----------------------------------------------------------------------------------


class Place(Data):
    """A cell of the board."""

    name: str  # as tokens write it: "d3"
    x: float  # the centre, in board units, to the right
    y: float  # downwards
    ground: str  # the terrain, unless a spot says otherwise: "land", "circle" …
    border: list[str] = []  # thick sides: "left", "right", "top", "bottom"


class Board(Data):
    """The part of a table's pictures that never changes."""

    shape: str  # "hexes" (pointy top), "squares", "circles" or "tiles"
    places: list[Place]


class Piece(Data):
    """A piece on a place or in a tray."""

    kind: str  # the game's name for it: "army", "commander", "tower", "die" …
    seat: str | None = None  # whose it is
    text: str = ""  # one or two characters: a value, "?" for face down
    face_down: bool = False  # hidden from the opponent, though the viewer may know it
    color: str | None = None  # the name of its colour, if not its seat's
    spent: bool = False  # used up, e.g. a die that has been played


class Spot(Data):
    """What a place shows now. A place without a spot shows only its ground."""

    at: int  # the index of the place on the board
    ground: str | None = None  # None: as the board says
    seat: str | None = None  # who owns the ground
    piece: Piece | None = None
    barred: bool = False  # a rule keeps empty places like this one from being chosen now


class Tray(Data):
    """A row of pieces beside the board: a hand, a tally, the selection row, dice."""

    title: str
    pieces: list[Piece] = []
    seat: str | None = None
    note: str = ""  # the total: "3 of 15"


class Scene(Data):
    """The part of a table's pictures that changes: one position as one seat sees it."""

    spots: list[Spot]
    trays: list[Tray] = []
    chains: list[list[str]] = []  # places drawn as one piece, by name: an army's four hexes
    notes: list[str] = []  # what happens now, or a rule that applies
    goal: str = ""  # what wins, and how far each seat has come
    task: str = ""  # what the seat to act does now, said to it


class Battle(Data):
    """An attack, with what this seat knows of both sides."""

    attacker: Piece
    defender: Piece
    # Who wins; "fall" and "stay" are about both sides; "": that is not known.
    outcome: Literal["attacker", "defender", "fall", "stay", ""] = ""
    sides: str = ""  # in figures, where more than two pieces count: "6 against 4 + up to 6"


class Capture(Data):
    """A place that a seat captures."""

    place: str
    seat: str


class Lead(Data):
    """How near a place is to being captured."""

    place: str
    seat: str | None  # that is ahead there
    by: int  # by so many pieces


class Points(Data):
    """Points that a seat gets from a place."""

    seat: str
    points: int
    place: str


class Change(Data):
    """What stands on a place afterwards."""

    place: str
    piece: Piece | None = None


class Effects(Data):
    """What moves would do, or what a step has done, as far as the seat knows."""

    tokens: list[str] = []  # the moves that all would do this
    sentence: str = ""
    way: list[str] = []  # the places that a piece goes over, both ends included
    cost: str = ""  # what the way costs: a die "3"
    sight: list[str] = []  # how far the piece looks or reaches
    closed: list[str] = []  # places that are closed off
    captures: list[Capture] = []  # while a battle is open, those of its attacker's win
    lead: Lead | None = None
    points: list[Points] = []
    battle: Battle | None = None
    changes: list[Change] = []  # places that look different, if there is nothing else to draw
    winners: list[str] = []  # seats that win at once; all of them: a draw


class Step(Data):
    """One step as a seat saw it."""

    actor: str  # a seat, "chance" or "table"
    token: str  # "?" if it is hidden from this seat
    shown: str = ""  # what it revealed to everybody: "5x3"
    effects: Effects | None = None  # what it has done, if it is one of the last turns


class StepUpdate(Data):
    """A step that was sent before and reads differently in the view that is sent now."""

    at: int  # its index
    step: Step


class Turn(Data):
    """A turn in the history of a table: what happened, as a seat may know it."""

    seat: str | None  # whose turn it was; None: the set-up, or nobody's
    end: int  # how many steps there were after it; it begins where the turn before it ends
    sentence: str  # "Red walls in f7 from d3 to d6 and captures it: Red 5, Blue 3."


# From the client ---------------------------------------------------------------------------------


class Hello(Incoming, tag="hello"):
    """The first message: enter a table, with these seats; without tokens, as a spectator. Answered
    by `welcome`, `presence` and `view`, or by `refused`."""

    table: TableId
    tokens: Annotated[list[SeatToken], Meta(max_length=8)] = []
    version: Version = 0  # of the last view that the client has; 0: none


class Look(Incoming, tag="look"):
    """For a client with several seats of a game with secrets: whose view it gets from now on.
    Answered by `view`."""

    id: Id
    seat: Key | None = None  # None: the spectators' view


class LookBack(Incoming, tag="look-back"):
    """Show an earlier position, as the seat whose view the client gets may know it. Answered by
    `position`."""

    id: Id
    turns: Version  # the position after so many turns of the history; 0: before the first


class Act(Incoming, tag="act"):
    """Take a step. Answered by `accepted`, then `view`; or by `refused`."""

    id: Id  # sent again after a reconnect, it counts once
    version: Version  # of the view that it answers
    token: Token
    seat: Key | None = None  # one of the client's seats; None: its only one, or the one to act


class Undo(Incoming, tag="undo"):
    """Undo the last action of the seat that `View.undo` names, and all that followed. Done at once
    if nobody else has to agree; if `View.undo_asks` names seats, offer `takeback` instead."""

    id: Id
    version: Version


class Resign(Incoming, tag="resign"):
    """Resign."""

    id: Id
    seat: Key | None = None


class OfferAgreement(Incoming, tag="offer"):
    """Offer a draw, or to stop and count; or ask to undo the last action of the seat that
    `View.undo` names (`takeback`). Everybody still in the game is asked. Any move withdraws a
    request to undo."""

    id: Id
    what: OfferKind
    seat: Key | None = None


class AnswerOffer(Incoming, tag="answer"):
    """Say yes or no to the open offer. A no from the seat that made it withdraws it."""

    id: Id
    offer: Version  # `Offer.version`
    agrees: bool
    seat: Key | None = None


class Explain(Incoming, tag="explain"):
    """Is this token legal now, and if not, why? Answered by `explained`."""

    id: Id
    text: Text
    seat: Key | None = None


class Hint(Incoming, tag="hint"):
    """Name the best moves. Answered, after a moment, by `hinted`."""

    id: Id
    seat: Key | None = None


class Coach(Incoming, tag="coach"):
    """What matters in the move that the seat is to make? Only for a seat that plays against bots
    alone. Answered by `coached`."""

    id: Id
    seat: Key | None = None


class Review(Incoming, tag="review"):
    """Was the seat's last move poor? Only for a seat that plays against bots alone. Answered, after
    a moment, by `reviewed`."""

    id: Id
    seat: Key | None = None


class Preview(Incoming, tag="preview"):
    """What would the moves of the seat to act do? Asked once in a turn. Answered by `previewed`."""

    id: Id
    version: Version  # of the view
    seat: Key | None = None


class Ping(Incoming, tag="ping"):
    """Check the connection. Answered by `pong`."""


ClientMessage = (
    Hello
    | Look
    | LookBack
    | Act
    | Undo
    | Resign
    | OfferAgreement
    | AnswerOffer
    | Explain
    | Hint
    | Coach
    | Review
    | Preview
    | Ping
)


# From the server ---------------------------------------------------------------------------------


class SeatInfo(Data):
    """A seat and who has it."""

    seat: str
    who: Who
    name: str = ""  # of the person, or of the bot's level
    level: int = 0  # of a bot, 1 … 8
    color: str = ""  # chosen by the person, "#rrggbb"
    connected: bool = False


class Welcome(Outgoing, tag="welcome"):
    """The table: everything that no longer changes."""

    table: str
    game: str
    title: str
    options: dict[str, str]  # that differ from their default
    seats: list[str]  # names in turn order
    yours: list[str]  # the seats of this connection
    secrets: bool  # can a seat know what another does not?
    agreement: bool  # do the rules let the seats stop and count?
    board: Board
    land: str = ""  # the rows of the map that `options` names, one a line, if it is not shipped


class Preparing(Outgoing, tag="preparing"):
    """The game is being compiled, for the first time on this computer. Sent every second."""

    game: str
    seconds: int  # so far


class Presence(Outgoing, tag="presence"):
    """Who is there. Sent whenever it changes."""

    seats: list[SeatInfo]
    spectators: int = 0


class Offer(Data):
    """An offer that not everybody has answered yet."""

    what: OfferKind
    by: str
    waiting_for: list[str]
    version: int


class TakenBack(Data):
    """The action that was undone; nobody has acted since."""

    by: str
    token: str  # "?" if it was hidden from this seat


class View(Outgoing, tag="view"):
    """Everything that one seat, or a spectator, may know of the table now."""

    version: int  # counts the events of the table; never decreases
    seat: str | None  # whose view it is; None: a spectator's
    steps_from: int  # keep this many of the steps you have, then append these
    steps: list[Step]
    history_from: int  # keep this many of the turns you have, then append these
    history: list[Turn]
    changed: list[str]  # the places that look different since the seat's last turn
    scene: Scene
    to_act: str | None  # a seat; None before all seats are taken and after the game is over
    step_updates: list[StepUpdate] = []  # steps before `steps_from` that this seat saw differently
    legal: list[str] = []  # tokens, if one of the connection's seats is to act
    undo: str | None = None  # a seat of this connection whose last action can be undone
    undo_asks: list[str] = []  # seats of other people, all of whom must agree to that
    offer: Offer | None = None
    declined_by: str | None = None  # who said no to the last offer; nobody has acted since
    declined_offer: OfferKind | None = None  # what that offer was
    taken_back: TakenBack | None = None
    may_agree: bool = False  # may the seats stop and count now?
    result: str = "*"  # "*" unfinished, "draw", or the winners joined by "+"
    ending: str = ""  # how the game ended, a sentence
    trouble: str = ""  # why the game does not go on, a sentence


class EarlierPosition(Outgoing, tag="position"):
    """An earlier position."""

    id: str
    turns: int  # after so many turns
    scene: Scene
    steps: list[Step]  # of the last of them


class Accepted(Outgoing, tag="accepted"):
    """The request is stored; no crash can lose it."""

    id: str
    version: int  # that it made


class Refused(Outgoing, tag="refused"):
    """The request was not carried out. The table is as it was."""

    sentence: str
    version: int = 0  # of the table now; 0: no table
    id: str | None = None


class Explained(Outgoing, tag="explained"):
    """Whether a token is legal now."""

    id: str
    legal: bool
    sentence: str


class HintMove(Data):
    """One of the best moves."""

    token: str
    sentence: str  # what it promises: "wins about 61%; captures 2 fortresses."
    win_probability: float  # after this move, 0 … 1
    proven: bool  # the probability is certain, not estimated
    line: list[str]  # the moves expected, this one first


class Hinted(Outgoing, tag="hinted"):
    """The best moves, the best first."""

    id: str
    moves: list[HintMove]


class Coached(Outgoing, tag="coached"):
    """What matters in a seat's next move."""

    id: str
    version: int  # of the view in which it matters
    sentence: str  # or two; empty: nothing new


class Reviewed(Outgoing, tag="reviewed"):
    """What was better than a seat's last move."""

    id: str
    step: int  # the index of the move in the steps of the table
    better: str  # a token; empty: the move was not poor, or that is not clear
    why: str  # "It wins about 61%; captures 2 fortresses. Your move wins about 40%."


class Previewed(Outgoing, tag="previewed"):
    """What the legal moves would do."""

    id: str
    version: int  # of the view in which they are legal
    effects: list[Effects]  # each legal move is in one of them


class Pong(Outgoing, tag="pong"):
    """The connection works."""


class Closing(Outgoing, tag="closing"):
    """The last message: why the server closes the connection."""

    sentence: str
    reconnect: bool  # may the client reconnect by itself?


ServerMessage = (
    Welcome
    | Preparing
    | Presence
    | View
    | EarlierPosition
    | Accepted
    | Refused
    | Explained
    | Hinted
    | Coached
    | Reviewed
    | Previewed
    | Pong
    | Closing
)


# Over HTTP ---------------------------------------------------------------------------------------


class ErrorBody(Data):
    """The body of every answer with a status of 400 or more."""

    sentence: str


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
    """POST /api/games/NAME/details: a game with options and perhaps a land. Answered by
    `GameDetails`."""

    options: Options = {}
    land: Land = ""  # the drawing of the map that `options` names; "": the map of that name


class GameDetails(Data):
    """GET /api/games/NAME?option=value…: the game with these options. With a land it is asked for
    by `GameQuery`."""

    name: str
    title: str
    options: dict[str, str]  # that differ from their default
    seats: list[str]
    secrets: bool
    agreement: bool
    board: Board
    land: str = ""  # as in `Welcome`


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


class GameBalance(Data):
    """GET /api/games/NAME/balance: what many games between bots say of the game."""

    balance: Balance | None  # None: nothing was measured


class LobbyTable(Data):
    """A table with a free seat."""

    table: str
    game: str
    title: str
    options: dict[str, str]
    seats: list[SeatInfo]
    age: int  # seconds that it has been waiting


class Lobby(Data):
    """GET /api/lobby: the tables where somebody is waiting, the newest first."""

    tables: list[LobbyTable]


class MyTable(RequestBody):
    """A table where I have seats."""

    table: TableId
    tokens: Annotated[list[SeatToken], Meta(min_length=1, max_length=8)]


class MyTables(RequestBody):
    """POST /api/tables/mine: how do my tables stand? Answered by `TableStatuses`."""

    tables: Annotated[list[MyTable], Meta(max_length=MAX_MY_TABLES)]


class TableStatus(Data):
    """How one of my tables stands. Only `table` is there if there is no such table, or one of the
    tokens proves no seat of it. Without `seats`, it is known again once somebody enters."""

    table: str
    game: str = ""
    title: str = ""
    options: dict[str, str] = {}
    seats: list[SeatInfo] = []
    yours: list[str] = []  # the seats that the tokens prove
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


class SeatPlan(RequestBody):
    """Who gets one seat of a new table."""

    seat: Key
    who: Literal["me", "hot-seat", "friend", "open", "bot"]
    level: Annotated[int, Meta(ge=0, le=8)] = 0  # of a bot
    name: Name = ""  # mine, or of another person at this screen


class NewTable(RequestBody):
    """POST /api/tables: open a table. Answered by `TableOpened`."""

    game: Key
    seats: Annotated[list[SeatPlan], Meta(max_length=8)]  # one for each seat
    options: Options = {}  # none if a record is given
    land: Land = ""  # the drawing of the map that `options` names; none if a record is given
    color: Color = ""
    record: Annotated[str, Meta(max_length=MAX_RECORD_LENGTH)] = ""  # play on from this record …
    step: Version = 0  # … after this many of its steps


class YourSeat(Data):
    """A seat, and the token that proves it. Keep it: it is not sent again."""

    seat: str
    token: str


class Invitation(Data):
    """A code with which one friend can take this seat, once."""

    seat: str
    code: str


class TableOpened(Data):
    """The answer to POST /api/tables."""

    table: str
    yours: list[YourSeat]
    invitations: list[Invitation] = []


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


class TakeSeat(RequestBody):
    """POST /api/seats: take a seat, with a code or at a table of the lobby. Answered by
    `SeatTaken`. If the answer was lost, send the same request again: it is answered with a new
    token, as long as the one before was not used."""

    request: Nonce
    name: Name
    color: Color = ""
    code: Code = ""
    table: TableId | None = None
    seat: Key | None = None  # None: any that is open


class RenewSeats(RequestBody):
    """POST /api/seats/renew: new tokens for my seats, in case somebody else has the old ones.
    Answered by `SeatTaken`. An old token stays valid until its new one is first used, in
    `hello`."""

    table: TableId
    tokens: Annotated[list[SeatToken], Meta(min_length=1, max_length=8)]


class SeatTaken(Data):
    """The answer to POST /api/seats and /api/seats/renew."""

    table: str
    yours: list[YourSeat]


class LessonInfo(Data):
    """A lesson."""

    name: str
    title: str
    steps: int


class Lessons(Data):
    """GET /api/games/{name}/lessons: the lessons of a game, in their order."""

    lessons: list[LessonInfo]


class LessonRequest(RequestBody):
    """POST /api/games/{name}/lessons/{lesson}: a step of a lesson, and what comes of a try.
    Answered by `LessonStep`."""

    # The right moves that were played in the steps before; "" where there was only text to read.
    moves: Annotated[list[Annotated[str, Meta(max_length=40)]], Meta(max_length=MAX_LESSON_STEPS)]
    tried: Token | None = None  # a move to try in this step


class LessonAnswer(Data):
    """What comes of a try."""

    is_right: bool
    sentence: str
    scene: Scene | None = None  # after the move; None: it is not legal
    changed: list[str] = []  # the places that look different then


class LessonStep(Data):
    """A step of a lesson: what to read or to do, as the learner's seat sees the position. After the
    last step everything is empty but the title."""

    title: str
    number: int  # from 1; 0: the lesson is over
    steps: int  # in the lesson
    text: str = ""
    seat: str = ""  # the learner's
    seats: list[str] = []
    board: Board | None = None
    scene: Scene | None = None
    changed: list[str] = []  # the places that look different since the step before
    moves: list[str] = []  # that are right; none: there is only text to read
    legal: list[str] = []  # moves that can be tried …
    effects: list[Effects] = []  # … and what they would do
    show: list[str] = []  # places to look at
    rules: list[str] = []  # paragraphs to read for more
    answer: LessonAnswer | None = None


class PuzzleInfo(Data):
    """A puzzle, without its position."""

    name: str  # progress is kept under it
    kind: Literal["win", "save", "odds"]  # find the only move that wins, the only one that does not
    #                                       lose, or the one that wins in most deals
    grade: int  # 1 to 3
    theme: str


class PuzzleGame(Data):
    """What puzzles a game has."""

    game: str
    title: str
    puzzles: int
    daily: str = ""  # the name of today's; empty if there is none


class PuzzleGames(Data):
    """GET /api/puzzles: the puzzles of all games."""

    games: list[PuzzleGame]
    today: str = ""  # the game whose daily puzzle is shown first; empty if no game has any


class Puzzles(Data):
    """GET /api/games/{name}/puzzles: the puzzles of a game, the easy ones first."""

    puzzles: list[PuzzleInfo]
    daily: str = ""  # the name of today's; empty if there is none


class PuzzlePosition(Data):
    """A position of a puzzle as the learner's seat sees it, and what led to it."""

    scene: Scene
    changed: list[str]  # the places that look different since the position before
    seat: str | None = None  # who acted; None: nobody
    sentence: str = ""  # what happened
    steps: list[Step] = []


class Puzzle(Data):
    """GET /api/games/{name}/puzzles/{puzzle}: a puzzle to solve. Its solution is not in it."""

    info: PuzzleInfo
    options: dict[str, str]
    seat: str  # the learner's
    seats: list[str]
    board: Board
    before: Scene | None  # the position before the last turn; None: there was none
    position: PuzzlePosition  # with the turn that led to it
    legal: list[str]  # moves that can be tried …
    effects: list[Effects]  # … and what they would do
    within: int  # actions of all seats in which "odds" counts the wins; 0 for the other kinds


class PuzzleTry(RequestBody):
    """POST /api/games/{name}/puzzles/{puzzle}: try a move, or ask for the solution. Answered by
    `PuzzleAnswer`."""

    tried: Token | None = None  # None: show the solution


class PuzzleSolution(Data):
    """What a puzzle keeps to itself until it is solved or the learner gives up."""

    text: str  # why it works
    proof: str  # how it was proven: "solved to the end"
    found_by: dict[str, float] = {}  # the share of tries in which bots find it, by their level


class PuzzleAnswer(Data):
    """What comes of a try: the position after the move, and after each turn that follows it."""

    is_right: bool
    sentence: str = ""  # what a wrong move loses, or why it is illegal
    line: list[PuzzlePosition] = []  # none: the move is illegal
    solution: PuzzleSolution | None = None  # if it was right, or was asked for; `line` is its line


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
    land: str = ""  # as in `Welcome`


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

    size: Annotated[int, Meta(ge=0, le=MAX_LAND_LENGTH)]  # in hexes
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
    text: Annotated[str, Meta(max_length=MAX_LAND_LENGTH)]


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
    """POST /api/games/{name}/maps/check: let equal bots play on a land. Answered by
    `CheckStarted`."""

    name: Annotated[str, Meta(max_length=64)]
    text: Annotated[str, Meta(max_length=MAX_LAND_LENGTH)]


class CheckStarted(Data):
    """The answer to POST /api/games/{name}/maps/check."""

    check: str  # its name; ask for its progress every second or so


class CheckProgress(Data):
    """GET /api/games/{name}/maps/check/{check}: how far it is. A check stops if nobody asks for
    half a minute; DELETE stops it at once. Results are forgotten after a while."""

    state: Literal["waiting", "running", "done", "failed"]
    games: int  # played so far
    wanted: int  # at most; a check also ends when its time is up
    sentence: str  # what it is doing, or why it failed
    result: MapFindings | None  # of the games so far


class AnalysisRequest(RequestBody):
    """POST /api/analyses: each seat's chance to win after every turn of a finished game. Answered
    by `AnalysisStarted`; refused if the game is not over."""

    record: Annotated[str, Meta(max_length=MAX_RECORD_LENGTH)]


class AnalysisStarted(Data):
    """The answer to POST /api/analyses. Who asks about the same game gets the same analysis."""

    analysis: str  # its name; ask for its progress every second or so


class AnalysisProgress(Data):
    """GET /api/analyses/{analysis}?known=N: how far it is, and its positions without the first N.
    The chances are those of a search that knows all that was hidden; errors are by what their seat
    knew. An analysis stops if nobody asks for half a minute; DELETE stops it at once. Results are
    forgotten after a while."""

    state: Literal["waiting", "running", "done", "failed"]
    seats: list[str]
    wanted: int  # positions in all; 0: not known yet
    simulations: int  # of the search, for each position
    sentence: str  # what it is doing, or why it failed
    positions: list[AnalysedPosition]
    turning_points: list[TurningPoint] = []  # those found so far, all of them; none before the rest
    totals: list[SeatTotal] = []  # of the positions so far, those known to the client too


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


class BranchSearch(Data):
    """GET /api/branches/search/{search}; DELETE stops it."""

    state: Literal["waiting", "running", "done", "failed"]
    sentence: str  # what it is doing, or why it failed
    found: BranchFindings | None = None


class BranchRecord(Data):
    """The answer to POST /api/branches/record."""

    record: str


class Health(Data):
    """GET /healthz."""

    version: str
    tables: int  # in memory
    state: Literal["ok", "degraded"]  # degraded: some stored tables are damaged or lost
    damaged: int  # tables that cannot be read; the others are not affected
    complaints: int  # of SQLite about its file
    lost: int  # transactions that were written and are missing


MESSAGE_UNIONS = {"ClientMessage": ClientMessage, "ServerMessage": ServerMessage}
REQUEST_BODIES = (
    GameQuery,
    NewTable,
    MyTables,
    InvitationRequest,
    TakeSeat,
    RenewSeats,
    ReplayRequest,
    LessonRequest,
    PuzzleTry,
    RandomMapRequest,
    InspectRequest,
    CheckRequest,
    AnalysisRequest,
    BranchRequest,
    BranchEnd,
)
RESPONSE_BODIES = (
    ErrorBody,
    Games,
    GameDetails,
    Rulebook,
    RuleExamples,
    GameBalance,
    Lobby,
    TableStatuses,
    TablePosition,
    TableOpened,
    InvitationInfo,
    SeatTaken,
    Replay,
    Lessons,
    LessonStep,
    PuzzleGames,
    Puzzles,
    Puzzle,
    PuzzleAnswer,
    MapList,
    MapDrawing,
    MapInspection,
    CheckStarted,
    CheckProgress,
    AnalysisStarted,
    AnalysisProgress,
    Branch,
    BranchSearch,
    BranchRecord,
    Health,
)
