"""Tokens, and the sentence for every way of being illegal."""

from typing import Any

import pytest

from siegeworks.core.contract import State
from siegeworks.core.errors import IllegalStep
from siegeworks.core.random import new_rng, random_below
from tests.games.kings_ransom.positions import GAME, SECRET, play, position, set_up_by

TURN = position("""
    . k . .
    c e S a
    s E i A
    -
    A k s S
    . c I .
""")
BATTLE = play(
    position("""
        . i s .
        k c s s
        -
        a c i k
        . s e .
    """),
    "b1xb1",
)
RANSOM = play(position(". k s .\n-\n. i . .", tallies=("EECS", "K")), "b1~")
LAYING = set_up_by(SECRET, "KAAA", "")
NORTH_LAYING = set_up_by(SECRET, "AAAE EECC CIII SSSK", "AAA")
FIRST = set_up_by(GAME, "AAAE EECC CIII SSSK", "AAAE EECC CIII SSSK")


def refusal(state: State, text: str, game: Any = GAME) -> str:
    """The sentence that refuses this text."""
    with pytest.raises(IllegalStep) as refused:
        game.text_to_choice(state, text)
    sentence = str(refused.value)
    return sentence.partition("' " if sentence.startswith("'") else ": ")[2]


def test_every_action_has_its_token() -> None:
    assert GAME.num_actions == len(set(GAME.action_texts)) == 366
    assert SECRET.num_actions == len(set(SECRET.action_texts)) == 558
    for token in ("a1~", "d4~", "b2xb1", "d4xd4", "b2?d3", "+c2", "stand", "pay=41", "refuse"):
        assert token in GAME.action_texts
    assert "Sa1=K" in SECRET.action_texts and "Nd4=S" in SECRET.action_texts


def test_every_outcome_has_its_token() -> None:
    assert GAME.num_outcomes == len(set(GAME.outcome_texts)) == 194
    assert SECRET.outcome_texts == ("first=south", "first=north")


@pytest.mark.parametrize(
    "text, reason",
    [
        # flee
        ("b1~", "b1 is your King, who can never be chosen (R4)"),
        ("a2~", "there is no tile on a2; your column a has 1 tile (R2)"),
        ("b4~", "there is no tile on b4; your column b has 2 tiles (R2)"),
        ("e5~", "there is no place e5; the columns are a to d and the ranks 1 to 4 (R2)"),
        # attack
        ("b1xb1", "b1 is your King, who can never be chosen (R4)"),
        ("c1xc1", "c1 is a Spy, and Spies do not attack (R4)"),
        ("a2xa1", "there is no tile on a2; your column a has 1 tile (R2)"),
        ("a1xb1", "tiles attack in their own column; b1 is not in column a (R4)"),
        ("a1xa3", "there is no tile on a3; the enemy's column a has 2 tiles (R2)"),
        ("b2xb2", "your rank 2 plus enemy rank 2 is 4, but a Cavalry has range 3 (R4)"),
        ("c2xc1", "your rank 2 plus enemy rank 1 is 3, but an Infantry has range 2 (R4)"),
        ("a1xa9", "there is no place a9; the columns are a to d and the ranks 1 to 4 (R2)"),
        # reveal
        ("a1?a1", "a1 is an Archer; only a Spy reveals (R4)"),
        ("b1?a1", "b1 is your King, who can never be chosen (R4)"),
        ("d1?a1", "the Spy on d1 is already face up and can no longer reveal (R4)"),
        ("c1?a3", "there is no tile on a3; the enemy's column a has 2 tiles (R2)"),
        ("c1?b1", "the enemy tile on b1 is already face up: an Engineer (R4)"),
        ("c3?b1", "there is no tile on c3; your column c has 2 tiles (R2)"),
        ("c1?z1", "there is no place z1; the columns are a to d and the ranks 1 to 4 (R2)"),
    ],
)
def test_explain_a_step_that_is_no_turn(text: str, reason: str) -> None:
    assert refusal(TURN, text) == reason


A_TURN = "write b2~ to flee, b2xb1 to attack, or b2?d3 to reveal with a Spy (R4)"


@pytest.mark.parametrize(
    "text, reason",
    [
        ("+b2", f"no battle is waiting for a decision (R5); {A_TURN}"),
        ("stand", f"no battle is waiting for a decision (R5); {A_TURN}"),
        ("pay=41", f"no ransom is due now (R9); {A_TURN}"),
        ("refuse", f"no ransom is due now (R9); {A_TURN}"),
        ("Sa1=K", "all tiles are already laid out (R3)"),
        ("first=south", "chance decides who begins, before the first turn (R3)"),
        ("first=", "chance decides who begins, before the first turn (R3)"),
        ("resign=south", "resigning, time and draws are steps of the table, not moves (R7)"),
        ("draw", "resigning, time and draws are steps of the table, not moves (R7)"),
        ("pass", f"you may not pass; {A_TURN}"),
        ("", f"you may not pass; {A_TURN}"),
        ("B2~", "upper and lower case and spaces matter: write b2~ (R4)"),
        (" b2xB1", "upper and lower case and spaces matter: write b2xb1 (R4)"),
        ("b2 x b1", "upper and lower case and spaces matter: write b2xb1 (R4)"),
        ("C1?a1", "upper and lower case and spaces matter: write c1?a1 (R4)"),
        ("+A1", "upper and lower case and spaces matter: write +a1 (R5)"),
        ("Stand", "upper and lower case and spaces matter: write stand (R5)"),
        ("refuse ", "upper and lower case and spaces matter: write refuse (R9)"),
        ("First=south", "upper and lower case and spaces matter: write first=south (R3)"),
        ("b2-b1", f"is not a move. {A_TURN[0].upper() + A_TURN[1:]}."),
        ("hello", f"is not a move. {A_TURN[0].upper() + A_TURN[1:]}."),
        ("x" * 1000, f"is not a move. {A_TURN[0].upper() + A_TURN[1:]}."),
    ],
)
def test_explain_a_step_of_another_moment(text: str, reason: str) -> None:
    assert refusal(TURN, text) == reason


IS_ATTACKED = "b1 is attacked: call a tile next to it with + and its place, e.g. +c1, or stand (R5)"


@pytest.mark.parametrize(
    "text, reason",
    [
        ("+b1", "b1 is the defender itself; call a tile next to it (R5)"),
        ("+c2", "c2 is not next to the defender on b1 (R5)"),
        ("+a1", "a1 is your King, who reinforces nobody (R5)"),
        ("+b3", "there is no tile on b3; your column b has 2 tiles (R2)"),
        ("+b5", "there is no place b5; the columns are a to d and the ranks 1 to 4 (R2)"),
        ("b2~", f"the battle must be fought out first; {IS_ATTACKED}"),
        ("b2xb1", f"the battle must be fought out first; {IS_ATTACKED}"),
        ("c1?a1", f"the battle must be fought out first; {IS_ATTACKED}"),
        ("pay=6", f"no ransom is due now (R9); {IS_ATTACKED}"),
        ("refuse", f"no ransom is due now (R9); {IS_ATTACKED}"),
        ("Nb1=K", "all tiles are already laid out (R3)"),
        ("pass", f"you may not pass; {IS_ATTACKED}"),
        ("+", f"is not a move. {IS_ATTACKED}."),
    ],
)
def test_explain_a_call_that_cannot_be(text: str, reason: str) -> None:
    assert refusal(BATTLE, text) == reason


IS_DUE = "the King's ransom is due: pay= and the pips from high to low, e.g. pay=41, or refuse (R9)"


@pytest.mark.parametrize(
    "text, reason",
    [
        ("pay=6", "your tally has no tile of 6 pips (R9)"),
        ("pay=311", "your tally has only 1 tile of 1 pip (R9)"),
        ("pay=33", "your tally has only 1 tile of 3 pips (R9)"),
        ("pay=443", "4 + 4 + 3 is 11, and would still be 8 without the 3: "
         "no tile may be superfluous (R9)"),
        ("pay=14", "write the pips from high to low: pay=41 (R9)"),
        ("pay=31", "3 + 1 is 4; a ransom is 5 pips or more (R9)"),
        ("pay=4", "this is 4 pips; a ransom is 5 pips or more (R9)"),
        ("pay=1", "this is 1 pip; a ransom is 5 pips or more (R9)"),
        ("pay=5", "only a King has 5 pips, and none is in your tally (R9)"),
        ("pay=7", "no tile has 7 pips (R1)"),
        ("pay=", "list the pips of the tiles you pay from high to low, e.g. pay=41 (R9)"),
        ("pay=111111", "with 6 tiles some would be superfluous (R9)"),
        ("PAY=41", "upper and lower case and spaces matter: write pay=41 (R9)"),
        ("pay=4+1", f"is not a move. {IS_DUE[0].upper() + IS_DUE[1:]}."),
        ("b1~", f"the turns are over; {IS_DUE}"),
        ("+b1", f"no battle is waiting for a decision (R5); {IS_DUE}"),
        ("stand", f"no battle is waiting for a decision (R5); {IS_DUE}"),
        ("Sa1=K", "all tiles are already laid out (R3)"),
    ],
)  # fmt: skip
def test_explain_a_payment_that_cannot_be(text: str, reason: str) -> None:
    assert refusal(RANSOM, text) == reason


@pytest.mark.parametrize(
    "text, reason",
    [
        ("Sa2=K", "the King of south is already laid out (R3)"),
        ("Sa2=A", "all three Archers of south are already laid out (R3)"),
        ("Sb1=E", "b1 already has its tile; now comes Sa2 (R3)"),
        ("Sd4=E", "the order is a1 b1 c1 d1 a2 … d4; now comes Sa2 (R3)"),
        ("Na1=E", "north's tiles come after south's; now comes Sa2 (R3)"),
        ("Wa2=E", "there is no army W; S is south's and N is north's (R3)"),
        ("Sa2=Q", "there is no tile Q; the tiles are K A E C I S (R1)"),
        ("Sa7=E", "there is no place a7; the columns are a to d and the ranks 1 to 4 (R2)"),
        ("sa2=e", "upper and lower case and spaces matter: write Sa2=E (R3)"),
        ("first=north", "chance decides who begins, once all tiles are laid out (R3)"),
        ("a1~", "the tiles must be laid out first; now lay out Sa2, e.g. Sa2=E (R3)"),
        ("a1xa1", "the tiles must be laid out first; now lay out Sa2, e.g. Sa2=E (R3)"),
        ("+a1", "no battle is waiting for a decision (R5); now lay out Sa2, e.g. Sa2=E (R3)"),
        ("refuse", "no ransom is due now (R9); now lay out Sa2, e.g. Sa2=E (R3)"),
        ("pay=6", "no ransom is due now (R9); now lay out Sa2, e.g. Sa2=E (R3)"),
        ("K", "is not a move. Now lay out Sa2, e.g. Sa2=E (R3)."),
    ],
)
def test_explain_a_tile_that_cannot_be_laid_out(text: str, reason: str) -> None:
    assert refusal(LAYING, text, SECRET) == reason


def test_explain_south_has_laid_out_its_tiles() -> None:
    reason = "south's tiles are complete; now comes Nd1 (R3)"
    assert refusal(NORTH_LAYING, "Sa1=E", SECRET) == reason
    reason = "all three Archers of north are already laid out (R3)"
    assert refusal(NORTH_LAYING, "Nd1=A", SECRET) == reason


SAYS = "now chance decides who begins, first=south or first=north (R3)"
LAYS = "now chance lays out Sb1, e.g. Sb1=A (R3)"


@pytest.mark.parametrize(
    "text, reason",
    [
        ("Sb1=K", "the King of south is already laid out (R3)"),
        ("Sa1=E", "a1 already has its tile; now comes Sb1 (R3)"),
        ("Nb1=E", "north's tiles come after south's; now comes Sb1 (R3)"),
        ("first=south", f"who begins is decided once all tiles are laid out; {LAYS}"),
        ("first=west", f"there is no such seat, the seats are south and north; {LAYS}"),
        ("b1~", f"this is a seat's step; {LAYS}"),
        ("SB1=A", "upper and lower case and spaces matter: write Sb1=A (R3)"),
        ("Stand", "upper and lower case and spaces matter: write stand (R5)"),
        ("roll=3", f"this is not an outcome; {LAYS}"),
        ("y" * 1000, f"this is not an outcome; {LAYS}"),
    ],
)
def test_explain_a_tile_that_chance_cannot_lay_out(text: str, reason: str) -> None:
    assert refusal(play(GAME.new_state(), "Sa1=K"), text) == reason


@pytest.mark.parametrize(
    "text, reason",
    [
        ("Sa1=K", "all tiles are already laid out (R3)"),
        ("first=east", f"there is no such seat, the seats are south and north; {SAYS}"),
        ("stand", f"this is a seat's step; {SAYS}"),
        ("", f"this is not an outcome; {SAYS}"),
    ],
)
def test_explain_who_cannot_begin(text: str, reason: str) -> None:
    assert refusal(FIRST, text) == reason


def test_explain_the_game_is_over() -> None:
    state = play(RANSOM, "refuse")
    assert refusal(state, "b1~") == "the game is over: the ransom was not paid (R9)."


def test_explain_never_tells_what_the_seat_may_not_know() -> None:
    state, other = (position(f". {a} k .\n-\n. k s .\n") for a in "ac")
    for text in ("c1?b2", "c1xc1", "b1xb1", "c1?b1~", "b1"):
        assert refusal(state, text) == refusal(other, text)


PIECES = [
    "b2",
    "a1",
    "e9",
    "x",
    "?",
    "~",
    "+",
    "=",
    "pay",
    "S",
    "N",
    "K",
    "41",
    "first",
    "stand",
    "draw",
    "refuse",
    "south",
    "-",
    "٠",
    "é",
    "\x00",
    "\n",
    "\t",
    "٣",
    "𝟜",
    "ß",
    "İ",
]


@pytest.mark.parametrize("state", [TURN, BATTLE, RANSOM, FIRST, GAME.new_state()])
def test_explain_answers_any_text(state: State) -> None:
    rng = new_rng(3)
    legal = set(GAME.legal_texts(state))
    for _ in range(300):
        length = random_below(rng, 7)
        text = "".join(PIECES[random_below(rng, len(PIECES))] for _ in range(length))
        if text not in legal:
            assert "(R" in refusal(state, text)
