"""The colours of seats and stones, for every picture: terminal, page and rendered images.

`web/src/look/palette.test.ts` checks that colours seen together on a board can be told apart with
any colour vision, so change a colour only with it. The page's copy is generated:
`python -m siegeworks.core.palette > web/src/look/seat-colors.ts`.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

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
