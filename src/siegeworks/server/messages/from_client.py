"""From the client, over its WebSocket."""

from typing import Annotated

from msgspec import Meta, Struct

from siegeworks.play.clock import VACATION_DAYS
from siegeworks.server.messages.base import (
    MAX_PLANNED,
    ChatText,
    Code,
    Entropy,
    Id,
    Incoming,
    Key,
    Milliseconds,
    Name,
    OfferKind,
    Preset,
    SeatKey,
    TableId,
    Text,
    Token,
    Version,
)


class Hello(Incoming, tag="hello"):
    """The first message: enter a table, with these seats; without keys, as a spectator. Answered
    by `welcome`, `presence` and `view`, or by `refused`."""

    table: TableId
    keys: Annotated[list[SeatKey], Meta(max_length=8)] = []
    version: Version = 0  # of the last view that the client has; 0: none
    # What its seats add to chance: what a seat sends first counts, before the game begins.
    entropy: Entropy = ""
    name: Name = ""  # of a spectator, for the others to see


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
    # Where a clock runs: how many milliseconds the player took since it is his turn, without
    # what the moves of others took to arrive and to be shown. Believed within a bound.
    spent: Milliseconds | None = None


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


class RematchInvitation(Struct, forbid_unknown_fields=True):
    """The code of an invitation, for the player who has this seat at the table."""

    to: Key
    code: Code


class OfferRematch(Incoming, tag="rematch"):
    """Once the game is over: a table was opened for a rematch, and these invitations are for the
    other people at this table, who take their seats with the keys that they have here. It is
    offered once. Answered by `accepted`, then `view`."""

    id: Id
    table: TableId
    invitations: Annotated[list[RematchInvitation], Meta(min_length=1, max_length=8)]
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


class Observe(Incoming, tag="observe"):
    """What may this seat know, field by field? For programs that play. Answered by `observed`."""

    id: Id
    seat: Key | None = None


class Say(Incoming, tag="say"):
    """Say something to those at the table: one of the preset sentences, or a text. Answered by
    `accepted`, and `chat` to all who may read it."""

    id: Id  # sent again after a reconnect, it counts once
    preset: Preset | None = None
    text: ChatText = ""  # if it is not a preset sentence; read by those who allow texts


class AllowTexts(Incoming, tag="allow-texts"):
    """From now on this client's seats read and write texts, or preset sentences only, as at first.
    Answered by `accepted` and by a `chat` with all lines."""

    id: Id
    allows: bool


class ReportLine(Incoming, tag="report"):
    """Report a line of the chat to the host. Answered by `accepted`."""

    id: Id
    number: Version  # of the line


class Vacation(Incoming, tag="vacation"):
    """Where a game is played over days: the time of a seat does not run for so many days, from now
    on, or until it moves. Answered by `accepted`, then `clocks`; or by `refused`."""

    id: Id
    days: Annotated[int, Meta(ge=0, le=VACATION_DAYS)]  # 0: it is back
    seat: Key | None = None


class Plan(Incoming, tag="plan"):
    """Conditional moves, in a game over days without secrets and chance: while others are to act,
    say what they may play and what this seat plays then. It is played as long as they go on so,
    and forgotten otherwise. Answered by `accepted`, then `planned`; or by `refused`."""

    id: Id
    version: Version  # of the view that it is about
    tokens: Annotated[list[Token], Meta(max_length=MAX_PLANNED)]  # of all, in turn; none: forget it
    seat: Key | None = None


class Imagine(Incoming, tag="imagine"):
    """Where moves can be planned: how does the table look after these steps, from now on? Answered
    by `imagined`, or by `refused`."""

    id: Id
    version: Version  # of the view that it is about
    tokens: Annotated[list[Token], Meta(max_length=MAX_PLANNED)]  # of all, in turn
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
    | OfferRematch
    | Explain
    | Hint
    | Coach
    | Review
    | Preview
    | Observe
    | Vacation
    | Plan
    | Imagine
    | Say
    | AllowTexts
    | ReportLine
    | Ping
)
