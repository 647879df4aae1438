"""Drawings of maps as short codes for links: `_2h1Fh1-_1h2` for the rows "  . F ." and " . ."

Rows are joined by `-`. In a row `_N` skips N text columns, `hN` is N hexes, each in the second
column after the one before, and `F` is a hex with a fortress. The page has the same code
(web/src/maps/map-code.ts).
"""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from siegeworks.core.errors import OptionError, quote
from siegeworks.core.maps import FORTRESS, HEX
from siegeworks.games.siege_master.maps import parse_map

LONGEST = 4_000  # characters of a code
MOST = 999  # in one count
LETTERS = {" ": "_", HEX: "h"}
SHOWN = "The code of this map"  # in sentences
COUNT = "[1-9][0-9]{0,2}"
PART = re.compile(f"_(?P<skip>{COUNT})|h(?P<hexes>{COUNT})|(?P<fortress>F)")


def encode(rows: Sequence[str]) -> str:
    """The code of a map. Raises OptionError if it would be too long."""
    code = "-".join("".join(encoded(row)) for row in rows)
    if len(code) > LONGEST:
        raise OptionError(
            f"This map is too large for a link: its code would have {len(code):,} characters, and "
            f"at most {LONGEST:,} fit. Send it as text."
        )
    return code


def encoded(row: str) -> Iterator[str]:
    """The parts of a row's code."""
    signs, end = [], 0  # the column where the next hex would stand if none were skipped
    for column, sign in enumerate(row):
        if sign != " ":
            signs += [*(" " * (column - end)), sign]
            end = column + 2
    for sign, group in groupby(signs):
        number = sum(1 for _ in group)
        if sign == FORTRESS:
            yield FORTRESS * number
        else:
            letter = LETTERS[sign]
            yield f"{letter}{MOST}" * (number // MOST)
            yield f"{letter}{number % MOST}" if number % MOST else ""


def decode(code: str) -> tuple[str, ...]:
    """The rows of the map that a code stands for. Raises OptionError if it is not a code, or if
    what it stands for is not a map (R1)."""
    if len(code) > LONGEST:
        raise OptionError(f"{SHOWN}: it has {len(code):,} characters; the longest has {LONGEST:,}.")
    text = "\n".join(map(decoded, code.split("-")))
    return parse_map(text, SHOWN).rows


def decoded(code: str) -> str:
    """The row of a part of a code."""
    row, at = "", 0
    while at < len(code):
        part = PART.match(code, at)
        if part is None:
            raise OptionError(
                f"{SHOWN}: {quote(code[at:])!r} cannot be read; _N skips N columns, hN is N hexes "
                f"(1 to {MOST}), and F is a hex with a fortress."
            )
        if part["skip"]:
            row += " " * int(part["skip"])
        elif part["hexes"]:
            row += (HEX + " ") * int(part["hexes"])
        else:
            row += FORTRESS + " "
        at = part.end()
    return row.rstrip()
