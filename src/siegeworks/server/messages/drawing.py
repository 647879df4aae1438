"""What is drawn: boards, scenes, steps and turns."""

from __future__ import annotations

from typing import Literal

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


class Piece(Data):
    """A piece on a place or in a tray."""

    kind: str  # the game's name for it: "army", "commander", "tower", "die" …
    seat: str | None = None  # whose it is
    text: str = ""  # one or two characters: a value, "?" for face down
    face_down: bool = False  # hidden from the opponent, though the viewer may know it
    color: str | None = None  # the name of its colour, if not its seat's
    spent: bool = False  # used up, e.g. a die that has been played


class Spot(Data):
    """What a place shows now. A place without a spot shows only its ground."""

    at: int  # the index of the place on the board
    ground: str | None = None  # None: as the board says
    seat: str | None = None  # who owns the ground
    piece: Piece | None = None
    barred: bool = False  # a rule keeps empty places like this one from being chosen now


class Tray(Data):
    """A row of pieces beside the board: a hand, a tally, the selection row, dice."""

    title: str
    pieces: list[Piece] = []
    seat: str | None = None
    note: str = ""  # the total: "3 of 15"


class Reach(Data):
    """How far what is on a place reaches now."""

    place: str
    places: list[str]
    sentence: str = ""  # what that comes to


class Scene(Data):
    """The part of a table's pictures that changes: one position as one seat sees it."""

    spots: list[Spot]
    trays: list[Tray] = []
    chains: list[list[str]] = []  # places drawn as one piece, by name: an army's four hexes
    notes: list[str] = []  # what happens now, or a rule that applies
    goal: str = ""  # what wins, and how far each seat has come
    task: str = ""  # what the seat to act does now, said to it
    closed: list[int] = []  # places where nothing can be placed any more, by their index
    reaches: list[Reach] | None = None  # None: not told in this message


class Battle(Data):
    """An attack, with what this seat knows of both sides."""

    attacker: Piece
    defender: Piece
    # Who wins; "fall" and "stay" are about both sides; "": that is not known.
    outcome: Literal["attacker", "defender", "fall", "stay", ""] = ""
    sides: str = ""  # in figures, where more than two pieces count: "6 against 4 + up to 6"
    helper: Piece | None = None  # called to the defender's side, once it is known
    momentary: bool = False  # the values are turned down again: they are shown with the battle only


class Loss(Data):
    """A piece that leaves the board or a tally."""

    piece: Piece
    scorer: str | None = None  # the seat that gets it


class Slide(Data):
    """A piece that goes to another place because of what others did."""

    start: str
    place: str


class Capture(Data):
    """A place that a seat captures."""

    place: str
    seat: str


class Lead(Data):
    """How near a place is to being captured."""

    place: str
    seat: str | None  # that is ahead there
    by: int  # by so many pieces


class Points(Data):
    """Points that a seat gets from a place."""

    seat: str
    points: int
    place: str


class Change(Data):
    """What stands on a place afterwards."""

    place: str
    piece: Piece | None = None


class Effects(Data):
    """What moves would do, or what a step has done, as far as the seat knows."""

    tokens: list[str] = []  # the moves that all would do this
    sentence: str = ""
    way: list[str] = []  # the places that a piece goes over, both ends included
    cost: str = ""  # what the way costs: a die "3"
    sight: list[str] = []  # how far the piece looks or reaches
    closed: list[str] = []  # places that are closed off
    captures: list[Capture] = []  # while a battle is open, those of its attacker's win
    lead: Lead | None = None
    points: list[Points] = []
    battle: Battle | None = None
    losses: list[Loss] = []
    slides: list[Slide] = []
    changes: list[Change] = []  # places that look different, if there is nothing else to draw
    winners: list[str] = []  # seats that win at once; all of them: a draw


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
