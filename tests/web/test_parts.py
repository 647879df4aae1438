"""Parts of the page that are loaded when they are needed, when loading fails."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Route, expect

from tests.web.conftest import Users
from tests.web.table.test_legend import EXPLAINED
from tests.web.test_for_everybody import violations
from tests.web.user import User

GAME = "siege-master"
FAILED = "This part of the page could not be loaded. Check your connection."

Answer = Callable[[Route], None]


def lost(route: Route) -> None:
    """No connection."""
    route.abort()


def gone(route: Route) -> None:
    """The server has another version of the page."""
    route.fulfill(status=404)


@contextmanager
def failing(user: User, files: str, answer: Answer = lost) -> Iterator[None]:
    """Meanwhile, requests of these files are answered so."""
    user.page.route(files, answer)
    yield
    user.page.unroute(files, answer)


@pytest.fixture
def user(users: Users) -> Iterator[User]:
    """A user whose browser may say that files were not loaded."""
    user = users.add()
    yield user
    user.console_errors = [error for error in user.console_errors if "ERR_FAILED" not in error]


@pytest.fixture
def at_table(user: User) -> User:
    """The same user at a table."""
    table = user.site.table(GAME, "me", "hot-seat")
    user.join(table, GAME, 0, 1)
    user.page.evaluate("window.isTheSamePage = true")
    return user


def is_same_page(user: User) -> bool:
    """Whether the page was not reloaded."""
    return bool(user.page.evaluate("window.isTheSamePage === true"))


@pytest.mark.long
def test_a_dialog_that_cannot_be_loaded_says_so_and_comes_when_tried_again(at_table: User) -> None:
    user, page = at_table, at_table.page
    dialog = page.get_by_role("dialog")
    with failing(user, "**/assets/Legend-*.js*"):
        user.menu("What the pieces mean").click()
        expect(dialog).to_contain_text(FAILED)
        assert violations(user) == []
    user.button("Try again").click()
    expect(dialog.get_by_role("heading", name="Keys")).to_be_visible()
    assert is_same_page(user)


@pytest.mark.parametrize("key", ["Close", "Escape"])
@pytest.mark.long
def test_a_dialog_that_cannot_be_loaded_can_be_closed_and_asked_for_again(
    at_table: User, key: str
) -> None:
    user, page = at_table, at_table.page
    dialog = page.get_by_role("dialog")
    with failing(user, "**/assets/Share-*.js*"):
        user.menu("Share").click()
        expect(dialog).to_contain_text(FAILED)
    if key == "Close":
        user.button("Close").click()
    else:
        page.keyboard.press(key)
    expect(dialog).to_have_count(0)
    user.menu("Share").click()
    expect(dialog).to_contain_text("Save")


@pytest.mark.long
def test_a_page_of_an_old_version_is_reloaded_by_itself(at_table: User) -> None:
    user, page = at_table, at_table.page
    dialog = page.get_by_role("dialog")
    with failing(user, "**/assets/Share-*.js*", gone), page.expect_navigation():
        user.menu("Share").click()
    user.menu("Share").click()  # at the same table
    expect(dialog).to_contain_text("Save")
    assert not is_same_page(user)


@pytest.mark.long
def test_without_a_connection_the_page_stays(at_table: User) -> None:
    user, page = at_table, at_table.page
    home = user.site.base + "/"
    with failing(user, "**/assets/Share-*.js*"), failing(user, home):
        user.menu("Share").click()
        for _ in range(2):
            with page.expect_request(home):
                user.button("Try again").click()
            expect(page.get_by_role("dialog")).to_contain_text(FAILED)
    assert is_same_page(user)


@pytest.mark.long
def test_styles_that_were_lost_come_too(at_table: User) -> None:
    user, page = at_table, at_table.page
    with failing(user, "**/assets/Legend-*.css"):
        user.menu("What the pieces mean").click()
        expect(page.get_by_role("dialog")).to_contain_text(FAILED)
    user.button("Try again").click()
    expect(page.get_by_role("dialog").locator("header")).to_have_css("display", "flex")


@pytest.mark.long
def test_a_whole_page_that_cannot_be_loaded_says_so_in_its_place(user: User) -> None:
    with failing(user, "**/assets/Lobby-*.js*"):
        user.open("#/lobby")
        expect(user.page.locator("main")).to_contain_text(FAILED)
        assert violations(user) == []
    user.button("Try again").click()
    expect(user.page.get_by_role("heading", level=1)).to_be_visible()


@pytest.mark.long
def test_a_part_that_takes_long_says_so(at_table: User) -> None:
    user, page = at_table, at_table.page
    page.route("**/assets/Share-*.js*", lambda route: None)  # not answered
    user.menu("Share").click()
    expect(page.get_by_text("Loading …", exact=True)).to_be_visible()
    page.unroute_all()  # what was not answered goes on
    expect(page.get_by_role("dialog")).to_contain_text("Save")
    expect(page.get_by_text("Loading …", exact=True)).to_have_count(0)


@pytest.mark.long
def test_what_nobody_asked_for_comes_later_by_itself(user: User) -> None:
    cards = "**/assets/PieceCard-*.js*"
    with failing(user, cards), user.page.expect_event("requestfailed"):
        user.join(user.site.table(GAME, "me", "hot-seat"), GAME, 0, 1)
    expect(user.page.locator(EXPLAINED).first).to_be_attached()
    expect(user.page.get_by_text(FAILED)).to_have_count(0)
