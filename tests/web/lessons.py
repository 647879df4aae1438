"""A learner who goes through a lesson in the page. `python -m tests.web.lessons` plays every lesson
of every game by mouse, by keyboard and on a phone (long)."""

from __future__ import annotations

import random
import re

from playwright.sync_api import Locator, expect

from siegeworks.play.lessons import Lesson
from tests.web.user import User

MOST_CLICKS = 60  # until two wrong tries were made
SHOW = "Show me the move"


class Learner:
    """Goes through one lesson, trying something wrong at each step that asks for a move."""

    def __init__(self, user: User, game: str, lesson: Lesson) -> None:
        self.user, self.lesson = user, lesson
        self.rng = random.Random(1)
        user.open(f"#/learn/{game}/{lesson.name}")

    @property
    def next(self) -> Locator:
        """The button that goes on."""
        return self.user.button("Next")

    def play_by_mouse(self) -> None:
        """Play to the end, by clicks on what the page shows as possible."""
        for number in range(1, len(self.lesson.steps) + 1):
            self.expect_step(number)
            if self.lesson.steps[number - 1].moves:
                self.try_by_clicks()
            self.next.click()
        self.expect_end()

    def try_by_clicks(self) -> None:
        """Click until the move is right or the page offers to show it; then play that."""
        show = self.user.button(SHOW)
        for _ in range(MOST_CLICKS):
            if self.next.is_visible() or show.is_visible():
                break
            self.user.click_possible(self.rng.choice)
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
            if self.lesson.steps[number - 1].moves:
                for _ in range(MOST_CLICKS):
                    if self.next.is_visible():
                        break
                    self.try_by_keys()
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
            ".side button.piece:not(.picked), .board-area .row button:not(.picked)"
        )
        marked = page.locator(".board-area [data-mark]").evaluate_all(
            "marks => marks.map((one) => one.dataset.cell)"
        )
        places = [page.locator(f"[data-place='{name}']") for name in marked if name]
        choices = places or pieces.all() or page.locator("[data-place]").all()
        self.rng.choice(choices).press("Enter")
        if self.confirm().is_visible():
            self.confirm().press("Enter")

    def expect_step(self, number: int) -> None:
        """Wait until this step is shown."""
        total = len(self.lesson.steps)
        expect(self.user.page.locator(".panel .step")).to_have_text(f"Step {number} of {total}")

    def expect_end(self) -> None:
        """Wait until the lesson is over."""
        expect(self.user.page.get_by_role("status")).to_contain_text(
            re.compile("You have finished")
        )
