"""Questions before what cannot be undone, and taking a move back from somebody else."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from tests.web.conftest import Guests
from tests.web.person import Person

COUNT_LOOKS = """
window.audience = 0; // how often somebody's view was asked for
const send = WebSocket.prototype.send;
WebSocket.prototype.send = function (said) {
  const { type, seat } = JSON.parse(said);
  if (type === "look" && seat) window.audience++;
  send.call(this, said);
};
"""


def at_one_screen(guests: Guests, width: int = 1280, height: int = 800) -> Person:
    """Two people at one screen, at Siege Master."""
    person = guests.come(width=width, height=height)
    person.sits(guests.site.table("siege-master", "me", "hot-seat"), "siege-master", 0, 1)
    return person


def double_click(person: Person, where: Locator, until: Locator) -> None:
    """Click twice without moving the mouse, as a browser hears it; between both this appears."""
    where.scroll_into_view_if_needed()
    box, mouse = where.bounding_box(), person.page.mouse
    assert box is not None
    mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(until).to_be_visible()
    mouse.down(click_count=2)
    mouse.up(click_count=2)


def test_a_double_click_does_not_resign(guests: Guests) -> None:
    for width, height in ((1280, 800), (390, 844), (844, 390)):
        person = at_one_screen(guests, width=width, height=height)
        question = person.page.get_by_role("dialog")
        double_click(person, person.button("Resign"), question)
        expect(question).to_contain_text("Resign as Red? This cannot be taken back.")
        expect(person.button("Play on")).to_be_focused()
        person.page.keyboard.press("Enter")
        expect(question).to_have_count(0)
        person.is_told(re.compile("to act"))
        person.pictures_itself(f"after-resign-{width}")


def test_the_question_stands_away_from_the_button_that_asks_it(guests: Guests) -> None:
    for width, height in ((1280, 800), (390, 844), (844, 390)):
        person = at_one_screen(guests, width=width, height=height)
        resign = person.button("Resign")
        resign.scroll_into_view_if_needed()
        asked = resign.bounding_box()
        resign.click()
        question = person.page.get_by_role("dialog").bounding_box()
        person.pictures_itself(f"resign-{width}")
        assert asked is not None and question is not None
        above = question["y"] + question["height"] <= asked["y"]
        below = asked["y"] + asked["height"] <= question["y"]
        beside = asked["x"] >= question["x"] + question["width"]
        assert above or below or beside


def test_one_resigns_when_one_says_yes_and_not_by_escape(guests: Guests) -> None:
    person = at_one_screen(guests)
    person.button("Resign").click()
    person.page.keyboard.press("Escape")
    expect(person.page.get_by_role("dialog")).to_have_count(0)
    expect(person.button("Resign")).to_be_focused()
    person.button("Resign").click()
    person.button("Yes, Red resigns").click()
    person.sees("the last opponent resigned")


def test_a_question_stays_when_the_opponent_moves_and_means_the_same_seat(guests: Guests) -> None:
    person, other = guests.come(), guests.come()
    table = guests.site.table("siege-master", "me", "hot-seat")
    person.sits(table, "siege-master", 0)
    other.sits(table, "siege-master", 1)
    person.types_first_move()
    other.is_told(re.compile("^Your turn"))
    person.button("Resign").click()
    other.types_first_move()
    person.is_told(re.compile("^Your turn"))
    person.button("Yes, Red resigns").click()
    other.sees("Blue won: the last opponent resigned.")


def test_a_double_click_on_an_action_is_not_taken_for_its_confirmation(guests: Guests) -> None:
    person = guests.come(confirms=True)
    table = guests.site.table_from("siege-by-number-0", 4, "siege-by-number", "me", "hot-seat")
    person.sits(table, "siege-by-number", 0, 1)
    double_click(person, person.button("End the turn"), person.button("Play done"))
    expect(person.button("Play done")).to_be_visible()
    person.is_told(re.compile("^Suns to act"))
    person.button("Play done").click()
    person.is_told(re.compile("^Crowns to act"))


def test_a_double_click_on_handing_over_does_not_lift_the_curtain(guests: Guests) -> None:
    person = guests.come()
    person.page.add_init_script(COUNT_LOOKS)
    table = guests.site.table("kings-ransom", "me", "hot-seat", columns="2", tiles="KAEC")
    person.sits(table, "kings-ransom", 0, 1)
    curtain = person.page.locator(".curtain")
    curtain.locator("button").click()
    own = person.page.locator("[data-may=begin]").first.get_attribute("data-at") or ""
    person.page.get_by_label("Type a move").fill(f"{own[1:]}~")
    person.button("Play").click()
    hand_over = person.page.locator(".actions .main.wide")
    expect(hand_over).to_be_visible()
    # The curtain's button is put where the pointer is, as it may be on some screen.
    everywhere = ".curtain button {position: fixed; inset: 0}"
    person.page.evaluate("(rule) => document.styleSheets[0].insertRule(rule)", everywhere)
    double_click(person, hand_over, curtain)
    assert person.page.evaluate("looks") == 1, "the table is asked for by nobody but the first"
    expect(curtain.locator("button")).to_be_focused()
    person.page.keyboard.press("Enter")
    expect(curtain).to_have_count(0)
    assert person.page.evaluate("looks") == 2


def test_a_key_that_is_held_down_presses_once(guests: Guests) -> None:
    person = at_one_screen(guests)
    question = person.page.get_by_role("dialog")
    person.button("Resign").focus()
    person.page.keyboard.down("Enter")
    expect(question).to_be_visible()
    for _ in range(3):  # no second press: the same key again is a repetition
        person.page.keyboard.down("Enter")
    expect(person.button("Play on")).to_be_focused()
    person.page.keyboard.up("Enter")
    person.page.keyboard.press("Enter")
    expect(question).to_have_count(0)


def test_to_agree_one_is_asked_twice_wherever_the_offer_appears(guests: Guests) -> None:
    anna, ben = two_people(guests)
    anna.button("Offer a draw").click()
    question = ben.page.get_by_role("dialog")
    double_click(ben, ben.button("Agree"), question)
    expect(question).to_contain_text("Agree to a draw?")
    expect(ben.button("Not yet")).to_be_focused()
    ben.page.keyboard.press("Escape")
    anna.is_told(re.compile("^Your turn"))
    anna.button("Withdraw the offer").click()
    expect(ben.button("Agree")).to_have_count(0)


def two_people(guests: Guests) -> tuple[Person, Person]:
    """Two people at Siege Master, each at a screen of their own."""
    anna, ben = guests.come(), guests.come(width=390, height=844)
    table = guests.site.table("siege-master", "me", "hot-seat")
    anna.sits(table, "siege-master", 0)
    ben.sits(table, "siege-master", 1)
    return anna, ben


def test_a_move_is_taken_back_only_when_the_opponent_agrees_and_all_are_told(
    guests: Guests,
) -> None:
    anna, ben = two_people(guests)
    spectator = guests.come()
    spectator.goes(anna.page.url.removeprefix(f"{guests.site.base}/"))
    anna.types_first_move()
    ben.is_told(re.compile("^Your turn"))
    token = anna.page.locator("ol li code").first.inner_text()
    expect(anna.button("Undo")).to_have_count(0)
    anna.button("Ask to undo").click()
    for person in (anna, ben, spectator):
        person.sees(f"Red asks to take back {token}; Blue may answer.")
        expect(person.page.locator("ol li")).to_have_count(1)
    expect(anna.button("Ask to undo")).to_be_disabled()
    ben.pictures_itself("takeback-390")
    ben.agrees()
    for person in (anna, ben, spectator):
        read_out = person.page.locator(".news [aria-live]")
        expect(read_out.filter(has_text=f"Red took back {token}.")).to_have_count(1)
        expect(person.page.locator("ol li")).to_have_count(0)
    anna.is_told(re.compile("^Your turn"))


def test_a_move_that_the_opponent_lets_stand_stands(guests: Guests) -> None:
    anna, ben = two_people(guests)
    anna.types_first_move()
    ben.is_told(re.compile("^Your turn"))
    anna.button("Ask to undo").click()
    ben.button("Let it stand").click()
    anna.sees("Blue lets the move stand.")
    expect(anna.page.locator("ol li")).to_have_count(1)
    anna.button("Ask to undo").click()
    expect(anna.page.locator(".refusal")).to_contain_text("ask again after the next move")


def test_alone_a_move_is_taken_back_at_once(guests: Guests) -> None:
    person = at_one_screen(guests)
    person.types_first_move()
    expect(person.page.locator("ol li")).to_have_count(1)
    person.button("Undo").click()
    expect(person.page.locator("ol li")).to_have_count(0)
