"""A file of lessons is read, and a lesson is played step by step."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from siegeworks.play.table import Table
from siegeworks.play.teaching import data_files, lessons
from siegeworks.play.teaching.lessons import Course, Exercise, LessonError, Progress, course

STEPS = """
[[lesson]]
name = "one"
title = "One"
seat = "red"
options = { map = "tiny" }
start = '''
red a1-a4   # a comment
blue b1-b4
'''
[[lesson.step]]
text = "Read."
[[lesson.step]]
text = "Do."
moves = ["c1-c4"]
right = "Right."
wrong = { "c2-* d*" = "Some.", "*" = "All others." }
"""
DRAWING = """
[maps]
tiny = '''
. . . . . F
 . . . . .
. . . . . .
 . . . . .
'''
"""


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """Siege Master with this file of lessons."""
    course.cache_clear()
    monkeypatch.setattr(data_files, "files", lambda name: tmp_path)

    def make(text: str) -> Course:
        (tmp_path / "lessons.toml").write_text(text)
        parsed = course("siege-master")
        assert parsed is not None
        return parsed

    yield make
    course.cache_clear()


def begun(parsed: Course) -> Progress:
    """The first lesson at its first step."""
    lesson = parsed.lessons[0]
    return Progress(parsed.game("siege-master", lesson), lesson)


def exercise_of(progress: Progress) -> Exercise:
    """The step that is to be done."""
    assert progress.exercise is not None
    return progress.exercise


def test_a_lesson_is_played_on_a_map_of_its_own_from_its_start(made: Any) -> None:
    progress = begun(made(DRAWING + STEPS))
    table = exercise_of(progress).table
    assert [tuple(step) for step in table.steps] == [("red", "a1-a4"), ("blue", "b1-b4")]
    assert table.game.params.hexes == 22
    progress.go_on()
    assert exercise_of(progress).number == 1
    progress.go_on(exercise_of(progress).answer)
    assert progress.exercise is None


def test_the_first_pattern_that_fits_answers_a_try_and_nothing_that_is_tried_stays(
    made: Any,
) -> None:
    progress = begun(made(DRAWING + STEPS))
    progress.go_on()
    exercise = exercise_of(progress)
    steps = len(exercise.table.steps)
    tries = {"c1-c4": (True, "Right."), "c2-c5": (False, "Some."), "c3-c6": (False, "All others.")}
    for token, expected in tries.items():
        answer = exercise.try_move(token)
        assert (answer.is_right, answer.sentence) == expected
        assert isinstance(answer.table, Table) and len(answer.table.steps) == steps + 1
    answer = exercise.try_move("a1-a4")
    assert (answer.is_right, answer.table) == (False, None) and "(R4)" in answer.sentence
    assert len(exercise.table.steps) == steps


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[[lesson", "lessons.toml of siege-master: "),
        ("", "missing required field `lesson`"),
        (STEPS.replace('text = "Do."', ""), "missing required field `text`"),
        (STEPS.replace("right =", "rihgt ="), "unknown field `rihgt`"),
        (STEPS.replace('moves = ["c1-c4"]', "moves = 3"), "Expected `array`, got `int`"),
    ],
)
def test_a_file_that_is_wrong_is_refused_in_a_sentence(made: Any, text: str, sentence: str) -> None:
    with pytest.raises(LessonError, match=sentence.replace("[", r"\[")):
        made(text)


def test_a_step_that_cannot_be_played_is_named_with_its_place(made: Any) -> None:
    parsed = made(DRAWING + STEPS.replace("b1-b4", "a1-a4"))
    with pytest.raises(LessonError, match="siege-master, one: start: blue a1-a4: "):
        begun(parsed)


def test_a_game_without_a_file_has_no_lessons(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    course.cache_clear()
    monkeypatch.setattr(data_files, "files", lambda name: tmp_path)
    for reader in (data_files, lessons):
        monkeypatch.setattr(
            reader, "module", lambda name: SimpleNamespace(__name__=name, TITLE="X")
        )
    assert course("x") is None
    with pytest.raises(LessonError, match="X has no lesson one; its lessons: none yet"):
        lessons.lesson_of("x", "one")
    course.cache_clear()
