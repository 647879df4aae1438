"""One game for the adapters, played action by action: seats get planes and masks.

Chance acts by itself.
The three compiled functions take arrays of records: passing an array costs a tenth of passing a
record.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from siegeworks.core.contract import (
    CHANCE,
    SPECTATOR,
    TERMINAL,
    Action,
    Observation,
    Rules,
    Seat,
    State,
)
from siegeworks.core.errors import SiegeworksError
from siegeworks.core.game import Game
from siegeworks.core.jit import kernel, rule
from siegeworks.core.random import Rng, new_rng, random_below
from siegeworks.core.records import record_in

# Indices into the array of records.
STATE, OBSERVATION, START, ZEROS, RECORDS = 0, 1, 2, 3, 4

ILLEGAL = -9  # what `step` returns instead of who is to act


@cache
def _kernels(rules: Rules, write: Callable[..., None]) -> tuple[Callable[..., Any], ...]:
    set_up, legal_actions, apply_action = rules.set_up, rules.legal_actions, rules.apply_action
    num_cases, nth_case, apply_outcome = rules.num_cases, rules.nth_case, rules.apply_outcome
    look = _looking(rules)

    @rule
    def settle(params: Any, s: Any, rng: Any) -> None:
        while s.to_act == CHANCE:
            apply_outcome(params, s, nth_case(params, s, random_below(rng, num_cases(params, s))))

    @kernel
    def start(all_params: Any, records: Any, rng: Any) -> int:
        params, s = all_params[0], records[STATE]
        records[STATE] = records[START]
        set_up(params, s)
        settle(params, s, rng)
        return int(s.to_act)

    @kernel
    def step(all_params: Any, records: Any, rng: Any, legal: Any, action: int) -> int:
        params, s = all_params[0], records[STATE]
        n = legal_actions(params, s, legal)
        if action not in legal[:n]:
            return ILLEGAL
        apply_action(params, s, action)
        settle(params, s, rng)
        return int(s.to_act)

    @kernel
    def observe(  # noqa: PLR0917
        all_params: Any, records: Any, seat: int, legal: Any, planes: Any, mask: Any
    ) -> None:
        params, s = all_params[0], records[STATE]
        look(params, records, seat)
        write(params, records[OBSERVATION], planes)
        if s.to_act == seat:
            for k in range(legal_actions(params, s, legal)):
                mask[legal[k]] = 1

    return start, step, observe


def _looking(rules: Rules) -> Callable[..., None]:
    """look(params, records, seat): write what a seat may know into records[OBSERVATION]."""
    observe = rules.observe
    if observe is None:

        @rule
        def look_at_all(params: Any, records: Any, seat: Any) -> None:
            records[OBSERVATION] = records[STATE]
            records[OBSERVATION].viewer = seat

        return look_at_all

    @rule
    def look(params: Any, records: Any, seat: Any) -> None:
        records[OBSERVATION] = records[ZEROS]
        observe(params, records[STATE], seat, records[OBSERVATION])

    return look


class Episode:
    """A game in which only seats act; chance acts by itself between their actions."""

    def __init__(self, game: Game) -> None:
        self.game = game
        tensor = game.tensor
        assert tensor is not None
        self.shape = tensor.shape
        self.to_act: int = TERMINAL  # a seat, or TERMINAL
        self._start, self._step, self._observe = _kernels(game.rules, tensor.write)
        self._params = np.zeros(1, game.params.dtype)
        self._params[0] = game.params
        self._records = np.zeros(RECORDS, game.state_type)
        self._records[START] = game.blank_start()
        self._legal = np.zeros(game.num_actions, np.int32)
        self._rng: Rng = new_rng(0)
        self._has_started = False

    def start(self, rng: Rng) -> None:
        """Start a new game; chance draws from `rng` from now on."""
        self._rng = rng
        self._has_started = True
        self.to_act = self._start(self._params, self._records, rng)

    def step(self, action: Action) -> bool:
        """The seat to act takes this action. False, and no change, if it is illegal."""
        if not 0 <= action < self.game.num_actions:
            return False
        after = self._step(self._params, self._records, self._rng, self._legal, action)
        if after == ILLEGAL:
            return False
        self.to_act = after
        return True

    def observe(self, seat: Seat) -> tuple[NDArray[np.float32], NDArray[np.int8]]:
        """What a seat may know, as planes, and a mask with 1 for its legal actions: new arrays.

        Raises:
            SiegeworksError: no game has started.
        """
        if not self._has_started:
            raise SiegeworksError("No game has started: call reset() first.")
        planes = np.zeros(self.shape, np.float32)
        mask = np.zeros(self.game.num_actions, np.int8)
        self._observe(self._params, self._records, seat, self._legal, planes, mask)
        return planes, mask

    @property
    def state(self) -> State:
        """A copy of the state, secrets included."""
        state: State = record_in(self._records[STATE].tobytes(), self.game.state_type)
        return state

    def observation(self) -> Observation:
        """What the seat to act may know; at the end, what everybody may know."""
        return self.game.observe(self.state, SPECTATOR if self.to_act == TERMINAL else self.to_act)

    def returns(self) -> list[float]:
        """The utility of each seat, at the end."""
        returns = self.game.returns(self.state)
        assert returns is not None
        return returns
