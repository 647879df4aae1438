"""R5: where minions are said to go is where they may go."""

import pytest

from siegeworks.core.contract import State
from siegeworks.core.game import Game
from siegeworks.games.expansion.preview import FIRST, MOVE
from tests.games.expansion.positions import game, position, set_up
from tests.variants import random_walk

BOARD = """
.  .  .  .  .  .
.  .  .  .  .  .
.  s3 m2 m4 .  .
.  .  .  .  .  .
s2 sA .  .  .  .
s0 .  .  .  .  .
"""


def reached(asked: Game, state: State) -> dict[str, set[str]]:
    """By minion, the cells that it is said to reach."""
    return {reach.place: set(reach.places) for reach in asked.reach(asked.observe(state, 0))}


def test_R5_a_minion_reaches_neighbours_along_rank_and_file_and_jumps_in_any_direction() -> None:
    reachable = reached(game(), position(game(), BOARD, moons="c3 e5"))
    assert reachable["b4"] == {"a4", "b3", "b5", "c4", "d4"}  # d4: a jump over c4 onto an enemy
    assert reachable["a1"] == {"a3", "b1", "c3"}  # over a2 and, diagonally, over b2
    assert (
        game().reach(game().observe(position(game(), BOARD, moons="c3 e5"), 0))[0].sentence == MOVE
    )
    assert reachable["d4"] == {"d3", "d5", "e4", "b4"}  # of an enemy, as if it were to act


def test_R5_the_very_first_move_is_a_walk() -> None:
    start = set_up(game())
    reaches = game().reach(game().observe(start, 0))
    assert {reach.sentence for reach in reaches} == {FIRST}
    assert {cell for reach in reaches for cell in reach.places} == {"d1", "c2", "b3", "a4"} | {
        "c6",
        "d5",
        "e4",
        "f3",
    }


def test_R3_nothing_is_said_while_minions_are_placed() -> None:
    assert game().reach(game().observe(game().new_state(), 0)) == []


@pytest.mark.parametrize("options", [{}, {"board": "2x2"}, {"board": "3x1", "values": "54A0"}])
def test_R5_minions_of_the_seat_to_act_reach_what_its_legal_moves_say(
    options: dict[str, str],
) -> None:
    asked, compared = game(**options), 0
    for state, _ in random_walk(asked, 5):
        tokens = [text for text in asked.legal_texts(state) if "-" in text]
        if state.to_act < 0 or not tokens:
            continue
        reachable = {
            reach.place: set(reach.places) for reach in asked.reach(asked.observe(state, 0))
        }
        legal: dict[str, set[str]] = {}
        for token in tokens:
            start, target = token.split("-")
            legal.setdefault(start, set()).add(target)
        own = {
            cell.name
            for cell in asked.scene(asked.params, asked.observe(state, 0)).cells
            if cell.piece and cell.piece.seat == asked.seats[state.to_act]
        }
        assert {
            place: cells for place, cells in reachable.items() if place in own and cells
        } == legal
        compared += 1
    assert compared
