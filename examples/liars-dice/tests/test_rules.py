"""The rules of liar's dice, paragraph by paragraph."""

import pytest

from siegeworks.core.contract import SPECTATOR, State
from siegeworks.core.errors import IllegalStep
from siegeworks.games import load

GAME = load("liars-dice").plain()  # plain Python: a debugger steps through its rules
ROLL = "left1=5 left2=2 right1=5 right2=3"


def played(tokens: str) -> State:
    """The position after these steps."""
    state = GAME.new_state()
    for token in tokens.split():
        GAME.apply(state, GAME.text_to_choice(state, token))
    return state


def test_R1_a_seat_loses_its_second_die_first() -> None:
    state = played(f"{ROLL} 3x5 liar left1=1 right1=1")
    assert list(state.left) == [1, 2]


def test_R2_only_its_owner_sees_a_die() -> None:
    state = played(ROLL)
    seen = [GAME.observe(state, seat).dice.tolist() for seat in (0, 1, SPECTATOR)]
    assert seen == [[[5, 2], [0, 0]], [[0, 0], [5, 3]], [[0, 0], [0, 0]]]


def test_R2_who_has_lost_a_die_bids_first() -> None:
    assert GAME.actor(played(ROLL)) == "left"
    assert GAME.actor(played(f"{ROLL} 2x6 liar left1=1 right1=1 right2=1")) == "left"
    assert GAME.actor(played(f"{ROLL} 2x5 liar left1=1 left2=1 right1=1")) == "right"


def test_R3_a_bid_is_higher_than_the_one_before_and_no_higher_than_there_are_dice() -> None:
    legal = set(GAME.legal_texts(played(f"{ROLL} 3x4")))
    assert legal == {"3x5", "3x6", *(f"4x{face}" for face in range(1, 7)), "liar"}
    with pytest.raises(IllegalStep, match="only 3 dice are left"):
        played(f"{ROLL} 2x5 liar left1=1 left2=1 right1=1 4x1")


@pytest.mark.parametrize(("bid", "left"), [("2x5", [2, 1]), ("1x5", [2, 1]), ("3x5", [1, 2])])
def test_R4_the_player_who_is_wrong_about_a_bid_loses_a_die(bid: str, left: list[int]) -> None:
    state = played(f"{ROLL} {bid} liar")
    assert list(state.left) == left
    assert state.last.tolist() == [[5, 2], [5, 3]]


def test_R5_the_player_without_dice_has_lost() -> None:
    over = played(f"{ROLL} 4x5 liar left1=1 right1=1 right2=1 1x2 liar")
    assert GAME.returns(over) == [-1, 1]
