"""How seats look in a terminal: a letter and a colour each, always shown together."""

from __future__ import annotations

from typing import NamedTuple
from zlib import crc32

from rich.color import Color
from rich.style import Style

from siegeworks.core.palette import SEAT_COLORS

INK, PAPER = "#2a2723", "#f7f2e7"


class Look(NamedTuple):
    """The letter and colour of a seat, or of a colour that pieces have."""

    letter: str
    color: str

    @property
    def ink(self) -> str:
        """The text colour that is readable on it."""
        return INK if brightness(self.color) > HALF else PAPER

    @property
    def style(self) -> Style:
        """Text on the colour."""
        return Style(color=self.ink, bgcolor=self.color, bold=True)


HALF = 0.5  # brightness from which dark text is more readable than light text
LOOKS = {name: Look(name[:1].upper(), color) for name, color in SEAT_COLORS.items()}
SPARE_COLORS = ("#8a5a9e", "#6b7a2f", "#a8487a", "#4f6a78")


def look_of(name: str) -> Look:
    """The look of a seat or colour; one that is not in LOOKS gets a spare colour."""
    spare = SPARE_COLORS[crc32(name.encode()) % len(SPARE_COLORS)]
    return LOOKS.get(name) or Look(name[:1].upper() or "?", spare)


def brightness(color: str) -> float:
    """The perceived brightness of a colour, from 0 to 1 (luma of ITU-R BT.709)."""
    red, green, blue = Color.parse(color).get_truecolor()
    return (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255
