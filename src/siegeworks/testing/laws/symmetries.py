"""The symmetries that docs/tensors.md lists are symmetries: games played in the mirror go alike."""

from siegeworks.core.contract import CHANCE, TERMINAL, State
from siegeworks.core.game import Game
from siegeworks.core.random import Rng, new_rng
from siegeworks.core.traversal.playouts import random_choice
from siegeworks.testing.facts import Facts, Symmetry
from siegeworks.testing.law import Cases, Laws, law
from siegeworks.testing.walks import loaded

GAMES = 3


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


class SymmetryLaws(Laws):
    """A game and its image go alike, turn order and chance included."""

    @law
    def test_a_game_and_its_image_go_alike(
        self, symmetry: tuple[Facts, Symmetry], cases: Cases
    ) -> None:
        facts, how = symmetry
        game = loaded(facts.game, how.options)
        for seed in range(GAMES):
            rng = new_rng(seed)
            state, image = game.new_state(), game.new_state()
            if how.begins_after_set_up:
                state, image = dealt(game, how, rng)
            while state.to_act != TERMINAL:
                changed = [how.of(game, token) for token in game.legal_texts(state)]
                assert sorted(changed) == game.legal_texts(image)
                choice = random_choice(game, state, rng)
                token = game.choice_to_text(state, choice)
                state = game.child(state, choice)
                image = game.child(image, game.text_to_choice(image, how.of(game, token)))
                cases.add(how.of(game, token) != token)
            before, after = game.returns(state), game.returns(image)
            assert before is not None and after is not None
            for seat, name in enumerate(game.seats):
                assert before[seat] == after[game.seats.index(how.seats.get(name, name))]
