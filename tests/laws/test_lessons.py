"""The laws of lessons find what is wrong with a lesson, and the five games have lessons"""

import re
from typing import Any

import msgspec
import pytest

from siegeworks.core.errors import SiegeworksError
from siegeworks.games import NAMES
from siegeworks.play.teaching import lessons
from siegeworks.play.teaching.lessons import Claim, Course, LessonError, Step, course, lesson_of
from siegeworks.testing.laws.teaching import LessonLaws

GAME = "siege-master"
COURSES = {game: known for game in NAMES if (known := course(game)) is not None}
LAWS = [
    law for name, law in vars(LessonLaws).items() if "lesson" in getattr(law, "__annotations__", {})
]


@pytest.mark.parametrize("game", COURSES)
def test_a_game_has_six_to_ten_lessons(game: str) -> None:
    assert 6 <= len(COURSES[game].lessons) <= 10


@pytest.mark.parametrize("game", COURSES)
def test_an_unknown_lesson_is_refused_with_the_names_of_those_there_are(game: str) -> None:
    first = COURSES[game].lessons[0].name
    with pytest.raises(LessonError, match=f"no lesson nonsense; its lessons: {first}"):
        lesson_of(game, "nonsense")


def test_lessons_name_no_direction_on_a_board_that_has_each_seat_below() -> None:
    """The terminal shows the suns above, the page shows them below."""
    steps = [step for lesson in COURSES["siege-by-number"].lessons for step in lesson.steps]
    texts = [text for step in steps for text in (step.text, step.right, *step.wrong.values())]
    direction = re.compile(r"at the (top|bottom)|(to|on) the (left|right)|\b(above|below)\b")
    assert [text for text in texts if direction.search(text)] == []


def broken_laws(monkeypatch: pytest.MonkeyPatch, number: int, **changes: Any) -> set[str]:
    """Which laws a lesson breaks whose step of this number is changed like this."""
    shipped = COURSES[GAME]
    lesson = lesson_of(GAME, "army")
    steps = list(lesson.steps)
    steps[number] = msgspec.structs.replace(steps[number], **changes)
    changed = msgspec.structs.replace(lesson, steps=tuple(steps))
    monkeypatch.setattr(lessons, "course", lambda game: Course((changed,), maps=shipped.maps))
    broken = set()
    for law in LAWS:
        try:
            law(LessonLaws(), (GAME, changed))
        except (AssertionError, SiegeworksError):
            broken.add(re.sub(r"^test_", "", law.__name__))
    return broken


@pytest.mark.parametrize(
    ("number", "changes", "law"),
    [
        (0, {}, ""),
        (1, {"moves": ("c2-f4",)}, "every_right_move_is_legal_and_the_lesson_goes_on_after_each"),
        (1, {"reply": "blue c2-f3"}, "what_a_lesson_claims_is_true"),
        (1, {"wrong": {"c2-*": "No."}}, "every_legal_try_that_is_not_right_is_explained"),
        (0, {"right": "Yes."}, "every_legal_try_that_is_not_right_is_explained"),
        (2, {"then": Claim(goal="Red 2")}, "what_a_lesson_claims_is_true"),
        (2, {"then": Claim(winners=("red",))}, "what_a_lesson_claims_is_true"),
        (2, {"then": Claim(pieces={"a6": "blue"})}, "what_a_lesson_claims_is_true"),
        (2, {"then": Claim(trays={"red Fortresses": "2"})}, "what_a_lesson_claims_is_true"),
        (2, {"then": Claim(legal=("a6-d4",))}, "what_a_lesson_claims_is_true"),
        (0, {"show": ("z1",)}, "a_lesson_points_at_cells_and_paragraphs_that_there_are"),
        (0, {"rules": ("R99",)}, "a_lesson_points_at_cells_and_paragraphs_that_there_are"),
        (0, {"text": "Read R4."}, "sentences_are_short_and_name_no_paragraphs"),
        (0, {"text": "very " * 30}, "sentences_are_short_and_name_no_paragraphs"),
        (0, {"text": "The middle is best."}, "advice_is_backed_by_a_figure"),
    ],
)
def test_the_laws_find_what_is_wrong_with_a_lesson(
    monkeypatch: pytest.MonkeyPatch, number: int, changes: dict[str, Any], law: str
) -> None:
    broken = broken_laws(monkeypatch, number, **changes)
    assert (law in broken) if law else not broken


def test_a_lesson_with_nothing_to_do_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    lesson = lesson_of(GAME, "army")
    only = msgspec.structs.replace(lesson, steps=(Step("Read this."),))
    monkeypatch.setattr(lessons, "course", lambda game: Course((only,), maps=COURSES[GAME].maps))
    with pytest.raises(pytest.fail.Exception, match="found nothing to check"):
        LessonLaws().test_every_right_move_is_legal_and_the_lesson_goes_on_after_each((GAME, only))
