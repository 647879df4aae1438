"""Over HTTP: how people are notified when it is their turn."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from siegeworks.server.messages.base import Data, RequestBody, SeatKey, TableId

Keys = Annotated[list[SeatKey], Meta(min_length=1, max_length=8)]
Endpoint = Annotated[str, Meta(min_length=1, max_length=1024)]
MailAddress = Annotated[str, Meta(min_length=3, max_length=254)]
# Random, or derived from a secret of the server, in base64url.
NotificationKey = Annotated[str, Meta(max_length=64, pattern="^[A-Za-z0-9_-]*\\Z")]


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
