"""The colours and letters of seats and stones, for every picture: terminal, page, rendered images.

`web/src/look/palette.test.ts` checks that colours seen together on a board can be told apart with
any colour vision, so change a colour only with it. The page's copy is generated:
`python -m siegeworks.core.palette > web/src/look/seat-colors.ts`.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple
from zlib import crc32

SEAT_COLORS: Mapping[str, str] = MappingProxyType(
    {
        "red": "#C2331F",
        "blue": "#14376F",
        "yellow": "#F5D055",
        "green": "#57B092",
        "suns": "#CC4320",
        "moons": "#16161C",
        "crowns": "#75CF9F",
        "arms": "#15457C",
        "south": "#D9813B",
        "north": "#1F4E79",
    }
)

INK, PAPER = "#2a2723", "#f7f2e7"
LINE = "#cfc6b4"
WATER = "#dce8ea"
LAND = ("#dfe0c0", "#eae7cc")  # at the coast, far inland
FORTRESS = "#8d8676"  # one that nobody holds
HALF = 0.5  # brightness from which dark text is more readable than light text


def mixed(color: str, other: str, share: float) -> str:
    """Blend `share` (0 to 1) of another colour into a colour; both as "#rrggbb"."""
    pairs = zip(bytes.fromhex(color[1:]), bytes.fromhex(other[1:]), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def brightness(color: str) -> float:
    """The perceived brightness of a colour, from 0 to 1 (luma of ITU-R BT.709)."""
    red, green, blue = bytes.fromhex(color[1:])
    return (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255


def ink_on(color: str) -> str:
    """The text colour that is readable on a colour."""
    return INK if brightness(color) > HALF else PAPER


class Look(NamedTuple):
    """The letter and colour of a seat, or of a colour that pieces have, always shown together."""

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


HEAD = """\
// The colours of seats and stones, made from src/siegeworks/core/palette.py. Do not edit; run
//   python -m siegeworks.core.palette > web/src/look/seat-colors.ts
"""


def typescript() -> str:
    """The file for the page."""
    colors = "".join(f'  {name}: "{color}",\n' for name, color in SEAT_COLORS.items())
    return f"{HEAD}\nexport const SEAT_COLORS = {{\n{colors}}} as const;\n"


if __name__ == "__main__":
    print(typescript(), end="")
