"""The page on a touch screen: everything can be hit with a finger."""

import math
import re

import pytest
from playwright.sync_api import Locator, expect

from tests.web.conftest import Users
from tests.web.table.test_table import position_of
from tests.web.test_for_everybody import overflow
from tests.web.user import User

TOUCH = 44  # pixels
WHOLE = re.compile("^-64 ")  # the viewBox of the whole map


def at_the_map(users: Users) -> tuple[User, Locator]:
    """Two players at one phone with Siege Master's map, whose hexes are smaller than a finger."""
    user = users.add(confirm_moves=True, width=390, height=844, touch=True)
    user.join(users.site.table("siege-master", "me", "hot-seat"), "siege-master", 0, 1)
    board = user.page.locator(".board-area svg.board")
    expect(board).to_have_attribute("viewBox", WHOLE)
    return user, board


def touch(user: User, board: Locator, across: float, down: float) -> None:
    """Touch the board at this fraction of its width and height."""
    box = board.bounding_box()
    assert box is not None
    user.page.touchscreen.tap(box["x"] + box["width"] * across, box["y"] + box["height"] * down)


def hex_width(board: Locator) -> float:
    """The width of a hex on the screen."""
    scale = float(board.evaluate("svg => svg.getScreenCTM().a"))
    return scale * 40 * math.sqrt(3)  # as in layout.ts


@pytest.mark.long
def test_touching_a_small_hex_zooms_in_until_the_move_is_played(users: Users) -> None:
    user, board = at_the_map(users)
    assert hex_width(board) < TOUCH
    touch(user, board, 0.7, 0.6)
    expect(board).not_to_have_attribute("viewBox", WHOLE)
    assert round(hex_width(board), 3) >= TOUCH
    play = user.page.get_by_role("button", name=re.compile("^Place an army from "))
    first = play.inner_text()
    touch(user, board, 0.4, 0.3)
    expect(play).not_to_have_text(first)
    play.tap()
    expect(board).to_have_attribute("viewBox", WHOLE)
    expect(user.page.locator(".told")).to_contain_text("Red")


@pytest.mark.long
def test_a_zoomed_board_can_be_panned_and_left(users: Users) -> None:
    user, board = at_the_map(users)
    touch(user, board, 0.5, 0.5)
    expect(board).not_to_have_attribute("viewBox", WHOLE)
    near = board.get_attribute("viewBox") or ""
    meant = user.page.locator(".actions .primary").inner_text()
    box = board.bounding_box()
    assert box is not None
    cdp = user.page.context.new_cdp_session(user.page)
    swipe = (("touchStart", 200), ("touchMove", 160), ("touchMove", 120), ("touchEnd", 0))
    for _ in range(5):  # Chromium loses an emulated touch now and then
        for kind, x in swipe:
            points = [{"x": x, "y": box["y"] + 100}] if x else []
            cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        if board.get_attribute("viewBox") != near:
            break
    expect(board).not_to_have_attribute("viewBox", near)
    assert user.page.locator(".actions .primary").inner_text() == meant, "panning does not pick"
    user.button("Cancel").click()
    expect(board).to_have_attribute("viewBox", WHOLE)


@pytest.mark.long
def test_a_finger_beside_a_cell_picks_the_nearest_pickable_cell(users: Users) -> None:
    user = users.add(width=320, height=780, touch=True)  # where circles are smaller than a finger
    table = users.site.table("nobles-and-peasants", "me", "hot-seat", stones="8")
    user.join(table, "nobles-and-peasants", 0, 1)
    board = user.page.locator(".board-area svg.board")
    user.page.locator("button.piece").first.tap()
    board.scroll_into_view_if_needed()
    user.page.touchscreen.tap(*position_of(user, "b3"))
    expect(user.page.locator(".told")).to_contain_text("tower on b3")
    user.page.locator("button.piece").first.tap()
    board.scroll_into_view_if_needed()
    (left, height), (right, _) = position_of(user, "b2"), position_of(user, "b4")
    user.page.touchscreen.tap(0.26 * left + 0.74 * right, height)  # b3 is nearer, but occupied
    expect(user.page.locator(".told")).to_contain_text("tower on b4")


def test_a_newcomer_sees_what_a_choice_can_do_without_scrolling(users: Users) -> None:
    """The offer to show how takes no place from the buttons, on the tallest of the boards."""
    user = users.add(
        width=390, height=844, touch=True, stranger=True, typing=False, confirm_moves=True
    )
    in_a_battle = 39  # steps: a tap on a tile calls it
    table = users.site.table_from("kings-ransom-0", in_a_battle, "kings-ransom", "me", "1")
    user.join(table, "kings-ransom", 0)
    expect(user.page.get_by_text("New here?")).to_be_visible()
    user.expect_prompt(re.compile("^Your turn"))
    boxes = [mark.bounding_box() for mark in user.page.locator(".board-area [data-mark]").all()]
    box = max((box for box in boxes if box), key=lambda box: box["y"])  # below the latest battle
    user.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(user.page.locator(".moves button")).not_to_have_count(0)
    expect(user.page.locator(".moves button").first).to_be_in_viewport(ratio=0.99)
    assert user.page.evaluate("scrollY") == 0
    user.screenshot("newcomer-390")


@pytest.mark.long
def test_a_newcomer_sees_all_buttons_below_a_board_with_a_row(users: Users) -> None:
    user = users.add(
        width=390, height=844, touch=True, stranger=True, typing=False, confirm_moves=True
    )
    user.open("#/new/nobles-and-peasants")
    user.button("Open the table").click()
    expect(user.page.get_by_text("New here?")).to_be_visible()
    for name in ("Undo", "Hint", "Menu"):
        button = user.page.locator(".actions").get_by_role("button", name=name)
        expect(button).to_be_in_viewport(ratio=0.99)
    expect(user.page.locator(".prompt")).to_contain_text("Your turn")  # the bot may begin
    user.page.locator("button.piece").first.tap()
    free = user.page.locator("g[data-mark]").first  # where the bot has put nothing
    user.page.touchscreen.tap(*position_of(user, str(free.get_attribute("data-cell"))))
    expect(user.page.get_by_text("New here?")).to_be_hidden()  # what the choice would do is there
    assert user.page.evaluate("scrollY") == 0
    user.screenshot("newcomer-row-390")


@pytest.mark.long
def test_a_narrow_screen_does_not_scroll_sideways_whatever_it_has_no_room_for(users: Users) -> None:
    user = users.add(width=320, height=568, touch=True, stranger=True)
    user.join(users.site.table("kings-ransom", "me", "1"), "kings-ransom", 0)
    expect(user.page.get_by_text("New here?")).to_be_visible()
    assert overflow(user) <= 0
    tray = user.page.locator(".trays ul:has(li:nth-child(6))").first
    assert tray.evaluate("list => list.scrollWidth > list.clientWidth"), "there is room"
    assert overflow(user) <= 0
    tray.locator("li").last.scroll_into_view_if_needed()
    expect(tray.locator("li").last).to_be_in_viewport(ratio=0.99)
    assert overflow(user) <= 0


@pytest.mark.long
def test_long_hints_scroll_and_leave_their_close_button_in_sight(users: Users) -> None:
    user = users.add(width=320, height=568, touch=True)
    user.join(users.site.table("expansion", "me", "1"), "expansion", 0)
    user.button("Hint").tap()
    hints = user.page.get_by_role("list", name="The best moves")
    last = hints.get_by_role("listitem").last
    last.evaluate("item => item.append(' It lets you capture a tile.'.repeat(40))")
    close = user.button("Close")
    expect(close).to_be_in_viewport(ratio=0.99)
    last.evaluate("item => item.scrollIntoView({ block: 'end' })")
    expect(hints.get_by_role("listitem").first).not_to_be_in_viewport()
    expect(close).to_be_in_viewport(ratio=0.99)
    close.tap()
    expect(hints).to_have_count(0)


@pytest.mark.long
def test_an_offer_can_be_answered_without_scrolling(users: Users) -> None:
    anna, ben = users.add(), users.add(width=390, height=844, touch=True)
    table = users.site.table("siege-master", "me", "hot-seat")
    anna.join(table, "siege-master", 0)
    ben.join(table, "siege-master", 1)
    anna.menu("Offer a draw").click()
    offer = ben.page.locator("[aria-live]").get_by_text(
        "Red offers a draw. Waiting for Blue to answer."
    )
    for shown in (offer, ben.button("Accept"), ben.button("Play on")):
        expect(shown).to_be_in_viewport(ratio=0.99)
    assert ben.page.evaluate("scrollY") == 0
    ben.screenshot("offer-390")
    ben.button("Play on").tap()
    expect(offer).to_have_count(0)
    anna.expect_text("Blue prefers to play on.")


@pytest.mark.long
def test_a_piece_can_be_dragged_from_a_tray_with_a_finger(users: Users) -> None:
    user = users.add(width=390, height=844, touch=True)
    table = users.site.table("nobles-and-peasants", "me", "hot-seat", stones="8")
    user.join(table, "nobles-and-peasants", 0, 1)
    stone = user.page.locator("button.end").first
    stone.tap()
    goal = position_of(user, "b3")
    stone.tap()
    box = stone.bounding_box()
    assert box is not None
    cdp = user.page.context.new_cdp_session(user.page)
    start = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    between = (start[0] + goal[0]) / 2, (start[1] + goal[1]) / 2
    gestures = (
        ("touchStart", start),
        ("touchMove", between),
        ("touchMove", goal),
        ("touchEnd", None),
    )
    for kind, at in gestures:
        points = [{"x": at[0], "y": at[1]}] if at else []
        cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    expect(user.page.locator(".told")).to_contain_text(re.compile("stone on b3"))


@pytest.mark.long
def test_how_long_one_waits_is_in_one_line(users: Users) -> None:
    table = users.site.table("expansion", "hot-seat", "me")
    user = users.add(width=390, height=844, touch=True)
    user.join(table, "expansion", 1)
    line = user.page.locator(".turn-line")
    expect(line).to_contain_text(re.compile("Waiting for Suns.* for "))
    line.locator("p").last.evaluate("one => { one.textContent = 'for 59 min 59 s'; }")
    assert line.evaluate("one => one.scrollHeight <= one.clientHeight")
