"""The secret set-up of King's Ransom: the page keeps a draft, and sends it once confirmed."""

import json
import re
from collections import Counter
from typing import Any

import pytest
from playwright.sync_api import Locator, WebSocket, WebSocketRoute, expect

from tests.server.served import Json
from tests.web.conftest import Users
from tests.web.test_for_everybody import overflow, violations
from tests.web.user import User

GAME = "kings-ransom"
FULL = "KAAAEEECCCIIISSS"
PLACES = [f"S{column}{rank}" for rank in "1234" for column in "abcd"]
START = "Start"
BOXES = """() => [...document.querySelectorAll(
    '.board, .actions, .actions *, .tray, .tray button, .tray p')]
  .filter((one) => one.closest('.answers') === null && one.getClientRects().length > 0)
  .map((one) => { const { x, y, width, height } = one.getBoundingClientRect();
    return [one.tagName, ...[x, y + scrollY, width, height].map(Math.round)]; })"""

# Buttons that are too small for their words.
CUT = """(buttons) => buttons
  .filter((one) => one.scrollHeight > one.clientHeight || one.scrollWidth > one.clientWidth)
  .map((one) => one.textContent)"""


class Sent:
    """The tokens that a page sends."""

    def __init__(self, user: User) -> None:
        self.tokens: list[str] = []
        user.page.on("websocket", self._opened)

    def _opened(self, socket: WebSocket) -> None:
        socket.on("framesent", self._sent)

    def _sent(self, frame: str | bytes) -> None:
        message = json.loads(frame)
        if message["type"] == "act":
            self.tokens.append(message["token"])


def open_table(users: Users, user: User, *seats: int, **options: str) -> Json:
    """A table where these seats lay out their armies at this page, and the others elsewhere."""
    table = users.site.table(GAME, "me", "hot-seat", setup="secret", **options)
    user.join(table, GAME, *(seats or (0,)))
    return table


def tile(user: User, kind: str) -> Locator:
    """The button of the tiles of a kind, in the tray."""
    return user.page.get_by_role("button", name=re.compile(f"^{kind},"))


def centre(user: User, place: str) -> tuple[float, float]:
    """Where a place of the board is on the screen."""
    spot: dict[str, Any] = user.page.evaluate(
        """(name) => {
          const places = [...document.querySelectorAll('[data-place]')];
          const names = places.map((one) => one.dataset.place);
          const frames = [...document.querySelectorAll('.board svg .frame')];
          const at = (frame) => frame.getBoundingClientRect();
          const order = frames.toSorted((a, b) => at(a).y - at(b).y || at(a).x - at(b).x);
          const { x, y, width, height } = at(order[names.indexOf(name)]);
          return { x: x + width / 2, y: y + height / 2 };
        }""",
        place,
    )
    return spot["x"], spot["y"]


def click_place(user: User, place: str) -> None:
    user.page.mouse.click(*centre(user, place))


def drag(user: User, start: tuple[float, float], end: tuple[float, float]) -> None:
    user.page.mouse.move(*start)
    user.page.mouse.down()
    user.page.mouse.move(*end, steps=5)
    user.page.mouse.up()


def drag_tile(user: User, kind: str, place: str) -> None:
    """Drag a tile from the tray to a place."""
    box = tile(user, kind).bounding_box()
    assert box is not None
    drag(user, (box["x"] + 20, box["y"] + 20), centre(user, place))


def expect_on(user: User, place: str, kind: str) -> None:
    """Wait until the board shows a tile on a place; empty: none."""
    expected = f"{place}, {kind}" if kind else f"{place}, place of"
    expect(user.page.locator(f"[data-place={place}]")).to_have_text(re.compile(f"^{expected}"))


def expect_laid_out(user: User) -> None:
    """Wait until South's army lies for good, and North's turn has come."""
    expect(user.page.locator(".prompt")).to_contain_text("North")
    expect(user.button(START)).to_have_count(0)


@pytest.mark.long
def test_two_clicks_are_enough_and_the_tokens_come_in_the_order_of_the_rules(users: Users) -> None:
    user = users.add()
    sent = Sent(user)
    open_table(users, user)
    user.button("Spy screen").click()
    expect_on(user, "Sd4", "infantry")
    assert sent.tokens == [], "nothing is sent before it is confirmed"
    user.button(START).click()
    expect_laid_out(user)
    assert [token[:3] for token in sent.tokens] == PLACES
    assert Counter(token[-1] for token in sent.tokens) == Counter(FULL)


@pytest.mark.parametrize(
    "options",
    [{"columns": "4", "tiles": "KAEC"}, {"columns": "2", "tiles": "KAECIS"}],
    ids=str,
)
@pytest.mark.long
def test_smaller_armies_are_laid_out_too(users: Users, options: dict[str, str]) -> None:
    user = users.add()
    sent = Sent(user)
    open_table(users, user, **options)
    user.button("Shuffle").click()
    user.button(START).click()
    expect_laid_out(user)
    assert Counter(token[-1] for token in sent.tokens) == Counter(options["tiles"])


def test_tiles_are_clicked_dragged_swapped_and_taken_back(users: Users) -> None:
    user = users.add()
    sent = Sent(user)
    open_table(users, user, columns="2", tiles="KAECIS")
    tile(user, "King").click()  # to the marked place
    expect_on(user, "Sa1", "king")
    user.expect_text("King on a1. Next place: b1.")
    click_place(user, "Sb3")  # a tile that came by itself goes elsewhere
    expect_on(user, "Sb3", "king")
    expect_on(user, "Sa1", "")
    click_place(user, "Sb2")  # a place, then a tile
    tile(user, "Spy").click()
    expect_on(user, "Sb2", "spy")
    drag_tile(user, "Archer", "Sa2")
    expect_on(user, "Sa2", "archer")
    drag(user, centre(user, "Sa2"), centre(user, "Sb2"))
    expect_on(user, "Sa2", "spy")
    expect_on(user, "Sb2", "archer")
    click_place(user, "Sa2")
    expect_on(user, "Sa2", "")
    expect(tile(user, "Spy")).to_have_attribute("aria-disabled", "false")
    user.button(START).click()
    user.expect_text("4 tiles have no place yet.")
    drag(user, centre(user, "Sb2"), (5, 300))  # off the board
    expect_on(user, "Sb2", "")
    user.button("Fill the rest").click()
    user.button(START).click()
    expect_laid_out(user)
    assert "Sb3=K" in sent.tokens
    assert Counter(token[-1] for token in sent.tokens) == Counter("KAECIS")


def slide(user: User, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Drag with a finger."""
    between = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    cdp = user.page.context.new_cdp_session(user.page)
    for kind, at in (("touchStart", start), ("touchMove", between), ("touchMove", end)):
        points = [{"x": at[0], "y": at[1]}]
        cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    cdp.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@pytest.mark.long
def test_tiles_are_dragged_with_a_finger_and_the_page_stays_where_it_is(users: Users) -> None:
    user = users.add(width=390, height=844, touch=True)
    open_table(users, user, columns="2", tiles="KAECIS")
    king = tile(user, "King")
    expect(king).to_be_visible()
    scrolled = user.page.evaluate("scrollY")
    box = king.bounding_box()
    assert box is not None
    slide(user, (box["x"] + 20, box["y"] + 20), centre(user, "Sb2"))
    expect_on(user, "Sb2", "king")
    slide(user, centre(user, "Sb2"), centre(user, "Sa3"))
    expect_on(user, "Sa3", "king")
    expect_on(user, "Sb2", "")
    slide(user, centre(user, "Sa3"), (380, 700))  # off the board
    expect_on(user, "Sa3", "")
    expect(king).to_have_attribute("aria-disabled", "false")
    assert user.page.evaluate("scrollY") == scrolled


@pytest.mark.long
def test_an_army_is_laid_out_by_keyboard(users: Users) -> None:
    user = users.add()
    sent = Sent(user)
    open_table(users, user, columns="2", tiles="KAEC")
    place = user.page.locator("[data-place=Sb2]")
    place.focus()
    user.page.keyboard.press("Enter")
    tile(user, "King").focus()
    user.page.keyboard.press("Enter")
    expect_on(user, "Sb2", "king")
    user.button("Fill the rest").focus()
    user.page.keyboard.press("Enter")
    user.expect_text("All tiles have a place.")
    user.button(START).focus()
    user.page.keyboard.press("Enter")
    expect_laid_out(user)
    assert sent.tokens[-1] == "Sb2=K"
    expect(user.page.locator(".table")).to_be_focused()


@pytest.mark.long
@pytest.mark.parametrize("width, height", [(1280, 800), (390, 844), (360, 780)])
def test_the_set_up_is_accessible_and_nothing_moves(users: Users, width: int, height: int) -> None:
    user = users.add(width=width, height=height)
    open_table(users, user)
    expect(user.button(START)).to_be_visible()
    before = user.page.evaluate(BOXES)
    assert violations(user) == []
    for kind in ("King", "Archer", "Archer", "Archer"):
        tile(user, kind).click()
        assert user.page.evaluate(BOXES) == before
    expect(tile(user, "Archer")).to_have_attribute("aria-disabled", "true")
    user.button(START).click()
    user.expect_text("12 tiles have no place yet.")
    assert user.page.evaluate(BOXES) == before
    user.button("Fill the rest").click()
    user.expect_text("All tiles have a place.")
    assert user.page.evaluate(BOXES) == before
    assert violations(user) == []
    assert overflow(user) == 0


@pytest.mark.long
def test_a_page_that_is_loaded_again_goes_on_laying_out(users: Users) -> None:
    user = users.add()
    sent: list[str] = []

    def cut_after_two(route: WebSocketRoute) -> None:
        server = route.connect_to_server()

        def forward(message: str | bytes) -> None:
            content = json.loads(message)
            if content["type"] == "act":
                sent.append(content["token"])
                if len(sent) > 2:
                    return  # lost on the way
            server.send(message)

        route.on_message(forward)

    user.page.route_web_socket(re.compile("/ws/"), cut_after_two)
    open_table(users, user, columns="2", tiles="KAEC")
    drag_tile(user, "King", "Sb2")
    user.button("Fill the rest").click()
    user.button(START).click()
    user.expect_text("Laying out: 2 tiles to go.")
    sent.clear()
    user.page.reload()
    expect_on(user, "Sb2", "king")
    user.button("Continue").click()
    expect_laid_out(user)
    assert sent == [sent[0], "Sb2=K"]
    assert user.page.evaluate("Object.keys(sessionStorage).length") == 0


@pytest.mark.long
def test_the_second_army_can_be_prepared_while_the_first_is_laid_out(users: Users) -> None:
    user = users.add()
    sent = Sent(user)
    table = open_table(users, user, 1, columns="2", tiles="KAEC")
    south = users.site.at(table, 0)  # the first draw waits for it
    user.expect_text("South lays out first. You can already prepare.")
    user.button("Longbows").click()
    user.button(START).click()
    user.expect_text("Your army follows as soon as South")
    assert sent.tokens == []
    for _ in "KAEC":
        south.wait_for(south.act()["version"])
    expect(user.button("Change it")).to_have_count(0)
    expect(user.page.locator(".side [data-steps]")).to_have_attribute(
        "data-steps", "9"
    )  # chance too
    assert [token[:3] for token in sent.tokens] == ["Na1", "Nb1", "Na2", "Nb2"]


@pytest.mark.long
def test_the_panel_stays_where_it_is_when_the_set_up_ends(users: Users) -> None:
    user = users.add()
    table = open_table(users, user, columns="2", tiles="KAEC")
    user.button("Longbows").click()
    panel = user.page.locator(".panel:not([popover])")
    before = panel.bounding_box()
    user.button(START).click()
    expect_laid_out(user)
    north = users.site.at(table, 1)
    for _ in "KAEC":
        north.wait_for(north.act()["version"])
    expect(user.page.locator(".players.above")).to_contain_text("Face down")
    assert panel.bounding_box() == before


@pytest.mark.long
def test_the_buttons_of_the_set_up_fit_into_their_line_on_a_phone(users: Users) -> None:
    user = users.add(width=390, height=844)
    open_table(users, user)
    user.button("Shuffle").click()
    buttons = user.page.locator(".actions .moves button")
    expect(buttons).to_have_count(4)
    assert buttons.evaluate_all(CUT) == []
    assert overflow(user) <= 0


def test_at_one_screen_the_curtain_hides_the_first_army(users: Users) -> None:
    user = users.add()
    open_table(users, user, 0, 1, columns="2", tiles="KAEC")
    user.page.get_by_role("button", name=re.compile("^I am South")).click()
    user.button("Shield wall").click()
    user.button(START).click()
    user.button("Hand over to North").click()
    user.page.get_by_role("button", name=re.compile("^I am North")).click()
    expect(user.button(START)).to_be_visible()
    expect(user.page.locator("[data-place=Sa1]")).to_have_text(re.compile("^Sa1, tile"))
    expect(user.page.get_by_text("All tiles have a place.")).to_have_count(0)
    user.button("Shield wall").click()
    user.button(START).click()
    # Chance decides who begins.
    user.expect_prompt(re.compile(r"^(North to act|Waiting for South)\."))
