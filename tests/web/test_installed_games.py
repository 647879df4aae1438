"""Games without a folder in the page, as an installed package brings them: the page draws them with
its generic view, which the package can refine with a module of its own.

The server plays one of its own games here, under a name that the page does not know."""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import Route, WebSocketRoute, expect

from siegeworks.games import NAMES
from tests.web.conftest import Users
from tests.web.games import policy, short_options
from tests.web.user import User

VIEW = """export default {
  words: { buttons: { pass: "Sit this one out" } },
  pieces: { minion: "M-8 8H8L0-8Z" },
};"""


def disguise(user: User, game: str) -> None:
    """Rename a game in what the server sends to the page."""
    old, new = f'"{game}"', '"installed"'

    def games(route: Route) -> None:
        answer = route.fetch()
        known = answer.json()
        for one in known["games"]:
            if one["name"] == game:
                one |= {"name": "installed", "view": "/games/installed/view.js"}
                one |= {"has_lessons": False, "has_puzzles": False, "minutes": [7, 9]}
        route.fulfill(response=answer, json=known)

    user.page.route("**/api/games", games)
    user.page.route_web_socket(
        re.compile("/ws/"),
        lambda socket: _forward(socket, old, new),
    )


def _forward(socket: WebSocketRoute, old: str, new: str) -> None:
    server = socket.connect_to_server()
    server.on_message(lambda message: socket.send(str(message).replace(old, new)))
    socket.on_message(server.send)


def serve_view(user: User, source: str) -> None:
    """Serve this module as the view of the installed game."""
    user.page.route(
        "**/games/installed/view.js",
        lambda route: route.fulfill(body=source, content_type="text/javascript"),
    )


@pytest.mark.parametrize("game", NAMES)
def test_a_game_without_a_view_is_drawn_and_its_moves_can_be_clicked(
    users: Users, game: str
) -> None:
    user = users.add()
    disguise(user, game)
    user.page.route("**/games/installed/view.js", lambda route: route.fulfill(status=404))
    table = users.site.table(game, "me", "1", **short_options(game))
    user.join(table, game, 0)
    cells = user.page.locator(".board path.cell")
    expect(cells).not_to_have_count(0)
    expect(user.page.locator("[role=gridcell]")).to_have_count(cells.count())
    user.expect_prompt(re.compile("^Your turn"))
    steps = user.state()[1]
    rng = random.Random(5)
    while user.state()[1] == steps:
        user.click_possible(policy(game, rng))
    user.screenshot(f"{game}-generic")
    user.console_errors.clear()  # the missing module is reported to its author


@pytest.mark.long
def test_the_card_of_a_package_has_all_facts_and_offers_only_what_there_is(users: Users) -> None:
    user = users.add()
    disguise(user, "expansion")
    serve_view(user, "export default {};")
    user.open()
    card = user.page.locator("article", has=user.page.locator("#title-installed"))
    expect(card.get_by_role("listitem")).to_have_text(
        ["7 to 9 minutes", "2 players", "learned in one game", "no luck", "hidden values"]
    )
    links = ("Play a friend", "New table", "Rules")
    expect(card.get_by_role("link")).to_have_text([re.compile(link) for link in links])
    user.open("#/rules/installed")
    user.open("#/learn")
    expect(user.page.locator("ul.boards a")).to_have_count(len(NAMES) - 1)


def test_a_package_refines_the_generic_view(users: Users) -> None:
    user = users.add(confirm_moves=True)
    disguise(user, "expansion")
    serve_view(user, VIEW)
    user.open()
    expect(user.page.get_by_role("heading", name="Expansion")).to_have_count(2)
    table = users.site.table_from("expansion-0", 30, "expansion", "me", "hot-seat")
    user.join(table, "expansion", 0)
    expect(user.page.locator('.board path.shape[d="M-8 8H8L0-8Z"]')).not_to_have_count(0)
