"""`siegeworks map import`: take over a map from a file, a link or a record"""

import re
import sys
from pathlib import Path
from typing import Annotated, NamedTuple
from urllib.parse import unquote

import typer

from siegeworks.cli.console.arguments import Maps, examples
from siegeworks.cli.maps.source import (
    MOST_BYTES,
    Force,
    MapName,
    decoded,
    how_to_play,
    known_maps,
    map_file,
    read_file,
    report_lines,
    write_new,
)
from siegeworks.core.errors import SiegeworksError, quote
from siegeworks.core.maps import MAP_OPTION
from siegeworks.core.maps import Maps as GameMaps
from siegeworks.play.record import ANY_FORMAT, LONGEST_FILE, parse_record

EXAMPLES = examples(
    "siegeworks map import island.txt",
    "siegeworks map import game.siege --name their-island",
    "siegeworks map import 'http://localhost:7373/#/map/isle/h4-_1h3F'",
    "siegeworks map import - --name island",
)
STANDARD_INPUT = "-"
LINK = re.compile(r"\S*#\S*/map/(?P<name>[^/\s]+)/(?P<code>[^/?#\s]+)/?")
CODE = re.compile(r"[_hF0-9-]+")


class Source(NamedTuple):
    """A map as it was given."""

    name: str  # "" if it has none
    text: str  # its drawing


def command(
    given: Annotated[
        str,
        typer.Argument(
            metavar="FILE|LINK|-",
            help="A file with a map, a record (.siege) of a game on one, a link of the page, or - "
            "for standard input.",
        ),
    ],
    *,
    name: MapName = None,
    force: Force = False,
    maps: Maps = None,
) -> None:
    """Take over a map: check it, and save it among your own maps or in --maps.

    Exit status: 0 done, 1 the file cannot be written, 2 it is not a map, or you already have one of
    this name.
    """
    known = known_maps()
    source = read_source(known, given)
    if not (name or source.name):
        raise SiegeworksError("The map needs a name: add --name NAME.")
    drawn = known.parse(name or source.name, source.text)
    path = map_file(known, drawn.name, maps)
    write_new(path, drawn.text.encode(), force)
    report = known.inspect(drawn.name, drawn.text)
    for line in report_lines(report, known.title(drawn.name)):
        print(line)
    others = "" if report.is_playable else " -o fortresses=scattered"
    print(f"Saved as {path}. To play it: {how_to_play(drawn.name, maps)}{others}")


def read_source(known: GameMaps, given: str) -> Source:
    """The map that the command line gives, in whatever form.

    Raises:
        SiegeworksError: there is no map in it, or it cannot be read.
    """
    if LINK.fullmatch(given.strip()):
        return from_text(known, given, "")
    if given == STANDARD_INPUT:
        content = sys.stdin.buffer.read(LONGEST_FILE + 1)
        return from_text(known, text_of(content, "standard input"), "")
    path = Path(given)
    if not path.exists() and CODE.fullmatch(given):
        return Source("", known.decode("code", given).text)
    if not path.exists():
        raise SiegeworksError(f"{quote(given)}: there is no such file, and it is not a link.")
    return from_text(known, text_of(read_file(path, LONGEST_FILE + 1), str(path)), path.stem)


def text_of(content: bytes, source: str) -> str:
    """What was read, as text; a record may be longer than a map."""
    limit = (
        LONGEST_FILE
        if content.lstrip(b"\xef\xbb\xbf").startswith(ANY_FORMAT.encode())
        else MOST_BYTES
    )
    return decoded(content, source, limit)


def from_text(known: GameMaps, text: str, name: str) -> Source:
    """A map from a drawing, a record or a link."""
    if text.startswith(ANY_FORMAT):
        record = parse_record(text, name or "record")
        if not record.map_rows:
            played = record.options.get(MAP_OPTION)
            on = f"it was played on map={played}" if played else "it was played on a shipped map"
            raise SiegeworksError(f"{name or 'The record'}: there is no map in it; {on}.")
        return Source(record.options.get(MAP_OPTION, ""), "\n".join(record.map_rows))
    if link := LINK.fullmatch(text.strip()):
        called = unquote(link["name"])
        return Source(called, known.decode(called, link["code"]).text)
    return Source(name, text)
