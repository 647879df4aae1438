"""Hints for bots; never rules."""

from __future__ import annotations

from typing import Any

from siegeworks.core.game import Observation, Seat
from siegeworks.games.siege_master.rules import held


def score(board: Any, seen: Observation, seat: Seat) -> float:
    """How many fortresses the seat is ahead, or behind if most loses (R9)."""
    ahead = int(held(seen, seat)) - int(held(seen, 1 - seat))
    return float(-ahead if board.pacifist else ahead)
