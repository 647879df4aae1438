"""Does a game stay within the limits that it states? Asked of its plain rules.

Compiled rules do not check bounds: where a game has more actions or outcomes than it states, they
write beyond the end of an array and damage whatever lies there. Plain rules raise an IndexError
instead. So this check comes before anything of a new game is compiled.
"""

import traceback
from pathlib import Path

import numpy as np

from siegeworks.core.contract import CHANCE, FIRST_ENDING, TERMINAL, State
from siegeworks.core.errors import LimitError
from siegeworks.core.game import Game
from siegeworks.core.random import Rng, new_rng, random_below


def check_limits(game: Game, seed: int = 1, games: int = 3) -> None:
    """Play random games with plain rules and compare every step with the limits of `game`:
    `num_actions`, `num_outcomes`, `max_legal`, `max_steps`, `num_shown` and its `endings`.

    Raises:
        LimitError: one is wrong. The message names it, gives an example and says what to change.
    """
    for number in range(games):
        _check_one(game.plain(), new_rng(seed, number), f"game {number} of seed {seed}")


def _check_one(game: Game, rng: Rng, which: str) -> None:
    state, step = game.new_state(), 0
    while state.to_act != TERMINAL:
        where = f"{which}, step {step}"
        if step == game.max_steps:
            raise LimitError(
                f"{game.title}: max_steps is {game.max_steps}, but {which} is not over after that "
                "many steps. Raise max_steps to the length of the longest game."
            )
        try:
            choice = _checked_choice(game, state, rng, where)
            game.unchecked.apply(state, choice)
        except IndexError as error:
            raise LimitError(_beyond(game, where, error)) from error
        step += 1
    if not FIRST_ENDING <= state.ending < len(game.endings):
        raise LimitError(
            f"{game.title}: {which} has the ending {state.ending}, but the game's own endings are "
            f"numbered {FIRST_ENDING} to {len(game.endings) - 1}. Give finish() one of these, or "
            "add its sentence to endings."
        )


def _checked_choice(game: Game, state: State, rng: Rng, where: str) -> int:
    """A random step, all steps of this state being within the limits."""
    if state.to_act == CHANCE:
        weights = np.zeros(game.num_outcomes, np.int64)
        game.engine.chance_weights(game.params, state, weights)
        cases = int(game.engine.num_cases(game.params, state))
        if cases != weights.sum():
            raise LimitError(
                f"{game.title}: num_cases is {cases} in {where}, but chance_weights adds up to "
                f"{weights.sum()}. They must be equal."
            )
        choice = int(game.engine.nth_case(game.params, state, random_below(rng, cases)))
        _check_number(game, "num_outcomes", game.num_outcomes, choice, where)
        return choice
    legal = np.empty(game.num_actions, np.int32)
    number = int(game.engine.legal_actions(game.params, state, legal))
    if not 0 < number <= game.max_legal:
        raise LimitError(
            f"{game.title}: max_legal is {game.max_legal}, but {where} has {number} legal actions. "
            + (
                "A seat to act needs one."
                if number == 0
                else f"Raise max_legal to {number} or more."
            )
        )
    for action in legal[:number]:
        _check_number(game, "num_actions", game.num_actions, int(action), where)
    choice = int(legal[random_below(rng, number)])
    _check_number(game, "num_shown", game.num_shown, game.unchecked.shows(state, choice), where)
    return choice


def _check_number(game: Game, limit: str, most: int, number: int, where: str) -> None:
    if not 0 <= number < most:
        raise LimitError(
            f"{game.title}: {limit} is {most}, but {where} has the number {number}; they go from 0 "
            f"to {limit} - 1. Raise {limit}, or correct the rule."
        )


def _beyond(game: Game, where: str, error: IndexError) -> str:
    """A rule used an array beyond its end."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    return (
        f"{game.title}: {where}: {last.name} ({Path(last.filename).name}, line {last.lineno}) goes "
        f"beyond the end of an array: {error}. Compiled, it would damage memory. Raise num_actions "
        f"({game.num_actions}) or num_outcomes ({game.num_outcomes}), or correct the rule."
    )
