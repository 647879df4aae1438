"""Maps as text files (R1): found by name, read and checked."""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

import platformdirs

from siegeworks.core.errors import OptionError, quote
from siegeworks.core.maps import FORTRESS, HEX, DrawingError, GameMap
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

NOT_A_SPACE = re.compile("[^ ]")
WHAT_IS_WHAT = "a hex is '.', or 'F' if it has a fortress, with spaces between hexes (R1)"


class Mark(NamedTuple):
    """A hex as it is written, at a line and a column of the text, both from 0."""

    line: int
    column: int
    sign: str  # HEX or FORTRESS


class Map(NamedTuple):
    """A checked map."""

    hexes: list[tuple[int, int]]  # (row, column) from the top left, in reading order
    fortresses: list[int]  # numbers of the hexes drawn as `F`
    rows: tuple[str, ...]  # the drawing, without spaces around it


def choose_map(name: str, maps: Path | None, map_rows: str | None) -> Map:
    """The map that is given as a drawing, or else the one that `find_map` finds. The folder `maps`
    may not hold another one of this name. Raises OptionError as `find_map` and `parse_map`, and if
    the two maps differ."""
    if map_rows is None:
        return find_map(name, maps)
    shown = f"map={quote(name)}"
    own = folder_of(maps)
    check_name(name, own)
    drawn = parse_map(map_rows, shown)
    if maps is not None:
        path = own / f"{name}{SUFFIX}"
        text = text_of(path, shown)
        if text is not None and rows_of(text) != drawn.rows:
            raise OptionError(
                f"{shown}: this game brings its own map, and {path} is drawn differently. Leave "
                "--maps out to play on the map of the game, or rename the file."
            )
    return drawn


def find_map(name: str, maps: Path | None) -> Map:
    """The map of this name, from the folder `maps` or else the shipped ones. Where no folder is
    named, a shipped map comes before one from the user's own folder. Raises OptionError if there is
    no such map, or if it cannot be read or is not a map."""
    shown = f"map={quote(name)}"
    own = folder_of(maps)
    check_name(name, own)
    for folder in (SHIPPED, own) if maps is None else (own, SHIPPED):
        text = text_of(folder / f"{name}{SUFFIX}", shown)
        if text is not None:
            return parse_map(text, shown)
    raise OptionError(f"{shown}: there is no such map. {known_maps(own)}")


def folder_of(maps: Path | None) -> Path:
    """The folder with the user's own maps: the one named, or else the one where they are kept.
    Raises OptionError if there is no folder of that name."""
    if maps is not None and not is_folder(maps):
        raise OptionError(f"There is no folder {maps} to look for maps in.")
    return own_folder() if maps is None else maps


def check_name(name: str, own: Path) -> None:
    """Raises OptionError for a name that no map can have."""
    if not is_name(name):
        raise OptionError(
            f"map={quote(name)}: a map's name is the name of its file without {SUFFIX}: letters, "
            f"digits, '-', '_' and '.', at most {MAX_NAME}, and no folder. {known_maps(own)}"
        )


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
    names = sorted({*names_in(SHIPPED), *names_in(own)})
    listed = ", ".join(quote(name) for name in names[:MOST_LISTED])
    more = f" and {len(names) - MOST_LISTED} more" if len(names) > MOST_LISTED else ""
    return f"The maps are {listed}{more}; a file NAME{SUFFIX} in {own} is map=NAME."


def names_in(folder: Path) -> list[str]:
    """The names of the maps in a folder, sorted; none if there is no such folder."""
    if not is_folder(folder):
        return []
    return sorted(filter(is_name, (path.stem for path in folder.glob(f"*{SUFFIX}"))))


@lru_cache
def shipped_rows(name: str) -> tuple[str, ...] | None:
    """The rows of the shipped map of this name; None if there is none."""
    text = text_of(SHIPPED / f"{name}{SUFFIX}", name) if is_name(name) else None
    return None if text is None else rows_of(text)


def text_of(path: Path, shown: str) -> str | None:
    """What the file holds; None if there is no such file. Raises OptionError for one that is not a
    readable text file."""
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
    """Read a map, which sentences call `shown` ("map=europe"), and check it (R1). Raises
    DrawingError, with line and column where there is one."""
    marks = read_marks(text, shown)
    for mistake in mistakes_of(marks, shown):
        raise mistake
    return map_of(marks, text)


def read_marks(text: str, shown: str) -> list[Mark]:
    """The hexes of a drawing, in reading order, whether or not they make a map. Raises DrawingError
    if it is too long, or holds something else than hexes and spaces."""
    if len(text) > MAX_BYTES:
        why = f": it is longer than {MAX_BYTES} characters; this is not a map."
        raise DrawingError(shown, why)
    areas = []
    for number, line in enumerate(text.split("\n")):
        for match in NOT_A_SPACE.finditer(line.removesuffix("\r")):
            sign, column = match[0], match.start()
            if sign not in (HEX, FORTRESS):
                what = "a tab" if sign == "\t" else f"{quote(sign)!r} (U+{ord(sign):04X})"
                why = f" holds {what}; {WHAT_IS_WHAT}."
                raise DrawingError(shown, why, number + 1, column + 1)
            areas.append(Mark(number, column, sign))
    return areas


def mistakes_of(marks: list[Mark], shown: str) -> Iterator[DrawingError]:
    """What R1 does not allow."""
    if not marks:
        yield DrawingError(shown, f": it has no hex; {WHAT_IS_WHAT}.")
        return
    first = marks[0]
    rows = marks[-1].line - first.line + 1
    if rows > MAX_ROWS:
        yield DrawingError(shown, f": it has {rows} rows; only {MAX_ROWS} can have letters (R1).")
    if len(marks) > MAX_HEXES:
        yield DrawingError(shown, f": it has {len(marks)} hexes; at most {MAX_HEXES} fit (R1).")
    for line, group in groupby(marks, lambda mark: mark.line):
        off = next((mark for mark in group if is_half_off(mark, first)), None)
        if off is not None:
            yield DrawingError(
                shown,
                ": this hex is half a hex off the others; rows are shifted by one column against "
                "each other, and the hexes of a row are in every second column (R1).",
                line + 1,
                off.column + 1,
            )


def is_half_off(mark: Mark, other: Mark) -> bool:
    """Do two hexes lie on different grids?"""
    return (mark.line + mark.column) % 2 != (other.line + other.column) % 2


def map_of(marks: list[Mark], text: str) -> Map:
    """The map that these hexes of a drawing make, counted from the top left of the drawing."""
    top, left = marks[0].line, min(mark.column for mark in marks)
    on_grid = [mark for mark in marks if not is_half_off(mark, marks[0])]
    return Map(
        [(mark.line - top, mark.column - left) for mark in on_grid],
        [number for number, mark in enumerate(on_grid) if mark.sign == FORTRESS],
        rows_of(text),
    )


def rows_of(text: str) -> tuple[str, ...]:
    """The rows of a drawing: without blank rows above and below, blank columns on the left, and
    spaces at the ends. Drawings of the same map have the same rows."""
    lines = [line.removesuffix("\r").rstrip(" ") for line in text.split("\n")]
    drawn = [row for row, line in enumerate(lines) if line]
    if not drawn:
        return ()
    left = min(len(line) - len(line.lstrip(" ")) for line in lines if line)
    return tuple(line[left:] for line in lines[drawn[0] : drawn[-1] + 1])


def game_map(name: str, rows: tuple[str, ...]) -> GameMap:
    return GameMap(name, rows, rows == shipped_rows(name))
