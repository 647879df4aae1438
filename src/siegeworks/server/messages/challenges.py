"""Over HTTP: challenges, and what an account is told."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from siegeworks.server.messages.base import ClockTimes, Data, Key, Options, RequestBody
from siegeworks.server.messages.notifications import Endpoint, MailAddress, NotificationKey
from siegeworks.server.messages.tables import SeatTaken

Others = Annotated[str, Meta(pattern="^(open|level:[1-8])\\Z")]
ChallengeId = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{16}\\Z")]


class NewChallenge(RequestBody):
    """POST /api/people/NAME/challenge: challenge somebody, in place of an earlier challenge of mine
    to them. If they have challenged me to the same game, it begins. Answered by
    `ChallengeAnswer`."""

    game: Key
    options: Options = {}
    clock: ClockTimes | None = None
    rated: bool = False
    seat: Key = ""  # mine; "": it is drawn by lot
    others: Others = "open"  # who has all other seats in a game of three or four


class AnswerChallenge(RequestBody):
    """POST /api/account/challenges/answer: accept or decline a challenge, or cancel one of mine (as
    declined). Answered by `ChallengeAnswer`."""

    id: ChallengeId
    accepts: bool


class ChallengeInfo(Data):
    """A challenge that waits for an answer, or was declined."""

    id: str
    challenger: str  # names of accounts
    challenged: str
    game: str
    title: str
    options: dict[str, str]
    clock: ClockTimes | None = None
    rated: bool = False
    seat: str = ""  # of the challenger; "": it is drawn by lot
    others: str = ""  # who has all other seats in a game of three or four: "open" or "level:4"
    players: list[str] = []  # of a rematch of several: all people in it, in turn order
    is_mine: bool = False  # I am the challenger
    declined: bool = False


class WaitingGame(Data):
    """A game that has not begun and waits for me."""

    table: str
    game: str
    title: str
    players: list[str]  # the others, in turn order
    tournament: str = ""  # its name; "": none


class Notices(Data):
    """GET /api/account/notices: what waits for the answer of my account. The events of
    /api/account/notices/events are the same, now and whenever it changes."""

    challenges: list[ChallengeInfo] = []
    games: list[WaitingGame] = []


class ChallengeAnswer(Data):
    """What waits for me now, and my seat, if a game has begun."""

    notices: Notices
    taken: SeatTaken | None = None


class AccountNotifications(Data):
    """GET /api/account/notifications: where I am notified of challenges and of games that wait for
    me."""

    mails: list[str] = []  # addresses
    pushes: int = 0  # browsers
    is_here: bool = False  # is this browser one of them?


class PushAccount(RequestBody):
    """POST /api/account/notifications/push: notify this browser, as long as it is signed in.
    Answered by `AccountNotifications`."""

    endpoint: Endpoint  # of the browser's subscription
    p256dh: Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{87}=?\\Z")]  # its public key
    auth: Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{22}(==)?\\Z")]  # its secret


class MailAccount(RequestBody):
    """POST /api/account/notifications/mail: send mails. Answered by `MailAdded`."""

    address: MailAddress
    key: NotificationKey = ""  # from `MailConfirmed`, if the address was confirmed before


class NotificationsOff(RequestBody):
    """POST /api/account/notifications/off: stop notifying this browser or an address for my
    account. Answered by `AccountNotifications`."""

    address: Annotated[str, Meta(max_length=254)] = ""  # "": this browser
