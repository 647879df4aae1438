"""What a step does to what a seat sees: the way, what is captured or lost, the battle, the score

A game may say it exactly, from an observation only. Whatever hidden things decide is left open:
what is named here is certain.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, NamedTuple

from siegeworks.core.contract import Action, Observation
from siegeworks.core.scene import Piece

# Who wins a battle; "fall" and "stay" are about both sides; "": that is not known.
Outcome = Literal["attacker", "defender", "fall", "stay", ""]


class Battle(NamedTuple):
    """An attack, with what the viewer knows of both sides."""

    attacker: Piece
    defender: Piece
    outcome: Outcome = ""
    sides: str = ""  # both in figures, where more than two pieces count: "6 against 4 + up to 6"
    helper: Piece | None = None  # called to the defender's side, once it is known
    momentary: bool = False  # the values are turned down again: they are shown with the battle only


class Loss(NamedTuple):
    """A piece that leaves the board or a tally."""

    piece: Piece
    scorer: str | None  # the seat that gets it; None: nobody does


class Slide(NamedTuple):
    """A piece that goes to another place because of what others did."""

    start: str
    place: str


class Capture(NamedTuple):
    """A place whose ground a seat captures."""

    place: str
    seat: str


class Lead(NamedTuple):
    """How near a place is to being captured."""

    place: str
    seat: str | None  # the seat that is ahead there; None: nobody is
    by: int  # by so many pieces


class Points(NamedTuple):
    """Points that a seat gets from a place."""

    seat: str
    points: int
    place: str


class Change(NamedTuple):
    """What stands on a place afterwards."""

    place: str
    piece: Piece | None


class Effects(NamedTuple):
    """What a step does. A field that is empty says nothing."""

    sentence: str = ""  # for people: "This army captures nothing."
    way: tuple[str, ...] = ()  # the places that a piece goes over, in order, both ends included
    cost: str = ""  # what the way costs: a die "3"
    sight: tuple[str, ...] = ()  # how far the piece then looks or reaches: the farthest places
    closed: tuple[str, ...] = ()  # places that are closed off
    # Places that are captured. While a battle is open, they are those of its attacker's win.
    captures: tuple[Capture, ...] = ()
    lead: Lead | None = None
    points: tuple[Points, ...] = ()
    battle: Battle | None = None
    losses: tuple[Loss, ...] = ()
    slides: tuple[Slide, ...] = ()
    changes: tuple[Change, ...] = ()  # places that look different, if the game draws nothing else
    winners: tuple[str, ...] = ()  # the seats that win at once; all of them: a draw


NOTHING = Effects()

# preview(params, seen, action, after): what `action` would do, as far as the seat to act can tell
# from its observation `seen`. `after` is the position after it in games without secrets, else None.
Preview = Callable[[Any, Observation, Action, Observation | None], Effects]
