"""Hints for bots: the chances of both seats, what is private, and what is said of an action."""

from typing import Any

import numpy as np
import pytest

from siegeworks.core.contract import State
from siegeworks.core.game import Game
from siegeworks.core.jit import kernel
from siegeworks.games import load
from siegeworks.games.kings_ransom.advice import ADVICE
from siegeworks.games.kings_ransom.evaluation import evaluate, private
from siegeworks.games.kings_ransom.state import KINDS, SOUTH
from tests.games.kernels import evaluate_kernel
from tests.games.kings_ransom.positions import GAME, SECRET, play, position, set_up_by
from tests.variants import option_sets, random_walk

every_variant = pytest.mark.parametrize("given", option_sets("kings-ransom"), ids=str)


compiled_evaluate = evaluate_kernel(evaluate)


@kernel
def compiled_private(params: Any, s: Any, action: int) -> int:
    return private(params, s, action)


def south(state: State, game: Game = GAME) -> float:
    """South's chance; asserts that the two chances are chances."""
    win_probabilities = np.full(2, np.nan)
    ADVICE.evaluate(game.params, state, win_probabilities)
    assert (
        win_probabilities.min() >= 0
        and win_probabilities.max() <= 1
        and abs(win_probabilities.sum() - 1) < 1e-9
    )
    return float(win_probabilities[SOUTH])


def comment_on(state: State, token: str) -> str:
    """The comment on an action, from what the seat to act sees."""
    seen = GAME.observe(state, int(state.to_act))
    return ADVICE.comment(GAME.params, seen, GAME.text_to_choice(state, token))


def exchanged(state: State) -> State:
    """The same with south and north exchanged."""
    other = state.copy()
    for field in ("army", "tally"):
        other[field] = state[field][::-1]
    other.to_act = 1 - state.to_act
    return other


# Chances -----------------------------------------------------------------------------------------


@every_variant
def test_chances_add_up_and_are_the_same_plain_and_compiled(given: dict[str, str]) -> None:
    game = load("kings-ransom", given)
    win_probabilities = np.zeros(2)
    for seed in range(4):
        for state, choice in random_walk(game, seed):
            if choice < 0 or state.to_act < 0:
                continue
            compiled_evaluate(game.params, state, win_probabilities)
            kind = compiled_private(game.params, state, choice)
            assert south(state, game) == pytest.approx(win_probabilities[SOUTH], abs=1e-12)
            assert private(game.params, state, choice) == kind < ADVICE.num_private == KINDS


def test_chances_are_exchanged_with_the_seats() -> None:
    for seed in range(20):
        for state, choice in random_walk(GAME, seed):
            if choice >= 0 and state.to_act >= 0:
                assert south(exchanged(state)) == pytest.approx(1 - south(state), abs=1e-12)


FEW = """
    . c a .
    i k s e
    -
    {}
    . c a .
"""


def test_more_pips_are_better() -> None:
    even = south(position(FEW.format("e s k i")))
    assert south(position(FEW.format("e s k i"), tallies=("AE", ""))) > even + 0.1
    assert south(position(FEW.format("e s k i"), tallies=("", "AE"))) < even - 0.1


def test_a_king_that_an_archer_reaches_is_in_danger_and_more_so_when_he_is_known() -> None:
    hidden, known = (position(FEW.format(f"e s {k} i"), "north") for k in "kK")
    safe = position(FEW.format("e k s i"), "north")
    assert south(known) < south(hidden) < south(safe)
    assert south(position(FEW.format("e s K i"), "south")) > south(known)


def test_the_defender_of_a_battle_is_thought_to_call_the_right_tile() -> None:
    standing = ". i . .\nk a . .\n-\n. c {} .\n. k . ."
    battle = [play(position(standing.format(kind), "north"), "b1xb1") for kind in "es"]
    assert south(battle[0]) > south(battle[1]) + 0.1


def test_a_ransom_is_worth_what_comes_of_it() -> None:
    end = ". k s .\n-\n. i . ."
    assert south(play(position(end, tallies=("AEECCC", "K")), "b1~")) == 1
    assert south(play(position(end, tallies=("EC", "KS")), "b1~")) == 0
    assert south(play(position(end, tallies=("AA", "KS")), "b1~")) == 0  # 6 of 12, and then 6 to 13


def test_a_king_laid_out_in_front_is_worse_than_one_behind() -> None:
    front = set_up_by(SECRET, "KECI SECI AACI ASSE", "")
    behind = set_up_by(SECRET, "SECI SECI AACI ASKE", "")
    assert south(front, SECRET) < south(behind, SECRET)


# Private -----------------------------------------------------------------------------------------


def test_what_is_private_is_the_kind_of_the_tile_that_acts_or_is_called() -> None:
    state = position(". k s .\n. e s .\n-\n. c i k", "north")
    kinds = {
        GAME.action_texts[a]: private(GAME.params, state, a) for a in GAME.legal_actions(state)
    }
    assert (kinds["b1~"], kinds["b1xb1"], kinds["c1~"], kinds["c1?b1"]) == (2, 2, 5, 0)
    state = play(state, "b1xb1")
    assert private(GAME.params, state, GAME.text_to_choice(state, "+c1")) == 4
    assert private(GAME.params, state, GAME.text_to_choice(state, "stand")) == 0


# Comments ----------------------------------------------------------------------------------------

ATTACKS = position("""
    . i S .
    c E K s
    -
    a A A e
    . c k s
""")


@pytest.mark.parametrize(
    "token, comment",
    [
        ("b1xb1", "captures the Engineer unless a tile next to it helps"),
        ("b1xb2", "stronger than 2 of the 3 tiles that may be there"),
        ("b2xb1", "loses the Cavalry to the Engineer"),
        ("c1xc1", "captures the King"),
        ("c1xc2", "loses the Archer to the Spy"),
        ("c1~", "gives up the Archer"),
        ("d2?d1", ""),
    ],
)
def test_a_comment_on_a_turn_says_what_is_known(token: str, comment: str) -> None:
    assert comment_on(ATTACKS, token) == comment


def test_a_comment_tells_the_odds_of_finding_the_king() -> None:
    state = position(". i s k\n. e i s\n-\n. A k s\n. c . .")
    assert comment_on(state, "d1?b1") == "finds the King in 1 of 6 cases"
    assert comment_on(state, "b1xb1") == (
        "stronger than 4 of the 6 tiles that may be there, including the King"
    )


@pytest.mark.parametrize(
    "token, comment",
    [
        ("+a1", "captures the Archer"),
        ("+c1", "gives the Cavalry and the Cavalry for the Archer"),
        ("+b2", "loses the Cavalry and the Infantry"),
        ("stand", "loses the Cavalry"),
    ],
)
def test_a_comment_on_a_call_says_how_the_battle_ends(token: str, comment: str) -> None:
    before = position(". k i .\n. a e .\n-\ne c c s\n. i k .", "north")
    assert comment_on(play(before, "b1xb1"), token) == comment


def test_a_comment_says_how_the_game_ends() -> None:
    end = ". k s .\n-\n. i . ."
    assert comment_on(position(end, tallies=("", "C")), "b1~") == (
        "gives up the Infantry, ends the game and loses"
    )
    due = position(end, tallies=("AEECCC", "K"))
    assert comment_on(due, "b1~") == "gives up the Infantry, ends the game and wins"
    due = play(due, "b1~")
    assert [comment_on(due, token) for token in ("pay=6", "refuse")] == ["wins", "loses"]


@every_variant
def test_every_action_can_be_commented_on(given: dict[str, str]) -> None:
    game = load("kings-ransom", given)
    for state, choice in random_walk(game, seed=3):
        if choice < 0 or state.to_act < 0:
            continue
        seen = game.observe(state, int(state.to_act))
        before = seen.tobytes()
        for action in game.legal_actions(state)[::5]:
            text = ADVICE.comment(game.params, seen, action)
            assert text == text.strip(" .,") and len(text) < 100
        assert seen.tobytes() == before
