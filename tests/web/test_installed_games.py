"""Games without a folder in the page: one that is installed as a package, and what the generic view
makes of the others.

For the latter the server plays one of its own games, under a name that the page does not know."""

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Route, WebSocketRoute, expect

from siegeworks import games
from siegeworks.games import NAMES
from tests.web.conftest import Users
from tests.web.games import policy, short_options
from tests.web.user import User

EXAMPLE = Path(__file__).parents[2] / "examples" / "liars-dice"
VIEW = EXAMPLE / "siegeworks_liars_dice" / "view.js"


# A package ----------------------------------------------------------------------------------------


@pytest.fixture
def liars_dice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The name of Liar's Dice, which is installed meanwhile: it has chance, hidden dice, a lesson,
    puzzles and a view.js."""
    info = tmp_path / "siegeworks_liars_dice-1.0.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Name: siegeworks-liars-dice\nVersion: 1.0.0\n")
    (info / "entry_points.txt").write_text(
        "[siegeworks.games]\nliars-dice = siegeworks_liars_dice\n"
    )
    monkeypatch.syspath_prepend(str(EXAMPLE))
    monkeypatch.syspath_prepend(str(tmp_path))
    games.look_again()
    yield "liars-dice"
    monkeypatch.undo()
    games.look_again()


def package_user(users: Users) -> User:
    """Somebody whose page gets the view of the package: the server began before the package was
    installed, and has not read it."""
    user = users.add(confirm_moves=True)
    user.page.route("**/games/liars-dice/view.js", lambda route: route.fulfill(path=VIEW))
    return user


@pytest.mark.long
def test_the_card_of_a_package_has_all_facts_and_offers_only_what_there_is(
    liars_dice: str, users: Users
) -> None:
    user = package_user(users)
    user.open()
    card = user.page.locator("article", has=user.page.locator(f"#title-{liars_dice}"))
    expect(card.get_by_role("listitem")).to_have_text(
        ["2 to 5 minutes", "2 players", "easy to learn", "dice", "hidden dice"]
    )
    links = ("Play a friend", "New table", "Learn", "Puzzles", "Rules")
    expect(card.get_by_role("link")).to_have_text([re.compile(link) for link in links])


@pytest.mark.long
def test_a_package_is_played_taught_and_puzzled_over_with_its_own_view(
    liars_dice: str, users: Users
) -> None:
    user = package_user(users)
    table = users.site.table(liars_dice, "me", "hot-seat")
    user.join(table, liars_dice, 0)
    left, right = (users.site.at(table, seat) for seat in (0, 1))
    dice = [spot["piece"]["text"] for spot in left.view["scene"]["spots"]]
    assert dice[2:] == ["?", "?"]
    expect(user.page.locator("[data-place=left1]")).to_contain_text(f"die {dice[0]} of Left")
    expect(user.page.locator("[data-place=right1]")).not_to_contain_text(re.compile(r"\d of"))

    user.button(f"1x{dice[0]}").click()
    bid = f"The bid 1x{dice[0]} is true: you have these dice."
    expect(user.page.locator(".preview")).to_contain_text(bid)
    user.page.locator(".actions .primary").click()
    right.wait_for(left.view["version"] + 1)
    right.act("4x6")
    expect(user.button("Liar!")).to_be_visible()  # as view.js has it

    user.open(f"#/learn/{liars_dice}/bid")
    user.button("Next").click()
    user.button("1x5").click()
    user.page.locator(".actions .primary").click()
    expect(user.page.locator("main")).to_contain_text("You have a five, so this is true")

    user.open(f"#/puzzles/{liars_dice}/call-the-lie-1")
    user.button("Liar!").click()
    user.page.locator(".actions .primary").click()
    expect(user.page.get_by_role("status")).to_contain_text("Right!")


# The generic view ---------------------------------------------------------------------------------


def disguise(user: User, game: str) -> None:
    """Rename a game in what the server sends to the page."""
    old, new = f'"{game}"', '"installed"'

    def games(route: Route) -> None:
        answer = route.fetch()
        known = answer.json()
        for entry in known["games"]:
            if entry["name"] == game:
                entry |= {"name": "installed", "view": "/games/installed/view.js"}
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
