"""The page for everybody: by keyboard alone, by ear, on a phone, in the dark; and small."""

from __future__ import annotations

import gzip
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from siegeworks.games import NAMES
from siegeworks.server.static_files import STATIC
from tests.samples import sample
from tests.web.conftest import Guests
from tests.web.person import GAMES, Person
from tests.web.pictures import WEB, WRITTEN, pictures

AXE = WEB / "node_modules" / "axe-core" / "axe.min.js"
NO_AXE = "The judge of accessibility is missing: run `npm ci` in web/ (make test does)."
MOST_JAVASCRIPT = 90_000  # bytes, compressed
RECORD = sample("expansion-0")
PAGES = {
    "home": "#/",
    "lobby": "#/lobby",
    "replay": "#/replay",
    "new": "#/new/nobles-and-peasants",
    **{f"rules-{game}": f"#/rules/{game}" for game in NAMES},
    "join": "#/join/AAAA-BBBB-CCCC",
}

TOUCH = 44  # pixels

# Everything that can be touched and is smaller than it should be. Links inside of sentences and
# what is only for the ear do not count; a box is touched together with its label.
SMALL = f"""() => [...document.querySelectorAll('a, button, select, summary, label, input')]
  .filter((one) => !one.closest('.unseen, p') && !one.matches('.unseen, label input'))
  .filter((one) => one.getClientRects().length > 0)
  .filter((one) => !one.matches('label') || one.querySelector('[type=checkbox], [type=radio]'))
  .filter((one) => {{
    const box = one.getBoundingClientRect();
    return Math.min(box.width, box.height) < {TOUCH} - 0.5;
  }})
  .map((one) => one.outerHTML.slice(0, 120))"""


def faults(person: Person) -> list[tuple[str, Any]]:
    """What axe-core finds wrong with the page as it is."""
    assert AXE.is_file(), NO_AXE
    person.page.evaluate(AXE.read_text())
    found = person.page.evaluate("() => axe.run().then(({ violations }) => violations)")
    return [(one["id"], [node["html"] for node in one["nodes"]]) for one in found]


def wide(person: Person) -> int:
    """How much wider the page is than the screen."""
    script = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
    return int(person.page.evaluate(script))


@pytest.mark.parametrize("name", PAGES)
def test_every_page_is_accessible_and_fits_a_phone_and_a_finger(guests: Guests, name: str) -> None:
    person = guests.come(width=360, height=780)
    person.goes(PAGES[name])
    person.page.wait_for_load_state("networkidle")
    person.page.locator("summary", has_text="Settings").click()
    assert faults(person) == []
    assert person.words_stuck_together() == []
    assert wide(person) <= 0
    assert person.page.evaluate(SMALL) == []
    person.page.keyboard.press("Escape")
    person.pictures_itself(f"{name}-360")
    person.page.set_viewport_size({"width": 1280, "height": 800})
    person.page.emulate_media(color_scheme="dark")
    assert faults(person) == []
    person.pictures_itself(f"{name}-1280-dark")


def test_a_record_that_is_looked_at_is_accessible_too(guests: Guests) -> None:
    person = guests.come(width=360, height=780)
    person.goes(PAGES["replay"])
    person.page.locator("input[type=file]").set_input_files(RECORD)
    person.page.wait_for_selector(".board svg")
    assert faults(person) == []
    assert person.words_stuck_together() == []
    assert wide(person) <= 0
    assert person.page.evaluate(SMALL) == []


@pytest.mark.parametrize("game", GAMES)
def test_every_table_is_accessible_and_tells_all_without_scrolling(
    guests: Guests, game: str
) -> None:
    person = guests.come(width=390, height=844)
    seats = ["me", "hot-seat"] if game == "siege-by-number" else ["me", "1"]
    table = guests.site.table(game, *seats)
    person.sits(table, game, *range(len(table["yours"])))
    assert faults(person) == []
    assert wide(person) <= 0
    assert person.page.evaluate(SMALL) == []
    for told in (".players", ".state", ".board svg"):
        expect(person.page.locator(told).first).to_be_in_viewport(ratio=0.99)
    person.pictures_itself(f"{game}-390")
    person.page.set_viewport_size({"width": 1280, "height": 800})
    person.page.emulate_media(color_scheme="dark")
    assert faults(person) == []
    for told in (".players", ".state", ".board svg"):
        expect(person.page.locator(told).first).to_be_in_viewport(ratio=0.99)
    person.pictures_itself(f"{game}-1280-dark")


def test_a_game_is_played_by_keyboard_alone(guests: Guests) -> None:
    person = guests.come(confirms=True)
    table = guests.site.table("expansion", "me", "hot-seat", board="3x1", values="5A")
    person.sits(table, "expansion", 0, 1)
    person.page.keyboard.press("Enter")  # the curtain's button has the focus
    cells = person.page.locator("[role=gridcell] button")
    expect(cells).to_have_count(12)
    _walk_to(person, "[role=gridcell] button")
    person.page.keyboard.press("ArrowDown")
    expect(person.page.locator(":focus")).to_contain_text(
        "a1, minion of Suns, tile of Suns, may act"
    )
    person.page.keyboard.press("Enter")
    expect(person.page.locator(":focus")).to_contain_text("picked")
    expect(person.button("Play 5@a1")).to_be_visible()
    person.page.keyboard.press("Escape")
    expect(person.button("Play 5@a1")).to_be_hidden()
    person.page.keyboard.press("Enter")
    person.page.keyboard.press("Enter")
    expect(person.page.locator("ol li").first).to_contain_text("5@a1")
    _walk_to(person, "#token")
    person.page.keyboard.type("a@b1")
    person.page.keyboard.press("Enter")
    expect(person.button("Hand over to Moons")).to_be_visible()
    _walk_to(person, ".actions .main.wide")
    person.page.keyboard.press("Enter")
    person.sees("It is Moons’s turn")


def test_a_whole_game_is_played_by_keyboard_alone(guests: Guests) -> None:
    """Two people at one screen, with what is secret behind the curtain."""
    table = guests.site.table("kings-ransom", "me", "hot-seat", columns="2", tiles="KAEC")
    told = [guests.site.at(table, seat) for seat in (0, 1)]  # who tell what is legal
    person = guests.come(confirms=True)
    person.sits(table, "kings-ransom", 0, 1)
    curtain, hand_over = person.page.locator(".curtain"), ".actions .main.wide"
    while "ending" not in told[0].view:
        expect(person.page.locator(f".curtain, {hand_over}, #token").first).to_be_visible()
        if curtain.is_visible():
            person.page.keyboard.press("Enter")
            expect(curtain).to_be_hidden()
        elif person.page.locator(hand_over).is_visible():
            _walk_to(person, hand_over)
            person.page.keyboard.press("Enter")
            expect(curtain).to_be_visible()
        else:
            words, steps, _ = person.state()
            (legal,) = (one.view["legal"] for one in told if one.view.get("legal"))
            _walk_to(person, "#token")
            person.page.keyboard.type(legal[0])
            person.page.keyboard.press("Enter")
            person.waits_for_a_change(words, steps)
            version = told[0].view["version"] + 1
            for one in told:
                one.wait_for(version)
    assert person.state()[2]


def _walk_to(person: Person, where: str) -> None:
    """Press Tab until something of this kind has the focus."""
    for _ in range(40):
        person.page.keyboard.press("Tab")
        if person.page.evaluate("(where) => document.activeElement.matches(where)", where):
            return
    raise AssertionError(f"Tab never comes to {where}")


def test_an_army_is_turned_by_keyboard_and_refusals_are_read_out(guests: Guests) -> None:
    person = guests.come(confirms=True)
    person.sits(guests.site.table("siege-master", "me", "hot-seat"), "siege-master", 0, 1)
    _walk_to(person, "[role=gridcell] button")
    for key in "ddd":
        person.page.keyboard.press(key)
    person.page.keyboard.press("Enter")
    play, heard = person.page.locator(".actions .main"), person.page.locator(".actions [aria-live]")
    first = play.inner_text()
    expect(heard).to_contain_text(first.removeprefix("Play "))
    person.page.keyboard.press("r")
    expect(play).not_to_have_text(first)
    token = play.inner_text().removeprefix("Play ")
    start, end = token.split("-")
    expect(heard).to_have_text(re.compile(rf"^To play: {token}, on {start}, \w+, \w+, {end}\.$"))
    person.page.keyboard.press("Enter")
    expect(person.page.locator("ol li")).to_have_count(1)
    field = person.page.get_by_label("Type a move")
    field.fill("a1-a2")
    field.press("Enter")
    expect(person.page.locator(".refusal[role=alert]")).to_contain_text("not on the map (R1)")


def test_where_an_army_is_forced_to_lie_is_heard_as_it_is_seen(guests: Guests) -> None:
    person = guests.come()
    table = guests.site.table_from("siege-master-0", 1, "siege-master", "hot-seat", "me")
    person.sits(table, "siege-master", 0, 1)
    expect(person.page.locator("[role=gridcell]").first).to_be_attached()
    seen = person.page.locator(".allowed polygon").count()
    assert seen > 0
    expect(person.page.get_by_role("gridcell").filter(has_text="may go here")).to_have_count(seen)
    expect(person.page.locator("[data-may]")).to_have_count(0)  # no dots besides


def test_the_page_is_small_and_its_parts_stay_fresh() -> None:
    scripts = sorted(STATIC.rglob("*.js"))
    assert scripts
    total = sum(len(gzip.compress(script.read_bytes(), 9)) for script in scripts)
    assert total <= MOST_JAVASCRIPT, f"{total} bytes of JavaScript"


@pytest.mark.parametrize("name", NAMES)
def test_pictures_show_what_the_games_say(name: str) -> None:
    written = (WRITTEN / f"{name}.json").read_bytes()
    assert written == pictures(name) + b"\n", "write them anew: python -m tests.web.pictures"
    built = Path(STATIC, "pictures", f"{name}.json")
    assert built.read_bytes() == written, "build the page anew: npm run build in web/"
