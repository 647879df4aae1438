"""Notifies people whose turn it is, when they are not at the table: by push and by mail

Whose turn it is stands beside each table (`storage/table_status.py`), written with every move, by
whichever worker. One of the workers looks (a lease), and notes in the same transaction for which
turn it calls (fenced): so a turn is called once. A push or mail that cannot be sent is not sent
again.
"""

import asyncio
import secrets
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import Literal, NamedTuple

import msgspec

from siegeworks.core.contract import Seat
from siegeworks.core.errors import SiegeworksError
from siegeworks.core.text import counted
from siegeworks.games import game_title
from siegeworks.play.clock import SLOW, ClockSettings
from siegeworks.server.people import mail, push, receivers
from siegeworks.server.people.notices import CHALLENGE, GAME, Notice, not_called
from siegeworks.server.people.notices import note_notified as note_notices
from siegeworks.server.people.push import Sender, Subscription
from siegeworks.server.people.receivers import (
    NotifiedSeat,
    Receiver,
    derived,
    is_derived,
    kind_of,
    receiver_id,
)
from siegeworks.server.people.settings import NotificationSettings
from siegeworks.server.runtime.error_log import log_failure
from siegeworks.server.runtime.tasks import Looker, start_task
from siegeworks.server.storage.database import Database
from siegeworks.server.storage.group_writer import Conflict
from siegeworks.server.storage.leases import Fence, holds
from siegeworks.server.storage.store import Store

LEASE, LEASE_SECONDS = "notifications", 30.0
MOST = 1000  # seats looked at in one turn
SENDERS = 4  # pushes sent at once
TIDY_SECONDS = 3600.0  # between two times at which what is of no use is deleted
OFF, OWNER = "off", "owner"  # what a link or a key proves
OFF_WORDS = "Stop notifications"

# The seats whose players are connected to a table, through any worker.
Here = Callable[[str], Awaitable[Collection[Seat]]]


class Finding(NamedTuple):
    """What is to be done for a seat that was looked at."""

    seat: NotifiedSeat
    # To notify it: it is its turn, or its time runs out. Or to note: its player is at the table and
    # knows of the turn, nothing is to be done until something happens, or its game is over.
    what: Literal["turn", "late", "seen", "waiting", "over"]
    turn: int = 0


class Pushed(msgspec.Struct):
    """What a push says: whose turn it is at which tables, no move, no secret."""

    title: str
    body: str
    tables: list[str]
    off: str = OFF_WORDS


class Notifications(Looker):
    """Who is notified, and when."""

    def __init__(
        self,
        store: Store,
        settings: NotificationSettings,
        here: Here,
        now: Callable[[], float] = time.time,
    ) -> None:
        """Not started. `now` is the time in seconds since 1970."""
        super().__init__("notifying people", settings.looking_seconds)
        self._store, self.settings, self._here = store, settings, here
        self._now = now
        self._worker = secrets.token_hex(8)
        self._senders = ThreadPoolExecutor(SENDERS, "push")
        self._tidied = 0.0
        self._private_key = self._secret = ""  # read when first needed

    def start(self) -> None:
        """Look again and again whose turn it is."""
        self._tidied = self._now()  # a server that has just started has better things to write
        if push.can_push() or self.settings.sends_mail:
            super().start()

    def stop(self) -> None:
        """Stop."""
        super().stop()
        self._senders.shutdown(wait=False, cancel_futures=True)

    # What people ask for --------------------------------------------------------------------------

    async def push_key(self) -> str:
        """The public key with which a browser subscribes; "": pushes are not sent here.

        Raises:
            NotStored: it cannot be read.
        """
        return push.public_key(await self._key()) if push.can_push() else ""

    async def push_to(
        self, subscription: Subscription, table: str, seats: Mapping[Seat, bytes]
    ) -> None:
        """Notify a browser for these seats, which it has proven by keys with these digests.

        Raises:
            SiegeworksError: pushes cannot be sent there, or too many are notified.
        """
        receiver = self._pushed_to(subscription)
        await self._store.write(
            lambda db: receivers.add(db, receiver, table, seats, is_confirmed=True)
        )

    def _pushed_to(self, subscription: Subscription) -> Receiver:
        if not push.can_push():
            raise SiegeworksError("This server does not send push notifications.")
        push.check_subscription(subscription, self.settings.push_networks)
        target = msgspec.json.encode(subscription).decode()
        return Receiver(receiver_id("push", subscription.endpoint), target, "")

    async def push_off(self, endpoint: str, table: str | None) -> None:
        """Stop notifying a browser, at a table or at all."""
        receiver = receiver_id("push", endpoint)
        await self._store.write(lambda db: receivers.remove(db, receiver, table))

    async def mail_to(
        self, address: str, key: str, table: str, seats: Mapping[Seat, bytes]
    ) -> bool:
        """Send mails about these seats, proven by keys with these digests, to an address. False:
        its owner has to confirm it first, by a link that they get. Who has done so has a `key`.

        Raises:
            SiegeworksError: it is not an address, or too many are notified.
        """
        receiver, is_owner = await self._mailed_to(address, key)

        def job(db: Database) -> str | None:
            receivers.add(db, receiver, table, seats, is_confirmed=is_owner)
            return None if is_owner else receivers.new_code(db, receiver.id, table, list(seats))

        self._confirm(receiver, await self._store.write(job))
        return is_owner

    async def _mailed_to(self, address: str, key: str) -> tuple[Receiver, bool]:
        """A mail address, and whether its owner asks."""
        if not self.settings.sends_mail:
            raise SiegeworksError("This server does not send e-mails.")
        address = mail.checked_address(address)
        receiver = Receiver(receiver_id("mail", address), address, self.settings.page)
        return receiver, is_derived(key, await self._links(), OWNER, receiver.id)

    def _confirm(self, receiver: Receiver, code: str | None) -> None:
        """Send a link that confirms an address; None: it got one a moment ago, or needs none."""
        if code is not None:
            subject, text = mail.confirmation(receiver.page, code)
            self._post(receiver, subject, text)

    async def confirm_mail(self, code: str) -> tuple[str, str]:
        """The address that this code confirms, and what proves from now on that it is the owner's.

        Raises:
            SiegeworksError: the code is not known, or no longer.
        """
        receiver = await self._store.write(lambda db: receivers.confirm(db, code))
        if receiver is None:
            raise SiegeworksError("This link no longer works. Ask for another at your table.")
        return receiver.target, derived(await self._links(), OWNER, receiver.id)

    async def mail_off(self, receiver: str, key: str) -> None:
        """Send no more mails, as a link in one of them asks.

        Raises:
            SiegeworksError: this server has not made the link.
        """
        if not is_derived(key, await self._links(), OFF, receiver):
            raise SiegeworksError("This link does not work. Copy all of it from the e-mail.")
        await self._store.write(lambda db: receivers.remove(db, receiver))

    async def _key(self) -> str:
        if not self._private_key:
            made = push.new_private_key()
            secret = await self._store.write(lambda db: receivers.secret_of(db, "vapid", made))
            self._private_key = secret
        return self._private_key

    async def _links(self) -> str:
        if not self._secret:
            made = secrets.token_urlsafe(32)
            secret = await self._store.write(lambda db: receivers.secret_of(db, "links", made))
            self._secret = secret
        return self._secret

    # Looking --------------------------------------------------------------------------------------

    async def look(self) -> int:
        """Notify everybody who is to be notified now; how many receivers."""
        now = self._now()
        changed = await self._store.read(lambda db: receivers.changed(db, MOST))
        late = await self._store.read(lambda db: receivers.running_out(db, now, MOST))
        notices = await self._store.read(
            lambda db: not_called(db, now - self.settings.waiting_seconds, MOST)
        )
        is_untidy = now - self._tidied > TIDY_SECONDS
        if not (changed or late or notices or is_untidy):
            return 0
        fence = await self._claim()
        if fence is None:
            return 0
        if is_untidy:
            self._tidied = now
            await self._store.write(receivers.tidy)
        await self._notify_of_notices(fence, notices, now)
        findings = [finding for row in changed if (finding := await self._finding(row, now))]
        findings += [Finding(row, "late") for row in late if await self._needs_reminder(row, now)]
        notifications = await self._store.write(lambda db: note(db, fence, findings), fence.name)
        for receiver, notified in notifications.items():
            await self._notify(receiver, notified)
        return len(notifications)

    async def _claim(self) -> Fence | None:
        with suppress(Conflict):  # another worker takes it at this moment
            return await self._store.claim(LEASE, self._worker, LEASE_SECONDS)
        return None

    async def _finding(self, seat: NotifiedSeat, now: float) -> Finding | None:
        """What is to be done for a seat where something has happened; None: nothing yet."""
        if seat.result != "*":
            return Finding(seat, "over")
        turn = seat.turn
        if seat.is_to_act:
            turn = await self._store.read(lambda db: receivers.turn_of(db, seat.table, seat.to_act))
        if turn <= seat.turn:
            return Finding(seat, "waiting")
        waited = now - max(seat.moved, seat.came)
        if seat.seat in await self._here(seat.table):
            return Finding(seat, "seen", turn) if waited >= self.settings.seen_seconds else None
        is_due = waited >= self.settings.waiting_seconds and self._may_notify(seat, now)
        return Finding(seat, "turn", turn) if is_due else None

    def _may_notify(self, seat: NotifiedSeat, now: float) -> bool:
        """Was its receiver not notified a moment ago?"""
        return now - seat.notified >= self._pause(seat.receiver)

    def _pause(self, receiver: str) -> float:
        """Seconds between two notifications of a receiver."""
        is_push = kind_of(receiver) == "push"
        return self.settings.push_seconds if is_push else self.settings.mail_seconds

    async def _needs_reminder(self, seat: NotifiedSeat, now: float) -> bool:
        clock = ClockSettings.parse(seat.clock)
        if clock is None or clock.per_move < SLOW or not seat.is_to_act:
            return False
        return self._may_notify(seat, now) and seat.seat not in await self._here(seat.table)

    # Notices of accounts --------------------------------------------------------------------------

    async def push_to_account(self, subscription: Subscription, account: str, session: str) -> None:
        """Notify a browser for what an account is told, as long as its session lasts.

        Raises:
            SiegeworksError: pushes cannot be sent there, or too many are notified.
        """
        receiver = self._pushed_to(subscription)
        await self._store.write(
            lambda db: receivers.add_for_account(db, receiver, account, session, is_confirmed=True)
        )

    async def mail_to_account(self, address: str, key: str, account: str) -> bool:
        """Send mails about what an account is told; arguments and answer as of `mail_to`."""
        receiver, is_owner = await self._mailed_to(address, key)

        def job(db: Database) -> str | None:
            receivers.add_for_account(db, receiver, account, "", is_confirmed=is_owner)
            return None if is_owner else receivers.new_code(db, receiver.id, "", (), account)

        self._confirm(receiver, await self._store.write(job))
        return is_owner

    async def _notify_of_notices(self, fence: Fence, notices: list[Notice], now: float) -> None:
        if not notices:
            return
        known = [
            notice
            for notice in notices
            if notice.is_turn
            or (notice.seat >= 0 and notice.seat in await self._here(notice.about))
        ]
        due = [notice for notice in notices if notice not in known]
        notified = await self._store.write(
            lambda db: self._note_notices(db, fence, due, known, now), fence.name
        )
        for receiver, batch in notified.items():
            await self._tell(receiver, batch)

    def _note_notices(
        self, db: Database, fence: Fence, due: list[Notice], known: list[Notice], now: float
    ) -> dict[Receiver, list[Notice]]:
        """Note for whom each is notified now, whose receivers were not notified a moment ago."""
        if not holds(db, fence):
            return {}
        note_notices(db, known)
        notifications: dict[Receiver, list[Notice]] = defaultdict(list)
        for notice in due:
            candidates = receivers.receivers_for(db, notice.account)
            free = [to for to, notified in candidates if now - notified >= self._pause(to.id)]
            pushes = [to for to, _ in candidates if kind_of(to.id) == "push"]
            if set(free).issuperset(pushes or [to for to, _ in candidates]):
                note_notices(db, [notice])
                for receiver in free:
                    notifications[receiver].append(notice)
        for receiver in notifications:
            receivers.note_notified(db, receiver.id)
        return notifications

    async def _tell(self, receiver: Receiver, notices: list[Notice]) -> None:
        headings = {CHALLENGE: "You have been challenged", GAME: "A game is waiting for you"}
        titles = [game_title(notice.game) for notice in notices]
        if kind_of(receiver.id) == "push":
            kinds = {notice.kind for notice in notices}
            title = headings[kinds.pop() if len(kinds) == 1 else GAME]
            tables = [notice.about for notice in notices if notice.kind == GAME]
            await self._push(receiver, title, ", ".join(dict.fromkeys(titles)), tables)
        elif self.settings.sends_mail:
            lines = [
                (
                    f"{headings[notice.kind]}: {title}",
                    f"/#/table/{notice.about}" if notice.seat >= 0 else "/#/account",
                )
                for notice, title in zip(notices, titles, strict=True)
            ]
            off, one_click = await self._offs(receiver)
            subject, text = mail.notices(receiver.page, lines, off)
            self._post(receiver, subject, text, one_click)

    # Sending --------------------------------------------------------------------------------------

    async def _notify(self, receiver: Receiver, notified: list[Finding]) -> None:
        tables = {finding.seat.table: game_title(finding.seat.game) for finding in notified}
        late = all(finding.what == "late" for finding in notified)
        if kind_of(receiver.id) == "push":
            heading = "Little time left" if late else "Your turn"
            where = "" if len(tables) == 1 else f" at {counted(len(tables), 'table')}"
            titles = list(dict.fromkeys(tables.values()))
            await self._push(receiver, f"{heading}{where}", ", ".join(titles), list(tables))
        elif self.settings.sends_mail:
            off, one_click = await self._offs(receiver)
            subject, text = mail.turns(receiver.page, list(tables.items()), off, late=late)
            self._post(receiver, subject, text, one_click)

    async def _offs(self, receiver: Receiver) -> tuple[str, str]:
        """Where mails can be stopped: a page that asks, and an address that does it at once."""
        key = derived(await self._links(), OFF, receiver.id)
        page = receiver.page
        return (
            f"{page}/#/notifications/off/{receiver.id}/{key}",
            f"{page}/api/notifications/mail/off/{receiver.id}/{key}",
        )

    def _post(self, receiver: Receiver, subject: str, text: str, one_click: str = "") -> None:
        sender = self.settings.mail_from
        message = mail.message_to(receiver.target, sender, subject, text, one_click)
        self._send(receiver, "mail", partial(mail.send_mail, self.settings.smtp, message))

    async def _push(self, receiver: Receiver, title: str, body: str, tables: list[str]) -> None:
        if not push.can_push():
            return
        message = Pushed(title, body, tables)
        subscription = msgspec.json.decode(receiver.target, type=Subscription)
        # The push service sees the topic, and must not learn which table it is.
        topic = derived(await self._links(), f"topic {' '.join(tables)}", receiver.id)
        sender = Sender(await self._key(), self._contact(), self.settings.push_networks)
        work = partial(push.send_push, subscription, message, topic, sender)

        async def sending() -> bool:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._senders, work) not in push.GONE

        self._send(receiver, "push", sending)

    def _send(self, receiver: Receiver, what: str, sending: Callable[[], Awaitable[bool]]) -> None:
        """Send something. If it turns out that the receiver has gone, it is forgotten."""

        async def send() -> None:
            try:
                is_there = await sending()
            except (OSError, SiegeworksError, ValueError) as error:
                log_failure(f"a {what} could not be sent", error)
                return
            if not is_there:
                await self._store.write(lambda db: receivers.remove(db, receiver.id))

        start_task(send(), f"sending a {what} failed")

    def _contact(self) -> str:
        """How a push service reaches the host."""
        if self.settings.mail_from:
            return f"mailto:{self.settings.mail_from}"
        is_public = self.settings.page.startswith("https://")
        return self.settings.page if is_public else "mailto:nobody@example.org"


def note(db: Database, fence: Fence, findings: Sequence[Finding]) -> dict[Receiver, list[Finding]]:
    """Note what is done for each seat; who is to be notified, for which of them. Nobody, if another
    worker notifies people now."""
    if not holds(db, fence):
        return {}
    notifications: dict[str, list[Finding]] = defaultdict(list)
    for finding in findings:
        match finding.what:
            case "waiting":
                receivers.note_version(db, finding.seat)
            case "over":
                receivers.remove(db, finding.seat.receiver, finding.seat.table)
            case "late":
                if receivers.note_reminder(db, finding.seat):
                    notifications[finding.seat.receiver].append(finding)
            case "seen" | "turn":
                if receivers.note_turn(db, finding.seat, finding.turn) and finding.what == "turn":
                    notifications[finding.seat.receiver].append(finding)
    noted = {receivers.note_notified(db, name): due for name, due in notifications.items()}
    return {receiver: due for receiver, due in noted.items() if receiver is not None}
