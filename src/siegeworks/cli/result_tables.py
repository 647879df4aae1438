"""How tables look."""

from __future__ import annotations

from rich import box
from rich.console import Console


def ruled() -> box.Box | None:
    """A line below the head of a table; none on terminals that can only write."""
    return None if Console().is_dumb_terminal else box.SIMPLE_HEAD
