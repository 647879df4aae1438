"""One source, run plain or compiled.

A rule is written as ordinary Python and marked `@rule`; it stays ordinary Python (a debugger steps
through it, a unit test compiles nothing) and is compiled only when a `@kernel` calls it.
"""

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from inspect import isgeneratorfunction
from typing import Any, TypeVar

import numba
from numba.extending import register_jitable

from siegeworks.core.compiler.compile_errors import compile_error
from siegeworks.core.compiler.kernel_cache import KernelCache, nobody_else_compiles
from siegeworks.core.compiler.kernel_parts import PartCompiler
from siegeworks.core.errors import RuleCompileError

# Compiled code allocates nothing: all arrays are arguments. So Numba need not count the references
# to an array, which took two fifths of the time that a search spends in its trees
# (docs/decisions/engine/0014-nothing-counted.md).
NOTHING_COUNTED: dict[str, Any] = {"_nrt": False}

# Nobody calls a rule or a kernel from C: the function for that takes a twentieth of compiling.
NOT_FOR_C: dict[str, Any] = {"no_cfunc_wrapper": True}

# How rules are compiled: as parts of the kernels that call them.
AS_A_PART = {**NOTHING_COUNTED, **NOT_FOR_C, "pipeline_class": PartCompiler}

Function = TypeVar("Function", bound=Callable[..., Any])

# A rule whose code is always copied into its callers: for small rules in the innermost loops of the
# search, where the calls themselves took up to a tenth of the time.
inlined_rule = register_jitable(forceinline=True, **AS_A_PART)


def rule(function: Function) -> Function:
    """Mark a rule: ordinary Python that kernels may call, and compile when they do.

    Raises:
        RuleCompileError: it has a `yield`, on which the compiler crashes.
    """
    if isgeneratorfunction(function):
        raise RuleCompileError(
            f"{function.__code__.co_filename}, in {function.__name__}: a rule cannot yield; write "
            "into an array that it is given."
        )
    register_jitable(**AS_A_PART)(function)  # returns it as it is
    return function


@contextmanager
def nothing_collected() -> Iterator[None]:
    """Look for cycles in what the compiler makes later: it takes a tenth of the time."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def kernel(function: Function) -> Function:
    """A function that is compiled when first called, is kept on disk and holds no GIL.

    Calling it raises RuleCompileError where it, or a rule that it calls, cannot be compiled.
    """
    compiled = numba.njit(nogil=True, **NOTHING_COUNTED, **NOT_FOR_C)(function)
    if numba.config.DISABLE_JIT:  # type: ignore[attr-defined]
        return function
    compile_for = compiled._compile_for_args

    def compiled_for(*arguments: Any, **named: Any) -> Any:
        try:
            with nobody_else_compiles(function), nothing_collected():
                return compile_for(*arguments, **named)
        except Exception as error:
            raise compile_error(function, arguments, error) from error

    compiled._compile_for_args = compiled_for  # asked for where no compiled form fits a call
    compiled._cache = KernelCache(function)  # what `cache=True` does with Numba's own
    return compiled  # type: ignore[no-any-return]
