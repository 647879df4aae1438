"""How fast a game should be: its own `targets.toml`, which benchmarks compare with."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from siegeworks.games import UnknownGame, module

FILE = "targets.toml"


class Targets(NamedTuple):
    """The targets of one game; None where it has none."""

    playouts: float | None = None  # games per second, × OpenSpiel's hex(board_size=15)
    state_bytes: int | None = None  # at most
    batch_steps: int | None = None  # per second, without tensors
    plain_search: float | None = None  # simulations per second, × OpenSpiel's search of that hex
    plain_simulations: int | None = None  # simulations per second


@cache
def targets(name: str) -> Targets:
    """The targets of a game; for anything else, such as a peer, there are none.

    Raises:
        TypeError: the file has an unknown target.
    """
    try:
        file = files(module(name)) / FILE
    except UnknownGame:
        return Targets()
    if not file.is_file():
        return Targets()
    return Targets(**tomllib.loads(file.read_text(encoding="utf-8")))
