"""Sets of up to 64 small numbers as the bits of one word, plain and compiled alike.

Every function takes and gives `numpy.uint64` words. Mixing a `uint64` with an `int64` in Numba
makes a float or a signed number: build words with `bit(i)`, shift with `up` and `down` only.
"""

from functools import lru_cache
from typing import Any

import numpy as np
from numba import types
from numba.extending import intrinsic, overload

from siegeworks.core.jit import rule

NONE = np.uint64(0)


@rule
def bit(i):
    """The set that holds `i` alone, 0 ≤ i < 64."""
    return np.uint64(1) << np.uint64(i)


@rule
def has(word, i):
    """Is `i` in the set?"""
    return (word >> np.uint64(i)) & np.uint64(1) != np.uint64(0)


@rule
def up(word, n):
    """Every number of the set made larger by `n`; those past 63 fall out."""
    return word << np.uint64(n)


@rule
def down(word, n):
    """Every number of the set made smaller by `n`; those below 0 fall out."""
    return word >> np.uint64(n)


def holds(word: Any, i: int) -> bool:
    """Is `i` in the set? As `has`, for plain Python, where numpy's words are slow."""
    return bool(int(word) >> i & 1)


def numbers_in(word: Any) -> tuple[int, ...]:
    """The numbers of the set, ascending; for plain Python, where a set has any size."""
    return _numbers(int(word))


@lru_cache(4096)
def _numbers(word: int) -> tuple[int, ...]:
    return tuple(i for i in range(word.bit_length()) if word >> i & 1)


def count_bits(word: Any) -> int:
    """How many numbers the set holds."""
    return int(word).bit_count()


def lowest_bit(word: Any) -> int:
    """The smallest number of a set that is not empty."""
    word = int(word)
    return int(word & -word).bit_length() - 1


def highest_bit(word: Any) -> int:
    """The largest number of a set that is not empty."""
    return int(word).bit_length() - 1


@rule
def without_lowest(word):
    """The set without its smallest number; the empty set stays empty."""
    return word & ~(bit(lowest_bit(word))) if word != np.uint64(0) else word


@rule
def list_numbers(word, first, out, n):
    """Write `first` + each number of the set from out[n] on, ascending; the new n."""
    while word != NONE:
        out[n] = first + lowest_bit(word)
        word = without_lowest(word)
        n += 1
    return n


def nth_bit(word: Any, n: int) -> int:
    """The number with exactly `n` smaller ones in the set, 0 ≤ n < count_bits(word)."""
    word = int(word)
    for _ in range(n):
        word &= word - 1
    return lowest_bit(word)


@intrinsic
def _ctpop(typingctx, word):
    def codegen(context, builder, signature, args):
        return builder.ctpop(args[0])

    return types.int64(types.uint64), codegen


@intrinsic
def _cttz(typingctx, word):
    def codegen(context, builder, signature, args):
        return builder.cttz(args[0], context.get_constant(types.boolean, False))

    return types.int64(types.uint64), codegen


@intrinsic
def _ctlz(typingctx, word):
    def codegen(context, builder, signature, args):
        return builder.ctlz(args[0], context.get_constant(types.boolean, False))

    return types.int64(types.uint64), codegen


@overload(count_bits, inline="always")
def _count_bits(word):
    return lambda word: _ctpop(np.uint64(word))


@overload(lowest_bit, inline="always")
def _lowest_bit(word):
    return lambda word: _cttz(np.uint64(word))


@overload(highest_bit, inline="always")
def _highest_bit(word):
    return lambda word: 63 - _ctlz(np.uint64(word))


@overload(nth_bit)
def _nth_bit(word, n):
    def select(word, n):
        # Halve the word six times, each time keeping the half that holds the wanted bit.
        word = np.uint64(word)
        place = 0
        width = 32
        while width > 0:
            low = word & ((np.uint64(1) << np.uint64(width)) - np.uint64(1))
            inside = _ctpop(low)
            if n >= inside:
                n -= inside
                place += width
                word = word >> np.uint64(width)
            else:
                word = low
            width >>= 1
        return place

    return select
