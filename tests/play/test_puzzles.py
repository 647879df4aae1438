"""Puzzles: reading them, the puzzle of a day, and what is said to a try."""

import datetime

import pytest

from siegeworks.core.random import new_rng
from siegeworks.games import load
from siegeworks.play.teaching.puzzles import (
    PuzzleError,
    Setting,
    daily,
    puzzle_of,
    puzzles,
    read_collection,
    setting,
)
from siegeworks.proofs.forcing import Forcing, Verdict, Wall, together
from siegeworks.proofs.possible_states import TooMany, possible_states
from tests.play.puzzles import FLEE, WEIGH

GAME = "kings-ransom"
DRAWS = 2400  # 100 for each of the 24 states


@pytest.fixture(scope="module")
def flee() -> Setting:
    return setting(GAME, FLEE)


def test_the_solution_is_right_and_its_line_ends_the_game(flee: Setting) -> None:
    assert flee.try_move("a1~")[:2] == (True, "Why it works.")
    assert flee.solved().winners == ["south"]


def test_a_wrong_move_is_answered_by_what_spoils_it(flee: Setting) -> None:
    answer = flee.try_move("b1~")
    assert not answer.is_right and answer.table is not None
    assert [step.actor for step in answer.reply] == ["north"]
    assert answer.table.steps[-1] == answer.reply[-1]
    assert answer.with_reply.endswith(f"North can answer {answer.reply[0].token}.")
    assert answer.reply[0].token not in answer.sentence  # the page tells it in words


def test_an_illegal_move_is_answered_by_the_rule(flee: Setting) -> None:
    answer = flee.try_move("c1~")
    assert not answer.is_right and answer.table is None
    assert "R4" in answer.sentence


def test_a_move_that_wins_less_often_is_answered_by_how_often() -> None:
    start = setting(GAME, WEIGH)
    assert WEIGH.goal == (
        "Which move wins most often within 3 moves, over all deals that fit what you have seen?"
    )
    assert start.try_move("a1xa1")[:2] == (True, "Why it works.")
    sentence = "That wins in 1 of 6 deals (17%); another move wins more often."
    assert start.try_move("b2xb1")[:2] == (False, sentence)
    assert "in none of 6 deals (0%)" in start.try_move("a1~").sentence


def test_a_try_changes_nothing(flee: Setting) -> None:
    steps = list(flee.table.steps)
    flee.try_move("b1~")
    flee.solved()
    assert flee.table.steps == steps


def test_the_puzzle_of_a_day_is_the_same_all_day_and_not_always_the_same() -> None:
    days = [datetime.date(2026, 11, 1) + datetime.timedelta(n) for n in range(20)]
    assert [daily(GAME, day) for day in days] == [daily(GAME, day) for day in days]
    assert len({daily(GAME, day).name for day in days}) > 1


def test_an_unknown_puzzle_is_refused_with_the_name_of_one() -> None:
    with pytest.raises(PuzzleError, match=f"no puzzle nonsense; one .* is {puzzles(GAME)[0].name}"):
        puzzle_of(GAME, "nonsense")


def test_a_broken_file_is_refused_with_where() -> None:
    with pytest.raises(PuzzleError, match=r"mine\.toml: .*name"):
        read_collection("[[puzzle]]\nkind = 'win'\n", "mine.toml")


# The search --------------------------------------------------------------------------------------


def test_exactly_the_solution_is_forced(flee: Setting) -> None:
    believed = possible_states(flee.game, flee.game.observe(flee.table.state, flee.seat), 100)
    verdicts = Forcing(flee.game, flee.seat, "win", 10_000).after_each(together(believed), 9)
    texts = flee.game.action_texts
    assert {texts[action]: verdict for action, verdict in verdicts.items()} == {
        "a1~": Verdict.YES,
        "a1xa1": Verdict.NO,
        "b1xb1": Verdict.NO,
        "b1~": Verdict.NO,
    }


def test_a_search_ends_at_its_wall(flee: Setting) -> None:
    with pytest.raises(Wall):
        Forcing(flee.game, flee.seat, "win", 0).after_each(together([flee.table.state]), 9)


def test_the_states_a_seat_takes_for_possible_are_all_that_determinize_draws() -> None:
    game = load(GAME, {"tiles": "KAEC", "columns": "2"})
    state = game.new_state()
    armies = [f"{seat}{place}" for seat in "SN" for place in ("a1=C", "b1=A", "a2=K", "b2=E")]
    for token in (*armies, "first=south"):
        game.apply(state, game.text_to_choice(state, token))
    seen = game.observe(state, 0)
    rng = new_rng(1)
    drawn = {game.determinize(seen, rng).tobytes() for _ in range(DRAWS)}
    assert {possible.tobytes() for possible in possible_states(game, seen, 100)} == drawn
    with pytest.raises(TooMany):
        possible_states(game, seen, 5)
