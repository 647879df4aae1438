"""Being notified as an account, from the page of the account to the push and the mail."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.server.people.browsers import Browser
from tests.server.people.test_challenges import challenge
from tests.server.people.test_notifications import (
    Box,
    PushService,
    mailbox,
    notifying,
    service,
    wait_until,
)
from tests.server.served import Client
from tests.web.conftest import Users
from tests.web.pages.test_people import accept, check
from tests.web.pages.test_tournaments import PHONE, sign_up
from tests.web.table.test_company import NOTIFICATIONS, PUSHES

__all__ = ["mailbox", "service"]  # fixtures
LINK = re.compile(r"https?://\S+(#/\S+)")  # to the page, which is elsewhere in these mails


@pytest.fixture
def site(tmp_path: Path, mailbox: Box) -> Iterator[Client]:
    """A server that sends mails to our mailbox, and pushes to our push service."""
    with notifying(tmp_path, **mailbox[1]) as client:
        yield client


@pytest.mark.long
def test_a_guest_sees_that_emails_about_a_table_are_on(
    users: Users, site: Client, mailbox: Box
) -> None:
    box, bob = mailbox[0], users.add(width=PHONE[0], height=PHONE[1], touch=True)
    table = site.table("siege-master", "me", "hot-seat")
    bob.join(table, "siege-master", 1)
    bob.button("Notify me").click()
    dialog = bob.page.get_by_role("dialog")
    dialog.get_by_label("Your address").fill("bob@example.org")
    dialog.get_by_role("button", name="Send me e-mails").click()
    expect(dialog.get_by_role("status")).to_contain_text("We have sent you a link.")
    on = dialog.get_by_text("E-mails about this table go to b***@example.org.")
    expect(on).to_have_count(0)  # it is not confirmed yet
    wait_until(lambda: len(box.mails) == 1)
    bob.open(LINK.findall(box.text())[0])
    expect(bob.page.get_by_role("status")).to_contain_text("Your address is confirmed.")
    bob.open(f"#/table/{table['table']}")
    bob.button("Notify me").click()
    expect(on).to_be_visible()
    check(bob, "notified-by-mail-390")
    bob.page.set_viewport_size({"width": 1280, "height": 800})
    check(bob, "notified-by-mail-1280")
    dialog.get_by_role("button", name="Stop e-mails about this table").click()
    expect(dialog.get_by_role("status")).to_have_text("You get no more e-mails about this table.")
    expect(on).to_have_count(0)


@pytest.mark.long
def test_an_account_is_called_by_push_and_mail_until_it_says_stop(
    users: Users, site: Client, mailbox: Box, service: PushService
) -> None:
    box, bob = mailbox[0], users.add(width=PHONE[0], height=PHONE[1], touch=True)
    subscription = service.subscription()
    script = PUSHES.replace("ENDPOINT", subscription.endpoint)
    script = script.replace("P256DH", subscription.p256dh).replace("AUTH", subscription.auth)
    bob.page.add_init_script(NOTIFICATIONS.replace("ANSWER", "granted") + script)
    sign_up(bob, "CalledBob")
    bob.open("#/account")
    notifications = bob.page.get_by_role("region", name="Notify me")
    assert bob.page.evaluate("window.asked") == 0  # nobody is asked when the page is opened
    notifications.get_by_role("button", name="Notify this device").click()
    expect(notifications.get_by_role("status")).to_contain_text("This device gets notifications")
    expect(notifications).to_contain_text("This device is notified.")
    notifications.get_by_label("Your address").fill("bob@example.org")
    notifications.get_by_role("button", name="Send me e-mails").click()
    expect(notifications.get_by_role("status")).to_contain_text("We have sent you a link.")
    expect(notifications.get_by_role("listitem")).to_have_count(0)  # it is not confirmed yet
    check(bob, "account-notifications")
    wait_until(lambda: len(box.mails) == 1)
    bob.open(LINK.findall(box.text())[0])
    expect(bob.page.get_by_role("status")).to_contain_text("Your address is confirmed.")

    ann = Browser(site)
    ann.sign_up("CallingAnn")
    challenge(ann, "CalledBob")
    wait_until(lambda: service.posted and len(box.mails) == 2)
    assert service.read()["title"] == "You have been challenged"
    assert "CallingAnn" not in box.text()
    assert "You have been challenged" in str(box.mails[1]["Subject"])

    # At a table of his account he sees that all this is on.
    accept(bob)
    bob.button("Notify me").click()
    dialog = bob.page.get_by_role("dialog")
    expect(dialog.get_by_text("E-mails about this table go to b***@example.org.")).to_be_visible()
    expect(dialog.get_by_label("Notify me on this device")).to_be_checked()
    check(bob, "notified-as-account-390")
    dialog.get_by_role("button", name="Close").click()

    bob.open(LINK.findall(box.text())[-1])  # it ends them
    bob.page.get_by_role("button", name="Stop all e-mails").click()
    expect(bob.page.get_by_role("status")).to_have_text("You will get no more e-mails.")
    bob.open("#/account")
    expect(notifications).to_contain_text("This device is notified.")
    expect(notifications.get_by_role("listitem")).to_have_count(0)
    notifications.get_by_role("button", name="Stop notifying this device").click()
    expect(notifications).to_contain_text("No device is notified.")
