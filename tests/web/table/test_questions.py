"""Confirmation of what cannot be undone, and undo against other people."""

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.web.conftest import Users
from tests.web.user import User

COUNT_LOOKS = """
window.looks = 0; // how often a seat's view was requested
const send = WebSocket.prototype.send;
WebSocket.prototype.send = function (message) {
  const { type, seat } = JSON.parse(message);
  if (type === "look" && seat) window.looks++;
  send.call(this, message);
};
"""


def shared_screen(users: Users, width: int = 1280, height: int = 800) -> User:
    """Two players at one screen, at Siege Master."""
    user = users.add(width=width, height=height)
    user.join(users.site.table("siege-master", "me", "hot-seat"), "siege-master", 0, 1)
    return user


def double_click(user: User, where: Locator, until: Locator) -> None:
    """Double-click without moving the mouse; `until` appears between the clicks."""
    where.scroll_into_view_if_needed()
    box, mouse = where.bounding_box(), user.page.mouse
    assert box is not None
    mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(until).to_be_visible()
    mouse.down(click_count=2)
    mouse.up(click_count=2)


@pytest.mark.long
def test_a_double_click_does_not_resign(users: Users) -> None:
    for width, height in ((1280, 800), (390, 844), (844, 390)):
        user = shared_screen(users, width=width, height=height)
        question = user.page.get_by_role("dialog")
        double_click(user, user.menu("Resign"), question)
        expect(question).to_contain_text("Resign as Red? You can’t undo this.")
        expect(user.button("Play on")).to_be_focused()
        user.page.keyboard.press("Enter")
        expect(question).to_have_count(0)
        user.expect_prompt(re.compile("to act"))
        user.screenshot(f"after-resign-{width}")


@pytest.mark.long
def test_the_dialog_opens_away_from_its_button(users: Users) -> None:
    for width, height in ((1280, 800), (390, 844), (844, 390)):
        user = shared_screen(users, width=width, height=height)
        resign = user.menu("Resign")
        resign.scroll_into_view_if_needed()
        asked = resign.bounding_box()
        resign.click()
        question = user.page.get_by_role("dialog").bounding_box()
        user.screenshot(f"resign-{width}")
        assert asked is not None and question is not None
        above = question["y"] + question["height"] <= asked["y"]
        below = asked["y"] + asked["height"] <= question["y"]
        beside = asked["x"] >= question["x"] + question["width"]
        assert above or below or beside


@pytest.mark.long
def test_resigning_needs_confirmation_and_escape_cancels(users: Users) -> None:
    user = shared_screen(users)
    user.menu("Resign").click()
    user.page.keyboard.press("Escape")
    expect(user.page.get_by_role("dialog")).to_have_count(0)
    expect(user.button("Menu")).to_be_focused()
    user.menu("Resign").click()
    user.button("Yes, Red resigns").click()
    user.expect_text("the last opponent resigned")


@pytest.mark.long
def test_a_dialog_stays_open_for_the_same_seat_when_the_opponent_moves(users: Users) -> None:
    user, other = users.add(), users.add()
    table = users.site.table("siege-master", "me", "hot-seat")
    user.join(table, "siege-master", 0)
    other.join(table, "siege-master", 1)
    user.type_first_move()
    other.expect_prompt(re.compile("^Your turn"))
    user.menu("Resign").click()
    other.type_first_move()
    user.expect_prompt(re.compile("^Your turn"))
    user.button("Yes, Red resigns").click()
    other.expect_text("You win: the last opponent resigned.")
    user.expect_text("Blue won: the last opponent resigned.")


@pytest.mark.long
def test_a_rematch_rotates_the_seats(users: Users) -> None:
    user = users.add()
    user.join(users.site.table("siege-master", "me", "1"), "siege-master", 0)
    user.expect_prompt(re.compile("^Your turn"))
    user.menu("Resign").click()
    user.button("Yes, Red resigns").click()
    user.expect_prompt(re.compile("^Blue won: "))
    user.page.get_by_label("Level").select_option("2")
    user.screenshot("ended")
    user.button("Rematch").click()
    seats = user.page.get_by_role("list", name="Seats").get_by_role("listitem")
    expect(seats.filter(has_text="Blue")).to_contain_text("You")
    expect(seats.filter(has_text="Red")).to_contain_text("bot 2")
    user.expect_prompt(re.compile("^Your turn"))


@pytest.mark.long
def test_who_has_no_account_accepts_a_rematch_where_the_game_was_played(users: Users) -> None:
    user, other = users.add(), users.add(width=390, height=844)
    table = users.site.table("siege-master", "me", "hot-seat")
    user.join(table, "siege-master", 0)
    other.join(table, "siege-master", 1)
    user.menu("Resign").click()
    user.button("Yes, Red resigns").click()
    user.button("Rematch").click()
    user.expect_text("Your opponents see your offer where you have just played.")
    other.expect_text("Red offers a rematch.")
    other.screenshot("rematch-offered-390")
    other.button("Accept the rematch").click()
    other.expect_prompt(re.compile("^Your turn"))
    user.expect_prompt(re.compile("^Waiting for Red"))
    other.page.go_back()
    expect(other.page.get_by_role("link", name="Go to the rematch")).to_be_visible()


@pytest.mark.long
def test_a_double_click_on_an_action_does_not_confirm_it(users: Users) -> None:
    user = users.add(confirm_moves=True)
    table = users.site.table_from("siege-by-number-0", 4, "siege-by-number", "me", "hot-seat")
    user.join(table, "siege-by-number", 0, 1)
    double_click(user, user.button("End the turn"), user.button("Yes, end the turn"))
    expect(user.button("Yes, end the turn")).to_be_visible()
    user.expect_prompt(re.compile("^Suns to act"))
    user.button("Yes, end the turn").click()
    user.expect_prompt(re.compile("^Crowns to act"))


@pytest.mark.long
def test_a_double_click_on_handing_over_does_not_open_the_curtain(users: Users) -> None:
    user = users.add()
    user.page.add_init_script(COUNT_LOOKS)
    table = users.site.table("kings-ransom", "me", "hot-seat", columns="2", tiles="KAEC")
    user.join(table, "kings-ransom", 0, 1)
    curtain = user.page.locator(".curtain")
    curtain.locator("button").click()
    own = user.page.locator("[data-mark=from]").first.get_attribute("data-cell") or ""
    user.page.get_by_label("Type a move").fill(f"{own[1:]}~")
    user.button("Play").click()
    hand_over = user.page.locator(".actions .primary.wide")
    expect(hand_over).to_be_visible()
    # Put the curtain's button under the pointer, where it may be on some screens.
    everywhere = ".curtain button {position: fixed; inset: 0}"
    user.page.evaluate("(rule) => document.styleSheets[0].insertRule(rule)", everywhere)
    double_click(user, hand_over, curtain)
    assert user.page.evaluate("looks") == 1, "only the first player's view was requested"
    expect(curtain.locator("button")).to_be_focused()
    user.page.keyboard.press("Enter")
    expect(curtain).to_have_count(0)
    assert user.page.evaluate("looks") == 2


@pytest.mark.long
def test_a_held_key_presses_once(users: Users) -> None:
    user = shared_screen(users)
    question = user.page.get_by_role("dialog")
    user.menu("Resign").focus()
    user.page.keyboard.down("Enter")
    expect(question).to_be_visible()
    for _ in range(3):  # key repeats, not presses
        user.page.keyboard.down("Enter")
    expect(user.button("Play on")).to_be_focused()
    user.page.keyboard.up("Enter")
    user.page.keyboard.press("Enter")
    expect(question).to_have_count(0)


@pytest.mark.long
def test_accepting_an_offer_needs_confirmation(users: Users) -> None:
    anna, ben = two_users(users)
    anna.menu("Offer a draw").click()
    question = ben.page.get_by_role("dialog")
    double_click(ben, ben.button("Accept"), question)
    expect(question).to_contain_text("Agree to a draw?")
    expect(ben.button("Not yet")).to_be_focused()
    ben.page.keyboard.press("Escape")
    anna.expect_prompt(re.compile("^Your turn"))
    anna.button("Withdraw the offer").click()
    expect(ben.button("Accept")).to_have_count(0)


def two_users(users: Users) -> tuple[User, User]:
    """Two players at Siege Master, each with a screen."""
    anna, ben = users.add(), users.add(width=390, height=844)
    table = users.site.table("siege-master", "me", "hot-seat")
    anna.join(table, "siege-master", 0)
    ben.join(table, "siege-master", 1)
    return anna, ben


@pytest.mark.long
def test_undo_needs_the_opponents_consent_and_everyone_sees_it(
    users: Users,
) -> None:
    anna, ben = two_users(users)
    spectator = users.add()
    spectator.open(anna.page.url.removeprefix(f"{users.site.base}/"))
    anna.type_first_move()
    ben.expect_prompt(re.compile("^Your turn"))
    expect(anna.button("Undo")).to_have_count(0)
    anna.button("Ask to undo").click()
    for user in (anna, ben, spectator):
        user.expect_text("Red asks to take back their last move. Waiting for Blue to answer.")
        expect(user.page.locator("ol li")).to_have_count(1)
    expect(anna.button("Ask to undo")).to_be_disabled()
    ben.screenshot("takeback-390")
    ben.accept_offer()
    for user in (anna, ben, spectator):
        read_out = user.page.locator(".messages [aria-live]")
        expect(read_out.filter(has_text="Red took back their last move.")).to_have_count(1)
        expect(user.page.locator("ol li")).to_have_count(0)
    anna.expect_prompt(re.compile("^Your turn"))


@pytest.mark.long
def test_a_move_that_was_answered_can_be_taken_back_with_the_answer(users: Users) -> None:
    anna, ben = two_users(users)
    anna.type_first_move()
    ben.expect_prompt(re.compile("^Your turn"))
    ben.type_first_move()
    anna.expect_prompt(re.compile("^Your turn"))
    anna.button("Ask to undo").click()
    ben.expect_text("and what followed. Waiting for Blue to answer.")
    ben.accept_offer()
    for user in (anna, ben):
        expect(user.page.locator("ol li")).to_have_count(0)
    anna.expect_prompt(re.compile("^Your turn"))


@pytest.mark.long
def test_an_undo_can_be_declined(users: Users) -> None:
    anna, ben = two_users(users)
    anna.type_first_move()
    ben.expect_prompt(re.compile("^Your turn"))
    anna.button("Ask to undo").click()
    ben.button("Decline").click()
    anna.expect_text("Blue declined the undo.")
    expect(anna.page.locator("ol li")).to_have_count(1)
    anna.button("Ask to undo").click()
    expect(anna.page.locator(".refusal")).to_contain_text("Try again after the next move")


@pytest.mark.long
def test_at_a_shared_screen_undo_is_immediate(users: Users) -> None:
    user = shared_screen(users)
    user.type_first_move()
    expect(user.page.locator("ol li")).to_have_count(1)
    user.button("Undo").click()
    expect(user.page.locator("ol li")).to_have_count(0)
