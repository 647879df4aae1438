"""Steps without checks, for loops that take their choices from the game itself."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from siegeworks.core.contract import CHANCE, Action, Position, Rules, Seat, State


@dataclass(frozen=True, eq=False)
class Unchecked:
    """The steps of a game without checks: fast, for loops that take their choices from the game.

    With a choice that is not legal, a state of another game or an observation in place of a state,
    a call may give any result, never return, or crash the process. The methods of `Game` with the
    same names check their arguments.
    """

    engine: Rules
    params: Any
    num_outcomes: int

    def chance_weights(self, state: Position) -> NDArray[np.int64]:
        """As `Game.chance_weights`; of an observation, as far as it tells."""
        weights = np.zeros(self.num_outcomes, np.int64)
        if state["to_act"] == CHANCE:
            self.engine.chance_weights(self.params, state, weights)
        return weights

    def apply(self, state: State, choice: int) -> None:
        """Take one step in place: an outcome if chance is to act, else an action."""
        if state["to_act"] == CHANCE:
            self.engine.apply_outcome(self.params, state, choice)
        else:
            self.engine.apply_action(self.params, state, choice)

    def child(self, state: State, choice: int) -> State:
        """A new state one step on; the old one is left alone."""
        after = state.copy()
        self.apply(after, choice)
        return after

    def hides(self, state: Position, choice: int, seat: Seat) -> bool:
        """Is the step `choice`, about to be taken, hidden from `seat` (or SPECTATOR)?"""
        hides = self.engine.hides
        return hides is not None and bool(hides(self.params, state, choice, seat))

    def reveals(self, state: State, action: Action) -> bool:
        """Does `action`, about to be taken, show anybody something hidden?"""
        reveals = self.engine.reveals
        return reveals is not None and bool(reveals(self.params, state, action))

    def shows(self, state: State, action: Action) -> int:
        """The code of what `action`, about to be taken, reveals to everybody; 0: nothing."""
        shows = self.engine.shows
        return 0 if shows is None else int(shows(self.params, state, action))
