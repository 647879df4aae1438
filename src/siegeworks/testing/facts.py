"""What the laws must know of a game that its package does not say."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from siegeworks.core.contract import Observation, Seat, State
from siegeworks.core.game import Game

Options = dict[str, str]
NOTHING: Mapping[str, Any] = MappingProxyType({})


class ActionRange(NamedTuple):
    """What a range of action numbers means, for docs/tensors.md. It ends where the next begins."""

    first: str  # the token of its first action
    meaning: str  # "from-to: 36 · from + to"
    options: Options = {}  # noqa: RUF012 - a tuple's default is shared and never written to


class Symmetry(NamedTuple):
    """A board that looks the same after its places have been exchanged."""

    meaning: str  # a clause: "turned by 60 degrees"
    image: Mapping[str, str]  # of each place, by its name in tokens
    options: Options = {}  # noqa: RUF012 - as above
    seats: Mapping[str, str] = NOTHING  # the seats that are exchanged too
    begins_after_set_up: bool = False  # the order of setting up has no such symmetry
    place: str = r"[a-z]\d+"  # a regular expression for the name of a place in a token

    def of_place(self, text: str) -> str:
        """The same text with the names of places exchanged."""
        return re.sub(self.place, lambda match: self.image.get(match[0], match[0]), text)

    def of(self, game: Game, token: str) -> str:
        """The token that does the same on the image of the board."""
        changed = self.of_place(token)
        if changed.startswith("first="):
            name = changed.removeprefix("first=")
            changed = f"first={self.seats.get(name, name)}"
        if changed not in game.tokens:  # its two ends may have an order
            changed = "-".join(reversed(changed.split("-")))
        assert changed in game.tokens, f"{token} became {changed}"
        return changed


def whole(game: Game, seen: Observation) -> bytes:
    """All of an observation."""
    return bytes(seen.tobytes())


@dataclass(frozen=True, eq=False)
class Facts:
    """One game and where its tests are; everything after `folder` may be left out.

    A law that needs a fact says so when it is missing.
    """

    game: str  # its name: "breakthrough"
    folder: Path  # of its tests: test_*.py, perft.txt, playthroughs and records/

    values: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """By option, the values that are tried, where the option lists none or too many."""

    playthroughs: Mapping[str, Options] = field(default_factory=lambda: {"playthrough.txt": {}})
    """Files in `folder` that hold one random game each, and the options it is played with."""

    hardest: Options = field(default_factory=dict)
    """Options under which a seat can know and do most: what costs much is checked with these."""

    # Of games with a tensor ---------------------------------------------------------------------

    shapes: Sequence[Options] = ({},)
    """Options that change the tensor's shape; the last gives all planes."""

    actions: Sequence[ActionRange] = ()
    """What action numbers mean, for docs/tensors.md."""

    actions_note: Callable[[Game], str] | None = None
    """A sentence below the table of these."""

    symmetries: Callable[[], Sequence[Symmetry]] = tuple
    """Of the board."""

    turned: Sequence[tuple[Options, Callable[[Game, State], State]]] = ()
    """For games that are alike for all seats: the same position with every seat replaced by the
    next one, `turned(game, state)`."""

    derived: frozenset[str] = frozenset()
    """Fields of an observation that follow from its other fields and are in no plane."""

    identity: Callable[[Game, Observation], bytes] = whole
    """What tells two observations apart, if the tensor has no room for all of it."""

    shows_leavers: bool = False
    """The tensor shows who has left although the game has two seats."""

    # Of games with secrets ----------------------------------------------------------------------

    unknown: Callable[[Observation, Seat], int] | None = None
    """How many values `seat`, whose observation it is, does not know: as many places are marked in
    the plane "unknown"."""

    beliefs: Sequence[Options] = ()
    """Options that make the game so small that all its games can be gone through. It is what takes
    most of the time of all laws: with a thousand observations a few seconds, with ten times as many
    a minute and more. Leave out what `beliefs_walked` covers."""

    beliefs_walked: Sequence[Options] = ()
    """Options under which that takes too long, but all that could have happened in one game can be
    gone through, for seats and for a spectator."""

    beliefs_of_seats: Sequence[Options] = ()
    """The same, for seats only."""


def next_seats(game: Game, state: State) -> State:
    """The state with every seat replaced by the next, as far as all games are alike."""
    seats = len(game.seats)
    other = game.copy(state)
    for name in ("to_act", "first", "turn"):
        if name in (state.dtype.names or ()) and state[name] >= 0:
            other[name] = (state[name] + 1) % seats
    for name in ("winners", "resigned"):
        bits = int(state[name]) << 1
        other[name] = (bits | bits >> seats) & ((1 << seats) - 1)
    return other
