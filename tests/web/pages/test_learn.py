"""Lessons in the page, played to their end by mouse, by keyboard and on a phone"""

import re

import pytest
from playwright.sync_api import expect

from siegeworks.games import NAMES
from siegeworks.play.teaching.lessons import Lesson, course
from tests.web.conftest import Users
from tests.web.lessons import Learner

COURSES = {game: lessons for game in NAMES if (lessons := course(game)) is not None}
FIRST = [pytest.param(game, lessons.lessons[0], id=game) for game, lessons in COURSES.items()]


@pytest.mark.parametrize(("game", "lesson"), FIRST)
def test_a_lesson_is_played_to_its_end_by_mouse(users: Users, game: str, lesson: Lesson) -> None:
    learner = Learner(users.add(), game, lesson)
    learner.play_by_mouse()
    user = learner.user
    user.button("Play against a bot").wait_for()
    user.page.get_by_role("link", name="All lessons").last.click()
    expect(user.page.locator("ol li").first).to_contain_text("finished")
    assert not user.console_errors


@pytest.mark.parametrize(("game", "lesson"), FIRST[:1])
@pytest.mark.long
def test_a_lesson_is_played_to_its_end_on_a_phone(users: Users, game: str, lesson: Lesson) -> None:
    learner = Learner(users.add(width=390, height=844), game, lesson)
    learner.play_by_mouse()
    width = learner.user.page.evaluate("document.documentElement.scrollWidth")
    assert width <= 390


@pytest.mark.parametrize(("game", "lesson"), FIRST[:1])
@pytest.mark.long
def test_a_lesson_is_played_to_its_end_by_keyboard_alone(
    users: Users, game: str, lesson: Lesson
) -> None:
    Learner(users.add(), game, lesson).play_by_keyboard()


@pytest.mark.long
def test_lessons_are_offered_where_a_game_is_chosen_and_where_its_rules_are(users: Users) -> None:
    user = users.add()
    game = next(iter(COURSES))
    user.open()
    expect(user.page.locator(f"a[href='#/learn/{game}']")).to_be_visible()
    user.open(f"#/rules/{game}/R5")
    contents = user.page.get_by_role("navigation", name="Contents")
    expect(contents.get_by_role("link", name="Learn")).to_be_visible()
    expect(user.page.get_by_role("heading", name=re.compile("^R5 "))).to_be_in_viewport()


@pytest.mark.long
def test_an_unknown_lesson_says_which_there_are(users: Users) -> None:
    game = next(iter(COURSES))
    user = users.add()
    user.open(f"#/learn/{game}/nonsense")
    expect(user.page.get_by_role("alert")).to_contain_text(COURSES[game].lessons[0].name)
