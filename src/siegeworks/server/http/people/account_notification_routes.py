"""The HTTP API of where an account is notified for challenges and for games that wait for it"""

from __future__ import annotations

from starlette.requests import Request
from starlette.routing import Route

from siegeworks.server import messages as m
from siegeworks.server.http.api import Api, check_rate
from siegeworks.server.http.people.sessions import needed_session
from siegeworks.server.people.accounts.sessions import Session
from siegeworks.server.people.notifications import Notifications
from siegeworks.server.people.push import Subscription
from siegeworks.server.people.receivers import (
    is_notified_in,
    kind_of,
    receiver_id,
    receivers_for,
    remove_from_account,
    remove_from_session,
)
from siegeworks.server.runtime.limits import Limiter
from siegeworks.server.storage.database import Database


class AccountNotificationRoutes:
    """The handlers, each for one path."""

    def __init__(self, api: Api, notifications: Notifications) -> None:
        """Answers with the help of the other handlers."""
        self._api, self._store, self._notifications = api, api.server.store, notifications
        self._mails = Limiter(api.settings.mail_rate)

    def routes(self) -> list[Route]:
        """All paths."""
        path, route = "/api/account/notifications", self._api.route
        return [
            route("GET", path, self.notifications),
            route("POST", f"{path}/push", self.push_to, takes=m.PushAccount),
            route("POST", f"{path}/mail", self.mail_to, takes=m.MailAccount),
            route("POST", f"{path}/off", self.off, takes=m.NotificationsOff),
        ]

    async def notifications(self, request: Request) -> m.AccountNotifications:
        """Where this account is notified."""
        session = await needed_session(request)
        return await self._store.read(lambda db: notifications_of(db, session))

    async def push_to(self, request: Request) -> m.AccountNotifications:
        """Notify this browser for the notices of its account."""
        body, session = await self._api.body(request, m.PushAccount), await needed_session(request)
        subscription = Subscription(body.endpoint, body.p256dh, body.auth)
        await self._notifications.push_to_account(subscription, session.account.id, session.id)
        return await self._store.read(lambda db: notifications_of(db, session))

    async def mail_to(self, request: Request) -> m.MailAdded:
        """Send mails about the notices of this account."""
        body, session = await self._api.body(request, m.MailAccount), await needed_session(request)
        check_rate(self._mails, request)
        account = session.account.id
        return m.MailAdded(
            await self._notifications.mail_to_account(body.address, body.key, account)
        )

    async def off(self, request: Request) -> m.AccountNotifications:
        """Stop notifying this browser or an address for this account."""
        body, session = (
            await self._api.body(request, m.NotificationsOff),
            await needed_session(request),
        )

        def job(db: Database) -> m.AccountNotifications:
            if body.address:
                remove_from_account(db, session.account.id, receiver_id("mail", body.address))
            else:
                remove_from_session(db, session.id)
            return notifications_of(db, session)

        return await self._store.write(job)


def notifications_of(db: Database, session: Session) -> m.AccountNotifications:
    """Where the account of a session is notified."""
    found = [receiver for receiver, _ in receivers_for(db, session.account.id)]
    mails = [one.target for one in found if kind_of(one.id) == "mail"]
    return m.AccountNotifications(mails, len(found) - len(mails), is_notified_in(db, session.id))
