"""From the server, over a WebSocket."""

from typing import Any

from siegeworks.core.effects import Effects
from siegeworks.server.messages.base import (
    ClockTimes,
    Data,
    OfferKind,
    Outgoing,
    Preset,
    Who,
)
from siegeworks.server.messages.drawing import Board, Scene, Step, StepUpdate, Turn


class SeatInfo(Data):
    """A seat and who has it."""

    seat: str
    who: Who
    name: str = ""  # of the person, or of the bot's level
    level: int = 0  # of a bot, 1 … 8
    color: str = ""  # chosen by the person, "#rrggbb"
    connected: bool = False
    is_bot: bool = False  # a program plays it: one of the server's, or one that has connected


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
    map_rows: str = ""  # the rows of the map that `options` names, one a line, if it is not shipped
    commitment: str = ""  # SHA-256 of the secret that chance follows from; "": there is none
    clock: ClockTimes | None = None
    # To a spectator of a game with a clock: so many turns are not shown yet, as long as it runs.
    behind: int = 0
    rated: bool = False  # does the game count for ratings? Then nobody undoes or gets advice
    may_add: bool = False  # does what these seats now add to chance count?


class Preparing(Outgoing, tag="preparing"):
    """The game is being compiled, for the first time on this computer. Sent every second."""

    game: str
    seconds: int  # so far


class Presence(Outgoing, tag="presence"):
    """Who is there. Sent whenever it changes."""

    seats: list[SeatInfo]
    spectators: int = 0
    watching: list[str] = []  # the names of some of them, if they have one


class Offer(Data):
    """An offer that not everybody has answered yet."""

    what: OfferKind  # also the token of the step that carries it out
    by: str
    waiting_for: list[str]
    version: int


class Rematch(Data):
    """A table that was opened for a rematch of this game; POST /api/seats takes a seat there."""

    by: str  # the seat that offers it
    table: str
    invited: list[str]  # the seats of this connection that have a seat there


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
    to_act: str | None  # a seat; None before the game begins and after it is over
    step_updates: list[StepUpdate] = []  # steps before `steps_from` that this seat saw differently
    legal: list[str] = []  # tokens, if one of the connection's seats is to act
    undo: str | None = None  # a seat of this connection whose last action can be undone
    undo_asks: list[str] = []  # seats of other people, all of whom must agree to that
    offer: Offer | None = None
    declined_by: str | None = None  # who said no to the last offer; nobody has acted since
    declined_offer: OfferKind | None = None  # what that offer was
    taken_back: TakenBack | None = None
    may_agree: bool = False  # may the seats stop and count now?
    rematch: Rematch | None = None  # to those who have played
    result: str = "*"  # "*" unfinished, "draw", or the winners joined by "+"
    ending: str = ""  # how the game ended, a sentence
    trouble: str = ""  # why the game does not go on, a sentence
    # All seats are taken, and the game begins once these have come: each may add to chance.
    missing: list[str] = []


class Clocks(Outgoing, tag="clocks"):
    """What the seats have left, in milliseconds. Sent before every view, where there is a clock."""

    left: list[int]  # now, in turn order; of a seat that is not to act, for its next move
    running: str | None = None  # the seat whose time runs; None: nobody's
    allowed: int = 0  # of its time, what is not charged at most, if its client says so
    is_started: bool = False  # clocks start when everybody is there
    is_setup: bool = False  # seats lay out their pieces, for which they have the time of four moves
    # Where a game is played over days, for each seat:
    away: list[int] = []  # until its vacation ends; 0: it is there
    vacation: list[int] = []  # days that it may still take


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


class ObviousMove(Data):
    """The move that comes to mind first, where the best one is clearly better."""

    token: str
    sentence: str  # what it promises


class HintMove(Data):
    """One of the best moves."""

    token: str
    sentence: str  # what it promises, and why: "wins about 61%. It lets you capture 1 fortress."
    win_probability: float  # after this move, 0 … 1
    proven: bool  # the probability is certain, not estimated
    line: list[str]  # the moves expected, this one first
    obvious: ObviousMove | None = None  # of the best move only


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
    why: str  # "It wins about 61%. Your move wins about 40%. Your move lets Blue win the game."


class Previewed(Outgoing, tag="previewed"):
    """What the legal moves would do."""

    id: str
    version: int  # of the view in which they are legal
    effects: list[Effects]  # each legal move is in one of them


class Observed(Outgoing, tag="observed"):
    """What a seat may know, as the fields of its observation. What is hidden from it has the game's
    value for "unknown". `siegeworks.client` makes the observation of it that bots choose by."""

    id: str
    version: int  # of the view that shows the same
    seat: str
    ruleset: int  # of the game: another one may have other fields
    fields: dict[str, Any]  # whole numbers up to 2^64 - 1, or lists of them


class Planned(Outgoing, tag="planned"):
    """The conditional moves of a seat of this client; nobody else learns of them."""

    seat: str
    tokens: list[str]  # that are still to come, of all, in turn; none: there are no such moves


class Imagined(Outgoing, tag="imagined"):
    """How the table looks after some steps that nobody has made."""

    id: str
    scene: Scene
    changed: list[str]  # the places that look different since the last of these steps
    steps: list[Step]
    to_act: str | None  # None: the game is over
    legal: list[str]


class ChatLine(Data):
    """What somebody has said."""

    number: int  # from 1 on; those of lines that this client may not read are missing
    seat: str | None  # None: a spectator
    said: int  # seconds since 1970
    name: str = ""  # of a spectator, if it has one
    preset: Preset | None = None
    text: str = ""  # if it is not a preset sentence
    own: bool = False  # a spectator has said it by this connection


class Chat(Outgoing, tag="chat"):
    """What was said at the table. What spectators say is shown to seats once the game is over;
    what seats say is never shown to spectators."""

    lines: list[ChatLine]
    is_all: bool = False  # or only the new ones
    allows: list[str] = []  # the seats that read and write texts
    own: bool = False  # does this client?


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
    | Clocks
    | EarlierPosition
    | Accepted
    | Refused
    | Explained
    | Hinted
    | Coached
    | Reviewed
    | Previewed
    | Observed
    | Planned
    | Imagined
    | Chat
    | Pong
    | Closing
)
