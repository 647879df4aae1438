"""What a move is: its kind, its piece, its place and its value, read from its token and the scene

Tokens name places as a small letter and a number, "d3". What else a token has says what kind of
move it is: "b2xb1" is "x", "T@c4" is "T@". A game that has words for its kinds gives them
(`Notation.kind_of`).
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from siegeworks.core.contract import Action, Seat
from siegeworks.core.game import Game
from siegeworks.core.scene import PLACE, Scene, cell_called

NUMBER = re.compile(r"[0-9]+")

KIND, PIECE, VALUE, TARGET, LINE = "kind", "piece", "value", "target", "line"


class Move(NamedTuple):
    """What a token says without a position."""

    kind: str
    places: tuple[str, ...]


class Moves:
    """The moves of one game."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._known: dict[Action, Move] = {}

    def of(self, action: Action) -> Move:
        """What the token of an action says."""
        if action not in self._known:
            self._known[action] = self._read(action)
        return self._known[action]

    def _read(self, action: Action) -> Move:
        token = self._game.action_texts[action]
        return Move(self._kind(action, token), tuple(PLACE.findall(token)))

    def _kind(self, action: Action, token: str) -> str:
        if (kind_of := self._game.notation.kind_of) is not None:
            return kind_of(self._game.params, action)
        return NUMBER.sub("", PLACE.sub("", token)) or "place"

    def features(self, action: Action, seat: Seat, scene: Scene) -> Iterator[tuple[str, str]]:
        """Family and name of everything that this move uses, in the position before it."""
        move = self.of(action)
        yield KIND, move.kind
        if not move.places:
            return
        target = move.places[-1]
        yield TARGET, target
        yield LINE, target[0]
        cell = cell_called(scene, move.places[0], self._game.seats[seat])
        piece = None if cell is None else cell.piece
        if piece is not None:
            yield PIECE, piece.kind
            if piece.text:
                yield VALUE, piece.text
