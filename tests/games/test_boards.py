"""Boards are made in any thread of a server."""

import ast
from pathlib import Path

GAMES = Path("src/siegeworks/games")
PRODUCTS = {"dot", "matmul", "einsum", "tensordot", "inner", "vdot", "linalg"}


def test_no_game_multiplies_matrices() -> None:
    """NumPy does it in threads of OpenBLAS, which do not outlive a process that uvloop starts
    meanwhile: the product hangs for ever (docs/decisions/server/0012-server.md)."""
    for path in GAMES.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            is_product = isinstance(node, ast.BinOp) and isinstance(node.op, ast.MatMult)
            is_named = isinstance(node, ast.Attribute) and node.attr in PRODUCTS
            assert not (is_product or is_named), f"{path}:{getattr(node, 'lineno', '?')}"
