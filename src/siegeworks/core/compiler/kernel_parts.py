"""How the functions that a kernel calls are compiled: as parts of it, not each by itself.

Numba optimizes a function together with all that it calls and makes machine code of them, then does
the same for each function that calls it, and so on up to the kernel. Of all that only the kernel is
ever run. Here the parts are linked into it as they are, and it is optimized once, as a C compiler
does with a file: that saves a quarter to two fifths of the time, and what comes out is as fast
(docs/decisions/engine/0033-parts-of-a-kernel.md).

Numba has no setting for this. Its pipelines may be replaced (`numba.core.compiler.CompilerBase`);
what a pipeline writes into, a `JITCodeLibrary`, is not meant to be.
"""

from typing import Any

from numba.core import codegen, compiler

NumbaLibrary: Any = codegen.JITCodeLibrary  # which have no types
NumbaCompiler: Any = compiler.Compiler


class KernelPart(NumbaLibrary):  # type: ignore[misc]
    """The code of a function that is only ever linked into others."""

    @property
    def codegen(self) -> Any:
        """What makes code of it, for what Numba asks once that is done."""
        return WithoutEnvironments(self._codegen)

    def _optimize_final_module(self) -> None:
        """Nothing: the kernel is optimized as a whole."""

    def _finalize_final_module(self) -> None:
        """Be ready to be linked; no machine code is made."""
        self._finalize_dynamic_globals()
        self._finalized = True


class WithoutEnvironments:
    """A code generator whose functions have no environment: that holds Python objects, and compiled
    rules use none."""

    def __init__(self, generator: Any) -> None:
        self._generator = generator

    def __getattr__(self, name: str) -> Any:
        return getattr(self._generator, name)

    def set_env(self, _name: str, _environment: Any) -> None:
        """Nothing: there is no machine code that would look for it."""


class PartCompiler(NumbaCompiler):  # type: ignore[misc]
    """Compiles a function as a part of the kernels that call it."""

    def __init__(self, typing_context: Any, target_context: Any, library: Any, *others: Any):
        if library is None:
            library = KernelPart(target_context.codegen(), "part of a kernel")
        super().__init__(typing_context, target_context, library, *others)
