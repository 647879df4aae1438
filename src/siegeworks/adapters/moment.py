"""One point of a game as OpenSpiel keeps it: the state, and what everybody has learned till then.

Tree searches copy and pickle it all the time, so it copies the little that changes and shares the
game.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from siegeworks.core.game import SPECTATOR, Game, Seat, State
from siegeworks.core.information import (
    HIDDEN,
    Learned,
    information_tensor,
    information_text,
    taken,
)
from siegeworks.core.random import Rng
from siegeworks.games import load


@cache
def _loaded(name: str, options: tuple[tuple[str, str], ...]) -> Game:
    return load(name, dict(options))


def loaded(name: str, options: Mapping[str, str]) -> Game:
    """The game with these options, made once a process."""
    return _loaded(name, tuple(sorted(options.items())))


class Moment:
    """A state with the memories that led to it; `take` changes it in place."""

    __slots__ = ("beginnings", "game", "memories", "state", "to_act")

    def __init__(
        self,
        game: Game,
        state: State,
        memories: list[list[Learned]],
        beginnings: tuple[str, ...],
    ) -> None:
        self.game = game
        self.state = state
        self.to_act = int(state["to_act"])  # asked for more often than it changes
        # A memory a seat, then the spectator's; one for all where nothing is ever hidden.
        self.memories = memories
        # Of each of them, what comes before it; "" but in an imagined moment.
        self.beginnings = beginnings

    @classmethod
    def start(cls, game: Game) -> Moment:
        """Before anyone acts."""
        memories = len(game.seats) + 1 if game.has_secrets else 1
        return cls(game, game.new_state(), [[] for _ in range(memories)], ("",) * memories)

    def copy(self) -> Moment:
        """Another one that goes its own way."""
        memories = [memory.copy() for memory in self.memories]
        return Moment(self.game, self.state.copy(), memories, self.beginnings)

    def __deepcopy__(self, memo: dict[int, Any]) -> Moment:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        numbers = [np.array(memory, np.int32).tobytes() for memory in self.memories]
        return _unpickled, (
            self.game.name,
            dict(self.game.changed_options),
            self.state.tobytes(),
            numbers,
            self.beginnings,
        )

    def take(self, choice: int) -> None:
        """One step: everybody learns what it may, then it is done."""
        game, state = self.game, self.state
        step = taken(game, state, choice)
        viewers = range(len(game.seats)) if game.has_secrets else ()
        for viewer in (*viewers, SPECTATOR):
            hidden = game.hides(state, choice, viewer)
            self.memories[viewer].append(HIDDEN if hidden else step)
        game.apply(state, choice)
        self.to_act = int(state["to_act"])

    def text(self, viewer: Seat) -> str:
        """The information state of a seat (or SPECTATOR)."""
        which = self._memory_of(viewer)
        text = information_text(self.game, self.memories[which], self.state)
        return f"{self.beginnings[which]} {text}" if self.beginnings[which] else text

    def tensor(self, viewer: Seat) -> NDArray[np.float32]:
        """The same as numbers, core.information.information_tensor."""
        return information_tensor(self.game, self.memories[self._memory_of(viewer)], self.state)

    def state_text(self) -> str:
        """All of the state, secrets included."""
        return observation_text(self.state)

    def imagined(self, seat: Seat, rng: Rng) -> Moment:
        """One that `seat` cannot tell from this one, drawn by chance's own proportions.

        What is hidden is imagined, but not how it came to be. So `seat` remembers what it does, and
        any other viewer begins anew with what it sees in the imagined state, on top of the steps
        that everybody saw; from there on it remembers all. For it two imagined moments are the
        same exactly if they look the same to it now.
        """
        seen = self.game.observe(self.state, seat)
        twin = self.copy()
        if not self.game.has_secrets:
            return twin
        twin.state = self.game.determinize(seen, rng)  # the same seat is to act in it
        beginnings = list(self.beginnings)
        for other in range(len(self.game.seats)):
            if other != seat:
                twin.memories[other] = self.memories[SPECTATOR].copy()
                looks = observation_text(self.game.observe(twin.state, other))
                beginnings[other] = f"[{looks}]"
        twin.beginnings = tuple(beginnings)
        return twin

    def _memory_of(self, viewer: Seat) -> int:
        return viewer if self.game.has_secrets else 0


def _unpickled(
    name: str,
    options: dict[str, str],
    state: bytes,
    numbers: list[bytes],
    beginnings: tuple[str, ...],
) -> Moment:
    game = loaded(name, options)
    record = np.frombuffer(state, game.state_type).copy().view(np.recarray)[0]
    memories = [
        [Learned(*pair) for pair in np.frombuffer(memory, np.int32).reshape(-1, 2).tolist()]
        for memory in numbers
    ]
    return Moment(game, record, memories, beginnings)


def observation_text(seen: Any) -> str:
    """Every field of a state or an observation that is not zero: `to_act=1 army[0,6]=255 …`."""
    return " ".join(observation_parts(seen))


def observation_parts(seen: Any) -> list[str]:
    """The same, one text a number; `viewer` left out."""
    parts = []
    for name in seen.dtype.names:
        value = seen[name]
        if name == "viewer":
            continue
        if value.ndim == 0:
            if value:
                parts.append(f"{name}={value}")
            continue
        for place in np.argwhere(value).tolist():
            parts.append(f"{name}[{','.join(map(str, place))}]={value[tuple(place)]}")
    return parts
