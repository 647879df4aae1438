"""Sharing a game: its link, pictures and record; and what they must not show."""

import re
import xml.etree.ElementTree as ET
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal, NamedTuple
from urllib.parse import quote

import pytest
from PIL import Image
from PIL.GifImagePlugin import GifImageFile
from playwright.sync_api import Browser, Locator, expect

from siegeworks.games import NAMES
from siegeworks.play.record import read_record
from tests.samples import sample
from tests.web.conftest import Users
from tests.web.games import middle
from tests.web.test_for_everybody import SMALL, overflow, violations
from tests.web.user import TITLES, User

SVG = "{http://www.w3.org/2000/svg}"
PAPER = (0xF7, 0xF2, 0xE7)
EVERYWHERE = [(1280, 800), (390, 844)]
SCHEMES: tuple[Literal["dark", "light"], ...] = ("dark", "light")

# What an SVG that stands alone must not have.
OUTSIDE = re.compile(
    r"var\(|class=|style=|data-|<style|<script|<image|https?:(?!//www\.w3\.org/2000/svg)"
)

# How far everything moved, the user's clicks or not.
WATCH_SHIFTS = """() => {
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const shift of list.getEntries()) {
      const moved = shift.sources.map(({ node }) => node?.outerHTML?.slice(0, 80));
      window.shifts.push([shift.value, moved]);
    }
  }).observe({ type: 'layout-shift' });
}"""


def dialog(user: User) -> Locator:
    """The dialog that shares a game, open."""
    box = user.page.get_by_role("dialog", name="Share this game")
    expect(box).to_be_visible()
    expect(box.locator("svg.picture")).to_be_visible()
    return box


def share_running(user: User) -> Locator:
    """Open the dialog at a table where the game goes on."""
    user.menu("Share").click()
    return dialog(user)


def replay_file(user: User, record: Path) -> None:
    """Open a record."""
    user.open("#/replay")
    user.page.locator("input[type=file]").set_input_files(record)
    expect(user.page.locator("ol button.line").first).to_be_visible()


def saved(user: User, button: str, folder: Path) -> Path:
    """The file that a button saves."""
    with user.page.expect_download() as download:
        user.button(button).click()
    path = folder / download.value.suggested_filename
    download.value.save_as(path)
    return path


def made_gif(user: User, folder: Path) -> Path:
    """Make an animated picture, and save it."""
    user.button("Make a GIF").click()
    expect(user.page.locator(".made")).to_contain_text("pixels.")
    return saved(user, "Save the GIF", folder)


def finished(users: Users, game: str) -> tuple[User, dict[str, Any]]:
    """A player of a game from a record, who has resigned."""
    user = users.add()
    table = users.site.table_from(*middle(game), game, "me", "hot-seat")
    users.site.at(table, 0)
    loser = users.site.at(table, 1)
    loser.say(type="resign", id="r")
    loser.hear("accepted")
    user.join(table, game, 0)
    return user, table


@pytest.mark.long
def test_the_link_of_a_running_game_lets_others_watch(users: Users) -> None:
    user = users.add()
    user.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    table = users.site.table("siege-master", "me", "friend")
    user.join(table, "siege-master", 0)
    shared = share_running(user)
    user.button("Copy the link").click()
    expect(shared.get_by_role("status").first).to_have_text("The link is copied.")
    link = user.page.evaluate("() => navigator.clipboard.readText()")
    assert link == f"{users.site.base}/#/table/{table['table']}"
    assert shared.get_by_label("Link to the game").input_value() == link
    expect(user.button("Save the record")).to_have_count(0)
    secrets = [table["yours"][0]["key"], table["invitations"][0]["code"]]
    assert not any(secret in shared.inner_html() for secret in secrets)
    watcher = users.add()
    watcher.page.goto(link)
    expect(watcher.page.locator(".table")).to_be_visible()


@pytest.mark.long
def test_without_the_clipboard_the_link_is_selected(users: Users) -> None:
    user = users.add()
    user.page.add_init_script("delete Navigator.prototype.clipboard")
    user.join(users.site.table("siege-master", "me", "1"), "siege-master", 0)
    shared = share_running(user)
    user.button("Copy the link").click()
    expect(shared.get_by_role("status").first).to_contain_text("Copy it from there.")
    expect(shared.get_by_label("Link to the game")).to_be_focused()
    assert (
        user.page.evaluate("() => getSelection().toString()")
        == shared.get_by_label("Link to the game").input_value()
    )


@pytest.mark.long
def test_the_device_s_own_way_of_sharing_gets_the_link_and_the_pictures(users: Users) -> None:
    user = users.add()
    user.page.add_init_script("""
      window.given = [];
      navigator.canShare = () => true;
      navigator.share = async ({ url, files }) => {
        window.given.push(url ?? `${files[0].name} ${files[0].type}`);
      };
    """)
    table = users.site.table("siege-master", "me", "1")
    user.join(table, "siege-master", 0)
    share_running(user)
    user.button("Share the link").click()
    user.button("Share the picture").click()
    user.page.wait_for_function("() => window.given.length === 2")
    link, picture = user.page.evaluate("() => window.given")
    assert link.endswith(f"/#/table/{table['table']}")
    assert re.fullmatch(r"siege-master-\d+\.png image/png", picture)


@pytest.mark.parametrize("game", NAMES)
@pytest.mark.long
def test_pictures_stand_alone_and_are_the_same_in_every_theme(
    users: Users, browser: Browser, game: str, tmp_path: Path
) -> None:
    user = users.add()
    replay_file(user, sample(f"{game}-0"))
    lines = user.page.locator("ol button.line")
    at, of = lines.count() // 2, lines.count()
    lines.nth(at - 1).click()
    happened = lines.nth(at - 1).locator("span").last.inner_text()
    user.button("Share").click()
    expect(dialog(user).locator("svg.picture")).to_contain_text(f"Position {at} of {of}")
    texts = []
    for scheme in SCHEMES:
        user.page.emulate_media(color_scheme=scheme)
        texts.append(saved(user, "Save as SVG", tmp_path).read_text(encoding="utf-8"))
    assert texts[0] == texts[1]
    assert OUTSIDE.search(texts[0]) is None
    root = ET.fromstring(texts[0])
    title, description = root.findtext(f"{SVG}title"), root.findtext(f"{SVG}desc")
    assert title == f"{TITLES[game]}. Position {at} of {of}"
    assert description == happened
    ids = {element.get("id") for element in root.iter() if element.get("id")}
    assert set(re.findall(r"url\(#([^)]+)\)", texts[0])) <= ids
    width, height = int(root.get("width", "")), int(root.get("height", ""))
    with Image.open(saved(user, "Save as PNG", tmp_path)) as png:
        assert png.size == (2 * width, 2 * height)
        assert png.convert("RGB").getpixel((3, 3)) == PAPER
        colors = png.convert("RGB").getcolors(1 << 24)
        assert colors is not None and len(colors) > 50  # there is something on the paper
    # An image viewer shows it: here the browser, which loads nothing else for an <img>.
    with browser.new_page() as viewer:
        viewer.set_content(f"<img src='data:image/svg+xml,{quote(texts[0])}'>")
        size = "image => image.decode().then(() => [image.naturalWidth, image.naturalHeight])"
        assert viewer.locator("img").evaluate(size) == [width, height]


@pytest.mark.long
def test_a_gif_has_a_frame_for_each_position_and_holds_the_last(
    users: Users, tmp_path: Path
) -> None:
    user = users.add(pace="quick")
    user.page.emulate_media(color_scheme="dark")  # the paper of the picture stays light
    replay_file(user, sample("kings-ransom-0"))
    turns = user.page.locator("ol button.line").count()
    user.button("Share").click()
    shared = dialog(user)
    path = made_gif(user, tmp_path)
    assert path.name == "kings-ransom.gif"
    assert path.read_bytes()[:6] == b"GIF89a"
    with Image.open(path) as gif:
        assert isinstance(gif, GifImageFile) and gif.n_frames == turns + 1
        caption = shared.locator(".made").inner_text()
        assert f"{turns + 1} frames, {gif.width} × {gif.height} pixels." in caption
        assert gif.info["loop"] == 0
        frames = []
        for number in range(gif.n_frames):
            gif.seek(number)
            frames.append((gif.info["duration"], gif.convert("RGB").copy()))
    assert [hold for hold, _ in frames] == [450] * turns + [4000]
    assert all(before.tobytes() != after.tobytes() for (_, before), (_, after) in pairwise(frames))
    for _, frame in frames:
        pixel = frame.getpixel((3, 3))
        assert isinstance(pixel, tuple)
        assert all(abs(a - b) < 10 for a, b in zip(pixel, PAPER, strict=True))


@pytest.mark.long
def test_making_a_gif_shows_its_progress_and_can_be_cancelled(users: Users) -> None:
    user = users.add()
    replay_file(user, sample("expansion-0"))
    user.button("Share").click()
    made = dialog(user).locator(".made")
    user.button("Make a GIF").click()
    expect(made).to_contain_text(re.compile(r"Frame [1-9]\d* of \d+"))
    user.button("Cancel").click()
    expect(made).to_have_text("Cancelled.")
    expect(user.button("Save the GIF")).to_be_disabled()
    expect(user.button("Make a GIF")).to_be_enabled()
    assert user.page.locator(".stage svg").count() == 0


@pytest.mark.long
def test_a_long_game_has_no_more_frames_than_fit(users: Users) -> None:
    """The size of the file is tested in web/src/share/animation.test.ts."""
    user = users.add()
    replay_file(user, sample("expansion-0"))
    turns = user.page.locator("ol button.line").count()
    assert turns > 200
    user.button("Share").click()
    made = dialog(user).locator(".made")
    user.button("Make a GIF").click()
    expect(made).to_contain_text(f" of {turns // 2 + 1}")  # every second turn
    user.button("Cancel").click()


@pytest.mark.long
def test_a_finished_game_shares_its_replay_and_its_record(users: Users, tmp_path: Path) -> None:
    user, table = finished(users, "expansion")
    user.button("Share").first.click()
    shared = dialog(user)
    expect(shared.locator(".secrets")).to_have_count(0)
    link = shared.get_by_label("Link to the game").input_value()
    assert link == f"{users.site.base}/#/replay/{table['table']}"
    record = saved(user, "Save the record", tmp_path)
    assert record.name == "expansion.siege"
    assert read_record(record).steps[-1].token == "resign=moons"
    assert "?" not in text_of(saved(user, "Save as SVG", tmp_path))
    user.page.keyboard.press("Escape")
    expect(shared).to_have_count(0)
    expect(user.button("Share").first).to_be_focused()
    user.page.goto(link)
    expect(user.page.locator("ol button.line").first).to_be_visible()


@pytest.mark.long
def test_a_position_of_a_finished_game_has_a_link_of_its_own(users: Users) -> None:
    user, table = finished(users, "siege-master")
    user.open(f"#/replay/{table['table']}/5")
    at = user.page.locator(".steps span")
    expect(at).to_contain_text("Position 5 of ")
    user.page.locator("ol button.line").nth(2).click()
    expect(at).to_contain_text("Position 3 of ")
    user.button("Share").click()
    link = dialog(user).get_by_label("Link to the game").input_value()
    assert link == f"{users.site.base}/#/replay/{table['table']}/3"
    friend = users.add()
    friend.page.goto(link)
    expect(friend.page.locator(".steps span")).to_contain_text("Position 3 of ")
    expect(friend.page.locator("ol button.line").nth(2)).to_have_attribute("aria-current", "step")
    friend.open(f"#/replay/{table['table']}/4")
    expect(friend.page.locator(".steps span")).to_contain_text("Position 4 of ")


def text_of(svg: Path) -> str:
    """All text of a picture."""
    return " ".join(ET.fromstring(svg.read_text(encoding="utf-8")).itertext())


# Secrets ------------------------------------------------------------------------------------------


MUTED = "#625b50"  # the colour of the names of rows and columns


class Pair(NamedTuple):
    """Two games that differ in what some may not know."""

    game: str
    options: dict[str, str]
    last: str  # the last step of both
    changed: dict[str, str]  # steps of the first game, and what they are in the second
    second_knows: bool  # the second seat knows the difference


PAIRS = [
    Pair("kings-ransom", {}, "chance first=", {
        "chance Na1=S": "chance Na1=K", "chance Nb1=K": "chance Nb1=S",
        "chance Nc1=S": "chance Nc1=I", "chance Nd1=I": "chance Nd1=S",
    }, True),
    Pair("expansion", {}, "chance first=", {
        "moons 5@f6": "moons 5@f5", "moons 4@f5": "moons 4@f6",
        "moons A@e6": "moons A@f4", "moons 0@f4": "moons 0@e6",
    }, True),
    # A battle has shown both values, and nobody notes them.
    Pair("siege-by-number", {"notes": "off"}, "chance roll=34", {
        "chance g8=0": "chance g8=2", "chance g7=A": "chance g7=4",
    }, False),
]  # fmt: skip


def records(pair: Pair) -> tuple[str, str, int]:
    """The records of both games up to their last step, and the number of steps."""
    steps = [f"{step.actor} {step.token}" for step in read_record(sample(f"{pair.game}-0")).steps]
    end = next(i for i, step in enumerate(steps) if step.startswith(pair.last)) + 1
    assert set(pair.changed) <= set(steps[:end])
    options = "".join(f"options: {name}={value}\n" for name, value in pair.options.items())
    head = f"siege-record 1\ngame: {pair.game}\n{options}---\n"
    games = steps[:end], [pair.changed.get(step, step) for step in steps[:end]]
    first, second = (head + "\n".join(game) + "\n" for game in games)
    return first, second, end


@pytest.mark.parametrize("is_gif", [False, pytest.param(True, marks=pytest.mark.long)])
@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair.game)
def test_pictures_of_a_running_game_depend_only_on_what_the_seat_may_know(
    users: Users, pair: Pair, tmp_path: Path, is_gif: bool
) -> None:
    """Two games that differ only in what a seat may not know have the same pictures, byte by
    byte: also for spectators; and not for the seat that knows it."""
    game = pair.game
    *texts, steps = records(pair)
    tables = [
        users.site.opened(game, ["me", "hot-seat"], {"record": text, "step": steps})
        for text in texts
    ]
    names = [place["seat"].title() for place in tables[0]["yours"]]
    user = users.add()

    def exported(table: dict[str, Any], *seats: int) -> bytes:
        user.open("favicon.svg")  # so that the page is loaded again
        user.join(table, game, *seats)
        shared = share_running(user)
        expect(user.button("Save the record")).to_have_count(0)
        if pair.second_knows:
            knows = names[seats[0]] if seats else "spectators"
            expect(shared.locator(".secrets")).to_have_text(f"Pictures show what {knows} may know.")
        svg = saved(user, "Save as SVG", tmp_path)
        if pair.second_knows:
            assert bool(values_in(svg)) == bool(seats)
        return (made_gif(user, tmp_path) if is_gif else svg).read_bytes()

    for seats in ((0,), ()):
        assert exported(tables[0], *seats) == exported(tables[1], *seats)
    if pair.second_knows:
        assert exported(tables[0], 1) != exported(tables[1], 1)


@pytest.mark.long
def test_a_game_without_notes_is_shared_with_all_its_values_when_it_is_over(
    users: Users, tmp_path: Path
) -> None:
    pair = PAIRS[-1]
    text, _, steps = records(pair)
    how = {"record": text, "step": steps}
    table = users.site.opened(pair.game, ["me", "hot-seat"], how)
    users.site.at(table, 0)
    loser = users.site.at(table, 1)
    loser.say(type="resign", id="r")
    loser.hear("accepted")
    user = users.add()
    user.join(table, pair.game, 0)
    user.button("Share").first.click()
    expect(dialog(user).locator(".secrets")).to_have_count(0)
    record = read_record(saved(user, "Save the record", tmp_path))
    assert {f"{step.actor} {step.token}" for step in record.steps} >= set(pair.changed)
    with Image.open(made_gif(user, tmp_path)) as gif:
        assert isinstance(gif, GifImageFile) and gif.n_frames > 1


def values_in(svg: Path) -> list[str]:
    """The values of pieces that a picture shows, as letters, digits or pips."""
    root = ET.fromstring(svg.read_text(encoding="utf-8"))
    texts = [element for element in root.iter(f"{SVG}text") if element.get("fill") != MUTED]
    letters = ["".join(element.itertext()).strip() for element in texts]
    pips = [element for element in root.iter(f"{SVG}circle") if float(element.get("r", "9")) < 2]
    return [letter for letter in letters if len(letter) <= 2] + ["pip"] * len(pips)


# Fixed places -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "width", "height"), [(game, *EVERYWHERE[i % 2]) for i, game in enumerate(NAMES)]
)
@pytest.mark.long
def test_nothing_moves_while_one_steps_through_a_replay(
    users: Users, game: str, width: int, height: int
) -> None:
    user = users.add(width=width, height=height)
    replay_file(user, sample(f"{game}-0"))
    user.page.keyboard.press("Home")
    expect(user.page.locator(".steps span")).to_contain_text("Position 0 of ")
    on = user.button("One turn forward")
    on.scroll_into_view_if_needed()
    user.page.evaluate(WATCH_SHIFTS)
    lines = user.page.locator("ol button.line")
    clicks = min(40, lines.count())
    box = on.bounding_box()
    assert box is not None
    for at in range(1, clicks + 1):
        user.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        expect(user.page.locator(".steps span")).to_contain_text(f"Position {at} of ")
    user.button("One turn back").click()
    assert on.bounding_box() == box
    shifts = user.page.evaluate("() => window.shifts")
    assert sum(value for value, _ in shifts) <= 0.01, shifts


@pytest.mark.long
@pytest.mark.parametrize(("width", "height"), EVERYWHERE, ids=["wide", "phone"])
def test_the_dialog_is_accessible_and_fits(users: Users, width: int, height: int) -> None:
    user = users.add(width=width, height=height)
    user.join(
        users.site.table_from(*middle("kings-ransom"), "kings-ransom", "me", "1"), "kings-ransom", 0
    )
    shared = share_running(user)
    assert violations(user) == []
    assert overflow(user) <= 0
    assert user.page.evaluate(SMALL) == []
    assert user.missing_spaces() == []
    user.screenshot(f"share-{width}")
    user.page.emulate_media(color_scheme="dark")
    assert violations(user) == []
    user.button("Close").click()
    expect(shared).to_have_count(0)
    expect(user.button("Menu")).to_be_focused()
