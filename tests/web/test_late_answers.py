"""The page while answers are on their way: what one clicks meanwhile is not done twice, or wrongly.

`slow_line.py` delays all answers of all tests of the page; here a test holds back one of them.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Route, expect

from tests.web.conftest import Users
from tests.web.pages.test_tournaments import sign_up
from tests.web.user import User


class Held:
    """Requests that are held back until they are let through, as on a line that is slow."""

    def __init__(self, user: User, addresses: str) -> None:
        self.page, self.addresses = user.page, re.compile(addresses)
        self.routes: list[Route] = []
        self.page.route(self.addresses, self._hold)

    def _hold(self, route: Route) -> None:
        self.routes.append(route)

    @contextmanager
    def wait(self) -> Iterator[None]:
        """Wait for a request that what is done meanwhile leads to."""
        with self.page.expect_request(self.addresses):
            yield
        while not self.routes:
            self.page.evaluate("0")  # meanwhile Playwright hands the request over

    def let_through(self) -> None:
        """Let all of them through."""
        while self.routes:
            self.routes.pop(0).continue_()


@pytest.mark.long
def test_two_seats_clicked_in_the_lobby_give_the_first(users: Users) -> None:
    guest = users.add()
    hosts = [
        users.site.at(users.site.table(game, "me", "open"), 0)
        for game in ("siege-master", "expansion")
    ]
    guest.open("#/lobby")
    first = guest.page.locator("article", has_text="Siege Master").last
    second = guest.page.locator("article", has_text="Expansion").last
    seats = Held(guest, r"/api/seats$")
    with seats.wait():
        first.get_by_role("button", name="Take a seat").click()
    expect(second.get_by_role("button", name="Take a seat")).to_be_disabled()
    seats.let_through()
    expect(guest.page.locator(".table")).to_be_visible()
    expect(guest.page).to_have_title(re.compile("Siege Master"))
    for host in hosts:
        host.socket.close()
    guest.open("#/lobby")  # for the next test: nobody waits there any more
    expect(guest.page.locator("article", has_text="Expansion")).to_have_count(0)


@pytest.mark.long
def test_a_table_opened_before_its_options_are_answered_has_the_seats_of_these_options(
    users: Users,
) -> None:
    user = users.add()
    user.open("#/new/siege-by-number")
    expect(user.button("Open the table")).to_be_enabled()
    shapes = Held(user, r"/api/games/siege-by-number\?.")
    with shapes.wait():
        user.page.get_by_label("4", exact=True).check()
    user.button("Open the table").click()
    shapes.let_through()
    expect(user.page.locator(".table")).to_be_visible()
    expect(user.page.locator(".players > li")).to_have_count(4)


@pytest.mark.long
def test_a_game_is_opened_once_however_often_it_is_asked_for(users: Users) -> None:
    user = users.add()
    user.open("#/learn/siege-master")
    opened = Held(user, r"/api/games/siege-master\?")
    try_game = user.button("Play an easy bot, with a coach")
    with opened.wait():
        try_game.click()
    expect(try_game).to_be_disabled()
    opened.let_through()
    expect(user.page.locator(".table")).to_be_visible()


@pytest.mark.long
def test_an_account_is_created_once_by_two_clicks(users: Users) -> None:
    user = users.add()
    user.open("#/account")
    new = user.page.get_by_role("region", name="Create an account")
    new.get_by_label("Name").fill("TwoClicks")
    without = new.get_by_role("button", name="Create it with recovery codes only")
    made = Held(user, r"/api/account/sign-up$")
    with made.wait():
        without.click()
    without.click()
    without.click()
    made.let_through()
    expect(user.page.get_by_role("heading", name="Save your recovery codes")).to_be_visible()
    assert made.routes == []
    expect(user.page.get_by_role("alert")).to_be_empty()


@pytest.mark.long
def test_a_late_answer_does_not_undo_what_was_done_at_a_tournament(users: Users) -> None:
    user = users.add()
    sign_up(user, "LateAnswers")
    user.open("#/tournaments")
    user.page.get_by_role("textbox", name="Name").fill("Slow cup")
    user.button("Open the tournament").click()
    expect(user.button("Withdraw")).to_be_visible()
    late: list[tuple[Route, bytes]] = []  # with answers that were true when they were asked for

    def hold(route: Route) -> None:
        late.append((route, route.fetch().body()))

    user.page.route(re.compile(r"/api/tournaments/[^/]+$"), hold)
    while not late:
        user.page.evaluate("0")  # the page asks every 3 seconds
    user.button("Withdraw").click()
    expect(user.button("Enter")).to_be_visible()
    route, answer = late[0]
    with user.page.expect_response(route.request.url) as late_answer:
        route.fulfill(body=answer, content_type="application/json")
    late_answer.value.finished()
    user.page.evaluate("() => new Promise((drawn) => requestIdleCallback(drawn))")
    assert user.button("Enter").is_visible()
    assert not user.button("Withdraw").is_visible()
    user.page.unroute_all(behavior="ignoreErrors")
