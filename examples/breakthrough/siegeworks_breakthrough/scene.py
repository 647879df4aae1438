"""What is drawn of a position: everything, for nothing is hidden."""

from typing import Any

from siegeworks.core.bits import count_bits, holds
from siegeworks.core.contract import TERMINAL, Observation
from siegeworks.core.scene import Cell, Piece, Scene, Tray
from siegeworks_breakthrough.notation import NAMES, SEAT_NAMES, square_text
from siegeworks_breakthrough.params import SIZE, SQUARES

PIECES = 12  # of a seat in the beginning (R2)


def scene(params: Any, seen: Observation) -> Scene:
    """The board with its pieces, what each seat has captured and whose turn it is."""
    cells = tuple(cell(seen, square) for square in range(SQUARES))
    trays = tuple(captured(seen, seat) for seat in range(len(SEAT_NAMES)))
    return Scene("squares", cells, trays, notes=notes(seen))


def cell(seen: Observation, square: int) -> Cell:
    """One square, with rank 6 on top (R1)."""
    owner = next((seat for i, seat in enumerate(SEAT_NAMES) if holds(seen.pieces[i], square)), None)
    piece = None if owner is None else Piece("piece", owner)
    x, y = square % SIZE, SIZE - 1 - square // SIZE
    return Cell(square_text(square), float(x), float(y), "square", None, piece)


def captured(seen: Observation, seat: int) -> Tray:
    """The pieces that a seat has captured (R5)."""
    number = PIECES - count_bits(seen.pieces[1 - seat])
    return Tray("Captured", (Piece("piece", SEAT_NAMES[1 - seat]),) * number, SEAT_NAMES[seat])


def notes(seen: Observation) -> tuple[str, ...]:
    """Whose turn it is, and where to."""
    if seen.to_act == TERMINAL:
        return ()
    way = ("up", "down")[seen.to_act]
    return (f"{NAMES[seen.to_act]} moves one piece {way} the board (R3)",)
