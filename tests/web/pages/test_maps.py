"""Maps on the page: chosen from pictures, new, one's own, in links, at tables and in replays."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from tests.web.conftest import Users
from tests.web.test_for_everybody import SMALL, overflow, violations
from tests.web.user import User

GAME = "siege-master"
ISLE = (" . . . . .", ". . F . . .", " . . . . .")
CODE = "_1h5-h2Fh3-_1h5"
BARE = "_1h5-h6-_1h5"  # the same without its fortress


def facts(hexes: str, fortresses: str) -> re.Pattern[str]:
    """How a map's size is written."""
    return re.compile(f"{hexes}, {fortresses}$")


def new_table(user: User, address: str = "") -> None:
    """Open the page of new tables and wait for its maps."""
    user.open(f"#/new/{GAME}{address}")
    expect(choice(user, "Hexagon")).to_be_visible()


def choice(user: User, title: str) -> Locator:
    """A map to choose."""
    return user.page.get_by_role("radio", name=re.compile(f"^{title} "))


def card(user: User, title: str) -> Locator:
    """A map in the gallery."""
    return user.page.get_by_role("article", name=title, exact=True)


def opens_table(user: User) -> None:
    """Open the table and wait for it."""
    user.button("Open the table").click()
    user.page.wait_for_selector(".table")


def map_of_table(user: User) -> Locator:
    """What can be done with the map that is played on, opened."""
    replay = user.page.locator(".replay").get_by_role("button", name="This map", exact=True)
    expect(replay.or_(user.button("Menu"))).to_be_visible()
    (replay if replay.is_visible() else user.menu("This map")).click()
    menu = user.page.get_by_role("dialog", name="This map")
    expect(menu.get_by_role("link", name="Edit this map")).to_be_visible()
    return menu


@pytest.mark.long
def test_a_new_map_can_be_played_against_a_bot_with_one_click(users: Users) -> None:
    user = users.add()
    user.open("#/maps")
    user.button("New map").click()
    fresh = user.page.get_by_role("region", name="A new map")
    title = fresh.get_by_role("heading", level=3).inner_text()
    user.button("New map").click()
    expect(fresh.get_by_role("heading", level=3)).not_to_have_text(title)
    title = fresh.get_by_role("heading", level=3).inner_text()
    fresh.get_by_role("button", name="Play a bot").click()
    user.page.wait_for_selector(".board-area .board svg")
    expect(map_of_table(user)).to_contain_text(title)
    assert violations(user) == []
    user.page.keyboard.press("Escape")
    user.type_first_move()
    user.expect_prompt(re.compile("thinking|Your turn"))


@pytest.mark.long
def test_a_map_is_chosen_from_pictures_with_the_keyboard(users: Users) -> None:
    user = users.add()
    new_table(user)
    expect(choice(user, "Hexagon")).to_be_checked()
    choice(user, "Hexagon").focus()
    user.page.keyboard.press("ArrowRight")
    chosen = user.page.locator("label.chosen")
    expect(chosen).not_to_contain_text("Hexagon")
    title = chosen.locator(".title").inner_text()
    expect(choice(user, title)).to_be_focused()
    expect(choice(user, title)).to_have_accessible_name(facts(r" \d+ hexes", "15 fortresses"))
    expect(user.button("Open the table")).to_be_enabled()
    user.page.keyboard.press("Enter")
    user.page.wait_for_selector(".table")
    expect(map_of_table(user)).to_contain_text(title)


@pytest.mark.long
def test_a_link_opens_a_table_on_its_map(users: Users) -> None:
    user = users.add()
    new_table(user, f"/map/isle/{CODE}")
    expect(choice(user, "Isle")).to_be_checked()
    expect(choice(user, "Isle")).to_have_accessible_name(facts("16 hexes", "1 fortress"))
    opens_table(user)
    expect(user.page.get_by_role("gridcell")).to_have_count(16)
    menu = map_of_table(user)
    menu.get_by_role("button", name="Keep this map").click()
    expect(menu).to_contain_text("Isle is kept")
    menu.get_by_role("link", name="Play this map again").click()
    expect(choice(user, "Isle")).to_be_checked()


@pytest.mark.long
def test_a_broken_link_is_explained_and_another_map_can_be_chosen(users: Users) -> None:
    user = users.add()
    new_table(user, "/map/isle/h4!")
    user.expect_text("This link is not a map")
    expect(choice(user, "Hexagon")).to_be_checked()
    expect(user.button("Open the table")).to_be_enabled()


@pytest.mark.long
def test_only_options_that_fit_the_map_are_offered(users: Users) -> None:
    user = users.add()
    new_table(user)
    fortresses = user.page.get_by_role("group", name="Fortresses", exact=True)
    count = user.page.get_by_role("combobox", name="Number of fortresses")
    expect(count).to_be_hidden()
    fortresses.get_by_label("scattered by chance").check()
    expect(count).to_be_visible()
    new_table(user, f"/map/isle/{BARE}")
    user.expect_text("This map has no fortresses")
    expect(fortresses.get_by_role("radio")).to_have_count(2)
    count.select_option("3")
    opens_table(user)
    user.expect_prompt(re.compile("Your turn"))


@pytest.mark.long
def test_an_own_map_is_renamed_deleted_and_brought_back(users: Users) -> None:
    user = users.add(width=390, height=844)
    user.open("#/maps")
    user.expect_text("You have no maps yet")
    user.button("New map").click()
    user.page.get_by_role("button", name=re.compile("^Keep ")).click()
    own = user.page.get_by_role("region", name="Your maps")
    own.get_by_role("button", name=re.compile("^Rename ")).click()
    name = own.get_by_label("Name of the map")
    name.fill("no/name")
    name.press("Enter")
    expect(own.get_by_role("alert")).to_contain_text("A name has letters")
    assert violations(user) == []
    name.fill("our-isle")
    name.press("Enter")
    expect(card(user, "Our Isle")).to_be_visible()
    user.page.get_by_role("button", name="Delete Our Isle").click()
    expect(card(user, "Our Isle")).to_be_hidden()
    user.page.keyboard.press("Enter")  # the button that undoes it has the focus
    expect(card(user, "Our Isle")).to_be_visible()
    user.page.reload()
    expect(card(user, "Our Isle").get_by_role("link", name="Edit Our isle")).to_be_visible()
    assert user.missing_spaces() == []
    assert overflow(user) <= 0


@pytest.mark.long
def test_a_map_is_shared_by_the_link_to_it(users: Users) -> None:
    user = users.add()
    user.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    user.open("#/maps")
    card(user, "Hexagon").get_by_role("button", name="Share Hexagon").click()
    user.expect_text("The link to Hexagon is copied")
    copied = user.page.evaluate("() => navigator.clipboard.readText()")
    assert copied.startswith(f"{user.site.base}/#/map/hexagon/_8h9-_7h1F")


@pytest.mark.long
def test_two_players_place_fortresses_in_turn_and_see_where(users: Users) -> None:
    red, blue = users.add(), users.add()
    table = users.site.table(GAME, "me", "hot-seat", fortresses="placed", count="3")
    red.join(table, GAME, 0)
    blue.join(table, GAME, 1)
    red.expect_text("Place fortress 1 of 3")
    place_fortress(red, "i9")
    blue.expect_text("Place fortress 2 of 3, at least 3 hexes from the others")
    barred = blue.page.get_by_role("button", name=re.compile(r"^i8, empty, not allowed now"))
    barred.press("Enter")
    expect(blue.page.locator(".refusal")).to_contain_text("distance 1 from the fortress on i9")
    place_fortress(blue, "i5")
    red.expect_text("After the last fortress, Red places the first army")
    place_fortress(red, "e9")
    red.expect_text("Place an army")
    expect(red.page.get_by_role("button", name="not allowed now")).to_have_count(0)


def place_fortress(user: User, at: str) -> None:
    """Click the mark on a hex."""
    mark = user.page.locator(f"[data-cell={at}]").first
    expect(mark).to_be_visible()
    box = mark.bounding_box()
    assert box is not None
    user.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


@pytest.mark.long
def test_the_map_of_a_record_can_be_edited_and_played(users: Users, tmp_path: Path) -> None:
    rows = "".join(f"land: {row}\n" for row in ISLE)
    record = tmp_path / "isle.siege"
    record.write_text(
        f"siege-record 1\ngame: {GAME}\noptions: map=isle\n{rows}result: *\n---\nred a1-a4\n",
        encoding="utf-8",
    )
    user = users.add()
    user.open("#/replay")
    user.page.locator("input[type=file]").set_input_files(record)
    menu = map_of_table(user)
    expect(menu).to_contain_text("Isle")
    edit = menu.get_by_role("link", name="Edit this map")
    expect(edit).to_have_attribute("href", f"#/map/isle/{CODE}")
    menu.get_by_role("link", name="Play this map again").click()
    expect(choice(user, "Isle")).to_be_checked()


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "address", "complete"),
    [
        ("maps", "#/maps", "article h3"),
        ("new-map", f"#/new/{GAME}", "label.chosen"),
    ],
)
def test_the_pages_with_maps_are_accessible_and_fit_a_phone(
    users: Users, name: str, address: str, complete: str
) -> None:
    user = users.add(width=390, height=844)
    user.open(address)
    expect(user.page.locator(complete).first).to_be_visible()
    user.button("New map").click()
    expect(user.page.get_by_text(re.compile("^New map: "))).to_have_count(1)
    user.page.locator("summary", has_text="Size and shape").click()
    assert violations(user) == []
    assert user.missing_spaces() == []
    assert overflow(user) <= 0
    assert user.page.evaluate(SMALL) == []
    user.screenshot(f"{name}-390")
    user.page.set_viewport_size({"width": 1280, "height": 800})
    user.page.emulate_media(color_scheme="dark")
    assert violations(user) == []
