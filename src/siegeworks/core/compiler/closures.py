"""What a kernel is made of: the plain functions that are compiled into it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import FunctionType
from typing import Any


def functions_of(function: Callable[..., Any]) -> Iterator[FunctionType]:
    """A kernel and all functions that it calls, by its closure and by the names in its code."""
    waiting, seen = [function], set()
    while waiting:
        current = waiting.pop()
        if not isinstance(current, FunctionType) or current in seen:
            continue
        seen.add(current)
        yield current
        cells = [cell.cell_contents for cell in current.__closure__ or ()]
        named = [current.__globals__.get(name) for name in current.__code__.co_names]
        waiting += [value for value in (*cells, *named) if isinstance(value, FunctionType)]
