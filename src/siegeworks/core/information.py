"""Information states: all that one seat has ever learned, in the order in which it learned it.

It is the sequence of the steps as the seat saw them, with what each turned up before everybody's
eyes, and who is to act now. Two positions are in the same information set of a seat exactly if
these are equal (perfect recall).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from siegeworks.core.game import CHANCE, TERMINAL, Game, Seat, State

UNSEEN = 0  # code of a step that the seat may not see
NUMBERS = 2  # of each step: what was done, what was shown


class Learned(NamedTuple):
    """One step as one seat saw it."""

    step: int  # UNSEEN, or 1 + the action, or 1 + num_actions + the outcome of chance
    shown: int  # as Rules.shows


HIDDEN = Learned(UNSEEN, 0)


def learned(game: Game, state: State, choice: int, seat: Seat) -> Learned:
    """What `seat` (or SPECTATOR) learns when `choice` is taken in `state`."""
    return HIDDEN if game.unchecked.hides(state, choice, seat) else taken(game, state, choice)


def taken(game: Game, state: State, choice: int) -> Learned:
    """What whoever may see it learns when `choice` is taken in `state`."""
    if state.to_act == CHANCE:
        return Learned(1 + game.num_actions + choice, 0)
    return Learned(1 + choice, game.unchecked.shows(state, choice))


def information_text(game: Game, memory: list[Learned], state: State) -> str:
    """An information state as text, `a3-a4 d6-d5 … moons to act`."""
    words = [_word(game, step) for step in memory]
    words.append("the end" if state.to_act == TERMINAL else f"{game.actor(state)} to act")
    return " ".join(words)


def _word(game: Game, step: Learned) -> str:
    if step.step == UNSEEN:
        return "?"
    choice = step.step - 1
    if choice >= game.num_actions:
        return game.outcome_texts[choice - game.num_actions]
    text = game.action_texts[choice]
    if step.shown and game.notation.shown_to_text is not None:
        text += f"({game.notation.shown_to_text(game.board, step.shown)})"
    return text


def information_tensor(game: Game, memory: list[Learned], state: State) -> NDArray[np.float32]:
    """An information state as numbers between 0 and 1, shape (1 + max_steps, NUMBERS).

    Row 0: who is to act, (3 + to_act) / (3 + seats), and the share of max_steps that was taken.
    Row i: step i, 1 + its code and what it showed, each divided by the number of codes. Rows of
    steps not taken yet are 0.
    """
    codes = 2 + game.num_actions + game.num_outcomes
    tensor = np.zeros((1 + game.max_steps, NUMBERS), np.float32)
    tensor[0] = (3 + state.to_act) / (len(game.seats) + 3), len(memory) / max(1, game.max_steps)
    if memory:
        rows = tensor[1 : 1 + len(memory)]
        rows[:] = memory
        rows[:, 0] += 1
        rows /= codes, max(1, game.num_shown)
    return tensor
