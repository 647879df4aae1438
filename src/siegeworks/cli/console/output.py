"""Consoles that print the names of others as they are, with [brackets] and :colons: in them"""

from __future__ import annotations

from rich.console import Console


def output(*, soft_wrap: bool = False) -> Console:
    """Standard output."""
    return Console(highlight=False, markup=False, emoji=False, soft_wrap=soft_wrap)


def error_output(*, soft_wrap: bool = False) -> Console:
    """Standard error."""
    return Console(stderr=True, highlight=False, markup=False, emoji=False, soft_wrap=soft_wrap)
