"""The rules of a game as compiled kernels, each rule by itself"""

from collections.abc import Callable
from functools import cache

from siegeworks.core.contract import Rules
from siegeworks.core.jit import kernel


@cache
def compiled(rules: Rules) -> Rules:
    """The same rules, each as a kernel that compiles when first called and is cached on disk."""
    return Rules._make(None if function is None else kernel(function) for function in rules)


@cache
def tensor_writer(write: Callable[..., None]) -> Callable[..., None]:
    """`Tensor.write` as a kernel that compiles when first called and is cached on disk."""
    return kernel(write)
