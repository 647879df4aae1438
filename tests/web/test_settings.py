"""The settings: what they are called, that they apply at once and are remembered."""

import json
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Users
from tests.web.games import middle
from tests.web.test_for_everybody import violations
from tests.web.user import User


def open_settings(user: User) -> None:
    """By keyboard."""
    summary = user.page.locator("summary", has_text="Settings")
    summary.focus()
    summary.press("Enter")
    expect(user.page.get_by_label("Theme")).to_be_visible()


def remembered(user: User) -> dict[str, Any]:
    """What the browser stores."""
    settings: dict[str, Any] = json.loads(user.page.evaluate("localStorage['siegeworks.me']"))
    return settings


@pytest.mark.long
def test_settings_are_set_by_keyboard_apply_at_once_and_are_remembered(users: Users) -> None:
    user = users.add()
    game = "siege-master"
    user.join(users.site.table_from(*middle(game), game, "me", "hot-seat"), game, 0)
    tokens = user.page.locator("div.side ol code")
    expect(tokens).to_have_count(0)
    open_settings(user)
    user.page.keyboard.press("Tab")
    expect(user.page.get_by_label("Theme")).to_be_focused()
    user.page.get_by_label("Theme").select_option("dark")
    expect(user.page.locator("html")).to_have_attribute("data-theme", "dark")
    user.page.keyboard.press("Tab")
    slider = user.page.get_by_role("slider", name="Sounds")
    expect(slider).to_be_focused()
    expect(slider).to_have_attribute("aria-valuetext", "Off")
    user.page.keyboard.press("ArrowRight")
    user.page.keyboard.press("ArrowRight")
    expect(slider).to_have_attribute("aria-valuetext", "20 %")
    user.page.keyboard.press("Tab")
    expect(user.page.locator("summary", has_text="Listen to each sound")).to_be_focused()
    user.page.keyboard.press("Tab")
    pace = user.page.get_by_label("Others’ turns")
    expect(pace).to_be_focused()
    expect(pace).to_have_accessible_description(
        "How long each turn is shown. Any click or key skips ahead."
    )
    pace.select_option("slow")
    user.page.keyboard.press("Tab")
    expect(user.page.get_by_label("Record notation")).to_be_focused()
    user.page.keyboard.press("Space")
    expect(tokens).not_to_have_count(0)
    user.page.keyboard.press("Tab")
    expect(user.page.get_by_label("Confirm moves")).to_be_focused()
    user.page.keyboard.press("Space")
    user.page.keyboard.press("Escape")
    expect(user.page.get_by_label("Theme")).to_have_count(0)
    expect(user.page.locator("summary", has_text="Settings")).to_be_focused()
    expected = {"theme": "dark", "volume": 20, "pace": "slow", "tokens": True, "confirm": True}
    assert remembered(user).items() >= expected.items()
    user.page.reload()
    open_settings(user)
    expect(user.page.get_by_label("Theme")).to_have_value("dark")
    expect(slider).to_have_value("20")
    expect(pace).to_have_value("slow")
    expect(user.page.get_by_label("Record notation")).to_be_checked()
    expect(user.page.get_by_label("Confirm moves")).to_be_checked()
    user.page.keyboard.press("Shift+Tab")
    expect(user.page.get_by_label("Theme")).to_have_count(0)


@pytest.mark.long
def test_each_sound_can_be_heard_once_sounds_are_on(users: Users) -> None:
    user = users.add()
    user.open()
    open_settings(user)
    user.page.locator("summary", has_text="Listen to each sound").press("Enter")
    buttons = user.page.locator(".sounds button")
    expect(buttons.first).to_be_disabled()
    user.page.get_by_role("slider", name="Sounds").press("ArrowRight")
    expect(buttons.first).to_be_enabled()
    assert violations(user) == []
    for button in buttons.all():
        button.press("Enter")
    labels = buttons.all_inner_texts()
    assert len(set(labels)) == len(labels) > 8
    assert user.console_errors == []


COUNT = """
  const stored = JSON.parse(localStorage['siegeworks.me']);
  localStorage['siegeworks.me'] = JSON.stringify({...stored, volume: 10});
  const [proto, make] = [BaseAudioContext.prototype, BaseAudioContext.prototype.createOscillator];
  window.voices = 0;
  proto.createOscillator = function () { window.voices += 1; return make.call(this); };
"""  # sounds are on, and their tones are counted


@pytest.mark.long
def test_a_refused_move_and_a_move_are_heard_at_the_table(users: Users) -> None:
    user = users.add()
    user.page.add_init_script(COUNT)
    game = "siege-master"
    table = users.site.table_from(*middle(game), game, "me", "hot-seat")
    player = users.site.at(table, 0, 1)
    legal = player.view["legal"][0]
    player.socket.close()
    user.join(table, game, 0, 1)
    field = user.page.get_by_label("Type a move")
    expect(field).to_be_visible()
    user.page.wait_for_load_state("networkidle")  # the sounds, too
    for move in ("a1-a2", legal):
        voices = user.page.evaluate("window.voices")
        field.fill(move)
        field.press("Enter")
        user.page.wait_for_function("(were) => window.voices > were", arg=voices)
    assert user.console_errors == []


@pytest.mark.parametrize("height", [780, 480])
@pytest.mark.long
def test_the_settings_fit_on_a_narrow_phone(users: Users, height: int) -> None:
    user = users.add(width=360, height=height, touch=True)
    user.open()
    user.page.locator("summary", has_text="Settings").tap()
    last = user.page.get_by_label("Confirm moves")
    last.scroll_into_view_if_needed()
    expect(last).to_be_in_viewport(ratio=1)
    box = user.page.get_by_label("Theme").locator("xpath=../../..").bounding_box()
    assert box is not None and box["x"] >= 0 and box["x"] + box["width"] <= 360
    assert box["y"] + box["height"] <= height
    assert user.page.evaluate("document.documentElement.scrollWidth") <= 360
    last.tap()
    expect(last).to_be_checked()
