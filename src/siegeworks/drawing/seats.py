"""How seats look: a letter and a colour each, always shown together."""

from __future__ import annotations

from typing import NamedTuple
from zlib import crc32

from siegeworks.core.palette import SEAT_COLORS, ink_on


class Look(NamedTuple):
    """The letter and colour of a seat, or of a colour that pieces have."""

    letter: str
    color: str

    @property
    def ink(self) -> str:
        """The text colour that is readable on it."""
        return ink_on(self.color)


LOOKS = {name: Look(name[:1].upper(), color) for name, color in SEAT_COLORS.items()}
SPARE_COLORS = ("#8a5a9e", "#6b7a2f", "#a8487a", "#4f6a78")


def look_of(name: str) -> Look:
    """The look of a seat or colour; one that is not in LOOKS gets a spare colour."""
    spare = SPARE_COLORS[crc32(name.encode()) % len(SPARE_COLORS)]
    return LOOKS.get(name) or Look(name[:1].upper() or "?", spare)
