"""The page under a finger: nothing is too small to be meant."""

from __future__ import annotations

import math
import re

from playwright.sync_api import Locator, expect

from tests.web.conftest import Guests
from tests.web.person import Person
from tests.web.test_table import spot

TOUCH = 44  # pixels
WHOLE = re.compile("^-64 ")  # how the drawing of the whole map begins


def at_the_map(guests: Guests) -> tuple[Person, Locator]:
    """Two people at one phone with Siege Master's map, of which no hex is as large as a finger."""
    person = guests.come(confirms=True, width=390, height=844, touches=True)
    person.sits(guests.site.table("siege-master", "me", "hot-seat"), "siege-master", 0, 1)
    board = person.page.locator(".field svg.board")
    expect(board).to_have_attribute("viewBox", WHOLE)
    return person, board


def touch(person: Person, board: Locator, across: float, down: float) -> None:
    """Touch the board there, from 0 to 1."""
    box = board.bounding_box()
    assert box is not None
    person.page.touchscreen.tap(box["x"] + box["width"] * across, box["y"] + box["height"] * down)


def hex_width(board: Locator) -> float:
    """How wide a hex is on the screen."""
    scale = float(board.evaluate("svg => svg.getScreenCTM().a"))
    return scale * 40 * math.sqrt(3)  # as layout.ts draws it


def test_a_hex_that_is_touched_is_seen_from_nearer_until_the_move_is_played(guests: Guests) -> None:
    person, board = at_the_map(guests)
    assert hex_width(board) < TOUCH
    touch(person, board, 0.7, 0.6)
    expect(board).not_to_have_attribute("viewBox", WHOLE)
    assert round(hex_width(board), 3) >= TOUCH
    play = person.page.get_by_role("button", name=re.compile("^Play .*-"))
    first = play.inner_text()
    touch(person, board, 0.4, 0.3)
    expect(play).not_to_have_text(first)
    play.tap()
    expect(board).to_have_attribute("viewBox", WHOLE)
    expect(person.page.locator(".deed")).to_contain_text("Red")


def test_a_board_that_is_seen_from_near_is_dragged_and_left_again(guests: Guests) -> None:
    person, board = at_the_map(guests)
    touch(person, board, 0.5, 0.5)
    expect(board).not_to_have_attribute("viewBox", WHOLE)
    near = board.get_attribute("viewBox") or ""
    meant = person.page.locator(".actions .main").inner_text()
    box = board.bounding_box()
    assert box is not None
    line = person.page.context.new_cdp_session(person.page)
    for kind, x in (("touchStart", 200), ("touchMove", 160), ("touchMove", 120), ("touchEnd", 0)):
        points = [{"x": x, "y": box["y"] + 100}] if x else []
        line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    expect(board).not_to_have_attribute("viewBox", near)
    assert person.page.locator(".actions .main").inner_text() == meant, "to drag is not to pick"
    person.button("Back").click()
    expect(board).to_have_attribute("viewBox", WHOLE)


def test_a_finger_beside_a_place_means_what_can_be_picked_within_its_reach(guests: Guests) -> None:
    person = guests.come(width=360, height=780, touches=True)
    table = guests.site.table("nobles-and-peasants", "me", "hot-seat", stones="8")
    person.sits(table, "nobles-and-peasants", 0, 1)
    person.page.locator("button.thing").first.tap()
    person.page.touchscreen.tap(*spot(person, "b3"))
    expect(person.page.locator(".deed")).to_contain_text("T@b3")
    person.page.locator("button.thing").first.tap()
    (left, height), (right, _) = spot(person, "b2"), spot(person, "b4")
    person.page.touchscreen.tap(0.26 * left + 0.74 * right, height)  # b3 is nearer, but taken
    expect(person.page.locator(".deed")).to_contain_text("T@b4")


def test_an_offer_is_seen_and_answered_without_scrolling(guests: Guests) -> None:
    anna, ben = guests.come(), guests.come(width=390, height=844, touches=True)
    table = guests.site.table("siege-master", "me", "hot-seat")
    anna.sits(table, "siege-master", 0)
    ben.sits(table, "siege-master", 1)
    anna.button("Offer a draw").click()
    said = ben.page.locator("[aria-live]").get_by_text("Red offers a draw; Blue may answer.")
    for shown in (said, ben.button("Agree"), ben.button("Play on")):
        expect(shown).to_be_in_viewport(ratio=0.99)
    assert ben.page.evaluate("scrollY") == 0
    ben.pictures_itself("offer-390")
    ben.button("Play on").tap()
    expect(said).to_have_count(0)
    anna.sees("Blue would rather play on.")


def test_a_thing_beside_the_board_is_dragged_onto_it_with_a_finger(guests: Guests) -> None:
    person = guests.come(width=390, height=844, touches=True)
    table = guests.site.table("nobles-and-peasants", "me", "hot-seat", stones="8")
    person.sits(table, "nobles-and-peasants", 0, 1)
    stone = person.page.locator("button.end").first
    stone.tap()
    goal = spot(person, "b3")
    stone.tap()
    box = stone.bounding_box()
    assert box is not None
    line = person.page.context.new_cdp_session(person.page)
    start = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    between = (start[0] + goal[0]) / 2, (start[1] + goal[1]) / 2
    ways = ("touchStart", start), ("touchMove", between), ("touchMove", goal), ("touchEnd", None)
    for kind, at in ways:
        points = [{"x": at[0], "y": at[1]}] if at else []
        line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    expect(person.page.locator(".deed")).to_contain_text(re.compile("[LR]@b3"))
