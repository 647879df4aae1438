"""What moves would do."""

from siegeworks.core.effects import Capture
from tests.games.previews import previewed, sentence_of
from tests.games.siege_master.positions import game, position

CORNER = """
F . . . . . . .
 a a a a . . . .
"""


def test_an_army_is_foretold_with_what_it_closes_and_captures() -> None:  # R6
    table, state = position(CORNER, to_act="blue")
    preview = previewed(table, state, "a3-a6")
    assert preview.captures == (Capture("a1", "blue"),)
    assert set(preview.closed) >= {"a1", "a2"}
    assert preview.sentence.startswith("This army captures a1: you would hold 1 fortress.")


def test_an_army_that_captures_nothing_says_so() -> None:  # R6
    drawing = ". . . . . . . . . F\n . . . . . . . . . ."
    table, state = position(drawing)
    assert sentence_of(table, state, "b1-b4") == "This army captures nothing."


def test_the_swap_is_foretold() -> None:  # R5
    table = game(". . . . . . . . . F\n . . . . . . . . . .")
    state = table.new_state()
    table.apply(state, table.text_to_choice(state, "b1-b4"))
    assert sentence_of(table, state, "swap") == "Red's army becomes yours, and Red moves again."
