"""One source, run plain or compiled.

A rule is written as ordinary Python and marked `@rule`; it stays ordinary Python (a debugger steps
through it, a unit test compiles nothing) and is compiled only when a `@kernel` calls it.
"""

from collections.abc import Callable
from typing import Any, TypeVar

import numba
from numba.extending import register_jitable

from siegeworks.core.kernel_cache import KernelCache

# Compiled code allocates nothing, all arrays are passed in: so Numba need not count who still uses
# an array. Counting took two fifths of the time that a search spends in its trees
# (docs/decisions/0014-nothing-counted.md).
NOTHING_COUNTED: dict[str, Any] = {"_nrt": False}

Function = TypeVar("Function", bound=Callable[..., Any])

rule = register_jitable(**NOTHING_COUNTED)

# A rule whose code is always copied into its callers: for small rules in the innermost loops of the
# search, where the calls themselves took up to a tenth of the time.
inlined_rule = register_jitable(forceinline=True, **NOTHING_COUNTED)


def kernel(function: Function) -> Function:
    """A function that is compiled when first called, is kept on disk and holds no GIL."""
    compiled = numba.njit(nogil=True, **NOTHING_COUNTED)(function)
    compiled._cache = KernelCache(function)  # what `cache=True` does with Numba's own
    return compiled  # type: ignore[no-any-return]
