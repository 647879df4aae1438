"""The symmetries that docs/tensors.md lists are symmetries: games played in the mirror go alike."""

from __future__ import annotations

import pytest

from siegeworks.core.game import CHANCE, TERMINAL, Game, State
from siegeworks.core.random import Rng, new_rng
from siegeworks.games import NAMES, load
from tests.symmetries import Symmetry, all_symmetries
from tests.variants import random_choice

GAMES = 3
CASES = [(name, symmetry) for name in NAMES for symmetry in all_symmetries()[name]]


def dealt(game: Game, symmetry: Symmetry, rng: Rng) -> tuple[State, State]:
    """A game that chance has set up, and its image set up piece by piece."""
    state, given = game.new_state(), {}
    for outcome in game.settle(state, rng):
        place, what = game.outcome_texts[outcome].split("=")
        given[symmetry.of_place(place)] = what
    image = game.new_state()
    while image.to_act == CHANCE:
        place = game.legal_texts(image)[0].split("=")[0]
        image = game.child(image, game.text_to_choice(image, f"{place}={given[place]}"))
    return state, image


@pytest.mark.parametrize(("name", "symmetry"), CASES, ids=lambda part: str(part)[:40])
def test_a_game_and_its_image_go_alike(name: str, symmetry: Symmetry) -> None:
    game = load(name, symmetry.options)
    for seed in range(GAMES):
        rng = new_rng(seed)
        state, image = game.new_state(), game.new_state()
        if symmetry.begins_after_set_up:
            state, image = dealt(game, symmetry, rng)
        while state.to_act != TERMINAL:
            changed = [symmetry.of(game, token) for token in game.legal_texts(state)]
            assert sorted(changed) == game.legal_texts(image)
            choice = random_choice(game, state, rng)
            token = symmetry.of(game, game.choice_to_text(state, choice))
            state = game.child(state, choice)
            image = game.child(image, game.text_to_choice(image, token))
        before, after = game.returns(state), game.returns(image)
        assert before is not None and after is not None
        for seat, name_of_seat in enumerate(game.seats):
            its_image = symmetry.seats.get(name_of_seat, name_of_seat)
            assert before[seat] == after[game.seats.index(its_image)]
