"""Hints for simple bots; no rules."""

from __future__ import annotations

from typing import Any

from siegeworks.core.game import TERMINAL, Observation, Seat

WIN = 10.0
A_MINION = 0.1  # in captured tiles
A_LEAD_ON_A_TILE = 0.05  # of one minion; of two it would be captured


def score(board: Any, seen: Observation, seat: Seat) -> float:
    """Captured tiles more than the other's; a little for minions and for leading on free tiles."""
    own, other = int(seen.cells[seat]), int(seen.cells[1 - seat])
    tiles, others_tiles = int(seen.tiles[seat]), int(seen.tiles[1 - seat])
    total = float(tiles.bit_count() - others_tiles.bit_count())
    total += A_MINION * (own.bit_count() - other.bit_count())
    for tile in range(board.tiles):
        if not (tiles | others_tiles) >> tile & 1:
            on_tile = int(board.tile_cells[tile])
            lead = (own & on_tile).bit_count() - (other & on_tile).bit_count()
            total += A_LEAD_ON_A_TILE * lead
    if seen.to_act == TERMINAL:
        total += WIN * ((int(seen.winners) >> seat & 1) - (int(seen.winners) >> (1 - seat) & 1))
    return total
