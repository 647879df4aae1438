"""Random games from their start to their end, in one compiled loop."""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from siegeworks.core.contract import CHANCE, TERMINAL, Rules, State
from siegeworks.core.errors import whole_number
from siegeworks.core.game import Game
from siegeworks.core.jit import kernel
from siegeworks.core.random import Rng, check_rng, random_below

# What one random game came to.
PLAYOUT = np.dtype(
    [
        ("winners", "u1"),  # bit a seat
        ("ending", "u1"),  # index into Game.endings
        ("first", "i1"),  # the seat that began
        ("steps", "i4"),  # actions and outcomes
        ("plies", "i4"),  # actions only
        ("choices", "i8"),  # legal actions, summed over plies
    ]
)


@cache
def _playouts(rules: Rules) -> Callable[..., None]:
    set_up = rules.set_up
    num_legal, nth_legal, apply_action = rules.num_legal, rules.nth_legal, rules.apply_action
    num_cases, nth_case, apply_outcome = rules.num_cases, rules.nth_case, rules.apply_outcome

    @kernel
    def run(params: Any, scratch: Any, rng: Any, results: Any) -> None:
        # scratch[0] is the game being played, scratch[1] the blank that it starts from.
        s = scratch[0]
        for i in range(len(results)):
            scratch[0] = scratch[1]
            set_up(params, s)
            steps = 0
            plies = 0
            choices = 0
            while s.to_act != TERMINAL:
                if s.to_act == CHANCE:
                    case = random_below(rng, num_cases(params, s))
                    apply_outcome(params, s, nth_case(params, s, case))
                else:
                    n = num_legal(params, s)
                    apply_action(params, s, nth_legal(params, s, random_below(rng, n)))
                    plies += 1
                    choices += n
                steps += 1
            result = results[i]
            result.winners = s.winners
            result.ending = s.ending
            result.first = s.first
            result.steps = steps
            result.plies = plies
            result.choices = choices

    return run


def random_choice(game: Game, state: State, rng: Rng) -> int:
    """A uniformly random legal action, or an outcome by its probability."""
    if state.to_act == CHANCE:
        return game.draw_outcome(state, rng)
    legal = game.legal_actions(state)
    return legal[random_below(rng, len(legal))]


def playouts(game: Game, rng: Any, games: int) -> Any:
    """Play `games` uniformly random games from the start.

    Returns:
        A record array of shape (games,), dtype PLAYOUT. `rng` is advanced. Compiles on first use;
        holds no GIL while it runs.

    Raises:
        SiegeworksError: not a random generator, or `games` is not a number of games.

    Examples:
        >>> from siegeworks import load, new_rng
        >>> len(playouts(load("siege-master"), new_rng(1), games=10))
        10
    """
    check_rng(rng)
    results = np.zeros(whole_number("games", games, 0), PLAYOUT).view(np.recarray)
    scratch = np.zeros(2, game.state_type).view(np.recarray)
    scratch[1] = game.blank_start()
    _playouts(game.rules)(game.params, scratch, rng, results)
    return results
