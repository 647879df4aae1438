"""Maps as text files (R1): found by name, read and checked."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import platformdirs

from siegeworks.core.errors import OptionError, quote
from siegeworks.games.siege_master.state import MAX_HEXES

MAX_ROWS = 26

# Our own limits, far beyond any sensible map that R1 allows.
MAX_BYTES = 1 << 20
MAX_NAME = 64  # characters
MOST_LISTED = 20  # maps in a sentence

SHIPPED = Path(__file__).parent / "maps"
SUFFIX = ".txt"

# So no name leads out of the folder, and none breaks a record's line of options at a space.
NAME = re.compile(r"[^\W_][\w.-]*")

WHAT_IS_WHAT = "a hex is '.', or 'F' if it has a fortress, with spaces between hexes (R1)"


class Map(NamedTuple):
    """A checked map."""

    hexes: list[tuple[int, int]]  # (row, column) from the top left, in reading order
    fortresses: list[int]  # numbers of the hexes drawn as `F`


def find_map(name: str, maps: Path | None) -> Map:
    """The map of this name, from the folder `maps` or else the shipped ones.

    Where no folder is named, a shipped map comes before one from the user's own folder.

    Raises:
        OptionError: there is no such map, or it cannot be read, or it is not a map.
    """
    shown = f"map={quote(name)}"
    own = own_folder() if maps is None else maps
    if maps is not None and not is_folder(maps):
        raise OptionError(f"There is no folder {maps} to look for maps in.")
    if not is_name(name):
        raise OptionError(
            f"{shown}: a map's name is the name of its file without {SUFFIX}: letters, digits, "
            f"'-', '_' and '.', at most {MAX_NAME}, and no folder. {known_maps(own)}"
        )
    for folder in (SHIPPED, own) if maps is None else (own, SHIPPED):
        text = text_of(folder / f"{name}{SUFFIX}", shown)
        if text is not None:
            return parse_map(text, shown)
    raise OptionError(f"{shown}: there is no such map. {known_maps(own)}")


def is_name(name: str) -> bool:
    """Is this a valid name for a map?"""
    return NAME.fullmatch(name) is not None and len(name) <= MAX_NAME


def own_folder() -> Path:
    """Where a user's own maps are kept if no other folder is named."""
    return platformdirs.user_data_path("siegeworks") / "maps"


def is_folder(path: Path) -> bool:
    """Is this a folder that we may read?"""
    try:
        return path.is_dir()
    except OSError:
        return False


def known_maps(own: Path) -> str:
    """A sentence with the names of all maps, shipped and the user's, and where to put your own."""
    folders = (SHIPPED, own) if is_folder(own) else (SHIPPED,)
    stems = {path.stem for folder in folders for path in folder.glob(f"*{SUFFIX}")}
    names = sorted(filter(is_name, stems))
    listed = ", ".join(quote(name) for name in names[:MOST_LISTED])
    more = f" and {len(names) - MOST_LISTED} more" if len(names) > MOST_LISTED else ""
    return f"The maps are {listed}{more}; a file NAME{SUFFIX} in {own} is map=NAME."


def text_of(path: Path, shown: str) -> str | None:
    """What the file holds; None if there is no such file.

    Raises:
        OptionError: it is not a readable text file.
    """
    try:
        if not path.exists():
            return None
        if not path.is_file():
            raise OptionError(f"{shown}: {path} is not a file.")
        with path.open("rb") as file:
            content = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise OptionError(f"{shown}: {path} cannot be read ({error.strerror}).") from error
    if len(content) > MAX_BYTES:
        raise OptionError(f"{shown}: {path} is longer than {MAX_BYTES} bytes; this is not a map.")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise OptionError(f"{shown}: {path} is not UTF-8 text.") from error


def parse_map(text: str, shown: str) -> Map:
    """Read a map and check it (R1).

    Args:
        text: the drawing.
        shown: what sentences call the map, "map=europe".

    Raises:
        OptionError: with line and column where there is one.
    """
    marks = list(marks_of(text, shown))
    if not marks:
        raise OptionError(f"{shown}: it has no hex; {WHAT_IS_WHAT}.")
    top, left = marks[0][0], min(column for _, column, _ in marks)
    for row, column, _ in marks:
        if (row + column) % 2 != (top + marks[0][1]) % 2:
            raise OptionError(
                f"{shown}: line {row + 1}, column {column + 1}: this hex is half a hex off the "
                "others; rows are shifted by one column against each other, and the hexes of a row "
                "are in every second column (R1)."
            )
    rows = marks[-1][0] - top + 1
    if rows > MAX_ROWS:
        raise OptionError(f"{shown}: it has {rows} rows; only {MAX_ROWS} can have letters (R1).")
    if len(marks) > MAX_HEXES:
        raise OptionError(f"{shown}: it has {len(marks)} hexes; at most {MAX_HEXES} fit (R1).")
    return Map(
        [(row - top, column - left) for row, column, _ in marks],
        [i for i, (_, _, mark) in enumerate(marks) if mark == "F"],
    )


def marks_of(text: str, shown: str) -> Iterator[tuple[int, int, str]]:
    """Every character other than a space, with its line and column from 0, in reading order."""
    for row, line in enumerate(text.split("\n")):
        for column, mark in enumerate(line.removesuffix("\r")):
            if mark in ".F":
                yield row, column, mark
            elif mark != " ":
                what = "a tab" if mark == "\t" else f"{quote(mark)!r} (U+{ord(mark):04X})"
                raise OptionError(
                    f"{shown}: line {row + 1}, column {column + 1} holds {what}; {WHAT_IS_WHAT}."
                )
