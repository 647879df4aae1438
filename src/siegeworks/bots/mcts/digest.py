"""A hash of a record's bytes, by which a position is found again in a tree."""

import numpy as np

from siegeworks.core.contract import Observation
from siegeworks.core.jit import kernel, rule
from siegeworks.core.random import GAMMA, MIX_1, MIX_2


@rule
def mixed(word):
    """SplitMix64's finalizer (Steele, Lea, Flood, 2014): every bit of the word changes about half
    of all bits."""
    word = (word ^ word >> np.uint64(30)) * np.uint64(MIX_1)
    word = (word ^ word >> np.uint64(27)) * np.uint64(MIX_2)
    return word ^ word >> np.uint64(31)


@rule
def digest(raw):
    """A number for these bytes that is not 0, eight of them mixed in at a time.

    Positions of a game differ in a few bits of a few words. A lighter mixing (one multiplication,
    one fold) gave dozens of them the same number: docs/ledger.md.
    """
    value = np.uint64(len(raw))
    for start in range(0, len(raw), 8):
        word = np.uint64(0)
        for i in range(start, min(start + 8, len(raw))):
            word = word << np.uint64(8) | np.uint64(raw[i])
        value = mixed((value ^ word) + np.uint64(GAMMA))
    return value if value != np.uint64(0) else np.uint64(1)


@kernel
def digest_of_bytes(raw):
    """The digest of a record's bytes, uint8."""
    return digest(raw)


def digest_of(seen: Observation) -> int:
    """The digest of an observation."""
    return int(digest_of_bytes(np.array([seen]).view(np.uint8)))
