"""Puzzles over HTTP: listed, shown without their solutions, and every try answered"""

import json
from typing import Any

import pytest

from siegeworks.games import NAMES, load
from siegeworks.play.teaching.lessons import position
from siegeworks.play.teaching.puzzles import Puzzle, Setting, puzzles
from siegeworks.server import messages as m
from siegeworks.server.http.teaching.puzzle_routes import answer_message, puzzle_message
from siegeworks.server.jobs.preparation import scene_encoder
from tests.server.served import Client

MOST = 3  # puzzles of each game

SOME = [
    pytest.param(game, puzzle, id=f"{game}-{puzzle.name}")
    for game in NAMES
    for puzzle in puzzles(game)[:MOST]
]
FIRST = SOME[:1]
ODDS = [
    pytest.param(game, puzzle, id=f"{game}-{puzzle.name}")
    for game in NAMES
    for puzzle in puzzles(game)
    if puzzle.kind == "odds"
][:1]


def path(game: str, puzzle: Puzzle) -> str:
    return f"/api/games/{game}/puzzles/{puzzle.name}"


def setting(game: str, puzzle: Puzzle) -> Setting:
    return Setting(puzzle, position(load(game, puzzle.options), puzzle.start, puzzle.name))


def wrong_move(start: Setting) -> str:
    legal = start.game.legal_texts(start.table.view(start.seat))
    return next(token for token in legal if token != start.puzzle.solution)


def test_all_games_are_listed_with_how_many_puzzles_they_have(client: Client) -> None:
    status, answer = client.get("/api/puzzles")
    assert status == 200
    assert {entry["game"]: entry["puzzles"] for entry in answer["games"]} == {
        game: len(puzzles(game)) for game in NAMES
    }
    today = next(entry for entry in answer["games"] if entry["game"] == answer["today"])
    assert today["daily"] in [puzzle.name for puzzle in puzzles(today["game"])]


@pytest.mark.parametrize("game", NAMES)
def test_the_puzzles_of_a_game_are_listed_without_their_solutions(
    client: Client, game: str
) -> None:
    status, answer = client.get(f"/api/games/{game}/puzzles")
    assert status == 200
    assert [entry["name"] for entry in answer["puzzles"]] == [entry.name for entry in puzzles(game)]
    assert all(set(entry) == {"name", "kind", "grade", "theme"} for entry in answer["puzzles"])
    assert bool(answer.get("daily")) == bool(answer["puzzles"])


@pytest.mark.parametrize(("game", "puzzle"), SOME)
def test_a_puzzle_is_shown_as_its_seat_sees_it(game: str, puzzle: Puzzle) -> None:
    start = setting(game, puzzle)
    shown = puzzle_message(start.game, puzzle)
    seen = start.table.view(start.seat)
    assert shown.position.scene == scene_encoder(start.game).draw_with_reaches(seen)
    assert puzzle.solution in shown.legal
    assert shown.seat == puzzle.seat == start.game.actor(start.table.state)


@pytest.mark.parametrize(("game", "puzzle"), SOME)
def test_nothing_of_a_solution_leaves_before_it_is_found_or_asked_for(
    client: Client, game: str, puzzle: Puzzle
) -> None:
    start = setting(game, puzzle)
    _, shown = client.get(path(game, puzzle))
    _, answered = client.post(path(game, puzzle), {"tried": wrong_move(start)})
    for sent in (shown, answered):
        assert "solution" not in sent
        assert puzzle.text not in json.dumps(sent)
    assert len(shown["position"].get("steps", [])) <= len(start.table.steps)
    assert client.get(path(game, puzzle))[1] == shown  # and nothing was kept


@pytest.mark.parametrize(("game", "puzzle"), SOME)
def test_the_right_move_is_answered_with_the_line_and_why_it_works(
    game: str, puzzle: Puzzle
) -> None:
    start = setting(game, puzzle)
    right = answer_message(start.game, puzzle, m.PuzzleTry(puzzle.solution))
    shown = answer_message(start.game, puzzle, m.PuzzleTry())
    assert right.is_right and not shown.is_right
    assert right.solution == shown.solution and right.line == shown.line
    assert right.solution is not None
    assert (right.solution.text, right.solution.proof) == (puzzle.text, puzzle.proof)
    played = start.solved().steps[len(start.table.steps) :]
    assert [step.actor for turn in right.line for step in turn.steps] == [
        step.actor for step in played
    ]
    first = right.line[0]
    assert [step.token for step in first.steps] == [puzzle.solution]
    assert first.changed or puzzle.solution == "keep"  # the row of stones as it is
    assert all(turn.sentence for turn in right.line)


@pytest.mark.parametrize(("game", "puzzle"), SOME)
def test_a_wrong_move_is_answered_with_what_comes_of_it(game: str, puzzle: Puzzle) -> None:
    start = setting(game, puzzle)
    token = wrong_move(start)
    answered = answer_message(start.game, puzzle, m.PuzzleTry(token))
    assert not answered.is_right and answered.solution is None
    assert answered.sentence == start.try_move(token).sentence != ""
    assert [step.token for step in answered.line[0].steps] == [token]
    assert answered.line[0].sentence


@pytest.mark.parametrize(("game", "puzzle"), FIRST)
def test_an_illegal_move_is_refused_by_the_rule_and_changes_nothing(
    client: Client, game: str, puzzle: Puzzle
) -> None:
    status, answered = client.post(path(game, puzzle), {"tried": "nonsense"})
    assert status == 200
    assert answered["is_right"] is False and "line" not in answered
    assert answered["sentence"].endswith(".")


@pytest.mark.parametrize(("game", "puzzle"), FIRST)
def test_what_strangers_send_is_refused_in_a_sentence(
    client: Client, game: str, puzzle: Puzzle
) -> None:
    bodies: list[Any] = [{"tried": ""}, {"tried": "x" * 41}, {"moves": []}, []]
    for body in bodies:
        status, why = client.post(path(game, puzzle), body)
        assert status == 400 and why["sentence"].endswith(".")
    for wrong in (f"/api/games/{game}/puzzles/nonsense", "/api/games/chess/puzzles"):
        status, why = client.get(wrong)
        assert status == 404 and why["sentence"].endswith(".")


@pytest.mark.parametrize(("game", "puzzle"), ODDS)
def test_a_puzzle_of_odds_says_within_how_many_moves_and_how_often_a_wrong_try_wins(
    client: Client, game: str, puzzle: Puzzle
) -> None:
    _, shown = client.get(path(game, puzzle))
    assert shown["within"] == puzzle.plies
    tried = next(move for move in puzzle.worth if move != puzzle.solution)
    _, answer = client.post(path(game, puzzle), {"tried": tried})
    wins = f"That wins in {puzzle.worth[tried]} of {puzzle.deals} deals"
    assert not answer["is_right"] and answer["sentence"].startswith(wins)
