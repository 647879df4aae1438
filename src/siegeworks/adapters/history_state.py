"""A state together with its history: what each seat has learned so far, as OpenSpiel wants it.

Tree searches copy and pickle it all the time, so a copy shares the game and copies only what
changes.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from siegeworks.adapters.rendering import fingerprint, position_text
from siegeworks.core.contract import CHANCE, SPECTATOR, Action, Observation, Outcome, Seat, State
from siegeworks.core.errors import IllegalStep
from siegeworks.core.game import Game
from siegeworks.core.information import (
    HIDDEN,
    Learned,
    as_seen,
    information_tensor,
    information_text,
)
from siegeworks.core.random import Rng
from siegeworks.core.records import record_in
from siegeworks.games import load


class GameSpec(NamedTuple):
    """The arguments that a game was loaded with."""

    name: str
    options: tuple[tuple[str, str], ...] = ()  # the given ones, sorted
    maps: str = ""  # the folder with the user's own maps; "" for none
    map_rows: str = ""  # the drawing of the map, if it is in no folder


@cache
def game_of(spec: GameSpec) -> Game:
    """The game, loaded once per process."""
    return load(spec.name, dict(spec.options), spec.maps or None, spec.map_rows)


class HistoryState:
    """A state with the memories of all viewers; `apply` changes it in place."""

    __slots__ = ("_legal", "_text", "game", "memories", "prefixes", "spec", "state", "to_act")

    def __init__(
        self,
        spec: GameSpec,
        state: State,
        memories: list[list[Learned]],
        prefixes: tuple[str, ...],
    ) -> None:
        self.spec = spec
        self.game = game_of(spec)
        self.state = state
        # Actions or outcomes, listed since the last step: one of them is usually chosen.
        self._legal: list[int] | None = None
        self._text: str | None = None  # OpenSpiel's algorithms ask for it again and again
        self.to_act = int(state["to_act"])  # read far more often than it changes
        # One memory per seat, then the spectator's; a single one where nothing is ever hidden.
        self.memories = memories
        # What precedes each memory: "" except after `resample`.
        self.prefixes = prefixes

    @classmethod
    def start(cls, spec: GameSpec) -> HistoryState:
        """The state before anyone acts."""
        game = game_of(spec)
        memories = len(game.seats) + 1 if game.has_secrets else 1
        return cls(spec, game.new_state(), [[] for _ in range(memories)], ("",) * memories)

    @classmethod
    def of_observation(
        cls, spec: GameSpec, seen: Observation, seat: Seat, rng: Rng
    ) -> HistoryState:
        """One that looks like this observation to `seat`, drawn with the probabilities of chance.

        Nothing is known of how it came about: memories are empty, and the information state of each
        viewer begins with a fingerprint of what it sees.
        """
        game = game_of(spec)
        state = game.determinize(seen, rng)
        if not game.has_secrets:
            return cls(spec, state, [[]], ("",))
        prefixes = [f"[sees {fingerprint(seen)}]"] * (len(game.seats) + 1)
        for other in range(len(game.seats)):
            if other != seat:
                prefixes[other] = f"[sees {fingerprint(game.observe(state, other))}]"
        return cls(spec, state, [[] for _ in prefixes], tuple(prefixes))

    def copy(self) -> HistoryState:
        """An independent copy."""
        memories = [memory.copy() for memory in self.memories]
        copied = HistoryState(self.spec, self.state.copy(), memories, self.prefixes)
        copied._legal, copied._text = self._legal, self._text
        return copied

    def __deepcopy__(self, memo: dict[int, Any]) -> HistoryState:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        numbers = [np.array(memory, np.int32).tobytes() for memory in self.memories]
        return _unpickled, (
            self.spec,
            self.state.tobytes(),
            numbers,
            self.prefixes,
        )

    def legal_actions(self) -> list[Action]:
        """What the seat to act may do, as a new list; empty at chance and at the end."""
        if self.to_act < 0:
            return []
        if self._legal is None:
            self._legal = self.game.legal_actions(self.state)
        return self._legal.copy()

    def chance_outcomes(self) -> list[tuple[Outcome, float]]:
        """The outcomes that can happen with their probabilities; empty unless chance is to act."""
        weights = self.game.unchecked.chance_weights(self.state)
        outcomes = np.flatnonzero(weights)
        listed: list[Outcome] = outcomes.tolist()
        if self.to_act == CHANCE:
            self._legal = listed
        shares = weights[outcomes] / max(1, weights.sum())
        return list(zip(listed, shares.tolist(), strict=True))

    def apply(self, choice: int) -> None:
        """Take one step; each viewer remembers what it may know of it.

        Raises:
            IllegalStep: the step is illegal now; nothing has changed.
        """
        game, state = self.game, self.state
        if self._legal is None or choice not in self._legal:
            choice = game.check_step(state, choice)
        step = as_seen(game, state, choice)
        viewers = range(len(game.seats)) if game.has_secrets else ()
        for viewer in (*viewers, SPECTATOR):
            hidden = game.unchecked.hides(state, choice, viewer)
            self.memories[viewer].append(HIDDEN if hidden else step)
        game.unchecked.apply(state, choice)
        self._legal = self._text = None
        self.to_act = int(state["to_act"])

    def text(self, viewer: Seat) -> str:
        """The information state of a seat (or SPECTATOR)."""
        which = self._memory_of(viewer)
        text = information_text(self.game, self.memories[which], self.state)
        return f"{self.prefixes[which]} {text}" if self.prefixes[which] else text

    def tensor(self, viewer: Seat) -> NDArray[np.float32]:
        """The same as numbers; see core.information.information_tensor."""
        return information_tensor(self.game, self.memories[self._memory_of(viewer)], self.state)

    def state_text(self) -> str:
        """All of the state, secrets included."""
        if self._text is None:
            self._text = position_text(self.game, self.game.open_view(self.state))
        return self._text

    def resample(self, seat: Seat, rng: Rng) -> HistoryState:
        """One that `seat` cannot tell from this one, drawn with the probabilities of chance.

        Hidden facts are resampled, but not how they came about. `seat` keeps its memory; the memory
        of every other viewer becomes the steps that everybody saw, preceded by a fingerprint of
        what it sees in the new state, and grows as usual from there on. So two resampled states
        have the same information state for another viewer exactly if it sees the same in both.
        """
        seen = self.game.observe(self.state, seat)
        copied = self.copy()
        if not self.game.has_secrets:
            return copied
        copied.state = self.game.determinize(seen, rng)  # the same seat is to act in it
        copied._legal = copied._text = None
        prefixes = list(self.prefixes)
        for other in range(len(self.game.seats)):
            if other != seat:
                copied.memories[other] = self.memories[SPECTATOR].copy()
                looks = fingerprint(self.game.observe(copied.state, other))
                prefixes[other] = f"[sees {looks}]"
        copied.prefixes = tuple(prefixes)
        return copied

    def _memory_of(self, viewer: Seat) -> int:
        if not SPECTATOR <= viewer < len(self.game.seats):
            raise IllegalStep(f"There is no player {viewer} in {self.game.title}.")
        return viewer if self.game.has_secrets else 0


def _unpickled(
    spec: GameSpec,
    state: bytes,
    numbers: list[bytes],
    prefixes: tuple[str, ...],
) -> HistoryState:
    record = record_in(state, game_of(spec).state_type)
    memories = [
        [Learned(*pair) for pair in np.frombuffer(memory, np.int32).reshape(-1, 2).tolist()]
        for memory in numbers
    ]
    return HistoryState(spec, record, memories, prefixes)
