"""Information states: all that one seat has ever learned, in the order in which it learned it.

It is the sequence of the steps as the seat saw them, with what each revealed to everybody, and who
is to act now. Two positions are in the same information set of a seat exactly if these are equal
(perfect recall).
"""

from __future__ import annotations

from functools import lru_cache
from itertools import chain, count
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from siegeworks.core.contract import CHANCE, TERMINAL, Seat, State
from siegeworks.core.game import Game

UNSEEN = 0  # code of a step that the seat may not see
MOST_PLAIN = 2**15  # numbers of a tensor up to which codes are plainly one-hot


class Learned(NamedTuple):
    """One step as one seat saw it."""

    step: int  # UNSEEN, or 1 + the action, or 1 + num_actions + the outcome of chance
    shown: int  # as Rules.shows


HIDDEN = Learned(UNSEEN, 0)


class Digits(NamedTuple):
    """Numbers written as so many digits, each of them one-hot."""

    base: int
    number: int

    @classmethod
    def of(cls, codes: int, number: int) -> Digits:
        """With the smallest base in which so many codes have so many digits; 0 for no codes."""
        return cls(next(base for base in count() if base**number >= codes), number)

    @property
    def columns(self) -> int:
        """How many numbers that makes."""
        return self.base * self.number

    def write(self, codes: NDArray[np.int64], rows: Any, which: NDArray[np.intp]) -> None:
        """Set the ones of these codes in these rows."""
        for place in range(self.number):
            digits = codes // self.base ** (self.number - 1 - place) % self.base
            rows[which, self.base * place + digits] = 1


class Layout(NamedTuple):
    """The columns of an information tensor."""

    step: Digits  # what was done
    shown: Digits  # what it showed, from the column on where `step` ends
    columns: int


def learned(game: Game, state: State, choice: int, seat: Seat) -> Learned:
    """What `seat` (or SPECTATOR) learns when `choice` is taken in `state`."""
    return HIDDEN if game.unchecked.hides(state, choice, seat) else as_seen(game, state, choice)


def as_seen(game: Game, state: State, choice: int) -> Learned:
    """What a seat that may see it learns when `choice` is taken in `state`."""
    if state["to_act"] == CHANCE:
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
        text += f"({game.notation.shown_to_text(game.params, step.shown)})"
    return text


@lru_cache
def layout(game: Game) -> Layout:
    """How the rows of an information tensor are laid out: with one digit where that is no more than
    MOST_PLAIN numbers, else with two."""
    plain, in_two = _layout(game, 1), _layout(game, 2)
    return plain if (1 + game.max_steps) * plain.columns <= MOST_PLAIN else in_two


def _layout(game: Game, digits: int) -> Layout:
    step = Digits.of(1 + game.num_actions + game.num_outcomes, digits)
    shown = Digits.of(game.num_shown - 1, digits)
    return Layout(step, shown, max(step.columns + shown.columns, len(game.seats) + 3))


def information_shape(game: Game) -> tuple[int, int]:
    """The shape of an information tensor: (1 + max_steps, columns)."""
    return 1 + game.max_steps, layout(game).columns


def information_tensor(game: Game, memory: list[Learned], state: State) -> NDArray[np.float32]:
    """An information state as ones and zeros, float32 of the shape `information_shape`.

    Row 0: a one for who is to act, columns 0 to seats − 1 for the seats, then chance, then the end;
    in the column after that, as the only number between, the share of max_steps that was taken. Row
    i: step i. First what was done, one-hot: column 0 a step that the seat may not see, then the
    actions, then the outcomes of chance. Then what it showed, one-hot; nothing: all 0. Rows of
    steps not taken yet are 0.

    Of long games with many actions one-hot rows would be up to millions of numbers. There a code is
    written with two digits, the higher first, and each digit is one-hot (`layout`).
    """
    step, shown, columns = layout(game)
    seats, number = len(game.seats), len(memory)
    tensor = np.zeros((1 + game.max_steps, columns), np.float32)
    acts = int(state["to_act"])  # twice as fast as an attribute
    tensor[0, acts if acts >= 0 else seats + (acts == TERMINAL)] = 1
    tensor[0, seats + 2] = number / max(1, game.max_steps)
    if memory:
        codes = np.fromiter(chain.from_iterable(memory), np.int64, 2 * number).reshape(-1, 2)
        rows = tensor[1 : 1 + number]
        step.write(codes[:, 0], rows, np.arange(number))
        showing = np.flatnonzero(codes[:, 1])
        if len(showing) > 0:
            shown.write(codes[showing, 1] - 1, rows[:, step.columns :], showing)
    return tensor
