"""The HTTP API of notifications: where people are notified when it is their turn, and accounts when
they are challenged or a game waits for them"""

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from siegeworks.core.contract import Seat
from siegeworks.server import messages as m
from siegeworks.server.http.api import Api, Routes, check_rate, get, post
from siegeworks.server.http.people.account_tables import proven_at
from siegeworks.server.http.sessions import needed_session
from siegeworks.server.people.accounts.sessions import Session
from siegeworks.server.people.mail import shortened
from siegeworks.server.people.notifications import Notifications
from siegeworks.server.people.push import Subscription
from siegeworks.server.people.receivers import (
    is_notified_in,
    kind_of,
    receiver_id,
    receivers_at,
    receivers_for,
    remove_from_account,
    remove_from_session,
    remove_mails,
)
from siegeworks.server.runtime.limits import Limiter
from siegeworks.server.storage.database import Database
from siegeworks.server.tables.seat_keys import hash_of


class NotificationRoutes(Routes):
    def __init__(self, api: Api, notifications: Notifications) -> None:
        super().__init__(api)
        self._notifications, self._mails = notifications, Limiter(api.settings.mail_rate)

    @get("/api/notifications")
    async def offered(self, request: Request) -> m.NotificationsOffered:
        """How this server can notify people."""
        return m.NotificationsOffered(
            await self._notifications.push_key(), self._notifications.settings.sends_mail
        )

    @post("/api/notifications/at", stores=False)
    async def notified_at(self, request: Request, body: m.NotificationsAsked) -> m.NotificationsOn:
        """Whether somebody is notified for these seats, and where."""
        seats = await self._proven(body.table, body.keys)
        receivers = await self._store.read(lambda db: receivers_at(db, body.table, seats))
        browser = receiver_id("push", body.endpoint)
        mails = [shortened(to.target) for to in receivers if kind_of(to.id) == "mail"]
        return m.NotificationsOn(browser in {to.id for to in receivers}, mails)

    @post("/api/notifications/push")
    async def push_to(self, request: Request, body: m.PushTo) -> m.Done:
        """Notify a browser when it is the turn of its seats."""
        subscription = Subscription(body.endpoint, body.p256dh, body.auth)
        seats = await self._proven(body.table, body.keys)
        await self._notifications.push_to(subscription, body.table, seats)
        return m.Done()

    @post("/api/notifications/push/off")
    async def push_off(self, request: Request, body: m.PushOff) -> m.Done:
        """Stop notifying a browser."""
        await self._notifications.push_off(body.endpoint, body.table)
        return m.Done()

    @post("/api/notifications/mail")
    async def mail_to(self, request: Request, body: m.MailTo) -> m.MailAdded:
        """Send mails when it is the turn of somebody's seats."""
        seats = await self._proven(body.table, body.keys)
        check_rate(self._mails, request)
        return m.MailAdded(
            await self._notifications.mail_to(body.address, body.key, body.table, seats)
        )

    @post("/api/notifications/mail/confirm")
    async def confirm_mail(self, request: Request, body: m.MailCode) -> m.MailConfirmed:
        """The owner of an address has opened the link that he got."""
        return m.MailConfirmed(*await self._notifications.confirm_mail(body.code))

    @post("/api/notifications/mail/stop")
    async def mail_stop(self, request: Request, body: m.MailStop) -> m.Done:
        """Send no more mails about somebody's seats at a table."""
        seats = await self._proven(body.table, body.keys)
        await self._store.write(lambda db: remove_mails(db, body.table, seats))
        return m.Done()

    @post("/api/notifications/mail/off")
    async def mail_off(self, request: Request, body: m.MailOff) -> m.Done:
        """Send no more mails at all: the page asks."""
        await self._notifications.mail_off(body.receiver, body.key)
        return m.Done()

    @post("/api/notifications/mail/off/{receiver}/{key}")
    async def one_click(self, request: Request, receiver: str, key: str) -> Response:
        """The same, from a mail program (RFC 8058): it comes from no page, and its body says
        nothing that counts."""
        await self._notifications.mail_off(receiver, key)
        return Response(status_code=204)

    @get("/api/notifications/mail/off/{receiver}/{key}")
    async def ask_first(self, request: Request, receiver: str, key: str) -> Response:
        """A mail program that only opens the address: the page asks, since others open it, too."""
        return RedirectResponse(f"/#/notifications/off/{receiver}/{key}", 303)

    async def _proven(self, table: str, keys: list[str]) -> dict[Seat, bytes]:
        proven = await proven_at(self._rooms, table, keys)
        own = {row.seat: hash_of(key) for row, key in zip(proven, keys, strict=True)}
        # A further key lasts as long as the key of its seat.
        further = {row.seat: row.key_hash for row in proven if own[row.seat] in row.further}
        return {**own, **{seat: digest for seat, digest in further.items() if digest is not None}}


class AccountNotificationRoutes(Routes):
    def __init__(self, api: Api, notifications: Notifications) -> None:
        super().__init__(api)
        self._notifications, self._mails = notifications, Limiter(api.settings.mail_rate)

    @get("/api/account/notifications")
    async def notifications(self, request: Request) -> m.AccountNotifications:
        """Where this account is notified."""
        session = await needed_session(request)
        return await self._store.read(lambda db: notifications_of(db, session))

    @post("/api/account/notifications/push")
    async def push_to(self, request: Request, body: m.PushAccount) -> m.AccountNotifications:
        """Notify this browser for the notices of its account."""
        session = await needed_session(request)
        subscription = Subscription(body.endpoint, body.p256dh, body.auth)
        await self._notifications.push_to_account(subscription, session.account.id, session.id)
        return await self._store.read(lambda db: notifications_of(db, session))

    @post("/api/account/notifications/mail")
    async def mail_to(self, request: Request, body: m.MailAccount) -> m.MailAdded:
        """Send mails about the notices of this account."""
        session = await needed_session(request)
        check_rate(self._mails, request)
        account = session.account.id
        return m.MailAdded(
            await self._notifications.mail_to_account(body.address, body.key, account)
        )

    @post("/api/account/notifications/off")
    async def off(self, request: Request, body: m.NotificationsOff) -> m.AccountNotifications:
        """Stop notifying this browser or an address for this account."""
        session = await needed_session(request)

        def job(db: Database) -> m.AccountNotifications:
            if body.address:
                remove_from_account(db, session.account.id, receiver_id("mail", body.address))
            else:
                remove_from_session(db, session.id)
            return notifications_of(db, session)

        return await self._store.write(job)


def notifications_of(db: Database, session: Session) -> m.AccountNotifications:
    """Where the account of a session is notified."""
    own = [receiver for receiver, _ in receivers_for(db, session.account.id)]
    mails = [to.target for to in own if kind_of(to.id) == "mail"]
    return m.AccountNotifications(mails, len(own) - len(mails), is_notified_in(db, session.id))
