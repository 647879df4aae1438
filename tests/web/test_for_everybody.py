"""The page for everyone: with the keyboard only, with a screen reader, on a phone, in dark mode;
and its size."""

import gzip
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from siegeworks.games import NAMES
from siegeworks.server.http.static_files import STATIC
from tests.variants import long_where
from tests.web.conftest import Users
from tests.web.games import sample_record
from tests.web.pictures import WEB, WRITTEN, pictures
from tests.web.user import User

AXE = WEB / "node_modules" / "axe-core" / "axe.min.js"
NO_AXE = "axe-core is missing. Run `npm ci` in web/, as make test does."
MAX_JAVASCRIPT = 80_500  # bytes that every page loads at once, compressed
RECORD = sample_record(NAMES[0])
PAGES = {  # the address of each page, and what is there once it is complete
    "home": ("#/", f".games li:nth-child({len(NAMES)}) .board"),
    "lobby": ("#/lobby", ":is(.feature, .boards) button.primary"),
    "replay": ("#/replay", "input[type=file]"),
    "new": (f"#/new/{NAMES[0]}", "fieldset.seat"),
    **{f"rules-{game}": (f"#/rules/{game}", "figure .board") for game in NAMES},
    "offline": ("#/offline", "main button.primary"),
    "notifications-off": ("#/notifications/off/mail/key", "main button.primary"),
    "map": ("#/map/shore/h3F-_1h4--_1h2F", ".problems li"),
    "ratings": ("#/ratings", "tbody tr"),
    "tournaments": ("#/tournaments", "main form button.primary"),
    "join": ("#/join/AAAA-BBBB-CCCC", "[role=alert] p"),
}
FIRST = "home"  # the others are for make long

TOUCH = 44  # pixels

# Controls that are too small to touch. Links in sentences and hidden elements do not count; a box
# includes its label.
SMALL = f"""() => [...document.querySelectorAll('a, button, select, summary, label, input')]
  .filter((one) => !one.closest('.visually-hidden, p') && !one.matches('label input'))
  .filter((one) => one.getClientRects().length > 0)
  .filter((one) => !one.matches('label') || one.querySelector('[type=checkbox], [type=radio]'))
  .filter((one) => {{
    const box = one.getBoundingClientRect();
    return Math.min(box.width, box.height) < {TOUCH} - 0.5;
  }})
  .map((one) => one.outerHTML.slice(0, 120))"""


# All rules; only of what breaks one, the elements are described.
RUN_AXE = """() => axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations)"""


def violations(user: User) -> list[tuple[str, Any]]:
    """What axe-core finds wrong with the page."""
    return violations_of(user.page)


def violations_of(page: Page) -> list[tuple[str, Any]]:
    """The same, of any page."""
    assert AXE.is_file(), NO_AXE
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE.read_text())
    problems = page.evaluate(RUN_AXE)
    return [(problem["id"], [node["html"] for node in problem["nodes"]]) for problem in problems]


def overflow(user: User) -> int:
    """How much wider the page is than the screen."""
    script = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
    return int(user.page.evaluate(script))


@pytest.mark.parametrize("name", long_where(PAGES, lambda name: name != FIRST))
def test_every_page_is_accessible_and_usable_on_a_phone(users: Users, name: str) -> None:
    user = users.add(width=360, height=780)
    address, complete = PAGES[name]
    user.open(address)
    expect(user.page.locator(complete).first).to_be_visible()
    user.page.locator("summary", has_text="Settings").click()
    assert violations(user) == []
    assert user.missing_spaces() == []
    assert overflow(user) <= 0
    assert user.page.evaluate(SMALL) == []
    user.page.keyboard.press("Escape")
    user.screenshot(f"{name}-360")
    user.page.set_viewport_size({"width": 1280, "height": 800})
    user.page.emulate_media(color_scheme="dark")
    assert violations(user) == []
    user.screenshot(f"{name}-1280-dark")


@pytest.mark.long
def test_a_replay_is_accessible(users: Users) -> None:
    user = users.add(width=360, height=780)
    user.open("#/replay")
    user.page.locator("input[type=file]").set_input_files(RECORD)
    user.page.wait_for_selector(".board svg")
    assert violations(user) == []
    assert user.missing_spaces() == []
    assert overflow(user) <= 0
    assert user.page.evaluate(SMALL) == []


@pytest.mark.parametrize("game", NAMES)
def test_every_table_is_accessible_and_shows_the_essentials_without_scrolling(
    users: Users, game: str
) -> None:
    user = users.add(width=390, height=844)
    table = users.site.table(game, "me", "1")
    user.join(table, game, *range(len(table["yours"])))
    expect_essentials(user)
    user.screenshot(f"{game}-390")
    assert violations(user) == []
    assert overflow(user) <= 0
    assert user.page.evaluate(SMALL) == []
    user.page.set_viewport_size({"width": 1280, "height": 800})
    user.page.emulate_media(color_scheme="dark")
    user.page.evaluate("scrollTo(0, 0)")  # axe may have scrolled
    expect_essentials(user)
    user.screenshot(f"{game}-1280-dark")
    assert violations(user) == []


def expect_essentials(user: User) -> None:
    for essential in ("[aria-label=Seats] .plate strong", ".prompt", ".board svg"):
        expect(user.page.locator(essential).first).to_be_in_viewport(ratio=0.99)


def test_moves_can_be_made_with_the_keyboard_only(users: Users) -> None:
    user = users.add(confirm_moves=True)
    table = users.site.table("expansion", "me", "hot-seat", board="3x1", values="5A")
    user.join(table, "expansion", 0, 1)
    user.page.keyboard.press("Enter")  # the button on the curtain has the focus
    cells = user.page.locator("[role=gridcell] button")
    expect(cells).to_have_count(12)
    _tab_to(user, "[role=gridcell] button")
    user.page.keyboard.press("ArrowDown")
    expect(user.page.locator(":focus")).to_contain_text(
        "a1, minion of Suns, tile of Suns, can move"
    )
    user.page.keyboard.press("Enter")
    expect(user.page.locator(":focus")).to_contain_text("picked")
    expect(user.button("Place the minion 5 on a1")).to_be_visible()
    user.page.keyboard.press("Escape")
    expect(user.button("Place the minion 5 on a1")).to_be_hidden()
    user.page.keyboard.press("Enter")
    user.page.keyboard.press("Enter")
    expect(user.page.locator("ol li").first).to_contain_text("placed 1 of")
    _tab_to(user, "#token")
    user.page.keyboard.type("a@b1")
    user.page.keyboard.press("Enter")
    expect(user.button("Hand over to Moons")).to_be_visible()
    _tab_to(user, ".actions .primary.wide")
    user.page.keyboard.press("Enter")
    user.expect_text("Moons to play")


@pytest.mark.long
def test_a_whole_game_can_be_played_with_the_keyboard_only(users: Users) -> None:
    """Two players at one screen, with a curtain between their secrets."""
    table = users.site.table("kings-ransom", "me", "hot-seat", columns="2", tiles="KAEC")
    clients = [users.site.at(table, seat) for seat in (0, 1)]  # they know what is legal
    user = users.add(confirm_moves=True)
    user.join(table, "kings-ransom", 0, 1)
    curtain, hand_over = user.page.locator(".curtain"), ".actions .primary.wide"
    while "ending" not in clients[0].view:
        expect(user.page.locator(f".curtain, {hand_over}, #token").first).to_be_visible()
        if curtain.is_visible():
            user.page.keyboard.press("Enter")
            expect(curtain).to_be_hidden()
        elif user.page.locator(hand_over).is_visible():
            _tab_to(user, hand_over)
            user.page.keyboard.press("Enter")
            expect(curtain).to_be_visible()
        else:
            words, steps, _ = user.state()
            (legal,) = (client.view["legal"] for client in clients if client.view.get("legal"))
            _tab_to(user, "#token")
            user.page.keyboard.type(legal[0])
            user.page.keyboard.press("Enter")
            user.wait_for_change(words, steps)
            version = clients[0].view["version"] + 1
            for client in clients:
                client.wait_for(version)
    expect(user.page.locator(".ended")).not_to_have_count(0)  # what to do next


@pytest.mark.long
def test_a_link_followed_by_keyboard_leads_into_its_page(users: Users) -> None:
    user = users.add()
    user.open("#/lobby")
    user.page.get_by_role("link", name="Tournaments").focus()
    user.page.keyboard.press("Enter")
    expect(user.page.get_by_role("heading", name="Tournaments", level=1)).to_be_visible()
    expect(user.page.get_by_role("main")).to_be_focused()
    expect(user.page.get_by_role("main")).to_have_css("box-shadow", "none")  # no frame
    user.page.get_by_role("link", name="Learn", exact=True).focus()  # which stays
    user.page.keyboard.press("Enter")
    expect(user.page.get_by_role("heading", name="Learn", level=1)).to_be_visible()
    expect(user.page.get_by_role("link", name="Learn", exact=True)).to_be_focused()


@pytest.mark.long
def test_where_a_button_has_done_its_work_the_next_has_the_focus(users: Users) -> None:
    user = users.add(width=390, height=844)
    user.open("#/account")
    new = user.page.get_by_role("region", name="Create an account")
    new.get_by_label("Name").fill("KeysOnly")
    new.get_by_role("button", name="Create it with recovery codes only").press("Enter")
    expect(user.page.get_by_role("heading", name="Save your recovery codes")).to_be_focused()
    user.open("#/tournaments")
    user.page.get_by_role("textbox", name="Name").fill("Key cup")
    user.page.keyboard.press("Enter")
    user.button("Withdraw").press("Enter")
    expect(user.button("Enter")).to_be_focused()
    user.page.keyboard.press("Enter")
    expect(user.button("Withdraw")).to_be_focused()


def _tab_to(user: User, where: str) -> None:
    """Press Tab until an element that matches has the focus."""
    for _ in range(40):
        user.page.keyboard.press("Tab")
        if user.page.evaluate("(where) => document.activeElement.matches(where)", where):
            return
    raise AssertionError(f"Tab never reaches {where}")


@pytest.mark.long
def test_an_army_is_rotated_by_keyboard_and_errors_are_announced(users: Users) -> None:
    user = users.add(confirm_moves=True)
    user.join(users.site.table("siege-master", "me", "hot-seat"), "siege-master", 0, 1)
    _tab_to(user, "[role=gridcell] button")
    for key in "ddd":
        user.page.keyboard.press(key)
    user.page.keyboard.press("Enter")
    play, heard = user.page.locator(".actions .primary"), user.page.locator(".actions p[aria-live]")
    first = play.inner_text()
    expect(heard).to_contain_text(first)
    user.page.keyboard.press("r")
    expect(play).not_to_have_text(first)
    words = play.inner_text()
    start, end = re.findall(r"\b[a-z]\d+\b", words)
    assert words == f"Place an army from {start} to {end}"
    expect(heard).to_have_text(re.compile(rf"^To play: {words}, over {start}, \w+, \w+, {end}\."))
    user.page.keyboard.press("Enter")
    expect(user.page.locator("ol li")).to_have_count(1)
    field = user.page.get_by_label("Type a move")
    field.fill("a1-a2")
    field.press("Enter")
    expect(user.page.locator(".refusal[role=alert]")).to_contain_text("not on the map (R1)")


@pytest.mark.long
def test_forced_places_are_announced_as_well_as_drawn(users: Users) -> None:
    user = users.add()
    table = users.site.table_from("siege-master-0", 1, "siege-master", "hot-seat", "me")
    user.join(table, "siege-master", 0, 1)
    allowed = user.page.locator(".allowed polygon")
    expect(allowed).not_to_have_count(0)
    seen = allowed.count()
    expect(user.page.get_by_role("gridcell").filter(has_text="can go here")).to_have_count(seen)
    expect(user.page.locator("[data-mark]")).to_have_count(0)  # and no dots


def test_the_first_page_loads_little_javascript() -> None:
    html = (STATIC / "index.html").read_text(encoding="utf-8")
    scripts = [script for script in STATIC.rglob("*.js") if script.name in html]
    assert scripts
    total = sum(len(gzip.compress(script.read_bytes(), 9)) for script in scripts)
    assert total <= MAX_JAVASCRIPT, f"{total} bytes of JavaScript"


@pytest.mark.parametrize("name", NAMES)
def test_pictures_are_up_to_date(name: str) -> None:
    written = (WRITTEN / f"{name}.json").read_bytes()
    assert written == pictures(name) + b"\n", "write them again: python -m tests.web.pictures"
    built = Path(STATIC, "pictures", f"{name}.json")
    assert built.read_bytes() == written, "build the page again: npm run build in web/"
