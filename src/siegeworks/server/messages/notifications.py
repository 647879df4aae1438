"""Over HTTP: challenges, and how people are notified of them and of their turn."""

from typing import Annotated

from msgspec import Meta

from siegeworks.server.messages.base import (
    ClockTimes,
    Data,
    Key,
    Options,
    RequestBody,
    SeatKey,
    TableId,
)
from siegeworks.server.messages.tables import SeatTaken

Keys = Annotated[list[SeatKey], Meta(min_length=1, max_length=8)]
Endpoint = Annotated[str, Meta(min_length=1, max_length=1024)]
MailAddress = Annotated[str, Meta(min_length=3, max_length=254)]
# Random, or derived from a secret of the server, in base64url.
NotificationKey = Annotated[str, Meta(max_length=64, pattern="^[A-Za-z0-9_-]*\\Z")]
Others = Annotated[str, Meta(pattern="^(open|level:[1-8])\\Z")]
ChallengeId = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{16}\\Z")]


class NotificationsOffered(Data):
    """GET /api/notifications: how this server can notify people."""

    push: str = ""  # its public key for web pushes (VAPID), in base64url; "": not at all
    mail: bool = False


class PushTo(RequestBody):
    """POST /api/notifications/push: notify a browser when it is the turn of these seats. Answered
    by `Done`."""

    table: TableId
    keys: Keys
    endpoint: Endpoint  # of the browser's subscription
    p256dh: Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{87}=?\\Z")]  # its public key
    auth: Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{22}(==)?\\Z")]  # its secret


class PushOff(RequestBody):
    """POST /api/notifications/push/off: do not notify a browser any more. Answered by `Done`."""

    endpoint: Endpoint
    table: TableId | None = None  # None: at no table


class NotificationsAsked(RequestBody):
    """POST /api/notifications/at: is somebody notified for these seats, and where? Answered by
    `NotificationsOn`."""

    table: TableId
    keys: Keys
    endpoint: Annotated[str, Meta(max_length=1024)] = ""  # of this browser's subscription, if any


class NotificationsOn(Data):
    """The answer to POST /api/notifications/at."""

    push: bool = False  # to this browser
    mails: list[str] = []  # addresses, shortened: a key of a seat does not tell whose it is


class MailTo(RequestBody):
    """POST /api/notifications/mail: send a mail when it is the turn of these seats. Answered by
    `MailAdded`."""

    table: TableId
    keys: Keys
    address: MailAddress
    key: NotificationKey = ""  # from `MailConfirmed`, if the address was confirmed before


class MailAdded(Data):
    """The answer to POST /api/notifications/mail."""

    is_confirmed: bool = False  # or a mail with a link was sent


class MailCode(RequestBody):
    """POST /api/notifications/mail/confirm: the code of the link in a mail. Answered by
    `MailConfirmed`."""

    code: NotificationKey


class MailConfirmed(Data):
    """The answer to POST /api/notifications/mail/confirm."""

    address: str
    key: str  # with which mails about other tables need no link


class MailStop(RequestBody):
    """POST /api/notifications/mail/stop: send no more mails about these seats. Answered by
    `Done`."""

    table: TableId
    keys: Keys


class MailOff(RequestBody):
    """POST /api/notifications/mail/off: send no more mails at all. Answered by `Done`."""

    receiver: NotificationKey  # from the link in a mail, as `key` is
    key: NotificationKey


class Done(Data):
    """It is done."""

    done: bool = True


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
