"""Nothing moves while a game is played: the browser's own measure of layout shifts stays near 0."""

import random
from typing import Any

import pytest
from playwright.sync_api import expect

from siegeworks.games import NAMES, module
from siegeworks.play.record import read_record
from tests.samples import sample
from tests.web.conftest import Users
from tests.web.games import middle, policy
from tests.web.test_for_everybody import violations
from tests.web.user import ClickPolicy, User

CLICKS = 40
MOST = 0.01  # the sum of the layout shifts of all clicks
HALF = 0.5  # on a phone one half of the clicks is at the start of a game, and one in its middle
SCREENS = {"laptop": (1280, 800), "phone": (390, 844)}

# The browser leaves out shifts soon after a click (`hadRecentInput`) from the score that it gives
# pages; here they count, since what moves under the pointer moves then.
OBSERVE = """
window.shifts = [];
const nameOf = (node) => {
  const one = node?.nodeType === 1 ? node : node?.parentElement;
  return one ? one.tagName + '.' + one.className + ' ' + one.textContent.trim().slice(0, 30) : '?';
};
const boxOf = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(' ');
window.note = (entries) => window.shifts.push(...entries.map(({ value, sources }) => ({
  value, moved: sources.map((one) =>
    `${nameOf(one.node)}: ${boxOf(one.previousRect)} -> ${boxOf(one.currentRect)}`),
})));
window.observer = new PerformanceObserver((list) => window.note(list.getEntries()));
window.observer.observe({ type: 'layout-shift', buffered: true });
"""
SHIFTS = """() => new Promise((done) => requestAnimationFrame(() => setTimeout(() => {
  window.note(window.observer.takeRecords());
  done(window.shifts);
})))"""


def opened(users: Users, game: str, table: dict[str, Any], screen: str) -> User:
    """Join a table, and wait until it is complete."""
    width, height = SCREENS[screen]
    user = users.add(
        width=width, height=height, touch=screen == "phone", confirm_moves=True, typing=False
    )
    user.page.add_init_script(OBSERVE)
    user.join(table, game, 0)
    expect(user.page.locator("[role=grid]")).to_be_attached()
    expect(user.page.locator(".prompt")).not_to_be_empty()
    user.page.evaluate("document.fonts.ready.then(() => null)")
    user.page.evaluate(SHIFTS)
    user.page.evaluate("window.shifts.length = 0")
    return user


def click(user: User, choose: ClickPolicy, share: float) -> None:
    """Click until this share of all clicks is done or the game is over."""
    clicks = 0
    while clicks < CLICKS * share:
        prompt, steps, over = user.state()
        if over:
            return
        if prompt.startswith("Your turn"):
            user.click_possible(choose)
            clicks += 1
        else:
            user.wait_for_change(prompt, steps)


def check_that_nothing_moved(user: User, share: float) -> None:
    """The layout shifts add up to no more than their share."""
    shifts = user.page.evaluate(SHIFTS)
    total = sum(shift["value"] for shift in shifts)
    lines = [f"{shift['value']:.4f} {what}" for shift in shifts for what in shift["moved"]]
    assert total <= MOST * share, "\n".join([f"{total:.4f}", *lines])


@pytest.mark.parametrize("game", NAMES)
@pytest.mark.long
def test_nothing_moves_in_the_middle_of_a_game(users: Users, game: str) -> None:
    screen = "phone"  # where most would move
    # A record of its own: bots give no advice on a game that people play here.
    record, step = middle(game, 1)
    seats = int(read_record(sample(record)).options.get("seats", "2"))
    table = users.site.table_from(record, step, game, "me", *["1"] * (seats - 1))
    user = opened(users, game, table, screen)
    click(user, policy(game, random.Random(5)), HALF)
    user.screenshot(f"{game}-{screen}")
    check_that_nothing_moved(user, HALF)


@pytest.mark.long
@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("game", NAMES)
def test_nothing_moves_from_the_start_with_all_seats(users: Users, game: str, screen: str) -> None:
    most = str(module(game).CARD.seats[1])
    options = {"seats": most} if most != "2" else {}
    table = users.site.table(game, "me", *["1"] * (int(most) - 1), **options)
    share = HALF if screen == "phone" else 1
    user = opened(users, game, table, screen)
    panel = user.page.locator(".panel")
    at = None if screen == "phone" else panel.bounding_box()
    click(user, policy(game, random.Random(5)), share)
    user.screenshot(f"{game}-{screen}-{most}")
    check_that_nothing_moved(user, share)
    assert at is None or panel.bounding_box() == at


@pytest.mark.long
def test_notes_are_accessible_when_they_scroll(users: Users) -> None:
    user = users.add(width=390, height=844)
    game = "siege-by-number"
    user.join(users.site.table_from(*middle(game), game, "me", "hot-seat"), game, 0)
    notes = user.page.locator(".kept-notes")
    expect(notes.locator("p")).not_to_have_count(0)
    notes.evaluate("list => list.style.height = '10px'")  # less than the shortest note needs
    assert notes.evaluate("list => list.scrollHeight > list.clientHeight")
    assert violations(user) == []


@pytest.mark.long
def test_the_whole_board_comes_back_and_the_choice_stays(users: Users) -> None:
    user = users.add(confirm_moves=True, width=390, height=844, touch=True)
    user.join(users.site.table("siege-master", "me", "hot-seat"), "siege-master", 0, 1)
    board = user.page.locator(".board-area svg.board")
    whole = board.get_attribute("viewBox") or ""
    box = board.bounding_box()
    assert box is not None
    user.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(board).not_to_have_attribute("viewBox", whole)
    meant = user.page.locator(".actions .primary").inner_text()
    user.button("Whole board").tap()
    expect(board).to_have_attribute("viewBox", whole)
    expect(user.page.locator(".actions .primary")).to_have_text(meant)


def test_two_fingers_zoom_the_board_and_not_the_page(users: Users) -> None:
    user = users.add(width=390, height=844, touch=True)
    user.join(users.site.table("siege-master", "me", "hot-seat"), "siege-master", 0, 1)
    board = user.page.locator(".board-area svg.board")
    whole = board.get_attribute("viewBox") or ""
    box = board.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    cdp = user.page.context.new_cdp_session(user.page)
    for kind, apart in (("touchStart", 20), ("touchMove", 40), ("touchMove", 60), ("touchEnd", 0)):
        sides = (-apart, apart) if apart else ()
        points = [{"x": x + by, "y": y, "id": number} for number, by in enumerate(sides)]
        cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    expect(board).not_to_have_attribute("viewBox", whole)
    assert user.page.evaluate("visualViewport.scale") == 1
    expect(user.page.locator(".actions .primary")).to_have_count(0)  # nothing was picked
    user.button("Whole board").tap()
    expect(board).to_have_attribute("viewBox", whole)


@pytest.mark.long
def test_the_board_can_be_flipped_and_its_seats_with_it(users: Users) -> None:
    user = users.add()
    user.join(users.site.table("kings-ransom", "1", "me", setup="random"), "kings-ransom", 0)
    column = user.page.locator(".board g.squares text").get_by_text("b", exact=True)
    before = column.get_attribute("x") or ""
    below = user.page.locator(".players.below")
    expect(below).to_contain_text("North")
    user.menu("Flip the board").click()
    expect(column).not_to_have_attribute("x", before)
    expect(below).to_contain_text("South")


@pytest.mark.long
def test_each_of_four_seats_has_its_own_side_below(users: Users) -> None:
    game = "siege-by-number"
    user = users.add()
    user.join(users.site.table(game, "hot-seat", "me", "hot-seat", "hot-seat", seats="4"), game, 1)
    below = user.page.locator(".players.below")
    name = user.page.locator(".board g.squares text").get_by_text("c", exact=True)
    expect(below).to_contain_text("Moons")
    before = name.get_attribute("x") or ""
    user.menu("Flip the board").click()
    expect(below).to_contain_text("Crowns")
    expect(name).not_to_have_attribute("x", before)  # turned by a quarter


@pytest.mark.long
def test_a_slash_opens_the_field_for_typed_moves(users: Users) -> None:
    user = users.add(typing=False)
    user.join(users.site.table("siege-master", "me", "hot-seat"), "siege-master", 0, 1)
    field = user.page.get_by_label("Type a move")
    expect(user.button("Menu")).to_be_visible()
    expect(field).to_have_count(0)
    user.page.keyboard.press("/")
    expect(field).to_be_focused()
    user.type_first_move()
    expect(user.page.locator("ol li")).to_have_count(1)
