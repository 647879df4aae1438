"""What a person reads who writes a step that cannot be taken."""

import pytest

from siegeworks.core.errors import IllegalStep
from siegeworks.games.siege_by_number.state import ACTIONS, OUTCOMES
from tests.games.siege_by_number.positions import game, play, position, start
from tests.present import present

TWO, FOUR = game(), game(seats="4")

CHOICE = """
        c  d  e  f  g  h  i  j
    10  .. .. .. .. .. .. s? sC
     8  .. .. s? .. c?
     7  .. .. .. .. .. cC
     6  .. .. s4 c2
     3  c?
"""


def refusal(table, state, token):
    """The sentence without the token that begins it."""
    with pytest.raises(IllegalStep) as refused:
        table.text_to_choice(state, token)
    sentence = str(refused.value)
    start = f"'{token}' " if "is not a move" in sentence else f"{token}: "
    assert sentence.startswith(start)
    return sentence.removeprefix(start)


def test_every_action_and_outcome_has_a_token_of_its_own():
    assert len(set(TWO.action_texts)) == len(TWO.action_texts) == ACTIONS
    assert len(set(TWO.outcome_texts)) == len(TWO.outcome_texts) == OUTCOMES
    assert TWO.action_texts == FOUR.action_texts
    assert {"N-i10", "e5-e5", "xS", "hold", "done"} < set(TWO.action_texts)
    assert {"first=arms", "roll=0A35", "roll=5", "W=A", "e5=0"} < set(TWO.outcome_texts)


@pytest.mark.parametrize(
    "token, reason",
    [
        ("z9-e5", "z9 is not a space; write squares as e5, Home Bases as N, E, S, W (R1)"),
        ("e8-E9", "E9 is not a space; write squares as e5, Home Bases as N, E, S, W (R1)"),
        ("e8-c9", "c9 is not on the board, because nobody plays arms (R2)"),
        ("E-j4", "E is not on the board, because nobody plays moons (R2)"),
        ("f7-f8", "f7 is empty: there is no piece to move (R7)"),
        ("g8-g7", "the crowns' Army is on g8 (R7)"),
        ("h7-h6", "the crowns' Commander is on h7 (R7)"),
        ("i10-i9", "the Army on i10 has already been chosen this turn (R7)"),
        ("i10-i10", "the Army on i10 has already been chosen this turn (R7)"),
        ("N-N", "your Commander is on N, and only an Army may stay (R7)"),
        ("e8-e8", "no enemy is next to e8, and an Army stays only beside one (R7)"),
        ("e8-g8", "g8 is not empty: the crowns' Army is there (R7)"),
        ("e8-e6", "e6 is not empty: your own Army is there (R7)"),
        ("e8-N", "N is not empty: your own Commander is there (R7)"),
        ("e8-g5", "the way from e8 to g5 is 5 steps, but the highest die left is 3 (R7)"),
        ("xg8", "no Army has just moved: an attack follows a move, or a stay, e.g. e5-e5 (R7)"),
        ("xc9", "c9 is not on the board, because nobody plays arms (R2)"),
        ("xq1", "q1 is not a space; write squares as e5, Home Bases as N, E, S, W (R1)"),
        ("hold", "no Army is waiting to attack or hold: that comes after its move (R7)"),
        ("first=suns", "chance decided who begins before the first turn (R4)"),
        ("roll=35", "the dice of this turn have been rolled; it is up to suns to move (R6)"),
        ("roll=", "the dice of this turn have been rolled; it is up to suns to move (R6)"),
        ("g8=3", "chance shows values, in a battle, and there is no battle now (R3)"),
        ("resign=suns", "resigning, time and draws are steps of the table, not moves (R11)"),
        ("draw", "resigning, time and draws are steps of the table, not moves (R11)"),
    ],
)
def test_explain_at_a_choice(token, reason):
    assert refusal(TWO, position(TWO, CHOICE, dice="3", moved="i10"), token) == reason


@pytest.mark.parametrize("token", ["", "e8e7", "e8-", "e８-e7", "roll", "x", "?"])
def test_explain_what_is_no_token_at_all(token):
    state = position(TWO, CHOICE, dice="3", moved="i10")
    assert refusal(TWO, state, token) == "is not a move. Now move, e.g. e6-e3, or write done (R7)."
    assert "e6-e3" in TWO.legal_texts(state)


OTHERWISE = "upper and lower case and spaces matter: write"


@pytest.mark.parametrize(
    "text, meant",
    [
        ("n-i10", "N-i10 (R7)"),
        ("N-I10", "N-i10 (R7)"),
        (" e8 - e7", "e8-e7 (R7)"),
        ("Xe5", "xe5 (R7)"),
        ("xn", "xN (R7)"),
        ("HOLD", "hold (R7)"),
        ("Done", "done (R7)"),
        ("done ", "done (R7)"),
        ("First=suns", "first=suns (R4)"),
        ("roll=0a", "roll=0A (R6)"),
        ("n=a", "N=A (R3)"),
    ],
)
def test_explain_capitals_small_letters_and_blanks(text, meant):
    state = position(TWO, CHOICE, dice="3", moved="i10")
    assert refusal(TWO, state, text) == f"{OTHERWISE} {meant}"


def test_explain_capitals_small_letters_and_blanks_at_chance():
    assert refusal(TWO, TWO.new_state(), "First=Suns") == f"{OTHERWISE} first=suns (R4)"
    assert refusal(TWO, start(TWO), "roll=a") == f"{OTHERWISE} roll=A (R6)"
    assert refusal(TWO, start(TWO), " roll=3") == f"{OTHERWISE} roll=3 (R6)"
    state = position(TWO, "     6  .. .. s? c?\n     8  .. .. s?", dice="33")
    state = play(TWO, state, "e6-e6", "xf6")
    assert refusal(TWO, state, "E6=a") == f"{OTHERWISE} e6=A (R3)"


def test_no_two_tokens_differ_only_in_capitals():
    tokens = TWO.action_texts + TWO.outcome_texts
    assert len({token.casefold() for token in tokens}) == len(tokens)


def test_explain_a_way_that_is_too_long_for_an_ace():
    state = position(TWO, CHOICE, dice="A")
    reason = "the way from e6 to e4 is 2 steps, but the highest die left is A, which is 1 (R7)"
    assert refusal(TWO, state, "e6-e4") == reason


def test_explain_a_way_that_is_closed():
    state = position(TWO, "    10  .. .. .. .. .. .. s? s?\n     5  .. .. s?", dice="5")
    reason = "no way leads from N to i9 through empty spaces (R7)"
    assert refusal(TWO, state, "N-i9") == reason


def test_explain_a_way_that_is_closed_to_a_commander():
    state = position(TWO, "    10  .. .. .. .. .. .. c? sC\n     5  .. .. s?", dice="5")
    reason = "no way leads from N to i9 through empty spaces and its own Armies (R7)"
    assert refusal(TWO, state, "N-i9") == reason


def test_explain_a_way_of_one_step_with_a_zero():
    state = play(TWO, start(TWO), "roll=0")
    reason = "the way from N to i10 is 1 step, but the highest die left is 0 (R7)"
    assert refusal(TWO, state, "N-i10") == reason
    assert refusal(TWO, state, "?") == "is not a move. Now write done, since nothing can move (R7)."


@pytest.mark.parametrize(
    "token, reason",
    [
        ("xq1", "q1 is not a space; write squares as e5, Home Bases as N, E, S, W (R1)"),
        ("xj4", "j4 is not on the board, because nobody plays moons (R2)"),
        ("xe5", "e5 is empty: there is no piece to attack (R7)"),
        ("xe8", "your own Army is on e8 (R7)"),
        ("xN", "your own Commander is on N (R7)"),
        ("xg8", "g8 is not next to e6, where your Army stands (R7)"),
        ("done", "the Army on e6 is next to an enemy: it must attack or hold first (R7)"),
        ("e8-e7", "the Army on e6 is next to an enemy: it must attack or hold first (R7)"),
        ("e8-z1", "z1 is not a space; write squares as e5, Home Bases as N, E, S, W (R1)"),
        ("f6=3", "chance shows values, in a battle, and there is no battle now (R3)"),
        ("attack", "is not a move. Now attack with xf6 or write hold (R7)."),
    ],
)
def test_explain_before_attack_or_hold(token, reason):
    state = play(TWO, position(TWO, CHOICE, dice="33"), "e6-e6")
    assert refusal(TWO, state, token) == reason


@pytest.mark.parametrize(
    "token, reason",
    [
        ("first=moons", "nobody plays moons in this game: suns or crowns may begin (R2, R4)"),
        ("first=Ann", "after first= comes the seat that begins, suns or crowns (R4)"),
        ("roll=3", "chance is to act; next is who begins, like first=suns (R4)"),
        ("done", "chance is to act; next is who begins, like first=suns (R4)"),
        ("e5=3", "chance is to act; next is who begins, like first=suns (R4)"),
    ],
)
def test_explain_outcome_before_the_first_turn(token, reason):
    assert refusal(TWO, TWO.new_state(), token) == reason


@pytest.mark.parametrize(
    "token, reason",
    [
        ("roll=", "dice show 0, A, 2, 3, 4 or 5; write an ace as A (R6)"),
        ("roll=13", "dice show 0, A, 2, 3, 4 or 5; write an ace as A (R6)"),
        ("roll=345", "suns roll 4 dice for 5 pieces on the board (4 dice at most), not 3"),
        ("roll=5340", "write the dice of a roll from low to high, e.g. roll=0A35 (R6)"),
        ("first=suns", "chance is to act; next is the roll of suns, like roll=0A23 (R6)"),
        ("e5-e6", "chance is to act; next is the roll of suns, like roll=0A23 (R6)"),
        ("done", "chance is to act; next is the roll of suns, like roll=0A23 (R6)"),
    ],
)
def test_explain_outcome_at_the_roll(token, reason):
    picture = "     8  .. .. s? s? s? s?\n     7  .. .. s?"
    assert refusal(TWO, position(TWO, picture), token).startswith(reason)


def test_explain_outcome_of_a_roll_for_one_piece():
    reason = "suns roll 1 die for 1 piece on the board, not 2 (R6)"
    assert refusal(TWO, start(TWO), "roll=35") == reason


@pytest.mark.parametrize(
    "token, reason",
    [
        ("f6=3", "the Army on e6 is shown now (R8)"),
        ("i5=3", "i5 is not on the board, because nobody plays moons (R2)"),
        ("e6=1", "coins are 0, A, 2, 3, 4 and 5; write an ace as A (R3)"),
        ("e6=", "coins are 0, A, 2, 3, 4 and 5; write an ace as A (R3)"),
        ("e6=0A", "coins are 0, A, 2, 3, 4 and 5; write an ace as A (R3)"),
        ("e6=4", "the 4 of suns has been shown before, on another Army (R3)"),
        ("roll=3", "chance is to act; next is the value of the Army on e6, e6= and the value (R3)"),
        ("xf6", "chance is to act; next is the value of the Army on e6, e6= and the value (R3)"),
    ],
)
def test_explain_outcome_in_a_battle(token, reason):
    state = position(TWO, "     6  .. .. s? c?\n     8  .. .. s?", dice="33", suns="4")
    assert refusal(TWO, play(TWO, state, "e6-e6", "xf6"), token) == reason


def test_explain_never_quotes_a_long_text():
    state = position(TWO, CHOICE, dice="3")
    seen = TWO.open_view(state)
    for text in ("x" * 100_000, "e5-" + "e" * 10_000, "e5=" + "\n" * 1000, "\ud800\x00é" * 999):
        reason = TWO.notation.explain(TWO.params, seen, text)
        assert len(reason) < 120
        assert len(present(TWO.notation.explain_outcome)(TWO.params, start(TWO), text)) < 120
