"""Folders import downwards only, and games do not know each other (docs/map.md)."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

SOURCES = Path(__file__).parents[1] / "src" / "siegeworks"
MAY_IMPORT = {
    "core": {"core"},
    "games": {"core", "games"},
    "bots": {"core", "bots"},
    "play": {"core", "games", "bots", "play"},
    "lab": {"core", "games", "bots", "play", "lab"},
    "tui": {"core", "games", "bots", "play", "tui"},
    "adapters": {"core", "games", "bots", "play", "tui", "adapters"},  # tui: scenes as text
    "server": {"core", "games", "bots", "play", "server"},
    "cli": {"core", "games", "bots", "play", "lab", "tui", "server", "cli"},
}


def imports(path: Path) -> Iterator[str]:
    """Every module of ours that a file imports, dotted."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
        elif isinstance(node, ast.Import):
            yield from (name.name for name in node.names)


def files_of(folder: str) -> list[Path]:
    return sorted((SOURCES / folder).rglob("*.py"))


def test_every_folder_has_its_place_in_the_order() -> None:
    folders = {p.name for p in SOURCES.iterdir() if p.is_dir() and p.name != "__pycache__"}
    assert folders == set(MAY_IMPORT)


def test_imports_point_downwards() -> None:
    for folder, allowed in MAY_IMPORT.items():
        for path in files_of(folder):
            for module in imports(path):
                if module.startswith("siegeworks."):
                    assert module.split(".")[1] in allowed, f"{path} imports {module}"


def test_only_load_and_its_neighbours_are_known_above_the_games() -> None:
    for folder in set(MAY_IMPORT) - {"games"}:
        for path in files_of(folder):
            for module in imports(path):
                assert not module.startswith("siegeworks.games."), f"{path} imports {module}"


def test_no_game_knows_another() -> None:
    games = [p.name for p in (SOURCES / "games").iterdir() if (p / "rules.py").exists()]
    for game in games:
        for path in files_of(f"games/{game}"):
            for module in imports(path):
                if module.startswith("siegeworks.games."):
                    assert module.split(".")[2] == game, f"{path} imports {module}"
