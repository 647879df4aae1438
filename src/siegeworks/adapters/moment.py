"""One point of a game as OpenSpiel keeps it: the state, and what everybody has learned till then.

Tree searches copy and pickle it all the time, so it copies the little that changes and shares the
game.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from siegeworks.adapters.pages import fingerprint, page
from siegeworks.core.game import SPECTATOR, Action, Game, IllegalStep, Seat, State
from siegeworks.core.information import (
    HIDDEN,
    Learned,
    information_tensor,
    information_text,
    taken,
)
from siegeworks.core.random import Rng
from siegeworks.games import load


class Origin(NamedTuple):
    """What a game was loaded with."""

    name: str
    options: tuple[tuple[str, str], ...] = ()  # those that are given, sorted
    maps: str = ""  # the folder with maps of one's own; "" for none


@cache
def loaded(origin: Origin) -> Game:
    """The game, made once a process."""
    return load(origin.name, dict(origin.options), origin.maps or None)


class Moment:
    """A state with the memories that led to it; `take` changes it in place."""

    __slots__ = ("_legal", "beginnings", "game", "memories", "origin", "state", "to_act")

    def __init__(
        self,
        origin: Origin,
        state: State,
        memories: list[list[Learned]],
        beginnings: tuple[str, ...],
    ) -> None:
        self.origin = origin
        self.game = loaded(origin)
        self.state = state
        self._legal: list[Action] | None = None
        self.to_act = int(state["to_act"])  # asked for more often than it changes
        # A memory a seat, then the spectator's; one for all where nothing is ever hidden.
        self.memories = memories
        # Of each of them, what comes before it; "" but in an imagined moment.
        self.beginnings = beginnings

    @classmethod
    def start(cls, origin: Origin) -> Moment:
        """Before anyone acts."""
        game = loaded(origin)
        memories = len(game.seats) + 1 if game.has_secrets else 1
        return cls(origin, game.new_state(), [[] for _ in range(memories)], ("",) * memories)

    def copy(self) -> Moment:
        """Another one that goes its own way."""
        memories = [memory.copy() for memory in self.memories]
        twin = Moment(self.origin, self.state.copy(), memories, self.beginnings)
        twin._legal = self._legal
        return twin

    def __deepcopy__(self, memo: dict[int, Any]) -> Moment:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        numbers = [np.array(memory, np.int32).tobytes() for memory in self.memories]
        return _unpickled, (
            self.origin,
            self.state.tobytes(),
            numbers,
            self.beginnings,
        )

    def legal_actions(self) -> list[Action]:
        """What the seat to act may do: a list of the caller's own."""
        if self._legal is None:
            self._legal = self.game.legal_actions(self.state)
        return self._legal.copy()

    def take(self, choice: int) -> None:
        """One step: everybody learns what it may, then it is done.

        Raises:
            IllegalStep: it cannot be taken now; nothing has happened.
        """
        game, state = self.game, self.state
        if self._legal is None or choice not in self._legal:
            choice = game.check_step(state, choice)
        step = taken(game, state, choice)
        viewers = range(len(game.seats)) if game.has_secrets else ()
        for viewer in (*viewers, SPECTATOR):
            hidden = game.unchecked.hides(state, choice, viewer)
            self.memories[viewer].append(HIDDEN if hidden else step)
        game.unchecked.apply(state, choice)
        self._legal = None
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
        return page(self.game, self.game.open_view(self.state))

    def imagined(self, seat: Seat, rng: Rng) -> Moment:
        """One that `seat` cannot tell from this one, drawn by chance's own proportions.

        What is hidden is imagined, but not how it came to be. So `seat` remembers what it does, and
        any other viewer begins anew with what it sees in the imagined state (its fingerprint), on
        top of the steps that everybody saw; from there on it remembers all. For it two imagined
        moments are the same exactly if they look the same to it now.
        """
        seen = self.game.observe(self.state, seat)
        twin = self.copy()
        if not self.game.has_secrets:
            return twin
        twin.state = self.game.determinize(seen, rng)  # the same seat is to act in it
        twin._legal = None
        beginnings = list(self.beginnings)
        for other in range(len(self.game.seats)):
            if other != seat:
                twin.memories[other] = self.memories[SPECTATOR].copy()
                looks = fingerprint(self.game.observe(twin.state, other))
                beginnings[other] = f"[sees {looks}]"
        twin.beginnings = tuple(beginnings)
        return twin

    def _memory_of(self, viewer: Seat) -> int:
        if not SPECTATOR <= viewer < len(self.game.seats):
            raise IllegalStep(f"There is no player {viewer} in {self.game.title}.")
        return viewer if self.game.has_secrets else 0


def _unpickled(
    origin: Origin,
    state: bytes,
    numbers: list[bytes],
    beginnings: tuple[str, ...],
) -> Moment:
    record = np.frombuffer(state, loaded(origin).state_type).copy().view(np.recarray)[0]
    memories = [
        [Learned(*pair) for pair in np.frombuffer(memory, np.int32).reshape(-1, 2).tolist()]
        for memory in numbers
    ]
    return Moment(origin, record, memories, beginnings)
