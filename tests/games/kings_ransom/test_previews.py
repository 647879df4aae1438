"""What moves would do, as far as their seat can tell."""

import pytest

from siegeworks.core.random import new_rng, random_below
from siegeworks.games.kings_ransom.rules import pips
from siegeworks.testing.walks import random_walk
from tests.games.kings_ransom.positions import GAME, play, position
from tests.games.previews import previewed, sentence_of

HIDDEN = "6 against ?: the tile lies face down. A tile beside it may help."


def of(north: str, south: str = "a e . .", back: str = ". . . .") -> str:
    """Two front ranks, and a rank behind north's."""
    return f"{back}\n{north}\n-\n{south}\n"


@pytest.mark.parametrize(
    ("text", "token", "sentence"),
    [
        (of("k s . ."), "a1xa1", f"{HIDDEN} If it is a Spy, your Archer is lost."),
        (of("k e . ."), "a1xa1", HIDDEN),
        (of("S k . ."), "a1xa1", "A Spy beats an Archer: your Archer would be captured."),
        (of("K s . ."), "a1xa1", "6 against 5: the King would be captured."),
        (of("k A . ."), "b1xb1", "4 against 6: your Engineer would be captured."),
        (of("K I . ."), "b1xb1", "4 against 2: the Infantry would be captured."),
        (
            of("K E . ."),
            "b1xb1",
            "4 against 4: a tie, all of them leave the game, and nobody scores.",
        ),
        (of("i C . k"), "b1xb1", "4 against 3 + up to 2, if a tile beside it helps."),
        (of("k i . ."), "b1~", "Your Engineer leaves the game, and nobody scores it."),
    ],
)
def test_what_a_tile_does_is_foretold(text: str, token: str, sentence: str) -> None:  # R4, R5
    assert sentence_of(GAME, position(text), token) == sentence


def test_an_attack_says_how_far_the_tile_reaches() -> None:  # R4
    preview = previewed(GAME, position(of("k i . .", back="a . . .")), "a1xa1")
    assert preview.sight == ("Na1", "Na2", "Na3", "Na4")


def test_what_a_call_leads_to() -> None:  # R5
    state = position(". . . .\nA k . .\n-\ni C e .\nk . . .\n", to_act="north")
    state = play(state, "a1xa1")
    assert sentence_of(GAME, state, "+b1") == "6 against 2 + 3: you would lose both tiles."
    assert sentence_of(GAME, state, "stand") == "6 against 2: you would lose the tile."


def test_a_battle_whose_end_is_foretold_ends_so() -> None:  # R5.5
    """Who wins gains pips; nobody does in a tie."""
    checked, rng = 0, new_rng(3)
    for seed in range(12):
        for state, made in random_walk(GAME, seed=seed):
            if state.to_act < 0 or made < 0:
                continue
            legal = GAME.legal_actions(state)
            action = legal[random_below(rng, len(legal))]
            token = GAME.action_texts[action]
            battle = previewed(GAME, state, token).battle
            if battle is None or not battle.outcome:
                continue
            after = GAME.child(state, action)
            gains = {
                name: int(pips(after, seat)) - int(pips(state, seat))
                for seat, name in enumerate(GAME.seats)
            }
            if after.phase != state.phase and after.to_act < 0:
                continue  # the game is over: tallies also have what is left
            sides = {"attacker": battle.attacker.seat, "defender": battle.defender.seat}
            winner = sides.get(battle.outcome)
            over = not after.army.any()
            for name, gain in gains.items():
                assert over or (gain > 0) == (name == winner), (token, battle)
            checked += 1
    assert checked > 20
