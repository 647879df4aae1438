"""Names of random maps: two words that can be said, and the seed, such as tarrow-reach-4711."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from siegeworks.core.random import random_below

STARTS = (
    "b",
    "br",
    "c",
    "d",
    "dr",
    "f",
    "g",
    "h",
    "k",
    "l",
    "m",
    "n",
    "p",
    "r",
    "s",
    "st",
    "t",
    "w",
)
MIDDLES = ("l", "ll", "m", "n", "nd", "nn", "r", "rr", "rn", "s", "ss", "st", "t", "th", "v")
VOWELS = ("a", "e", "i", "o", "u")
ENDS = ("a", "ard", "en", "el", "er", "ey", "ia", "in", "ir", "on", "or", "ow", "um", "y")

# The last part of a map's name, by its shape.
LAST_PARTS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "continent": ("reach", "march", "land", "realm", "shore"),
        "island": ("isle", "rock", "holm", "island"),
        "archipelago": ("isles", "keys", "skerries", "islands"),
        "ring": ("sound", "haven", "bay", "lagoon"),
        "isthmus": ("neck", "bridge", "narrows", "gap"),
        "peninsula": ("cape", "horn", "point", "ness"),
        "turned": ("wheel", "mill", "turn"),
        "mirrored": ("wings", "scales", "mirror"),
    }
)


def map_name(shape: str, seed: int, rng: Any) -> str:
    """A name for a map of this shape."""
    syllables = [pick(STARTS, rng), pick(VOWELS, rng), pick(MIDDLES, rng), pick(ENDS, rng)]
    return f"{''.join(syllables)}-{pick(LAST_PARTS[shape], rng)}-{seed}"


def pick(words: tuple[str, ...], rng: Any) -> str:
    """One of these, by chance."""
    return words[random_below(rng, len(words))]
