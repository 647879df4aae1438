"""The board is as large as the window lets it be, and nothing beside it is empty for long."""

import random
from typing import Any

import pytest
from playwright.sync_api import expect

from siegeworks.games import NAMES, module
from tests.web.conftest import Users
from tests.web.games import policy, short_options
from tests.web.user import User

DESKTOPS = [(1280, 800), (1920, 1080)]
PHONE = (390, 844)
OF_HEIGHT = 0.85  # of what the window has below the header: the least on a large screen
MARGINS = 20  # beside a board on a phone
OF_PHONE = 0.5  # of a phone's height: the least of a board that is not as wide as the phone
MOST_GAP = 96  # pixels with nothing in them, between the parts beside the board
MOST_TRAY = 50  # pixels that a tray is high, whatever lies in it

# How large the drawing is on the screen, and how much room there is.
ROOM = """() => {
  const svg = document.querySelector('.board-area svg.board');
  const { width, height } = svg.viewBox.baseVal;
  const scale = svg.getScreenCTM().a;
  return {
    width: width * scale, height: height * scale,
    free: innerHeight - document.querySelector('header').getBoundingClientRect().bottom,
    scrolls: document.documentElement.scrollHeight - innerHeight,
  };
}"""

# The highest gap beside the board, what is around it, the highest tray, and which places are
# filled. The list of what happened takes all that is left, so it counts as filled. Nothing while
# the last part loads.
PLACES = """() => {
  if (document.querySelector('.actions.over') && !document.querySelector('.ended')) return null;
  const own = document.querySelector('.below').getBoundingClientRect();
  const filled = [...document.querySelectorAll(
    ':is(.players, .panel) :is(p, button, strong, .piece, h2, ol, .ended > *)'
  )].filter((one) => one.tagName === 'OL' || one.textContent.trim())
    .filter((one) => !one.closest('.visually-hidden'))
    .map((one) => ({ name: one.className || one.tagName, ...one.getBoundingClientRect().toJSON() }))
    .filter(({ width, height }) => width > 1 && height > 1)
    .sort((one, other) => one.top - other.top);
  let [most, around, low, last] = [0, '', filled[0].top, filled[0].name];
  for (const { name, top, bottom } of filled) {
    if (top - low > most) [most, around] = [top - low, `between ${last} and ${name}`];
    if (bottom > low) [low, last] = [bottom, name];
  }
  const trays = [...document.querySelectorAll('.trays section')];
  return {
    gap: most, around, beyond: own.bottom - innerHeight,
    tray: Math.max(0, ...trays.map((one) => one.getBoundingClientRect().height)),
    filled: ['.task-line', '.kept-notes', '.moves'].filter(
      (one) => document.querySelector(one)?.textContent.trim()),
  };
}"""


def at_table(users: Users, game: str, size: tuple[int, int], seats: str) -> User:
    """At a new table with so many seats, the others bots'."""
    user = users.add(width=size[0], height=size[1], confirm_moves=True, typing=False)
    options = {"seats": seats} if seats != "2" else {}
    user.join(users.site.table(game, "me", *["1"] * (int(seats) - 1), **options), game, 0)
    expect(user.page.locator(".tools")).to_be_visible()
    return user


def room(user: User) -> dict[str, Any]:
    """How large the board is, and how much room there is."""
    return dict(user.page.evaluate(ROOM))


@pytest.mark.long
@pytest.mark.parametrize("size", DESKTOPS)
@pytest.mark.parametrize("game", NAMES)
def test_the_board_is_as_high_as_the_window(users: Users, game: str, size: tuple[int, int]) -> None:
    for seats in {"2", str(module(game).CARD.seats[1])}:
        sizes = room(at_table(users, game, size, seats))
        assert sizes["height"] >= OF_HEIGHT * sizes["free"], seats
        assert sizes["scrolls"] <= 0, seats


@pytest.mark.long
@pytest.mark.parametrize("game", NAMES)
def test_on_a_phone_the_board_is_as_wide_as_the_screen_or_half_as_high(
    users: Users, game: str
) -> None:
    user = at_table(users, game, PHONE, "2")
    sizes = room(user)
    # Where a coach can be asked, the board keeps its margins, so that all buttons are in sight.
    margins = MARGINS * user.page.locator(".with-strip").count()
    assert sizes["width"] >= PHONE[0] - margins - 1 or sizes["height"] >= OF_PHONE * PHONE[1]
    expect(user.page.locator(".prompt")).to_have_text("Your turn.")
    for essential in (".plate", ".board", ".prompt", ".task"):
        expect(user.page.locator(essential).first).to_be_in_viewport(ratio=0.99)


@pytest.mark.parametrize("game", NAMES)
@pytest.mark.long
def test_nothing_beside_the_board_is_empty_for_a_whole_game(users: Users, game: str) -> None:
    user = users.add(confirm_moves=True, typing=False)
    user.join(users.site.table(game, "me", "1", **short_options(game)), game, 0)
    expect(user.page.locator(".side ol")).to_be_visible()
    filled: set[str] = set()
    for _ in user.playing(policy(game, random.Random(5))):
        if sizes := user.page.evaluate(PLACES):
            assert sizes["gap"] <= MOST_GAP, sizes["around"]
            assert sizes["tray"] <= MOST_TRAY
            assert sizes["beyond"] <= 0
            filled.update(sizes["filled"])
    assert filled == {".task-line", ".kept-notes", ".moves"}
    user.screenshot(f"{game}-end")
