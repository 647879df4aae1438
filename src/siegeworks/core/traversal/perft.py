"""Counting all sequences of steps: numbers that anybody can check."""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from siegeworks.core.contract import CHANCE, TERMINAL, Rules, State
from siegeworks.core.errors import whole_number
from siegeworks.core.game import Game
from siegeworks.core.jit import kernel


@cache
def _perft(rules: Rules) -> Callable[..., int]:
    legal_actions, apply_action = rules.legal_actions, rules.apply_action
    chance_weights, apply_outcome = rules.chance_weights, rules.apply_outcome

    @kernel
    def count(params, states, choices, weights, levels):
        # Depth first over states[0 … depth], one row of choices a level. In levels[0]: how many
        # choices a level has, -1: not yet known; in levels[1]: how many of them were followed.
        numbers, cursor = levels[0], levels[1]
        leaves = 0
        depth = len(states) - 1
        numbers[0] = -1
        level = 0
        while level >= 0:
            s = states[level]
            if numbers[level] < 0:
                n = 0
                if s.to_act == CHANCE:
                    weights[:] = 0
                    chance_weights(params, s, weights)
                    for outcome in range(len(weights)):
                        if weights[outcome] > 0:
                            choices[level, n] = outcome
                            n += 1
                elif s.to_act != TERMINAL:
                    n = legal_actions(params, s, choices[level])
                numbers[level] = n
                cursor[level] = n if level == depth - 1 else 0
                leaves += n if level == depth - 1 else 0
            if cursor[level] == numbers[level]:
                level -= 1
                continue
            states[level + 1] = s
            choice = np.int64(choices[level, cursor[level]])
            cursor[level] += 1
            level += 1
            numbers[level] = -1
            if s.to_act == CHANCE:
                apply_outcome(params, states[level], choice)
            else:
                apply_action(params, states[level], choice)
        return leaves

    return count


def perft(game: Game, state: State, depth: int) -> int:
    """How many sequences of exactly `depth` steps begin here, chance steps included.

    Raises:
        SiegeworksError: this is not a state of the game, or `depth` is not a number of steps.

    Examples:
        >>> from siegeworks import load
        >>> game = load("siege-master")
        >>> perft(game, game.new_state(), 1)
        366
    """
    game.check_state(state)
    depth = whole_number("depth", depth, 0)
    if depth == 0:
        return 1
    states = np.zeros(depth + 1, game.state_type).view(np.recarray)
    states[0] = game.copy(state)
    choices = np.zeros((depth + 1, max(game.num_actions, game.num_outcomes)), np.int32)
    weights = np.zeros(game.num_outcomes, np.int64)
    levels = np.zeros((2, depth + 1), np.int64)
    return int(_perft(game.rules)(game.params, states, choices, weights, levels))


def divide(game: Game, state: State, depth: int) -> dict[str, int]:
    """The same count split by the first step, its token as key: for finding a fault.

    Args:
        game: what is played.
        state: where the sequences begin.
        depth: how many steps they have, 1 or more.
    """
    depth = whole_number("depth", depth, 1)
    steps: list[Any] = [o for o, _ in game.chance_outcomes(state)] or game.legal_actions(state)
    return {
        game.choice_to_text(state, step): perft(game, game.unchecked.child(state, step), depth - 1)
        for step in steps
    }
