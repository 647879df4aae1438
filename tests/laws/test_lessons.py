"""The laws of lessons: every expected move is legal, every try is answered, every claim is true"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from siegeworks.games import NAMES, load
from siegeworks.play.lessons import (
    Claim,
    Exercise,
    Lesson,
    LessonError,
    Progress,
    course,
    lesson_of,
)
from siegeworks.play.rulebook import paragraphs, rules_text
from siegeworks.play.table import Table

COURSES = {game: found for game in NAMES if (found := course(game)) is not None}
LESSONS = [
    pytest.param(game, lesson, id=f"{game}-{lesson.name}")
    for game, found in COURSES.items()
    for lesson in found.lessons
]
LONGEST_SENTENCE = 28  # words
PARAGRAPH = re.compile(r"\bR[0-9]+\b")
STRATEGY = re.compile(r"\b(better|best|strong|weak|worth|too early|usually|often)\b")


def exercises(game: str, lesson: Lesson) -> Iterator[Exercise]:
    """All steps, each with its position, after the first right move of those before."""
    progress = Progress(load(game, lesson.options), lesson)
    while progress.exercise is not None:
        yield progress.exercise
        moves = progress.exercise.step.moves
        progress.go_on(moves[0] if moves else "")


@pytest.mark.parametrize("game", COURSES)
def test_a_game_has_six_to_ten_lessons_with_names_of_their_own(game: str) -> None:
    names = [lesson.name for lesson in COURSES[game].lessons]
    assert 6 <= len(names) <= 10
    assert len(set(names)) == len(names)
    assert all(lesson_of(game, name).name == name for name in names)


@pytest.mark.parametrize(("game", "lesson"), LESSONS)
def test_every_right_move_is_legal_and_the_lesson_goes_on_after_each(
    game: str, lesson: Lesson
) -> None:
    to_do = 0
    for exercise in exercises(game, lesson):
        for token in exercise.step.moves:
            answer = exercise.try_move(token)
            assert answer.is_right, f"{token}: {answer.sentence}"
            assert answer.sentence
            exercise.after(token)
            to_do += 1
    assert to_do, "the learner has nothing to do"


@pytest.mark.parametrize(("game", "lesson"), LESSONS)
def test_every_legal_try_that_is_not_right_is_explained(game: str, lesson: Lesson) -> None:
    for exercise in exercises(game, lesson):
        step, table = exercise.step, exercise.table
        if not step.moves:
            assert not step.wrong and not step.right, "nothing is asked"
            continue
        assert table.game.actor(table.state) == lesson.seat
        others = [one for one in table.game.legal_texts(table.state) if one not in step.moves]
        said = {token: exercise.explained(token) for token in others}
        assert all(said.values()), f"not explained: {[t for t, s in said.items() if not s]}"
        unused = set(step.wrong.values()) - set(said.values())
        assert not unused, f"never said: {unused}"


@pytest.mark.parametrize(("game", "lesson"), LESSONS)
def test_what_a_lesson_claims_is_true(game: str, lesson: Lesson) -> None:
    for exercise in exercises(game, lesson):
        for token in exercise.step.moves or ("",):
            check(exercise.after(token), exercise.seat, exercise.step.then)


def check(table: Table, seat: int, claim: Claim) -> None:
    """Hold a claim against the position, as the learner sees it."""
    scene = table.game.scene(table.game.params, table.view(seat))
    cells = {cell.name: cell.piece for cell in scene.cells}
    if claim.winners is not None:
        assert tuple(table.winners) == claim.winners
    if claim.goal is not None:
        assert claim.goal in scene.goal
    for name, expected in claim.pieces.items():
        piece = cells[name]
        assert ("" if piece is None else f"{piece.seat} {piece.text}".strip()) == expected, name
    notes = {f"{tray.seat} {tray.title}": tray for tray in scene.trays}
    for name, expected in claim.trays.items():
        assert expected in (notes[name].note, str(len(notes[name].pieces))), notes[name]
    legal = table.game.legal_texts(table.state)
    assert set(claim.legal) <= set(legal)
    assert not set(claim.illegal) & set(legal)


@pytest.mark.parametrize(("game", "lesson"), LESSONS)
def test_a_lesson_points_at_cells_and_paragraphs_that_there_are(game: str, lesson: Lesson) -> None:
    known = paragraphs(rules_text(game))
    for exercise in exercises(game, lesson):
        table = exercise.table
        scene = table.game.scene(table.game.params, table.view(exercise.seat))
        assert set(exercise.step.show) <= {cell.name for cell in scene.cells}
        assert set(exercise.step.rules) <= set(known)


@pytest.mark.parametrize(("game", "lesson"), LESSONS)
def test_sentences_are_short_and_name_no_paragraphs(game: str, lesson: Lesson) -> None:
    for step in lesson.steps:
        for text in (step.text, step.right, *step.wrong.values()):
            assert not PARAGRAPH.search(text), "rules are linked, not numbered"
            for sentence in re.split(r"(?<=[.!?:])\s", text):
                assert len(sentence.split()) <= LONGEST_SENTENCE, sentence


@pytest.mark.parametrize(("game", "lesson"), LESSONS)
def test_advice_is_backed_by_a_figure(game: str, lesson: Lesson) -> None:
    for step in lesson.steps:
        said = " ".join((step.text, step.right, *step.wrong.values()))
        if STRATEGY.search(said):
            assert "siegeworks " in step.evidence, f"no figure for: {STRATEGY.findall(said)}"
            assert re.search(r"[0-9]", step.evidence)


@pytest.mark.parametrize("game", COURSES)
def test_an_illegal_try_is_answered_by_the_rule_that_forbids_it(game: str) -> None:
    lessons = COURSES[game].lessons
    exercise = next(one for lesson in lessons for one in exercises(game, lesson) if one.step.moves)
    answer = exercise.try_move("nonsense")
    assert not answer.is_right and answer.table is None
    assert PARAGRAPH.search(answer.sentence)


@pytest.mark.parametrize("game", COURSES)
def test_an_unknown_lesson_is_refused_with_the_names_of_those_there_are(game: str) -> None:
    first = COURSES[game].lessons[0].name
    with pytest.raises(LessonError, match=f"no lesson nonsense; its lessons: {first}"):
        lesson_of(game, "nonsense")
