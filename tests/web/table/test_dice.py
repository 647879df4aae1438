"""Dice that anybody can check, at a table that was opened and left by clicking."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Users
from tests.web.pages.test_people import accept
from tests.web.pages.test_tournaments import sign_up
from tests.web.user import User


@pytest.mark.long
@pytest.mark.parametrize("width", [1280, 390])
def test_every_outcome_is_checked_when_the_game_is_over(users: Users, width: int) -> None:
    user = users.add(width=width)
    user.open("#/new/siege-by-number")
    user.button("Open the table").click()
    user.menu("Check the dice").click()
    dialog = user.page.get_by_role("dialog", name="Check the dice")
    expect(dialog).to_contain_text("When the game is over")
    hash_shown = dialog.get_by_text(re.compile("^[0-9a-f]{64}$")).first.inner_text()
    dialog.get_by_role("button", name="Close").click()
    user.menu("Resign").click()
    user.button("Yes, Suns resigns").click()
    user.menu("Check the dice").click()
    user.button("Check every outcome").click()
    expect(dialog.get_by_role("status")).to_have_text(re.compile("^All .* follow from the secret"))
    expect(dialog).to_contain_text(hash_shown)
    user.screenshot(f"dice-{width}")
    dialog.get_by_role("button", name="Close").click()
    user.page.get_by_role("link", name="Replay the game").click()
    user.button("Check the dice").click()  # there, too
    user.button("Check every outcome").click()
    expect(dialog.get_by_role("status")).to_have_text(re.compile("^All .* follow from the secret"))


def test_a_server_that_left_out_this_browsers_number_is_caught(users: Users) -> None:
    user = users.add()
    user.open("#/new/siege-by-number")
    user.button("Open the table").click()
    user.menu("Resign").click()
    user.button("Yes, Suns resigns").click()
    user.page.wait_for_function(  # the page stores that it is over, with all that it knows
        "() => Object.values(JSON.parse(localStorage['siegeworks.tables'])).every(({over}) => over)"
    )
    user.page.evaluate(
        """() => {
          const tables = JSON.parse(localStorage.getItem('siegeworks.tables'));
          for (const one of Object.values(tables)) one.entropy = 'beef';
          localStorage.setItem('siegeworks.tables', JSON.stringify(tables));
        }"""
    )
    user.page.reload()
    user.menu("Check the dice").click()
    user.button("Check every outcome").click()
    verdict = user.page.get_by_role("dialog").get_by_role("status")
    expect(verdict).to_contain_text("left out the number of this browser")


def kept(user: User) -> list[dict[str, Any]]:
    """What this browser remembers of its tables."""
    stored = user.page.evaluate("localStorage.getItem('siegeworks.tables')")
    return list(json.loads(stored).values())


@pytest.mark.long
def test_both_players_of_a_challenge_add_to_the_dice_and_check_them(users: Users) -> None:
    ann, bob = users.add(), users.add(width=390, height=844, touch=True)
    sign_up(ann, "DiceAnn")
    sign_up(bob, "DiceBob")
    bob.open("#/account")
    expect(bob.page.locator(".me strong")).to_have_text("DiceBob")
    bob.page.reload()
    ann.open("#/account")
    expect(ann.page.locator(".me strong")).to_have_text("DiceAnn")
    ann.open("#/people/DiceBob")
    ann.button("Challenge").click()
    ann.page.get_by_role("dialog").locator("select").first.select_option("siege-by-number")
    ann.button("Send the challenge").click()
    expect(ann.page.get_by_text("DiceBob has been asked.")).to_be_visible()
    ann.button("Close").click()
    accept(bob)
    expect(bob.page.get_by_text(re.compile("^Waiting for .* to join"))).to_be_visible()
    bob.screenshot("dice-waits")
    ann.page.get_by_role("button", name="1 thing is waiting for you").click()
    ann.page.get_by_role("button", name=re.compile("^Go to the table")).click()
    expect(bob.page.get_by_text(re.compile("^Waiting for .* to join"))).to_be_hidden()
    bob.menu("Resign").click()
    bob.page.get_by_role("button", name=re.compile("^Yes, .* resigns")).click()
    numbers = []
    for user in (ann, bob):
        user.menu("Check the dice").click()
        user.button("Check every outcome").click()
        dialog = user.page.get_by_role("dialog")
        expect(dialog.get_by_role("status")).to_have_text(
            re.compile("(All|The only) .* from the secret")
        )
        expect(dialog.get_by_role("list")).to_have_count(0)  # of what is wrong
        (seats,) = kept(user)
        assert seats["isAdded"] and seats["commitment"]
        numbers.append(seats["entropy"])
        expect(dialog).to_contain_text(seats["commitment"])
    for number in numbers:
        expect(dialog).to_contain_text(f"added {number}")
