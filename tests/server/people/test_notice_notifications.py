"""Accounts are notified of challenges and games that wait for them: once, and told nothing else."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from msgspec import to_builtins

from siegeworks.core.errors import SiegeworksError
from siegeworks.games import game_title
from siegeworks.play.clock import DAY, SECOND, ClockSettings
from siegeworks.server.http.people.account_tables import open_for_accounts
from siegeworks.server.http.people.notification_routes import (
    notifications_of as where_notified,
)
from siegeworks.server.people.accounts.account import Account
from siegeworks.server.people.accounts.deletion import delete
from siegeworks.server.people.accounts.sessions import Session, begin, end_others, session_of
from siegeworks.server.people.challenges import Challenge, Terms, cancel, challenge
from siegeworks.server.people.notices import GAME, give_notice
from siegeworks.server.people.notifications import Notifications
from siegeworks.server.people.receivers import MOST_RECEIVERS, Receiver, add_for_account
from siegeworks.server.storage.database import Database
from siegeworks.server.storage.rows import TableRow
from siegeworks.server.tables.table_server import TableServer
from tests.server.helpers import enter, server_in, until
from tests.server.people.browsers import Browser, Device
from tests.server.people.helpers import add_account
from tests.server.people.test_notifications import (
    PushService,
    Watch,
    notifications_of,
    notifying,
    red_moves,
    run,
    service,
)

__all__ = ["service"]  # a fixture

GAME_NAME = "siege-master"
TERMS = Terms(GAME_NAME, {}, ClockSettings(300 * SECOND), True, "")
ANN, BOB = (Account(name, name, 0.0) for name in ("ann", "bob"))


class People(NamedTuple):
    """Two accounts, of which Bob is notified."""

    server: TableServer
    notifications: Notifications
    watch: Watch

    async def look_later(self) -> int:
        self.watch.ahead += 60
        return await self.notifications.look()

    async def signed_in(self) -> Session:
        """Bob signs in with another browser."""
        store = self.server.store
        token = await store.write(lambda db: begin(db, BOB.id, "a browser"))
        session = await store.read(partial(session_of, token=token))
        assert session is not None
        return session

    async def challenged(self) -> Challenge:
        return await self.server.store.write(lambda db: challenge(db, ANN, BOB, TERMS))

    async def table(
        self, clock: ClockSettings | None = TERMS.clock, seats: Sequence[Account] = (ANN, BOB)
    ) -> str:
        """A table of both, which waits for them."""

        def tell(db: Database, table: TableRow) -> None:
            for account in (ANN, BOB):
                give_notice(db, account.id, GAME, table.id)

        return await open_for_accounts(
            *(self.server, GAME_NAME, {}, clock, [account.id for account in seats]),
            is_rated=clock is not None,
            beside=tell,
        )


@asynccontextmanager
async def called_bob(
    tmp_path: Path, service: PushService, database: str | None = None
) -> AsyncIterator[People]:
    async with server_in(tmp_path, database=database) as server:
        watch = Watch()
        notifications = notifications_of(server, watch)

        def people(db: Database) -> None:
            for account in (ANN, BOB):
                add_account(db, account.id)

        await server.store.write(people)
        await notifications.push_to_account(service.subscription(), BOB.id, "session")
        yield People(server, notifications, watch)
        notifications.stop()


def test_who_is_challenged_is_called_once_and_told_no_more_than_that(
    tmp_path: Path, service: PushService, database: str | None
) -> None:
    async def play() -> None:
        async with called_bob(tmp_path, service, database) as people:
            await people.challenged()
            assert await people.notifications.look() == 0  # perhaps they see it by themselves
            await people.look_later()
            await until(lambda: service.posted)
            assert service.read() == {
                "title": "You have been challenged",
                "body": game_title(GAME_NAME),
                "tables": [],
                "off": "Stop notifications",
            }
            await people.challenged()  # another challenge in place of the first
            await people.look_later()
            await people.look_later()
            assert len(service.posted) == 1

    run(play())


def test_nobody_is_called_for_what_is_settled(tmp_path: Path, service: PushService) -> None:
    async def play() -> None:
        async with called_bob(tmp_path, service) as people:
            sent = await people.challenged()
            await people.server.store.write(lambda db: cancel(db, ANN.id, sent.id))
            await people.look_later()
            sent = await people.challenged()
            await people.server.store.write(
                lambda db: db.execute(
                    "INSERT INTO relation (account, other, kind, since) VALUES (?, ?, 'block', 0)",
                    (BOB.id, ANN.id),
                )
            )
            await people.server.store.write(lambda db: cancel(db, ANN.id, sent.id))
            await people.challenged()  # by somebody who is blocked
            await people.look_later()
            assert service.posted == []

    run(play())


def test_a_tournament_game_calls_its_player_and_then_every_turn(
    tmp_path: Path, service: PushService, database: str | None
) -> None:
    async def play() -> None:
        async with called_bob(tmp_path, service, database) as people:
            table = await people.table()
            await people.look_later()
            await until(lambda: service.posted)
            assert service.read()["title"] == "A game is waiting for you"
            assert service.read()["tables"] == [table]
            room = await people.server.rooms.get(table)
            both = await enter(room, 0, 1)  # the clock starts
            room.leave(both)
            await red_moves(room)
            await people.look_later()
            await until(lambda: len(service.posted) == 2)
            assert service.read()["title"] == "Your turn"

    run(play())


@pytest.mark.parametrize("clock", [TERMS.clock, ClockSettings(per_move=2 * DAY), None])
def test_who_begins_a_game_is_called_for_it_once(
    tmp_path: Path, service: PushService, clock: ClockSettings | None
) -> None:
    async def play() -> None:
        async with called_bob(tmp_path, service) as people:
            table = await people.table(clock, [BOB, ANN])
            room = await people.server.rooms.get(table)
            room.leave(await enter(room, 1))  # over days, the clock runs from now on
            for _ in range(3):
                await people.look_later()
            await until(lambda: service.posted)
            is_running = clock is not None and clock.per_move > 0
            title = "Your turn" if is_running else "A game is waiting for you"
            assert [service.read()["title"], len(service.posted)] == [title, 1]

    run(play())


def test_who_is_at_the_table_is_not_called_for_it(tmp_path: Path, service: PushService) -> None:
    async def play() -> None:
        async with called_bob(tmp_path, service) as people:
            table = await people.table()
            room = await people.server.rooms.get(table)
            bob = await enter(room, 1)
            await people.look_later()
            room.leave(bob)
            await people.look_later()
            assert service.posted == []

    run(play())


def test_a_browser_that_is_signed_out_is_called_no_more(
    tmp_path: Path, service: PushService
) -> None:
    async def play() -> None:
        async with called_bob(tmp_path, service) as people:
            store = people.server.store
            lost, kept = await people.signed_in(), await people.signed_in()
            for name, session in (("lost", lost), ("kept", kept)):
                await people.notifications.push_to_account(
                    service.subscription(name), BOB.id, session.id
                )
            await store.write(lambda db: end_others(db, BOB.id, kept.id))
            await people.challenged()
            await people.look_later()
            await until(lambda: len(service.posted) == 2)
            assert {push.path for push in service.posted} == {"/browser", "/kept"}

    run(play())


def test_a_browser_is_told_whether_it_is_the_one_that_is_notified(
    tmp_path: Path, service: PushService
) -> None:
    async def play() -> None:
        async with called_bob(tmp_path, service) as people:
            store = people.server.store
            for name in ("one", "other"):
                session = await people.signed_in()
                before = await store.read(partial(where_notified, session=session))
                assert not before.is_here
                to = service.subscription(name), BOB.id, session.id
                await people.notifications.push_to_account(*to)
                after = await store.read(partial(where_notified, session=session))
                assert after.is_here
                assert after.pushes == before.pushes + 1

    run(play())


def test_a_browser_that_has_lost_its_subscription_can_still_stop_its_notifications(
    tmp_path: Path, service: PushService
) -> None:
    def push(browser: Browser, name: str) -> Any:
        to = to_builtins(service.subscription(name))
        return browser.asked("/api/account/notifications/push", to)

    with notifying(tmp_path) as site:
        phone, device = Browser(site), Device()
        phone.sign_up("Bob", device)
        laptop = Browser(site)
        assert laptop.sign_in(device)[0] == 200
        assert push(phone, "phone")["is_here"]
        assert push(laptop, "laptop")["pushes"] == 2
        assert phone.asked("/api/account/notifications/off", {}) == {"pushes": 1}
        assert laptop.get("/api/account/notifications")[1]["is_here"]


def test_who_deletes_an_account_is_called_no_more(tmp_path: Path, service: PushService) -> None:
    async def play() -> None:
        async with called_bob(tmp_path, service) as people:
            await people.challenged()
            await people.table()
            await people.server.store.write(lambda db: delete(db, BOB.id))
            await people.look_later()
            assert service.posted == []

    run(play())


def test_an_account_is_called_at_a_few_places_only(tmp_path: Path, service: PushService) -> None:
    async def play() -> None:
        async with called_bob(tmp_path, service) as people:
            for number in range(MOST_RECEIVERS - 1):
                await people.notifications.push_to_account(
                    service.subscription(str(number)), BOB.id, ""
                )
            with pytest.raises(SiegeworksError, match="already"):
                await people.notifications.push_to_account(service.subscription("more"), BOB.id, "")

    run(play())


def test_mails_come_once_their_owner_has_confirmed_the_address(
    tmp_path: Path, service: PushService
) -> None:
    async def play() -> None:
        async with called_bob(tmp_path, service) as people:
            receiver = Receiver("mail-x", "x@example.org", "https://play.example.org")
            await people.server.store.write(
                lambda db: add_for_account(db, receiver, BOB.id, "", is_confirmed=False)
            )
            posted: list[str] = []
            people.notifications._post = lambda to, *_: posted.append(to.target)  # type: ignore[method-assign]
            await people.challenged()
            await people.look_later()
            assert posted == []

    run(play())
