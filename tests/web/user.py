"""A user at a browser, who reads the page and clicks."""

import json
import os
import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import ConsoleMessage, Locator, Page, Request, expect

from siegeworks.games import NAMES, module
from tests.server.served import Client

# Milliseconds; the first game of a kind compiles its bot.
TIMEOUT = int(os.environ.get("BROWSER_TIMEOUT", "120000"))
IDLE_CLICKS = 200  # in a row without a step, after which a game is stuck
TITLES = {name: module(name).TITLE.replace("'", "’") for name in NAMES}  # as the page writes them

# What can be clicked at the table now: marks on the board, pieces in trays, buttons that a move
# needs; as [kind, name, x, y], in the middle of each.
CLICKABLE = """() => {
  const shown = [
    [null, '.board-area [data-mark]'],
    ['land', '.board-area .allowed polygon'],
    ['piece', '.side button.piece:not(.picked), .board-area .row button:not(.picked)'],
    ['confirm', '.actions .confirming > .primary:not([disabled])'],
    ['button', '.actions .row:not(.confirming) > button:not([disabled]):not(form *)'],
    ['button', '.actions .confirming > button:not(.primary):not([disabled])'],
  ];
  return shown.flatMap(([kind, where]) => [...document.querySelectorAll(where)].map((one) => {
    const box = one.getBoundingClientRect();
    const name = one.dataset.cell ?? one.textContent.trim();
    return [kind ?? one.dataset.mark, name, box.x + box.width / 2, box.y + box.height / 2];
  }));
}"""
STATE = "() => [document.querySelector('.prompt')?.textContent ?? '', " + (
    "document.querySelector('[data-steps]')?.dataset.steps ?? '', "
    "document.querySelectorAll('.ended').length]"
)


CHANGED = f"""([prompt, steps]) => {{
  const now = ({STATE})();
  return now[2] || now[0] !== prompt || now[1] !== steps;
}}"""


# Missing spaces: pairs of texts in different elements of one sentence or name, with no space
# between them.
MISSING_SPACES = """() => {
  const BLOCKS = 'p, li, h1, h2, h3, button, a, label, legend, summary, td, th, [role]';
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT,
    (node) => node.parentElement.closest('svg, option') ? NodeFilter.FILTER_REJECT : 1);
  const found = [];
  let [before, block] = ['', null];
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const own = node.parentElement.closest(BLOCKS);
    const words = node.textContent;
    const stuck = /[\\p{L}\\p{N}.,:;!?)]$/u.test(before) && /^[\\p{L}\\p{N}×(]/u.test(words);
    if (own === block && stuck) found.push(before + '|' + words);
    [before, block] = [words, own];
  }
  return found;
}"""


class Clickable(NamedTuple):
    """Something that can be clicked."""

    kind: str  # "from", "go", "capture", "land", "piece", "button" or "confirm"
    name: str
    x: float
    y: float


ClickPolicy = Callable[[list[Clickable]], Clickable]  # which of them to click


class User:
    """A user with a browser window."""

    def __init__(self, page: Page, site: Client, pictures: Path) -> None:
        self.page, self.site, self.pictures = page, site, pictures
        self.user_rng = random.Random(5)
        self.console_errors: list[str] = []
        self.foreign_requests: list[str] = []
        self.clicked, self.clicks = (-1.0, -1.0), 0  # where last, and the how manyth there
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.console_errors.append(str(error)))
        page.on("request", self._request)

    def _console(self, message: ConsoleMessage) -> None:
        words = message.text
        expected = ("WebSocket", "status of 4", "Service Worker registration blocked by Playwright")
        is_expected = any(part in words for part in expected)
        if message.type in ("error", "warning") and not is_expected:
            self.console_errors.append(message.text)

    def _request(self, request: Request) -> None:
        if not request.url.removeprefix("blob:").startswith(self.site.base):
            self.foreign_requests.append(request.url)

    def set_preferences(self, **preferences: Any) -> None:
        """Store preferences, as from an earlier visit."""
        stored = json.dumps({"name": "", "color": "#9c2f16", **preferences})
        self.page.add_init_script(
            f"localStorage.getItem('siegeworks.me') ?? "
            f"localStorage.setItem('siegeworks.me', {json.dumps(stored)})"
        )

    def open(self, path: str = "") -> None:
        """Open a page by its address."""
        self.page.goto(f"{self.site.base}/{path}")

    def join(self, table: dict[str, Any], game: str, *seats: int) -> None:
        """Join a table that was opened through the API, with these of its seat keys."""
        mine = {
            "game": game,
            "title": TITLES.get(game) or module(game).TITLE,
            "keys": [table["yours"][seat]["key"] for seat in seats],
            "invitations": [],
            "opened": 1,
        }
        stored = json.dumps({table["table"]: mine})
        self.page.add_init_script(
            f"localStorage.setItem('siegeworks.tables', {json.dumps(stored)})"
        )
        self.open(f"#/table/{table['table']}")
        self.page.wait_for_selector(".table [role=grid], .curtain", state="attached")

    def button(self, name: str) -> Locator:
        """A button by its label."""
        return self.page.get_by_role("button", name=name, exact=True)

    def menu(self, name: str) -> Locator:
        """A button of the table's menu, which is opened if it is closed."""
        item = self.page.locator("#table-menu").get_by_role("button", name=name, exact=True)
        if not item.is_visible():
            self.button("Menu").click()
        return item

    def missing_spaces(self) -> list[str]:
        """Where a space is missing between two words, on screen or in a screen reader."""
        return list(self.page.evaluate(MISSING_SPACES))

    def accept_offer(self) -> None:
        """Accept an offer, and confirm it."""
        self.button("Accept").click()
        self.button("Yes, I agree").click()

    def screenshot(self, name: str) -> None:
        """A picture of the page as it is now, where the variable PICTURES asks for them."""
        if "PICTURES" in os.environ:
            self.page.screenshot(path=self.pictures / f"{name}.png")

    def until(self, holds: str) -> None:
        """Wait until this asynchronous function of JavaScript returns something true. Playwright's
        `wait_for_function` takes the promise itself for true.

        Raises:
            AssertionError: it has not for as long as Playwright waits for anything.
        """
        held = self.page.evaluate(
            f"""async (patience) => {{
              for (const start = performance.now(); performance.now() - start < patience;) {{
                if (await ({holds})()) return true;
                await new Promise((go) => setTimeout(go, 50));
              }}
              return false;
            }}""",
            TIMEOUT,
        )
        assert held, f"This never came true: {holds}"

    # Playing by what is shown -------------------------------------------------------------------

    def state(self) -> tuple[str, str, bool]:
        """The prompt, the number of steps, and whether the game is over."""
        prompt, steps, over = self.page.evaluate(STATE)
        return prompt, steps, bool(over)

    def play_to_the_end(self, policy: ClickPolicy) -> None:
        """Click what the page shows as possible until the game is over."""
        for _ in self.playing(policy):
            pass

    def playing(self, policy: ClickPolicy) -> Iterator[None]:
        """Click what the page shows as possible until the game is over. A test may look at the
        page before each click, and at the end.

        How long a game lasts depends on its dice, but each ends by its own rules. So only clicks
        that lead to nothing are limited. After a step a click is a new one: two turns may need the
        same button.

        Raises:
            AssertionError: the game is stuck.
        """
        idle, before = 0, ""
        while idle < IDLE_CLICKS:
            prompt, steps, over = self.state()
            if steps == before:
                idle += 1
            else:
                idle, self.clicks = 0, 0
            before = steps
            yield
            if over:
                return
            if prompt.startswith("Your turn"):
                self.click_possible(policy)
            else:
                self.wait_for_change(prompt, steps)
        raise AssertionError(f"{IDLE_CLICKS} clicks in a row have led to no step: {prompt}")

    def wait_for_change(self, prompt: str, steps: str) -> None:
        """Wait until the prompt or the number of steps is another one."""
        self.page.wait_for_function(CHANGED, arg=[prompt, steps], polling=15)

    def click_possible(self, policy: ClickPolicy) -> None:
        """One click on something that the page shows as possible."""
        clickables = [Clickable(*fields) for fields in self.page.evaluate(CLICKABLE)]
        confirmations = [clickable for clickable in clickables if clickable.kind == "confirm"]
        possible = confirmations or [
            clickable for clickable in clickables if clickable.name != "Cancel"
        ]
        self.click_at(*(policy(possible)[2:] if possible else self.somewhere_on_the_board()))

    def click_at(self, x: float, y: float) -> None:
        """A click. Further ones at the same place make it a double or triple click, as a
        person's do: where a control has just appeared, such as a link at the end of a game, the
        page then knows that they were not meant."""
        self.clicks = self.clicks + 1 if self.clicked == (x, y) else 1
        self.clicked = x, y
        self.page.mouse.move(x, y)
        self.page.mouse.down(click_count=self.clicks)
        self.page.mouse.up(click_count=self.clicks)

    def somewhere_on_the_board(self) -> tuple[float, float]:
        """A place to click."""
        box = self.page.locator(".board-area .board svg").first.bounding_box()
        assert box is not None
        across, down = self.user_rng.uniform(0.15, 0.85), self.user_rng.uniform(0.15, 0.85)
        return box["x"] + box["width"] * across, box["y"] + box["height"] * down

    def expect_text(self, text: str) -> None:
        """Wait until this text is somewhere on the page."""
        expect(self.page.get_by_text(text).first).to_be_visible(timeout=TIMEOUT)

    def expect_prompt(self, pattern: re.Pattern[str]) -> None:
        """Wait until the prompt, which says whose turn it is, matches."""
        expect(self.page.locator(".prompt")).to_contain_text(pattern)

    def type_first_move(self) -> None:
        """Type the move that the page gives as an example."""
        field = self.page.get_by_label("Type a move")
        example = field.get_attribute("placeholder") or ""
        field.fill(example.split()[-1])
        field.press("Enter")
