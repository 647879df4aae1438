"""What moves would do, as far as their seat can tell."""

import re

import pytest

from siegeworks.core.bits import bit
from siegeworks.core.contract import State
from siegeworks.core.effects import Capture, Lead
from siegeworks.games.expansion.params import place_of
from tests.games.expansion.positions import game, position
from tests.games.previews import previewed, sentence_of

JUMP = """
.  .  .  .  .  .
.  .  .  .  .  mA
s3 .  .  .  .  .
.  m2 .  .  .  .
s4 s5 .  .  .  .
.  .  .  .  .  .
"""


def test_a_jump_names_the_cell_that_it_goes_over_and_the_tile_that_it_captures() -> None:  # R5, R7
    state = position(game(), JUMP.replace("s3", "sA"))
    preview = previewed(game(), state, "a2-c4")
    assert preview.way == ("a2", "b3", "c4")
    assert preview.captures == () and preview.lead == Lead("c3", "suns", 1)
    assert preview.sentence == "Tile c3 then needs 1 more of your minions."


def test_a_capture_is_foretold() -> None:  # R7
    diagram = """
    .  .  .  .  .  .
    .  .  .  .  .  .
    s3 .  .  .  .  .
    .  .  .  .  .  .
    .  s5 .  .  .  .
    .  .  .  .  .  mA
    """
    preview = previewed(game(), position(game(), diagram), "b2-b3")
    assert preview.captures == (Capture("a3", "suns"),) and preview.lead is None
    assert preview.sentence == "You capture tile a3."


COMBAT = """
.  .  .  .  .  .
.  .  .  .  .  .
.  .  OWN ENEMY .  .
.  .  .  .  .  .
.  .  .  .  .  .
s2 .  .  .  .  mA
"""


def shown(state: State, enemy: str) -> State:
    """The position after the enemy on d4 was shown in combat, if it has an exclamation mark."""
    if enemy.endswith("!"):
        state.shown |= bit(place_of("d4"))
    return state


@pytest.mark.parametrize(
    ("own", "enemy", "outcome", "sentence"),
    [
        ("s4", "m3", "", "Your 4 against a hidden value."),
        ("s4", "m3!", "attacker", "Your 4 against the 3. You would win."),
        ("s4", "m5!", "defender", "Your 4 against the 5. You would lose your minion."),
        ("s4", "m4!", "fall", "Your 4 against the 4. Both would fall."),
        ("sA", "m3", "fall", "Your ace against a hidden value. Both would fall."),
    ],
)
def test_a_combat_is_foretold_by_the_values_that_the_seat_knows(  # R6
    own: str, enemy: str, outcome: str, sentence: str
) -> None:
    diagram = COMBAT.replace("OWN", own).replace("ENEMY", enemy)
    diagram = diagram.replace("s2", "s3").replace("mA", "m2")
    preview = previewed(game(), shown(position(game(), diagram.replace("!", "")), enemy), "c4-d4")
    assert preview.battle is not None and preview.battle.outcome == outcome
    assert preview.sentence.startswith(sentence)


def test_without_notes_a_combat_names_no_value_one_s_own_included() -> None:
    table = game(notes="off")
    diagram = COMBAT.replace("OWN", "s4").replace("ENEMY", "m3")
    sentence = sentence_of(table, shown(position(table, diagram), "m3!"), "c4-d4")
    assert sentence.startswith("Your hidden value against a hidden value.")
    assert not re.search(r"\b(ace|null|[02-5])\b", sentence)
