"""One game played turn by turn, for the adapters: chance is resolved, seats get planes and masks.

Each of the three compiled calls takes plain arrays of records: handing such an array over costs a
tenth of what handing over a record does.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from siegeworks.core.contract import CHANCE
from siegeworks.core.game import (
    SPECTATOR,
    TERMINAL,
    Action,
    Game,
    Observation,
    Rules,
    Seat,
    SiegeworksError,
    State,
)
from siegeworks.core.jit import kernel
from siegeworks.core.random import Rng, new_rng, random_below

# Places in the array of records.
NOW, SEEN, START, ZEROS, RECORDS = 0, 1, 2, 3, 4

ILLEGAL = -9  # what `play` answers instead of who is to act


@cache
def _kernels(rules: Rules, write: Callable[..., None]) -> tuple[Callable[..., Any], ...]:
    set_up, legal_actions, apply_action = rules.set_up, rules.legal_actions, rules.apply_action
    num_cases, nth_case, apply_outcome = rules.num_cases, rules.nth_case, rules.apply_outcome

    @kernel
    def begin(boards: Any, records: Any, rng: Any) -> int:
        params, s = boards[0], records[NOW]
        records[NOW] = records[START]
        set_up(params, s)
        while s.to_act == CHANCE:
            apply_outcome(params, s, nth_case(params, s, random_below(rng, num_cases(params, s))))
        return int(s.to_act)

    @kernel
    def play(boards: Any, records: Any, rng: Any, legal: Any, action: int) -> int:
        params, s = boards[0], records[NOW]
        n = legal_actions(params, s, legal)
        if action not in legal[:n]:
            return ILLEGAL
        apply_action(params, s, action)
        while s.to_act == CHANCE:
            apply_outcome(params, s, nth_case(params, s, random_below(rng, num_cases(params, s))))
        return int(s.to_act)

    return begin, play, _look_at_some(rules, write) if rules.observe else _look_at_all(rules, write)


def _look_at_some(rules: Rules, write: Callable[..., None]) -> Callable[..., Any]:
    observe, legal_actions = rules.observe, rules.legal_actions
    assert observe is not None

    @kernel
    def look(  # noqa: PLR0917
        boards: Any, records: Any, seat: int, legal: Any, planes: Any, mask: Any
    ) -> None:
        params, s = boards[0], records[NOW]
        records[SEEN] = records[ZEROS]
        observe(params, s, seat, records[SEEN])
        write(params, records[SEEN], planes)
        if s.to_act == seat:
            for k in range(legal_actions(params, s, legal)):
                mask[legal[k]] = 1

    return look


def _look_at_all(rules: Rules, write: Callable[..., None]) -> Callable[..., Any]:
    legal_actions = rules.legal_actions

    @kernel
    def look(  # noqa: PLR0917
        boards: Any, records: Any, seat: int, legal: Any, planes: Any, mask: Any
    ) -> None:
        params, s = boards[0], records[NOW]
        records[SEEN] = s
        records[SEEN].viewer = seat
        write(params, records[SEEN], planes)
        if s.to_act == seat:
            for k in range(legal_actions(params, s, legal)):
                mask[legal[k]] = 1

    return look


class Turns:
    """A game in which only seats act: between their actions chance falls by itself."""

    def __init__(self, game: Game) -> None:
        self.game = game
        tensor = game.tensor
        assert tensor is not None
        self.shape = tensor.shape
        self.to_act: int = TERMINAL  # a seat, or TERMINAL
        self._begin, self._play, self._look = _kernels(game.rules, tensor.write)
        self._boards = np.zeros(1, game.params.dtype)
        self._boards[0] = game.params
        self._records = np.zeros(RECORDS, game.state_type)
        self._records[START] = game.blank_start()
        self._legal = np.zeros(game.num_actions, np.int32)
        self._rng: Rng = new_rng(0)
        self._is_begun = False

    def begin(self, rng: Rng) -> None:
        """A new game, whose chance is `rng` from now on."""
        self._rng = rng
        self._is_begun = True
        self.to_act = self._begin(self._boards, self._records, rng)

    def play(self, action: Action) -> bool:
        """The seat to act does this; False, and nothing happens, where that is not legal."""
        if not 0 <= action < self.game.num_actions:
            return False
        after = self._play(self._boards, self._records, self._rng, self._legal, action)
        if after == ILLEGAL:
            return False
        self.to_act = after
        return True

    def look(self, seat: Seat) -> tuple[NDArray[np.float32], NDArray[np.int8]]:
        """What a seat may know as planes, and its legal actions as ones: arrays of its own.

        Raises:
            SiegeworksError: no game has begun.
        """
        if not self._is_begun:
            raise SiegeworksError("No game has begun: reset() begins one.")
        planes = np.zeros(self.shape, np.float32)
        mask = np.zeros(self.game.num_actions, np.int8)
        self._look(self._boards, self._records, seat, self._legal, planes, mask)
        return planes, mask

    @property
    def state(self) -> State:
        """A copy of all that there is, secrets included."""
        state: State = self._records[NOW : NOW + 1].copy().view(np.recarray)[0]
        return state

    def seen(self) -> Observation:
        """What the seat to act may know; at the end, what everybody may."""
        return self.game.observe(self.state, SPECTATOR if self.to_act == TERMINAL else self.to_act)

    def returns(self) -> list[float]:
        """Utility per seat, at the end."""
        found = self.game.returns(self.state)
        assert found is not None
        return found
