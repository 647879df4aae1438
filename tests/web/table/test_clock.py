"""A table with a clock, in the browser."""

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from siegeworks.server.tables.clocks import Timekeeper
from tests.server.served import Client, served
from tests.web.conftest import UNLIMITED, Users, impatient
from tests.web.user import User

RUNNING = re.compile(r"(10:00|9:5\d)")
# After a minute. What a request waited at the server is not charged, and a started second is shown.
MOVED = re.compile("9:0[56]")


class Watch:
    """The clock of a server, which a test moves."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0
        self.time: Timekeeper | None = None
        self.loop: asyncio.AbstractEventLoop | None = None

    def wait(self, seconds: int) -> None:
        """Let time pass, in which the server is there."""
        assert self.time is not None
        assert self.loop is not None
        for _ in range(seconds):
            self.now += 1
            asyncio.run_coroutine_threadsafe(self.time.look("worker"), self.loop).result()


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    """The clock of the server of this test."""
    watch = Watch()

    def start(time: Timekeeper, worker: str) -> None:
        time.machine = lambda: watch.now
        watch.time, watch.loop = time, asyncio.get_running_loop()

    monkeypatch.setattr(Timekeeper, "start", start)
    return watch


@pytest.fixture
def site(prepared_searches: None, watch: Watch, tmp_path: Path) -> Iterator[Client]:
    """A server of the test's own, whose clock it moves."""
    with impatient(), served(tmp_path, settings=UNLIMITED) as client:
        yield client


def timed(site: Client, **clock: int) -> Any:
    """A table of two people with a clock."""
    return site.opened("siege-master", ("me", "hot-seat"), {"clock": clock})


def time_of(user: User, seat: str) -> Any:
    """Where the time of a seat is shown."""
    return user.page.locator("li", has_text=seat).locator(".time")


@pytest.mark.long
@pytest.mark.parametrize("width", [1280, 390])
def test_time_is_shown_and_a_flag_falls(
    users: Users, site: Client, watch: Watch, width: int
) -> None:
    table = timed(site, reserve=600_000, increment=5_000)
    red, blue = (users.add(width=width, height=844, touch=width < 400) for _ in range(2))
    red.join(table, "siege-master", 0)
    expect(time_of(red, "Red")).to_have_text("10:00")
    blue.join(table, "siege-master", 1)
    expect(red.page.locator(".time.runs")).to_have_text(RUNNING)
    watch.wait(60)
    site.at(table, 0).act("d3-d6")
    expect(time_of(red, "Red")).to_have_text(MOVED)
    expect(time_of(blue, "Red")).to_have_text(MOVED)
    expect(time_of(blue, "Blue")).to_have_text(RUNNING)
    before = red.page.locator(".board-area").bounding_box()
    red.screenshot(f"clock-{width}")
    watch.wait(610)
    expect(red.page.locator(".turn-line")).to_contain_text("You win")
    expect(time_of(red, "Blue")).to_have_text("0:00.0")
    assert red.page.locator(".board-area").bounding_box() == before
    red.screenshot(f"fallen-{width}")
    red.page.get_by_role("link", name="Replay the game").click()
    red.button("One turn forward").click()
    expect(red.page.locator(".step")).to_contain_text(
        re.compile(r"\((60\.0|59\.9) s, 9:0[01] left\)")
    )
    red.screenshot(f"replay-{width}")


@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.long
def test_a_clock_is_chosen_for_a_new_table(users: Users, width: int) -> None:
    user = users.add(width=width, height=900)
    user.open("#/new/siege-master")
    choice = user.page.get_by_role("group", name="Clock")
    expect(choice).to_contain_text("as long as they like")
    user.screenshot(f"none-{width}")
    choice.get_by_label("Quick").check()
    expect(choice).to_contain_text("A game takes about 10 minutes.")
    choice.get_by_text("More clocks").click()
    choice.get_by_label("Minutes for the game").fill("3")
    choice.get_by_label("Minutes for the game").blur()
    expect(choice).to_contain_text("3 minutes each, and 10 seconds more for each move.")
    user.screenshot(f"own-{width}")
    user.button("Open the table").click()
    expect(time_of(user, "Red")).to_have_text(re.compile(r"(3:00|2:5\d)"))


@pytest.mark.long
def test_little_time_is_said_aloud_and_shown_in_tenths(users: Users, site: Client) -> None:
    table = timed(site, reserve=9_900)
    user = users.add()
    user.join(table, "siege-master", 0, 1)
    expect(time_of(user, "Red")).to_have_text(re.compile(r"0:0\d\.\d"))
    expect(user.page.locator("[aria-live=assertive]", has_text="10 seconds left.")).to_have_count(1)
    user.screenshot("low")
