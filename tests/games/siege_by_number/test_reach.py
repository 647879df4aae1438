"""R7: how far pieces are said to walk is how far they may walk."""

import pytest

from siegeworks.core.scene import Reach
from siegeworks.games.siege_by_number.preview import MOVED, NO_DIE
from tests.games.siege_by_number.positions import game, position
from tests.variants import random_walk

SUNS, CROWNS = 0, 1


def reach_of(place: str, picture: str, dice: str, moved: str = "") -> Reach:
    """How far the piece on this space is said to reach."""
    asked = game()
    seen = asked.observe(position(asked, picture, dice=dice, moved=moved), SUNS)
    return next(reach for reach in asked.reach(seen) if reach.place == place)


def test_R7_the_highest_die_left_says_how_far_a_piece_walks_and_pieces_are_in_its_way() -> None:
    reach = reach_of("e6", "     6  .. .. s? .. c?", dice="A2")
    assert {"f6", "e8", "f7"} <= set(reach.places)
    assert not {"e6", "g6", "h6"} & set(reach.places)
    assert reach.sentence == "The highest die left carries it up to 2 steps."


def test_R7_a_piece_that_was_chosen_this_turn_moves_no_more() -> None:
    reach = reach_of("c8", "     8  s? .. .. .. .. s?", dice="5", moved="c8")
    assert reach == Reach("c8", (), MOVED)


def test_R7_a_die_of_0_moves_nothing() -> None:
    assert reach_of("c8", "     8  s?", dice="0") == Reach("c8", (), NO_DIE)


def test_R7_a_commander_walks_over_its_own_armies_only() -> None:
    corridor = "     8  sC s?"
    assert "e8" in reach_of("c8", corridor, dice="2").places
    assert "e8" not in reach_of("c8", corridor.replace("s?", "c?"), dice="2").places


def test_R7_the_best_roll_carries_the_pieces_of_others_5_steps() -> None:
    reach = reach_of("g6", "     6  .. .. s? .. c?", dice="A")
    assert reach.sentence == "The best roll would carry it 5 steps."
    assert "h9" in reach.places and "i9" in reach.places
    assert "N" not in reach.places


@pytest.mark.parametrize("seed", range(3))
def test_R7_pieces_of_the_seat_to_act_reach_what_its_legal_moves_say(seed: int) -> None:
    asked, compared = game(), 0
    for state, _ in random_walk(asked, seed):
        walks = [text.split("-") for text in asked.legal_texts(state) if "-" in text]
        legal: dict[str, set[str]] = {}
        for start, target in walks:
            if start != target:
                legal.setdefault(start, set()).add(target)
        if state.to_act < 0 or not legal:
            continue
        reachable = {
            reach.place: set(reach.places) for reach in asked.reach(asked.observe(state, SUNS))
        }
        assert {place: reachable[place] for place in legal} == legal
        compared += 1
    assert compared
