"""A game's scene as messages, split into what never changes and what does; what moves would do"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from types import SimpleNamespace
from typing import Any

from msgspec.structs import replace

from siegeworks.core import effects
from siegeworks.core import scene as drawn
from siegeworks.core.contract import SPECTATOR, Observation
from siegeworks.core.game import Game
from siegeworks.play.preview import previews
from siegeworks.server.messages import drawing as m
from siegeworks.server.messages.drawing import Board, Piece, Place, Reach, Scene, Spot, Tray

MAX_PIECES, MAX_TRAYS, MAX_SPOTS = 1024, 1024, 8192  # that are remembered, of all games
Look = tuple[str | None, str | None, Piece | None]  # of a place: ground, owner, piece
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
        trays = [_tray(tray) for tray in scene.trays]
        chains = [list(chain) for chain in scene.chains]
        return Scene(spots, trays, chains, list(scene.notes), scene.goal, scene.task, closed)

    def draw_with_reaches(self, seen: Observation) -> Scene:
        """The same, and how far pieces reach: too much for every move, so it is asked for."""
        reach = self.game.reach(seen)
        areas = [Reach(area.place, list(area.places), area.sentence) for area in reach]
        return replace(self.draw(seen), reaches=areas)

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
    return Spot(at, ground, seat, _piece(piece), barred)


def _look(spot: Spot) -> Look:
    """What is on a place, barred or not: after one step, others than the changed may be barred."""
    return spot.ground, spot.seat, spot.piece


@lru_cache(MAX_TRAYS)
def _tray(tray: drawn.Tray) -> Tray:
    return Tray(tray.title, [*map(piece_message, tray.pieces)], tray.seat, tray.note)


@lru_cache(MAX_PIECES)
def piece_message(piece: drawn.Piece) -> Piece:
    """A piece as it is sent; equal ones are the same object."""
    return Piece(piece.kind, piece.seat, piece.text, piece.face_down, piece.color, piece.spent)


def previews_message(game: Game, seen: Observation) -> list[m.Effects]:
    """What the legal moves of the seat to act would do, from what it sees."""
    return [effects_message(effect, tokens) for effect, tokens in previews(game, seen).items()]


def effects_message(effect: effects.Effects, tokens: Sequence[str] = ()) -> m.Effects:
    """What moves would do, or what a step has done."""
    return m.Effects(
        tokens=list(tokens),
        sentence=effect.sentence,
        way=list(effect.way),
        cost=effect.cost,
        sight=list(effect.sight),
        closed=list(effect.closed),
        captures=[m.Capture(*capture) for capture in effect.captures],
        lead=None if effect.lead is None else m.Lead(*effect.lead),
        points=[m.Points(*points) for points in effect.points],
        battle=None if effect.battle is None else _battle(effect.battle),
        losses=[m.Loss(piece_message(loss.piece), loss.scorer) for loss in effect.losses],
        slides=[m.Slide(*slide) for slide in effect.slides],
        changes=[m.Change(change.place, _piece(change.piece)) for change in effect.changes],
        winners=list(effect.winners),
    )


def _battle(battle: effects.Battle) -> m.Battle:
    return m.Battle(
        attacker=piece_message(battle.attacker),
        defender=piece_message(battle.defender),
        outcome=battle.outcome,
        sides=battle.sides,
        helper=_piece(battle.helper),
        momentary=battle.momentary,
    )


def _piece(piece: drawn.Piece | None) -> Piece | None:
    return None if piece is None else piece_message(piece)
