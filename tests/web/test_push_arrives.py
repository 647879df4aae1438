"""A push on its whole way: from the server, through a push service, to what the browser shows."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.server.people.test_notifications import PushService, notifying, service, wait_until
from tests.server.served import Client
from tests.web.conftest import Users
from tests.web.test_offline import CONTROLLED
from tests.web.test_push import CLICK, KEEP, SHOWN
from tests.web.user import User

__all__ = ["service"]  # a fixture
GAME = "siege-master"
# A subscription as the service that Chromium asks would make it, which cannot be reached here.
SUBSCRIBED = """
const endpoint = 'ENDPOINT', keys = { p256dh: 'P256DH', auth: 'AUTH' };
let made = null;
PushManager.prototype.getSubscription = async () => made;
PushManager.prototype.subscribe = async () =>
  (made = { endpoint, toJSON: () => ({ endpoint, keys }) });
"""


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Client]:
    """A server that sends pushes to our push service."""
    with notifying(tmp_path) as client:
        yield client


def deliver(user: User, data: dict[str, Any]) -> None:
    """The browser gets a push, as if its push service had brought it, and wakes the worker."""
    tools = user.page.context.new_cdp_session(user.page)
    known: list[dict[str, Any]] = []
    tools.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: known.extend(event["registrations"]),
    )
    tools.send("ServiceWorker.enable")
    wait_until(lambda: user.page.evaluate("true") and known)  # events come while something is asked
    push = {"origin": user.site.base, "registrationId": known[0]["registrationId"]}
    tools.send("ServiceWorker.deliverPushMessage", {**push, "data": json.dumps(data)})


@pytest.mark.long
def test_a_turn_is_shown_in_a_browser_whose_page_is_closed(
    users: Users, site: Client, service: PushService
) -> None:
    table = site.table(GAME, "me", "hot-seat")
    blue, subscription = users.add(worker=True), service.subscription()
    script = SUBSCRIBED.replace("ENDPOINT", subscription.endpoint)
    script = script.replace("P256DH", subscription.p256dh).replace("AUTH", subscription.auth)
    script += "Notification.requestPermission = async () => 'granted';"
    blue.page.add_init_script(script)
    blue.open("#/")
    blue.page.wait_for_function(CONTROLLED)
    (worker,) = blue.page.context.service_workers
    worker.evaluate(KEEP)
    blue.join(table, GAME, 1)
    blue.page.reload()  # with the key of its seat
    blue.page.wait_for_selector(".table [role=grid]", state="attached")
    blue.button("Notify me").click()
    with blue.page.expect_response("**/api/notifications/push") as answer:
        blue.page.get_by_role("dialog").get_by_label("Notify me on this device").check()
    assert answer.value.status == 200
    blue.open("#/rules")  # away from the table

    red = site.at(table, 0)
    assert red.act()["type"] == "accepted"
    wait_until(lambda: service.posted)
    deliver(blue, service.read())
    wait_until(lambda: worker.evaluate(SHOWN))
    (shown,) = worker.evaluate(SHOWN)
    assert shown == {
        "title": "Your turn",
        "body": "Siege Master",
        "tag": f"turn-{table['table']}",
        "data": {"table": table["table"]},
        "actions": [{"action": "off", "title": "Stop notifications"}],
    }
    # The window that was opened at the table shows it again.
    opened, left = worker.evaluate(CLICK, [shown["tag"], ""])
    assert (opened, left) == ([f"focus #/table/{table['table']}"], 0)
    blue.expect_prompt(re.compile("^Your turn"))
    expect(blue.page.locator("div.side ol li")).to_have_count(1)
