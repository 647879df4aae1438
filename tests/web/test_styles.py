"""Styles of board and pieces: chosen in the settings, drawn everywhere, and complete."""

from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from siegeworks.games import NAMES
from tests.web.conftest import Users
from tests.web.games import middle
from tests.web.pictures import folder
from tests.web.test_for_everybody import SMALL, overflow, violations
from tests.web.test_settings import open_settings, remembered
from tests.web.user import TITLES, User

STYLED = [name for name in NAMES if (folder(name) / "styles.ts").is_file()]
PARTS = ("Board", "Pieces")

# What is drawn on the table's board, without what comes and goes.
DRAWN = """() => [...document.querySelectorAll('.board-area svg.board > :is(path, rect, g)')]
  .filter((one) => !one.matches('[data-mark], [data-focus]')).map((one) => one.outerHTML).join()"""
DIFFERS = f"(was) => ({DRAWN})() !== was"
SAME = f"(was) => ({DRAWN})() === was"
# How much of its width the drawing of each entry of the legend takes.
WIDTHS = """all => all.map((one) => {
  const parts = [...one.querySelectorAll('svg :is(path, rect, circle, text)')];
  const boxes = parts.map((part) => part.getBoundingClientRect());
  return Math.max(...boxes.map((box) => box.right)) - Math.min(...boxes.map((box) => box.left));
})"""


def at_table(users: Users, game: str, **look: Any) -> User:
    """A player in the middle of a game."""
    user = users.add(**look)
    user.join(users.site.table_from(*middle(game), game, "me", "hot-seat"), game, 0)
    expect(user.page.locator("[role=gridcell] button[aria-description]").first).to_be_attached()
    user.page.wait_for_load_state("networkidle")  # what the last turns did is drawn by then
    return user


def group(user: User, part: str) -> Locator:
    """The choice for the board or for the pieces."""
    return user.page.get_by_role("group", name=part, exact=True)


def open_styles(user: User, game: str) -> None:
    """Open the settings at the styles of a game, by keyboard."""
    open_settings(user)
    user.page.locator("details details summary", has_text=TITLES[game]).press("Enter")
    expect(group(user, "Board").get_by_role("radio").first).to_be_visible()


def choose_last(user: User, part: str) -> None:
    """Choose the last style, by keyboard: from the first one it is the one before."""
    first, last = (
        group(user, part).get_by_role("radio").first,
        group(user, part).get_by_role("radio").last,
    )
    first.focus()
    first.press("ArrowLeft")
    expect(last).to_be_focused()
    expect(last).to_be_checked()


@pytest.mark.long
@pytest.mark.parametrize("game", STYLED)
def test_a_style_is_chosen_by_keyboard_drawn_at_once_and_remembered(
    users: Users, game: str
) -> None:
    user = at_table(users, game)
    plain = user.page.evaluate(DRAWN)
    open_styles(user, game)
    seen = [plain]
    for part in PARTS:
        choose_last(user, part)
        user.page.wait_for_function(DIFFERS, arg=seen[-1])
        seen.append(user.page.evaluate(DRAWN))
    assert len(set(seen)) == 3
    assert violations(user) == []
    assert set(remembered(user)["styles"][game]) == {"board", "pieces"}
    user.page.reload()
    user.page.wait_for_function(SAME, arg=seen[-1])
    open_styles(user, game)
    for part in PARTS:
        expect(group(user, part).get_by_role("radio").last).to_be_checked()
        group(user, part).get_by_role("radio", name="Plain").check()
    user.page.wait_for_function(SAME, arg=plain)
    assert user.console_errors == []


@pytest.mark.parametrize("game", STYLED)
@pytest.mark.long
def test_every_kind_of_piece_is_drawn_in_every_style_on_every_screen(
    users: Users, game: str
) -> None:
    user = at_table(users, game)
    open_styles(user, game)
    for part in PARTS:
        choose_last(user, part)
    user.page.keyboard.press("Escape")
    user.page.locator("[role=gridcell] button").first.focus()
    user.page.keyboard.press("?")
    legend = user.page.get_by_role("dialog")
    expect(legend.locator("[data-aftermath]").first).to_be_attached()
    for width, scheme in ((1280, "light"), (390, "dark")):
        user.page.set_viewport_size({"width": width, "height": 844})
        user.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        widths = legend.locator("[data-kinds]:has(svg)").evaluate_all(WIDTHS)
        assert len(widths) > 4
        assert min(widths) > 24, "a symbol is missing or too small"
        assert violations(user) == []
        assert overflow(user) <= 0
        assert user.page.evaluate(SMALL) == []
        user.screenshot(f"styles-{game}-{width}-{scheme}")


@pytest.mark.parametrize("game", STYLED)
@pytest.mark.long
def test_the_styles_can_be_chosen_on_a_narrow_phone(users: Users, game: str) -> None:
    user = at_table(users, game, width=360, height=780, touch=True)
    open_styles(user, game)
    for part in PARTS:
        last = group(user, part).get_by_role("radio").last
        last.tap()
        expect(last).to_be_checked()
    assert overflow(user) <= 0
    assert user.page.evaluate(SMALL) == []
