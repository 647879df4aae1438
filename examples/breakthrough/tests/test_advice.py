"""What bots are told: who is ahead, which moves matter, and what a move does in words."""

import numpy as np
import pytest
from positions import position

from siegeworks.bots.search import Budget, SearchBot
from siegeworks.core.contract import State
from siegeworks.core.game import Game
from siegeworks.core.random import new_rng

RACE = """
    . . . . . .
    . . . w . .
    . . . . . .
    . . . . . .
    . b . . . .
    . . . . . w
"""
CAPTURE = """
    . . . . . .
    b . . . . b
    . . . b . .
    . . w . . .
    . . . . . .
    w w . . . .
"""


def win_probabilities(table: Game, state: State) -> list[float]:
    """What the evaluation says of a position, seat by seat."""
    chances = np.zeros(2)
    table.advice.evaluate(table.params, state, chances)
    return chances.tolist()


@pytest.mark.parametrize("to_act", ["white", "black"])
def test_a_player_one_step_from_the_far_rank_is_about_to_win(to_act: str) -> None:
    table, state = position(RACE, to_act)
    chances = win_probabilities(table, state)
    assert sum(chances) == pytest.approx(1)
    assert chances[int(state.to_act)] > 0.95


def test_more_pieces_are_better() -> None:
    table, state = position(CAPTURE)
    white = win_probabilities(table, state)[0]
    state.pieces[1] &= ~np.uint64(1 << 21)  # d4
    assert win_probabilities(table, state)[0] > white
    assert table.score(table.params, state, 0) > 0


def test_captures_are_tried_first() -> None:
    table, state = position(CAPTURE)
    best = max(
        table.legal_actions(state), key=lambda a: table.advice.urgency(table.params, state, a)
    )
    assert table.action_texts[best] == "c3-d4"


@pytest.mark.parametrize(
    "drawing, token, says",
    [
        (RACE, "d5-d6", "wins at once"),
        (CAPTURE, "c3-d4", "captures a piece"),
        (CAPTURE, "c3-b4", "lets Black capture it on b4"),
        (CAPTURE, "a1-a2", ""),
    ],
)
def test_a_comment_says_what_the_move_does(drawing: str, token: str, says: str) -> None:
    table, state = position(drawing)
    assert table.advice.comment(table.params, state, table.text_to_choice(state, token)) == says


def test_a_search_wins_the_race() -> None:
    table, state = position(RACE)
    bot = SearchBot(table, new_rng(1), Budget(simulations=200))
    bot.run_plain()
    chosen = table.action_texts[bot.choose(table.observe(state, 0))]
    assert chosen.startswith("d5-")
