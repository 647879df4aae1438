"""Two states that differ in nothing but what is hidden from the seat to act."""

from collections.abc import Callable

import numpy as np

from siegeworks.bots import Bot
from siegeworks.core.contract import TERMINAL, Action, Observation, State
from siegeworks.core.game import Game
from siegeworks.core.random import new_rng
from tests.variants import random_choice

SHUFFLES = 20  # a determinization may happen to be the real state


def bytes_of(state: State) -> bytes:
    """All that a state holds."""
    return np.array(state).tobytes()


def lookalike_of(game: Game, state: State, seed: int) -> State:
    """A state that looks the same to the seat to act, another one wherever that was found."""
    seen = game.observe(state, int(state.to_act))
    for shuffle in range(SHUFFLES):
        lookalike = game.determinize(seen, new_rng(seed, shuffle))
        if bytes_of(lookalike) != bytes_of(state):
            break
    return lookalike


def choices_in_lookalikes(
    game: Game,
    make: Callable[[], Bot],
    show: Callable[[State, Bot], Observation],
    turns: int,
    seed: int = 6,
) -> list[tuple[Action, Action]]:
    """What two equal players of one seat choose, turn by turn of a game in which the others play at
    random: one is shown the real states, the other their lookalikes. Both remember their turns.

    Args:
        make: a player, each time with a generator that begins alike.
        show: what a player gets to see of a state, as the one who runs the game shows it.
        turns: how many choices are compared; where the game has secrets, only those in
            lookalikes that are different states.
    """
    first, second, rng = make(), make(), new_rng(seed)
    state, seat = game.new_state(), None
    chosen: list[tuple[Action, Action]] = []
    while state.to_act != TERMINAL and len(chosen) < turns:
        choice = random_choice(game, state, rng)
        if state.to_act >= 0 and (seat is None or state.to_act == seat):
            seat = int(state.to_act)
            lookalike = lookalike_of(game, state, seed + len(chosen))
            choice = first.choose(show(state, first))
            again = second.choose(show(lookalike, second))
            is_other = bytes_of(lookalike) != bytes_of(state)
            if is_other or not game.has_secrets:
                chosen.append((choice, again))
        state = game.child(state, choice)
    assert len(chosen) == turns
    return chosen
