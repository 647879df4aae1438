"""How fast the page is: `python bench/page.py`, into docs/results.md.

Starts its own server and opens the page in headless Chromium: how long a browser with a new profile
takes until the first paint and the first board, on the home page and at a table; the size of the
JavaScript, compressed; how many frames per second are shown while an army is dragged over Siege
Master's largest map, in the middle of a game, and in the middle of a game of each kind while one
points at what a move would do. The machine should have nothing else to do.

`--times N` repeats it N times, each with a new profile; `--no-results` only prints the results.
"""

import argparse
import gzip
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from siegeworks.cli.console.results_file import markdown_table, write_results
from siegeworks.games import NAMES, load, module
from siegeworks.lab.speed import machine_info
from siegeworks.play.record import read_record
from siegeworks.server.http.static_files import STATIC

RESULTS = Path("docs/results.md")
FORTRESSES = 15
STEP = FORTRESSES + 12  # of the record: each after the fortresses is an army
WANTED_PAINT = 500  # milliseconds
WANTED_BYTES = 100_000
WANTED_FRAMES = 60
DRAGGED = 400  # points that an army is dragged over
POINTED_AT = 200  # points at which previews are shown
FIRST_PICK = ".board-area [data-mark=from], .board-area .row button, .field button.piece"
BROWSER = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]

# The first board is painted right after the frame that shows it, before the page does anything
# else, and not before the first paint. The page reports it itself: a question would keep the page
# busy, because Playwright puts a third of a megabyte of script into a page that it asks.
PAINTED = "the first board is painted"
WATCH = f"""
new MutationObserver((_, watch) => {{
  if (!document.querySelector('svg.board > *')) return;
  watch.disconnect();
  const {{ port1, port2 }} = new MessageChannel();
  port1.onmessage = () => {{
    window.boardAt = performance.now();
    console.debug('{PAINTED}');
  }};
  requestAnimationFrame(() => port2.postMessage(null));
}}).observe(document, {{ childList: true, subtree: true }});
"""
PAINT = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
TIMES = f"() => [{PAINT}, Math.max({PAINT}, boardAt)]"
COUNT = """
window.frames_ = [];
const frame = (now) => { window.frames_.push(now); requestAnimationFrame(frame); };
requestAnimationFrame(frame);
"""


@dataclass
class Measured:
    """All that was measured, in milliseconds."""

    paints: dict[str, list[float]] = field(default_factory=dict)
    boards: dict[str, list[float]] = field(default_factory=dict)
    frames: list[float] = field(default_factory=list)  # while an army is dragged
    previews: dict[str, list[float]] = field(default_factory=dict)


@contextmanager
def server() -> Iterator[str]:
    """A server in another process; its address."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "siegeworks", "serve", "--port", "0", "--data", folder]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            assert process.stdout is not None
            words = process.stdout.readline().split()
            yield next(word for word in words if word.startswith("http")).rstrip("/")
        finally:
            process.kill()
            process.communicate()


def record_of(game: str) -> Path:
    """The recorded game beside the view."""
    return Path(*module(game).__path__, "view", "pictures.siege")


def opened(base: str, game: str, step: int) -> dict[str, Any]:
    """A table after this many steps of a record, all seats at one screen."""
    path = record_of(game)
    names = load(game, read_record(path).options).seats
    seats = [{"seat": name, "who": "hot-seat" if i else "me"} for i, name in enumerate(names)]
    body = json.dumps({"game": game, "seats": seats, "record": path.read_text(), "step": step})
    headers = {"Content-Type": "application/json", "Origin": base}
    request = urllib.request.Request(f"{base}/api/tables", body.encode(), headers)
    with urllib.request.urlopen(request) as answer:
        return dict(json.load(answer), game=game)


def middle(game: str) -> tuple[int, str]:
    """A step in the middle of a game's record, before a seat acts; and which one does."""
    steps = read_record(record_of(game)).steps
    acts = [at for at, step in enumerate(steps) if step.actor not in ("chance", "table")]
    at = min(acts, key=lambda at: abs(at - len(steps) // 2))
    return at, steps[at].actor


def give_seats(page: Page, table: dict[str, Any], seat: str = "") -> None:
    """Give this browser the seats of the table, or one of them."""
    keys = [entry["key"] for entry in table["yours"] if seat in ("", entry["seat"])]
    mine = {"game": table["game"], "title": table["game"], "keys": keys, "opened": 1}
    kept = json.dumps({table["table"]: {**mine, "invitations": []}})
    page.add_init_script(f"localStorage.setItem('siegeworks.tables', {json.dumps(kept)})")


def open_page(page: Page, address: str) -> None:
    """Open a page and wait until its first board is painted."""
    with page.expect_console_message(lambda message: message.text == PAINTED):
        page.goto(address)
    page.wait_for_function(PAINT)


@contextmanager
def running_browser() -> Iterator[Browser]:
    """A browser that is already running: its start does not count."""
    installed = filter(None, map(shutil.which, ("chromium-headless-shell", "chromium")))
    path = os.environ.get("CHROMIUM") or next(installed, None)
    with sync_playwright() as tools:
        browser = tools.chromium.launch(executable_path=path, args=BROWSER)
        browser.new_page().goto("data:text/html,<p>Another page</p>")
        yield browser
        browser.close()


def look(browser: Browser, use: Callable[[Page], None]) -> None:
    """Do something with a new profile."""
    profile = browser.new_context(viewport={"width": 1280, "height": 800})
    page = profile.new_page()
    page.add_init_script(WATCH)
    use(page)
    profile.close()


def measure(base: str, times: int) -> Measured:
    """Open both pages this many times; then drag an army, and point at moves of each game."""
    table, result = opened(base, "siege-master", STEP), Measured()
    addresses = {"home": f"{base}/", "a table": f"{base}/#/table/{table['table']}"}

    def drag_an_army(page: Page) -> None:
        give_seats(page, table)
        open_page(page, addresses["a table"])
        result.frames = dragged(page)

    with running_browser() as browser:
        for _ in range(times):
            for name, address in addresses.items():

                def use(page: Page, name: str = name, address: str = address) -> None:
                    give_seats(page, table)
                    open_page(page, address)
                    paint, board = page.evaluate(TIMES)
                    result.paints.setdefault(name, []).append(paint)
                    result.boards.setdefault(name, []).append(board)

                look(browser, use)
        look(browser, drag_an_army)
        for game in NAMES:
            look(
                browser,
                lambda page, game=game: result.previews.update({game: previews(page, base, game)}),  # type: ignore[misc]
            )
    return result


def previews(page: Page, base: str, game: str) -> list[float]:
    """Milliseconds from frame to frame while one begins a move and points at where it could go."""
    step, seat = middle(game)
    table = opened(base, game, step)
    give_seats(page, table, seat)
    open_page(page, f"{base}/#/table/{table['table']}")
    page.wait_for_selector("[role=grid]")
    first = page.locator(FIRST_PICK).first
    if first.count():
        first.click(force=True)  # its piece lies over the mark
    return frames_over_the_board(page, POINTED_AT)


def dragged(page: Page) -> list[float]:
    """Milliseconds from frame to frame while an army is dragged over the map."""
    x, y, width, height = board_of(page)
    page.mouse.move(x + width / 2, y + height / 2)
    page.mouse.down()
    frames = frames_over_the_board(page, DRAGGED)
    page.mouse.up()
    return frames


def board_of(page: Page) -> tuple[float, float, float, float]:
    """Where the board is on the page, and how large."""
    box = page.locator(".board-area svg.board").bounding_box()
    assert box is not None
    return box["x"], box["y"], box["width"], box["height"]


def frames_over_the_board(page: Page, points: int) -> list[float]:
    """Milliseconds from frame to frame while the pointer goes to so many points of the board."""
    x, y, width, height = board_of(page)
    page.evaluate(COUNT)
    for i in range(points):
        across, down = (i * 7 % 100) / 100, (i * 3 % 100) / 100
        page.mouse.move(x + width * (0.2 + 0.6 * across), y + height * (0.2 + 0.6 * down))
    painted: list[float] = page.evaluate("() => window.frames_")
    return [late - early for early, late in pairwise(painted)]


def script_bytes(*, at_once: bool) -> int:
    """The size of the JavaScript, compressed: what every page loads at once, or all of it."""
    html = (STATIC / "index.html").read_text(encoding="utf-8")
    paths = [path for path in STATIC.rglob("*.js") if not at_once or path.name in html]
    return sum(len(gzip.compress(path.read_bytes(), 9)) for path in paths)


def median_and_range(times: list[float]) -> str:
    """The median and the range."""
    return f"{statistics.median(times):.0f} ms ({min(times):.0f} to {max(times):.0f})"


def frame_rows(when: str, frames: list[float]) -> list[tuple[str, str, str]]:
    """The frames per second, and the longest of 100 frames."""
    rate, longest = 1000 * len(frames) / sum(frames), sorted(frames)[int(0.99 * len(frames))]
    return [
        (f"frames/s {when}", f"{rate:.1f}", str(WANTED_FRAMES)),
        ("longest of 100 frames", f"{longest:.1f} ms", ""),
    ]


def report(result: Measured, times: int) -> str:
    """The section in docs/results.md."""
    where = ", ".join(f"{key} {value}" for key, value in machine_info().items())
    rows = [(f"first paint, {name}", median_and_range(t), "") for name, t in result.paints.items()]
    rows += [
        (f"first board, {name}", median_and_range(t), f"{WANTED_PAINT} ms")
        for name, t in result.boards.items()
    ]
    rows += [
        (
            "JavaScript of the first page, compressed",
            f"{script_bytes(at_once=True):,} bytes",
            f"{WANTED_BYTES:,} bytes",
        ),
        ("JavaScript of all pages, compressed", f"{script_bytes(at_once=False):,} bytes", ""),
        *frame_rows("while an army is dragged", result.frames),
    ]
    for game, frames in result.previews.items():
        rows += frame_rows(f"while previews are shown, {game}", frames)
    return (
        f"Written by `python bench/page.py --times {times}`: {where}.\n\n"
        "Headless Chromium without a graphics card, the server on the same machine; the browser is "
        "running, each time with a new profile, and the clock starts with its request. A board is "
        "painted when the first frame with it is done. The army is "
        f"dragged over Siege Master's map of 217 hexes, with {STEP - FORTRESSES} armies; "
        f"previews are shown at {POINTED_AT} points of the board, in the middle of a game.\n\n"
        + markdown_table(("what", "median (lowest to highest)", "wanted"), rows)
    )


def main() -> None:
    """Measure, print, write."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--times", type=int, default=7)
    parser.add_argument(
        "--no-results", action="store_true", help="print the results, write nothing"
    )
    arguments = parser.parse_args()
    with server() as base:
        text = report(measure(base, arguments.times), arguments.times)
    print(text)
    if not arguments.no_results:
        write_results(RESULTS, text, name="page", title="Speed of the page")


if __name__ == "__main__":
    main()
