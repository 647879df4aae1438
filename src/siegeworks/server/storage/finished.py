"""How a game has ended, told in the transaction that stores its last step"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from siegeworks.play.clock import ClockSettings
from siegeworks.server.storage.database import Database


class Finished(NamedTuple):
    """How a game has ended."""

    game: str
    clock: ClockSettings | None
    returns: tuple[float, ...]  # of each seat


# Called with the database, the table, and how its game has ended. What it writes is stored together
# with the last step: once, whatever happens, unless the last step is taken back and played again.
OnFinished = Callable[[Database, str, Finished], object]
