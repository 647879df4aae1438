"""The HTTP API of notifications: where people are notified when it is their turn"""

from __future__ import annotations

import time
from collections.abc import Collection

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from siegeworks.core.contract import Seat
from siegeworks.server import messages as m
from siegeworks.server.http.api import Api, check_rate
from siegeworks.server.people.mail import shortened
from siegeworks.server.people.notifications import Notifications
from siegeworks.server.people.push import Subscription
from siegeworks.server.people.receivers import kind_of, receiver_id, receivers_at, remove_mails
from siegeworks.server.runtime.limits import Limiter
from siegeworks.server.storage.presence import read_presence
from siegeworks.server.tables.rooms import Rooms
from siegeworks.server.tables.seat_keys import hash_of, proven_seats


class NotificationRoutes:
    """The handlers, each for one path."""

    def __init__(self, api: Api, notifications: Notifications) -> None:
        """Answers with the help of the other handlers."""
        self._api, self._notifications, self._rooms = api, notifications, api.server.rooms
        self._mails = Limiter(api.settings.mail_rate)

    def routes(self) -> list[Route]:
        """All paths."""
        path, route = "/api/notifications", self._api.route
        return [
            route("GET", path, self.offered),
            route("POST", f"{path}/at", self.notified_at, takes=m.NotificationsAsked),
            route("POST", f"{path}/push", self.push_to, takes=m.PushTo),
            route("POST", f"{path}/push/off", self.push_off, takes=m.PushOff),
            route("POST", f"{path}/mail", self.mail_to, takes=m.MailTo),
            route("POST", f"{path}/mail/confirm", self.confirm_mail, takes=m.MailCode),
            route("POST", f"{path}/mail/stop", self.mail_stop, takes=m.MailStop),
            route("POST", f"{path}/mail/off", self.mail_off, takes=m.MailOff),
            route("POST", f"{path}/mail/off/{{receiver}}/{{key}}", self.one_click),
            route("GET", f"{path}/mail/off/{{receiver}}/{{key}}", self.ask_first),
        ]

    async def offered(self, request: Request) -> m.NotificationsOffered:
        """How this server can notify people."""
        return m.NotificationsOffered(
            await self._notifications.push_key(), self._notifications.settings.sends_mail
        )

    async def notified_at(self, request: Request) -> m.NotificationsOn:
        """Whether somebody is notified for these seats, and where."""
        body = await self._api.body(request, m.NotificationsAsked, stores=False)
        seats = await self._proven(body.table, body.keys)
        found = await self._rooms.store.read(lambda db: receivers_at(db, body.table, seats))
        browser = receiver_id("push", body.endpoint)
        mails = [shortened(one.target) for one in found if kind_of(one.id) == "mail"]
        return m.NotificationsOn(browser in {one.id for one in found}, mails)

    async def push_to(self, request: Request) -> m.Done:
        """Notify a browser when it is the turn of its seats."""
        body = await self._api.body(request, m.PushTo)
        subscription = Subscription(body.endpoint, body.p256dh, body.auth)
        seats = await self._proven(body.table, body.keys)
        await self._notifications.push_to(subscription, body.table, seats)
        return m.Done()

    async def push_off(self, request: Request) -> m.Done:
        """Stop notifying a browser."""
        body = await self._api.body(request, m.PushOff)
        await self._notifications.push_off(body.endpoint, body.table)
        return m.Done()

    async def mail_to(self, request: Request) -> m.MailAdded:
        """Send mails when it is the turn of somebody's seats."""
        body = await self._api.body(request, m.MailTo)
        seats = await self._proven(body.table, body.keys)
        check_rate(self._mails, request)
        return m.MailAdded(
            await self._notifications.mail_to(body.address, body.key, body.table, seats)
        )

    async def confirm_mail(self, request: Request) -> m.MailConfirmed:
        """The owner of an address has opened the link that he got."""
        body = await self._api.body(request, m.MailCode)
        return m.MailConfirmed(*await self._notifications.confirm_mail(body.code))

    async def mail_stop(self, request: Request) -> m.Done:
        """Send no more mails about somebody's seats at a table."""
        body = await self._api.body(request, m.MailStop)
        seats = await self._proven(body.table, body.keys)
        await self._rooms.store.write(lambda db: remove_mails(db, body.table, seats))
        return m.Done()

    async def mail_off(self, request: Request) -> m.Done:
        """Send no more mails at all: the page asks."""
        body = await self._api.body(request, m.MailOff)
        await self._notifications.mail_off(body.receiver, body.key)
        return m.Done()

    async def one_click(self, request: Request) -> Response:
        """The same, from a mail program (RFC 8058): it comes from no page, and its body says
        nothing that counts."""
        path = request.path_params
        await self._notifications.mail_off(path["receiver"], path["key"])
        return Response(status_code=204)

    async def ask_first(self, request: Request) -> Response:
        """A mail program that only opens the address: the page asks, since others open it, too."""
        path = request.path_params
        return RedirectResponse(f"/#/notifications/off/{path['receiver']}/{path['key']}", 303)

    async def _proven(self, table: str, keys: list[str]) -> dict[Seat, bytes]:
        found = await self._rooms.row(table, keys)
        proven = proven_seats(found.seats, keys, time.time(), self._rooms.seat_days)
        own = {row.seat: hash_of(key) for row, key in zip(proven, keys, strict=True)}
        # A further key lasts as long as the key of its seat.
        further = {row.seat: row.key_hash for row in proven if own[row.seat] in row.further}
        return {**own, **{seat: digest for seat, digest in further.items() if digest is not None}}


async def seats_here(rooms: Rooms, table: str) -> Collection[Seat]:
    """The seats whose players are connected to a table, through any worker."""
    room = rooms.loaded.get(table)
    here = room.seats_here() if room is not None else frozenset[Seat]()
    if rooms.store.is_shared:
        rows = await rooms.store.read(lambda db: read_presence(db, table))
        here = here.union(*(row.seats for row in rows))
    return here
