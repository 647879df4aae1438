"""Reviews of moves: a poor one is told with a better one, a good one is left alone"""

import pytest

from siegeworks.bots.review import Review, review
from siegeworks.core.game import Game
from siegeworks.core.random import new_rng
from siegeworks.play.table import Table
from siegeworks.play.teaching.lessons import Progress, course, lesson_of
from siegeworks.play.teaching.puzzles import puzzles, setting

SECONDS = 0.4  # the game is nearly over: the search proves what each move leads to


@pytest.fixture(scope="module")
def table() -> Table:
    """A position of a lesson in which one of three moves loses by force, and the others win."""
    lesson, lessons = lesson_of("siege-master", "win"), course("siege-master")
    assert lessons is not None
    progress = Progress(lessons.game("siege-master", lesson), lesson)
    assert progress.exercise is not None
    progress.go_on(progress.exercise.answer)
    assert progress.exercise is not None
    return progress.exercise.table


def reviewed(table: Table, token: str) -> Review | None:
    """The review of this move of the seat to act."""
    game: Game = table.game
    seen = table.view(int(table.state.to_act))
    return review(game, seen, game.text_to_choice(seen, token), new_rng(1), SECONDS)


def test_a_move_that_loses_by_force_is_poor_and_one_that_wins_is_better(table: Table) -> None:
    legal = table.game.legal_texts(table.state)
    (losing,) = set(legal) - {"b2-e4", "b4-e3"}
    result = reviewed(table, losing)
    assert result is not None
    assert result.played == losing
    assert result.better in {"b2-e4", "b4-e3"}
    assert result.why.startswith("It wins for sure")
    assert result.promise_of_played.startswith(("wins less than 1%", "loses against best play"))
    assert "wins at once" in result.promise_of_better
    assert result.reason == ""  # that the other move does not is said by its promise
    assert result.why.endswith(result.promise_of_played)


@pytest.mark.parametrize("token", ["b2-e4", "b4-e3"])
def test_a_move_that_wins_by_force_is_not_poor(table: Table, token: str) -> None:
    assert reviewed(table, token) is None


def test_a_move_that_misses_a_win_whatever_is_hidden_is_poor(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("siegeworks.bots.search.LIKELY", 0.0)  # in so short a time, it may not see
    puzzle = next(each for each in puzzles("kings-ransom") if each.kind == "win")
    position = setting("kings-ransom", puzzle)
    others = set(position.table.game.legal_texts(position.table.state)) - {puzzle.solution}
    for token in others:
        result = reviewed(position.table, token)
        assert result is not None
        assert result.better == puzzle.solution
        assert result.promise_of_better.startswith("wins for sure")
