"""A small random generator that plain and compiled code share, bit for bit.

SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014): one
64-bit word of memory, about a nanosecond a number. `rng` is a uint64 array of shape (1,), changed
in place, and always an argument: there is no global generator, and a bot never holds the table's.
"""

from typing import Any

import numpy as np
from numba.extending import overload
from numpy.typing import NDArray

from siegeworks.core.errors import SiegeworksError, quote, whole_number

Rng = NDArray[np.uint64]

WORD = (1 << 64) - 1
GAMMA = 0x9E3779B97F4A7C15  # 2**64 over the golden ratio, odd
MIX_1 = 0xBF58476D1CE4E5B9
MIX_2 = 0x94D049BB133111EB


def new_rng(seed: int, stream: int = 0) -> Rng:
    """A generator for this seed; streams of one seed start far apart.

    Args:
        seed: any whole number; taken modulo 2**64.
        stream: which of the seed's streams (one a worker, say).

    Raises:
        SiegeworksError: one of them is not a whole number.

    Examples:
        >>> rng = new_rng(7)
        >>> [random_below(rng, 6) for _ in range(5)]
        [3, 2, 5, 0, 3]
    """
    seed, stream = whole_number("seed", seed), whole_number("stream", stream)
    rng = np.array([seed & WORD], dtype=np.uint64)
    start = next_word(rng)
    rng[0] = (start ^ (stream * MIX_1)) & WORD
    rng[0] = next_word(rng)
    return rng


def check_rng(rng: Any) -> None:
    """Raises SiegeworksError for what is not a random generator: compiled rules would draw from
    other memory, or write into it."""
    is_word = isinstance(rng, np.ndarray) and rng.dtype == np.uint64 and rng.shape == (1,)
    if not is_word or not rng.flags.writeable:
        raise SiegeworksError(
            f"{quote(repr(rng))} is not a random generator; new_rng(seed) makes one."
        )


def next_word(rng: Any) -> int:
    """The next 64 random bits."""
    state = (int(rng[0]) + GAMMA) & WORD
    rng[0] = state
    state = ((state ^ (state >> 30)) * MIX_1) & WORD
    state = ((state ^ (state >> 27)) * MIX_2) & WORD
    return state ^ (state >> 31)


def random_below(rng: Any, n: int) -> int:
    """A whole number from 0 to n − 1, each exactly equally likely; 1 ≤ n < 2**31.

    Lemire's multiply and shift on the upper 32 bits, drawing again in the few cases that would
    favour some numbers ("Fast random integer generation in an interval", 2019). Compiled code is
    trusted to give such an n.

    Raises:
        SiegeworksError: n is less than 1.

    Examples:
        >>> random_below(new_rng(1), 1)
        0
    """
    if n < 1:
        raise SiegeworksError(f"No number lies from 0 to {n} − 1: draw below 1 or more.")
    scaled = (next_word(rng) >> 32) * int(n)
    if scaled & 0xFFFFFFFF < n:
        uneven = (1 << 32) % int(n)
        while scaled & 0xFFFFFFFF < uneven:
            scaled = (next_word(rng) >> 32) * int(n)
    return scaled >> 32


@overload(next_word, inline="always")
def _next_word(rng):
    gamma, mix_1, mix_2 = np.uint64(GAMMA), np.uint64(MIX_1), np.uint64(MIX_2)

    def compiled(rng):
        state = rng[0] + gamma
        rng[0] = state
        state = (state ^ (state >> np.uint64(30))) * mix_1
        state = (state ^ (state >> np.uint64(27))) * mix_2
        return state ^ (state >> np.uint64(31))

    return compiled


@overload(random_below)
def _random_below(rng, n):
    low = np.uint64(0xFFFFFFFF)

    def compiled(rng, n):
        bound = np.uint64(n)
        scaled = (next_word(rng) >> np.uint64(32)) * bound
        if scaled & low < bound:
            uneven = (np.uint64(1) << np.uint64(32)) % bound
            while scaled & low < uneven:
                scaled = (next_word(rng) >> np.uint64(32)) * bound
        return np.int64(scaled >> np.uint64(32))

    return compiled
