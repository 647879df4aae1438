"""A learner who goes through a lesson in the page. `python -m tests.web.lessons` plays every
lesson of every game by mouse, by keyboard and on a phone, with something wrong tried at each step
(long); `python -m tests.web.lessons kings-ransom/battle expansion` only these."""

import random
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Error, Locator, Request, expect

from siegeworks.games import NAMES
from siegeworks.play.teaching.lessons import Lesson, course
from tests.present import present
from tests.server.served import served
from tests.web.conftest import UNLIMITED, Users, impatient, started_browser
from tests.web.user import Clickable, User

MOST_CLICKS = 60  # until two wrong tries were made
SHOW = "Show me the move"
FRAME = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


class Learner:
    """Goes through one lesson, trying something wrong at each step that asks for a move."""

    def __init__(self, user: User, game: str, lesson: Lesson, seed: int = 1) -> None:
        self.user, self.lesson = user, lesson
        self.rng = random.Random(seed)
        self.right: tuple[str, ...] = ()  # moves in this step
        self.has_tried = False  # something wrong in this step
        self.asked: Request | None = None  # that is not answered yet
        self.not_tried: list[int] = []  # steps in which nothing wrong was tried
        user.page.on("request", self._note)
        user.open(f"#/learn/{game}/{lesson.name}")

    def _note(self, request: Request) -> None:
        """Note what is tried."""
        if "/lessons/" in request.url and request.post_data:
            tried = present(request.post_data_json).get("tried")
            self.asked = request
            self.has_tried |= tried is not None and tried not in self.right

    def _wait_for_answer(self) -> None:
        """Wait until what was tried is answered, if anything was."""
        self.user.page.evaluate(FRAME)
        if self.asked is not None:
            self.asked.response()
            self.asked = None
            self.user.page.evaluate(FRAME)

    def _choose(self, choices: list[Clickable]) -> Clickable:
        """What belongs to no right move, until something wrong was tried; then what does. Where all
        that is marked is right, something else on the board."""
        height = (self.user.page.viewport_size or {"height": 800})["height"]
        seen = [choice for choice in choices if 0 < choice.y < height]
        fitting = [choice for choice in seen if self._is_named(choice.name) == self.has_tried]
        if not fitting and not self.has_tried:
            return Clickable("board", "", *self.user.somewhere_on_the_board())
        return self.rng.choice(fitting or seen or choices)

    def _is_named(self, name: str) -> bool:
        """Does a right move name this place, or what this button does?"""
        first = name.partition(" ")[0].lower()
        return bool(first) and any(first in token for token in self.right)

    @property
    def next(self) -> Locator:
        """The button that goes on."""
        return self.user.button("Next")

    def play_by_mouse(self) -> None:
        """Play to the end, by clicks on what the page shows as possible."""
        for number in range(1, len(self.lesson.steps) + 1):
            self.expect_step(number)
            if self.right:
                self.try_by_clicks()
                self._note_step(number)
            self.next.click()
        self.expect_end()

    def _note_step(self, number: int) -> None:
        """Note a step in which nothing wrong was tried though there was something."""
        if not self.has_tried and self.lesson.steps[number - 1].wrong:
            self.not_tried.append(number)

    def try_by_clicks(self) -> None:
        """Click until the move is right or the page offers to show it; then play that."""
        show = self.user.button(SHOW)
        for _ in range(MOST_CLICKS):
            if self.next.is_visible() or show.is_visible():
                break
            self.user.page.locator(".board-area").evaluate("board => board.scrollIntoView()")
            self.user.click_possible(self._choose)
            self._wait_for_answer()
        if show.is_visible():
            show.click()
            self.play_what_is_shown()
        expect(self.next).to_be_visible()

    def play_what_is_shown(self) -> None:
        """Play the move that the page shows, if moves are confirmed."""
        expect(self.next.or_(self.confirm())).to_be_visible()
        if self.confirm().is_visible():
            self.confirm().press("Enter")

    def confirm(self) -> Locator:
        """The button that plays the move that is shown."""
        return self.user.page.locator(".actions .row > .primary")

    def play_by_keyboard(self) -> None:
        """Play to the end with keys: the focus begins at the grid of the board."""
        page = self.user.page
        for number in range(1, len(self.lesson.steps) + 1):
            self.expect_step(number)
            if self.right:
                for _ in range(MOST_CLICKS):
                    if self.next.is_visible():
                        break
                    self.try_by_keys()
                self._note_step(number)
            expect(self.next).to_be_focused()
            page.keyboard.press("Enter")
        self.expect_end()

    def try_by_keys(self) -> None:
        """Something that can be picked, or the move that the page shows."""
        page, show = self.user.page, self.user.button(SHOW)
        if self.confirm().is_visible():
            page.keyboard.press("Escape")
        if show.is_visible():
            show.press("Enter")
            self.play_what_is_shown()
            expect(self.next).to_be_visible()
            return
        pieces = page.locator(
            ".side button.piece:not(.picked), .board-area .row button:not(.picked), "
            ".actions .row:not(.confirming) > button"
        )
        marked = page.locator(".board-area [data-mark]").evaluate_all(
            "marks => marks.map((one) => one.dataset.cell)"
        )
        places = [page.locator(f"[data-place='{name}']") for name in marked if name]
        everywhere = page.locator("[data-place]").all()
        choices = [*places, *pieces.all()] or everywhere
        fitting = [choice for choice in choices if self._is_named(_name(choice)) == self.has_tried]
        self.rng.choice(fitting or (choices if self.has_tried else everywhere)).press("Enter")
        if self.confirm().is_visible():
            self.confirm().press("Enter")
        self._wait_for_answer()

    def expect_step(self, number: int) -> None:
        """Wait until this step is shown."""
        total = len(self.lesson.steps)
        self.right, self.has_tried = self.lesson.steps[number - 1].moves, False
        expect(self.user.page.locator(".panel .step")).to_have_text(f"Step {number} of {total}")

    def expect_end(self) -> None:
        """Wait until the lesson is over."""
        status = self.user.page.get_by_role("status").filter(has_text="You have finished")
        expect(status).to_be_visible()


def _name(control: Locator) -> str:
    """Of a place or of a button."""
    return control.get_attribute("data-place") or control.inner_text()


# All lessons -------------------------------------------------------------------------------------

PATIENCE = 60_000  # milliseconds; the first lesson of a game loads it
WAYS = {  # how a lesson is played: the width of the window, and whether by keys
    "mouse": (1280, False),
    "keyboard": (1280, True),
    "phone": (390, False),
}


ROUNDS = 8  # in which something wrong is tried at every step


def play(user: User, game: str, lesson: Lesson, by_keys: bool) -> str:
    """Play a lesson to its end, until something wrong was tried at each step; what was wrong with
    the page, or nothing."""
    missing = set(range(1, len(lesson.steps) + 1))
    for seed in range(ROUNDS):
        user.open()
        learner = Learner(user, game, lesson, seed)
        try:
            if by_keys:
                learner.play_by_keyboard()
            else:
                learner.play_by_mouse()
        except (AssertionError, Error) as error:
            step = user.page.locator(".panel .step").all_inner_texts()
            return f"{' '.join(step)}: {str(error).splitlines()[0]}"
        missing &= set(learner.not_tried)
        if not missing:
            break
    width = user.page.evaluate("document.documentElement.scrollWidth - innerWidth")
    complaints = [f"{width} pixels too wide"] if width > 0 else []
    complaints += [f"console: {error}" for error in user.console_errors]
    complaints += [f"nothing wrong tried in step {number}" for number in sorted(missing)]
    return "; ".join(complaints)


@contextmanager
def users_of_a_site() -> Iterator[Users]:
    """Users of a server with the built page."""
    with (
        tempfile.TemporaryDirectory() as folder,
        impatient(),
        served(Path(folder), settings=UNLIMITED) as site,
        started_browser() as browser,
    ):
        yield Users(browser, site, Path(folder))


def main(chosen: list[str]) -> int:
    """Play the lessons of these names, of these games, or all of them; how many times something
    was wrong."""
    expect.set_options(timeout=PATIENCE)
    failed = 0
    with users_of_a_site() as users:
        for game in NAMES:
            curriculum = course(game)
            for lesson in curriculum.lessons if curriculum else ():
                if chosen and not {game, f"{game}/{lesson.name}"} & set(chosen):
                    continue
                began, reports = time.monotonic(), []
                for way, (width, by_keys) in WAYS.items():
                    user = users.add(width=width, height=844 if width < 500 else 800)
                    user.page.context.set_default_timeout(PATIENCE)
                    complaint = play(user, game, lesson, by_keys)
                    if complaint:
                        user.page.screenshot(path=f"lesson-{game}-{lesson.name}-{way}.png")
                    reports.append(f"{way} {complaint or 'ok'}")
                    failed += bool(complaint)
                    user.page.context.close()
                seconds = time.monotonic() - began
                print(f"{game} {lesson.name}: {', '.join(reports)} ({seconds:.0f} s)", flush=True)
    return failed


if __name__ == "__main__":
    sys.exit(min(1, main(sys.argv[1:])))
