"""What moves would do, as far as everybody knows."""

from siegeworks.core.contract import State
from siegeworks.core.effects import HIDDEN, Battle, SeenStep
from siegeworks.games import load
from siegeworks.games.siege_by_number.notation import dice_left
from siegeworks.games.siege_by_number.preview import done
from siegeworks.play.table import Table
from siegeworks.testing.walks import random_walk
from tests.games.previews import previewed, sentence_of
from tests.games.siege_by_number.positions import game, play, position

AROUND = """
    7   .. .. s? c? .. .. .. ..
"""
TWO = """
    7   .. .. s4 c2 .. .. .. ..
"""


def fighting(picture: str, **options: str) -> tuple[State, str]:
    table = game(**options)
    return play(table, position(table, picture, dice="0"), "e7-e7"), "xf7"


def test_a_walk_is_foretold_with_its_way_and_its_die() -> None:  # R7
    preview = previewed(game(), position(game(), AROUND, dice="A5"), "e7-g7")
    assert preview.way in (("e7", "e6", "f6", "g6", "g7"), ("e7", "e8", "f8", "g8", "g7"))
    assert preview.cost == "5"
    assert preview.sentence == "4 steps, which spends the die 5; you have A left."
    done = sentence_of(game(), position(game(), AROUND, dice="A45"), "done")
    assert done == "Your turn ends without using the dice A, 4 and 5."


def test_an_attack_is_foretold_by_the_values_that_battles_have_shown() -> None:  # R8
    state, token = fighting(AROUND)
    unknown = previewed(game(), state, token)
    assert unknown.battle is not None and unknown.battle.outcome == ""
    assert unknown.sentence == (
        "Your Army of unknown value attacks the Crowns' Army of unknown value."
    )
    state, token = fighting(TWO)
    known = previewed(game(), state, token)
    assert known.battle is not None and known.battle.outcome == "attacker"
    assert known.sentence == "Your Army 4 attacks the Crowns' Army 2. You would win."


def test_without_notes_an_attack_names_no_value() -> None:
    state, token = fighting(TWO, notes="off")
    preview = previewed(game(notes="off"), state, token)
    assert preview.battle is not None and preview.battle.outcome == ""
    assert preview.sentence == (
        "Your Army of unknown value attacks the Crowns' Army of unknown value."
    )


def test_without_notes_a_battle_names_the_values_that_it_shows_until_they_are_turned_down() -> None:
    checked = 0  # R8
    for notes in ("on", "off"):
        table = Table(load("siege-by-number", {"notes": notes}))
        for state, made in random_walk(table.game, seed=9, steps=900):
            if made >= 0:
                actor = str(table.game.actor(state))
                table.play(actor, table.game.choice_to_text(state, made))
        for index, (actor, token) in enumerate(table.steps):
            views = table.view(0, index), table.view(0, index + 1)
            later = HIDDEN if actor == "chance" and notes == "off" else token
            now, then = (
                done(table.game.params, SeenStep(actor, text, "", *views)).battle
                for text in (token, later)
            )
            if now is not None and now.outcome:
                assert then is not None and then.outcome == now.outcome
                assert now.momentary == (notes == "off")
                shown, kept = (values_of(battle) for battle in (now, then))
                if notes == "on":
                    assert "?" not in kept and kept == shown
                else:
                    assert set(kept) == {"?"}
                    assert actor != "chance" or token[-1] in shown
                checked += 1
    assert checked > 20


def values_of(battle: Battle) -> list[str]:
    """What is said of the Armies of a battle."""
    both = battle.attacker, battle.defender
    return [piece.text for piece in both if piece.kind == "army"]


def test_the_die_that_is_foretold_is_spent() -> None:  # R7
    table, checked = load("siege-by-number", {}), 0
    for state, made in random_walk(table, seed=9, steps=900):
        if state.to_act < 0 or made < 0:
            continue
        preview = previewed(table, state, table.action_texts[made])
        after = table.child(state, made)
        if preview.cost and after.to_act == state.to_act:
            left = dice_left(table.observe(state, 0))
            left.remove(preview.cost)
            assert dice_left(table.observe(after, 0)) == left
            assert len(preview.way) - 1 <= "0A2345".index(preview.cost)
            checked += 1
    assert checked > 20
