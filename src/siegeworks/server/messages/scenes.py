"""A game's scene as messages, split into what never changes and what does; what moves would do"""

from functools import cached_property, lru_cache
from types import SimpleNamespace
from typing import Any

from msgspec.structs import replace

from siegeworks.core import scene as drawn
from siegeworks.core.contract import SPECTATOR, Observation
from siegeworks.core.effects import Effects
from siegeworks.core.game import Game
from siegeworks.play.preview import previews
from siegeworks.server.messages.drawing import Board, Place, Scene, Spot

MAX_SPOTS = 8192  # that are remembered, of all games
Look = tuple[str | None, str | None, drawn.Piece | None]  # of a place: ground, owner, piece
BARE: Look = (None, None, None)


class SceneEncoder:
    """Turns the positions of one game into messages."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._tables = fields(game.params)
        # By place: the cell that was drawn last, and its spot. Most places stay as they are.
        self._drawn: list[tuple[drawn.Cell | None, Spot | None]] = []

    @cached_property
    def board(self) -> Board:
        """The empty board: where its places are."""
        game = self.game.plain()  # compiling is not worth it for one scene
        scene = self._scene(game.observe(game.new_state(), SPECTATOR))
        places = [
            Place(cell.name, cell.x, cell.y, cell.ground, sorted(cell.border))
            for cell in scene.cells
        ]
        worth: dict[str, dict[str, int]] = {}
        for seat, color, points in scene.worth:
            worth.setdefault(seat, {})[color] = points
        return Board(scene.shape, places, worth)

    def draw(self, seen: Observation) -> Scene:
        """The changing part of the scene of an observation."""
        scene = self._scene(seen)
        spots = self._spots(scene.cells)
        closed = [at for at, cell in enumerate(scene.cells) if cell.closed]
        trays, chains, notes = scene.trays, scene.chains, scene.notes
        return Scene(spots, trays, chains, notes, scene.goal, scene.task, closed)

    def draw_with_reaches(self, seen: Observation) -> Scene:
        """The same, and how far pieces reach: too much for every move, so it is asked for."""
        return replace(self.draw(seen), reaches=self.game.reach(seen))

    def _spots(self, cells: tuple[drawn.Cell, ...]) -> list[Spot]:
        """What the places show; a place that looks as it did last gets the same object."""
        places = self.board.places
        known = self._drawn = self._drawn or [(None, None)] * len(places)
        spots = []
        for at, (cell, (last, same)) in enumerate(zip(cells, known, strict=True)):
            if cell is last or cell == last:
                spot = same
            else:
                ground = None if cell.ground == places[at].ground else cell.ground
                spot = _spot(at, ground, cell.seat, cell.piece, cell.barred)
                known[at] = cell, spot  # in one piece, since several threads may draw
            if spot is not None:
                spots.append(spot)
        return spots

    def changed(self, before: Scene, after: Scene) -> list[str]:
        """The names of the places that look different now."""
        was, now = (dict(zip(map(id, s.spots), s.spots, strict=True)) for s in (before, after))
        # Nearly all are the same objects; of the others some look the same.
        old = {was[key].at: _look(was[key]) for key in was.keys() - now.keys()}
        new = {now[key].at: _look(now[key]) for key in now.keys() - was.keys()}
        places = self.board.places
        return [
            places[at].name
            for at in sorted(old.keys() | new.keys())
            if old.get(at, BARE) != new.get(at, BARE)
        ]

    def _scene(self, seen: Observation) -> drawn.Scene:
        return self.game.scene(self._tables, fields(seen))


def fields(record: Any) -> Any:
    """A copy of a record's fields that Python reads ten times as fast: a scene reads thousands."""
    values = zip(record.dtype.names, record.item(), strict=True)
    return SimpleNamespace(**dict(values))


@lru_cache(MAX_SPOTS)
def _spot(
    at: int, ground: str | None, seat: str | None, piece: drawn.Piece | None, barred: bool
) -> Spot | None:
    """What a place shows; equal ones are the same object. None: it is as the board says."""
    if ground is None and seat is None and piece is None and not barred:
        return None
    return Spot(at, ground, seat, piece, barred)


def _look(spot: Spot) -> Look:
    """What is on a place, barred or not: after one step, others than the changed may be barred."""
    return spot.ground, spot.seat, spot.piece


def previews_message(game: Game, seen: Observation) -> list[Effects]:
    """What the legal moves of the seat to act would do, from what it sees."""
    entries = previews(game, seen).items()
    return [replace(effects, tokens=tuple(tokens)) for effects, tokens in entries]
