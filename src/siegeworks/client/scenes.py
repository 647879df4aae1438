"""A scene as it was sent, put together with its board as the terminal draws it."""

from siegeworks.core.scene import Cell, Scene
from siegeworks.server import messages as m


def drawn_scene(board: m.Board, sent: m.Scene) -> Scene:
    """The scene on this board."""
    spots = {spot.at: spot for spot in sent.spots}
    return Scene(
        board.shape,
        tuple(_cell(place, spots.get(at)) for at, place in enumerate(board.places)),
        sent.trays,
        sent.chains,
        sent.notes,
        sent.goal,
        sent.task,
    )


def _cell(place: m.Place, spot: m.Spot | None) -> Cell:
    border = frozenset(place.border)
    if spot is None:
        return Cell(place.name, place.x, place.y, place.ground, border=border)
    ground = spot.ground or place.ground
    return Cell(place.name, place.x, place.y, ground, spot.seat, spot.piece, border, spot.barred)
