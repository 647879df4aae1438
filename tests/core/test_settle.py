"""`Game.settle`: chance acts until a seat is to move or the game is over."""

import pytest

from siegeworks.core.contract import CHANCE, SPECTATOR, TERMINAL, State
from siegeworks.core.errors import SiegeworksError
from siegeworks.core.game import Game
from siegeworks.core.random import new_rng, random_below
from siegeworks.games import NAMES, load

every_game = pytest.mark.parametrize("name", NAMES)


def drawn_one_by_one(game: Game, state: State, seed: int) -> tuple[list[int], State]:
    """What `settle` should do, step by step."""
    rng, outcomes = new_rng(seed), []
    while state.to_act == CHANCE:
        outcomes.append(game.draw_outcome(state, rng))
        state = game.child(state, outcomes[-1])
    return outcomes, state


@every_game
def test_it_takes_the_outcomes_that_single_draws_would_give(name: str) -> None:
    game, choosing = load(name), new_rng(9)
    settled = 0
    for seed in range(4):
        state = game.new_state()
        while state.to_act != TERMINAL:
            expected, after = drawn_one_by_one(game, state, seed)
            assert game.settle(state, new_rng(seed)) == expected
            assert state.tobytes() == after.tobytes()
            assert state.to_act != CHANCE
            settled += len(expected)
            if state.to_act >= 0:
                legal = game.legal_actions(state)
                game.apply(state, legal[random_below(choosing, len(legal))])
    assert settled > 0 or game.num_outcomes == 0


@every_game
def test_a_state_in_which_a_seat_is_to_act_stays_as_it_is(name: str) -> None:
    game, rng = load(name), new_rng(1)
    state = game.new_state()
    game.settle(state, rng)
    before, word = state.tobytes(), int(rng[0])
    assert game.settle(state, rng) == []
    assert state.tobytes() == before and int(rng[0]) == word


def test_an_observation_is_refused() -> None:
    game = load("kings-ransom")
    seen = game.observe(game.new_state(), SPECTATOR)
    with pytest.raises(SiegeworksError, match="observation"):
        game.settle(seen, new_rng(1))  # type: ignore[arg-type]


SECRETIVE = [name for name in NAMES if load(name).has_secrets]


@pytest.mark.parametrize("name", SECRETIVE)
def test_a_seat_that_asks_why_is_answered_from_its_observation(name: str) -> None:
    """The server explains from what the seat may know; the sentence is that of the state."""
    game = load(name)
    state = game.new_state()
    game.settle(state, new_rng(1))
    seen = game.observe(state, int(state.to_act))
    sentences = []
    for position in (state, seen):
        with pytest.raises(SiegeworksError) as refused:
            game.text_to_choice(position, "nonsense")
        sentences.append(str(refused.value))
    assert sentences[0] == sentences[1] and "not a move" in sentences[0]
