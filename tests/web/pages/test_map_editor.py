"""The editor of maps: by mouse, touch and keyboard; faults are shown where they are."""

import random
import re

import pytest
from playwright.sync_api import Locator, expect

from tests.web.conftest import Users
from tests.web.test_for_everybody import SMALL, overflow, violations
from tests.web.user import User

# Where a hex of the sea is on the screen; 0, 0 is the middle, x counts half hexes, y rows.
WHERE = """(svg, [x, y]) => {
  const at = new DOMPoint(x * 20 * Math.sqrt(3), y * 60).matrixTransform(svg.getScreenCTM());
  return [at.x, at.y];
}"""
FOCUSED_BY_TAB = "(where) => document.activeElement.matches(where)"


class Editor:
    """A user at the editor."""

    def __init__(self, user: User, address: str = "#/map") -> None:
        self.user, self.page = user, user.page
        user.open(address)
        self.sea = self.page.locator(".sea")
        self.svg = self.sea.locator("> svg")
        expect(self.svg).to_have_attribute("viewBox", re.compile(r"\d"))

    def where(self, x: int, y: int) -> tuple[float, float]:
        """Where a hex is on the screen."""
        across, down = self.svg.evaluate(WHERE, [x, y])
        return across, down

    def drag(self, *spots: tuple[int, int], button: str = "left") -> None:
        """Draw a stroke with the mouse."""
        self.svg.scroll_into_view_if_needed()
        mouse = self.page.mouse
        mouse.move(*self.where(*spots[0]))
        mouse.down(button=button)  # type: ignore[arg-type]
        for spot in spots[1:]:
            mouse.move(*self.where(*spot))
        mouse.up(button=button)  # type: ignore[arg-type]

    def choose(self, tool: str) -> None:
        """Choose a tool."""
        self.page.locator(".choice label", has_text=tool).click()

    def expect_size(self, hexes: int, rows: int, fortresses: str) -> None:
        """Wait until these counts are shown."""
        counts = [f"{hexes} of 256 hexes", f"{rows} of 26 rows", fortresses]
        expect(self.page.locator(".counts li")).to_have_text(counts)

    @property
    def problems(self) -> Locator:
        """What is wrong with the map."""
        return self.page.get_by_role("list", name="Problems").get_by_role("listitem")

    @property
    def faults(self) -> Locator:
        """The rings around faulty hexes."""
        return self.svg.locator("path.fault")

    def tab_to(self, where: str) -> None:
        """Press Tab until an element that matches has the focus."""
        for _ in range(40):
            self.page.keyboard.press("Tab")
            if self.page.evaluate(FOCUSED_BY_TAB, where):
                return
        raise AssertionError(f"Tab never reaches {where}")

    def press(self, *keys: str) -> None:
        """Press keys one after another."""
        for key in keys:
            self.page.keyboard.press(key)


@pytest.mark.long
def test_a_map_is_drawn_fixed_shared_and_played_to_its_end(users: Users) -> None:
    author = Editor(users.add())
    author.drag((-6, 0), (0, 0), (6, 0))
    author.drag((-5, 1), (5, 1))
    author.drag((12, 0), (12, 0))  # an island
    author.choose("Fortress")
    author.drag((0, 0))
    author.drag((12, 0))
    author.expect_size(14, 2, "2 fortresses: even")
    expect(author.problems).to_have_count(3)
    play = author.page.get_by_role("button", name="Play a bot", exact=True)
    expect(play).to_be_disabled()
    expect(author.page.locator("#obstacle")).to_have_text("Fix the problems first.")

    # The island is ringed, and the sentence leads to it.
    expect(author.faults).to_have_attribute("d", re.compile("M"))
    author.problems.get_by_role("button").first.click()
    expect(author.sea).to_be_focused()
    expect(author.page.locator("[aria-live]", has_text="no army fits")).to_have_count(1)
    author.drag((12, 0), button="right")
    author.expect_size(13, 2, "1 fortress: odd")
    expect(author.problems).to_have_count(0)
    expect(author.faults).to_have_attribute("d", "")
    expect(play).to_be_enabled()

    # It stays after reloading, under its own name.
    author.page.get_by_label("Name").fill("long shore")
    author.page.get_by_label("Name").press("Enter")
    expect(author.page.locator("#kept")).to_contain_text("A name begins with a letter")
    author.page.get_by_label("Name").fill("long-shore")
    author.page.get_by_label("Name").press("Enter")
    expect(author.page.locator("#kept")).to_have_text("Kept in this browser as long-shore.")
    author.page.reload()
    author.expect_size(13, 2, "1 fortress: odd")
    author.page.context.grant_permissions(["clipboard-write"])
    author.user.button("Copy the link").click()
    expect(author.page.get_by_text("Copied.")).to_be_visible()

    _, _, link = author.page.url.partition("#")
    reader = Editor(users.add(), f"#{link}")
    reader.expect_size(13, 2, "1 fortress: odd")
    expect(reader.page.get_by_label("Name")).to_have_value("long-shore")
    reader.page.get_by_label("Strength of the bot").select_option("1")
    reader.user.button("Play a bot").click()
    reader.page.wait_for_selector(".table .board")
    expect(reader.page.locator("[role=gridcell]")).to_have_count(13)
    rng = random.Random(3)
    reader.user.play_to_the_end(rng.choice)


@pytest.mark.long
def test_a_map_is_drawn_by_touch_on_a_phone(users: Users) -> None:
    editor = Editor(users.add(width=390, height=844, touch=True))
    page = editor.page
    cdp = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        touches = [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(points)]
        cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    editor.svg.scroll_into_view_if_needed()
    page.get_by_label("Symmetry").select_option("Mirror left and right")
    touch("touchStart", editor.where(0, 0))
    touch("touchMove", editor.where(4, 0))
    touch("touchMove", editor.where(3, 1))
    touch("touchEnd")
    editor.expect_size(7, 2, "No fortresses yet")

    # Two fingers move and zoom the view; the first of them draws nothing.
    before = editor.svg.get_attribute("viewBox") or ""
    (x, y), (other_x, other_y) = editor.where(-4, -3), editor.where(4, -3)
    touch("touchStart", (x, y))
    touch("touchStart", (x, y), (other_x, other_y))
    touch("touchMove", (x - 20, y), (other_x + 20, other_y))
    touch("touchEnd")
    expect(editor.svg).not_to_have_attribute("viewBox", before)
    editor.expect_size(7, 2, "No fortresses yet")
    editor.choose("Fortress")
    page.touchscreen.tap(*editor.where(0, 0))
    editor.expect_size(7, 2, "1 fortress: odd")
    editor.user.button("Undo").tap()
    editor.expect_size(7, 2, "No fortresses yet")
    assert violations(editor.user) == []
    assert overflow(editor.user) <= 0
    assert page.evaluate(SMALL) == []


@pytest.mark.long
def test_a_map_is_drawn_and_played_with_the_keyboard_only(users: Users) -> None:
    editor = Editor(users.add())
    announcement = editor.page.locator(".drawing [aria-live]")
    editor.tab_to("[name=tool]")
    editor.press("ArrowRight", "ArrowLeft")  # to Erase and back
    editor.tab_to(".sea")
    expect(announcement).to_have_text("sea, row 13, column 16")
    editor.press("Enter", *["Shift+ArrowRight"] * 5, "ArrowDown", "f", "d")
    expect(announcement).to_have_text(re.compile("^sea, row 15"))
    editor.press(" ", "Delete", "q")
    expect(announcement).to_have_text(re.compile("^b6, fortress, row 14"))
    editor.expect_size(7, 2, "1 fortress: odd")
    editor.press("Control+z", "Control+z", "Control+z")
    editor.expect_size(6, 1, "No fortresses yet")
    editor.press("Control+y")
    editor.expect_size(7, 2, "1 fortress: odd")
    expect(editor.user.button("Play a bot")).to_be_enabled()
    editor.tab_to(".primary")
    editor.press("Enter")
    expect(editor.page.locator("[role=gridcell]")).to_have_count(7)


@pytest.mark.long
def test_a_drawing_starts_from_other_maps_and_texts(users: Users) -> None:
    editor = Editor(users.add())
    page = editor.page
    dialog = page.get_by_role("dialog")
    editor.user.button("Start from …").click()
    assert violations(editor.user) == []
    pasted = dialog.get_by_label("Paste a map’s text or a link to it")
    pasted.fill(". x .")
    dialog.get_by_role("button", name="Draw it").click()
    expect(dialog.get_by_text("Line 1, column 3 holds")).to_be_visible()
    pasted.fill(f"{editor.user.site.base}/#/map/bay/h4x")
    dialog.get_by_role("button", name="Draw it").click()
    expect(dialog.get_by_text("This link is not a map")).to_be_visible()
    pasted.fill("  . . . . F\n")
    dialog.get_by_role("button", name="Draw it").click()
    editor.expect_size(5, 1, "1 fortress: odd")

    editor.user.button("Start from …").click()
    dialog.get_by_role("button", name="New map", exact=True).click()
    expect(page.get_by_label("Name")).not_to_have_value("my-map")
    expect(editor.problems).to_have_count(0)
    editor.user.button("Start from …").click()
    dialog.get_by_role("button", name="Hexagon", exact=True).click()
    editor.expect_size(217, 17, "15 fortresses: odd")
    editor.user.button("Undo").click()
    expect(page.locator(".counts li").first).not_to_have_text("217 of 256 hexes")


@pytest.mark.long
def test_fortresses_are_scattered_or_left_to_the_players(users: Users) -> None:
    editor = Editor(users.add(), "#/map/slab/h9-_1h9-h9-_1h9")
    expect(editor.problems).to_have_count(1)
    editor.page.get_by_label("How many").select_option("3")
    editor.page.get_by_label("Left for the players to place").check()
    expect(editor.problems).to_have_count(0)
    expect(editor.user.button("Play a bot")).to_be_enabled()
    editor.page.get_by_label("As drawn").check()
    editor.user.button("Scatter fortresses").click()
    editor.expect_size(36, 4, "3 fortresses: odd")
    expect(editor.problems).to_have_count(0)
    editor.page.get_by_label("Left for the players to place").check()
    editor.user.button("Play a friend").click()
    expect(editor.page.get_by_role("radio", name="Placed in turn", exact=True)).to_be_checked()
    expect(editor.page.get_by_role("combobox", name="Number of fortresses")).to_have_value("3")


@pytest.mark.long
def test_a_map_is_checked_by_bots(users: Users) -> None:
    editor = Editor(users.add(), "#/map/shore/h3F-_1h4")
    page = editor.page
    page.get_by_role("button", name="Check it").click()
    expect(page.locator(".verdict")).to_contain_text("who begins, wins")
    expect(page.get_by_role("button", name="Check it")).to_be_visible()  # it is over
    page.get_by_text("The fortresses as a table").click()
    expect(page.get_by_role("rowheader")).to_have_text(["a4"])
    assert violations(editor.user) == []
    editor.drag((0, 3))
    expect(page.get_by_text("You have changed the map since")).to_be_visible()


@pytest.mark.long
def test_a_browser_that_stores_nothing_says_so_and_the_address_keeps_the_map(users: Users) -> None:
    user = users.add()
    user.page.add_init_script(
        "Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError'); }"
    )
    editor = Editor(user)
    editor.drag((-4, 0), (4, 0))
    expect(editor.page.locator("#kept")).to_contain_text("This browser cannot store it")
    editor.page.reload()
    editor.expect_size(5, 1, "No fortresses yet")
