"""Wrong arguments of the Python API: a sentence of the library's own, and nothing has changed."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from siegeworks.core.contract import State
from siegeworks.core.errors import IllegalStep, SiegeworksError
from siegeworks.core.game import Game
from siegeworks.core.random import new_rng, random_below
from siegeworks.core.traversal.batch import random_actions
from siegeworks.core.traversal.perft import divide, perft
from siegeworks.core.traversal.playouts import playouts
from siegeworks.games import load

GAME = load("kings-ransom")  # with chance and secrets


def settled() -> State:
    """A state in which a seat is to act."""
    state = GAME.new_state()
    GAME.settle(state, new_rng(1))
    return state


def read_only(state: Any) -> Any:
    """The same state in memory that cannot change."""
    return np.frombuffer(state.tobytes(), state.dtype)[0]


CHANGES: list[Callable[[Any], object]] = [
    lambda state: GAME.apply(state, GAME.legal_actions(state)[0]),
    lambda state: GAME.resign(state, 0),
    GAME.end_by_agreement,
]


@pytest.mark.parametrize("change", CHANGES, ids=["apply", "resign", "end_by_agreement"])
def test_a_read_only_state_is_not_changed(change: Callable[[Any], object]) -> None:
    state = read_only(settled())
    before = state.tobytes()
    with pytest.raises(SiegeworksError, match="This state is read-only"):
        change(state)
    assert state.tobytes() == before


def test_chance_does_not_act_in_a_read_only_state() -> None:
    state = read_only(GAME.new_state())
    with pytest.raises(SiegeworksError, match="This state is read-only"):
        GAME.settle(state, new_rng(1))
    assert state.tobytes() == GAME.new_state().tobytes()


def test_states_in_a_file_that_is_mapped_for_reading_can_be_read_and_copied(tmp_path: Path) -> None:
    file = tmp_path / "states"
    file.write_bytes(settled().tobytes())
    mapped = np.asarray(np.memmap(file, GAME.state_type, "r")).view(np.recarray)[0]
    action = GAME.legal_actions(mapped)[0]
    with pytest.raises(SiegeworksError, match="This state is read-only"):
        GAME.apply(mapped, action)
    GAME.apply(GAME.copy(mapped), action)
    assert file.read_bytes() == settled().tobytes()


TAKE_A_POSITION: dict[str, Callable[[Game, Any], object]] = {
    "actor": Game.actor,
    "apply": lambda game, state: game.apply(state, 0),
    "choice_to_text": lambda game, state: game.choice_to_text(state, 0),
    "copy": Game.copy,
    "determinize": lambda game, state: game.determinize(state, new_rng(1)),
    "has_begun": Game.has_begun,
    "legal_actions": Game.legal_actions,
    "legal_texts": Game.legal_texts,
    "observe": lambda game, state: game.observe(state, 0),
    "open_choices": Game.open_choices,
    "over_already": Game.over_already,
    "reach": Game.reach,
    "returns": Game.returns,
    "text_to_choice": lambda game, state: game.text_to_choice(state, "a1"),
    "why_illegal": lambda game, state: game.why_illegal(state, 0),
}
NO_POSITIONS = {
    "another game": load("siege-master").new_state(),
    "an array": np.zeros(2, GAME.state_type),
    "an array without dimensions": np.zeros((), GAME.state_type),
    "no record": np.zeros(1, GAME.state_type)[0],
    "none": None,
}


@pytest.mark.parametrize("wrong", NO_POSITIONS)
@pytest.mark.parametrize("name", TAKE_A_POSITION)
def test_what_is_not_a_position_of_the_game_is_refused(name: str, wrong: str) -> None:
    with pytest.raises(SiegeworksError, match="This is not a state of King's Ransom"):
        TAKE_A_POSITION[name](GAME, NO_POSITIONS[wrong])


DRAW: dict[str, Callable[[Any], object]] = {
    "determinize": lambda rng: GAME.determinize(GAME.observe(settled(), 0), rng),
    "draw_outcome": lambda rng: GAME.draw_outcome(GAME.new_state(), rng),
    "playouts": lambda rng: playouts(GAME, rng, 1),
    "random_actions": lambda rng: random_actions(np.ones((1, 2), np.bool_), rng),
    "settle": lambda rng: GAME.settle(GAME.new_state(), rng),
}
NO_GENERATORS = {
    "none": None,
    "NumPy's": np.random.default_rng(1),
    "a number": 1,
    "empty": np.zeros(0, np.uint64),
    "of another type": np.zeros(1, np.int64),
    "read-only": np.frombuffer(bytes(8), np.uint64),
}


@pytest.mark.parametrize("wrong", NO_GENERATORS)
@pytest.mark.parametrize("name", DRAW)
def test_what_is_not_a_random_generator_is_refused(name: str, wrong: str) -> None:
    with pytest.raises(
        SiegeworksError, match=r"is not a random generator; new_rng\(seed\) makes one"
    ):
        DRAW[name](NO_GENERATORS[wrong])


def test_a_seed_may_be_one_of_numpys_whole_numbers() -> None:
    assert new_rng(np.int64(7), np.int8(2)) == new_rng(7, 2)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "call, named",
    [
        (lambda: new_rng(1.5), "seed=1.5"),  # type: ignore[arg-type]
        (lambda: new_rng(1, None), "stream=None"),  # type: ignore[arg-type]
        (lambda: perft(GAME, settled(), -1), "depth=-1"),
        (lambda: perft(GAME, settled(), 1.5), "depth=1.5"),  # type: ignore[arg-type]
        (lambda: divide(GAME, settled(), 0), "depth=0"),
        (lambda: playouts(GAME, new_rng(1), -1), "games=-1"),
    ],
)
def test_a_number_that_cannot_be_used_is_named(call: Callable[[], object], named: str) -> None:
    with pytest.raises(SiegeworksError, match=f"^{named}: .* is a whole number"):
        call()


@pytest.mark.parametrize("n", [0, -1])
def test_no_number_is_drawn_below_one_that_is_not_positive(n: int) -> None:
    with pytest.raises(SiegeworksError, match="No number lies from 0"):
        random_below(new_rng(1), n)


@pytest.mark.parametrize("text", [None, 5])
def test_a_token_is_text(text: Any) -> None:
    with pytest.raises(IllegalStep, match="a token is text"):
        GAME.text_to_choice(settled(), text)


def test_why_a_legal_action_is_illegal_is_that_it_is_not() -> None:
    state = settled()
    action = GAME.legal_actions(state)[0]
    assert GAME.why_illegal(state, action).endswith(f"{GAME.action_texts[action]} is legal.")


@pytest.mark.parametrize("choice", ["a1", 0.5, None])
def test_the_number_of_a_step_is_whole(choice: Any) -> None:
    with pytest.raises(IllegalStep, match="a step is a whole number"):
        GAME.choice_to_text(settled(), choice)
