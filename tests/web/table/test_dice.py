"""Dice that anybody can check, at a table that was opened and left by clicking."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Users


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
