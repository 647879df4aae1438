"""What a step does to what a seat sees, and how a game tells it: effects, previews, narration

A game may say the effects exactly, from an observation only: the way, what is captured or lost, the
battle, the score. Whatever hidden things decide is left open: what is named here is certain.
"""

from collections.abc import Callable, Sequence
from typing import Any, Literal, NamedTuple

from siegeworks.core.contract import Action, Observation, Seat
from siegeworks.core.scene import Drawn, Piece

HIDDEN = "?"  # shown to a seat in place of a token that it may not see

Outcome = Literal["attacker", "defender", "fall", "stay", ""]


class Battle(Drawn, frozen=True):
    """An attack, with what the viewer knows of both sides."""

    attacker: Piece
    defender: Piece
    # Who wins: "attacker" or "defender"; "fall" and "stay" are about both; "": that is not known.
    outcome: Outcome = ""
    sides: str = ""  # both in figures, where more than two pieces count: "6 against 4 + up to 6"
    helper: Piece | None = None  # called to the defender's side, once it is known
    momentary: bool = False  # the values are turned down again: they are shown with the battle only


class Loss(Drawn, frozen=True):
    """A piece that leaves the board or a tally."""

    piece: Piece
    scorer: str | None = None  # the seat that gets it; None: nobody does


class Slide(Drawn, frozen=True):
    """A piece that goes to another place because of what others did."""

    start: str
    place: str


class Capture(Drawn, frozen=True):
    """A place whose ground a seat captures."""

    place: str
    seat: str


class Lead(Drawn, frozen=True):
    """How near a place is to being captured."""

    place: str
    seat: str | None  # the seat that is ahead there; None: nobody is
    by: int  # by so many pieces


class Points(Drawn, frozen=True):
    """Points that a seat gets from a place."""

    seat: str
    points: int
    place: str


class Change(Drawn, frozen=True):
    """What stands on a place afterwards."""

    place: str
    piece: Piece | None = None


class Effects(Drawn, frozen=True):
    """What a step does or has done. A field that is empty says nothing."""

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
    tokens: tuple[str, ...] = ()  # the moves that all would do this; filled in when it is sent


NOTHING = Effects()

# preview(params, seen, action, after): what `action` would do, as far as the seat to act can tell
# from its observation `seen`. `after` is the position after it in games without secrets, else None.
Preview = Callable[[Any, Observation, Action, Observation | None], Effects]


class SeenStep(NamedTuple):
    """One step as an audience saw it: a seat, a spectator or, once the game is over, everybody."""

    actor: str  # a seat's name, or "chance"
    token: str  # as records write it, or HIDDEN
    shown: str  # what it revealed to everybody, "5x3"; empty: nothing
    before: Observation  # what the audience knew before it …
    after: Observation  # … and after it


class Narration(NamedTuple):
    """How one game tells what happened. Plain Python, made from observations only."""

    turn_of: Callable[[Any, Observation], Seat | None]
    """turn_of(params, seen): the seat whose turn begins with the step about to be taken in `seen`,
    a spectator's observation; None: the step belongs to the turn before it, or to the set-up."""

    tell: Callable[[Any, Sequence[SeenStep]], str]
    """tell(params, steps): the steps of one turn so far, or of the set-up, as a sentence, such as
    "Red walls in f7 and captures it: Red 5, Blue 3." """

    effects: Callable[[Any, SeenStep], Effects] | None = None
    """effects(params, step): what one step has done, without a sentence, for pictures of past
    turns. None: it is not drawn."""
