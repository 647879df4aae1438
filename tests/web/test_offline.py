"""The page as an app: it is installed, shows lessons offline, and is never an old one."""

import gc
import json
from math import hypot
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import expect

from siegeworks.games import NAMES
from siegeworks.play.teaching.lessons import Lesson, course
from siegeworks.play.teaching.puzzles import puzzles
from siegeworks.server.http.static_files import STATIC, File, Page
from tests.web.conftest import Users
from tests.web.lessons import Learner
from tests.web.test_for_everybody import violations
from tests.web.user import User

LESSON = "#/learn/siege-master"
CONTROLLED = "() => navigator.serviceWorker.controller !== null"
SETTLED = """() => navigator.serviceWorker.getRegistration().then((one) =>
  !one.installing && !one.waiting && one.active?.state === 'activated')"""
KEPT = """async () => {
  const all = await Promise.all((await caches.keys()).map(async (name) =>
    (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)));
  return all.flat();
}"""


def installed(users: Users) -> User:
    """A user whose page has its service worker."""
    user = users.add(worker=True)
    user.open("#/")
    user.page.wait_for_function(CONTROLLED)
    return user


def test_what_a_browser_needs_to_install_the_page_is_there(users: Users) -> None:
    user = users.add()
    user.open("#/lobby")
    address = user.page.locator("link[rel=manifest]").get_attribute("href")
    status, headers, body = users.site.ask("GET", str(address))
    assert status == 200 and headers["content-type"] == "application/manifest+json"
    manifest = json.loads(body)
    assert manifest["display"] == "standalone" and manifest["scope"] == "/"
    purposes = {(icon["sizes"], icon.get("purpose", "any")) for icon in manifest["icons"]}
    assert {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")} <= purposes
    for icon in manifest["icons"]:
        status, headers, body = users.site.ask("GET", icon["src"])
        assert status == 200 and headers["content-type"] == "image/png"
        width = int(icon["sizes"].partition("x")[0])
        assert int.from_bytes(body[16:20]) == int.from_bytes(body[20:24]) == width


@pytest.mark.parametrize("width", [192, 512])
def test_a_mask_cuts_nothing_off_a_castle_that_is_as_large_as_it_may_be(width: int) -> None:
    with Image.open(STATIC / "icons" / f"maskable-{width}.png") as icon:
        picture = icon.convert("L")
    paper, middle = picture.tobytes()[0], (width - 1) / 2
    drawn = (divmod(at, width) for at, pixel in enumerate(picture.tobytes()) if pixel != paper)
    farthest = max(hypot(x - middle, y - middle) for y, x in drawn)
    assert 0.97 * 0.4 * width < farthest < 0.4 * width + 1


@pytest.mark.long
def test_a_lesson_that_was_opened_is_read_without_a_connection(users: Users) -> None:
    user = installed(users)
    page = user.page
    user.open(LESSON)
    page.get_by_role("link", name="Start").or_(page.locator("main ol a")).first.click()
    text = page.locator(".exercise p, main p").nth(1)
    expect(page.locator("main .board svg").first).to_be_visible()
    shown = text.inner_text()
    page.context.set_offline(True)
    page.reload()
    expect(page.locator("main .board svg").first).to_be_visible()
    expect(text).to_have_text(shown)
    expect(page.get_by_role("link", name="What works offline")).to_be_visible()
    page.get_by_role("link", name="What works offline").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Offline")
    user.screenshot("offline")
    assert violations(user) == []
    leave(user)


@pytest.mark.long
def test_a_rulebook_that_was_kept_is_read_and_what_was_not_kept_says_so(users: Users) -> None:
    user = installed(users)
    page = user.page
    page.evaluate("fetch('/api/games/expansion/rules').then((answer) => answer.text())")
    page.context.set_offline(True)
    user.open("#/rules/expansion")  # which nobody has opened here
    expect(page.get_by_role("heading", name="Combat")).to_be_visible()
    user.open("#/learn/siege-master")
    expect(page.get_by_text("You are offline, and this needs a connection")).to_be_visible()
    leave(user)


def test_no_table_is_ever_kept(users: Users) -> None:
    user = users.add(worker=True)
    table = users.site.table("siege-master", "me", "hot-seat")
    user.join(table, "siege-master", 0)
    user.page.wait_for_function(CONTROLLED)
    user.page.evaluate("fetch('/api/lobby').then((answer) => answer.text())")
    record = f"/api/tables/{table['table']}/record"
    user.page.evaluate(f"fetch('{record}').then((answer) => answer.text())")
    with user.page.expect_response("**/api/tables/mine"):
        user.open("#/")
    expect(user.page.locator("#your-games")).to_be_visible()
    kept = user.page.evaluate(KEPT)
    answers = [path for path in kept if not path.startswith("/assets/")]
    assert answers and not [path for path in answers if "table" in path or "lobby" in path]
    assert table["yours"][0]["key"] not in json.dumps(kept)


@pytest.mark.long
def test_after_an_update_the_page_is_the_new_one(users: Users) -> None:
    user = installed(users)
    page = user.page
    served = [build for build in gc.get_objects() if type(build) is Page]  # no dead proxies
    before = [dict(build.files) for build in served]
    try:
        for build in served:
            update(build.files)
        page.reload()
        assert page.evaluate("document.documentElement.dataset.build") == "new"
        # The new worker comes by itself, and forgets the files of the old version.
        user.until(
            """async () => {
              await (await navigator.serviceWorker.getRegistration()).update();
              const names = await caches.keys();
              return names.filter((one) => one.startsWith('files')).join() === 'files newer';
            }"""
        )
        user.until(SETTLED)
        page.reload()
        assert page.evaluate("document.documentElement.dataset.build") == "new"
    finally:
        for build, files in zip(served, before, strict=True):
            build.files = files
    user.until(SETTLED)
    page.reload()  # and back
    assert page.evaluate("document.documentElement.dataset.build") is None


def update(files: dict[str, File]) -> None:
    """Install a build of another version."""
    index = files["index.html"].contents.replace(b"<html", b'<html data-build="new"')
    worker = files["service-worker.js"].contents
    version = worker.split(b'VERSION = "')[1].split(b'"')[0]
    for name, contents in (
        ("index.html", index),
        ("service-worker.js", worker.replace(version, b"newer")),
    ):
        files[name] = File(contents, f'"new {name}"')
        files.pop(f"{name}.gz", None)


def test_the_service_worker_is_no_older_than_the_page() -> None:
    """It names the files of the build beside it."""
    worker = (STATIC / "service-worker.js").read_text(encoding="utf-8")
    shell = json.loads(worker.split("JSON.parse('")[1].split("'")[0])
    assert shell and all(Path(STATIC, file[1:]).is_file() for file in shell)


MOST_REQUESTS = 40  # by which all is kept: far below what an address may send at once


@pytest.mark.long
def test_all_lessons_and_some_puzzles_are_kept_by_a_few_requests(users: Users) -> None:
    user = installed(users)
    page, requests = user.page, list[str]()
    user.open("#/offline")
    page.on("request", lambda request: requests.append(request.url))
    user.button("Keep lessons and puzzles here").click()
    expect(page.get_by_role("progressbar", name=f"of {len(NAMES)} games")).to_be_visible()
    expect(page.get_by_text("Lessons and puzzles are kept on this device.")).to_be_visible(
        timeout=60_000
    )
    assert len([url for url in requests if "/api/" in url]) < MOST_REQUESTS
    user.screenshot("kept")
    page.context.set_offline(True)
    for game in NAMES:
        go_through(user, game, lesson_with_a_choice(game))
    look_at_a_puzzle(user, NAMES[0])
    leave(user)


def leave(user: User) -> None:
    """Close the page and forget which requests have failed without a connection: the browser says
    so whenever it comes to it, and to a page that is closed no more."""
    user.page.close()
    user.console_errors.clear()


def lesson_with_a_choice(game: str) -> Lesson:
    """The lesson of a game with the most right moves in a step that is not its last."""
    known = course(game)
    assert known is not None
    return max(known.lessons, key=lambda lesson: max(len(step.moves) for step in lesson.steps[:-1]))


def go_through(user: User, game: str, lesson: Lesson) -> None:
    """Make the right moves of a lesson."""
    learner = Learner(user, game, lesson)
    for number in range(1, len(lesson.steps) + 1):
        learner.expect_step(number)
        learner.has_tried = True  # nothing wrong: nobody could answer that
        if learner.right:
            learner.try_by_clicks()
        learner.next.click()
    learner.expect_end()


def look_at_a_puzzle(user: User, game: str) -> None:
    """Look at the first puzzle of a game, and at its solution."""
    user.open(f"#/puzzles/{game}/{puzzles(game)[0].name}")
    user.button("Show me the solution").click()
    user.expect_text(puzzles(game)[0].text)
