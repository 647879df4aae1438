"""Pushes as a browser gets them: the service worker says whose turn it is, and opens the table."""

import json
from typing import Any

import pytest

from tests.web.conftest import Users
from tests.web.test_offline import installed
from tests.web.user import User

TABLE = "t" * 16
# A browser without a screen shows no notifications, and gets no pushes: it is asked to keep what
# would be shown, one for each tag, and the events are made here.
KEEP = """() => {
  self.kept = new Map();
  self.opened = [];
  const showNotification = async (title, { body, tag, data, actions }) =>
    void self.kept.set(tag, { title, body, tag, data, actions });
  Object.defineProperty(self.registration, "showNotification", { value: showNotification });
  const openWindow = async (url) => void self.opened.push(url);
  Object.defineProperty(self.clients, "openWindow", { value: openWindow });
  WindowClient.prototype.focus = async function () {
    self.opened.push(`focus ${new URL(this.url).hash}`);
  };
  self.handle = async (event) => {
    const handled = [];
    event.waitUntil = (work) => handled.push(work);
    self.dispatchEvent(event);
    await Promise.all(handled);
  };
}"""
SHOWN = "() => [...self.kept.values()]"
PUSH = "async (data) => self.handle(new PushEvent('push', { data }))"
CLICK = """async ([tag, action]) => {
  const notification = { ...self.kept.get(tag), close: () => void self.kept.delete(tag) };
  const event = new ExtendableEvent("notificationclick");
  await self.handle(Object.assign(event, { notification, action }));
  return [self.opened.splice(0), self.kept.size];
}"""


class Called:
    """A user whose browser takes pushes."""

    def __init__(self, users: Users) -> None:
        self.user: User = installed(users)
        (self.worker,) = self.user.page.context.service_workers
        self.worker.evaluate(KEEP)

    def push(self, data: str) -> None:
        """A push of the server comes, decrypted."""
        self.worker.evaluate(PUSH, data)

    def shown(self) -> list[dict[str, Any]]:
        """What is shown."""
        return list(self.worker.evaluate(SHOWN))


@pytest.fixture
def called(users: Users) -> Called:
    return Called(users)


def test_a_push_shows_whose_turn_it_is_and_no_move(called: Called) -> None:
    off = "Stop notifications"
    message = {"title": "Your turn", "body": "Siege Master", "tables": [TABLE], "off": off}
    called.push(
        json.dumps({**message, "token": "d3-d6"})
    )  # what it does not know, it does not show
    (shown,) = called.shown()
    assert shown == {
        "title": "Your turn",
        "body": "Siege Master",
        "tag": f"turn-{TABLE}",
        "data": {"table": TABLE},
        "actions": [{"action": "off", "title": "Stop notifications"}],
    }


@pytest.mark.long
def test_a_second_push_about_a_table_takes_the_place_of_the_first(called: Called) -> None:
    for title in ("Your turn", "Little time left"):
        called.push(json.dumps({"title": title, "body": "", "tables": [TABLE]}))
    assert [notification["title"] for notification in called.shown()] == ["Little time left"]


@pytest.mark.long
def test_a_click_opens_the_table_or_the_window_that_shows_it(called: Called) -> None:
    called.push(json.dumps({"title": "Your turn", "body": "", "tables": [TABLE]}))
    opened, left = called.worker.evaluate(CLICK, [f"turn-{TABLE}", ""])
    assert (opened, left) == ([f"/#/table/{TABLE}"], 0)
    called.push(json.dumps({"title": "Your turn at 2 tables", "body": "", "tables": ["a", "b"]}))
    called.user.open("#/")
    opened, _ = called.worker.evaluate(CLICK, ["turns", ""])
    assert opened == ["focus #/"]


@pytest.mark.long
def test_whatever_comes_something_is_shown_and_nothing_breaks(called: Called) -> None:
    for data in ("", "no JSON", "{}", '{"tables": ["x"], "title": "<b>"}'):
        called.worker.evaluate("() => self.kept.clear()")
        called.push(data)
        (shown,) = called.shown()
        assert shown["title"] in ("Siegeworks", "<b>")
    assert called.user.console_errors == []
