"""The rules pages: examples that are played, search, and paper."""

import re

import pytest
from playwright.sync_api import Locator, expect

from siegeworks.play.rulebook import rules_text, sections_with
from tests.web.conftest import Users
from tests.web.user import User

GAME = "kings-ransom"


def opened(users: Users, game: str = GAME) -> User:
    user = users.add()
    user.open(f"#/rules/{game}")
    user.page.wait_for_selector("figure .board")
    return user


def sections(user: User) -> Locator:
    return user.page.locator("article > section:visible")


@pytest.mark.long
def test_an_example_is_played_and_told(users: Users) -> None:
    user = opened(users)
    example = user.page.get_by_role("figure", name=re.compile("^A Spy that lay face down"))
    expect(example.get_by_role("img")).to_have_accessible_name(re.compile("^Picture: A Spy"))
    example.get_by_role("button", name="Play the example").press("Enter")
    sentence = "South’s Spy (1) leaves c2 and turns up North’s b1: Cavalry (3)."
    expect(example).to_contain_text(sentence)
    expect(example.get_by_role("button", name="Play it again")).to_be_visible()


@pytest.mark.long
def test_a_search_finds_as_one_types_and_says_how_many(users: Users) -> None:
    user = opened(users)
    all_sections = sections(user).count()
    user.page.keyboard.press("/")
    field = user.page.get_by_label("Search the rules")
    expect(field).to_be_focused()
    field.press_sequentially("Ransom kin")
    count = len(sections_with(rules_text(GAME), "ransom king"))
    expect(user.page.locator(".found")).to_have_text(
        re.compile(f"Found in [0-9]+ places, in {count + 1} sections.")  # and before the first
    )
    assert sections(user).count() == count + 1
    expect(user.page.get_by_role("button", name="R1 Tiles")).to_have_count(0)
    field.press("Escape")
    assert sections(user).count() == all_sections


@pytest.mark.long
def test_a_search_that_finds_nothing_says_so_and_can_be_cleared(users: Users) -> None:
    user = opened(users)
    user.page.get_by_label("Search the rules").fill("zeppelin")
    status = user.page.locator("article [role=status]")
    expect(status).to_contain_text("Nothing found for “zeppelin”")
    user.button("Show all rules").click()
    expect(user.page.get_by_role("heading", name="R1 Tiles")).to_be_visible()


@pytest.mark.long
def test_a_link_leads_to_its_paragraph_also_once_pictures_are_there(users: Users) -> None:
    user = users.add()
    user.open(f"#/rules/{GAME}/R9")
    user.page.wait_for_selector("figure .board")
    expect(user.page.get_by_role("heading", name="R9 Ransom")).to_be_in_viewport()


@pytest.mark.long
def test_on_paper_there_are_pictures_before_and_after_and_nothing_to_click(users: Users) -> None:
    user = users.add()
    user.set_preferences(theme="dark")
    user.open(f"#/rules/{GAME}")
    page = user.page
    page.wait_for_selector("figure .board")
    pictures = page.locator("figure .board").count()
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.locator("figure .board").count() > pictures
    assert page.locator("html[data-theme=light]").count() == 1
    assert page.locator("button:visible, nav:visible, header:visible, input:visible").count() == 0
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    expect(page.locator("figure .board")).to_have_count(pictures)
    assert len(page.pdf()) > 100_000
