"""Lessons over HTTP: listed, gone through, and every try answered"""

from typing import Any

import pytest

from siegeworks.games import NAMES
from siegeworks.play.teaching.lessons import Lesson, Progress, course
from tests.server.served import Client

COURSES = {game: lessons for game in NAMES if (lessons := course(game)) is not None}
LESSONS = [
    pytest.param(game, lesson, id=f"{game}-{lesson.name}")
    for game, lessons in COURSES.items()
    for lesson in lessons.lessons[:1]
]


def path(game: str, lesson: Lesson) -> str:
    return f"/api/games/{game}/lessons/{lesson.name}"


def right_moves(game: str, lesson: Lesson) -> list[str]:
    """One right move for each step; "" where there is only text to read."""
    return [next(iter(step.moves), "") for step in lesson.steps]


@pytest.mark.parametrize("game", NAMES)
def test_the_lessons_of_a_game_are_listed(client: Client, game: str) -> None:
    status, answer = client.get(f"/api/games/{game}/lessons")
    known = course(game)
    assert status == 200
    assert [entry["name"] for entry in answer["lessons"]] == [
        lesson.name for lesson in (known.lessons if known else ())
    ]


@pytest.mark.parametrize(("game", "lesson"), LESSONS)
def test_right_moves_lead_through_a_lesson(client: Client, game: str, lesson: Lesson) -> None:
    moves: list[str] = []
    for token, step in zip(right_moves(game, lesson), lesson.steps, strict=True):
        status, shown = client.post(path(game, lesson), {"moves": moves})
        assert status == 200
        assert (shown["number"], shown["text"]) == (len(moves) + 1, step.text)
        assert shown.get("moves", []) == list(step.moves)
        if token:
            assert token in shown["legal"]
            _, answered = client.post(path(game, lesson), {"moves": moves, "tried": token})
            assert answered["answer"]["is_right"] is True
            assert answered["answer"]["sentence"] == step.right
            assert answered["answer"]["changed"]
        moves.append(token)
    status, over = client.post(path(game, lesson), {"moves": moves})
    assert status == 200 and over["number"] == 0


@pytest.mark.parametrize(("game", "lesson"), LESSONS)
def test_a_wrong_try_is_answered_and_changes_nothing(
    client: Client, game: str, lesson: Lesson
) -> None:
    progress, moves = Progress(COURSES[game].game(game, lesson), lesson), list[str]()
    while progress.exercise is not None and not progress.exercise.step.moves:
        progress.go_on()
        moves.append("")
    assert progress.exercise is not None
    step, table = progress.exercise.step, progress.exercise.table
    wrong = next(token for token in table.game.legal_texts(table.state) if token not in step.moves)
    _, shown = client.post(path(game, lesson), {"moves": moves})
    _, answered = client.post(path(game, lesson), {"moves": moves, "tried": wrong})
    assert answered["answer"]["is_right"] is False
    assert answered["answer"]["sentence"] == progress.exercise.explained(wrong)
    assert {**answered, "answer": None} == {**shown, "answer": None}
    _, refused = client.post(path(game, lesson), {"moves": moves, "tried": "nonsense"})
    assert refused["answer"]["is_right"] is False and "scene" not in refused["answer"]


@pytest.mark.parametrize(("game", "lesson"), LESSONS)
def test_what_strangers_send_is_refused_in_a_sentence(
    client: Client, game: str, lesson: Lesson
) -> None:
    first: Any = right_moves(game, lesson)[0]
    bodies: list[tuple[Any, int]] = [
        ({"moves": ["nonsense"]}, 400),
        ({"moves": [*right_moves(game, lesson), first]}, 400),
        ({"moves": [""] * 41}, 400),
        ({"moves": "abc"}, 400),
        ({"moves": [], "tried": ""}, 400),
        ({}, 400),
    ]
    for body, expected in bodies:
        status, why = client.post(path(game, lesson), body)
        assert status == expected and why["sentence"].endswith(".")
    for wrong in (f"/api/games/{game}/lessons/nonsense", f"/api/games/chess/lessons/{lesson.name}"):
        status, why = client.post(wrong, {"moves": []})
        assert status == 404 and why["sentence"].endswith(".")
