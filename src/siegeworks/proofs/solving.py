"""What a seat can force from one state that hides nothing from it: an exact search, compiled

It answers what `proofs.forcing` answers, of a single state, about 100 times as fast, and
remembers the positions that it has met.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from siegeworks.core.contract import Seat, State
from siegeworks.core.game import Game
from siegeworks.proofs.solving_kernel import LEFT, MET_CHANCE, NUMBERS, STEPS, solver

DEEPEST = 64  # steps, those of chance included
REMEMBERED = 1 << 15  # positions


class Solver:
    """Searches what one seat can force in one game; positions are remembered from call to call."""

    def __init__(self, game: Game, seat: Seat, *, is_win: bool, most_steps: int) -> None:
        """`is_win`: to win alone, else not to lose. `most_steps`: of all calls together."""
        self.game, self.seat, self.is_win = game, seat, is_win
        self.left = most_steps
        self.met_chance = False  # has an outcome of chance been tried?
        self._run = solver(game.rules)
        self._words, self._states = _states_as_words(game)
        listed = max(game.num_actions, game.num_outcomes)
        self._choices = np.zeros((DEEPEST, listed), np.int32)
        self._nodes = np.zeros((DEEPEST, NUMBERS), np.int64)
        self._weights = np.zeros(max(1, game.num_outcomes), np.int64)
        self._table = np.zeros((REMEMBERED, self._words.shape[1]), np.uint64)
        self._notes = np.full((REMEMBERED, 2), -1, np.int64)

    def verdict(self, state: State, plies: int) -> int:
        """Can the seat force its aim from this state within so many actions of all seats?

        Returns:
            NO, OPEN or YES; WALL if that takes too many steps; SECRET if a step on the way is
            hidden from the seat.
        """
        report = np.zeros(2, np.int64)
        self._states[0] = state
        self._nodes[0, LEFT] = plies
        verdict = int(
            self._run(
                self.game.params,
                self.seat,
                self.is_win,
                self.left,
                self._states,
                self._words,
                self._choices,
                self._nodes,
                self._weights,
                self._table,
                self._notes,
                report,
            )
        )
        self.left -= int(report[STEPS])
        self.met_chance = self.met_chance or bool(report[MET_CHANCE])
        return verdict


def _states_as_words(game: Game) -> tuple[NDArray[np.uint64], Any]:
    """Room for states, seen as words of eight bytes (the last one filled with zeros) and as
    records."""
    size = game.state_type.itemsize
    words = np.zeros((DEEPEST, -(-size // 8)), np.uint64)
    rest = words.itemsize * words.shape[1] - size
    padded = np.dtype([("state", game.state_type), ("rest", f"V{rest}")])
    return words, words.view(padded).ravel()["state"].view(np.recarray)
