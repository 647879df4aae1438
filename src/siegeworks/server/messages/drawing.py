"""What is drawn: boards, scenes, steps and turns."""

from siegeworks.core.effects import Effects
from siegeworks.core.scene import Piece, Reach, Tray
from siegeworks.server.messages.base import Data


class Place(Data):
    """A cell of the board."""

    name: str  # as tokens write it: "d3"
    x: float  # the centre, in board units, to the right
    y: float  # downwards
    ground: str  # the terrain, unless a spot says otherwise: "land", "circle" …
    border: list[str] = []  # thick sides: "left", "right", "top", "bottom"


class Board(Data):
    """The part of a table's pictures that never changes."""

    shape: str  # "hexes" (pointy top), "squares", "circles" or "tiles"
    places: list[Place]
    worth: dict[str, dict[str, int]] = {}  # by seat and colour: the points of a piece


class Spot(Data):
    """What a place shows now. A place without a spot shows only its ground."""

    at: int  # the index of the place on the board
    ground: str | None = None  # None: as the board says
    seat: str | None = None  # who owns the ground
    piece: Piece | None = None
    barred: bool = False  # a rule keeps empty places like this one from being chosen now


class Scene(Data):
    """The part of a table's pictures that changes: one position as one seat sees it."""

    spots: list[Spot]
    trays: tuple[Tray, ...] = ()
    chains: tuple[tuple[str, ...], ...] = ()  # places drawn as one piece: an army's four hexes
    notes: tuple[str, ...] = ()  # what happens now, or a rule that applies
    goal: str = ""  # what wins, and how far each seat has come
    task: str = ""  # what the seat to act does now, said to it
    closed: list[int] = []  # places where nothing can be placed any more, by their index
    reaches: list[Reach] | None = None  # None: not told in this message


class Step(Data):
    """One step as a seat saw it."""

    actor: str  # a seat, "chance" or "table"
    token: str  # "?" if it is hidden from this seat
    shown: str = ""  # what it revealed to everybody: "5x3"
    effects: Effects | None = None  # what it has done, if it is one of the last turns


class StepUpdate(Data):
    """A step that was sent before and reads differently in the view that is sent now."""

    at: int  # its index
    step: Step


class Turn(Data):
    """A turn in the history of a table: what happened, as a seat may know it."""

    seat: str | None  # whose turn it was; None: the set-up, or nobody's
    end: int  # how many steps there were after it; it begins where the turn before it ends
    sentence: str  # "Red walls in f7 from d3 to d6 and captures it: Red 5, Blue 3."
