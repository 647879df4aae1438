"""Tokens, and a sentence for every way of being illegal."""

import pytest

from siegeworks.core.errors import IllegalStep
from tests.games.siege_master.positions import game, hexagon, play, position

HEXAGON = hexagon()

# Row by row: an army of each seat, fortresses of all three kinds, a gap, room.
MIDDLE = """
a a a a . . . . F .
 . . . . . . . . . .
n n n n . . R . . . .
 . . . . B . .   . . . .
. . . . . . . . . . .
 F . . . . . . .     F
"""


def why_not(table, state, text):
    with pytest.raises(IllegalStep) as refused:
        table.text_to_choice(state, text)
    sentence = str(refused.value)
    start = f"'{text}' " if "is not a move." in sentence else f"{text}: "
    assert sentence.startswith(start)
    return sentence.removeprefix(start)


def middle(text, **state):
    return why_not(*position(MIDDLE, **({"to_act": "red", "last": "n"} | state)), text)


# Tokens ------------------------------------------------------------------------------------------


def test_every_action_has_one_token_and_the_swap_comes_after_the_armies():
    texts = HEXAGON.action_texts
    assert len(set(texts)) == len(texts) == 499
    assert texts[0] == "a5-a8" and texts[-1] == "swap"


def test_fortresses_are_actions_only_where_seats_place_them():
    placed, scattered = hexagon(fortresses="placed"), hexagon(fortresses="scattered")
    assert placed.action_texts[499] == "@a5" and placed.num_actions == 499 + 217
    assert placed.num_outcomes == 0
    assert scattered.num_actions == 499
    assert scattered.outcome_texts == placed.action_texts[499:]


# R1 ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text, name", [("a1-d4", "d4"), ("b9-e12", "e12"), ("z1-z4", "z1"), ("a5-a99", "a99")]
)
def test_explain_an_end_off_the_map(text, name):
    table = game("F . . . . . . . . .\n . . . . . . . . .\n. . . . . . . . . .")
    assert why_not(table, table.new_state(), text) == f"hex {name} is not on the map (R1)"


def test_explain_an_end_far_off_the_map():
    text = "a1-a" + 30 * "9"
    assert middle(text) == f"hex a{30 * '9'} is not on the map (R1)"


def test_explain_a_gap_in_the_middle():
    assert middle("d6-d10") == "from d6 to d10 is 5 hexes; an army covers four (R4)"
    assert middle("d7-d10") == "hex d8 between them is not on the map (R1)"
    assert middle("d10-d7") == "hex d8 between them is not on the map (R1)"
    assert middle("c8-f9") == "hex f9 is not on the map (R1)"


# R4 ----------------------------------------------------------------------------------------------


def test_explain_one_hex():
    assert middle("d3-d3") == "an army covers four hexes; d3 is only one (R4)"


def test_explain_ends_that_are_not_in_a_straight_row():
    assert middle("b3-e8") == "b3 and e8 are not in one straight row (R4)"
    assert middle("b3-e3") == "b3 and e3 are not in one straight row (R4)"


@pytest.mark.parametrize("text, length", [("e5-e7", 3), ("e5-e6", 2), ("e5-e9", 5), ("a5-e7", 5)])
def test_explain_rows_of_another_length(text, length):
    first, last = text.split("-")
    assert middle(text) == f"from {first} to {last} is {length} hexes; an army covers four (R4)"


def test_explain_the_order_of_the_ends():
    assert middle("b4-b1") == "the left end comes first: write b1-b4 (R4)"
    assert middle("e4-b5") == "the upper end comes first: write b5-e4 (R4)"


def test_explain_what_is_wrong_with_the_army_itself_rather_than_the_order():
    assert middle("c5-c2") == "hex c2 is under Blue's army c1-c4 (R4)"


def test_explain_an_army_in_the_way():
    assert middle("c2-c5") == "hex c2 is under Blue's army c1-c4 (R4)"
    assert middle("a4-a7") == "hex a4 is under your own army a1-a4 (R4)"
    assert middle("a4-a7", to_act="blue", last="a") == "hex a4 is under Red's army a1-a4 (R4)"


def test_explain_a_fortress_in_the_way():
    assert middle("a6-a9") == "there is a fortress on hex a9, and an army never covers one (R4)"
    assert middle("c5-c8") == "there is a fortress on hex c7, captured by Red (R4)"
    assert middle("d4-d7") == "there is a fortress on hex d5, captured by Blue (R4)"


@pytest.mark.parametrize(
    "text", ["B1-B4", " b1-b4 ", "b1 - b4", "b1 b4", "b1–b4", "b1—b4", "b1−b4", "b1−b004"]
)
def test_explain_a_token_written_another_way(text):
    why = middle(text)
    assert why == "lower case, '-' between the ends and no spaces: write b1-b4 (R4)"


@pytest.mark.parametrize("text", ["b01-b04", "b1-b004"])
def test_explain_zeros_before_a_number(text):
    assert middle(text) == "no leading zeros: write b1-b4 (R4)"


def test_explain_what_is_meant_by_a_token_written_another_way():
    assert middle("C2 - C5") == "hex c2 is under Blue's army c1-c4 (R4)"


def test_explain_one_hex_alone():
    assert middle("d3") == (
        "one hex alone is not a move; write an army as its two ends, e.g. a6-d4 (R4)"
    )


@pytest.mark.parametrize("text", ["x", "d3-", "d3-d6-d9", "=", "d3xd6", "7", "d0-d3", "城", "\0"])
def test_explain_what_a_token_looks_like(text):
    table, state = position(MIDDLE, last="n")
    with pytest.raises(IllegalStep) as refused:
        table.text_to_choice(state, text)
    expected = "is not a move. Write an army as its two ends, e.g. a6-d4 (R4)."
    assert str(refused.value).endswith(f"' {expected}")


def test_explain_a_very_long_text():
    table, state = position(MIDDLE, last="n")
    for text in ("d3-d6" * 10_000, "9" * 100_000, "a" + "1" * 50_000, " " * 1000, "@" * 500):
        with pytest.raises(IllegalStep, match="is not a move") as refused:
            table.text_to_choice(state, text)
        assert len(str(refused.value)) < 200


# R5 ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["pass", "skip", "-", "--", ""])
def test_explain_passing(text):
    assert middle(text).startswith("nobody may pass (R5); write an army as its two ends")


def test_explain_a_swap_before_the_first_army():
    why = why_not(HEXAGON, HEXAGON.new_state(), "swap")
    assert why == "there is no army to swap yet; Red places the first one (R5)"


def test_explain_a_swap_by_red():
    assert middle("swap") == "only Blue may swap, and only on Blue's first turn (R5)"


def test_explain_a_late_swap_by_blue():
    assert middle("swap", to_act="blue", last="a") == "Blue may swap only on the first turn (R5)"


def test_explain_names_the_swap_where_it_is_legal():
    state = play(HEXAGON, HEXAGON.new_state(), "a5-a8")
    assert why_not(HEXAGON, state, "x") == (
        "is not a move. Write an army as its two ends, e.g. a9-a12 (R4), or swap (R5)."
    )
    why = "lower case and no spaces: write swap (R5)"
    assert why_not(HEXAGON, state, "SWAP") == why


# R7 ----------------------------------------------------------------------------------------------


def test_explain_an_army_that_does_not_touch_the_last_one():
    assert middle("e5-e8") == (
        "Blue captured nothing, so the army must share a hex edge with Blue's last one, c1-c4 (R7)"
    )


def test_explain_an_army_that_does_not_touch_the_swapped_one():
    state = play(HEXAGON, HEXAGON.new_state(), "a5-a8 swap")
    assert why_not(HEXAGON, state, "q5-q8") == (
        "Blue captured nothing, so the army must share a hex edge with Blue's last one, a5-a8 (R7)"
    )


# R2, R3 ------------------------------------------------------------------------------------------


def test_explain_a_fortress_where_the_map_has_them():
    why = "the fortresses stand where the map has them; none is placed (R2)"
    assert why_not(HEXAGON, HEXAGON.new_state(), "@i9") == why
    assert why_not(HEXAGON, HEXAGON.new_state(), "@z99") == why


def test_explain_a_fortress_when_all_stand():
    table = game(". . . . . .", fortresses="placed", count="1")
    state = play(table, table.new_state(), "@a6")
    assert why_not(table, state, "@a1") == "the only fortress is already placed (R2)"
    table = game(". . . . . . .", fortresses="placed", count="3")
    state = play(table, table.new_state(), "@a7 @a1 @a2")
    assert why_not(table, state, "@a3") == "all 3 fortresses are already placed (R2)"


PLACING = ". . . . . .   . . .\n\n. . . . . . . . ."


def placing(tokens, text, placed_by="placed"):
    table = game(PLACING, fortresses=placed_by, count="5")
    return why_not(table, play(table, table.new_state(), tokens), text)


@pytest.mark.parametrize("placed_by", ["placed", "scattered"])
def test_explain_why_a_fortress_may_not_stand_here(placed_by):
    def why(tokens, text):
        return placing(tokens, text, placed_by)

    assert why("", "@a7") == "hex a7 is not on the map (R1)"
    assert why("", "@a999999") == "hex a999999 is not on the map (R1)"
    assert why("@a1", "@a1") == "there is already a fortress on a1 (R3)"
    assert why("", "@a8") == (
        "no army fits into the area of a8, so no fortress may stand there (R3)"
    )
    assert why("", "@a3") == "with a fortress on a3 no army would fit into its area (R3)"
    assert why("@a6", "@a2") == ("with a fortress on a2 no army would fit into its area (R3)")


@pytest.mark.parametrize("placed_by", ["placed", "scattered"])
def test_explain_a_fortress_too_near_to_another(placed_by):
    assert placing("@c9", "@c8", placed_by) == (
        "c8 is at distance 1 from the fortress on c9, "
        "but there are hexes at distance 3 or more (R3)"
    )
    table = game(". . . . . . . . .", fortresses=placed_by, count="5")
    state = play(table, table.new_state(), "@a7 @a1")
    assert why_not(table, state, "@a2") == (
        "a2 is at distance 1 from the fortress on a1, "
        "but there are hexes at distance 2 or more (R3)"
    )


def test_explain_a_step_of_a_turn_before_the_only_fortress():
    table = game("F . . . .", fortresses="placed", count="1")
    why = why_not(table, table.new_state(), "a1-a4")
    assert why == "the only fortress must be placed first (R2)"


def test_explain_a_step_of_a_turn_while_fortresses_are_placed():
    why = "all 5 fortresses must be placed first; "
    assert placing("", "a1-a4") == f"{why}0 so far (R2)"
    assert placing("@a1", "a1-a4") == f"{why}1 so far (R2)"
    assert placing("@a1 @c9", "swap") == f"{why}2 so far (R2)"
    now = "now place a fortress: @ and its hex, e.g. @a1 (R3)"
    assert placing("", "pass") == f"nobody may pass (R5); {now}"
    assert placing("", "x") == f"is not a move. {now[0].upper() + now[1:]}."
    assert placing("", "a1") == "a fortress is written with @: write @a1 (R3)"
    assert placing("@a1", "a2").startswith("a2 is at distance 1 from the fortress on a1, but ")
    assert placing("", "@A1") == "lower case and no spaces: write @a1 (R2)"
    assert placing("", "@a01") == "no leading zeros: write @a1 (R2)"


def test_explain_a_step_of_a_seat_where_chance_places_fortresses():
    def why(text, tokens=""):
        return placing(tokens, text, "scattered")

    now = "now chance places a fortress, e.g. @a1 (R2)"
    assert why("a1-a4") == (
        "this is a seat's step; all 5 fortresses must be placed first; 0 so far (R2)"
    )
    assert why("swap", "@a1").endswith("1 so far (R2)")
    assert why("x") == f"this is not an outcome; {now}"
    assert why("@A1") == "lower case and no spaces: write @a1 (R2)"
    assert why("@a01") == "no leading zeros: write @a1 (R2)"
    table = game(PLACING, fortresses="scattered", count="5")
    with pytest.raises(IllegalStep, match="this is not an outcome"):
        table.text_to_choice(table.new_state(), "@a1" * 1000)


# The table ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["resign", "resign=red", "time=blue", "draw", "agree"])
def test_explain_a_step_of_the_table(text):
    assert middle(text) == "resigning, time and draws are steps of the table, not moves (R8)"


def test_explain_any_step_after_the_end():
    table = game("F . . . .")
    state = play(table, table.new_state(), "a2-a5")
    assert why_not(table, state, "a2-a5").startswith("the game is over: ")
