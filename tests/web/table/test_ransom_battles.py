"""Battles of King's Ransom: what the board foretells, shows and keeps showing."""

import re

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Users

GAME = "kings-ransom"
RECORD = "kings-ransom-0"
BEFORE_THE_ATTACK = 38  # steps; then north attacks with b2xb2, and south calls b1


@pytest.mark.long
def test_a_battle_adds_up_and_is_kept_until_ones_own_next_move(users: Users) -> None:
    user = users.add()
    table = users.site.table_from(RECORD, BEFORE_THE_ATTACK, GAME, "me", "hot-seat")
    user.join(table, GAME, 0)
    north = users.site.at(table, 1)
    north.act("b2xb2")
    card = user.page.get_by_role("group", name="Battle")
    expect(card).to_be_visible()
    turned_up = user.page.locator("[data-turned-up=Sb2]")  # a Spy had shown the attacker
    expect(turned_up).to_have_count(1)

    # The tile that is called is foretold, and then added.
    user.page.locator("[data-place=Sb1]").focus()
    expect(user.page.locator(".preview")).to_contain_text(re.compile(r"^\d against \d \+ \d: "))
    user.page.keyboard.press("Enter")
    expect(card).to_contain_text(re.compile(r"\d against \d \+ \d\."))
    expect(card.locator("svg")).to_have_count(3)

    # The card goes with the next key, but the tiles that fell stay, with their scorer.
    user.page.keyboard.press("Escape")
    expect(card).to_have_count(0)
    expect(user.page.locator("[data-lost]")).to_have_count(3)
    expect(user.page.locator("[data-moved]")).not_to_have_count(0)
    flight = next(token for token in user_legal(users, table) if token.endswith("~"))
    south = users.site.at(table, 0)
    south.act(flight)
    expect(user.page.locator("[data-lost]")).to_have_count(1)
    expect(user.page.locator("[data-lost]")).to_have_attribute("data-scorer", "")


def user_legal(users: Users, table: dict[str, object]) -> list[str]:
    """What South may do now."""
    return list(users.site.at(table, 0).view["legal"])


@pytest.mark.long
def test_a_tile_shows_its_reach_and_what_its_attack_meets(users: Users) -> None:
    user = users.add(confirm_moves=True)
    table = users.site.table_from(RECORD, 33, GAME, "me", "hot-seat")
    user.join(table, GAME, 0)
    user.page.locator("[data-place=Sd3]").focus()
    user.page.keyboard.press("Enter")
    expect(user.page.locator("[data-column]")).to_have_count(1)
    user.page.locator("[data-place=Nd3]").focus()
    expect(user.page.locator("[data-preview]")).to_have_text("6 against ? + up to 6")
    expect(user.page.locator(".preview")).to_contain_text("6 against ?: the tile lies face down.")
    user.button("Flee").hover()
    expect(user.button("Flee")).to_have_attribute("title", re.compile("nobody scores it"))
