"""The rules of a game as compiled kernels: one factory per kernel, a closure over plain rules.

Closures over plain functions are found again in Numba's disk cache; compiled dispatchers that are
passed in or closed over never are (docs/decisions/engine/0002-rules-once.md).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from siegeworks.core.contract import Rules
from siegeworks.core.jit import kernel


def _two(function: Callable[..., Any]) -> Callable[..., Any]:
    @kernel
    def call(a, b):
        return function(a, b)

    return call


def _three(function: Callable[..., Any]) -> Callable[..., Any]:
    @kernel
    def call(a, b, c):
        return function(a, b, c)

    return call


def _four(function: Callable[..., Any]) -> Callable[..., Any]:
    @kernel
    def call(a, b, c, d):
        return function(a, b, c, d)

    return call


@cache
def compiled(rules: Rules) -> Rules:
    """The same rules, each as a kernel that compiles when first called and is cached on disk."""
    by_arity = {2: _two, 3: _three, 4: _four}
    kernels = [
        None if function is None else by_arity[function.__code__.co_argcount](function)
        for function in rules
    ]
    return Rules._make(kernels)


@cache
def tensor_writer(write: Callable[..., None]) -> Callable[..., None]:
    """`Tensor.write` as a kernel that compiles when first called and is cached on disk."""
    return _three(write)
