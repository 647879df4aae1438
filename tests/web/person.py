"""Somebody at a browser, who looks and clicks."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import ConsoleMessage, Locator, Page, Request, expect

from tests.server.served import Client

PATIENCE = 120_000  # milliseconds; the first game of a kind compiles its bot
MOST_CLICKS = 2500  # in one game
GAMES = {
    "siege-master": "Siege Master",
    "kings-ransom": "King’s Ransom",
    "expansion": "Expansion",
    "siege-by-number": "Siege by Number",
    "nobles-and-peasants": "Nobles and Peasants",
}

# What can be clicked at the table now, by what is shown: marks on the board, things that can be
# picked, buttons that a move needs; as [what it is, x, y], in the middle of each.
CLICKABLE = """() => {
  const shown = [
    [null, '.field [data-may]'],
    ['land', '.field .allowed polygon'],
    ['thing', '.side button.thing:not(.held), .field .row button:not(.held)'],
    ['button', '.actions .row > button:not([disabled]):not(form *)'],
  ];
  return shown.flatMap(([kind, where]) => [...document.querySelectorAll(where)].map((one) => {
    const box = one.getBoundingClientRect();
    const name = one.dataset.at ?? one.textContent.trim();
    return [kind ?? one.dataset.may, name, box.x + box.width / 2, box.y + box.height / 2];
  }));
}"""
STATE = "() => [document.querySelector('.state')?.textContent ?? '', " + (
    "document.querySelector('details ol')?.getAttribute('start') ?? '', "
    "document.querySelectorAll('.side a.main').length]"
)


CHANGED = f"""([words, steps]) => {{
  const now = ({STATE})();
  return now[2] || now[0] !== words || now[1] !== steps;
}}"""


# Wherever one word ends and the next begins without a blank: pairs of texts, each in an element of
# its own, that stand in one sentence or name.
STUCK_TOGETHER = """() => {
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


class Shown(NamedTuple):
    """Something that can be clicked."""

    kind: str  # "begin", "go", "capture", "land", "thing" or "button"
    name: str
    x: float
    y: float


Taste = Callable[[list[Shown]], Shown]  # which of them to click


class Person:
    """One browser and who sits before it."""

    def __init__(self, page: Page, site: Client, pictures: Path) -> None:
        self.page, self.site, self.pictures = page, site, pictures
        self.user_rng = random.Random(5)
        self.complaints: list[str] = []
        self.asked_elsewhere: list[str] = []
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("request", self._request)

    def _console(self, message: ConsoleMessage) -> None:
        expected = "WebSocket" in message.text or "status of 4" in message.text
        if message.type in ("error", "warning") and not expected:
            self.complaints.append(message.text)

    def _request(self, request: Request) -> None:
        if not request.url.startswith(self.site.base):
            self.asked_elsewhere.append(request.url)

    def keeps(self, **settings: Any) -> None:
        """What this browser remembers from earlier."""
        kept = json.dumps({"name": "", "color": "#9c2f16", **settings})
        self.page.add_init_script(
            f"localStorage.getItem('siegeworks.me') ?? "
            f"localStorage.setItem('siegeworks.me', {json.dumps(kept)})"
        )

    def goes(self, to: str = "") -> None:
        """Open a page by its address."""
        self.page.goto(f"{self.site.base}/{to}")

    def sits(self, table: dict[str, Any], game: str, *seats: int) -> None:
        """Sit down at a table that was opened elsewhere, with these of its tokens."""
        mine = {
            "game": game,
            "title": GAMES[game],
            "tokens": [table["yours"][seat]["token"] for seat in seats],
            "invitations": [],
            "opened": 1,
        }
        kept = json.dumps({table["table"]: mine})
        self.page.add_init_script(f"localStorage.setItem('siegeworks.tables', {json.dumps(kept)})")
        self.goes(f"#/table/{table['table']}")
        self.page.wait_for_selector(".table, .curtain")

    def button(self, name: str) -> Locator:
        """A button by what it says."""
        return self.page.get_by_role("button", name=name, exact=True)

    def words_stuck_together(self) -> list[str]:
        """Where a blank is missing between two words, on screen or for the ear."""
        return list(self.page.evaluate(STUCK_TOGETHER))

    def agrees(self) -> None:
        """Say yes to what is offered, and yes again when asked whether one means it."""
        self.button("Agree").click()
        self.button("Yes, I agree").click()

    def pictures_itself(self, name: str) -> Path:
        """A picture of the page as it is now."""
        path = self.pictures / f"{name}.png"
        self.page.screenshot(path=path)
        return path

    # Playing by what is shown -------------------------------------------------------------------

    def state(self) -> tuple[str, str, bool]:
        """What the page says must be done, how many steps were taken, and whether all is over."""
        words, steps, over = self.page.evaluate(STATE)
        return words, steps, bool(over)

    def plays_on(self, likes: Taste) -> bool:
        """Click whatever is shown as possible until the game is over; whether that ever comes."""
        for _ in range(MOST_CLICKS):
            words, steps, over = self.state()
            if over:
                return True
            if not words.startswith("Your turn"):
                self.waits_for_a_change(words, steps)
                continue
            self.click_something(likes)
        return False

    def waits_for_a_change(self, words: str, steps: str) -> None:
        self.page.wait_for_function(CHANGED, arg=[words, steps], polling=15)

    def click_something(self, likes: Taste) -> None:
        """One click on something that the page shows as possible."""
        found = [Shown(*one) for one in self.page.evaluate(CLICKABLE)]
        sure = [one for one in found if one.name.startswith("Play ")]
        possible = sure or [one for one in found if one.name != "Back"]
        where = likes(possible)[2:] if possible else self._somewhere_on_the_board()
        self.page.mouse.click(*where)

    def _somewhere_on_the_board(self) -> tuple[float, float]:
        box = self.page.locator(".field .board svg").first.bounding_box()
        assert box is not None
        across, down = self.user_rng.uniform(0.15, 0.85), self.user_rng.uniform(0.15, 0.85)
        return box["x"] + box["width"] * across, box["y"] + box["height"] * down

    def sees(self, words: str) -> None:
        """Wait until the page says this somewhere."""
        expect(self.page.get_by_text(words).first).to_be_visible(timeout=PATIENCE)

    def is_told(self, words: re.Pattern[str]) -> None:
        """Wait until the page says this of how the game stands."""
        expect(self.page.locator(".state")).to_contain_text(words)

    def types_first_move(self) -> None:
        """Type the move that the page gives as an example."""
        field = self.page.get_by_label("Type a move")
        example = field.get_attribute("placeholder") or ""
        field.fill(example.split()[-1])
        field.press("Enter")
