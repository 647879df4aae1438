"""What a kernel calls becomes a part of it, which nobody optimizes or turns into code by itself."""

from typing import Any

import pytest
from numba.core.codegen import JITCodeLibrary

from siegeworks.core.jit import kernel, rule


@rule
def doubled(n):
    return 2 * n


@rule
def next_odd(n):
    return doubled(n) + 1


def test_only_the_kernel_is_optimized_and_not_the_rules_that_it_calls(
    monkeypatch: pytest.MonkeyPatch, tmp_path
) -> None:
    optimized, optimize = [], JITCodeLibrary._optimize_final_module

    def noting(library: Any) -> None:
        optimized.append(library.name)
        optimize(library)

    @kernel
    def odd_after_next(n):
        return next_odd(next_odd(n))

    monkeypatch.setattr(JITCodeLibrary, "_optimize_final_module", noting)
    monkeypatch.setattr("siegeworks.core.compiler.kernel_cache.CACHE", tmp_path)
    assert odd_after_next(1) == 7
    ours = {"doubled", "next_odd", "odd_after_next"}  # Numba may also compile its own
    assert ours.intersection(name.rpartition(".")[2] for name in optimized) == {"odd_after_next"}


def test_a_rule_in_a_kernel_may_raise_an_error() -> None:
    @rule
    def checked(n):
        if n < 0:
            raise ValueError("n must not be negative")
        return n

    @kernel
    def call(n):
        return checked(n)

    assert call(1) == 1
    with pytest.raises(ValueError, match="n must not be negative"):
        call(-1)
