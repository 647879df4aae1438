"""A drawing description, made by a game from an observation and drawn by the terminal or the page.

It names no colour and no character cell: who draws decides. Everything in it may be shown to the
seat whose observation it was made from.
"""

import re
from functools import lru_cache
from typing import NamedTuple

from msgspec import Struct

UNKNOWN = "?"  # the text of a piece whose value the viewer does not see

# A place as tokens name it, a small letter and a number; not the end of a word.
PLACE = re.compile(r"(?<![A-Za-z]{2})[a-z][1-9][0-9]*")


class Drawn(Struct, frozen=True, omit_defaults=True, gc=False):
    """A part of a drawing or of effects, sent as it is. A field that is left out has its default.

    The garbage collector skips these: thousands are made per second, and none refers to itself.
    """


class Piece(Drawn, frozen=True):
    """Something that stands on a cell or lies in a tray.

    `msgspec.structs.replace(piece, seat=None)` is the same piece, but nobody's.

    Examples:
        >>> import siegeworks as sw
        >>> game = sw.load("expansion")
        >>> scene = game.scene(game.params, game.observe(game.new_state(), seat=0))
        >>> piece = scene.cells[0].piece
        >>> piece.kind, piece.seat, piece.text
        ('minion', 'suns', '')
    """

    kind: str  # the game's word: "army", "commander", "tower", "minion", "die" …
    seat: str | None = None  # whose it is; None: nobody's
    # One or two characters: its value, or UNKNOWN; empty: it has none,
    # and is drawn by its kind. A piece with a colour of its own has the colour's letter here.
    text: str = ""
    face_down: bool = False  # turned down for the opponent, though the viewer may know it
    color: str | None = None  # where the piece has a colour of its own (a stone): its name
    spent: bool = False  # used up, such as a die that was played


class Cell(NamedTuple):
    """A place of the board.

    Examples:
        >>> import siegeworks as sw
        >>> game = sw.load("expansion")
        >>> scene = game.scene(game.params, game.observe(game.new_state(), seat=0))
        >>> cell = scene.cells[0]
        >>> cell.name, cell.x, cell.y, cell.ground
        ('a1', 0.0, 5.0, 'tile')
    """

    name: str  # as tokens write it: "d3"
    # The centre. A cell whose centre lies between squares is two squares wide and high.
    x: float  # in board units (one square, or half a hex across); to the right
    y: float  # in board units (one square or one hex row); downwards
    ground: str  # "land", "fortress", "tile", "home", "circle", "place" …
    seat: str | None = None  # whose ground it is: who captured the tile, whose Home Base
    piece: Piece | None = None
    border: frozenset[str] = frozenset()  # strong sides: "left", "right", "top", "bottom"
    barred: bool = False  # a rule keeps empty places like this one from being chosen now
    closed: bool = False  # nothing can ever be placed here any more


@lru_cache(4096)
def with_piece(cell: Cell, piece: Piece) -> Cell:
    """The cell with a piece on it; equal ones are the same object, and are sent as one."""
    return cell._replace(piece=piece)


class Reach(Drawn, frozen=True):
    """How far what is on a place reaches now, for those who ask what it is."""

    place: str
    places: tuple[str, ...]  # that it reaches: walks to, attacks, sees …
    sentence: str = ""  # what that comes to: "Its area: 2 hexes, and no place for an army."


class Worth(NamedTuple):
    """How many points pieces of a colour are worth to a seat."""

    seat: str
    color: str
    points: int


class Tray(Drawn, frozen=True):
    """A row of things beside the board: a hand, a tally, the selection row, dice.

    Examples:
        >>> import siegeworks as sw
        >>> game = sw.load("expansion")
        >>> scene = game.scene(game.params, game.observe(game.new_state(), seat=0))
        >>> scene.trays[0].title, scene.trays[0].note
        ('Captured tiles', '1 of 5')
    """

    title: str
    pieces: tuple[Piece, ...] = ()
    seat: str | None = None
    note: str = ""  # what the tray adds up to: "17 pips", "3 of 15"


class Scene(NamedTuple):
    """All that one seat sees of a position.

    Examples:
        >>> import siegeworks as sw
        >>> game = sw.load("siege-master")
        >>> scene = game.scene(game.params, game.observe(game.new_state(), seat=0))
        >>> scene.shape, len(scene.cells), scene.goal
        ('hexes', 217, 'First to 8 fortresses wins: Red 0, Blue 0')
    """

    shape: str  # "hexes" (pointy top), "squares", "circles" (hexagonal rows of circles) or "tiles"
    # The places of the board, the same in every position and in the same order: pages are told once
    # where they are. What may not be entered any more stays as a place of another ground.
    cells: tuple[Cell, ...]
    trays: tuple[Tray, ...] = ()
    chains: tuple[tuple[str, ...], ...] = ()  # cells drawn as one piece: an army's four hexes
    notes: tuple[str, ...] = ()  # short lines: what has just happened, a rule that binds
    goal: str = ""  # what wins, and how far each seat has come: "First to 8: Red 4, Blue 7."
    task: str = ""  # said to the seat to act: "Place an army anywhere on free land (R4)"
    worth: tuple[Worth, ...] = ()  # the same in every position: pages are told once


def cell_called(scene: Scene, place: str, seat: str) -> Cell | None:
    """The cell that a seat calls by this name; armies may have their own names for places."""
    own = None
    for cell in scene.cells:
        if cell.name == place:
            return cell
        if cell.seat == seat and cell.name.endswith(place):
            own = cell
    return own
