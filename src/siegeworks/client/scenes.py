"""A scene as it was sent, put together with its board as the terminal draws it."""

from __future__ import annotations

from siegeworks.core.scene import Cell, Piece, Scene, Tray
from siegeworks.server import messages as m


def drawn_scene(board: m.Board, sent: m.Scene) -> Scene:
    """The scene on this board."""
    spots = {spot.at: spot for spot in sent.spots}
    return Scene(
        board.shape,
        tuple(_cell(place, spots.get(at)) for at, place in enumerate(board.places)),
        tuple(
            Tray(tray.title, tuple(map(_piece, tray.pieces)), tray.seat, tray.note)
            for tray in sent.trays
        ),
        tuple(map(tuple, sent.chains)),
        tuple(sent.notes),
        sent.goal,
        sent.task,
    )


def _cell(place: m.Place, spot: m.Spot | None) -> Cell:
    border = frozenset(place.border)
    if spot is None:
        return Cell(place.name, place.x, place.y, place.ground, border=border)
    piece = None if spot.piece is None else _piece(spot.piece)
    ground = spot.ground or place.ground
    return Cell(place.name, place.x, place.y, ground, spot.seat, piece, border, spot.barred)


def _piece(piece: m.Piece) -> Piece:
    return Piece(piece.kind, piece.seat, piece.text, piece.face_down, piece.color, piece.spent)
