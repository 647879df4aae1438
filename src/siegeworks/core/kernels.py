"""The compiled loops: one factory a kernel, each a closure over a game's plain rule functions.

Closures over plain functions are found again in Numba's disk cache; compiled dispatchers that are
passed in or closed over never are (docs/decisions/0002-rules-once.md).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from siegeworks.core.contract import CHANCE, REFEREE, TERMINAL, Rules
from siegeworks.core.jit import kernel
from siegeworks.core.random import random_below

if TYPE_CHECKING:
    from siegeworks.core.game import Game

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


def _two(function: Callable[..., Any]) -> Callable[..., Any]:
    @kernel
    def call(a, b):
        return function(a, b)

    return call


def _three(function: Callable[..., Any]) -> Callable[..., Any]:
    @kernel
    def call(a, b, c):
        return function(a, b, c)

    return call


def _four(function: Callable[..., Any]) -> Callable[..., Any]:
    @kernel
    def call(a, b, c, d):
        return function(a, b, c, d)

    return call


@cache
def compiled(rules: Rules) -> Rules:
    """The same rules, each as a kernel that compiles when first called and is cached on disk."""
    by_arity = {2: _two, 3: _three, 4: _four}
    kernels = [
        None if function is None else by_arity[function.__code__.co_argcount](function)
        for function in rules
    ]
    return Rules._make(kernels)


@cache
def tensor_writer(write: Callable[..., None]) -> Callable[..., None]:
    """`Tensor.write` as a kernel that compiles when first called and is cached on disk."""
    return _three(write)


@cache
def _playouts(rules: Rules) -> Callable[..., None]:
    set_up = rules.set_up
    num_legal, nth_legal, apply_action = rules.num_legal, rules.nth_legal, rules.apply_action
    num_cases, nth_case, apply_outcome = rules.num_cases, rules.nth_case, rules.apply_outcome

    @kernel
    def run(params, scratch, rng, results):
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


def playouts(game: Game, rng: Any, games: int) -> Any:
    """Play `games` uniformly random games from the start.

    Returns:
        A record array of shape (games,), dtype PLAYOUT. `rng` is advanced. Compiles on first use;
        holds no GIL while it runs.
    """
    results = np.zeros(games, PLAYOUT).view(np.recarray)
    scratch = np.zeros(2, game.state_type).view(np.recarray)
    scratch[1] = blank_start(game)
    _playouts(game.rules)(game.params, scratch, rng, results)
    return results


def blank_start(game: Game) -> Any:
    """The record that `set_up` starts from."""
    start = game.blank()
    start.viewer = REFEREE
    start.first = -1
    return start
