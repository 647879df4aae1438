"""The first minute: the offer of an introduction, and the coach at tables against bots"""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from siegeworks.bots.review import Review
from siegeworks.games import NAMES
from siegeworks.play.teaching.coach import advice_of
from tests.web.conftest import Users
from tests.web.test_for_everybody import violations
from tests.web.user import User

GAME = "siege-master"
FIRST = next(advice.text for advice in advice_of(GAME) if advice.name == "first")
SIZES = [(1280, 800), (390, 844)]
POOR = "It wins about 61%. Your move wins about 40%. Blue wins."

# Where the parts of the table are, in pixels of the page.
PLACES = """() => Object.fromEntries(
  ['.board', '.plate', '.turn-line', '.answers', '.moves', '.tools'].flatMap((where) =>
    [...document.querySelectorAll(where)].map((one, i) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      return [where + i, [x, y + scrollY, width, height].map(Math.round)];
    })))"""


# The sentences of the panel: where they are, and the size of their letters.
SENTENCES = """() => Object.fromEntries(
  ['prompt', 'task-line', 'task', 'goal'].map((name) => {
    const one = document.querySelector('.' + name);
    const { top, bottom, width, height } = one.getBoundingClientRect();
    return [name, { top, bottom, width, height, font: parseFloat(getComputedStyle(one).fontSize) }];
  }))"""


@pytest.fixture(autouse=True)
def quick_reviews(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search of a review has tests of its own: here every move is poor, and another better."""

    def poor(game: Any, seen: Any, action: int, *_: Any) -> Review:
        texts = game.action_texts
        other = next(choice for choice in game.legal_actions(seen) if choice != action)
        return Review(
            texts[action], texts[other], "wins about 61%.", "wins about 40%.", "Blue wins."
        )

    monkeypatch.setattr("siegeworks.server.jobs.bot_worker.review", poor)


def at_table(user: User, *whos: str) -> Page:
    """At a new table, in the first seat; the page."""
    user.join(user.site.table(GAME, *whos), GAME, 0)
    expect(user.page.locator(".prompt")).to_have_text("Your turn.")
    return user.page


@pytest.mark.long
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_the_first_table_of_a_game_offers_an_introduction_that_goes_away_for_good(
    users: Users, width: int, height: int
) -> None:
    user = users.add(width=width, height=height, stranger=True)
    page = at_table(user, "me", "1")
    offer = page.get_by_role("group", name="New to Siege Master?")
    expect(offer).to_be_visible()
    expect(offer.get_by_role("button", name="Show me how")).to_be_visible()
    assert violations(user) == []
    page.get_by_label("Type a move").fill("a5-a8")  # it blocks nothing
    page.keyboard.press("Enter")
    expect(offer.get_by_role("button", name="Let me try")).to_have_count(0)
    expect(page.locator(".prompt")).to_have_text("Your turn.")
    places = page.evaluate(PLACES)
    offer.get_by_role("button", name="Not now").click()
    expect(offer).to_have_count(0)
    assert page.evaluate(PLACES) == places
    page.reload()
    expect(page.locator(".task")).to_be_visible()
    expect(offer).to_have_count(0)


@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.parametrize("game", NAMES)
@pytest.mark.long
def test_a_newcomer_is_told_what_to_do_under_whose_turn_it_is_in_the_largest_letters(
    users: Users, game: str, width: int, height: int
) -> None:
    user = users.add(width=width, height=height, stranger=True)
    user.join(users.site.table(game, "me", "1"), game, 0)
    page = user.page
    expect(page.get_by_role("group", name=re.compile("^New to "))).to_be_visible()
    task = page.locator(".task")
    expect(task).to_have_text(re.compile(r"\w.*\(R\d+.*\)$"))
    boxes = page.evaluate(SENTENCES)
    assert boxes["task"]["height"] > 0 and boxes["task"]["width"] > 100
    assert 0 <= boxes["task"]["top"] - boxes["prompt"]["bottom"] < 20
    assert boxes["task"]["bottom"] <= boxes["task-line"]["bottom"] + 1, "it is cut off"
    assert boxes["task"]["bottom"] <= height, "out of sight"
    assert boxes["task"]["font"] > max(boxes["goal"]["font"], 15)


@pytest.mark.long
def test_show_me_how_leads_to_the_first_lesson(users: Users) -> None:
    page = at_table(users.add(stranger=True), "me", "1")
    page.get_by_role("button", name="Show me how").click()
    expect(page.locator("h1")).to_have_text("Armies and fortresses")
    assert page.url.endswith(f"#/learn/{GAME}/army")


@pytest.mark.parametrize("level", ["1", "3"])
@pytest.mark.long
def test_let_me_try_is_a_game_against_an_easy_bot_with_the_coach_on(
    users: Users, level: str
) -> None:
    page = at_table(users.add(stranger=True), "me", level)
    page.get_by_role("button", name="Let me try").click()
    expect(page.locator(".coach.line")).to_contain_text(FIRST)
    expect(page.locator(".plate").first).to_contain_text("bot 1")
    tables = page.evaluate("localStorage.getItem('siegeworks.tables')")
    assert len(json.loads(tables)) == 1  # the other table is forgotten


@pytest.mark.parametrize("other", ["hot-seat", "friend"])
@pytest.mark.long
def test_there_is_neither_offer_nor_coach_where_people_play(users: Users, other: str) -> None:
    user = users.add(stranger=True, coach=True)
    user.join(user.site.table(GAME, "me", other), GAME, 0)
    page = user.page
    expect(page.locator(".tools")).to_be_visible()
    user.button("Menu").click()
    expect(page.locator("#table-menu").get_by_role("switch", name="Type moves")).to_be_visible()
    expect(page.locator("#table-menu").get_by_role("switch", name="Coach")).to_have_count(0)
    expect(page.locator(".coach")).to_have_count(0)


@pytest.mark.long
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_a_poor_move_is_told_shown_and_taken_back_by_keyboard_and_nothing_moves(
    users: Users, width: int, height: int
) -> None:
    user = users.add(width=width, height=height, coach=True, confirm_moves=True)
    page = at_table(user, "me", "1")
    line, heard = page.locator(".coach.line"), page.locator("[role=status]")
    expect(line).to_contain_text(FIRST)
    places = page.evaluate(PLACES)
    page.get_by_label("Type a move").fill("a5-a8")
    page.keyboard.press("Enter")
    expect(line).to_contain_text("Better: Place an army")
    expect(heard.filter(has_text=POOR)).to_have_count(1)
    expect(page.locator(".prompt")).to_have_text("Your turn.")
    line.focus()
    page.keyboard.press("Enter")
    card = page.get_by_role("group", name="Coach")
    expect(card).to_contain_text(POOR)
    assert violations(user) == []
    page.keyboard.press("Escape")
    expect(card).to_have_count(0)
    expect(line).to_be_focused()
    page.keyboard.press("Enter")
    card.get_by_role("button", name="Show it").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".prompt")).to_contain_text("The better move.")
    assert page.evaluate(PLACES) == places
    page.keyboard.press("Escape")
    expect(page.locator(".prompt")).to_have_text("Your turn.")
    line.focus()
    page.keyboard.press("Enter")
    card.get_by_role("button", name="Take my move back").focus()
    page.keyboard.press("Enter")
    expect(line).to_contain_text(FIRST)
    expect(user.button("Undo")).to_be_disabled()
    assert page.evaluate(PLACES) == places
    line.click()
    card.get_by_role("button", name="Turn the coach off").click()
    expect(line).to_have_count(0)
    expect(page.locator(".task")).to_be_visible()
    assert page.evaluate(PLACES) == places


@pytest.mark.long
def test_the_coach_is_switched_on_in_the_menu_and_in_the_settings(users: Users) -> None:
    user = users.add()
    page = at_table(user, "me", "1")
    user.button("Menu").click()
    page.locator("#table-menu").get_by_role("switch", name="Coach").click()
    expect(page.locator(".coach.line")).to_contain_text(FIRST)
    page.get_by_text("Settings", exact=True).click()
    page.get_by_role("checkbox", name="Coach").click()
    expect(page.locator(".coach")).to_have_count(0)
