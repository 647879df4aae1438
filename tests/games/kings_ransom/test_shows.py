"""What an action shows publicly: with the steps, all that a seat ever learns."""

from collections import Counter
from typing import Any

import pytest

from siegeworks.core.contract import REFEREE, SPECTATOR, State
from siegeworks.core.game import Game
from siegeworks.core.random import Rng, new_rng
from siegeworks.games import load
from siegeworks.games.kings_ransom.notation import shown_to_text
from siegeworks.games.kings_ransom.state import BATTLE, NUM_SHOWN
from siegeworks.games.kings_ransom.state import TURN as TURN_PHASE
from tests.games.kings_ransom.positions import GAME, play, position
from tests.variants import option_sets, random_walk

TINY = [
    {"columns": "3", "tiles": "KAS"},
    {"columns": "2", "tiles": "KECS"},
    {"tiles": "KAIS", "setup": "secret"},
    {"columns": "3", "tiles": "KAAEEECCCIIS"},
]
VARIANTS = [*option_sets("kings-ransom"), *TINY]
VIEWERS = (0, 1, SPECTATOR)
every_size = pytest.mark.parametrize("given", VARIANTS, ids=str)

TURN = """
    . k . .
    c e S a
    s E i A
    -
    A k s S
    . c I .
"""


def shown(state: State, token: str) -> str:
    return shown_to_text(GAME.params, GAME.shows(state, GAME.text_to_choice(state, token)))


@pytest.mark.parametrize(
    "token, text",
    [
        ("b2~", "C"),
        ("a1~", ""),  # it lay face up
        ("a1xa1", "xS"),
        ("a1xa2", "xC"),
        ("b2xb1", "C"),  # the Engineer attacked lay face up
        ("c1?a1", "S"),  # the tile named, not the Spy that is known by the step
        ("c1?b3", "K"),
    ],
)
def test_an_action_shows_the_kinds_that_lay_face_down(token: str, text: str) -> None:
    assert shown(position(TURN), token) == text


def test_attacker_and_defender_are_both_shown() -> None:
    state = position("k s s s\n-\na i s k")
    assert shown(state, "a1xa1") == "AxK"
    assert shown(state, "b1xb1") == "IxS"


def test_a_call_shows_a_hidden_tile_and_standing_nothing() -> None:
    state = play(position(". k s .\nC c s i\n-\ns e s k"), "b1xb1")
    assert {step: shown(state, step) for step in GAME.legal_texts(state)} == {
        "+a1": "", "+c1": "S", "stand": "",
    }  # fmt: skip


def test_a_ransom_shows_nothing() -> None:
    state = play(position(". k s .\n-\n. i . .", tallies=("EECS", "K")), "b1~")
    assert {shown(state, step) for step in GAME.legal_texts(state)} == {""}


BESIDE_ONE = ". i . .\n{} s s\n-\na e i k\ni s s c"  # only b1 is beside b2


def test_that_nobody_can_be_called_is_shown_though_no_tile_is() -> None:
    assert shown(position(BESIDE_ONE.format("s k")), "b1xb2") == "ExI,alone"
    assert shown(position(BESIDE_ONE.format("k s")), "b1xb2") == "ExI"
    assert shown(position(". I . .\ns k s s\n-\na E i k\ni s s c"), "b1xb2") == "alone"
    # Conquered at once: nothing would have been asked.
    assert shown(position(". A . .\ns k s s\n-\na E i k\ni s s c"), "b1xb2") == ""


def test_every_code_has_its_text() -> None:
    texts = [shown_to_text(GAME.params, code) for code in range(NUM_SHOWN)]
    assert texts[0] == "" and len(set(texts)) == len(texts) == GAME.num_shown == 98
    assert not any(set(text) & set(" ()\n") for text in texts)


def learned(game: Game, state: State, action: int) -> tuple[int, int]:
    """What everybody learns from an action: what it shows, and who acts next."""
    return game.shows(state, action), int(game.child(state, action).to_act)


def compare_twins(game: Game, rng: Rng, state: State, counts: Counter[str]) -> None:
    """All that may be done in a state, and in one that looks alike to a viewer."""
    for seat in VIEWERS:
        lookalike = game.determinize(game.observe(state, seat), rng)
        for action in sorted({*game.legal_actions(state)} & {*game.legal_actions(lookalike)}):
            if game.hides(state, action, seat):
                continue
            child, other = (game.child(s, action) for s in (state, lookalike))
            seen, imagined = (game.observe(s, seat).tobytes() for s in (child, other))
            if learned(game, state, action) == learned(game, lookalike, action):
                assert seen == imagined, game.action_texts[action]
                counts["alike"] += 1
            elif child.phase in (TURN_PHASE, BATTLE) and child.to_act >= 0:
                assert seen != imagined, game.action_texts[action]
                counts["told apart"] += 1


@every_size
def test_steps_and_what_they_show_are_all_that_a_seat_learns(given: dict[str, str]) -> None:
    game = load("kings-ransom", given)
    counts: Counter[str] = Counter()
    rng = new_rng(5)
    for seed in range(6):
        for state, choice in random_walk(game, seed):
            assert state.viewer == REFEREE
            if choice >= 0 and state.to_act >= 0:
                compare_twins(game, rng, state, counts)
    assert min(counts["alike"], counts["told apart"]) > 20, counts


@every_size
def test_an_action_shows_the_same_plain_and_compiled(given: dict[str, str]) -> None:
    game = load("kings-ransom", given)
    plain: Any = game.plain()
    for state, choice in random_walk(game, seed=2):
        if choice >= 0 and state.to_act >= 0:
            assert plain.shows(state, choice) == game.shows(state, choice) < game.num_shown
