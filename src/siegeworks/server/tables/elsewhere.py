"""Who is at a table through other workers of the same database."""

from __future__ import annotations

from typing import NamedTuple

from siegeworks.core.contract import Seat


class Elsewhere(NamedTuple):
    """The connections of a table that other workers have."""

    seats: frozenset[Seat] = frozenset()  # whose players are connected there
    spectators: int = 0
