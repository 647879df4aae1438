"""Finds the slow reference implementation of a game (docs/decisions/engine/0008-oracles.md)."""

from importlib import import_module
from pathlib import Path
from typing import Any

HEXAGON = Path(__file__).parents[1] / "src/siegeworks/games/siege_master/maps/hexagon.txt"


def oracle_of(name: str, options: dict[str, str], map_text: str | None = None) -> Any:
    """A new game of the reference implementation.

    Siege Master is on the shipped hexagon unless a map is given.
    """
    module = import_module(f"tests.games.{name.replace('-', '_')}.oracle")
    if name == "siege-master" and map_text is None:
        map_text = HEXAGON.read_text(encoding="utf-8")
    return module.Oracle(dict(options), map_text)
