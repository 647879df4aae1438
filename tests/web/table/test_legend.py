"""What a piece is and how far it reaches, by mouse, keyboard and finger; and the legend."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from siegeworks.core.contract import REFEREE, SPECTATOR
from siegeworks.games import NAMES
from siegeworks.play.record import read_record, replay
from siegeworks.server.messages.scenes import SceneEncoder
from tests.web.conftest import Users
from tests.web.games import middle, sample_record
from tests.web.test_for_everybody import SMALL, overflow, violations
from tests.web.user import User

CARD = ".card"
EXPLAINED = "[role=gridcell] button[aria-description]"  # once the words are loaded
REACHING = "[role=gridcell] button[aria-description*='In reach']"
MOVE = re.compile(r"(\w+)(?:-(?!\1$)|[x?])(\w+)")  # a move from one place to another
# Remember where everything is, and say later what has moved.
REMEMBER = """() => {
  window.placed = [...document.querySelectorAll('.table *:not(svg *)')].map((one) => {
    const box = one.getBoundingClientRect();
    return [one, [box.x, box.y, box.width, box.height].join()];
  });
}"""
MOVED = """() => window.placed
  .filter(([one, was]) => {
    const box = one.getBoundingClientRect();
    return one.isConnected && [box.x, box.y, box.width, box.height].join() !== was;
  })
  .map(([one]) => one.outerHTML.slice(0, 120))"""


def at_table(users: Users, game: str, **look: Any) -> User:
    """A player in the middle of a game."""
    user = users.add(**look)
    user.join(users.site.table_from(*middle(game), game, "me", "hot-seat"), game, 0)
    know_reach(user)
    return user


def know_reach(user: User) -> None:
    """Go to the board, so that the page asks how far pieces reach, and wait for the answer."""
    explained = user.page.locator(EXPLAINED).first
    explained.focus()
    expect(user.page.locator(REACHING).first).to_be_attached()
    explained.blur()


def position(user: User, button: Locator) -> tuple[float, float]:
    """Where the cell of a button is on the screen: where the focus is drawn."""
    button.focus()
    name = button.get_attribute("data-place")
    box = user.page.locator(f"[data-focus={name}]").bounding_box()
    assert box is not None
    button.blur()
    expect(user.page.locator(CARD)).to_have_count(0)
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def reach_of(button: Locator) -> set[str]:
    """The cells in reach, as a screen reader says them."""
    match = re.search(r"In reach: ([^.]*)\.", button.get_attribute("aria-description") or "")
    return set(match[1].split(", ")) if match else set()


def drawn_reach(user: User) -> set[str]:
    """The cells that are marked."""
    marks = user.page.locator(".board-area [data-reach]")
    return set(marks.evaluate_all("all => all.map((one) => one.dataset.reach)"))


@pytest.mark.long
@pytest.mark.parametrize("game", NAMES)
def test_a_mouse_that_rests_on_a_piece_gets_its_name_and_reach_and_nothing_moves(
    users: Users, game: str
) -> None:
    user = at_table(users, game)
    button = user.page.locator(REACHING).first
    where = position(user, button)
    expect(user.page.locator(".side ol")).to_be_attached()  # the last to come
    user.page.evaluate(REMEMBER)
    user.page.mouse.move(*where)
    card = user.page.locator(CARD)
    expect(card).to_be_visible()
    assert drawn_reach(user) == reach_of(button) != set()
    assert user.page.evaluate(MOVED) == []
    assert overflow(user) <= 0
    description = button.get_attribute("aria-description") or ""
    for line in card.locator("p").all_inner_texts():
        assert line in description, "what is shown is also said"
    user.page.mouse.move(1, 1)
    expect(card).to_have_count(0)
    assert drawn_reach(user) == set()


@pytest.mark.long
def test_the_focus_of_the_keyboard_does_the_same_and_escape_hides_it(users: Users) -> None:
    user = at_table(users, "kings-ransom")
    button = user.page.locator(REACHING).first
    button.focus()
    card = user.page.locator(CARD)
    expect(card.locator("strong")).to_have_text(re.compile("^South’s .*pips?, face down$"))
    expect(card).to_have_attribute("aria-hidden", "true")  # the button says it already
    assert violations(user) == []
    user.page.keyboard.press("Escape")
    expect(card).to_have_count(0)
    expect(button).to_be_focused()
    user.page.keyboard.press("ArrowRight")
    expect(card).to_be_visible()


def test_what_the_enemy_hides_is_not_named(users: Users) -> None:
    user = at_table(users, "kings-ransom")
    hidden = user.page.locator("[role=gridcell] button", has_text="tile of North, face down")
    for button in hidden.all():
        assert "Only North knows" in (button.get_attribute("aria-description") or "")
        assert reach_of(button) == set()
    hidden.first.focus()
    expect(user.page.locator(f"{CARD} strong")).to_have_text("Face-down tile of North")


@pytest.mark.long
@pytest.mark.parametrize("moves", [True, False], ids=["moved", "held"])
def test_a_finger_that_holds_a_piece_learns_what_it_is_and_moves_nothing(
    users: Users, moves: bool
) -> None:
    user = users.add(width=390, height=844, touch=True)
    game = "siege-by-number"
    table, seat = table_before_a_move(users, game)
    user.join(table, game, seat)
    expect(user.page.locator(EXPLAINED).first).to_be_attached()
    own = user.page.locator(".board-area [data-mark=from]").first
    box = own.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    before = user.state()
    cdp = user.page.context.new_cdp_session(user.page)

    def touch(kind: str, **at: float) -> None:
        cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [at] if at else []})

    touch("touchStart", x=x, y=y)
    card = user.page.locator(CARD)
    expect(card).to_be_visible()
    menu = (
        "svg => svg.dispatchEvent(new MouseEvent('contextmenu', {bubbles: true, cancelable: true}))"
    )
    assert not user.page.locator(".board-area svg.board").evaluate(menu), "no menu of the browser"
    if moves:
        touch("touchMove", x=x + 60, y=y)
    touch("touchEnd")
    expect(user.page.locator("[role=gridcell][aria-selected=true]")).to_have_count(0)
    expect(own).to_be_attached()
    expect(card).to_be_visible()  # to be read; the next touch hides it
    assert user.state() == before
    user.page.touchscreen.tap(x, y)
    expect(card).to_have_count(0)
    expect(user.page.locator("[role=gridcell][aria-selected=true]")).to_have_count(1)


@pytest.mark.long
def test_pieces_in_trays_are_named_too(users: Users) -> None:
    user = at_table(users, "kings-ransom")
    piece = user.page.locator(".trays .piece").first
    piece.hover()
    card = user.page.locator(CARD)
    expect(card.locator("strong")).to_have_text(re.compile(r"\w+, \d pips?$"))
    expect(card).to_be_in_viewport(ratio=0.99)
    user.page.mouse.move(1, 1)
    expect(card).to_have_count(0)


@pytest.mark.long
@pytest.mark.parametrize("game", ["expansion", "siege-by-number"])
def test_the_card_follows_when_the_piece_under_the_mouse_moves_away(
    users: Users, game: str
) -> None:
    table, seat = table_before_a_move(users, game)
    mover = users.site.at(table, seat)
    token = next(token for token in mover.view["legal"] if is_move(token) and "-" in token)
    user = users.add()
    user.join(table, game, 1 - seat)
    match = MOVE.fullmatch(token)
    assert match is not None
    expect(user.page.locator(EXPLAINED).first).to_be_attached()
    button = user.page.locator(f"[role=gridcell] button[data-place={match[1]}]")
    user.page.mouse.move(*position(user, button))
    title = user.page.locator(f"{CARD} strong")
    expect(title).to_be_visible()
    was = title.inner_text()
    prompt, steps, _ = user.state()
    mover.act(token)
    mover.socket.close()
    user.wait_for_change(prompt, steps)
    expect(title.filter(has_text=was)).to_have_count(0)


@pytest.mark.long
def test_the_card_of_a_piece_in_a_tray_goes_when_the_game_goes_on(users: Users) -> None:
    game = "kings-ransom"
    table, seat = table_before_a_move(users, game)
    user = users.add()
    user.join(table, game, 1 - seat)
    expect(user.page.locator(EXPLAINED).first).to_be_attached()
    expect(user.page.locator(".side ol")).to_be_attached()  # the last to come: nothing moves now
    user.page.locator(".trays .piece").first.hover()
    card = user.page.locator(CARD)
    expect(card).to_be_visible()
    prompt, steps, _ = user.state()
    mover = users.site.at(table, seat)
    mover.act()
    mover.socket.close()
    user.wait_for_change(prompt, steps)
    expect(card).to_have_count(0)


@pytest.mark.long
def test_the_card_of_a_stone_is_in_the_window_at_both_ends_of_the_row(users: Users) -> None:
    user = at_table(users, "nobles-and-peasants")
    stones = user.page.locator(".board-area .row .end")
    for end in (stones.first, stones.last):
        end.hover()
        card = user.page.locator(CARD)
        expect(card).to_be_in_viewport(ratio=0.99)
        user.page.mouse.move(1, 1)
        expect(card).to_have_count(0)


def table_before_a_move(users: Users, game: str) -> tuple[dict[str, Any], int]:
    """A table in the middle of a sample record, before a move, and the seat that makes it."""
    path = sample_record(game)
    record = read_record(path)
    moves = [at for at, step in enumerate(record.steps) if is_move(step.token)]
    at = min(moves, key=lambda move: abs(move - len(record.steps) // 2))
    table = users.site.table_from(path.stem, at, game, "me", "hot-seat")
    seats = [seat["seat"] for seat in table["yours"]]
    return table, seats.index(record.steps[at].actor)


def is_move(token: str) -> bool:
    """Does this token go from one place to another?"""
    return MOVE.fullmatch(token) is not None


@pytest.mark.parametrize("game", ["expansion", "kings-ransom", "siege-by-number"])
@pytest.mark.long
def test_what_is_in_reach_of_own_pieces_is_where_they_may_go(users: Users, game: str) -> None:
    table, seat = table_before_a_move(users, game)
    player = users.site.at(table, seat)
    legal = player.view["legal"]
    player.socket.close()
    own, enemy = ("SN" if seat == 0 else "NS") if game == "kings-ransom" else ("", "")
    reach: dict[str, set[str]] = {}
    for token in filter(is_move, legal):
        match = MOVE.fullmatch(token)
        assert match is not None
        reach.setdefault(own + match[1], set()).add(enemy + match[2])
    user = users.add()
    user.join(table, game, seat)
    know_reach(user)
    name = table["yours"][seat]["seat"].capitalize()
    own_piece = re.compile(rf"^\w+, [^,]* of {name}")
    pieces = user.page.locator("[role=gridcell] button", has_text=own_piece).all()
    spoken = {button.get_attribute("data-place"): reach_of(button) for button in pieces}
    assert {place: cells for place, cells in spoken.items() if cells} == reach


def kinds_of(game: str) -> set[str]:
    """The kinds of all pieces in the scenes of a sample record, as anyone sees them."""
    table = replay(read_record(sample_record(game)))
    encoder = SceneEncoder(table.game)
    kinds = set()
    for step in range(0, len(table.steps), max(1, len(table.steps) // 20)):
        for viewer in (SPECTATOR, REFEREE):
            scene = encoder.draw(table.view(viewer, step))
            pieces = [spot.piece for spot in scene.spots]
            pieces += [piece for tray in scene.trays for piece in tray.pieces]
            kinds |= {piece.kind for piece in pieces if piece}
    return kinds


@pytest.mark.long
@pytest.mark.parametrize("game", NAMES)
def test_the_legend_is_one_key_away_explains_every_piece_and_is_accessible(
    users: Users, game: str
) -> None:
    user = at_table(users, game)
    opener = user.page.locator(REACHING).first
    opener.focus()
    user.page.keyboard.press("?")
    legend = user.page.get_by_role("dialog")
    expect(legend).to_be_visible()
    expect(legend.get_by_role("listitem").first).to_be_visible()
    drawn = legend.locator("[data-kinds]").evaluate_all(
        "all => all.flatMap((one) => one.dataset.kinds.split(','))"
    )
    missing = kinds_of(game) - set(drawn)
    assert not missing, f"add these kinds of pieces to the view's explanations.ts: {missing}"
    expect(legend.locator("[data-aftermath]").first).to_be_attached()  # what stays on the board
    for width, scheme in ((1280, "light"), (390, "dark")):
        user.page.set_viewport_size({"width": width, "height": 844})
        user.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        assert violations(user) == []
        assert overflow(user) <= 0
        assert user.missing_spaces() == []
        assert user.page.evaluate(SMALL) == []
        user.screenshot(f"legend-{game}-{width}-{scheme}")
    user.page.keyboard.press("Escape")
    expect(legend).to_have_count(0)
    expect(user.page.locator("dialog")).to_have_count(0)  # the page has heard that it is closed
    expect(opener).to_be_focused()
    user.page.keyboard.press("?")
    expect(legend).to_be_visible()
    user.page.keyboard.press("?")
    expect(legend).to_have_count(0)
